//! Waiting, looking, remembering: actions that do not leave the process.

use action::phone::{AgentAction, Note, Wait, limits};

use crate::context::{Context, Look};
use crate::deadline::{Halt, boxed};
use crate::effect::{Change, Effect, EffectTrace};
use crate::journal::{JournalEntry, NoteEntry};

pub(super) async fn pass_time(action: &AgentAction, wait: &Wait, context: &mut Context) -> Result<Effect, Halt> {
    context.deadline.sleep(limits::duration(wait.duration_ms)).await?;
    look_again(action, context).await
}

pub(super) async fn look_again(action: &AgentAction, context: &mut Context) -> Result<Effect, Halt> {
    let before = context.look().map(Look::fingerprint);
    boxed(context.observe()).await?;
    let effect = Effect { change: change_since(context, before), ..Effect::NONE };
    context.write_effect(None, action, &effect, EffectTrace::default()).await?;
    Ok(effect)
}

/// Compares the screen's pictures.
pub(super) fn change_since(context: &Context, before: Option<u64>) -> Change {
    let now = context.look().map(Look::fingerprint);
    match (before, now) {
        // A protected screen has no picture to compare.
        (None | Some(0), _) | (_, None | Some(0)) => Change::Unknown,
        (before, now) if before == now => Change::Unchanged,
        _ => Change::Changed,
    }
}

pub(super) async fn note(action: &AgentAction, note: &Note, context: &mut Context) -> Result<Effect, Halt> {
    let text = context.redactor().text(&note.text).into_owned();
    let mark = context.mark();
    context.write(JournalEntry::Note(NoteEntry { mark, text })).await?;
    context.write_effect(None, action, &Effect::NONE, EffectTrace::default()).await?;
    Ok(Effect::NONE)
}
