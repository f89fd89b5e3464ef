//! Sends the files that a script left, when nothing is running any more that could change them: plain files only,
//! complete, and all together within a total. Every other file is named with the reason.
//!
//! The total counts a file's length, not its blocks: a later reader of the file reads its holes as well. Data that a
//! script really wrote always fits, because its folder holds no more. Files with holes come last and are sent while
//! there is room: thirty empty files that claim 250 MB each cannot displace the script's result.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::unistd::{Whence, lseek};

use crate::frame::{Frame, LONGEST};
use crate::job::Limits;
use crate::left_out::Reason;

/// How deeply folders may be nested.
const DEEPEST: usize = 32;

/// A file that can be sent.
struct OutputFile {
    /// Whether it has fewer blocks than its length needs.
    sparse: bool,
    path: PathBuf,
    length: u64,
}

/// Sends the files below `root`, and the names of those that are left out.
pub(super) fn hand_out(root: &Path, limits: &Limits, out: &mut impl Write) -> io::Result<()> {
    let most = usize::try_from(limits.files).unwrap_or(usize::MAX);
    let mut list = List { root, most, found: Vec::new(), out };
    list.folder(root, DEEPEST)?;
    let List { mut found, out, .. } = list;
    found.sort_by(|one, other| (one.sparse, &one.path).cmp(&(other.sparse, &other.path)));
    let mut room = limits.disk;
    for file in found {
        if file.length > room {
            leave_out(root, &file.path, Reason::TotalSize, out)?;
        } else if send(root, &file, out)? {
            room -= file.length;
        }
    }
    Ok(())
}

/// The files below a folder, up to the limits.
struct List<'a, W> {
    root: &'a Path,
    most: usize,
    found: Vec<OutputFile>,
    out: &'a mut W,
}

impl<W: Write> List<'_, W> {
    fn folder(&mut self, at: &Path, depth: usize) -> io::Result<()> {
        let Ok(entries) = fs::read_dir(at) else { return leave_out(self.root, at, Reason::Unreadable, self.out) };
        for entry in entries {
            let Ok(entry) = entry else { return leave_out(self.root, at, Reason::Unreadable, self.out) };
            let path = entry.path();
            // Of the entry itself, not of a link's target.
            let reason = match entry.metadata() {
                Err(_) => Reason::Unreadable,
                Ok(about) if about.is_dir() && depth == 0 => Reason::TooDeep,
                Ok(about) if about.is_dir() => {
                    self.folder(&path, depth - 1)?;
                    continue;
                }
                Ok(about) if !about.is_file() => Reason::NotPlain,
                Ok(_) if self.found.len() >= self.most => Reason::TooMany,
                Ok(about) => {
                    let sparse = about.blocks().saturating_mul(512) < about.len();
                    self.found.push(OutputFile { sparse, path, length: about.len() });
                    continue;
                }
            };
            leave_out(self.root, &path, reason, self.out)?;
        }
        Ok(())
    }
}

fn leave_out(root: &Path, path: &Path, why: Reason, out: &mut impl Write) -> io::Result<()> {
    Frame::LeftOut(name(root, path), why).write(out)
}

fn name(root: &Path, path: &Path) -> Vec<u8> {
    path.strip_prefix(root).unwrap_or(path).as_os_str().as_bytes().to_vec()
}

/// Sends one file. Returns whether all of it could be read.
fn send(root: &Path, file: &OutputFile, out: &mut impl Write) -> io::Result<bool> {
    let Ok(mut open) = File::open(&file.path) else {
        leave_out(root, &file.path, Reason::Unreadable, out)?;
        return Ok(false);
    };
    Frame::File(name(root, &file.path)).write(out)?;
    let mut at = 0;
    while at < file.length {
        let data = next(&open, at, Whence::SeekData, file.length);
        if data > at {
            Frame::Hole(data - at).write(out)?;
            at = data;
            continue;
        }
        let end = next(&open, at, Whence::SeekHole, file.length);
        // A file system without this information has one stretch of data.
        let end = if end > at { end } else { file.length };
        if copy(&mut open, at, end, out)? {
            at = end;
        } else {
            // Sent after the beginning of the file, this withdraws the beginning.
            leave_out(root, &file.path, Reason::Unreadable, out)?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Where the next data or hole begins, otherwise the end of the file.
fn next(file: &File, at: u64, whence: Whence, length: u64) -> u64 {
    let Ok(offset) = i64::try_from(at) else { return at };
    match lseek(file, offset, whence) {
        Ok(found) => u64::try_from(found).unwrap_or(at).clamp(at, length),
        Err(Errno::ENXIO) => length,
        Err(_) => at,
    }
}

/// Sends the bytes between two offsets. Returns whether all of them could be read.
fn copy(file: &mut File, from: u64, to: u64, out: &mut impl Write) -> io::Result<bool> {
    if file.seek(SeekFrom::Start(from)).is_err() {
        return Ok(false);
    }
    let mut left = to - from;
    let mut buffer = vec![0; LONGEST];
    while left > 0 {
        let most = usize::try_from(left).unwrap_or(LONGEST).min(LONGEST);
        let part = buffer.get_mut(..most).unwrap_or_default();
        match file.read(part) {
            Ok(count @ 1..) => {
                Frame::Content(part.get(..count).unwrap_or_default().to_vec()).write(out)?;
                left -= count as u64;
            }
            Ok(0) | Err(_) => return Ok(false),
        }
    }
    Ok(true)
}
