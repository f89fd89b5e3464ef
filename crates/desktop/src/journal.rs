//! The desktop on disk: an append-only journal of commands, and snapshots.
//!
//! The hub writes each command here, with one `write`, before it carries it out, so a killed process loses nothing. The
//! files are synced in the background, at most every tenth of a second; a power cut may cost that much. The journal is
//! a series of files, `journal-<first number>.jsonl`. When one is full the next begins, and a thread makes
//! `snapshot-<last number>.json` from the files *on disk* (the previous snapshot and the full files), just as a restart
//! would: the desktop in memory is neither copied nor held up. The last two snapshots are kept, with every journal file
//! after the older of them.
//!
//! Every line and every snapshot has a checksum. A last line that a power cut tore is cut off and logged. If anything
//! else is damaged, the desktop opens as it was up to the damage, the unreadable files are moved to a folder
//! `damaged-…`, and the person is notified; nothing is skipped silently.
//!
//! A command that came with an idempotency key is written with it, followed by the answer ([`answers`]).

pub(crate) mod answers;
mod background;
mod checksum;
mod compact;
mod damage;
mod disk;
mod replay;
mod segment;
mod snapshot;
#[cfg(test)]
pub(crate) mod tests;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::answers::{Answered, Note, Request};
use self::background::Background;
pub(crate) use self::disk::Disk;
use self::disk::Disks;
use self::segment::Line;
use crate::state::{Command, Desktop};
use crate::wire::Actor;

/// The format of all files here. Commands of another format are not replayed: their rules may differ.
const VERSION: u64 = 2;
/// The previous format: lines and snapshots without checksums.
const WITHOUT_SUMS: u64 = 1;
/// The longest line whose buffer is reused for the next.
const KEPT_BUFFER: usize = 1 << 20;

/// When the journal begins a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolling {
    /// After this many commands.
    pub commands: u64,
    /// Or this many bytes.
    pub bytes: u64,
}

impl Default for Rolling {
    fn default() -> Self {
        Self { commands: 8192, bytes: 16 << 20 }
    }
}

/// Why the desktop on disk cannot be opened, or where it is damaged.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file has a newer format: stop, and leave it alone.
    #[error("`{}` has format {found}, but this version supports format {VERSION}; update fingertip", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The file's format.
        found: u64,
    },
    /// A file is damaged.
    #[error("`{}`, line {line}: {problem}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// An I/O error.
    #[error("cannot use `{}`: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
}

impl JournalError {
    fn disk(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Disk { path, source }
    }
}

/// A desktop read from disk.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The journal for its next commands.
    pub(crate) journal: Journal,
    /// The desktop.
    pub(crate) desktop: Desktop,
    /// The number of its last change.
    pub(crate) seq: u64,
    /// The answers to requests with a key.
    pub(crate) answers: Vec<Answered>,
    /// The damage, in words for people.
    pub(crate) damage: Option<String>,
}

/// The journal being written.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: PathBuf,
    rolling: Rolling,
    disks: Disks,
    file: Arc<dyn Disk>,
    /// The valid length of the file.
    length: u64,
    /// Its length before the last line.
    before: u64,
    /// How many commands it holds.
    commands: u64,
    /// Whether invalid bytes after `length` could not be cut off.
    ragged: bool,
    /// After how many commands to try a new file again.
    retry_at: u64,
    buffer: Vec<u8>,
    background: Background,
}

impl Journal {
    /// Reads the folder, which need not exist, and continues after its contents.
    pub(crate) fn open(folder: &Path, rolling: Rolling) -> Result<Opened, JournalError> {
        Self::open_on(folder, rolling, Disks::real())
    }

