//! Routes a page's message to the desktop, an agent or a task. Each is executed once.

use action::{Code, Finding};
use desktop::agents::{PersonDone, PersonResult, Pressed};
use desktop::wire::{ClientEvent, ErrorEvent, Openable, PersonAction, PersonCommand, Rendering, ServerEvent};

use super::read::{self, Read};
use crate::app_manifest;
use crate::app_state::AppState;
use crate::clients::Client;
use crate::narrate;

/// A longer message is parsed on another thread: parsing takes longer than waking the thread.
const LONG: usize = 64 << 10;

/// Executes one message of a page, unless it was executed before.
pub(super) async fn dispatch(state: &AppState, client: &Client, text: &str) -> ServerEvent {
    let limit = state.config.message_bytes;
    let (n, event) = match read_message(text).await {
        Ok(read) => read,
        Err((n, errors)) => return error(n, errors),
    };
    if text.len() > limit && !matches!(event, ClientEvent::RenderingFeedback { .. }) {
        let message = format!("a message must be at most {limit} bytes long, unless it is a picture");
        return error(Some(n), vec![Finding::new(Code::OutOfRange, "", message)]);
    }
    let carried_out = client.once(n, async {
        match carry_out(state, client, event).await {
            Ok(PersonDone { seq, note, heard }) => ServerEvent::Done { re: n, seq, note, heard },
            Err(errors) => error(Some(n), errors),
        }
    });
    carried_out.await.unwrap_or_else(|| error(Some(n), vec![read::too_old()]))
}

/// A rejection.
pub(super) fn error(re: Option<u64>, errors: Vec<Finding>) -> ServerEvent {
    ServerEvent::Error(ErrorEvent { re, errors })
}

async fn read_message(text: &str) -> Read {
    if text.len() <= LONG {
        return read::read(text);
    }
    let text = text.to_owned();
    let stopping = |_| Err((None, vec![Finding::new(Code::NotAllowed, "", "the server stops")]));
    tokio::task::spawn_blocking(move || read::read(&text)).await.unwrap_or_else(stopping)
}

async fn carry_out(state: &AppState, client: &Client, event: ClientEvent) -> PersonResult {
    let agents = &state.agents;
    match event {
        ClientEvent::UserAction { mut actions, .. } => {
            name_apps(state, &mut actions).await;
            state.connected.viewports.enlarge(client.id(), &mut actions);
            agents.person_acts(client.id(), actions).await
        }
        ClientEvent::DialogFeedback { id, confirmed, remember, .. } => {
            agents.answer_dialog(client.id(), &id, confirmed, remember).await
        }
        ClientEvent::ToastAction { id, event_id, .. } => {
            let (done, whose) = agents.press_toast(client.id(), &id, &event_id).await?;
            match whose {
                Pressed::Narrators => narrate::pressed(state, &id, &event_id).await.map_err(|finding| vec![finding])?,
                Pressed::Agents => {}
            }
            Ok(done)
        }
        ClientEvent::ShortcutAction { id, action, .. } => {
            let listed = state.keys.agents();
            agents.press_shortcut(listed.iter().map(|agent| agent.name.as_str()), &id, &action)
        }
        ClientEvent::RenderingFeedback { request_id, key, ok, error, png, partial, .. } => {
            agents.report_rendering(&request_id, key, Rendering { ok, error, png, partial })
        }
        ClientEvent::ComponentAction { key, index, action, form, .. } => agents.press_button(key, index, action, form),
        ClientEvent::HumanAnswer { id, answer, .. } => {
            state.answers.answer(&id, answer).map(|()| PersonDone::default()).map_err(|finding| vec![finding])
        }
        ClientEvent::AppMessage { key, data, .. } => {
            let named = match agents.app_in(&key) {
                Some(app) => app_manifest::agent_of(state, &app).await,
                None => None,
            };
            agents.app_says(&key, data, named.as_deref())
        }
        ClientEvent::UserMessage { text, .. } => {
            let listed = state.keys.agents();
            agents.say_to(listed.iter().map(|agent| agent.name.as_str()), &text)
        }
    }
}

/// Adds the title of each opened app: the desktop knows nothing about the data folder.
async fn name_apps(state: &AppState, actions: &mut [PersonAction]) {
    for action in actions {
        if let PersonAction::Command(PersonCommand::Open { what: Openable::App, id, title, .. }) = action {
            *title = app_manifest::title_of(state, id).await;
        }
    }
}
