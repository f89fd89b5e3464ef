//! The shells of a phone. Each runs on its own threads, which may wait without blocking other users of the phone. All
//! of them are in one table, for `ps` and `kill`.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::OwnedMutexGuard;

use super::process_table::Slot;
use super::turns::{Request, State, Turns};
use framework::{Phone, RECORD_EVERY_MS, wanted_input};
use machine::files::Files;
use shell::ports::{Connection, Listener, PortError};
use shell::threads;
use shell::{AppUser, FilesGuard, Io, LongRunning, Os, Process, Script, Session, Shell, ShellProcess};

/// The pid of adbd.
const ADBD_PID: u32 = 701;
/// The polling interval of a followed log.
const LOG_EVERY_MS: u64 = 50;
/// The polling interval of a command without further output.
const NEVER_MS: u64 = u64::MAX;

impl Turns {
    /// Starts a shell; none if there are too many.
    pub(super) fn start_shell(&self, session: &Arc<Session>, shell: Shell, script: Script) -> Option<Request<'_>> {
        let state = self.state().clone();
        let slot = Slot::take(&state.processes)?;
        let process = ShellProcess::new(session, state.processes.next_pid(), ADBD_PID, "sh");
        let request = Request::begin(self.state(), Some(Arc::clone(&process)));
        let run = move || {
            let mut os = ShellOs::new(state.clone(), slot, Arc::clone(&process));
            let ended = catch_unwind(AssertUnwindSafe(|| shell.run_session(&script, &mut os, &process)));
            if ended.is_err() {
                // After a bug in the shell, the client sees it as killed.
                process.kill(process.pid, 9);
                process.session_end(137);
            }
            os.tell_work();
        };
        threads::run(run).then_some(request)
    }
}

/// The phone as a shell sees it: locked for each operation, and free between them.
struct ShellOs {
    state: State,
    _slot: Slot,
    /// The phone's clock, and the host's clock at the same moment.
    now_ms: i64,
    told_ms: i64,
    utc_offset_min: i32,
    /// The uid of the commands that follow.
    user: u32,
    waited_ns: AtomicU64,
    /// The work of the shell; none for a forked shell, whose work is not counted.
    work: Option<Work>,
    /// The long-running commands, and how much of the log each has seen.
    followed: BTreeMap<u64, (commands::LongRunning, u64)>,
}

/// Measures how long a shell works.
struct Work {
    process: Arc<ShellProcess>,
    begun: Instant,
    /// The part already reported.
    told: Duration,
}

impl ShellOs {
    fn new(state: State, slot: Slot, process: Arc<ShellProcess>) -> Self {
        let work = Some(Work { process, begun: Instant::now(), told: Duration::ZERO });
        let waited_ns = AtomicU64::new(0);
        let followed = BTreeMap::new();
        let mut os =
            Self { state, _slot: slot, now_ms: 0, told_ms: 0, utc_offset_min: 0, user: 0, waited_ns, work, followed };
        let phone = os.lock();
        let (now_ms, utc_offset_min, user) = (phone.now_ms(), phone.shared().clock.utc_offset_min, phone.user());
        drop(phone);
        (os.now_ms, os.utc_offset_min, os.user) = (now_ms, utc_offset_min, user);
        os.told_ms = (os.state.clock)();
        os
    }

    fn lock(&self) -> OwnedMutexGuard<Phone> {
        let begun = Instant::now();
        let phone = self.state.lock();
        let waited = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.waited_ns.fetch_add(waited, Ordering::Relaxed);
        phone
    }

    /// Reports how long the shell has worked since the last report. An interactive shell may live for days, so it
    /// reports after each command.
    fn tell_work(&mut self) {
        let others = Duration::from_nanos(self.waited_ns.load(Ordering::Relaxed));
        let Some(work) = &mut self.work else { return };
        let own = work.begun.elapsed().saturating_sub(others).saturating_sub(work.process.waited());
        self.state.worked(own.saturating_sub(work.told));
        work.told = own.max(work.told);
    }
}

impl Os for ShellOs {
    fn now_ms(&self) -> i64 {
        self.now_ms.saturating_add((self.state.clock)().saturating_sub(self.told_ms).max(0))
    }

    fn utc_offset_minutes(&self) -> i32 {
        self.utc_offset_min
    }

