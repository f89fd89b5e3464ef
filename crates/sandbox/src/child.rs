//! The helper process from outside: starts it, reads its output, and ends it with us.

use std::fs;
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};

use crate::bubblewrap;
use crate::frame::Frame;
use crate::job::Limits;
use crate::probe::Builder;
use crate::stage::ARGUMENT;

/// The user that a script runs as if we are root: an unassigned number, so that it shares nothing with anybody.
const NOBODY: u32 = 0x4654_0001;
/// How many frames may be queued.
const WAITING: usize = 64;

/// The helper process. Dropping it ends it and everything below it.
pub(crate) struct Helper(pub(crate) Child);

impl Helper {
    /// Starts the helper. It waits for its job on its standard input.
    pub(crate) fn start(builder: &Builder, program: &Path, limits: &Limits) -> std::io::Result<Self> {
        // Through its open file: the script's user may have no access to its folder.
        let file = fs::File::open(program)?;
        let place = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        let mut command = match builder {
            Builder::Ours => {
                let mut command = Command::new(&place);
                command.args([ARGUMENT, "namespaces"]);
                command
            }
            Builder::Bubblewrap(path) => bubblewrap::command(path, program, limits),
        };
        command.env_clear().current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        as_nobody(&mut command);
        Ok(Self(command.spawn()?))
    }

    /// What it printed before it ended without a frame on the pipe.
    pub(crate) fn complaint(&mut self) -> String {
        use std::io::Read as _;
        let mut said = String::new();
        if let Some(stderr) = self.0.stderr.take() {
            _ = stderr.take(4096).read_to_string(&mut said);
        }
        let said = said.trim().to_owned();
        if said.is_empty() { "the helper ended without a message".to_owned() } else { said }
    }

    /// The frames, read on a thread of their own, which ends with the pipe.
    pub(crate) fn pieces(&mut self) -> Receiver<Frame> {
        let (send, receive) = sync_channel(WAITING);
        if let Some(stdout) = self.0.stdout.take() {
            let mut stdout = std::io::BufReader::new(stdout);
            std::thread::spawn(move || {
                while let Some(frame) = Frame::read(&mut stdout) {
                    if send.send(frame).is_err() {
                        return;
                    }
                }
            });
        }
        receive
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

#[cfg(unix)]
fn as_nobody(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    if fs::metadata("/proc/self").is_ok_and(|about| std::os::unix::fs::MetadataExt::uid(&about) == 0) {
        command.uid(NOBODY).gid(NOBODY);
    }
}
