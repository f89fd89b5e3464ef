//! Reads one APK for one phone: its manifest, icon and signature, for the phone's language and density.

use sha2::{Digest, Sha256};

use crate::icon::{self, AppIcon};
use crate::manifest::{self, Manifest};
use crate::refusal::Refusal;
use crate::resources::Resources;
use crate::signature;
use crate::xml;
use crate::zip::Zip;

/// The largest manifest and resource table that are read. The largest apps of the store have half a megabyte and some
/// thirty megabytes.
const MOST_MANIFEST: usize = 8 << 20;
const MOST_RESOURCES: usize = 96 << 20;

/// The configuration of the phone that an APK is read for.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The locale, such as `en-US`.
    pub locale: String,
    /// The density in dpi.
    pub density: u32,
    /// The API level, such as 34.
    pub sdk: u32,
}

/// The result of reading one APK of an app: its manifest, icon and signature.
#[derive(Debug)]
pub struct Read {
    /// The manifest.
    pub manifest: Manifest,
    /// The icon, if it has one that can be drawn.
    pub icon: Option<AppIcon>,
    /// The SHA-256 of the signing certificate, in hexadecimal.
    pub signer: String,
    /// The signature scheme: 1, 2 or 3.
    pub signing: u8,
    /// The folders of `lib/`.
    pub abis: Vec<String>,
    /// Whether `resources.arsc` is stored as Android 11 requires: uncompressed, at a multiple of four.
    pub aligned: bool,
}

impl Reader {
    /// Performs the lightweight parse that `pm install PATH` starts with.
    pub fn glance(&self, bytes: &[u8], path: &str) -> Result<(), Refusal> {
        let zip = open(bytes, path)?;
        let resources = zip.read("resources.arsc", MOST_RESOURCES);
        match self.manifest(&zip, resources.as_deref(), path) {
            Err(refusal) if !refusal.message.starts_with(manifest::DEEP) => Err(refusal),
            _ => Ok(()),
        }
    }

    /// Returns a text resource by its type and name, such as `string` and `app_name`.
    pub fn text(&self, bytes: &[u8], kind: &str, name: &str) -> Option<String> {
        let table = Zip::open(bytes)?.read("resources.arsc", MOST_RESOURCES)?;
        let resources = Resources::open(&table, &self.locale, self.density, self.sdk)?;
        let id = resources.find(kind, name)?;
        resources.text(&xml::Value::Reference(id))
    }

    /// Reads the APK at `path` and verifies its signature.
    pub fn read(&self, bytes: &[u8], path: &str) -> Result<Read, Refusal> {
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
