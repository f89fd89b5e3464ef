//! Deletes old runs to keep the disk from filling: the rules, the choice, and the deletion itself.
//!
//! The choice is pure. It never selects a run that may still be needed: one that runs, waits or can be resumed, or one
//! that a person pinned. Failed runs can be resumed too, so they are deleted only if the person says so. Deletion
//! renames the folder first, so that a kill in the middle leaves either a whole run or a folder that no reader takes
//! for a run; the next deletion removes the remains.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file in a task's folder that pins it.
const PIN: &str = "keep";
/// The beginning of the name of a folder that is being deleted. No id begins like this.
const DELETED: &str = ".deleted-";
/// How long a script may run: a folder without a result is left alone for so long.
const LONGEST_SCRIPT: Duration = Duration::from_secs(2 * 3_600);
/// How deep folders are measured. A script may nest its files.
const DEEPEST: u32 = 64;

/// How long runs are kept. A limit of 0 means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retention {
    /// How many days after its end.
    pub keep_days: u32,
    /// How many runs; of tasks and of scripts, counted apart.
    pub keep_runs: u32,
    /// How many bytes altogether; of tasks and of scripts, counted apart.
    pub max_bytes: u64,
    /// Whether runs that failed or reached a limit go too. They can be resumed, so by default they stay.
    pub unfinished: bool,
}

impl Default for Retention {
    /// A quarter of a year, and at most as much as a phone's worth of disk.
    fn default() -> Self {
        Self { keep_days: 90, keep_runs: 5_000, max_bytes: 10 << 30, unfinished: false }
    }
}

/// A run, as far as the choice needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRun {
    /// The name of its folder.
    pub id: String,
    /// When something was last recorded for it.
    pub last: Timestamp,
    /// The size of its folder.
    pub bytes: u64,
    /// Whether it must stay.
    pub stays: bool,
}

/// A run that is deleted, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pruned {
    /// The name of its folder.
    pub id: String,
    /// `task` or `script`.
    pub kind: String,
    /// When something was last recorded for it.
    #[schemars(with = "String")]
    pub last: Timestamp,
    /// The size of its folder.
    pub bytes: u64,
    /// Which limit it is over.
    pub why: String,
}

/// What was deleted, or would be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PruneReport")]
pub struct PruneReport {
    /// The runs, the oldest first.
    pub runs: Vec<Pruned>,
    /// Their size.
    pub bytes: u64,
    /// How many runs failed or reached a limit, and stay because they can be resumed.
    #[serde(default)]
    pub unfinished_runs: u64,
    /// The size of those.
    #[serde(default)]
    pub unfinished_bytes: u64,
    /// Whether this was only a look.
    pub dry_run: bool,
}

impl Retention {
    /// Chooses the runs to delete, the oldest first.
    pub fn choose(&self, kind: &str, mut runs: Vec<KeptRun>, now: Timestamp) -> Vec<Pruned> {
        runs.sort_by(|one, other| (other.last, &other.id).cmp(&(one.last, &one.id)));
        let limit = |number: u64| if number == 0 { u64::MAX } else { number };
        let most_days = limit(self.keep_days.into());
        let (mut count, mut bytes) = (0_u64, 0_u64);
        let mut chosen = Vec::new();
        for run in runs {
            count += 1;
            bytes = bytes.saturating_add(run.bytes);
            let days = u64::try_from(now.duration_since(run.last).as_hours() / 24).unwrap_or_default();
            let why = match () {
                () if run.stays => continue,
                () if days > most_days => format!("it is older than {} days", self.keep_days),
                () if count > limit(self.keep_runs.into()) => format!("there are more than {} runs", self.keep_runs),
                () if bytes > limit(self.max_bytes) => format!("the runs have more than {} bytes", self.max_bytes),
                () => continue,
            };
            // Deleted runs make room for older runs that stay.
            count -= 1;
            bytes = bytes.saturating_sub(run.bytes);
            chosen.push(Pruned { id: run.id, kind: kind.to_owned(), last: run.last, bytes: run.bytes, why });
        }
        chosen.reverse();
        chosen
    }
}

/// How many runs a folder has, and their size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunsOnDisk {
    /// How many.
    pub count: u64,
    /// Their size, with what is left of deleted ones.
    pub bytes: u64,
}

impl RunsOnDisk {
    /// Measures the runs below this folder; none if there is no such folder.
    pub fn measure(folder: &Path) -> io::Result<Self> {
        let mut runs = Self::default();
        for entry in entries(folder)?.into_iter().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            runs.count += u64::from(!entry.file_name().to_string_lossy().starts_with('.'));
            runs.bytes = runs.bytes.saturating_add(size(&entry.path()));
        }
        Ok(runs)
    }
}

/// Pins the task in this folder, or unpins it.
pub fn pin(folder: &Path, pinned: bool) -> io::Result<()> {
    let file = folder.join(PIN);
    match pinned {
        true => fs::write(file, "fingertip task keep\n"),
        false => match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        },
    }
}

/// Whether the task in this folder is pinned.
pub fn is_pinned(folder: &Path) -> bool {
    folder.join(PIN).symlink_metadata().is_ok()
}

/// Takes a run out of its folder's listing. Its remains are removed by [`remove_remains`].
pub(crate) fn set_aside(folder: &Path) -> io::Result<()> {
    let Some(name) = folder.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut aside = std::ffi::OsString::from(DELETED);
    aside.push(name);
    let aside = folder.with_file_name(aside);
    // A run of the same name was set aside before, and its removal was cut off.
    if aside.symlink_metadata().is_ok() {
        fs::remove_dir_all(&aside)?;
    }
    fs::rename(folder, aside)
}

/// Removes the folders that were set aside here.
pub(crate) fn remove_remains(folder: &Path) -> io::Result<()> {
    for entry in entries(folder)? {
        if entry.file_name().to_string_lossy().starts_with(DELETED) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// The script runs below this folder.
pub(crate) fn script_runs(folder: &Path) -> io::Result<Vec<(KeptRun, PathBuf)>> {
    let mut runs = Vec::new();
    for entry in entries(folder)? {
        let Ok(id) = entry.file_name().into_string() else { continue };
        let path = entry.path();
        let Ok(about) = entry.metadata() else { continue };
        if id.starts_with('.') || !about.is_dir() {
            continue;
        }
        let is_over = path.join("result.json").exists();
        let modified = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let may_run = !is_over && modified.elapsed().is_ok_and(|since| since < LONGEST_SCRIPT);
        let last = Timestamp::try_from(modified).unwrap_or(Timestamp::UNIX_EPOCH);
        runs.push((KeptRun { id, last, bytes: size(&path), stays: may_run }, path));
    }
    Ok(runs)
}

fn entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// The size of a folder's files. Links are not followed.
pub(crate) fn size(folder: &Path) -> u64 {
    let mut open = vec![(folder.to_owned(), 0)];
    let mut bytes = 0_u64;
    while let Some((folder, depth)) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(about) if about.is_dir() && depth < DEEPEST => open.push((entry.path(), depth + 1)),
                Ok(about) => bytes = bytes.saturating_add(about.len()),
                Err(_) => {}
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests;
