//! A task on disk: `journal.jsonl`, `trajectory.json` and `screenshots/*.png` in a folder of its own.
//!
//! The journal is the truth and only ever grows. The trajectory is made from it for people and other
//! programs: it is extended in place every ten steps and completed at the end, so a step costs the same
//! however long the task is. [`Folder`] is the [`Journal`] of a running task; [`read`](read()) and [`glance`] are for
//! whoever wants to know afterwards. What comes here has passed the redactor.

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

pub use self::read::{Glance, Lines, ReadError, glance, last_undo, read};
pub use self::screens::{SeenScreen, StepScreens};
use self::trajectory::Trajectory;
use crate::journal::{Journal, JournalEntry, Screenshot};

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

/// Where the journal of the task in `folder` is.
pub fn journal_file(folder: &Path) -> PathBuf {
    folder.join(JOURNAL)
}

/// Where the trajectory of the task in `folder` is, from its tenth step on.
pub fn trajectory_file(folder: &Path) -> PathBuf {
    folder.join(TRAJECTORY)
}

/// Where the screenshot with this number is.
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
    /// The end of the last whole line. What a failed write left behind is cut off before the next.
    end: u64,
    line: Vec<u8>,
}

impl Folder {
    /// Makes the folder of a new task. There must be no journal in it.
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
        // The names of the files are in their folder, which is written too.
        File::open(path)?.sync_all()?;
        Ok(folder)
    }

    /// Goes on with the task of a process that is gone: cuts off a line that was torn, brings the trajectory up
    /// to the journal, and hands every line there is to `each`.
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
        Ok(Self { path: path.to_owned(), journal, trajectory, end, line: Vec::new() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// One line, whole or not at all; `firmly` when it has to survive the end of the machine.
    fn append(&mut self, line: &impl Serialize, firmly: bool) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line)?;
        self.line.push(b'\n');
        if let Err(error) = self.journal.write_all(&self.line) {
            // A full disk takes part of a line. Nothing may stand behind half a line.
            self.journal.set_len(self.end)?;
            self.journal.seek(SeekFrom::Start(self.end))?;
            return Err(error);
        }
        self.end += u64::try_from(self.line.len()).unwrap_or(u64::MAX);
        // One long reply is no reason to keep a long buffer.
        self.line.shrink_to(64 << 10);
        if firmly { self.journal.sync_data() } else { Ok(()) }
    }

    fn keep(&self, picture: &Screenshot) -> io::Result<()> {
        let mut file =
            private_file().write(true).create(true).truncate(true).open(screenshot_file(&self.path, picture.number))?;
        file.write_all(&picture.png)
    }
}

/// Whether it has to survive the end of the machine: what is about to be sent, and where a secret then stands.
fn is_firm(line: &JournalEntry) -> bool {
    matches!(line, JournalEntry::Started(_) | JournalEntry::Hidden(_) | JournalEntry::Intent(_))
}

/// How files are opened here: what a task saw and did is its owner's alone.
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

/// Reads the picture of an observation back from its file. One that is gone is only named.
fn load_picture(folder: &Path, line: &mut JournalEntry) {
    let JournalEntry::Observation(seen) = line else { return };
    let Some(picture) = &mut seen.screenshot else { return };
    picture.png = std::fs::read(screenshot_file(folder, picture.number)).unwrap_or_default().into();
}

impl Journal for Folder {
    fn write(&mut self, line: &JournalEntry) -> io::Result<()> {
        // The picture first: a line never names one that is not there.
        if let JournalEntry::Observation(seen) = line {
            let picture = seen.screenshot.as_ref().filter(|picture| !picture.png.is_empty());
            picture.map_or(Ok(()), |picture| self.keep(picture))?;
        }
        if let JournalEntry::Ended(_) = line {
            // The other way round: behind its last line nobody comes back to complete the trajectory. A kill in
            // between leaves a task without its end, and whoever resumes it makes the trajectory anew.
            let completed = self.trajectory.add(line);
            self.append(line, true)?;
            return completed;
        }
        self.append(line, is_firm(line))?;
        self.trajectory.add(line)
    }
}
