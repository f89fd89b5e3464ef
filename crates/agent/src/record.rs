//! A task on disk: `journal.jsonl`, `trajectory.json`, `screenshots/*.png`, `trees/*.json.gz` and `prompts/*.txt.gz` in a
//! folder of its own. `docs/record.md` has the format.
//!
//! The journal is the truth and only ever grows. The trajectory is derived from it for people and other programs: it is
//! extended in place every ten steps and completed at the end, so a step costs the same however long the task is.
//! [`Folder`] is the [`Journal`] of a running task; [`read`](read()) and [`glance`] read a task afterwards. Everything
//! written here has passed the redactor.

mod packed;
mod read;
mod screens;
mod step;
#[cfg(test)]
mod tests;
mod trajectory;

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use self::packed::{prompt_file, read_prompt, read_tree, tree_file};
pub use self::read::{Glance, Lines, ReadError, glance, last_undo, read};
pub use self::screens::{SeenScreen, StepScreens};
use self::trajectory::Trajectory;
use crate::journal::{Journal, JournalEntry, Prediction, Screenshot, StoredTree};

/// The format of the journal.
pub const VERSION: u32 = 1;

const JOURNAL: &str = "journal.jsonl";
const TRAJECTORY: &str = "trajectory.json";
const SCREENSHOTS: &str = "screenshots";

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
struct Header {
    line: HeaderKind,
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HeaderKind {
    Journal,
}

/// Returns the journal's path for the task in `folder`.
pub fn journal_file(folder: &Path) -> PathBuf {
    folder.join(JOURNAL)
}

/// Returns the trajectory's path for the task in `folder`. The file exists from the tenth step on.
pub fn trajectory_file(folder: &Path) -> PathBuf {
    folder.join(TRAJECTORY)
}

/// Returns the path of the screenshot with this number.
pub fn screenshot_file(folder: &Path, number: u64) -> PathBuf {
    folder.join(screenshot_name(number))
}

fn screenshot_name(number: u64) -> String {
    format!("{SCREENSHOTS}/{number:06}.png")
}

/// A running task's folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    journal: File,
    trajectory: Trajectory,
    /// The end of the last complete line. The remains of a failed write are cut off before the next write.
    end: u64,
    line: Vec<u8>,
}

impl Folder {
    /// Creates the folder of a new task. Fails if it already has a journal.
    pub fn create(path: &Path) -> io::Result<Self> {
        create_private_folders(&path.join(SCREENSHOTS))?;
        let journal = private_file().write(true).create_new(true).open(journal_file(path))?;
        let mut folder = Self {
            path: path.to_owned(),
            journal,
            trajectory: Trajectory::new(trajectory_file(path)),
            end: 0,
            line: Vec::new(),
        };
        folder.append(&Header { line: HeaderKind::Journal, version: VERSION }, true)?;
        // The folder holds the names of the files, so it is synced too.
        File::open(path)?.sync_all()?;
        Ok(folder)
    }

