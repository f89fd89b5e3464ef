//! What joins a running shell with whoever started it: bytes in, bytes out, and how it is told to end.
//!
//! One side is a shell on threads of its own that may wait ([`ShellProcess`]); the other is adbd, which never does: it
//! puts input in, takes output out, and is woken when there is some or when there is room. Both directions are bounded:
//! who writes waits until the other side has taken what is there. When the other end has gone, input ends after what
//! had arrived, whoever writes learns that nobody reads, and sleepers are woken.
//!
//! Sleepers sleep by the clock of the runtime that waits for their output. Where somebody has stopped that clock, as
//! tests do, it jumps to the next timer whenever the runtime has nothing to do, and threads that are not its own do not
//! count ([`clock`]): then the work of the shell is waited for on a thread that does, and its sleeps are timers.

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

/// What waits to be sent, and what waits to be read: as much as a stream of adb carries at once.
const ROOM: usize = 256 << 10;
/// The signal of a terminal whose window has another size.
const WINDOW_CHANGED: u32 = 28;
/// How much output, and for how long, a shell that works keeps to itself: many small writes are one packet. When it waits
/// or ends, everything is sent at once.
const HELD_BYTES: usize = 16 << 10;
const HELD_TIME: Duration = Duration::from_millis(2);
/// How many steps a shell that was given input may still do with it when the other end has gone away.
const STEPS_AFTER_HANGUP: i64 = 100_000;

/// What a shell wrote, in the order in which it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Whether it is a complaint.
    pub stderr: bool,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// What there is to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// These bytes.
    Written(Chunk),
    /// Nothing more: the shell has ended with this status.
    Ended(i32),
}

/// What a process waits for besides a nudge: whichever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Awaited<'a> {
    /// What the other end sends, or its end.
    pub(super) session: bool,
    /// What is written into a pipe, or its end.
    pub(super) bytes: Option<&'a PipeReader>,
    /// Room in a pipe, or that nobody reads it.
    pub(super) room: Option<&'a PipeWriter>,
}

/// The two ends of a shell.
#[derive(Debug, Default)]
pub struct Session {
    state: Mutex<State>,
    /// Anything of the state has changed.
    changed: Condvar,
    /// There is output to be taken.
    written: Notify,
    /// There is room for input.
    read: Notify,
    /// What is on its way is the last that comes.
    closing: AtomicBool,
    hung_up: AtomicBool,
    /// What is left of [`STEPS_AFTER_HANGUP`].
    steps_left: AtomicI64,
    /// Whether every change is of interest to the other side: the clock stands still.
    watched: AtomicBool,
    /// There is output, or no process works any more.
    rested: Condvar,
    /// Whether there is output that the other side has not been told of.
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
    /// Since when output is held back.
    held_since: Option<std::time::Instant>,
    status: Option<i32>,
    pipes: BTreeMap<u64, Pipe>,
    next_pipe: u64,
    /// The terminal on which it runs, if it does.
    terminal: Option<Terminal>,
    /// A reader is to find the end of what was typed.
    end_typed: bool,
    /// The first process, whether it prompts, and the job that has the terminal.
    shell: Weak<ShellProcess>,
    prompts: bool,
    foreground: Weak<ShellProcess>,
    /// Processes in the background that may still write to the other end.
    attached: usize,
    /// Its processes that have not ended, and those of them that wait.
    processes: usize,
    waiting: usize,
    /// How often something has changed: who was woken by that does not count as waiting any more.
    changes: u64,
    /// When those who wait would go on by themselves, and how many do at that time.
    alarms: BTreeMap<Instant, usize>,
}

impl State {
    /// Whether there is input, or its end.
    fn has_input(&self) -> bool {
        !self.input.is_empty() || self.input_ended || self.end_typed
    }

    /// Puts bytes where output waits.
    fn put(&mut self, stderr: bool, bytes: &[u8]) {
        match self.output.back_mut().filter(|last| last.stderr == stderr) {
            Some(last) => last.bytes.extend_from_slice(bytes),
            None => self.output.push_back(Chunk { stderr, bytes: bytes.to_vec() }),
        }
        self.output_bytes += bytes.len();
    }
}

impl Session {
    /// A session to which nothing has been said.
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something and wakes whoever waits for it.
    fn change<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.lock();
        let result = act(&mut state);
        self.wake(state);
        result
    }

    /// Wakes whoever waits for a change.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        // Whoever waits is about to look whether that was it.
        state.waiting = 0;
        state.changes = state.changes.wrapping_add(1);
        drop(state);
        self.changed.notify_all();
        if self.watched.load(Ordering::Relaxed) {
            self.rested.notify_all();
            self.written.notify_one();
        }
    }

    /// A session on a terminal.
    pub fn on_terminal() -> Arc<Self> {
        let state = State { terminal: Some(Terminal::default()), ..State::default() };
        Arc::new(Self { state: Mutex::new(state), ..Self::default() })
    }

    /// Whether it is on a terminal.
    pub(super) fn has_terminal(&self) -> bool {
        self.lock().terminal.is_some()
    }

    /// Looks at the terminal's settings, or changes them; none without a terminal.
    pub(super) fn with_settings<T>(&self, act: impl FnOnce(&mut Settings) -> T) -> Option<T> {
        self.lock().terminal.as_mut().map(|terminal| act(&mut terminal.settings))
    }

    /// The window has another size.
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

    /// Somebody types: gives what is to be signalled.
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
        // Who never reads sees no more of what they type.
        if !shown.is_empty() && state.output_bytes < ROOM {
            state.put(false, &shown);
            state.held_since.get_or_insert_with(std::time::Instant::now);
            self.tell(state);
        }
        signals
    }

    /// A key of the terminal signals whoever is in the foreground.
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

    /// Gives the shell input, as soon as there is room for it.
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

    /// There will be no more input. A terminal has no such end: it has a key for that.
    pub fn end_input(&self) {
        self.change(|state| state.input_ended |= state.terminal.is_none());
    }

    /// The way to the other end is cut: what still comes is little enough to be taken at once.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.read.notify_one();
    }

    /// The other end has gone: nobody reads any more, and nothing more comes.
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

    /// Output has been written: tells of it, or soon will.
    fn hold(&self, state: &mut State) {
        let since = *state.held_since.get_or_insert_with(std::time::Instant::now);
        if state.output_bytes >= HELD_BYTES || since.elapsed() >= HELD_TIME {
            self.tell(state);
        } else {
            self.held.store(true, Ordering::Relaxed);
        }
    }

    /// Tells of the output that was held back.
    fn tell(&self, state: &mut State) {
        if state.held_since.take().is_some() {
            self.held.store(false, Ordering::Relaxed);
            self.written.notify_one();
            self.rested.notify_all();
        }
    }

    /// What the shell has written next, or how it has ended; none as long as there is neither.
    pub fn take_output(&self) -> Option<Output> {
        let mut state = self.lock();
        let Some(chunk) = state.output.pop_front() else { return state.status.map(Output::Ended) };
        state.output_bytes = state.output_bytes.saturating_sub(chunk.bytes.len());
        self.wake(state);
        Some(Output::Written(chunk))
    }

    /// What the shell has written next; waits for it.
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

    /// The shell is over.
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
