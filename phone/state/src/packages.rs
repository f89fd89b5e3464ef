//! Packages: decides whether an APK may be installed, and lists the preinstalled packages.
//!
//! The crate `apk` reads the file. This module decides, and refuses with the codes and messages of Android 14. It does
//! not list, start or show packages: the commands and the phone do that from the resulting record ([`Apk`]).

mod install;
pub(crate) mod install_options;
pub mod protection;
pub mod stock;
#[cfg(test)]
mod tests;

pub use apk::{Apk, AppIcon, ComponentKind, Declared, Filter, Reader, Refusal};

pub use self::install::{Installed, Part, Target, check};
pub use self::install_options::InstallOptions;
