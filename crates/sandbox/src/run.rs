//! Runs one script: starts the helper, gives it the script, takes what comes out, keeps the time, writes it all down.

use std::fs;
use std::io::Write as _;
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::cgroup::Place;
use crate::frame::Frame;
use crate::job::{Job, Limits};
use crate::probe::{Builder, Wall, Walls};
use crate::run_folder::{Record, RunFolder};
use crate::stage::ARGUMENT;
use crate::{SandboxError, bubblewrap, interpreter};

/// Whom a script runs as where we are root: a number that belongs to nobody, so that it shares nothing with anybody.
const NOBODY: u32 = 0x4654_0001;
/// What the wall around all processes together is called.
const GROUP: &str = "a control group for memory and processes of all together";
/// How many pieces wait to be taken.
const WAITING: usize = 64;

/// What runs scripts on this machine.
#[derive(Clone, Debug)]
pub struct Sandbox {
    runs: PathBuf,
    program: PathBuf,
    limits: Limits,
    walls: Arc<Walls>,
    groups: Option<Place>,
}

/// One run to be made.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// Names its folder: letters, digits, `-` and `_`.
    pub id: &'a str,
    /// The script.
    pub script: &'a str,
    /// When it is killed.
    pub timeout: Duration,
    /// What is in its environment besides the usual.
    pub environment: &'a [(String, String)],
}

/// A script that ran to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its exit status; 128 and the signal's number if it was killed by one.
    pub status: i32,
    /// What it printed, up to the limit.
    pub stdout: Vec<u8>,
    /// What it complained of, up to the limit.
    pub stderr: Vec<u8>,
    /// Whether some of either is missing.
    pub cut: bool,
    /// The files that it left, by their path below `files` of the run's folder.
    pub files: Vec<String>,
    /// The run's folder.
    pub folder: PathBuf,
}

/// What came out so far.
#[derive(Default)]
struct Taken {
    started: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    printed: [u64; 2],
    status: Option<i32>,
    failed: Option<String>,
    file: Option<fs::File>,
    disk: u64,
}

impl Sandbox {
    /// Finds out which walls stand here. `program` is executed again as the helper: it calls [`crate::stage::run_stage`]
    /// first thing. The folders of runs are made below `runs`. Blocking, for some ten milliseconds.
    pub fn open(runs: PathBuf, program: PathBuf, limits: Limits) -> Self {
        let none = Walls { builder: None, walls: Vec::new() };
        let groups = Place::find();
        let mut sandbox = Self { runs, program, limits, walls: Arc::new(none), groups: groups.as_ref().ok().cloned() };
        let mut walls = sandbox.probe(&[Some(Builder::Ours), bubblewrap::find().map(Builder::Bubblewrap)]);
        walls.walls.push(Wall { name: GROUP, stands: groups.map(drop) });
        sandbox.walls = Arc::new(walls);
        sandbox
    }

    /// The same with this builder alone, for who wants to know.
    pub fn open_with(runs: PathBuf, program: PathBuf, limits: Limits, builder: Builder) -> Self {
        let mut sandbox = Self::open(runs, program, limits);
        sandbox.walls = Arc::new(sandbox.probe(&[Some(builder)]));
        sandbox
    }

    /// Which walls stand here.
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// Runs a script to its end. Blocking; whoever drops `stop`'s other end, or sends on it, stops it.
    pub fn run(&self, run: &Run<'_>, stop: &Receiver<()>) -> Result<Finished, SandboxError> {
        let folder = RunFolder::create(&self.runs, run.id, run.script)?;
        let began = Instant::now();
        let mut taken = Taken::default();
        let outcome = self.carry_out(run, &folder, stop, &mut taken);
        let record = Record {
            outcome: match &outcome {
                Ok(_) => "finished",
                Err(SandboxError::TimedOut(_)) => "timeout",
                Err(SandboxError::Refused(_)) => "refused",
                Err(_) => "failed",
            },
            status: outcome.as_ref().ok().copied(),
            error: outcome.as_ref().err().map(ToString::to_string),
            duration_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            stdout_bytes: taken.printed[0],
            stderr_bytes: taken.printed[1],
            cut: taken.cut(),
            files: folder.left(),
            walls: self.walls.builder.iter().map(ToString::to_string).collect(),
            ..Record::default()
        };
        let files = record.files.clone();
        folder.finish(&taken.stdout, &taken.stderr, record)?;
        let status = outcome?;
        let cut = taken.cut();
        Ok(Finished { status, stdout: taken.stdout, stderr: taken.stderr, cut, files, folder: folder.path })
    }