    fn files(&mut self) -> FilesGuard<'_> {
        let user = self.user;
        let rows = self.state.processes.rows();
        let mut phone = self.lock();
        phone.tell_shells(rows);
        Box::new(OwnedMutexGuard::map(phone, |phone| -> &mut Files { phone.files_as(user) }))
    }

    fn processes(&self) -> Vec<Process> {
        let mut all = self.lock().processes();
        all.extend(self.state.processes.rows());
        all
    }

    fn kill(&mut self, pid: u32, signal: u32) -> bool {
        let killed = self.state.processes.lock().values().any(|process| process.kill(pid, signal));
        killed || self.lock().kill(pid, signal)
    }

    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32> {
        // Reads the input first, so that the phone is not locked while waiting.
        if let Some(size) = wanted_input(name, args) {
            io.stdin = shell::Input::new(io.stdin.take_most(size));
        }
        let mut phone = self.lock();
        phone.files_as(self.user);
        // A command that panics counts as killed.
        let status = catch_unwind(AssertUnwindSafe(|| phone.command(name, args, io))).unwrap_or(Some(137));
        // The command may have set the clock or the zone.
        let told = (phone.now_ms(), phone.shared().clock.utc_offset_min);
        drop(phone);
        (self.now_ms, self.utc_offset_min) = told;
        self.told_ms = (self.state.clock)();
        self.tell_work();
        status
    }

    fn command_names(&self) -> Vec<String> {
        commands::names().iter().map(|name| (*name).to_owned()).collect()
    }

    fn user(&self) -> u32 {
        self.user
    }

    fn set_user(&mut self, user: u32) {
        self.user = user;
    }

    fn has_root(&self) -> bool {
        Os::has_root(&*self.lock())
    }

    fn app_user(&self, package: &str) -> Option<AppUser> {
        self.lock().app_user(package)
    }

    fn set_clock(&mut self, now_ms: i64) -> bool {
        let mut phone = self.lock();
        let set = phone.set_clock(now_ms);
        let now_ms = phone.now_ms();
        drop(phone);
        (self.now_ms, self.told_ms) = (now_ms, (self.state.clock)());
        set
    }

    fn zone_name(&self) -> Option<String> {
        Os::zone_name(&*self.lock())
    }

    fn property(&self, name: &str) -> Option<String> {
        self.lock().property(name)
    }

    fn fork(&self) -> Option<Box<dyn Os + Send>> {
        let slot = Slot::take(&self.state.processes)?;
        Some(Box::new(Self {
            state: self.state.clone(),
            _slot: slot,
            now_ms: self.now_ms,
            told_ms: self.told_ms,
            utc_offset_min: self.utc_offset_min,
            user: self.user,
            waited_ns: AtomicU64::new(0),
            work: None,
            followed: BTreeMap::new(),
        }))
    }

    fn next_pid(&mut self) -> u32 {
        self.state.processes.next_pid()
    }

    fn begun(&mut self, process: &Arc<ShellProcess>) {
        self.state.processes.lock().insert(process.pid, Arc::clone(process));
    }

    fn listen(&mut self, port: u16, process: &Arc<ShellProcess>) -> Result<Listener, PortError> {
        self.state.listen(port, self.user, process)
    }

    fn connect(&mut self, port: u16) -> Result<Connection, PortError> {
        self.state.connect(port)
    }

    fn follow(&mut self, command: &LongRunning, io: &mut Io, waits: &Arc<ShellProcess>) -> Option<u64> {
        let mut phone = self.state.lock();
        let begun = phone.take_long_running(command.id);
        let Some((mut followed, seen)) = begun.or_else(|| self.followed.remove(&command.id)) else {
            return Some(NEVER_MS);
        };
        let mut upto = phone.shared().log.written();
        let pause_ms = match &mut followed {
            commands::LongRunning::Logcat(logcat) => {
                let text = phone.log_since(logcat, seen);
                match logcat.file() {
                    None => io.out(text),
                    Some(path) if !text.is_empty() => {
                        let (user, now_ms) = (phone.user(), phone.now_ms());
                        // A log that no longer fits into its file goes on without it, as `logcat` does.
                        _ = phone.files_as(user).append(path, text.as_bytes(), now_ms);
                    }
                    Some(_) => {}
                }
                LOG_EVERY_MS
            }
            commands::LongRunning::Getevent(getevent) => {
                let events = phone.input_events();
                upto = events.next();
                io.out(events.since(seen).filter_map(|event| getevent.line(event)).collect::<String>());
                if getevent.is_done() {
                    return None;
                }
                events.watch(waits);
                NEVER_MS
            }
            commands::LongRunning::Server { port } => {
                self.state.servers.lock().unwrap_or_else(PoisonError::into_inner).insert(command.id, *port);
                NEVER_MS
            }
            commands::LongRunning::Recording { pid } => {
                io.stdout.extend(phone.record(*pid)?);
                RECORD_EVERY_MS
            }
            commands::LongRunning::Forever => NEVER_MS,
            commands::LongRunning::Reboot => {
                self.state.goes_down.store(true, Ordering::Relaxed);
                return None;
            }
        };
        drop(phone);
        self.followed.insert(command.id, (followed, upto));
        Some(pause_ms)
    }

    fn unfollow(&mut self, command: &LongRunning) {
        self.state.servers.lock().unwrap_or_else(PoisonError::into_inner).remove(&command.id);
        let followed = self.followed.remove(&command.id);
        let mut phone = self.lock();
        let begun = phone.take_long_running(command.id);
        if let Some((commands::LongRunning::Recording { pid }, _)) = followed.or(begun) {
            phone.end_recording(pid);
        }
    }
}
