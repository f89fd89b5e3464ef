//! The file of the keys that people typed in on the desktop: `config/model-keys.json`, for its owner alone. Never shown,
//! never logged; what is wrong with it is said without repeating any of it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use model::StoredKeys;
use task::folder::{Paths, write_private};

/// How long the file may be: some dozens of keys.
const MOST_BYTES: u64 = 1 << 20;

/// The keys of a data folder; without a file there are none.
pub(super) fn load(data: &Path) -> Result<StoredKeys> {
    let path = file(data);
    match std::fs::metadata(&path) {
        Ok(about) if about.len() > MOST_BYTES => bail!("the keys in `{}` are too many to be read", path.display()),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(StoredKeys::default()),
        Err(error) => return Err(error).with_context(|| format!("cannot read the keys in `{}`", path.display())),
    }
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read the keys in `{}`", path.display()))?;
    let advice = "remove it, and enter the keys again";
    StoredKeys::read(&bytes).map_err(|why| anyhow!("the keys in `{}` are lost: {why}; {advice}", path.display()))
}

/// Keeps them.
pub(super) fn store(data: &Path, keys: &StoredKeys) -> Result<()> {
    let path = file(data);
    write_private(&path, &keys.to_private_file()).with_context(|| format!("cannot write `{}`", path.display()))
}

fn file(data: &Path) -> PathBuf {
    Paths::new(data).config().join("model-keys.json")
}
