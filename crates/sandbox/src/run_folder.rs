//! `runs/<id>/`: the script, its output, the files it left, and its result, even if it was refused.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::{LeftOut, SandboxError};

/// The version of `result.json`.
const VERSION: u32 = 1;

/// A run's folder.
#[derive(Debug)]
pub(crate) struct RunFolder {
    pub(crate) path: PathBuf,
}

/// The result of a run, as stored in `result.json`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Record {
    pub(crate) version: u32,
    pub(crate) outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    pub(crate) duration_ms: u64,
    pub(crate) stdout_bytes: u64,
    pub(crate) stderr_bytes: u64,
    pub(crate) cut: bool,
    pub(crate) files: Vec<String>,
    /// The first files that were left out.
    pub(crate) left_out: Vec<LeftOut>,
    /// How many files were left out.
    pub(crate) left_out_count: u64,
    /// The walls around this run.
    pub(crate) walls: Vec<String>,
    /// The walls that this machine lacks, with the reason.
    pub(crate) missing_walls: Vec<String>,
}

impl RunFolder {
    /// Creates the folder with the script in it. `id` is the caller's name for it; a name that is taken is refused.
    pub(crate) fn create(runs: &Path, id: &str, script: &str) -> Result<Self, SandboxError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if id.is_empty() || id.len() > 128 || !id.chars().all(plain) {
            return Err(SandboxError::Refused(format!("`{id}` is not a valid run name")));
        }
        let path = runs.join(id);
        let make = || -> std::io::Result<()> {
            fs::create_dir_all(runs)?;
            fs::create_dir(&path)?;
            fs::write(path.join("script.sh"), script)
        };
        make().map_err(|error| SandboxError::disk(&path, error))?;
        Ok(Self { path })
    }

    /// The folder for the files that the script leaves.
    pub(crate) fn files(&self) -> PathBuf {
        self.path.join("files")
    }

    /// Records the output and the result.
    pub(crate) fn finish(&self, stdout: &[u8], stderr: &[u8], mut record: Record) -> Result<(), SandboxError> {
        record.version = VERSION;
        let write = |name: &str, bytes: &[u8]| {
            let path = self.path.join(name);
            fs::write(&path, bytes).map_err(|error| SandboxError::disk(&path, error))
        };
        write("stdout.log", stdout)?;
        write("stderr.log", stderr)?;
        // Written atomically: its presence says that the run is over.
        let (path, beside) = (self.path.join("result.json"), self.path.join("result.json.new"));
        let put = || -> std::io::Result<()> {
            let mut file = fs::File::create(&beside)?;
            file.write_all(format!("{}\n", serde_json::to_string_pretty(&record)?).as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &path)
        };
        put().map_err(|error| SandboxError::disk(path.clone(), error))
    }
}
