//! What the desktop offers a person about a task, as a toast with one button: to give its phone back.
//!
//! Only a toast of the narrator's own counts; one of the same name that an agent made leads nowhere.

use action::os::{ToastAction, ToastShow, ToastVariant};
use action::{Code, Finding};
use desktop::wire::NARRATOR;

use crate::app_state::AppState;

const GIVE_BACK: &str = "give-back";

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

/// Carries out what a person pressed, if it is an offer of ours; nothing if it is an agent's toast.
pub(crate) async fn pressed(state: &AppState, id: &str, event_id: &str) -> Option<Result<(), Finding>> {
    let ours = state.hub.look(|desktop, _| {
        let toast = desktop.toast(id).filter(|toast| toast.from == NARRATOR);
        toast.and_then(|toast| toast.show.action.clone()).is_some_and(|action| action.event_id == event_id)
    });
    let task = ours.then(|| id.strip_prefix(event_id)?.strip_prefix('-')).flatten()?;
    let tasks = state.tasks().ok()?;
    let done = match event_id {
        GIVE_BACK => tasks.go_on(task).await,
        _ => return None,
    };
    Some(done.map_err(|error| Finding::new(Code::NotAllowed, "eventId", error.to_string())))
}
