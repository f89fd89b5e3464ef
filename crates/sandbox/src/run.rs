//! Runs one script: starts the helper, passes it the script, collects the output, enforces the timeout, records
//! everything.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use crate::cgroup::Groups;
use crate::child::Helper;
use crate::collected::Collected;
use crate::job::{Job, Limits};
use crate::left_out::{LeftOut, Reason};
use crate::probe::{Builder, GROUP, Wall, Walls};
use crate::run_folder::{Record, RunFolder};
use crate::run_output::RunOutput;
use crate::{SandboxError, bubblewrap, interpreter};

/// How often a run checks whether it should stop.
const GLANCE: Duration = Duration::from_millis(20);

/// Runs scripts on this machine.
#[derive(Clone, Debug)]
pub struct Sandbox {
    runs: PathBuf,
    program: PathBuf,
    limits: Limits,
    walls: Arc<Walls>,
    groups: Arc<Groups>,
}

/// A run to start.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The name of its folder: letters, digits, `-` and `_`.
    pub id: &'a str,
    /// The script.
    pub script: &'a str,
    /// When to kill it.
    pub timeout: Duration,
    /// Additional environment variables.
    pub environment: &'a [(String, String)],
}

/// Why a run is ended from outside. Dropping the sender ends it as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Somebody requested it.
    Asked,
    /// The caller's own timeout has passed.
    TimeOver,
}

/// A script that ran to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its exit status; 128 plus the signal's number if it was killed.
    pub status: i32,
    /// Its standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Its standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// Whether anything is missing, of the outputs or the files.
    pub cut: bool,
    /// The files it left, as paths below `files` of the run's folder; each is complete.
    pub files: Vec<String>,
    /// The first files that were left out.
    pub left_out: Vec<LeftOut>,
    /// How many files were left out.
    pub left_out_count: u64,
    /// The run's folder.
    pub folder: PathBuf,
}

impl Sandbox {
    /// Finds out which walls this machine supports. `program` is executed again as the helper: it must call
    /// [`crate::stage::run_stage`] first. The folders of runs are created below `runs`. Blocks for some ten
    /// milliseconds.
    pub fn open(runs: PathBuf, program: PathBuf, limits: Limits) -> Self {
        Self::open_any(runs, program, limits, &[Some(Builder::Ours), bubblewrap::find().map(Builder::Bubblewrap)])
    }

    /// Like [`Sandbox::open`], with this builder only, for diagnostics.
    pub fn open_with(runs: PathBuf, program: PathBuf, limits: Limits, builder: Builder) -> Self {
        Self::open_any(runs, program, limits, &[Some(builder)])
    }

    fn open_any(runs: PathBuf, program: PathBuf, limits: Limits, builders: &[Option<Builder>]) -> Self {
        let none = Walls { builder: None, walls: Vec::new() };
        let groups = Arc::new(Groups::find());
        let mut sandbox = Self { runs, program, limits, walls: Arc::new(none), groups };
        let mut walls = sandbox.probe(builders);
        walls.walls.push(Wall { name: GROUP, stands: sandbox.groups.stand() });
        sandbox.walls = Arc::new(walls);
        sandbox
    }

    /// The walls of this machine.
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// Runs a script to its end. Blocks; sending on the other end of `stop`, or dropping it, stops the run.
    pub fn run(&self, run: &Run<'_>, stop: &Receiver<Stop>) -> Result<Finished, SandboxError> {
        let folder = RunFolder::create(&self.runs, run.id, run.script)?;
        let began = Instant::now();
        let collected = Collected::into_folder(folder.files(), &self.limits);
        let mut taken = RunOutput { collected, ..RunOutput::default() };
        let outcome = self.carry_out(run, stop, &mut taken);
        // The run may have ended in the middle of a file.
        taken.collected.abandon(Reason::Unreadable);
        taken.collected.files.sort();
        let record = Record {
            outcome: match &outcome {
                Ok(_) => "finished",
                Err(SandboxError::TimedOut(_)) => "timeout",
                Err(SandboxError::Stopped) => "stopped",
                Err(SandboxError::Refused(_)) => "refused",
                Err(_) => "failed",
            },
            status: outcome.as_ref().ok().copied(),
            error: outcome.as_ref().err().map(ToString::to_string),
            duration_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            stdout_bytes: taken.printed[0],
            stderr_bytes: taken.printed[1],
            cut: taken.cut(),
            files: taken.collected.files.clone(),
            left_out: taken.collected.left_out.clone(),
            left_out_count: taken.collected.left_out_count,
            walls: taken.walls.clone(),
            missing_walls: self.walls.missing(),
            ..Record::default()
        };
        folder.finish(&taken.stdout, &taken.stderr, record)?;
        let status = outcome?;
        let cut = taken.cut();
        let Collected { files, left_out, left_out_count, .. } = taken.collected;
        let (stdout, stderr) = (taken.stdout, taken.stderr);
        Ok(Finished { status, stdout, stderr, cut, files, left_out, left_out_count, folder: folder.path })
    }

