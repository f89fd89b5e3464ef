//! Debian's `mksh`, with only `toybox`'s programs on its path.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{absent, fixture};

/// The comparable result of a snippet.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    out: String,
    err: String,
    status: Option<i32>,
}

impl Ran {
    pub(crate) fn new(out: &[u8], err: &[u8], status: Option<i32>, folder: &str) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(folder, "@FOLDER");
        let err = text(err).lines().map(|line| normalised(line) + "\n").collect();
        Self { out: text(out), err, status }
    }
}

/// Rewrites an error message to the wording of Android's version of the shell. Later versions begin with a letter for
/// the kind, and put the file that could not be opened first.
fn normalised(line: &str) -> String {
    let line = line.strip_prefix("E: ").or_else(|| line.strip_prefix("W: ")).unwrap_or(line);
    for (newer, older) in [(": open: ", "can't open"), (": create: ", "can't create")] {
        if let Some((before, error)) = line.split_once(newer)
            && let Some((shell, name)) = before.split_once(": ")
        {
            return format!("{shell}: {older} {name}: {error}");
        }
    }
    line.to_owned()
}

/// Returns the path of a program on Debian.
fn find(name: &str) -> PathBuf {
    let folders = ["/usr/bin", "/bin", "/usr/local/bin"];
    folders.iter().map(|folder| PathBuf::from(folder).join(name)).find(|path| path.exists()).unwrap()
}

/// Copies a folder recursively.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            copy(&path, &target);
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(&path).unwrap(), target).unwrap();
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}

/// The real shell.
pub(crate) struct Real {
    root: PathBuf,
}

impl Drop for Real {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.root));
    }
}

impl Real {
    /// Prepares the real shell; none if the packages are not installed.
    pub(crate) fn new() -> Option<Self> {
        let Ok(toybox) = Command::new("toybox").output() else {
            absent::skipped("toybox");
            return None;
        };
        if Command::new("mksh").arg("-c").arg("true").output().is_err() {
            absent::skipped("mksh");
            return None;
        }
        let root = std::env::temp_dir().join(format!("fingertip-compare-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&root));
        let bin = root.join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        for name in String::from_utf8(toybox.stdout).unwrap().split_whitespace().chain(["toybox"]) {
            std::os::unix::fs::symlink(find("toybox"), bin.join(name)).unwrap();
        }
        std::os::unix::fs::symlink(find("mksh"), bin.join("sh")).unwrap();
        let real = Self { root };
        let made = real.command(&fixture::script(real.root.join("fixture").to_str().unwrap())).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        Some(real)
    }

    fn command(&self, script: &str) -> Command {
        // A signal that is ignored when a shell starts can never be trapped. Background processes ignore SIGINT, so
        // reset it.
        let (mksh, mut command) = (find("mksh"), Command::new(find("env")));
        command.arg("--default-signal").arg(&mksh).args(["-c", "exec -a /system/bin/sh \"$@\"", "sh"]);
        command.arg(&mksh).args(["-c", script]).env_clear().stdin(Stdio::null());
        command.env("PATH", self.root.join("bin")).env("TERM", "dumb").env("TZ", "UTC").current_dir("/");
        command
    }

    pub(crate) fn run(&self, snippet: &str) -> Ran {
        let folder = self.root.join("folder");
        drop(std::fs::remove_dir_all(&folder));
        copy(&self.root.join("fixture"), &folder);
        let folder = folder.to_str().unwrap().to_owned();
        let output = self.command(&format!("export HOME=/data; cd {folder}\n{snippet}")).output().unwrap();
        let status = output.status.code().or_else(|| output.status.signal().map(|signal| 128 + signal));
        Ran::new(&output.stdout, &output.stderr, status, &folder)
    }
}