    fn open_on(folder: &Path, rolling: Rolling, disks: Disks) -> Result<Opened, JournalError> {
        disk::private_folder(folder).and_then(|()| disk::close_files(folder)).map_err(JournalError::disk(folder))?;
        let read = replay::everything(folder)?;
        let damage =
            read.damage.as_ref().map(|damage| damage::set_aside(folder, damage, read.snapshot.seq)).transpose()?;
        let (path, length) = match &read.last {
            Some(last) => (last.path.clone(), last.length),
            None => (segment::path(folder, read.snapshot.seq + 1), 0),
        };
        let file = disks.open(&path).map_err(JournalError::disk(&path))?;
        let background = Background::start(folder).map_err(JournalError::disk(folder))?;
        let mut journal = Self {
            folder: folder.to_owned(),
            rolling,
            disks,
            file,
            length,
            before: length,
            commands: read.last.map_or(0, |last| last.commands),
            ragged: false,
            retry_at: rolling.commands,
            buffer: Vec::new(),
            background,
        };
        journal.file.cut(length).map_err(JournalError::disk(&path))?;
        if length == 0 {
            journal.begin().map_err(JournalError::disk(&path))?;
        }
        // The last process may have died before it made the snapshot for its full files.
        if let Some(full) = read.full {
            journal.background.full(journal.file(), full);
        }
        let snapshot::Snapshot { desktop, seq, answers } = read.snapshot;
        Ok(Opened { journal, desktop, seq, answers: answers.into_vec(), damage })
    }

    /// Writes a command under its future number, with its request if that has a key. On failure nothing of it remains.
    pub(crate) fn append(
        &mut self,
        seq: u64,
        at: u64,
        actor: &Actor,
        command: &Command,
        request: Option<&Request>,
    ) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.shrink_to(KEPT_BUFFER);
        serde_json::to_writer(&mut self.buffer, &Line { v: VERSION, seq, at, actor, command, request })?;
        self.write()?;
        self.commands += 1;
        Ok(())
    }

    /// Writes a note between the commands.
    pub(crate) fn note(&mut self, note: &Note) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.shrink_to(KEPT_BUFFER);
        serde_json::to_writer(&mut self.buffer, &segment::NoteLine { note, v: VERSION })?;
        self.write()
    }

    /// Removes the last command, which was refused.
    pub(crate) fn take_back(&mut self) {
        self.length = self.before;
        self.commands -= 1;
        self.cut();
    }

    /// Begins a new file if this one is full. `seq` is the number of the last change.
    pub(crate) fn roll_if_full(&mut self, seq: u64) {
        if self.commands >= self.retry_at || (self.length >= self.rolling.bytes && self.commands > 0) {
            self.roll(seq);
        }
    }

    /// Returns the current file, so that it can be synced without holding anyone up.
    pub(crate) fn file(&self) -> Arc<dyn Disk> {
        Arc::clone(&self.file)
    }

    fn roll(&mut self, seq: u64) {
        let path = segment::path(&self.folder, seq + 1);
        let full = (Arc::clone(&self.file), self.length, self.commands);
        let begun = self.disks.open(&path).and_then(|file| {
            self.file = file;
            self.length = 0;
            self.file.cut(0)?;
            self.begin()
        });
        if let Err(error) = begun {
            // The full file keeps growing meanwhile; a file without a header is as good as none.
            tracing::warn!(path = %path.display(), %error, "couldn't start a new journal file; the old one is kept");
            (self.file, self.length, self.commands) = full;
            self.before = self.length;
            let _ = std::fs::remove_file(&path);
            self.retry_at = self.commands + self.rolling.commands.div_ceil(8);
            return;
        }
        self.commands = 0;
        self.retry_at = self.rolling.commands;
        self.background.full(full.0, seq);
    }

    /// Writes the first line of a file.
    fn begin(&mut self) -> io::Result<()> {
        self.buffer.clear();
        serde_json::to_writer(&mut self.buffer, &segment::Header::new())?;
        self.write()
    }

    /// Writes the buffer as a line, whole or not at all.
    fn write(&mut self) -> io::Result<()> {
        checksum::seal(&mut self.buffer);
        self.buffer.push(b'\n');
        if self.ragged {
            self.file.cut(self.length)?;
            self.ragged = false;
        }
        if let Err(error) = self.file.append(&self.buffer) {
            self.cut();
            return Err(error);
        }
        self.before = self.length;
        self.length += self.buffer.len() as u64;
        self.background.written(&self.file);
        Ok(())
    }

    /// Cuts off everything after `length`: now, or before the next line is written.
    fn cut(&mut self) {
        self.ragged = self.file.cut(self.length).is_err();
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if let Err(error) = self.file.sync() {
            tracing::error!(%error, "the end of the desktop's journal may not be on disk");
        }
    }
}