    fn carry_out(
        &self,
        run: &Run<'_>,
        folder: &RunFolder,
        stop: &Receiver<()>,
        taken: &mut Taken,
    ) -> Result<i32, SandboxError> {
        if let Some(why) = self.walls.refusal() {
            return Err(SandboxError::Refused(why));
        }
        if run.script.len() > self.limits.script {
            let (has, most) = (run.script.len(), self.limits.script);
            return Err(SandboxError::Refused(format!("the script has {has} bytes; at most {most} are run")));
        }
        let builder = self.walls.builder.clone().unwrap_or(Builder::Ours);
        self.start(&builder, run, Some(folder), stop, taken)
    }

    /// Starts the helper and sees it through.
    fn start(
        &self,
        builder: &Builder,
        run: &Run<'_>,
        folder: Option<&RunFolder>,
        stop: &Receiver<()>,
        taken: &mut Taken,
    ) -> Result<i32, SandboxError> {
        let command = interpreter::command(run.script)?;
        let job = Job {
            script: run.script.len(),
            command,
            environment: run.environment.to_vec(),
            limits: self.limits,
            time: run.timeout,
        };
        let walls = |why: &dyn std::fmt::Display| SandboxError::Walls(why.to_string());
        // Made before the helper, and so gone after it.
        let group = self.groups.as_ref().and_then(|place| place.group(&self.limits).ok());
        let mut helper = self.helper(builder).map_err(|error| walls(&error))?;
        // It waits for its job: nothing was started yet that could have been left out.
        if let Some(group) = &group {
            group.admit(helper.0.id()).map_err(|error| walls(&error))?;
        }
        let deadline = Instant::now() + run.timeout;
        let Some(mut input) = helper.0.stdin.take() else { return Err(walls(&"no input")) };
        let told = serde_json::to_string(&job).map_err(|error| walls(&error))?;
        // Held open: when we are gone, so is everything inside.
        let sent =
            input.write_all(format!("{told}\n").as_bytes()).and_then(|()| input.write_all(run.script.as_bytes()));
        let pieces = pieces(&mut helper.0);
        let mut over = false;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // Often enough that whoever stops it does not wait.
            let wait = left.min(Duration::from_millis(20));
            match pieces.recv_timeout(wait) {
                Ok(frame) => taken.take(frame, folder, &self.limits)?,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(SandboxError::TimedOut(run.timeout)),
                Err(RecvTimeoutError::Timeout) => {
                    over |= !matches!(stop.try_recv(), Err(std::sync::mpsc::TryRecvError::Empty));
                    if over {
                        return Err(SandboxError::Refused("the script was stopped before it ended".to_owned()));
                    }
                }
            }
        }
        drop(input);
        if let Some(status) = taken.status {
            return Ok(status);
        }
        let why = taken.failed.take().or_else(|| sent.err().map(|error| error.to_string()));
        Err(walls(&why.unwrap_or_else(|| helper.complaint())))
    }

    fn helper(&self, builder: &Builder) -> std::io::Result<Helper> {
        // By its open file: its folder may be closed to the one whom the script runs as.
        let program = fs::File::open(&self.program)?;
        let place = PathBuf::from(format!("/proc/self/fd/{}", program.as_raw_fd()));
        let mut command = match builder {
            Builder::Ours => {
                let mut command = Command::new(&place);
                command.args([ARGUMENT, "namespaces"]);
                command
            }
            Builder::Bubblewrap(path) => bubblewrap::command(path, &self.program, &self.limits),
        };
        command.env_clear().current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        as_nobody(&mut command);
        Ok(Helper(command.spawn()?))
    }

    fn probe(&self, builders: &[Option<Builder>]) -> Walls {
        let (_go_on, stop) = sync_channel::<()>(1);
        let mut walls = Vec::new();
        for builder in builders.iter().flatten() {
            let run = Run { id: "", script: "exit 7", timeout: Duration::from_secs(10), environment: &[] };
            let mut taken = Taken::default();
            let tried = self.start(builder, &run, None, &stop, &mut taken);
            let stands = match tried {
                Ok(7) => Ok(()),
                Ok(status) => {
                    let said = String::from_utf8_lossy(&taken.stderr).trim().to_owned();
                    Err(if said.is_empty() { format!("the trial ended with {status}") } else { said })
                }
                Err(error) => Err(error.to_string()),
            };
            let name = match builder {
                Builder::Ours => "own namespaces, landlock and filter",
                Builder::Bubblewrap(_) => "bubblewrap, landlock and filter",
            };
            let works = stands.is_ok();
            walls.push(Wall { name, stands });
            if works {
                return Walls { builder: Some(builder.clone()), walls };
            }
        }
        Walls { builder: None, walls }
    }
}

