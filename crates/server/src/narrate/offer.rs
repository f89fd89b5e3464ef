//! The offers about a task, as toasts with one button: to give its phone back, and to undo what the app can undo.
//!
//! Only the narrator's own toast counts, and it disappears when its button is pressed: an agent's toast with the same
//! id does nothing.

use action::os::{ToastAction, ToastShow, ToastVariant};
use action::{Code, Finding};
use task::agent::undo::Undo;

use crate::app_state::AppState;

const GIVE_BACK: &str = "give-back";
const UNDO: &str = "undo";
/// How many characters of an app's text are shown.
const MOST: usize = 80;

/// Returns the toast that offers to give a task's phone back.
pub(super) fn give_back(task: &str) -> ToastShow {
    ToastShow {
        id: give_back_id(task),
        message:
            "The phone is yours, and the task is paused. It looks again and continues when you give the phone back."
                .to_owned(),
        variant: Some(ToastVariant::Warning),
        action: Some(ToastAction { label: "Give it back".to_owned(), event_id: GIVE_BACK.to_owned() }),
        duration: None,
    }
}

/// Returns the id of that toast.
pub(super) fn give_back_id(task: &str) -> String {
    format!("{GIVE_BACK}-{task}")
}

/// Returns the toast that offers to undo a task's action, in the app's own words.
pub(super) fn undo(task: &str, offered: &Undo) -> ToastShow {
    let label: String = offered.label.chars().take(MOST).collect();
    let pressable = offered.element.is_some();
    let message = match pressable {
        true => format!("The app offers to undo the last action: “{label}”"),
        false => format!("You can undo the last action on the phone: “{label}”"),
    };
    let action = pressable.then(|| ToastAction { label: "Undo it".to_owned(), event_id: UNDO.to_owned() });
    ToastShow { id: undo_id(task), message, variant: Some(ToastVariant::Info), action, duration: None }
}

/// Returns the id of that toast.
pub(super) fn undo_id(task: &str) -> String {
    format!("{UNDO}-{task}")
}

/// Performs a person's press on one of these toasts, which is gone by then.
pub(crate) async fn pressed(state: &AppState, id: &str, event_id: &str) -> Result<(), Finding> {
    let refused = |message: String| Finding::new(Code::NotAllowed, "eventId", message);
    let task = id.strip_prefix(event_id).and_then(|rest| rest.strip_prefix('-')).unwrap_or_default();
    let tasks = state.tasks().map_err(|_| refused("this server runs no tasks".to_owned()))?;
    let done = match event_id {
        GIVE_BACK => tasks.go_on(task).await,
        UNDO => tasks.undo(task).await.map(drop),
        _ => return Err(refused("this button is no longer valid".to_owned())),
    };
    done.map_err(|error| refused(error.to_string()))
}
