//! Packages: reading APKs, and what becomes of one that somebody wants to install.
//!
//! An APK is outside data of any size. It is read here and nowhere else, within bounds, and what is refused is
//! refused with the code and the words of Android 14. Where packages are listed, started and shown is not decided
//! here: `android::pm` and the phone read the record ([`Apk`]) that comes out.

mod der;
mod icon;
mod install;
mod manifest;
pub mod protection;
mod record;
mod resources;
mod signature;
pub mod stock;
mod strings;
#[cfg(test)]
mod tests;
mod xml;
mod zip;

use sha2::{Digest, Sha256};

pub use self::icon::AppIcon;
pub use self::install::{InstallOptions, Part};
pub use self::install::{Installed, Target, check};
use self::manifest::Manifest;
pub use self::record::{Apk, ComponentKind, Declared, Filter};
use self::resources::Resources;
use self::zip::Zip;

/// The largest manifest and the largest table of resources that are read. The largest apps of the store have half
/// a megabyte and some thirty.
const MOST_MANIFEST: usize = 8 << 20;
const MOST_RESOURCES: usize = 96 << 20;

/// Why an APK is not installed: the code, and what Android says with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    code: &'static str,
    /// What Android says.
    pub message: String,
}

impl Refusal {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// As it stands in `Failure […]`.
    pub fn text(&self) -> String {
        match (self.code, self.message.as_str()) {
            (code, "") => code.to_owned(),
            ("", message) => message.to_owned(),
            (code, message) => format!("{code}: {message}"),
        }
    }
}

/// The phone that an APK is read for.
#[derive(Clone, Debug)]
pub struct Reader {
    /// As in `en-US`.
    pub locale: String,
    /// Dots an inch.
    pub density: u32,
    /// As in 34.
    pub sdk: u32,
}

/// One file of an app, read: its manifest, its icon, its signature.
struct Read {
    manifest: Manifest,
    icon: Option<AppIcon>,
    /// The SHA-256 of the certificate, and the scheme.
    signer: String,
    signing: u8,
    /// The folders of `lib/`.
    abis: Vec<String>,
    /// Whether `resources.arsc` lies as Android 11 wants it: not packed, at a multiple of four.
    aligned: bool,
}

impl Reader {
    /// The light look that `pm install PATH` takes before anything else.
    pub fn glance(&self, bytes: &[u8], path: &str) -> Result<(), Refusal> {
        let zip = open(bytes, path)?;
        let resources = zip.read("resources.arsc", MOST_RESOURCES);
        match self.manifest(&zip, resources.as_deref(), path) {
            Err(refusal) if !refusal.message.starts_with(manifest::DEEP) => Err(refusal),
            _ => Ok(()),
        }
    }

    /// A text by its name, as in `string` and `app_name`.
    pub fn text(&self, bytes: &[u8], kind: &str, name: &str) -> Option<String> {
        let table = Zip::open(bytes)?.read("resources.arsc", MOST_RESOURCES)?;
        let resources = Resources::open(&table, &self.locale, self.density, self.sdk)?;
        let id = resources.find(kind, name)?;
        resources.text(&xml::Value::Reference(id))
    }

    /// Reads a file of an app and verifies its signature. It lies at `path`.
    fn read(&self, bytes: &[u8], path: &str) -> Result<Read, Refusal> {
        let zip = open(bytes, path)?;
        let table = zip.read("resources.arsc", MOST_RESOURCES);
        let manifest = self.manifest(&zip, table.as_deref(), path)?;
        let signed =
            signature::verify(&zip, path).map_err(|why| Refusal::new("INSTALL_PARSE_FAILED_NO_CERTIFICATES", why))?;
        let resources = table.as_deref().and_then(|table| self.resources(table));
        let icon = resources.and_then(|resources| icon::find(&zip, &resources, &manifest.icons));
        let mut abis: Vec<String> = zip
            .names()
            .filter_map(|name| name.strip_prefix("lib/")?.split_once('/'))
            .filter(|(_, file)| file.ends_with(".so"))
            .map(|(abi, _)| abi.to_owned())
            .collect();
        abis.dedup();
        let aligned =
            !zip.has("resources.arsc") || zip.stored_at("resources.arsc").is_some_and(|at| at.is_multiple_of(4));
        let signer = hex(&Sha256::digest(&signed.certificate));
        Ok(Read { manifest, icon, signer, signing: signed.scheme, abis, aligned })
    }

    fn resources<'a>(&self, table: &'a [u8]) -> Option<Resources<'a>> {
        Resources::open(table, &self.locale, self.density, self.sdk)
    }

    fn manifest(&self, zip: &Zip<'_>, table: Option<&[u8]>, path: &str) -> Result<Manifest, Refusal> {
        let damaged = |why: &str| {
            Refusal::new("INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION", format!("Failed to parse {path}: {why}"))
        };
        if !zip.has("AndroidManifest.xml") {
            return Err(damaged("AndroidManifest.xml"));
        }
        let document = zip.read("AndroidManifest.xml", MOST_MANIFEST).and_then(|bytes| xml::read(&bytes));
        let document = document.ok_or_else(|| damaged("Corrupt XML binary file"))?;
        let resources = table.and_then(|table| self.resources(table));
        manifest::read(&document, resources.as_ref(), path, self.sdk)
    }
}

fn open<'a>(bytes: &'a [u8], path: &str) -> Result<Zip<'a>, Refusal> {
    Zip::open(bytes).ok_or_else(|| {
        let why = format!("Failed to parse {path}: Failed to load asset path {path}");
        Refusal::new("INSTALL_PARSE_FAILED_NOT_APK", why)
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
