//! A process of the shell: a shell, a part of a pipeline or a background command, each with its own thread and pid.
//! Every wait of a shell belongs to one of these. It ends when the process is killed, when its time is over, or when
//! the client hangs up.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::Wake;
use std::time::Duration;

use tokio::time::Instant;

use super::{Awaited, HELD_TIME, ROOM, Session, State};

/// The signals that continue and stop a process.
const CONTINUE: u32 = 18;
const STOP: u32 = 19;
const TERMINAL_STOP: u32 = 20;
/// The signals that are ignored without a trap: `CHLD`, `URG`, `WINCH`.
const IGNORED: [u32; 3] = [17, 23, 28];
/// A sleep that does not end by itself.
const FOREVER: Duration = Duration::from_secs(100 * 365 * 86_400);

/// A wait was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Stopped;

/// The reader of the output is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Broken;

/// A program that a shell runs and waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningProgram {
    /// Its pid.
    pub pid: u32,
    /// Its command line.
    pub command: String,
}

/// A process of a shell.
#[derive(Debug)]
pub struct ShellProcess {
    /// Its pid.
    pub pid: u32,
    /// The pid of its parent.
    pub ppid: u32,
    session: Arc<Session>,
    /// The process that waits for it. A signal that ends the parent ends this process too.
    parent: Option<Arc<ShellProcess>>,
    /// The pending signal, or 0.
    signal: AtomicU32,
    /// The exit status, or a negative number while it runs.
    status: AtomicI32,
    deadline: Mutex<Option<Instant>>,
    waited_ns: AtomicU64,
    /// Its command line, as `ps` shows it.
    command: String,
    /// The program that it waits for, which has its own pid.
    program: Mutex<Option<RunningProgram>>,
    /// The signal sent to that program, or 0.
    program_signal: AtomicU32,
    /// Whether its session waits for it.
    attached: bool,
    /// Whether it is stopped until a signal continues it.
    suspended: AtomicBool,
    /// The signal of the terminal key that interrupted a prompting shell's own work, or 0.
    interrupted: AtomicU32,
    /// Whether a followed command has new output.
    nudged: AtomicBool,
}

impl ShellProcess {
    /// Creates the first process of a session.
    pub fn new(session: &Arc<Session>, pid: u32, ppid: u32, command: &str) -> Arc<Self> {
        session.lock().processes += 1;
        Arc::new(Self {
            pid,
            ppid,
            session: Arc::clone(session),
            parent: None,
            signal: AtomicU32::new(0),
            status: AtomicI32::new(-1),
            deadline: Mutex::new(None),
            waited_ns: AtomicU64::new(0),
            command: command.to_owned(),
            program: Mutex::new(None),
            program_signal: AtomicU32::new(0),
            attached: false,
            suspended: AtomicBool::new(false),
            interrupted: AtomicU32::new(0),
            nudged: AtomicBool::new(false),
        })
    }

    /// Creates a child that this process waits for.
    pub(in super::super) fn child(self: &Arc<Self>, pid: u32) -> Arc<Self> {
        let mut child = Self::new(&self.session, pid, self.pid, &self.command);
        if let Some(child) = Arc::get_mut(&mut child) {
            child.parent = Some(Arc::clone(self));
        }
        child
    }

    /// Creates a background process. If `attached`, the session lasts as long as the process does.
    pub(in super::super) fn background(&self, pid: u32, attached: bool) -> Arc<Self> {
        let mut child = Self::new(&self.session, pid, self.pid, &self.command);
        if let Some(child) = Arc::get_mut(&mut child) {
            child.attached = attached;
        }
        self.session.change(|state| state.attached += usize::from(attached));
        child
    }

    pub(in super::super) fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// Returns its command line.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns the program that it waits for.
    pub fn program(&self) -> Option<RunningProgram> {
        self.program.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records the program that it now waits for. Returns the previous one.
    pub(in super::super) fn begin_program(&self, program: RunningProgram) -> Option<RunningProgram> {
        self.program.lock().unwrap_or_else(PoisonError::into_inner).replace(program)
    }

    /// Records the end of the program and restores the previous one. Returns the signal that ended it.
    pub(in super::super) fn end_program(&self, before: Option<RunningProgram>) -> Option<u32> {
        *self.program.lock().unwrap_or_else(PoisonError::into_inner) = before;
        Some(self.program_signal.swap(0, Ordering::Relaxed)).filter(|signal| *signal != 0)
    }

    /// Sends a signal to the process or to the program that it waits for, whichever has this pid. Returns whether the
    /// pid matched.
    pub fn kill(&self, pid: u32, signal: u32) -> bool {
        let to_program = self.program().is_some_and(|program| program.pid == pid);
        let found = self.status().is_none() && (pid == self.pid || to_program);
        if found && matches!(signal, STOP | TERMINAL_STOP | CONTINUE) {
            self.session.change(|_| self.suspended.store(signal != CONTINUE, Ordering::Relaxed));
            return true;
        }
        if found && signal != 0 {
            let slot = if to_program { &self.program_signal } else { &self.signal };
            self.session.change(|_| slot.store(signal, Ordering::Relaxed));
        }
        found
    }

    /// Interrupts its own work, on a terminal key.
    pub(super) fn interrupt(&self, signal: u32) {
        self.session.change(|_| self.interrupted.store(signal, Ordering::Relaxed));
    }

    /// Clears an interruption. Returns its signal.
    pub(in super::super) fn take_interruption(&self) -> Option<u32> {
        Some(self.interrupted.swap(0, Ordering::Relaxed)).filter(|signal| *signal != 0)
    }

    /// Whether it, or a process that waits for it, is stopped.
    pub(in super::super) fn is_suspended(&self) -> bool {
        self.suspended.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_suspended())
    }

