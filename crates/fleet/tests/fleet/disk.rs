//! A small disk for a server's store, which gets full: a tmpfs in a mount namespace of its own, so that nobody has to be
//! root. It is there as long as the process that holds the namespace.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::absent;

/// A disk.
pub(crate) struct Disk {
    /// Ends when its input does, which is when this is dropped.
    holder: Child,
    folder: tempfile::TempDir,
}

impl Disk {
    /// Nothing where namespaces are not to be had.
    pub(crate) async fn of(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"mount -t tmpfs -o "size=$1m" tmpfs "$0" && echo ready && exec cat"#;
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]).arg(folder.path());
        command.arg(megabytes.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let Ok(mut holder) = command.spawn() else {
            absent::skipped("unshare");
            return None;
        };
        let said = BufReader::new(holder.stdout.take().unwrap()).lines().next_line().await.unwrap();
        if said.as_deref() != Some("ready") {
            absent::skipped("mount namespace for users");
            return None;
        }
        Some(Self { holder, folder })
    }

    /// Where a program that is started by [`Disk::words`] finds it.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What stands before a program and its arguments so that it sees the disk.
    pub(crate) fn words(&self) -> Vec<String> {
        let holder = self.holder.id().unwrap().to_string();
        ["nsenter", "--user", "--mount", "--preserve-credentials", "-t", &holder].map(str::to_owned).to_vec()
    }

    /// Takes all the room that is left, but for this.
    pub(crate) fn fill(&self, left: u64) {
        let zeros = vec![0; 64 << 10];
        let mut ballast = std::fs::File::create(self.ballast()).unwrap();
        while std::io::Write::write_all(&mut ballast, &zeros).is_ok() {}
        let full = ballast.metadata().unwrap().len();
        ballast.set_len(full.saturating_sub(left)).unwrap();
    }

    /// Gives the room back.
    pub(crate) fn clear(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }

    /// As it is seen from outside of the namespace.
    fn ballast(&self) -> PathBuf {
        let inside = self.folder.path().strip_prefix("/").unwrap();
        Path::new("/proc").join(self.holder.id().unwrap().to_string()).join("root").join(inside).join("ballast")
    }
}
