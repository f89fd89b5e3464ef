//! The table of a phone's shell processes, by which `ps` shows and `kill` ends them, and the count of their threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shell::{Process, ShellProcess};

/// Threads of one phone's shells; a command that would need more cannot be started, as on a phone whose table of
/// processes is full.
const MAX_THREADS: usize = 512;
/// The first number of a shell's process.
const FIRST_PID: u32 = 14_021;
/// Every process of every shell of a phone.
#[derive(Default)]
pub(super) struct ProcessTable {
    running: Mutex<BTreeMap<u32, Arc<ShellProcess>>>,
    next: AtomicU32,
    threads: AtomicUsize,
}

impl ProcessTable {
    /// The processes that have not ended, by number.
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, Arc<ShellProcess>>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|_, process| process.status().is_none());
        running
    }

    /// A number for a new process.
    pub(super) fn next_pid(&self) -> u32 {
        // Numbers come round again, as Linux's do at 32,768.
        FIRST_PID + self.next.fetch_add(1, Ordering::Relaxed) % (32_768 - FIRST_PID)
    }

    /// How many threads the shells have.
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

    /// The processes and what they run, as `ps` lists them.
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

/// A thread of a shell, counted.
pub(super) struct Slot(Arc<ProcessTable>);

impl Slot {
    /// Takes one; none if the shells have too many already.
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
