//! Where the models are that people install themselves; tests that need them are left out where they are not.

use std::path::PathBuf;

/// Names the folder with the models.
const VARIABLE: &str = "FINGERTIP_OCR_MODELS";

/// The folder with the models: that of the variable, or `usual`. Says so where there is none.
#[expect(clippy::print_stdout, reason = "a test that tests nothing says so")]
pub(crate) fn models(usual: Option<PathBuf>) -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let found = named.or(usual).filter(|folder| ocr::Files::find(folder).is_ok());
    if found.is_none() {
        println!("skipped: the models that read pictures are not there (`fingertip doctor` says how); see ${VARIABLE}");
    }
    found
}
