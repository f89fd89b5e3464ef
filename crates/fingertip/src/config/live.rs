//! The configuration of a running process: the current values, and the only way to change them.
//!
//! A change applies to the file as it is at that moment, so edits that a person made with an editor meanwhile are kept
//! and take effect. Either the whole change is on disk and in force, or nothing has changed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use anyhow::{Context, Result};
use model::Key;
use task::folder::write_private;

use super::{Config, Edit, TEMPLATE, keys};

/// The current configuration.
#[derive(Debug)]
pub(crate) struct LiveConfig {
    data: PathBuf,
    now: RwLock<Arc<Config>>,
    /// One change at a time: each starts from the result of the one before.
    changing: Mutex<()>,
}

impl LiveConfig {
    /// Creates it from the loaded configuration of this data folder.
    pub(crate) fn new(data: &Path, config: Config) -> Self {
        Self { data: data.to_owned(), now: RwLock::new(Arc::new(config)), changing: Mutex::default() }
    }

    /// Returns the current configuration.
    pub(crate) fn now(&self) -> Arc<Config> {
        Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the path of the file.
    pub(crate) fn file(&self) -> PathBuf {
        Config::file(&self.data)
    }

    /// Returns the data folder.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// Decides on changes from the current configuration, saves them and puts them in force. Blocks on the disk.
    pub(crate) fn change(&self, decide: impl FnOnce(&Config) -> Result<Vec<Change>>) -> Result<Arc<Config>> {
        let _alone = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.file();
        let text = super::text(&self.data)?.unwrap_or_else(|| TEMPLATE.to_owned());
        let stored = keys::load(&self.data)?;
        let mut before = Config::read(&path, &text)?;
        before.take_keys(&stored);
        let (mut changed, mut kept) = (text.clone(), stored.clone());
        for change in decide(&before)? {
            match change {
                Change::File(edit) => changed = edit.apply(&changed)?,
                Change::Key(model, key) => kept.set(&model, key),
            }
        }
        let mut config = Config::read(&path, &changed)?;
        config.take_keys(&kept);
        if kept != stored {
            keys::store(&self.data, &kept)?;
        }
        let written = if changed == text { Ok(()) } else { write_private(&path, changed.as_bytes()) };
        if let Err(error) = written {
            if kept != stored {
                keys::store(&self.data, &stored)?;
            }
            return Err(error).with_context(|| format!("cannot write the configuration `{}`", path.display()));
        }
        let config = Arc::new(config);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&config);
        Ok(config)
    }
}

/// A change on disk.
pub(crate) enum Change {
    /// To the configuration file.
    File(Edit),
    /// To the stored key of a model.
    Key(String, Option<Key>),
}
