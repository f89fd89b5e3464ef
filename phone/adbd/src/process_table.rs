//! The table of a phone's shell processes, for `ps` and `kill`, and the count of their threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shell::{Process, ShellProcess};

/// The maximum number of threads of one phone's shells. A command that would need more fails to start, as on a phone
/// whose process table is full.
const MAX_THREADS: usize = 512;
/// The first pid of a shell process.
const FIRST_PID: u32 = 14_021;
/// All processes of all shells of a phone.
#[derive(Default)]
pub(super) struct ProcessTable {
    running: Mutex<BTreeMap<u32, Arc<ShellProcess>>>,
    next: AtomicU32,
    threads: AtomicUsize,
}

impl ProcessTable {
    /// Locks the running processes, by pid.
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, Arc<ShellProcess>>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|_, process| process.status().is_none());
        running
    }

    /// Returns the pid for a new process.
    pub(super) fn next_pid(&self) -> u32 {
        // Pids wrap around, as on Linux at 32,768.
        FIRST_PID + self.next.fetch_add(1, Ordering::Relaxed) % (32_768 - FIRST_PID)
    }

    /// Returns how many threads the shells have.
    #[cfg(test)]
    pub(super) fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    /// Kills every process.
    pub(super) fn kill_all(&self) {
        for (pid, process) in self.lock().iter() {
            process.kill(*pid, 9);
        }
    }

    /// Returns the processes and their programs, as `ps` lists them.
    pub(super) fn rows(&self) -> Vec<Process> {
        let row = |pid: u32, ppid: u32, command: &str| {
            let program = command.split(' ').next().unwrap_or_default();
            Process {
                pid,
                ppid,
                user: "shell".to_owned(),
                name: program.rsplit('/').next().unwrap_or_default().to_owned(),
                command: command.to_owned(),
                rss_kb: 3_200,
                vsz_kb: 10_802_360,
            }
        };
        let mut rows = Vec::new();
        for process in self.lock().values() {
            rows.push(row(process.pid, process.ppid, process.command()));
            rows.extend(process.program().map(|program| row(program.pid, process.pid, &program.command)));
        }
        rows
    }
}

/// A reserved thread of a shell.
pub(super) struct Slot(Arc<ProcessTable>);

impl Slot {
    /// Reserves a thread; none if the shells have too many.
    pub(super) fn take(table: &Arc<ProcessTable>) -> Option<Self> {
        let slot = Self(Arc::clone(table));
        (table.threads.fetch_add(1, Ordering::Relaxed) < MAX_THREADS).then_some(slot)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.threads.fetch_sub(1, Ordering::Relaxed);
    }
}