/// The helper's process. Dropped, it and everything below it ends.
struct Helper(Child);

impl Helper {
    /// What it said before it ended without a word on the pipe.
    fn complaint(&mut self) -> String {
        use std::io::Read as _;
        let mut said = String::new();
        if let Some(stderr) = self.0.stderr.take() {
            _ = stderr.take(4096).read_to_string(&mut said);
        }
        let said = said.trim().to_owned();
        if said.is_empty() { "the helper ended without a word".to_owned() } else { said }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// The pieces, read on a thread of their own: it ends with the pipe.
fn pieces(helper: &mut Child) -> Receiver<Frame> {
    let (send, receive) = sync_channel(WAITING);
    if let Some(stdout) = helper.stdout.take() {
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

#[cfg(unix)]
fn as_nobody(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    if fs::metadata("/proc/self").is_ok_and(|about| std::os::unix::fs::MetadataExt::uid(&about) == 0) {
        command.uid(NOBODY).gid(NOBODY);
    }
}

impl Taken {
    fn cut(&self) -> bool {
        self.printed[0] > self.stdout.len() as u64 || self.printed[1] > self.stderr.len() as u64
    }

    fn take(&mut self, frame: Frame, folder: Option<&RunFolder>, limits: &Limits) -> Result<(), SandboxError> {
        match frame {
            Frame::Started => self.started = true,
            Frame::Stdout(bytes) => keep(&mut self.stdout, &mut self.printed[0], &bytes, limits.output),
            Frame::Stderr(bytes) => keep(&mut self.stderr, &mut self.printed[1], &bytes, limits.output),
            Frame::File(path) => {
                self.file = None;
                let (Some(folder), Some(path)) = (folder, below(&path)) else { return Ok(()) };
                let path = folder.files().join(path);
                let make = || {
                    path.parent().map_or(Ok(()), fs::create_dir_all)?;
                    fs::File::create_new(&path)
                };
                self.file = Some(make().map_err(|error| SandboxError::disk(&path, error))?);
            }
            Frame::Content(bytes) => {
                self.disk = self.disk.saturating_add(bytes.len() as u64);
                if let Some(file) = self.file.as_mut().filter(|_| self.disk <= limits.disk) {
                    file.write_all(&bytes).map_err(|error| SandboxError::disk("files", error))?;
                }
            }
            Frame::Exit(status) => self.status = Some(status),
            Frame::Failed(why) => self.failed = Some(String::from_utf8_lossy(&why).into_owned()),
        }
        Ok(())
    }
}

fn keep(kept: &mut Vec<u8>, all: &mut u64, bytes: &[u8], limit: usize) {
    let room = limit.saturating_sub(kept.len()).min(bytes.len());
    kept.extend_from_slice(bytes.get(..room).unwrap_or_default());
    *all += bytes.len() as u64;
}

/// A path that leads nowhere but below: whoever made it is not trusted.
fn below(path: &[u8]) -> Option<&Path> {
    let path = Path::new(std::str::from_utf8(path).ok()?);
    let plain = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    (plain && path.components().next().is_some()).then_some(path)
}
