//! Carries out what people do on their pages, and delivers it to the right mailbox. The first answer counts.

use std::collections::BTreeMap;
use std::sync::Arc;

use action::os::{Component, ShortcutType, WindowContent};
use action::{Code, Finding};

use super::Agents;
use super::button_queue::Turn;
use crate::hub::HubError;
use crate::state::{Command, Desktop, FollowUp};
use crate::wire::{Actor, AgentEvent, DialogAnswer, Fault, FormValue, NARRATOR, PersonAction, Rendering};

/// The beginning of every PNG, in base64.
const PNG: &str = "iVBORw0KGgo";
/// The longest message from a person, in bytes.
const LONGEST_MESSAGE: usize = 64 << 10;

/// Who showed the pressed toast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// An agent, which has been notified.
    Agents,
    /// The narrator.
    Narrators,
}

/// The outcome of a person's action, or its problems.
pub type PersonResult = Result<PersonDone, Vec<Finding>>;

/// The outcome of a person's action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonDone {
    /// The number of the change, if there was one.
    pub seq: Option<u64>,
    /// A message about it, such as the result of an undo.
    pub note: Option<String>,
    /// The agents that are listening, if something was said to them.
    pub heard: Option<Vec<String>>,
}

impl Agents {
    /// Carries out a person's actions on the page with this id.
    pub async fn person_acts(&self, page: &str, actions: Vec<PersonAction>) -> PersonResult {
        self.by_person(page, Command::Person { actions }).await
    }

    /// Answers a dialog for a person; a later answer gets an error that the dialog is gone.
    pub async fn answer_dialog(&self, page: &str, id: &str, confirmed: bool, remember: bool) -> PersonResult {
        let _answering = self.answering.lock().await;
        let asked = self.hub.look(|desktop, _| {
            desktop.dialog(id).map(|dialog| (dialog.from.clone(), dialog.confirm.permission_options.clone()))
        });
        let Some((agent, options)) = asked else { return Err(vec![missing("id", "dialog", id)]) };
        let done = self.by_person(page, Command::Answer { id: id.to_owned(), confirmed }).await?;
        if let Some(options) = options.filter(|options| remember && options.show_remember_choice) {
            let (choices, agent, now) = (Arc::clone(&self.choices), agent.clone(), self.now());
            let remembering = tokio::task::spawn_blocking(move || {
                let remembered =
                    choices.remember(&agent, &options.tool_name, options.context.as_deref(), confirmed, now);
                if let Err(error) = remembered {
                    tracing::error!(error, agent, tool = options.tool_name, "couldn't remember a choice");
                }
            });
            // The answer counts whether or not it could be remembered.
            _ = remembering.await;
        }
        let remembered = false;
        self.dialog_answers.keep(id, &agent, DialogAnswer { confirmed, remembered });
        self.notify(&agent, AgentEvent::DialogFeedback { id: id.to_owned(), confirmed, remembered });
        Ok(done)
    }

    /// Presses the button of a toast for a person. The toast disappears, so that it cannot be pressed twice, and its
    /// agent is notified. The narrator has no mailbox, so for its toasts the caller acts.
    pub async fn press_toast(
        &self,
        page: &str,
        id: &str,
        event_id: &str,
    ) -> Result<(PersonDone, Pressed), Vec<Finding>> {
        let press = Command::Press { id: id.to_owned(), event_id: event_id.to_owned() };
        let committed = self.command(Actor::Person(page.to_owned()), press).await.map_err(findings)?;
        let from = committed.follow_ups.iter().find_map(|follow_up| match follow_up {
            FollowUp::ToastPressed { from } => Some(from.clone()),
            _ => None,
        });
        let Some(agent) = from else { return Err(vec![missing("id", "toast", id)]) };
        let done = PersonDone { seq: committed.seq, ..PersonDone::default() };
        if agent == NARRATOR {
            return Ok((done, Pressed::Narrators));
        }
        self.notify(&agent, AgentEvent::ToastAction { id: id.to_owned(), event_id: event_id.to_owned() });
        Ok((done, Pressed::Agents))
    }

    /// Records a page's report on how it drew or loaded a window.
    pub fn report_rendering(&self, request_id: &str, key: String, mut rendering: Rendering) -> PersonResult {
        let base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
        if rendering.png.as_ref().is_some_and(|png| !png.starts_with(PNG) || !png.bytes().all(base64)) {
            return Err(vec![Finding::new(Code::WrongType, "png", "`png` must be a picture in PNG, as base64")]);
        }
        if !rendering.ok && rendering.error.is_none() {
            rendering.error = Some("the page did not say why".to_owned());
        }
        // There was no request, or another page was faster: both are fine.
        let Some(settled) = self.renderings.report(request_id, &key, &rendering) else {
            return Ok(PersonDone::default());
        };
        if settled.handed {
            rendering.png = None;
        }
        let request_id = settled.request_id;
        self.notify(&settled.agent, AgentEvent::RenderingFeedback { request_id, key, feedback: rendering });
        Ok(PersonDone::default())
    }

