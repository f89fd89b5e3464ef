//! The journal of a fleet task: its local folder, and its record on the server.
//!
//! An intent, a pause and an end wait until the server has acknowledged them and everything before them. An effect is
//! sent at once, without waiting. A task whose lease is lost, or whose record cannot be written, breaks off: it leaves
//! no end, neither here nor on the server, and the next worker continues from the record.
//!
//! When a worker hands a task back, it records the unsent entries and the time at which the task paused: the next
//! worker counts the time already used.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc as sync_mpsc};

use task::agent::record::Folder;
use task::agent::{EndReason, Ended, Journal, JournalEntry, PauseEntry, PauseReason, Summary};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::lease::Lease;
use crate::record::{Chunk, NotWritten, RecordWriter};

/// How many entries may be in flight; the next one waits for the server.
const MOST: usize = 64;

/// The outcome of a task on this worker.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// Its end is on record.
    Ended(Summary),
    /// It continues elsewhere, or later.
    BrokeOff(Why),
}

/// Why a task broke off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Another worker has it, or may have it.
    Lost,
    /// The server does not accept its record.
    Unwritten(String),
    /// A failure that may be temporary.
    Failed(String),
    /// This process was asked to stop.
    Interrupted,
}

/// The leases that must hold before an action is sent.
#[derive(Clone, Debug)]
pub(crate) struct Leases {
    /// The task.
    pub(crate) task: Arc<Lease>,
    /// The phone.
    pub(crate) phone: Arc<Lease>,
}

impl Leases {
    pub(crate) fn hold(&self) -> bool {
        self.task.holds() && self.phone.holds()
    }
}

/// How to treat a task's end.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    /// Whether a temporary failure is retried.
    pub(crate) tries_again: bool,
    /// Whether the worker hands its tasks back.
    pub(crate) stopping: Arc<AtomicBool>,
}

/// One entry to write.
struct Write {
    entry: JournalEntry,
    /// When to send the collected entries.
    sends: Sends,
    acknowledged: Option<sync_mpsc::SyncSender<Result<(), NotWritten>>>,
}

/// When entries are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sends {
    /// With the next entry that is sent.
    Later,
    /// At once.
    Now,
    /// At once, and nothing after it: another run continues. If `handed_over`, this run does not count as a try.
    Last { handed_over: bool },
}

/// The journal that a task's loop writes.
pub(crate) struct RecordJournal {
    folder: Folder,
    writes: mpsc::Sender<Write>,
    leases: Leases,
    policy: Policy,
    outcome: Arc<Mutex<Option<Outcome>>>,
    on_the_way: usize,
}

/// The parts for opening a journal, before there is a folder.
pub(crate) struct Opening {
    writes: mpsc::Sender<Write>,
    leases: Leases,
    policy: Policy,
    outcome: Arc<Mutex<Option<Outcome>>>,
}

impl Opening {
    /// Opens the journal over a folder.
    pub(crate) fn over(self, folder: Folder) -> Box<dyn Journal> {
        let Self { writes, leases, policy, outcome } = self;
        Box::new(RecordJournal { folder, writes, leases, policy, outcome, on_the_way: 0 })
    }
}

/// Begins to write a record. The outcome of the task is known once its loop has dropped the journal.
pub(crate) fn begin(
    writer: RecordWriter,
    worker: &str,
    leases: Leases,
    policy: Policy,
) -> (Opening, JoinHandle<Outcome>) {
    let (writes, receiver) = mpsc::channel(MOST);
    let outcome = Arc::new(Mutex::new(None));
    let opening = Opening { writes, leases: leases.clone(), policy, outcome: Arc::clone(&outcome) };
    let worker = worker.to_owned();
    let writing = tokio::spawn(async move {
        write_all(receiver, writer, &worker, &leases).await;
        let outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
        outcome.unwrap_or(Outcome::BrokeOff(Why::Interrupted))
    });
    (opening, writing)
}

/// Writes entries until the sender is dropped. Stops writing after a failure.
async fn write_all(mut writes: mpsc::Receiver<Write>, mut writer: RecordWriter, worker: &str, leases: &Leases) {
    let mut pending = Vec::new();
    let mut failed: Option<NotWritten> = None;
    while let Some(Write { entry, sends, acknowledged }) = writes.recv().await {
        pending.push(entry);
        if sends == Sends::Later && failed.is_none() {
            continue;
        }
        let written = match &failed {
            None => {
                let entries = std::mem::take(&mut pending);
                let chunk = match sends {
                    Sends::Last { handed_over } => Chunk::left(worker, began(entries), handed_over),
                    Sends::Now | Sends::Later => Chunk::entries(worker, entries),
                };
                writer.write(chunk, || leases.hold()).await
            }
            Some(NotWritten::Fenced) => Err(NotWritten::Fenced),
            Some(NotWritten::Away(why)) => Err(NotWritten::Away(why.clone())),
        };
        pending.clear();
        if let Err(error) = &written {
            failed.get_or_insert_with(|| match error {
                NotWritten::Fenced => NotWritten::Fenced,
                NotWritten::Away(why) => NotWritten::Away(why.clone()),
            });
        }
        if let Some(acknowledged) = acknowledged {
            // A caller that no longer waits has already stopped.
            let _ = acknowledged.try_send(written);
        }
    }
}