    /// Makes this process the shell of its session.
    pub(in super::super) fn lead(self: &Arc<Self>, prompts: bool) {
        self.session.change(|state| (state.shell, state.prompts) = (Arc::downgrade(self), prompts));
    }

    /// Gives a job the terminal and waits until it ends or stops. Returns its status, or none if it stopped.
    pub(in super::super) fn wait_in_foreground(&self, job: &Arc<Self>) -> Result<Option<i32>, Stopped> {
        self.session.change(|state| state.foreground = Arc::downgrade(job));
        let waited = self.wait(None, |_| match job.status() {
            Some(status) => Some(Some(status)),
            None => job.is_suspended().then_some(None),
        });
        self.session.change(|state| state.foreground = Weak::new());
        waited
    }

    /// Takes the pending signal if a trap handles it.
    pub(in super::super) fn take_signal(&self, trapped: impl Fn(u32) -> bool) -> Option<u32> {
        let signal = self.signal.load(Ordering::Relaxed);
        (signal != 0 && trapped(signal)).then(|| {
            self.signal.store(0, Ordering::Relaxed);
            signal
        })
    }

    /// Returns its exit status once it has ended.
    pub fn status(&self) -> Option<i32> {
        Some(self.status.load(Ordering::Relaxed)).filter(|status| *status >= 0)
    }

    /// Records the end of the process.
    pub(in super::super) fn end(&self, status: i32) {
        self.session.change(|state| {
            let first = self.status.swap(status & 0xff, Ordering::Relaxed) < 0;
            state.processes = state.processes.saturating_sub(usize::from(first));
            state.attached = state.attached.saturating_sub(usize::from(self.attached));
        });
    }

    /// Ends its session.
    pub fn session_end(&self, status: i32) {
        self.end(status);
        self.session.end(status);
    }

