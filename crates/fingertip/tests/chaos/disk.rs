//! A small disk for data folders that can become full and slow, in its own mount namespace.
//!
//! As root it is an ext4 file system over a loop device, which can be frozen: writers then wait, as on a stalled disk.
//! Without root it is a tmpfs, which can only become full. The namespace ends with its holder, and the mount with the
//! namespace, so nothing is left behind.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// The size of the disk: enough for a few runs with their pictures.
const MEGABYTES: u32 = 48;

const EXT4: &str = r#"
truncate -s "$1m" "$2" && mkfs.ext4 -q -F -O ^has_journal -m 0 "$2" && mount -o loop,noatime "$2" "$0" \
  && rmdir "$0/lost+found" && echo ext4 && exec cat"#;
const TMPFS: &str = r#"mount -t tmpfs -o "size=$1m" tmpfs "$0" && echo tmpfs && exec cat"#;

/// A disk.
pub(crate) struct Disk {
    /// Ends when its input ends, which is when this is dropped.
    holder: Child,
    folder: TempDir,
    as_root: bool,
}

impl Disk {
    /// Returns `None` if this machine has no mount namespaces.
    pub(crate) fn new() -> Option<Self> {
        Self::mounted(&["unshare", "--mount"], EXT4)
            .or_else(|| Self::mounted(&["unshare", "--user", "--map-root-user", "--mount"], TMPFS))
    }

    fn mounted(words: &[&str], script: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        // In memory if possible, because this must not test the machine's own disk.
        let memory = Path::new("/dev/shm");
        let image = if memory.is_dir() { memory } else { folder.path().parent()? };
        let image = image.join(format!("chaos-{}", folder.path().file_name()?.display()));
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(["sh", "-c", script]).arg(folder.path()).arg(MEGABYTES.to_string()).arg(&image);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut holder = command.spawn().ok()?;
        let mut said = String::new();
        _ = BufReader::new(holder.stdout.take()?).read_line(&mut said);
        // A loop device keeps its file open; without a name the file disappears with the mount.
        _ = std::fs::remove_file(&image);
        if said.trim().is_empty() {
            _ = holder.wait();
            return None;
        }
        Some(Self { holder, folder, as_root: said.trim() == "ext4" })
    }

    /// Whether it can be stalled.
    pub(crate) fn freezes(&self) -> bool {
        self.as_root
    }

    /// Returns a folder of the disk as a program started by [`Disk::words`] sees it.
    pub(crate) fn inside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the same folder as the harness sees it.
    pub(crate) fn outside(&self, name: &str) -> PathBuf {
        let inside = self.folder.path().strip_prefix("/").unwrap();
        Path::new("/proc").join(self.holder.id().to_string()).join("root").join(inside).join(name)
    }

    /// Returns the words before a program that let it see the disk.
    pub(crate) fn words(&self) -> Vec<String> {
        let user: &[&str] = if self.as_root { &[] } else { &["--user", "--preserve-credentials"] };
        let holder = self.holder.id().to_string();
        let mount = ["--mount", "-t", &holder];
        ["nsenter"].iter().chain(user).chain(&mount).map(|word| (*word).to_owned()).collect()
    }

    /// Fills the disk except for this many bytes.
    pub(crate) fn fill(&self, left: u64) {
        let zeros = vec![0; 64 << 10];
        let Ok(mut ballast) = std::fs::File::create(self.outside("ballast")) else { return };
        // Smaller and smaller pieces, until not even a block fits.
        for piece in [64 << 10, 4 << 10, 512] {
            while ballast.write_all(&zeros[..piece]).is_ok() {}
        }
        let full = ballast.metadata().map_or(0, |about| about.len());
        _ = ballast.set_len(full.saturating_sub(left));
    }

    /// Frees the space again.
    pub(crate) fn clear(&self) {
        _ = std::fs::remove_file(self.outside("ballast"));
    }

    /// Stalls the disk repeatedly, for this many milliseconds each, with a pause of the same length in between. A
    /// separate process thaws it, so that it never stays frozen.
    pub(crate) fn stall(&self, turns: u32, ms: u64) {
        let seconds = format!("{}.{:03}", ms / 1000, ms % 1000);
        let script =
            r#"for turn in $(seq "$1"); do fsfreeze -f "$0" && sleep "$2"; fsfreeze -u "$0"; sleep "$2"; done"#;
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(self.outside("")).arg(turns.to_string()).arg(seconds);
        _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        drop(self.holder.stdin.take());
        if let Some(mut out) = self.holder.stdout.take() {
            _ = out.read_to_end(&mut Vec::new());
        }
        _ = self.holder.wait();
    }
}
