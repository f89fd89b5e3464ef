//! A session connects a running shell to its client: bytes in, bytes out, and how the shell is told to end.
//!
//! One side is a shell on its own threads, which may block ([`ShellProcess`]). The other side is adbd, which never
//! blocks: it puts input in, takes output out, and is woken when output arrives or when there is room for input. Both
//! directions are bounded, so a writer waits until the other side has taken the pending bytes. When the client hangs
//! up, the input ends after the bytes that have arrived, writers learn that their reader is gone, and sleepers are
//! woken.
//!
//! Sleeps use the clock of the runtime that waits for their output. If a test has paused that clock, it jumps to the
//! next timer whenever the runtime is idle, and threads outside the runtime do not keep it busy ([`clock`]). The
//! session then waits for the shell's work on a blocking thread of the runtime, and turns the shell's sleeps into
//! timers.

mod clock;
mod pipe;
mod process;
pub(super) mod terminal;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};

use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use self::pipe::Pipe;
pub(super) use self::pipe::{PipeReader, PipeWriter};
pub(super) use self::process::Stopped;
pub use self::process::{RunningProgram, ShellProcess};
use self::terminal::{Settings, Terminal};

/// The limit of pending output, and of pending input: as much as an adb stream carries at once.
const ROOM: usize = 256 << 10;
/// SIGWINCH, sent when the terminal's window changes its size.
const WINDOW_CHANGED: u32 = 28;
/// How many bytes, and for how long, a busy shell holds output back, so that many small writes become one packet. When
/// the shell waits or ends, everything is sent at once.
const HELD_BYTES: usize = 16 << 10;
const HELD_TIME: Duration = Duration::from_millis(2);
/// How many steps a shell may still spend on the input that it was given after the client has hung up.
const STEPS_AFTER_HANGUP: i64 = 100_000;

/// A piece of the shell's output, in the order in which it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Whether the bytes were written to stderr.
    pub stderr: bool,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The next event that the client receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The shell wrote these bytes.
    Written(Chunk),
    /// The shell has ended with this status; nothing follows.
    Ended(i32),
}

/// The events that a process waits for besides a nudge. The first one ends the wait.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Awaited<'a> {
    /// Input from the client, or its end.
    pub(super) session: bool,
    /// Bytes in a pipe, or its end.
    pub(super) bytes: Option<&'a PipeReader>,
    /// Room in a pipe, or the loss of its reader.
    pub(super) room: Option<&'a PipeWriter>,
}

/// The shared state of a shell and its client.
#[derive(Debug, Default)]
pub struct Session {
    state: Mutex<State>,
    /// Signals any change of the state.
    changed: Condvar,
    /// Signals new output.
    written: Notify,
    /// Signals room for input.
    read: Notify,
    /// Whether the connection is cut: the input in transit is the last.
    closing: AtomicBool,
    hung_up: AtomicBool,
    /// The remainder of [`STEPS_AFTER_HANGUP`].
    steps_left: AtomicI64,
    /// Whether the other side needs to see every change, because the clock is paused.
    watched: AtomicBool,
    /// Signals that there is output, or that no process is working any more.
    rested: Condvar,
    /// Whether there is output that the other side has not been notified of.
    held: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    input: VecDeque<u8>,
    input_ended: bool,
    /// Whether there was any input.
    given: bool,
    output: VecDeque<Chunk>,
    output_bytes: usize,
    /// When the oldest held output was written.
    held_since: Option<std::time::Instant>,
    status: Option<i32>,
    pipes: BTreeMap<u64, Pipe>,
    next_pipe: u64,
    /// The terminal, if the session has one.
    terminal: Option<Terminal>,
    /// Whether the next read finds the end-of-file key.
    end_typed: bool,
    /// The first process, whether it prompts, and the foreground job.
    shell: Weak<ShellProcess>,
    prompts: bool,
    foreground: Weak<ShellProcess>,
    /// Background processes that may still write to the client.
    attached: usize,
    /// The number of running processes, and how many of them wait.
    processes: usize,
    waiting: usize,
    /// A counter of changes. A process woken by a change no longer counts as waiting.
    changes: u64,
    /// The deadlines of waiting processes, with the number of processes for each.
    alarms: BTreeMap<Instant, usize>,
}

impl State {
    /// Whether there is input, or its end.
    fn has_input(&self) -> bool {
        !self.input.is_empty() || self.input_ended || self.end_typed
    }

    /// Appends bytes to the pending output.
    fn put(&mut self, stderr: bool, bytes: &[u8]) {
        match self.output.back_mut().filter(|last| last.stderr == stderr) {
            Some(last) => last.bytes.extend_from_slice(bytes),
            None => self.output.push_back(Chunk { stderr, bytes: bytes.to_vec() }),
        }
        self.output_bytes += bytes.len();
    }
}

