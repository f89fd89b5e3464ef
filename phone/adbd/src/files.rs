//! `sync:`: push, pull, list and stat on the phone's file system.

use adb::sync::{Entry, FileError, Files, Stat};
use adb::{Result, Stream};
use bytes::Bytes;

use super::Adbd;
use machine::files;
use shell::Os;

/// Serves one stream.
pub(super) async fn serve(adbd: &Adbd, stream: Stream) -> Result<()> {
    adb::sync::serve(stream, &Synced(adbd)).await
}

struct Synced<'a>(&'a Adbd);

impl Synced<'_> {
    /// Runs `work` with the phone's files.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut files::Files, i64) -> std::result::Result<T, files::FileError> + Send + 'static,
    ) -> std::result::Result<T, FileError> {
        let done = self.0.with(move |phone| {
            let now_ms = phone.now_ms();
            let user = phone.user();
            work(phone.files_as(user), now_ms)
        });
        match done.await {
            Ok(done) => done.map_err(|error| FileError { errno: error.errno(), text: error.to_string() }),
            // EIO
            Err(error) => Err(FileError { errno: 5, text: error.to_string() }),
        }
    }
}

impl Files for Synced<'_> {
    async fn stat(&self, path: &str, follow: bool) -> std::result::Result<Stat, FileError> {
        let path = path.to_owned();
        let found = self.with(move |files, _| if follow { files.stat(&path) } else { files.lstat(&path) });
        found.await.map(|stat| described(&stat))
    }

    async fn list(&self, path: &str) -> std::result::Result<Vec<Entry>, FileError> {
        let path = path.to_owned();
        let entries = self.with(move |files, _| files.list(&path)).await?;
        Ok(entries.into_iter().map(|(name, stat)| Entry { name, stat: described(&stat) }).collect())
    }

    async fn read(&self, path: &str) -> std::result::Result<Bytes, FileError> {
        let path = path.to_owned();
        let contents = self.with(move |files, _| files.read(&path)).await?;
        Ok(Bytes::copy_from_slice(&contents))
    }

    async fn write(&self, path: &str, mode: u32, mtime: u32, data: Vec<u8>) -> std::result::Result<(), FileError> {
        let path = path.to_owned();
        let written = self.with(move |files, now_ms| {
            if let Some((folder, _)) = path.rsplit_once('/').filter(|(folder, _)| !folder.is_empty()) {
                files.make_dirs(folder, now_ms)?;
            }
            if mode & 0o170_000 == adb::sync::LINK {
                let target = String::from_utf8_lossy(&data).trim_end_matches('\0').to_owned();
                return files.link(&target, &path, now_ms);
            }
            files.write(&path, data, now_ms)?;
            // If the mode or time cannot be set, the file is still written, as on a card without them.
            _ = files.chmod(&path, mode & 0o777);
            _ = files.set_mtime(&path, i64::from(mtime) * 1000);
            Ok(())
        });
        written.await
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