/// Returns the entries of a run. A run that only waited for its phone starts and ends at the same moment and leaves
/// nothing: the next run begins the task instead of resuming it.
fn began(entries: Vec<JournalEntry>) -> Vec<JournalEntry> {
    match entries.as_slice() {
        [JournalEntry::Started(started), JournalEntry::Paused(left)] if started.mark == left.mark => Vec::new(),
        _ => entries,
    }
}

impl RecordJournal {
    /// Stops all further writing. The first reason counts.
    fn break_off(&self, why: Why) -> io::Error {
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        let why = match outcome.get_or_insert(Outcome::BrokeOff(why)) {
            Outcome::BrokeOff(Why::Lost) => "this task's lease has expired: another worker may have it".to_owned(),
            Outcome::BrokeOff(Why::Unwritten(why)) => format!("its record cannot be written: {why}"),
            Outcome::BrokeOff(Why::Failed(why)) => format!("it will be retried later: {why}"),
            Outcome::BrokeOff(Why::Interrupted) => "this worker is stopping, and another will continue".to_owned(),
            Outcome::Ended(_) => "it is over".to_owned(),
        };
        io::Error::other(why)
    }

    /// Breaks off because another run continues, and records how far this one came. Never blocks, because a dropped
    /// loop ends here on an async thread.
    fn leave(&self, ended: &Ended, why: Why) -> io::Error {
        if !matches!(why, Why::Interrupted | Why::Failed(_)) {
            return self.break_off(why);
        }
        let entry = JournalEntry::Paused(PauseEntry { mark: ended.mark, reason: PauseReason::Asked });
        // Only a worker that stops and holds its leases hands over. A loop that panicked, or that made its worker too
        // slow for the lease, ends the same way and would do so on every worker: that counts as a try.
        let stops = self.policy.stopping.load(Ordering::Acquire);
        let handed_over = why == Why::Interrupted && stops && self.leases.hold();
        let error = self.break_off(why);
        // If it cannot be sent, this run counts as killed.
        let _ = self.writes.try_send(Write { entry, sends: Sends::Last { handed_over }, acknowledged: None });
        error
    }

    fn is_over(&self) -> bool {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Returns why an end is not final: another run continues from here.
    fn goes_on(&self, summary: &Summary) -> Option<Why> {
        let why = || summary.error.clone().unwrap_or_else(|| summary.message.clone());
        match summary.reason {
            EndReason::Interrupt | EndReason::Preempted => Some(Why::Interrupted),
            // Only a failed write here ends a task this way, and it has already been reported.
            EndReason::Recorder => Some(Why::Unwritten(why())),
            EndReason::Panicked | EndReason::Device | EndReason::Disconnected | EndReason::Model
                if self.policy.tries_again =>
            {
                Some(Why::Failed(why()))
            }
            _ => None,
        }
    }
}

impl Journal for RecordJournal {
    fn write(&mut self, entry: &JournalEntry) -> io::Result<()> {
        if self.is_over() {
            return Err(self.break_off(Why::Lost));
        }
        if let JournalEntry::Ended(ended) = entry
            && let Some(why) = self.goes_on(&ended.summary)
        {
            return Err(self.leave(ended, why));
        }
        let waits = matches!(
            entry,
            JournalEntry::Question(_) | JournalEntry::Intent(_) | JournalEntry::Paused(_) | JournalEntry::Ended(_)
        ) || self.on_the_way + 2 >= MOST;
        let sends = if waits || matches!(entry, JournalEntry::Effect(_)) { Sends::Now } else { Sends::Later };
        let (sender, acknowledged) = sync_mpsc::sync_channel(1);
        let write = Write { entry: entry.clone(), sends, acknowledged: waits.then_some(sender) };
        if self.writes.try_send(write).is_err() {
            return Err(self.break_off(Why::Unwritten("too many entries are in flight".to_owned())));
        }
        // Writes to disk while the server works. The folder's end is written once the record has it.
        let ends = matches!(entry, JournalEntry::Ended(_));
        if !ends {
            self.folder.write(entry)?;
        }
        if !waits {
            self.on_the_way += 1;
            return Ok(());
        }
        self.on_the_way = 0;
        match acknowledged.recv() {
            Ok(Ok(())) => {}
            Ok(Err(NotWritten::Fenced)) | Err(_) => {
                self.leases.task.lose();
                return Err(self.break_off(Why::Lost));
            }
            Ok(Err(NotWritten::Away(_))) if !self.leases.hold() => return Err(self.break_off(Why::Lost)),
            Ok(Err(NotWritten::Away(why))) => return Err(self.break_off(Why::Unwritten(why))),
        }
        if let JournalEntry::Ended(ended) = entry {
            let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
            *outcome = Some(Outcome::Ended(ended.summary.clone()));
            drop(outcome);
            // The record has it, so a failing disk changes nothing.
            if let Err(error) = self.folder.write(entry) {
                tracing::warn!(%error, "the end of a task is on record, but not in its folder");
            }
            return Ok(());
        }
        // A process that was suspended in between finds out here, right before it acts.
        if self.leases.hold() { Ok(()) } else { Err(self.break_off(Why::Lost)) }
    }
}