    fn carry_out(&self, run: &Run<'_>, stop: &Receiver<Stop>, taken: &mut RunOutput) -> Result<i32, SandboxError> {
        if let Some(why) = self.walls.refusal() {
            return Err(SandboxError::Refused(why));
        }
        if run.script.len() > self.limits.script {
            let (has, most) = (run.script.len(), self.limits.script);
            return Err(SandboxError::Refused(format!("the script has {has} bytes; the limit is {most}")));
        }
        let builder = self.walls.builder.clone().unwrap_or(Builder::Ours);
        self.start(&builder, run, stop, taken)
    }

    /// Starts the helper and waits for its end.
    fn start(
        &self,
        builder: &Builder,
        run: &Run<'_>,
        stop: &Receiver<Stop>,
        taken: &mut RunOutput,
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
        // Created before the helper, and so dropped after it.
        let group = self.groups.group(&self.limits).map_err(|error| walls(&error))?;
        let mut helper = Helper::start(builder, &self.program, &self.limits).map_err(|error| walls(&error))?;
        // The helper waits for its job, so it has not started anything that could be missed.
        if let Some(group) = &group {
            group.admit(helper.0.id()).map_err(|error| walls(&error))?;
        }
        taken.walls = builder.walls();
        taken.walls.extend(group.is_some().then(|| GROUP.to_owned()));
        let deadline = Instant::now() + run.timeout;
        let Some(mut input) = helper.0.stdin.take() else { return Err(walls(&"no input")) };
        let told = serde_json::to_string(&job).map_err(|error| walls(&error))?;
        // Kept open: when we are gone, so is everything inside.
        let sent =
            input.write_all(format!("{told}\n").as_bytes()).and_then(|()| input.write_all(run.script.as_bytes()));
        let pieces = helper.pieces();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match (left.is_zero(), stop.try_recv()) {
                (true, _) | (_, Ok(Stop::TimeOver)) => return Err(SandboxError::TimedOut(run.timeout)),
                (_, Ok(Stop::Asked) | Err(TryRecvError::Disconnected)) => return Err(SandboxError::Stopped),
                (_, Err(TryRecvError::Empty)) => {}
            }
            match pieces.recv_timeout(left.min(GLANCE)) {
                Ok(frame) => taken
                    .take(frame, &self.limits)
                    .map_err(|error| SandboxError::disk(self.runs.join(run.id).join("files"), error))?,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        drop(input);
        if let Some(status) = taken.status {
            return Ok(status);
        }
        let why = taken.failed.take().or_else(|| sent.err().map(|error| error.to_string()));
        let why = why.unwrap_or_else(|| helper.complaint());
        Err(if taken.started { SandboxError::Broken(why) } else { walls(&why) })
    }

    fn probe(&self, builders: &[Option<Builder>]) -> Walls {
        let (_go_on, stop) = sync_channel(1);
        let mut walls = Vec::new();
        for builder in builders.iter().flatten() {
            let run = Run { id: "", script: "exit 7", timeout: Duration::from_secs(10), environment: &[] };
            let mut taken = RunOutput::default();
            let tried = self.start(builder, &run, &stop, &mut taken);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A sandbox that promised a control group, on a machine that no longer has one.
    #[test]
    fn a_control_group_that_is_gone_refuses_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox {
            runs: folder.path().into(),
            // Never started: the walls come first.
            program: "/bin/false".into(),
            limits: Limits::default(),
            walls: Arc::new(Walls { builder: Some(Builder::Ours), walls: Vec::new() }),
            groups: Arc::new(Groups::gone(folder.path().join("cgroup"))),
        };
        let (_go_on, stop) = sync_channel(1);
        let run = Run { id: "one", script: "true", timeout: Duration::from_secs(60), environment: &[] };
        let error = sandbox.run(&run, &stop).unwrap_err().to_string();
        assert!(error.contains("control group") && error.contains("nothing is mounted"), "{error}");
        let record = std::fs::read_to_string(folder.path().join("one/result.json")).unwrap();
        assert!(record.contains("\"outcome\": \"failed\"") && record.contains("nothing is mounted"), "{record}");
    }
}
