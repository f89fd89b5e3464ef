//! Carrying out what a page says.

use action::os::{Component, WindowContent};
use action::{Code, Finding};
use desktop::hub::HubError;
use desktop::state::{Deed, Desktop};
use desktop::wire::{Actor, ClientEvent, ErrorEvent, FormValue, PersonAction, ServerEvent};

use task::permissions::Asked;

use super::client::Client;
use super::read;
use crate::desk::Desk;
use crate::follow::DialogAnswer;
use crate::mailbox::{AgentEvent, Feedback};
use crate::presses::Taken;

/// What a picture in PNG begins with, in base64.
const PNG: &str = "iVBORw0KGgo";
/// The longest thing a person says, in bytes.
const LONGEST_SAYING: usize = 64 << 10;

type Came = Result<Option<u64>, Vec<Finding>>;

/// Carries out one message of a page, unless it was carried out before.
pub(super) fn take(desk: &Desk, client: &Client, text: &str) -> ServerEvent {
    let limit = desk.config.message_bytes;
    let (n, event) = match read::read(text) {
        Ok(read) => read,
        Err((n, errors)) => return error(n, errors),
    };
    if text.len() > limit && !matches!(event, ClientEvent::RenderingFeedback { .. }) {
        let message = format!("a message must be at most {limit} bytes long, unless it is a picture");
        return error(Some(n), vec![Finding::new(Code::OutOfRange, "", message)]);
    }
    client.once(n, || match carry_out(desk, client, event) {
        Ok(seq) => ServerEvent::Done { re: n, seq },
        Err(errors) => error(Some(n), errors),
    })
}

/// A refusal.
pub(super) fn error(re: Option<u64>, errors: Vec<Finding>) -> ServerEvent {
    ServerEvent::Error(ErrorEvent { re, errors })
}

fn carry_out(desk: &Desk, client: &Client, event: ClientEvent) -> Came {
    match event {
        ClientEvent::UserAction { actions, .. } => user_action(desk, client, actions),
        ClientEvent::DialogFeedback { id, confirmed, remember, .. } => dialog(desk, client, &id, confirmed, remember),
        ClientEvent::ToastAction { id, event_id, .. } => toast(desk, &id, event_id),
        ClientEvent::RenderingFeedback { request_id, key, ok, error, png, partial, .. } => {
            rendering(desk, &request_id, key, Feedback { ok, error, png, partial })
        }
        ClientEvent::ComponentAction { key, index, action, form, .. } => component(desk, key, index, action, form),
        ClientEvent::HumanAnswer { id, answer, .. } => {
            desk.answers.answer(&id, answer).map(|()| None).map_err(|finding| vec![finding])
        }
        ClientEvent::UserMessage { text, .. } => message(desk, text),
    }
}

fn user_action(desk: &Desk, client: &Client, actions: Vec<PersonAction>) -> Came {
    apply(desk, client, Deed::Person { actions })
}

fn apply(desk: &Desk, client: &Client, deed: Deed) -> Came {
    let person = Actor::Person(client.id().to_owned());
    match desk.apply(&person, deed) {
        Ok(committed) => Ok(committed.seq),
        Err(HubError::Refused(refused)) => Err(refused.0.into_iter().map(|(_, finding)| finding).collect()),
        Err(error) => {
            tracing::error!(%error, "a person's action was not carried out");
            Err(vec![Finding::new(Code::NotAllowed, "", error.to_string())])
        }
    }
}

/// The first answer counts; whoever comes later is told that the dialog is gone.
fn dialog(desk: &Desk, client: &Client, id: &str, confirmed: bool, remember: bool) -> Came {
    let _answering = desk.answering();
    let asked = desk.hub.look(|desktop, _| {
        desktop.dialog(id).map(|dialog| (dialog.from.clone(), dialog.confirm.permission_options.clone()))
    });
    let Some((agent, options)) = asked else { return gone("id", "dialog", id) };
    let seq = apply(desk, client, Deed::Answer { id: id.to_owned(), confirmed })?;
    if let Some(options) = options.filter(|options| remember && options.show_remember_choice) {
        let asked = Asked::by_agent(&agent, &options.tool_name, options.context.as_deref());
        if let Err(error) = desk.permissions.remember(asked, confirmed, desk.now()) {
            tracing::error!(%error, agent, tool = options.tool_name, "a choice could not be remembered");
        }
    }
    let remembered = false;
    desk.dialogs.keep(id, DialogAnswer { agent: agent.clone(), confirmed, remembered });
    desk.tell(&agent, &AgentEvent::DialogFeedback { id: id.to_owned(), confirmed, remembered });
    Ok(seq)
}

