//! The helper's process, seen from outside: how it is started, what it says, and that it ends with us.

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

/// Whom a script runs as where we are root: a number that belongs to nobody, so that it shares nothing with anybody.
const NOBODY: u32 = 0x4654_0001;
/// How many pieces wait to be taken.
const WAITING: usize = 64;

/// The helper's process. Dropped, it and everything below it ends.
pub(crate) struct Helper(pub(crate) Child);

impl Helper {
    /// Starts it. It waits for its job on its standard input.
    pub(crate) fn start(builder: &Builder, program: &Path, limits: &Limits) -> std::io::Result<Self> {
        // By its open file: its folder may be closed to the one whom the script runs as.
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

    /// What it said before it ended without a word on the pipe.
    pub(crate) fn complaint(&mut self) -> String {
        use std::io::Read as _;
        let mut said = String::new();
        if let Some(stderr) = self.0.stderr.take() {
            _ = stderr.take(4096).read_to_string(&mut said);
        }
        let said = said.trim().to_owned();
        if said.is_empty() { "the helper ended without a word".to_owned() } else { said }
    }

    /// The pieces, read on a thread of their own: it ends with the pipe.
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
