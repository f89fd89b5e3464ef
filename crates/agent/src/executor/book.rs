//! What is written down and told: the only way from the loop to the journal and the watchers, and it goes
//! through the redactor.

use std::sync::Arc;

use super::patience::End;
use crate::clock::Clock;
use crate::error::AgentError;
use crate::event::{Event, Watch};
use crate::line::{Line, Mark, Record};
use crate::redact::Redactor;

pub(crate) struct Book {
    pub(super) record: Box<dyn Record>,
    pub(super) watch: Box<dyn Watch>,
    pub(super) redactor: Redactor,
    pub(super) clock: Arc<dyn Clock>,
    /// The step that is under way.
    pub(super) step: u32,
}

impl Book {
    /// Now, in this step.
    pub(crate) fn mark(&self) -> Mark {
        Mark { at: self.clock.time(), step: self.step }
    }

    /// Writes a line; where that fails the task is over.
    pub(crate) fn write(&mut self, line: Line) -> Result<(), End> {
        let line = self.redactor.line(line);
        self.record.write(&line).map_err(|error| AgentError::Recorder(error).into())
    }

    /// Tells the watchers.
    pub(crate) fn tell(&mut self, event: Event) {
        let event = self.redactor.event(event);
        self.watch.saw(&event);
    }

    /// Tells the watchers and the log that something is not as it should be.
    pub(crate) fn warn(&mut self, message: impl Into<String>) {
        let message = self.redactor.owned(message.into());
        tracing::warn!(step = self.step, "{message}");
        self.watch.saw(&Event::Warning { step: self.step, message });
    }
}
