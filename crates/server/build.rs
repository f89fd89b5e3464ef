//! Builds the page and generates a table of its files to embed.
//!
//! `FINGERTIP_PAGE=DIR` uses a page that is already built. Otherwise `web/` is built with npm, only when something in
//! it changed. If there is no page in `web/`, a note replaces it.

use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The sources of the page; not `node_modules`, which changes with every install.
const SOURCES: &[&str] = &[
    "index.html",
    "link.html",
    "report.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "tsconfig.json",
    "vite.config.ts",
    ".npmrc",
];

/// Extensions of files that are already compressed.
const PACKED: &[&str] = &["png", "jpg", "webp", "woff2", "gif"];

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FINGERTIP_PAGE");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let page = match std::env::var_os("FINGERTIP_PAGE").filter(|given| !given.is_empty()) {
        Some(given) => {
            let given =
                fs::canonicalize(&given).map_err(|error| format!("FINGERTIP_PAGE={}: {error}", given.display()))?;
            println!("cargo::rerun-if-changed={}", given.display());
            given
        }
        None => {
            for source in SOURCES {
                println!("cargo::rerun-if-changed={}", web.join(source).display());
            }
            if web.join("index.html").exists() { build(&web, &out)? } else { note(&out)? }
        }
    };
    let table = table(&page, &out)?;
    fs::write(out.join("page.rs"), table)?;
    Ok(())
}

/// Runs npm in `web`, one build at a time: two profiles may build at once, and they share `node_modules`.
fn build(web: &Path, out: &Path) -> Outcome<PathBuf> {
    let page = out.join("page");
    let lock = File::open(web.join("package.json"))?;
    lock.lock()?;
    if stale(web) {
        npm(web, &["ci", "--no-audit", "--no-fund"])?;
    }
    let target = page.to_str().ok_or("the path of the build folder is not UTF-8")?;
    npm(web, &["run", "build", "--", "--outDir", target, "--emptyOutDir"])?;
    if !page.join("index.html").exists() {
        return Err("`npm run build` created no index.html".into());
    }
    Ok(page)
}

/// Whether the installed packages are older than the lock file.
fn stale(web: &Path) -> bool {
    let changed = |path: PathBuf| fs::metadata(path).and_then(|about| about.modified());
    match (changed(web.join("node_modules/.package-lock.json")), changed(web.join("package-lock.json"))) {
        (Ok(installed), Ok(wanted)) => installed < wanted,
        _ => true,
    }
}

fn npm(web: &Path, arguments: &[&str]) -> Outcome<()> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let ran = Command::new(program).args(arguments).current_dir(web).output();
    let output = ran.map_err(|error| {
        format!(
            "cannot run npm ({error}): the page needs Node 20 or newer with npm; on Debian `apt-get install nodejs \
             npm`. Or build the page elsewhere and set FINGERTIP_PAGE to its folder."
        )
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("`npm {}` failed in `{}`:\n{said}", arguments.join(" "), web.display()).into())
}

/// Writes a page that says that there is none.
fn note(out: &Path) -> Outcome<PathBuf> {
    let page = out.join("note");
    fs::create_dir_all(&page)?;
    let text = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Fingertip</title>\
                <p>This build has no page. The API is at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>\n";
    fs::write(page.join("index.html"), text)?;
    Ok(page)
}

/// Returns the Rust table of all files of the page, sorted by path.
fn table(page: &Path, out: &Path) -> Outcome<String> {
    let mut files = Vec::new();
    collect(page, page, &mut files)?;
    files.sort();
    let packed = out.join("packed");
    fs::create_dir_all(&packed)?;
    let mut table = String::from("/// All files, by path.\npub(crate) static ASSETS: &[Asset] = &[\n");
    for (index, name) in files.iter().enumerate() {
        let at = page.join(name);
        let bytes = fs::read(&at)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&bytes)?;
        let shorter = encoder.finish()?;
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let worth = shorter.len() < bytes.len() && !PACKED.contains(&extension);
        let body = if worth {
            let packed = packed.join(format!("{index}.gz"));
            fs::write(&packed, &shorter)?;
            format!("Body::Gzip(include_bytes!({packed:?}))")
        } else {
            format!("Body::Plain(include_bytes!({at:?}))")
        };
        let tag = format!("\"{:016x}\"", fingerprint(&bytes));
        writeln!(table, "    Asset {{ path: {name:?}, kind: {:?}, body: {body}, tag: {tag:?} }},", kind(extension))?;
    }
    table.push_str("];\n");
    Ok(table)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) -> Outcome<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
            continue;
        }
        let name = path.strip_prefix(root)?.to_str().ok_or("a file of the page has a name that is not UTF-8")?;
        files.push(name.replace('\\', "/"));
    }
    Ok(())
}

/// FNV-1a: the tag only has to change when the content does.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn kind(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
