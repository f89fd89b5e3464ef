//! `sync:`: push, pull, list and stat over the phone's file system.

use adb::sync::{Entry, FileError, Files, Stat};
use adb::{Result, Stream};
use bytes::Bytes;

use super::Adbd;
use crate::files;

/// Serves one stream.
pub(super) async fn serve(adbd: &Adbd, stream: Stream) -> Result<()> {
    adb::sync::serve(stream, &Synced(adbd)).await
}

struct Synced<'a>(&'a Adbd);

impl Files for Synced<'_> {
    async fn stat(&self, path: &str, follow: bool) -> std::result::Result<Stat, FileError> {
        self.0.with(|phone| {
            let files = phone.files();
            let found = if follow { files.stat(path) } else { files.lstat(path) };
            found.map(|stat| described(&stat)).map_err(error)
        })
    }

    async fn list(&self, path: &str) -> std::result::Result<Vec<Entry>, FileError> {
        self.0.with(|phone| {
            let entries = phone.files().list(path).map_err(error)?;
            Ok(entries.into_iter().map(|(name, stat)| Entry { name, stat: described(&stat) }).collect())
        })
    }

    async fn read(&self, path: &str) -> std::result::Result<Bytes, FileError> {
        let contents = self.0.with(|phone| phone.files().read(path)).map_err(error)?;
        Ok(Bytes::copy_from_slice(&contents))
    }

    async fn write(&self, path: &str, mode: u32, mtime: u32, data: Vec<u8>) -> std::result::Result<(), FileError> {
        self.0.with(|phone| {
            let now_ms = phone.now_ms();
            let files = phone.files();
            if let Some((folder, _)) = path.rsplit_once('/').filter(|(folder, _)| !folder.is_empty()) {
                files.make_dirs(folder, now_ms).map_err(error)?;
            }
            if mode & 0o170_000 == adb::sync::LINK {
                let target = String::from_utf8_lossy(&data).trim_end_matches('\0').to_owned();
                return files.link(&target, path, now_ms).map_err(error);
            }
            files.write(path, data, now_ms).map_err(error)?;
            // What cannot have its mode or time set is written all the same, as on a card without them.
            _ = files.chmod(path, mode & 0o777);
            _ = files.set_mtime(path, i64::from(mtime) * 1000);
            Ok(())
        })
    }
}

fn described(stat: &files::Stat) -> Stat {
    let seconds = stat.mtime_ms / 1000;
    Stat {
        dev: 1,
        ino: stat.inode,
        mode: stat.mode(),
        nlink: stat.links,
        uid: stat.uid,
        gid: stat.gid,
        size: stat.size,
        atime: seconds,
        mtime: seconds,
        ctime: seconds,
    }
}

fn error(error: files::FileError) -> FileError {
    FileError { errno: error.errno(), text: error.to_string() }
}
