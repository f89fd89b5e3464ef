//! What the desktop offers a person about a task, as a toast with one button: to give its phone back, to take back
//! what an app lets be taken back.
//!
//! Only a toast of the narrator's own counts, and it goes when its button is pressed: one of the same name that an
//! agent made leads nowhere.

use action::os::{ToastAction, ToastShow, ToastVariant};
use action::{Code, Finding};
use task::agent::undo::Undo;

use crate::app_state::AppState;

const GIVE_BACK: &str = "give-back";
const UNDO: &str = "undo";
/// How many letters of an app's words are shown.
const MOST: usize = 80;

/// The toast that offers to give a task's phone back.
pub(super) fn give_back(task: &str) -> ToastShow {
    ToastShow {
        id: give_back_id(task),
        message:
            "The phone is yours, and the task stands still. It looks afresh and goes on when you give the phone back."
                .to_owned(),
        variant: Some(ToastVariant::Warning),
        action: Some(ToastAction { label: "Give it back".to_owned(), event_id: GIVE_BACK.to_owned() }),
        duration: None,
    }
}

/// What that toast is called.
pub(super) fn give_back_id(task: &str) -> String {
    format!("{GIVE_BACK}-{task}")
}

/// The toast that offers to take back what a task did, in the app's own words.
pub(super) fn undo(task: &str, offered: &Undo) -> ToastShow {
    let label: String = offered.label.chars().take(MOST).collect();
    let pressable = offered.element.is_some();
    let message = match pressable {
        true => format!("The app offers to take back what was just done: “{label}”"),
        false => format!("What was just done can be taken back on the phone: “{label}”"),
    };
    let action = pressable.then(|| ToastAction { label: "Take it back".to_owned(), event_id: UNDO.to_owned() });
    ToastShow { id: undo_id(task), message, variant: Some(ToastVariant::Info), action, duration: None }
}

/// What that toast is called.
pub(super) fn undo_id(task: &str) -> String {
    format!("{UNDO}-{task}")
}

/// Carries out what a person pressed on one of these toasts, which is gone by then.
pub(crate) async fn pressed(state: &AppState, id: &str, event_id: &str) -> Result<(), Finding> {
    let refused = |message: String| Finding::new(Code::NotAllowed, "eventId", message);
    let task = id.strip_prefix(event_id).and_then(|rest| rest.strip_prefix('-')).unwrap_or_default();
    let tasks = state.tasks().map_err(|_| refused("no tasks run here".to_owned()))?;
    let done = match event_id {
        GIVE_BACK => tasks.go_on(task).await,
        UNDO => tasks.undo(task).await,
        _ => return Err(refused("nobody knows this button any more".to_owned())),
    };
    done.map_err(|error| refused(error.to_string()))
}
