//! Finds the OCR models; tests that need them are skipped if they are missing.

use std::path::PathBuf;

use crate::absent;

/// The folder with the models. `cargo xtask test` sets it.
const VARIABLE: &str = "FINGERTIP_OCR_MODELS";

/// The folder with the models: the variable's, otherwise `usual`.
pub(crate) fn models(usual: Option<PathBuf>) -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let found = named.or(usual).filter(|folder| ocr::Files::find(folder).is_ok());
    if found.is_none() {
        absent::skipped("folder with the models that read pictures");
    }
    found
}
