//! Determines what is at a path that a person named, and so how to write to it. Read-only.

use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// How many symbolic links are followed: as many as Linux follows.
const MOST_LINKS: usize = 40;

/// How to write bytes to a path.
#[derive(Debug)]
pub(super) enum Destination {
    /// A regular file, or none yet: replaced as a whole.
    Regular {
        /// The path, with symbolic links at its end resolved.
        path: PathBuf,
        /// The existing file.
        before: Option<Metadata>,
    },
    /// A device, a FIFO, or a descriptor of this process: the bytes are written through it. Renaming another file over
    /// it would destroy it.
    Stream(PathBuf),
}

impl Destination {
    /// Follows the symbolic links at the end of a path, even to a file that does not exist yet.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(is_folder(path));
        }
        let mut at = path.to_owned();
        for _ in 0..MOST_LINKS {
            let about = match std::fs::symlink_metadata(&at) {
                Ok(about) => about,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Ok(Self::Regular { path: at, before: None });
                }
                Err(error) => return Err(error),
            };
            if !about.is_symlink() {
                return Self::of_kind(at, about);
            }
            let folder = at.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
            let folder = std::fs::canonicalize(folder)?;
            // `/dev/stdout` and `/dev/fd/63` end up here. Such a link names an open file, which may have no path.
            if folder.starts_with("/proc") {
                return if std::fs::metadata(&at)?.is_dir() { Err(is_folder(&at)) } else { Ok(Self::Stream(at)) };
            }
            at = folder.join(std::fs::read_link(&at)?);
        }
        Err(io::Error::new(ErrorKind::InvalidInput, format!("`{}` has too many symbolic links", path.display())))
    }

    fn of_kind(path: PathBuf, about: Metadata) -> io::Result<Self> {
        if about.is_dir() {
            return Err(is_folder(&path));
        }
        if about.is_file() {
            return Ok(Self::Regular { path, before: Some(about) });
        }
        #[cfg(unix)]
        if std::os::unix::fs::FileTypeExt::is_socket(&about.file_type()) {
            let why = format!("`{}` is a socket; name a file, a device or a FIFO", path.display());
            return Err(io::Error::new(ErrorKind::InvalidInput, why));
        }
        Ok(Self::Stream(path))
    }
}

fn is_folder(path: &Path) -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, format!("`{}` is a folder; name a file in it", path.display()))
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
