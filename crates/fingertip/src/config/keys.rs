//! The file with the keys that people typed in on the desktop: `config/model-keys.json`, readable by its owner only.
//! Keys are never shown or logged; errors about the file repeat none of its contents.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use model::StoredKeys;
use task::folder::{Paths, write_private};

/// The largest file that is read: a few dozen keys.
const MOST_BYTES: u64 = 1 << 20;

/// Loads the keys of a data folder; none if there is no file.
pub(super) fn load(data: &Path) -> Result<StoredKeys> {
    let path = file(data);
    match std::fs::metadata(&path) {
        Ok(about) if about.len() > MOST_BYTES => bail!("the key file `{}` is too large", path.display()),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(StoredKeys::default()),
        Err(error) => return Err(error).with_context(|| format!("cannot read the key file `{}`", path.display())),
    }
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read the key file `{}`", path.display()))?;
    let advice = "remove it, and enter the keys again";
    StoredKeys::read(&bytes).map_err(|why| anyhow!("the key file `{}` is damaged: {why}; {advice}", path.display()))
}

/// Saves the keys.
pub(super) fn store(data: &Path, keys: &StoredKeys) -> Result<()> {
    let path = file(data);
    write_private(&path, &keys.to_private_file()).with_context(|| format!("cannot write `{}`", path.display()))
}

fn file(data: &Path) -> PathBuf {
    Paths::new(data).config().join("model-keys.json")
}
