//! Reads APKs.
//!
//! An APK is outside data of any size. This crate reads it within bounds and refuses what Android 14 refuses, in its
//! words. It knows nothing of a phone's state: `state::packages` decides what may be installed and keeps the record
//! ([`Apk`]).
//!
//! ```text
//! reader   an APK in, what it says out           record   what is kept of an installed APK
//! manifest AndroidManifest.xml                   intent   what a component is asked to do
//! zip, xml, strings, resources, icon             the formats inside an APK
//! signature, der                                 who signed it, and whether it is still what was signed
//! ```

mod der;
mod icon;
mod intent;
mod manifest;
mod reader;
mod record;
mod refusal;
mod resources;
mod signature;
mod strings;
#[cfg(test)]
mod tests;
mod xml;
mod zip;

pub use crate::icon::AppIcon;
pub use crate::intent::Intent;
pub use crate::manifest::Manifest;
pub use crate::reader::{Read, Reader};
pub use crate::record::{Apk, ComponentKind, Declared, Filter};
pub use crate::refusal::Refusal;
