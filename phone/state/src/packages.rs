//! Packages: what becomes of an APK that somebody wants to install, and what a phone comes with.
//!
//! The crate `apk` reads the file. This module decides, and refuses with the code and the words of Android 14. It does
//! not decide where packages are listed, started and shown: the commands and the phone read the record ([`Apk`]) that
//! comes out.

mod install;
pub(crate) mod install_options;
pub mod protection;
pub mod stock;
#[cfg(test)]
mod tests;

pub use apk::{Apk, AppIcon, ComponentKind, Declared, Filter, Reader, Refusal};

pub use self::install::{Installed, Part, Target, check};
pub use self::install_options::InstallOptions;
