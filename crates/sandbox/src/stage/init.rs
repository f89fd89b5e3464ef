//! The second stage, and the first process of the pid namespace: builds the file system, starts the script, forwards
//! its output, and sends its files. When this process ends, the kernel kills everything that is left in the namespace.

use std::io::{self, BufRead as _, BufReader, Read, Write, stdin, stdout};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::wait;
use nix::unistd::Pid;

use super::wall::{Failed, Wall as _};
use super::{ARGUMENT, FAILED, files, mounts};
use crate::frame::{Frame, LONGEST};
use crate::job::{HELPER, Job, SCRIPT, WORK};

/// What created the namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamespaceCreator {
    /// The stage before: the file system is not built yet.
    FirstStage,
    /// Bubblewrap, which has built the file system.
    Bubblewrap,
}

pub(super) fn run(creator: NamespaceCreator) -> ExitCode {
    match serve(creator) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            _ = Frame::Failed(failed.to_string().into_bytes()).write(&mut stdout().lock());
            ExitCode::from(FAILED)
        }
    }
}

fn serve(creator: NamespaceCreator) -> Result<(), Failed> {
    let mut input = BufReader::new(stdin());
    let (job, script) = read_job(&mut input).wall("job")?;
    let helper = match creator {
        NamespaceCreator::FirstStage => mounts::build(&script, &job.limits)?,
        NamespaceCreator::Bubblewrap => {
            std::fs::write(SCRIPT, &script).wall("file system")?;
            HELPER
        }
    };
    let mut child = start(helper, &job)?;
    let out = Arc::new(Mutex::new(stdout()));
    // From here on our parent ends the whole namespace by closing our input.
    thread::spawn(move || {
        _ = io::copy(&mut input, &mut io::sink());
        std::process::exit(i32::from(FAILED));
    });
    send(&out, &Frame::Started);
    let readers = [
        child.stdout.take().map(|stream| forward(stream, Frame::Stdout, job.limits.output, &out)),
        child.stderr.take().map(|stream| forward(stream, Frame::Stderr, job.limits.output, &out)),
    ];
    let status = child.wait().wall("script")?;
    // Processes that it left behind end with it, before its files are read and its output is complete.
    _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
    while wait().is_ok() {}
    readers.into_iter().flatten().for_each(|reader| _ = reader.join());
    let code = status.code().or_else(|| Some(128 + status.signal()?)).unwrap_or(i32::from(FAILED));
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    files::hand_out(Path::new(WORK), &job.limits, &mut *out).wall("files")?;
    Frame::Exit(code).write(&mut *out).wall("script")?;
    out.flush().wall("script")
}

fn read_job(input: &mut impl io::BufRead) -> io::Result<(Job, Vec<u8>)> {
    let mut line = String::new();
    input.take(1 << 20).read_line(&mut line)?;
    let job: Job = serde_json::from_str(&line)?;
    let mut script = vec![0; job.script];
    input.read_exact(&mut script)?;
    Ok((job, script))
}

fn start(helper: &str, job: &Job) -> Result<Child, Failed> {
    let told = serde_json::to_string(job).wall("job")?;
    let mut command = Command::new(helper);
    command.args([ARGUMENT, "inner", &told]).env_clear().current_dir(WORK);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().wall("script")
}

/// Forwards the output slightly beyond the limit, and then only drains it.
fn forward(
    mut stream: impl Read + Send + 'static,
    frame: fn(Vec<u8>) -> Frame,
    limit: usize,
    out: &Arc<Mutex<io::Stdout>>,
) -> thread::JoinHandle<()> {
    let out = Arc::clone(out);
    thread::spawn(move || {
        let mut buffer = vec![0; LONGEST];
        let mut passed = 0;
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            if passed <= limit {
                send(&out, &frame(buffer.get(..count).unwrap_or_default().to_vec()));
                passed += count;
            }
        }
    })
}

fn send(out: &Mutex<io::Stdout>, frame: &Frame) {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    if frame.write(&mut *out).and_then(|()| out.flush()).is_err() {
        // There is no reader any more.
        std::process::exit(i32::from(FAILED));
    }
}
