//! Writes the files that come out of a sandbox into the run's folder: each file complete or not at all, all together
//! within a total. The sender has the same limits, but is not trusted to keep them.

use std::fs::{self, File};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::job::Limits;
use crate::left_out::{LeftOut, MOST_NAMED, Reason};

/// The files collected so far.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    /// The target folder; `None` in a trial.
    root: Option<PathBuf>,
    /// How many bytes are left, including holes: a later reader of a file cannot see its holes.
    room: u64,
    /// How many more files are allowed.
    more: u64,
    open: Option<Open>,
    /// The complete files, as paths below the root.
    pub(crate) files: Vec<String>,
    /// The first files that were left out.
    pub(crate) left_out: Vec<LeftOut>,
    /// How many files were left out.
    pub(crate) left_out_count: u64,
}

/// The file being written.
#[derive(Debug)]
struct Open {
    name: String,
    path: PathBuf,
    file: File,
    length: u64,
}

impl Collected {
    /// Collects into this folder.
    pub(crate) fn into_folder(root: PathBuf, limits: &Limits) -> Self {
        Self { root: Some(root), room: limits.disk, more: limits.files, ..Self::default() }
    }

    /// Begins the next file, which completes the previous one.
    pub(crate) fn begin(&mut self, name: &[u8]) -> io::Result<()> {
        self.complete()?;
        let Some(root) = &self.root else { return Ok(()) };
        let Some(below) = below(name) else {
            self.leave_out(name, Reason::Name);
            return Ok(());
        };
        if self.more == 0 {
            self.leave_out(name, Reason::TooMany);
            return Ok(());
        }
        self.more -= 1;
        let path = root.join(below);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let file = File::create_new(&path)?;
        self.open = Some(Open { name: below.to_owned(), path, file, length: 0 });
        Ok(())
    }

    /// Adds the next part of the file.
    pub(crate) fn content(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.extend(bytes.len() as u64, |file| file.write_all(bytes))
    }

    /// Adds zeros that take no disk space.
    pub(crate) fn hole(&mut self, length: u64) -> io::Result<()> {
        let by = i64::try_from(length).map_err(io::Error::other)?;
        self.extend(length, |file| file.seek(SeekFrom::Current(by)).map(drop))
    }

    fn extend(&mut self, by: u64, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        if by > self.room {
            self.abandon(Reason::TotalSize);
            return Ok(());
        }
        write(&mut open.file)?;
        open.length += by;
        self.room -= by;
        Ok(())
    }

    /// Leaves out a file that is not sent, or not completely.
    pub(crate) fn leave_out(&mut self, name: &[u8], why: Reason) {
        if self.open.as_ref().is_some_and(|open| open.name.as_bytes() == name) {
            self.abandon(why);
            return;
        }
        if self.left_out.len() < MOST_NAMED {
            self.left_out.push(LeftOut { path: String::from_utf8_lossy(name).into_owned(), why });
        }
        self.left_out_count += 1;
    }

    /// Completes the open file.
    pub(crate) fn complete(&mut self) -> io::Result<()> {
        if let Some(open) = self.open.take() {
            // Only this writes a hole at the end.
            open.file.set_len(open.length)?;
            self.files.push(open.name);
        }
        Ok(())
    }

    /// Discards the open file: a part of it would look like all of it.
    pub(crate) fn abandon(&mut self, why: Reason) {
        if let Some(open) = self.open.take() {
            let _ = fs::remove_file(&open.path);
            self.room += open.length;
            self.leave_out(open.name.as_bytes(), why);
        }
    }
}

/// Accepts only a path below the root: its sender is not trusted.
fn below(path: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(path).ok()?;
    let path = Path::new(text);
    let plain = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    (plain && path.components().next().is_some()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sender that ignores the limits.
    #[test]
    fn a_sender_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("files");
        let limits = Limits { disk: 100, files: 4, ..Limits::default() };
        let mut collected = Collected::into_folder(root.clone(), &limits);
        let mut send = |name: &[u8], parts: &[Result<&[u8], u64>]| {
            collected.begin(name).unwrap();
            for part in parts {
                match part {
                    Ok(bytes) => collected.content(bytes).unwrap(),
                    Err(hole) => collected.hole(*hole).unwrap(),
                }
            }
        };
        send(b"../out", &[Ok(b"x")]);
        send(b"/etc/out", &[Ok(b"x")]);
        send(b"a\xff", &[Ok(b"x")]);
        send(b"sparse", &[Err(20), Ok(b"xy"), Err(8)]);
        send(b"huge", &[Err(1 << 60), Ok(b"x")]);
        send(b"slow", &[Ok(&[0; 60]), Ok(&[0; 60])]);
        send(b"a/b", &[Ok(&[1; 70])]);
        send(b"fifth", &[Ok(b"x")]);
        collected.complete().unwrap();
        assert_eq!(collected.files, ["sparse", "a/b"]);
        let mut expected = vec![0; 30];
        expected[20..22].copy_from_slice(b"xy");
        assert_eq!(fs::read(root.join("sparse")).unwrap(), expected);
        let left: Vec<(&str, Reason)> = collected.left_out.iter().map(|left| (left.path.as_str(), left.why)).collect();
        use Reason::{Name, TooMany, TotalSize};
        let names = [("../out", Name), ("/etc/out", Name), ("a\u{fffd}", Name)];
        assert_eq!(left, [&names[..], &[("huge", TotalSize), ("slow", TotalSize), ("fifth", TooMany)]].concat());
        assert!(!root.join("huge").exists() && !root.join("slow").exists());
        assert!(!folder.path().join("out").exists());
    }

    #[test]
    fn the_names_are_bounded_and_the_count_is_not() {
        let mut collected = Collected::default();
        (0..500).for_each(|number| collected.leave_out(format!("f{number}").as_bytes(), Reason::TooMany));
        assert_eq!((collected.left_out.len(), collected.left_out_count), (MOST_NAMED, 500));
    }
}
