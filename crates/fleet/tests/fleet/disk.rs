//! A small disk for a server's store, which can fill up: a tmpfs in its own mount namespace, so that no root is needed.
//! It exists as long as the process that holds the namespace.

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
    /// Returns `None` if namespaces are not available.
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

    /// Its path for a program that is started with [`Disk::words`].
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the prefix of a command line so that the program sees the disk.
    pub(crate) fn words(&self) -> Vec<String> {
        let holder = self.holder.id().unwrap().to_string();
        ["nsenter", "--user", "--mount", "--preserve-credentials", "-t", &holder].map(str::to_owned).to_vec()
    }

    /// Fills the disk except for this much.
    pub(crate) fn fill(&self, left: u64) {
        let zeros = vec![0; 64 << 10];
        let mut ballast = std::fs::File::create(self.ballast()).unwrap();
        while std::io::Write::write_all(&mut ballast, &zeros).is_ok() {}
        let full = ballast.metadata().unwrap().len();
        ballast.set_len(full.saturating_sub(left)).unwrap();
    }

    /// Frees the space again.
    pub(crate) fn clear(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }

    /// The path from outside the namespace.
    fn ballast(&self) -> PathBuf {
        let inside = self.folder.path().strip_prefix("/").unwrap();
        Path::new("/proc").join(self.holder.id().unwrap().to_string()).join("root").join(inside).join("ballast")
    }
}
