//! The files that come out of a sandbox, written into the run's folder: each one whole or not at all, all together within
//! a total. The sender keeps the same bounds; it is not trusted to.

use std::fs::{self, File};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::job::Limits;
use crate::left_out::{LeftOut, MOST_NAMED, Reason};

/// What has been collected so far.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    /// Where the files go; nowhere in a trial.
    root: Option<PathBuf>,
    /// How many bytes there is room for, holes included: whoever reads a file later does not see its holes.
    room: u64,
    /// How many more files there may be.
    more: u64,
    open: Option<Open>,
    /// The files that are complete, by their path below the root.
    pub(crate) files: Vec<String>,
    /// The first of those that are left out.
    pub(crate) left_out: Vec<LeftOut>,
    /// How many are left out.
    pub(crate) left_out_count: u64,
}

/// The file that is being written.
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

    /// The next file begins, and so the one before is complete.
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

    /// The next part of the file.
    pub(crate) fn content(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.extend(bytes.len() as u64, |file| file.write_all(bytes))
    }

    /// The file goes on with so many zeros that take no room on a disk.
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

    /// A file is not sent, or not to its end.
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

    /// The file that is open is complete.
    pub(crate) fn complete(&mut self) -> io::Result<()> {
        if let Some(open) = self.open.take() {
            // A hole at the end is not written by anything else.
            open.file.set_len(open.length)?;
            self.files.push(open.name);
        }
        Ok(())
    }

    /// The file that is open never gets complete: a part of it would look like all of it.
    pub(crate) fn abandon(&mut self, why: Reason) {
        if let Some(open) = self.open.take() {
            let _ = fs::remove_file(&open.path);
            self.room += open.length;
            self.leave_out(open.name.as_bytes(), why);
        }
    }
}

/// A path that leads nowhere but below: whoever made it is not trusted.
fn below(path: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(path).ok()?;
    let path = Path::new(text);
    let plain = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    (plain && path.components().next().is_some()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sender that keeps no bounds.
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