    /// Reopens the task of a process that is gone: cuts off a torn line, brings the trajectory up to date with the
    /// journal, and passes every line to `each`.
    pub fn reopen(path: &Path, mut each: impl FnMut(JournalEntry)) -> Result<Self, ReadError> {
        let mut lines = read(path)?;
        let mut trajectory = Trajectory::new(trajectory_file(path));
        for line in &mut lines {
            let mut line = line?;
            if trajectory.embeds() {
                load_picture(path, &mut line);
            }
            trajectory.add(&line).map_err(|error| ReadError::disk(trajectory_file(path), error))?;
            each(line);
        }
        let at = journal_file(path);
        let disk = |error| ReadError::disk(at.clone(), error);
        let mut journal = OpenOptions::new().write(true).open(&at).map_err(disk)?;
        let end = lines.whole();
        journal.set_len(end).map_err(disk)?;
        journal.seek(SeekFrom::End(0)).map_err(disk)?;
        let mut folder = Self { path: path.to_owned(), journal, trajectory, end, line: Vec::new() };
        if end == 0 {
            // Killed before the first line was whole.
            folder.append(&Header { line: HeaderKind::Journal, version: VERSION }, true).map_err(disk)?;
        }
        Ok(folder)
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one line, all or nothing; `firmly` if it has to survive a crash of the machine.
    fn append(&mut self, line: &impl Serialize, firmly: bool) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line)?;
        self.line.push(b'\n');
        if let Err(error) = self.journal.write_all(&self.line) {
            // A full disk accepts part of a line. Nothing may follow half a line.
            self.journal.set_len(self.end)?;
            self.journal.seek(SeekFrom::Start(self.end))?;
            return Err(error);
        }
        self.end += u64::try_from(self.line.len()).unwrap_or(u64::MAX);
        // One long reply should not keep a long buffer alive.
        self.line.shrink_to(64 << 10);
        if firmly { self.journal.sync_data() } else { Ok(()) }
    }

    fn keep(&self, picture: &Screenshot) -> io::Result<()> {
        self.put(&screenshot_file(&self.path, picture.number), &picture.png)
    }

    /// Writes a file beside the journal. Its folder is created when it is first needed: an older task lacks it.
    fn put(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let open = || private_file().write(true).create(true).truncate(true).open(path);
        let mut file = match (open(), path.parent()) {
            (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound && self.path.is_dir() => {
                create_private_folders(folder)?;
                open()?
            }
            (opened, _) => opened?,
        };
        file.write_all(bytes)
    }
}

/// Returns the trajectory of the task in `folder` with its pictures embedded, whatever the task's settings say. Writes
/// nothing. Works for tasks that still run and for older ones.
pub fn embedded_trajectory(folder: &Path) -> Result<Vec<u8>, ReadError> {
    let mut trajectory = Trajectory::in_memory();
    let disk = |error| ReadError::disk(journal_file(folder), error);
    let mut open = true;
    for line in read(folder)? {
        let mut line = line?;
        load_picture(folder, &mut line);
        open = !matches!(line, JournalEntry::Ended(_));
        trajectory.add(&line).map_err(disk)?;
    }
    if open {
        trajectory.flush().map_err(disk)?;
    }
    Ok(trajectory.into_bytes())
}

/// Whether an entry has to survive a crash of the machine: an intent, and the location of a secret.
fn is_firm(line: &JournalEntry) -> bool {
    matches!(line, JournalEntry::Started(_) | JournalEntry::Hidden(_) | JournalEntry::Intent(_))
}

/// Opens files that only their owner can read: they show what a task saw and did.
fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn create_private_folders(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Reads the picture of an observation back from its file. If the file is gone, only its number remains.
fn load_picture(folder: &Path, line: &mut JournalEntry) {
    let JournalEntry::Observation(seen) = line else { return };
    let Some(picture) = &mut seen.screenshot else { return };
    picture.png = std::fs::read(screenshot_file(folder, picture.number)).unwrap_or_default().into();
}

impl Journal for Folder {
    fn write(&mut self, line: &JournalEntry) -> io::Result<()> {
        // The files are written first, so a line never names a missing one.
        match line {
            JournalEntry::Observation(seen) => {
                let picture = seen.screenshot.as_ref().filter(|picture| !picture.png.is_empty());
                picture.map_or(Ok(()), |picture| self.keep(picture))?;
                if let Some(StoredTree { number, tree: Some(tree) }) = &seen.tree {
                    self.put(&tree_file(&self.path, *number), &packed::pack_tree(tree)?)?;
                }
            }
            JournalEntry::Prediction(Prediction { prompt: Some(prompt), .. }) if !prompt.text.is_empty() => {
                self.put(&prompt_file(&self.path, prompt.number), &packed::pack_prompt(&prompt.text)?)?;
            }
            _ => {}
        }
        if let JournalEntry::Ended(_) = line {
            // Here the trajectory goes first, because nothing completes it after the last line. A kill in between
            // leaves a task without an end, and resuming it rebuilds the trajectory.
            let completed = self.trajectory.add(line);
            self.append(line, true)?;
            return completed;
        }
        self.append(line, is_firm(line))?;
        self.trajectory.add(line)
    }
}