    /// Returns how long it has waited in total.
    pub fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited_ns.load(Ordering::Relaxed))
    }

    /// Sets its deadline. Returns the previous one.
    pub(in super::super) fn set_deadline(&self, deadline: Option<Instant>) -> Option<Instant> {
        std::mem::replace(&mut *self.deadline.lock().unwrap_or_else(PoisonError::into_inner), deadline)
    }

    fn deadline(&self) -> Option<Instant> {
        let own = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        own.into_iter().chain(self.parent.as_ref().and_then(|parent| parent.deadline())).min()
    }

    /// Returns the exit status of a process that a signal has ended; none if it may continue.
    pub(in super::super) fn stopped(&self) -> Option<i32> {
        for slot in [&self.signal, &self.program_signal, &self.interrupted] {
            match slot.load(Ordering::Relaxed) {
                0 => {}
                signal if IGNORED.contains(&signal) => {}
                signal => return Some(128 + i32::try_from(signal & 0x7f).unwrap_or(0)),
            }
        }
        if self.deadline().is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(143);
        }
        if self.session.is_hung_up() && self.session.steps_left.load(Ordering::Relaxed) <= 0 {
            return Some(129);
        }
        self.parent.as_ref().and_then(|parent| parent.stopped())
    }

    /// Counts a step. After a hang-up, only a limited number of steps is left.
    pub(in super::super) fn step(&self) {
        if self.is_suspended() {
            _ = self.wait(None, |_| Some(()));
        }
        if self.session.held.load(Ordering::Relaxed) {
            let mut state = self.session.lock();
            if state.held_since.is_some_and(|since| since.elapsed() >= HELD_TIME) {
                self.session.tell(&mut state);
            }
        }
        if self.session.is_hung_up() {
            self.session.steps_left.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Waits until `ready` returns an answer. Returns `Err` if the deadline passed or the process was ended first.
    pub(super) fn wait<T>(
        &self,
        until: Option<Instant>,
        mut ready: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T, Stopped> {
        let mut state = self.session.lock();
        let mut begun = None;
        let answer = loop {
            if self.stopped().is_some() {
                break Err(Stopped);
            }
            let suspended = self.is_suspended();
            if !suspended && let Some(answer) = ready(&mut state) {
                break Ok(answer);
            }
            begun.get_or_insert_with(std::time::Instant::now);
            let until = until.filter(|_| !suspended);
            let limit = until.into_iter().chain(self.deadline()).min();
            let now = Instant::now();
            if until.is_some_and(|until| now >= until) {
                break Err(Stopped);
            }
            self.session.tell(&mut state);
            let changes = state.changes;
            state.begin_wait(limit);
            self.session.rest(&state);
            state = match limit {
                None => self.session.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(limit) => {
                    let time = limit.saturating_duration_since(now);
                    let waited = self.session.changed.wait_timeout(state, time);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
            state.end_wait(limit, changes);
        };
        if let Some(begun) = begun {
            let waited = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.waited_ns.fetch_add(waited, Ordering::Relaxed);
        }
        answer
    }

    /// Wakes the process because the command that it follows has new output.
    pub fn nudge(&self) {
        self.session.change(|_| self.nudged.store(true, Ordering::Relaxed));
    }

    /// Waits until it is nudged, at most for `time`. Returns `Err` if it was killed first.
    pub(in super::super) fn sleep_until_nudged(&self, time: Duration) -> Result<(), Stopped> {
        let until = (time < FOREVER).then(|| Instant::now() + time);
        let woken = self.wait(until, |_| match self.session.is_hung_up() {
            true => Some(Err(Stopped)),
            false => self.nudged.swap(false, Ordering::Relaxed).then_some(Ok(())),
        });
        match woken {
            Ok(woken) => woken,
            Err(Stopped) if self.stopped().is_some() => Err(Stopped),
            Err(Stopped) => Ok(()),
        }
    }

    /// Waits until it is nudged, until one of the awaited events happens, or until the deadline. Returns `Err` if it
    /// was killed first.
    pub(in super::super) fn wait_for_any(&self, awaited: Awaited<'_>, until: Option<Instant>) -> Result<(), Stopped> {
        let woken = self.wait(until, |state| {
            let input = awaited.session && state.has_input();
            let bytes = awaited.bytes.is_some_and(|pipe| pipe.is_ready(state));
            let room = awaited.room.is_some_and(|pipe| pipe.is_ready(state));
            let ready = self.nudged.swap(false, Ordering::Relaxed) || input || bytes || room;
            match (ready, self.session.is_hung_up()) {
                (true, _) => Some(Ok(())),
                (false, gone) => gone.then_some(Err(Stopped)),
            }
        });
        match woken {
            Ok(woken) => woken,
            Err(Stopped) if self.stopped().is_some() => Err(Stopped),
            Err(Stopped) => Ok(()),
        }
    }

    /// Sleeps for `time`. Returns `Err` if it was killed first.
    pub(in super::super) fn sleep(&self, time: Duration) -> Result<(), Stopped> {
        let until = (time < FOREVER).then(|| Instant::now() + time);
        let gone = self.wait(until, |_| self.session.is_hung_up().then_some(()));
        match gone {
            Ok(()) => Err(Stopped),
            Err(Stopped) if self.stopped().is_some() => Err(Stopped),
            Err(Stopped) => Ok(()),
        }
    }

    /// Reads the session's next input; empty at its end.
    pub(in super::super) fn read_session(&self) -> Result<Vec<u8>, Stopped> {
        let bytes = self.wait(None, |state| {
            if state.input.is_empty() && std::mem::take(&mut state.end_typed) {
                return Some(Vec::new());
            }
            (!state.input.is_empty() || state.input_ended).then(|| state.input.drain(..).collect())
        });
        self.session.read.notify_one();
        bytes
    }

    /// Whether input can be read without waiting.
    pub(in super::super) fn session_has_input(&self) -> bool {
        !self.session.lock().input.is_empty()
    }

    /// Whether a read of the session's input would not wait.
    pub(in super::super) fn can_read_session(&self) -> bool {
        self.session.lock().has_input()
    }

    /// Sends bytes to the client.
    pub(in super::super) fn write_session(&self, stderr: bool, mut bytes: &[u8]) -> Result<(), Broken> {
        while !bytes.is_empty() {
            let taken = self.wait(None, |state| {
                if self.session.is_hung_up() || state.status.is_some() {
                    return Some(Err(Broken));
                }
                let room = ROOM.saturating_sub(state.output_bytes).min(bytes.len());
                if room == 0 {
                    return None;
                }
                let part = bytes.get(..room).unwrap_or_default();
                match &state.terminal {
                    None => state.put(stderr, part),
                    // A terminal merges stdout and stderr.
                    Some(terminal) => {
                        let mut shown = Vec::with_capacity(part.len());
                        terminal.write(part, &mut shown);
                        state.put(false, &shown);
                    }
                }
                self.session.hold(state);
                Some(Ok(room))
            });
            let room = taken.map_err(|Stopped| Broken)??;
            bytes = bytes.get(room..).unwrap_or_default();
        }
        Ok(())
    }

    /// Waits until another process has ended. Returns its status.
    pub(in super::super) fn wait_for(&self, other: &Self) -> Result<i32, Stopped> {
        self.wait(None, |_| other.status())
    }

    /// Waits until no background process can write to the session any more.
    pub(in super::super) fn wait_for_attached(&self) {
        _ = self.wait(None, |state| (state.attached == 0).then_some(()));
    }
}

/// Wakes a process that waits for a connection.
impl Wake for ShellProcess {
    fn wake(self: Arc<Self>) {
        self.nudge();
    }
}
