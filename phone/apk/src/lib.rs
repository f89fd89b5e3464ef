//! Reads APKs.
//!
//! An APK is untrusted input of any size. This crate reads it within bounds and refuses what Android 14 refuses, with
//! Android's messages. It knows nothing of a phone's state: `state::packages` decides what may be installed and keeps
//! the record ([`Apk`]).
//!
//! ```text
//! reader   parses an APK                         record   the stored record of an installed APK
//! manifest AndroidManifest.xml                   intent   a request to start a component
//! zip, xml, strings, resources, icon             the formats inside an APK
//! signature, der                                 verifies the signature and finds the signer
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
