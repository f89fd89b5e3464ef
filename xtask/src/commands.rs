//! The commands themselves, each in the order of its steps.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::run::{Program, step};
use crate::{codegen, needs, tidy};

/// Everything that must pass before a change lands; stops at the first failure.
pub(crate) fn test(root: &Path) -> Result<()> {
    step("setup", "cargo xtask setup", || needs::setup(root, needs::FOR_TESTS))?;
    let tests =
        if needs::nextest(root) { "cargo nextest run --workspace" } else { "cargo test --workspace --all-targets" };
    program(root, "format", Program::new(root, "cargo fmt --all --check"))?;
    program(root, "lints", Program::new(root, "cargo clippy --workspace --all-targets -- -D warnings"))?;
    // First, so that the summary people look for is the one of all the other tests.
    program(root, "tests in documentation", Program::new(root, "cargo test --workspace --doc --quiet"))?;
    step("clients for the simulated phone", "see `clients` in xtask/src/commands.rs", || clients(root))?;
    program(root, "tests", Program::new(root, tests).with_env("FINGERTIP_CLIENTS_PYTHON", &clients_python(root)))?;
    step("tidy", "cargo xtask tidy", || tidy(root))?;

    let web = root.join("web");
    step("page: packages", "(cd web && npm ci)", || install_packages(&web))?;
    program(root, "page: types", Program::new(&web, "npx tsc --noEmit"))?;
    program(root, "page: tests", Program::new(&web, "npm test"))?;
    // The binary holds the page: it is built with the page as it is now, and then looked at in a browser.
    program(root, "page: the binary", Program::new(root, "cargo build --package fingertip"))?;
    program(root, "page: in a browser", Program::new(&web, "npm run e2e"))?;
    println!("\nAll checks passed.");
    Ok(())
}

fn program(root: &Path, title: &str, program: Program) -> Result<()> {
    step(title, &program.shown(root), || program.run())
}

/// The public adb clients that drive the simulated phone in our tests, as they were when the tests were written.
const CLIENTS: &[&str] =
    &["adbutils==2.12.0", "uiautomator2==3.7.1", "pure-python-adb==0.3.0.dev0", "adb-shell==0.4.4"];

/// A Python of our own with these clients, unless it is there already.
fn clients(root: &Path) -> Result<()> {
    let folder = root.join("target/clients");
    let installed = folder.join("installed");
    if fs::read_to_string(&installed).is_ok_and(|list| list == CLIENTS.join("\n")) {
        println!("nothing to install");
        return Ok(());
    }
    Program::new(root, "python3 -m venv target/clients").run()?;
    Program::new(root, "target/clients/bin/python -m pip install --quiet --disable-pip-version-check")
        .with(CLIENTS.iter().copied())
        .run()?;
    fs::write(&installed, CLIENTS.join("\n")).with_context(|| format!("writing `{}`", installed.display()))
}

fn clients_python(root: &Path) -> String {
    root.join("target/clients/bin/python").display().to_string()
}

/// `npm ci`, unless what the lock asks for is installed already: a copy of the lock tells.
fn install_packages(web: &Path) -> Result<()> {
    let copy = web.join("node_modules/.installed-package-lock.json");
    let lock = fs::read(web.join("package-lock.json")).context("reading `web/package-lock.json`")?;
    if fs::read(&copy).is_ok_and(|installed| installed == lock) {
        println!("nothing to install");
        return Ok(());
    }
    Program::new(web, "npm ci").run()?;
    fs::write(&copy, lock).with_context(|| format!("writing `{}`", copy.display()))
}

/// Writes the generated files, or only says which differ.
pub(crate) fn codegen(root: &Path, check: bool) -> Result<()> {
    let wanted = codegen::generate()?;
    if !check {
        for difference in codegen::disk::write(root, &wanted)? {
            println!("{difference}: done");
        }
        return Ok(());
    }
    let differences = codegen::disk::compare(&wanted, &codegen::disk::present(root)?);
    for difference in &differences {
        println!("{difference}");
    }
    ensure!(differences.is_empty(), "{} generated files differ; run `cargo xtask codegen`", differences.len());
    Ok(())
}

/// Checks what no compiler checks.
pub(crate) fn tidy(root: &Path) -> Result<()> {
    let report = tidy::check(&tidy::Tree::read(root)?)?;
    for warning in &report.warnings {
        println!("warning: {warning}");
    }
    for problem in &report.problems {
        println!("{problem}");
    }
    println!("conformance: {} rows proven, {} open", report.proven, report.open);
    ensure!(report.problems.is_empty(), "what is untidy: {}", report.problems.len());
    Ok(())
}

/// Runs one fuzz target or all, each for so long.
pub(crate) fn fuzz(root: &Path, seconds: u32, target: Option<&str>) -> Result<()> {
    let targets = root.join("fuzz/fuzz_targets");
    let mut names: Vec<String> = fs::read_dir(&targets)
        .with_context(|| format!("there are no fuzz targets: `{}` cannot be read", targets.display()))?
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort_unstable();
    if let Some(target) = target {
        if !names.iter().any(|name| name == target) {
            bail!("there is no fuzz target `{target}`; there are {}", names.join(", "));
        }
        names.retain(|name| name == target);
    }
    needs::setup(root, needs::FOR_FUZZING)?;
    sow(root)?;
    for name in names {
        let fuzz = Program::new(root, "cargo +nightly fuzz run").with([name.as_str(), "--"]);
        program(root, &format!("fuzz {name}"), fuzz.with([format!("-max_total_time={seconds}")]))?;
    }
    Ok(())
}

/// Where the fuzzers start from: which target, which scenarios, which field of each line.
const SEEDS: &[(&str, &str, &str)] = &[
    ("dialects", "scenarios/dialects.jsonl", "raw"),
    ("json", "scenarios/normalize.jsonl", "in"),
    ("normalize", "scenarios/normalize.jsonl", "in"),
    ("normalize", "scenarios/guards.jsonl", "value"),
    ("os_action", "scenarios/guards.jsonl", "value"),
    ("action_plan", "scenarios/guards.jsonl", "value"),
];

/// Puts the scenarios into the corpora, so that the fuzzers begin with what real replies look like.
fn sow(root: &Path) -> Result<()> {
    for (target, file, field) in SEEDS {
        let corpus = root.join("fuzz/corpus").join(target);
        fs::create_dir_all(&corpus).with_context(|| format!("cannot make `{}`", corpus.display()))?;
        let scenarios = fs::read_to_string(root.join(file)).with_context(|| format!("cannot read `{file}`"))?;
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        for (index, line) in scenarios.lines().enumerate() {
            // A few lines hold numbers that serde_json cannot; the others are enough to begin with.
            let Ok(row) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let seed = row[field].as_str().map_or_else(|| row[field].to_string(), str::to_owned);
            let path = corpus.join(format!("{stem}-{index}"));
            fs::write(&path, seed).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
    }
    Ok(())
}

/// Runs the benchmarks.
pub(crate) fn bench(root: &Path, arguments: &[String]) -> Result<()> {
    Program::new(root, "cargo bench --workspace").with(arguments).run()
}
