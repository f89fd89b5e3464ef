//! Waiting, looking, remembering: nothing is sent.

use action::phone::{AgentAction, Note, Wait, limits};
use device::Device;
use model::Model;

use super::super::look::Look;
use super::super::patience::{End, boxed};
use super::super::run::Run;
use crate::effect::{Change, Effect};
use crate::human::Human;
use crate::line::{Line, Noted};
use crate::tools::Tools;

impl<D: Device, M: Model, H: Human, T: Tools> Run<D, M, H, T> {
    pub(super) async fn wait(&mut self, action: &AgentAction, wait: &Wait) -> Result<Effect, End> {
        self.patience.sleep(limits::duration(wait.duration_ms)).await?;
        self.look_again(action).await
    }

    pub(super) async fn look_again(&mut self, action: &AgentAction) -> Result<Effect, End> {
        let before = self.look.as_ref().map(Look::fingerprint);
        boxed(self.observe()).await?;
        let effect = Effect { change: self.change_since(before), ..Effect::NONE };
        self.effect_line(None, action, &effect, None)?;
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

    pub(super) fn note(&mut self, action: &AgentAction, note: &Note) -> Result<Effect, End> {
        let text = self.book.redactor.text(&note.text).into_owned();
        self.history.note(&text);
        let mark = self.book.mark();
        self.book.write(Line::Note(Noted { mark, text }))?;
        self.effect_line(None, action, &Effect::NONE, None)?;
        Ok(Effect::NONE)
    }
}