impl Session {
    /// Creates a session without a terminal.
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes all waiting threads.
    fn change<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.lock();
        let result = act(&mut state);
        self.wake(state);
        result
    }

    /// Wakes all threads that wait for a change.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        // Every waiting process is about to check whether the change concerns it.
        state.waiting = 0;
        state.changes = state.changes.wrapping_add(1);
        drop(state);
        self.changed.notify_all();
        if self.watched.load(Ordering::Relaxed) {
            self.rested.notify_all();
            self.written.notify_one();
        }
    }

    /// Creates a session on a terminal.
    pub fn on_terminal() -> Arc<Self> {
        let state = State { terminal: Some(Terminal::default()), ..State::default() };
        Arc::new(Self { state: Mutex::new(state), ..Self::default() })
    }

    /// Whether the session has a terminal.
    pub(super) fn has_terminal(&self) -> bool {
        self.lock().terminal.is_some()
    }

    /// Reads or changes the terminal's settings; none without a terminal.
    pub(super) fn with_settings<T>(&self, act: impl FnOnce(&mut Settings) -> T) -> Option<T> {
        self.lock().terminal.as_mut().map(|terminal| act(&mut terminal.settings))
    }

    /// Sets the size of the terminal's window.
    pub fn resize(&self, size: &[u8]) {
        let mut state = self.lock();
        if state.terminal.as_mut().is_some_and(|terminal| terminal.resize(size)) {
            let foreground = state.foreground.upgrade().or_else(|| state.shell.upgrade());
            self.wake(state);
            if let Some(process) = foreground {
                process.kill(process.pid, WINDOW_CHANGED);
            }
        }
    }

    /// Processes typed bytes. Returns the signals to send.
    fn typed(&self, state: &mut State, bytes: &[u8]) -> Vec<u32> {
        let Some(terminal) = &mut state.terminal else { return Vec::new() };
        let (mut signals, mut shown) = (Vec::new(), Vec::new());
        for byte in bytes {
            let typed = terminal.typed(*byte);
            state.input.extend(typed.input);
            shown.extend(typed.shown);
            state.end_typed |= typed.end;
            if let Some(signal) = typed.signal {
                state.input.clear();
                signals.push(signal);
            }
        }
        // The echo stops when the client no longer reads.
        if !shown.is_empty() && state.output_bytes < ROOM {
            state.put(false, &shown);
            state.held_since.get_or_insert_with(std::time::Instant::now);
            self.tell(state);
        }
        signals
    }

    /// Sends a terminal key's signal to the foreground.
    fn signal(&self, signal: u32) {
        let (shell, prompts, foreground) = {
            let state = self.lock();
            (state.shell.upgrade(), state.prompts, state.foreground.upgrade())
        };
        match (foreground, shell) {
            (Some(job), _) => _ = job.kill(job.pid, signal),
            (None, Some(_)) if prompts && signal == 20 => {}
            (None, Some(shell)) if prompts => shell.interrupt(signal),
            (None, Some(shell)) => _ = shell.kill(shell.pid, signal),
            (None, None) => {}
        }
    }

    /// Gives input to the shell, as soon as there is room for it.
    pub async fn give(&self, bytes: &[u8]) {
        loop {
            let room = self.read.notified();
            if self.lock().input.len() < ROOM || self.closing.load(Ordering::Relaxed) || self.ended() {
                break;
            }
            room.await;
        }
        let signals = self.change(|state| {
            if state.input_ended || state.status.is_some() {
                return Vec::new();
            }
            state.given = state.terminal.is_none();
            if state.terminal.is_some() {
                return self.typed(state, bytes);
            }
            state.input.extend(bytes);
            Vec::new()
        });
        for signal in signals {
            self.signal(signal);
        }
    }

    /// Ends the input. A terminal has no such end, only an end-of-file key.
    pub fn end_input(&self) {
        self.change(|state| state.input_ended |= state.terminal.is_none());
    }

    /// Marks the connection as cut. The input still in transit is small enough to be taken at once, without waiting for
    /// room.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.read.notify_one();
    }

    /// Hangs up: the output has no reader any more, and no further input arrives.
    pub fn hang_up(&self) {
        self.change(|state| {
            if self.is_hung_up() {
                return;
            }
            let steps = if state.given { STEPS_AFTER_HANGUP } else { 0 };
            self.steps_left.store(steps, Ordering::Relaxed);
            self.hung_up.store(true, Ordering::Relaxed);
            state.input_ended = true;
            (state.output, state.output_bytes) = (VecDeque::new(), 0);
        });
    }

    /// Notifies the other side of new output, now or soon.
    fn hold(&self, state: &mut State) {
        let since = *state.held_since.get_or_insert_with(std::time::Instant::now);
        if state.output_bytes >= HELD_BYTES || since.elapsed() >= HELD_TIME {
            self.tell(state);
        } else {
            self.held.store(true, Ordering::Relaxed);
        }
    }

    /// Notifies the other side of the output held back so far.
    fn tell(&self, state: &mut State) {
        if state.held_since.take().is_some() {
            self.held.store(false, Ordering::Relaxed);
            self.written.notify_one();
            self.rested.notify_all();
        }
    }

    /// Takes the next output or the exit status; none if neither is available yet.
    pub fn take_output(&self) -> Option<Output> {
        let mut state = self.lock();
        let Some(chunk) = state.output.pop_front() else { return state.status.map(Output::Ended) };
        state.output_bytes = state.output_bytes.saturating_sub(chunk.bytes.len());
        self.wake(state);
        Some(Output::Written(chunk))
    }

    /// Waits for the next output or the exit status.
    pub async fn output(self: &Arc<Self>) -> Output {
        loop {
            let written = self.written.notified();
            if let Some(output) = self.take_output() {
                return output;
            }
            match clock::stands_still() {
                false => written.await,
                true => self.pass_time(written).await,
            }
        }
    }

    /// Whether the shell has ended.
    pub fn ended(&self) -> bool {
        self.lock().status.is_some()
    }

    /// Ends the session with the shell's status.
    pub fn end(&self, status: i32) {
        self.change(|state| {
            state.status = Some(status);
            state.input.clear();
            (state.held_since, state.alarms) = (None, BTreeMap::new());
        });
        self.written.notify_one();
        self.read.notify_one();
    }

    fn is_hung_up(&self) -> bool {
        self.hung_up.load(Ordering::Relaxed)
    }
}
