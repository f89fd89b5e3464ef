//! Writes the journal and notifies the watchers: the only route from the loop to either, always through the redactor.
//! The disk is awaited on a thread that serves nothing else.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use action::LoopEvent;

use crate::clock::Clock;
use crate::deadline::End;
use crate::error::AgentError;
use crate::event::{Event, Watch};
use crate::journal::{HiddenEntry, Journal, JournalEntry, Mark};
use crate::redact::Redactor;

/// Writes entries and notifies watchers.
pub(crate) struct Recorder {
    journal: Arc<Mutex<Box<dyn Journal>>>,
    /// Whether writing may block.
    waits: bool,
    watch: Box<dyn Watch>,
    pub(crate) redactor: Redactor,
    clock: Arc<dyn Clock>,
    /// How long writing took since this was last asked.
    spent: Duration,
    /// The current step.
    pub(crate) step: u32,
}

impl Recorder {
    pub(crate) fn new(
        journal: Box<dyn Journal>,
        watch: Box<dyn Watch>,
        redactor: Redactor,
        clock: Arc<dyn Clock>,
        step: u32,
    ) -> Self {
        let waits = journal.waits();
        Self { journal: Arc::new(Mutex::new(journal)), waits, watch, redactor, clock, spent: Duration::ZERO, step }
    }

    /// The current time and step.
    pub(crate) fn mark(&self) -> Mark {
        Mark { at: self.clock.time(), step: self.step }
    }

    /// Writes an entry; a failure ends the task.
    pub(crate) async fn write(&mut self, entry: JournalEntry) -> Result<(), End> {
        let began = self.clock.now();
        let entries = self.masked(entry);
        let journal = Arc::clone(&self.journal);
        let written = if self.waits {
            let written = tokio::task::spawn_blocking(move || put(&journal, &entries)).await;
            written.unwrap_or_else(|error| Err(io::Error::other(error)))
        } else {
            put(&journal, &entries)
        };
        self.spent += self.clock.now().saturating_sub(began);
        written.map_err(|error| AgentError::Recorder(error).into())
    }

    /// Returns how long writing took since the last call.
    pub(crate) fn take_spent(&mut self) -> Duration {
        std::mem::take(&mut self.spent)
    }

    /// Writes an entry synchronously, for a loop that was dropped and cannot wait.
    pub(crate) fn write_now(&self, entry: JournalEntry) -> io::Result<()> {
        put(&self.journal, &self.masked(entry))
    }

    /// Masks an entry, and puts changed locations of secrets before it: they are on record before any action that could
    /// have put a secret there.
    fn masked(&self, entry: JournalEntry) -> Vec<JournalEntry> {
        let (mark, starts) = (entry.mark(), matches!(entry, JournalEntry::Started(_)));
        let entry = self.redactor.entry(entry);
        let hidden = self.redactor.take_unwritten().map(|hidden| JournalEntry::Hidden(HiddenEntry { mark, hidden }));
        let mut entries: Vec<JournalEntry> = hidden.into_iter().chain([entry]).collect();
        // The first line of a journal must be the start of the task.
        if starts {
            entries.reverse();
        }
        entries
    }

    /// Notifies the watchers.
    pub(crate) fn emit(&mut self, event: Event) {
        let event = self.redactor.event(event);
        self.watch.saw(&event);
    }

    /// Warns the watchers and the log.
    pub(crate) fn warn(&mut self, message: impl Into<String>) {
        let message = self.redactor.owned(message.into());
        tracing::warn!(step = self.step, "{message}");
        self.watch.saw(&Event::Loop(LoopEvent::Warning { step: self.step, message }));
    }
}

fn put(journal: &Mutex<Box<dyn Journal>>, entries: &[JournalEntry]) -> io::Result<()> {
    let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
    entries.iter().try_for_each(|entry| journal.write(entry))
}