    /// Presses a button in a window for a person.
    pub fn press_button(
        &self,
        key: String,
        index: u32,
        action: String,
        form: BTreeMap<String, FormValue>,
    ) -> PersonResult {
        let parallel = match self.hub.look(|desktop, _| button(desktop, &key, index, &action)) {
            Ok(parallel) => parallel,
            Err(finding) => return Err(vec![finding]),
        };
        let Some(agent) = self.window_agent(&key) else {
            let message = "the agent that owns this window is gone";
            return Err(vec![Finding::new(Code::UnknownId, "key", message)]);
        };
        let event = AgentEvent::ComponentAction { key: key.clone(), index, action, form };
        let turn = self.buttons().press(&key, (agent, event), parallel, self.now());
        match turn {
            Turn::Now(press) => self.send_press(&press),
            Turn::Waits => {}
            Turn::Full => {
                let message = "too many buttons in this window are waiting";
                return Err(vec![Finding::new(Code::Full, "", message)]);
            }
        }
        Ok(PersonDone::default())
    }

    /// Reports that the agent (any agent, for the owner) is done with a press in a window. The next press is sent.
    pub fn press_done(&self, agent: Option<&str>, key: &str) -> Result<(), Fault> {
        match (agent, self.window_agent(key)) {
            (_, None) => Err(Fault::new("not_found", "no agent created that window")),
            (Some(name), Some(maker)) if name != maker => {
                Err(Fault::new("not_owner", format!("the window belongs to the agent `{maker}`")))
            }
            (_, Some(_)) => {
                self.next_press(key);
                Ok(())
            }
        }
    }

    /// Presses a shortcut of the type `action` for a person. Its agent is notified; if it belongs to none, all of these
    /// are.
    pub fn press_shortcut<'a>(
        &self,
        agents: impl IntoIterator<Item = &'a str>,
        id: &str,
        action: &str,
    ) -> PersonResult {
        let found = self.hub.look(|desktop, _| {
            let (_, found) = desktop.shortcut(id)?;
            Some((found.from.clone(), found.shortcut.kind, found.shortcut.target == action))
        });
        let Some((from, kind, same)) = found else { return Err(vec![missing("id", "shortcut", id)]) };
        if kind != ShortcutType::Action || !same {
            let message = "the shortcut has another action now; press it again";
            return Err(vec![Finding::new(Code::UnknownId, "action", message)]);
        }
        let event = AgentEvent::ShortcutAction { id: id.to_owned(), action: action.to_owned() };
        let heard = match from {
            Some(agent) => self.tell([agent.as_str()], &event),
            None => self.tell(agents, &event),
        };
        Ok(PersonDone { heard: Some(heard), ..PersonDone::default() })
    }

    /// Sends a person's message to these agents. Returns those that are listening; the others find it in their mailbox.
    pub fn say_to<'a>(&self, agents: impl IntoIterator<Item = &'a str>, text: &str) -> PersonResult {
        if text.len() > LONGEST_MESSAGE {
            let message = format!("`text` must be at most {LONGEST_MESSAGE} bytes long");
            return Err(vec![Finding::new(Code::OutOfRange, "text", message)]);
        }
        let event = AgentEvent::UserMessage { text: text.to_owned() };
        Ok(PersonDone { heard: Some(self.tell(agents, &event)), ..PersonDone::default() })
    }

    /// Adds an event to these agents' mailboxes. Returns those that are listening.
    fn tell<'a>(&self, agents: impl IntoIterator<Item = &'a str>, event: &AgentEvent) -> Vec<String> {
        let mut heard = Vec::new();
        for agent in agents {
            heard.extend(self.listens(agent).then(|| agent.to_owned()));
            self.notify(agent, event.clone());
        }
        heard
    }

    /// Sends the press whose turn it is.
    pub(super) fn next_press(&self, key: &str) {
        let next = self.buttons().done(key, self.now());
        next.into_iter().for_each(|press| self.send_press(&press));
    }

    async fn by_person(&self, page: &str, command: Command) -> PersonResult {
        let committed = self.command(Actor::Person(page.to_owned()), command).await.map_err(findings)?;
        Ok(PersonDone { seq: committed.seq, note: committed.note, heard: None })
    }
}

/// Converts the reason why a person's action was not carried out.
fn findings(error: HubError) -> Vec<Finding> {
    match error {
        HubError::Refused(refused) => refused.0.into_iter().map(|(_, finding)| finding).collect(),
        error => {
            tracing::error!(%error, "a person's action was not carried out");
            vec![Finding::new(Code::NotAllowed, "", error.to_string())]
        }
    }
}

/// Returns whether the button may run in parallel to others, or why it cannot be pressed.
fn button(desktop: &Desktop, key: &str, index: u32, action: &str) -> Result<bool, Finding> {
    let Some(window) = desktop.window(key) else {
        return Err(missing("key", "window", key));
    };
    let WindowContent::Component(layout) = &window.content else {
        return Err(Finding::new(Code::UnknownId, "index", "the window no longer shows components"));
    };
    match usize::try_from(index).ok().and_then(|index| layout.components.get(index)) {
        Some(Component::Button(button)) if button.action == action && !button.is_disabled() => Ok(button.is_parallel()),
        Some(Component::Button(button)) if button.action == action => {
            Err(Finding::new(Code::NotAllowed, "index", "the button cannot be pressed now"))
        }
        _ => Err(Finding::new(Code::UnknownId, "index", "the window no longer has this button")),
    }
}

pub(super) fn missing(path: &str, what: &str, id: &str) -> Finding {
    let shown: String = id.chars().take(60).collect();
    Finding::new(Code::UnknownId, path, format!("the {what} `{shown}` is gone, or never existed"))
}
