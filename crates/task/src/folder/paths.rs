//! The layout of the data folder. Creates and opens nothing.

use std::path::{Path, PathBuf};

/// The paths in a data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths(PathBuf);

impl Paths {
    /// Returns the paths in this folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self(root.into())
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// The lock file, which holds the owner's address.
    pub fn lock_file(&self) -> PathBuf {
        self.0.join("lock")
    }

    /// The person's configuration.
    pub fn config_file(&self) -> PathBuf {
        self.0.join("fingertip.toml")
    }

    /// State that the program keeps between runs: credentials, remembered choices.
    pub fn config(&self) -> PathBuf {
        self.0.join("config")
    }

    /// The remembered choices.
    pub fn permissions(&self) -> PathBuf {
        self.config().join("permissions.json")
    }

    /// The numbers that agents brought to phones.
    pub fn introduced(&self) -> PathBuf {
        self.config().join("introduced.json")
    }

    /// The links of questions.
    pub fn links(&self) -> PathBuf {
        self.config().join("links.json")
    }

    /// The remembered dialogue.
    pub fn dialogue(&self) -> PathBuf {
        self.config().join("dialogue.json")
    }

    /// Which old runs were announced to be deleted.
    pub fn announced_pruning(&self) -> PathBuf {
        self.config().join("old-runs.json")
    }

    /// One folder for each task.
    pub fn tasks(&self) -> PathBuf {
        self.0.join("tasks")
    }

    /// The desktop's journal and snapshots.
    pub fn desktop(&self) -> PathBuf {
        self.0.join("desktop")
    }

    /// One folder for each app.
    pub fn apps(&self) -> PathBuf {
        self.0.join("apps")
    }

    /// Files that windows may show.
    pub fn files(&self) -> PathBuf {
        self.0.join("files")
    }

    /// The built-in phone.
    pub fn phone(&self) -> PathBuf {
        self.0.join("phone")
    }

    /// The output of scripts.
    pub fn runs(&self) -> PathBuf {
        self.0.join("runs")
    }

    /// The models for reading text in screenshots, which the person may put there.
    pub fn ocr_models(&self) -> PathBuf {
        self.models().join("ocr")
    }

    fn models(&self) -> PathBuf {
        self.0.join("models")
    }

    /// Every entry that may be in the folder itself.
    pub(super) fn all(&self) -> [PathBuf; 10] {
        [
            self.lock_file(),
            self.config_file(),
            self.config(),
            self.tasks(),
            self.desktop(),
            self.apps(),
            self.files(),
            self.phone(),
            self.runs(),
            self.models(),
        ]
    }
}