fn toast(desk: &Desk, id: &str, event_id: String) -> Came {
    let shown = desk.hub.look(|desktop, _| {
        desktop
            .toast(id)
            .map(|toast| (toast.from.clone(), toast.show.action.as_ref().map(|each| each.event_id.clone())))
    });
    match shown {
        None => gone("id", "toast", id),
        Some((agent, Some(known))) if known == event_id => {
            desk.tell(&agent, &AgentEvent::ToastAction { id: id.to_owned(), event_id });
            Ok(None)
        }
        Some(_) => Err(vec![Finding::new(Code::UnknownId, "eventId", "the toast has no such button any more")]),
    }
}

fn rendering(desk: &Desk, name: &str, key: String, mut feedback: Feedback) -> Came {
    let base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    if feedback.png.as_ref().is_some_and(|png| !png.starts_with(PNG) || !png.bytes().all(base64)) {
        return Err(vec![Finding::new(Code::WrongType, "png", "`png` must be a picture in PNG, as base64")]);
    }
    if !feedback.ok && feedback.error.is_none() {
        feedback.error = Some("the page did not say why".to_owned());
    }
    // Nobody asked, or somebody else was faster: nothing is wrong with that.
    let Some(settled) = desk.renderings.report(name, &key, &feedback) else { return Ok(None) };
    if settled.handed {
        feedback.png = None;
    }
    desk.tell(&settled.agent, &AgentEvent::RenderingFeedback { request_id: settled.request_id, key, feedback });
    Ok(None)
}

fn component(
    desk: &Desk,
    key: String,
    index: u32,
    action: String,
    form: std::collections::BTreeMap<String, FormValue>,
) -> Came {
    let parallel = match desk.hub.look(|desktop, _| button(desktop, &key, index, &action)) {
        Ok(parallel) => parallel,
        Err(finding) => return Err(vec![finding]),
    };
    let Some(agent) = desk.maker(&key) else {
        return Err(vec![Finding::new(Code::UnknownId, "key", "the agent whose window this is, is not here any more")]);
    };
    let event = AgentEvent::ComponentAction { key: key.clone(), index, action, form };
    let taken = desk.presses().press(&key, (agent, event), parallel, desk.now());
    match taken {
        Taken::Now(press) => desk.send_press(&press),
        Taken::Waits => {}
        Taken::Full => {
            let message = "too many buttons of this window wait for their turn";
            return Err(vec![Finding::new(Code::Full, "", message)]);
        }
    }
    Ok(None)
}

/// Whether the button may run beside others; why it cannot be pressed, if it cannot.
fn button(desktop: &Desktop, key: &str, index: u32, action: &str) -> Result<bool, Finding> {
    let Some(window) = desktop.window(key) else {
        return Err(missing("key", "window", key));
    };
    let WindowContent::Component(layout) = &window.content else {
        return Err(Finding::new(Code::UnknownId, "index", "the window shows no components any more"));
    };
    match usize::try_from(index).ok().and_then(|index| layout.components.get(index)) {
        Some(Component::Button(button)) if button.action == action && !button.is_disabled() => Ok(button.is_parallel()),
        Some(Component::Button(button)) if button.action == action => {
            Err(Finding::new(Code::NotAllowed, "index", "the button cannot be pressed now"))
        }
        _ => Err(Finding::new(Code::UnknownId, "index", "the window has no such button any more")),
    }
}

fn message(desk: &Desk, text: String) -> Came {
    if text.len() > LONGEST_SAYING {
        let message = format!("`text` must be at most {LONGEST_SAYING} bytes long");
        return Err(vec![Finding::new(Code::OutOfRange, "text", message)]);
    }
    let event = AgentEvent::UserMessage { text };
    desk.keys.agents().iter().for_each(|agent| desk.tell(&agent.name, &event));
    Ok(None)
}

fn gone(path: &str, what: &str, id: &str) -> Came {
    Err(vec![missing(path, what, id)])
}

fn missing(path: &str, what: &str, id: &str) -> Finding {
    let shown: String = id.chars().take(60).collect();
    Finding::new(Code::UnknownId, path, format!("the {what} `{shown}` is gone, or never was"))
}
