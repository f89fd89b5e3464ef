//! Moves damaged files aside, so that a person can look at them; nothing is deleted.

use std::path::{Path, PathBuf};

use super::JournalError;
use super::disk::private_folder;
use super::replay::Damage;
use super::snapshot::sync_folder;

/// How many folder names are tried.
const MOST: u32 = 1000;

/// Moves the damaged files into their own folder and returns the message for people. A file with a valid beginning is
/// copied, and the caller cuts it.
pub(super) fn set_aside(folder: &Path, damage: &Damage, seq: u64) -> Result<String, JournalError> {
    let aside = free_name(folder, seq);
    let keep = || {
        private_folder(&aside)?;
        if let Some((path, name)) = damage.cut.as_ref().and_then(|path| Some((path, path.file_name()?))) {
            std::fs::copy(path, aside.join(name))?;
        }
        for path in &damage.rest {
            if let Some(name) = path.file_name() {
                std::fs::rename(path, aside.join(name))?;
            }
        }
        sync_folder(&aside)?;
        sync_folder(folder)
    };
    keep().map_err(JournalError::disk(&aside))?;
    let problem = &damage.problem;
    tracing::warn!(%problem, seq, aside = %aside.display(), "the desktop's journal is damaged");
    let name = aside.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(format!(
        "The desktop is shown as it was at change {seq}. What came after that could not be read and is kept in the \
         folder `{name}`, beside the desktop's other files. {problem}"
    ))
}

fn free_name(folder: &Path, seq: u64) -> PathBuf {
    let name = |n: u32| match n {
        1 => folder.join(format!("damaged-{seq:012}")),
        n => folder.join(format!("damaged-{seq:012}-{n}")),
    };
    (1..MOST).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(MOST))
}
