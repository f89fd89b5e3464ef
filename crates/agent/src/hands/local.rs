//! Waiting, looking, remembering: nothing leaves the process.

use action::phone::{AgentAction, Note, Wait, limits};

use super::{Hands, Look};
use crate::deadline::{Halt, boxed};
use crate::effect::{Change, Effect};
use crate::journal::{JournalEntry, NoteEntry};

impl Hands {
    pub(super) async fn pass_time(&mut self, action: &AgentAction, wait: &Wait) -> Result<Effect, Halt> {
        self.deadline.sleep(limits::duration(wait.duration_ms)).await?;
        self.look_again(action).await
    }

    pub(super) async fn look_again(&mut self, action: &AgentAction) -> Result<Effect, Halt> {
        let before = self.look.as_ref().map(Look::fingerprint);
        boxed(self.observe()).await?;
        let effect = Effect { change: self.change_since(before), ..Effect::NONE };
        self.write_effect(None, action, &effect, None).await?;
        Ok(effect)
    }

    /// What became of the screen, by its pictures.
    pub(super) fn change_since(&self, before: Option<u64>) -> Change {
        let now = self.look.as_ref().map(Look::fingerprint);
        match (before, now) {
            // A protected screen has no picture to compare.
            (None | Some(0), _) | (_, None | Some(0)) => Change::Unknown,
            (before, now) if before == now => Change::Unchanged,
            _ => Change::Changed,
        }
    }

    pub(super) async fn note(&mut self, action: &AgentAction, note: &Note) -> Result<Effect, Halt> {
        let text = self.redactor().text(&note.text).into_owned();
        let mark = self.mark();
        self.write(JournalEntry::Note(NoteEntry { mark, text })).await?;
        self.write_effect(None, action, &Effect::NONE, None).await?;
        Ok(Effect::NONE)
    }
}
