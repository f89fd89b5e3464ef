//! Taking over a task that was asked for elsewhere, and perhaps begun by another process: a fleet's.
//!
//! The record that others see is the truth; the folder here is made from it before anything runs, and what is written
//! from then on goes through whoever keeps that record.

use std::sync::Arc;

use agent::JournalEntry;

use super::Service;
use super::start::{MakingGuard, Origin, Recorder, whole};
use crate::error::TaskError;
use crate::id::is_name;
use crate::spec::Spec;
use crate::text::shown;

/// A task of a fleet, as a worker takes it over.
pub struct Adopted {
    /// Its name everywhere.
    pub id: String,
    /// What was asked for; its phone is one of this process.
    pub spec: Spec,
    /// What is on record of it; nothing if nobody began it.
    pub entries: Vec<JournalEntry>,
    /// Where the rest is written.
    pub recorder: Recorder,
}

impl std::fmt::Debug for Adopted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Adopted").field("id", &self.id).field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

impl Service {
    /// Runs a task of a fleet as soon as its phone is free, from where its record ends. Its end is told by the
    /// recorder's journal, which is dropped when the loop is over.
    pub async fn adopt(self: &Arc<Self>, adopted: Adopted) -> Result<(), TaskError> {
        let service = Arc::clone(self);
        whole(async move {
            let Adopted { id, spec, entries, recorder } = adopted;
            if !is_name(&id) {
                return Err(TaskError::NoTask(shown(&id)));
            }
            service.begin_making(&mut service.tasks(), &id)?;
            let making = MakingGuard { service: &service, id: &id };
            let spec = Spec { fleet: true, ..spec };
            service.make(&id, spec, None, Origin::Elsewhere { entries, recorder }).await?;
            drop(making);
            Ok(())
        })
        .await
    }
}
