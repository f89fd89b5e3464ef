//! Adopts tasks of a fleet: tasks that were submitted elsewhere and perhaps begun by another process.
//!
//! The shared record is authoritative. The local folder is rebuilt from it before anything runs, and from then on every
//! entry goes through the owner of that record.

use std::sync::Arc;

use agent::JournalEntry;

use super::Service;
use super::start::{MakingGuard, Origin, Recorder, whole};
use crate::error::TaskError;
use crate::id::is_name;
use crate::spec::Spec;
use crate::text::shown;

/// A fleet task that a worker takes over.
pub struct Adopted {
    /// The id, the same in every process.
    pub id: String,
    /// The specification; its phone belongs to this process.
    pub spec: Spec,
    /// The recorded entries; empty if the task never began.
    pub entries: Vec<JournalEntry>,
    /// Receives the further entries.
    pub recorder: Recorder,
}

impl std::fmt::Debug for Adopted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Adopted").field("id", &self.id).field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

impl Service {
    /// Runs a fleet task as soon as its phone is free, starting where its record ends. The recorder's journal reports
    /// the end: it is dropped when the loop is over.
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
