//! What the desktop offers a person about a task, as a toast with one button: to give its phone back, to take back
//! what an app lets be taken back.
//!
//! Only a toast of the narrator's own counts; one of the same name that an agent made leads nowhere.

use action::os::{Addressed, Batch, ToastAction, ToastDismiss, ToastShow, ToastVariant};
use action::{Code, Finding, OsAction};
use desktop::state::Command;
use desktop::wire::{Actor, NARRATOR};
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
        UNDO => {
            let done = tasks.undo(task).await;
            // Taken or gone: there is nothing left to press.
            let dismiss = OsAction::ToastDismiss(ToastDismiss { id: id.to_owned() });
            let actions = vec![Addressed::from(dismiss)];
            let batch = Batch { agent_id: Some(NARRATOR.to_owned()), monitor_id: None, actions };
            _ = state.agents.command(Actor::Agent(NARRATOR.to_owned()), Command::Batch(batch)).await;
            done
        }
        _ => return None,
    };
    Some(done.map_err(|error| Finding::new(Code::NotAllowed, "eventId", error.to_string())))
}
