//! What becomes a secret on the way, from before it is first written down: text for a password field, codes behind
//! their handles. Where it is typed is on record before it is; what it is, never.

use std::borrow::Cow;

use action::phone::{AgentAction, Reaches, limits};
use device::{Acted, DeviceError};

use super::{Context, Look};
use crate::deadline::{Halt, boxed};
use crate::redact::{MASK, Secret, SecretLocation, has_handle};

impl Context {
    /// Learns what of these actions goes into a password field.
    pub(crate) async fn learn_secrets(&mut self, actions: &[AgentAction]) -> Result<(), Halt> {
        if !actions.iter().any(|action| matches!(action, AgentAction::Type(_))) {
            return Ok(());
        }
        let Some(tree) = self.tree().await? else { return Ok(()) };
        let screen = self.look().map_or((1, 1), |look| (look.screen.w, look.screen.h));
        let mut hidden = tree.nodes.iter().any(|node| node.state.focused && node.state.password);
        // A password may be typed in parts, and shown as one.
        let mut parts = String::new();
        for action in actions {
            match action {
                AgentAction::Tap(tap) => {
                    let (x, y) = limits::pixel((tap.x, tap.y), screen);
                    let at = i32::try_from(x).ok().zip(i32::try_from(y).ok()).and_then(|(x, y)| tree.at(x, y));
                    hidden = at.is_some_and(|node| node.state.password);
                    parts.clear();
                }
                AgentAction::Type(text) if hidden && !has_handle(&text.text) => {
                    parts.push_str(&text.text);
                    self.recorder.redactor.add(&Secret::new(text.text.clone()));
                    self.recorder.redactor.add(&Secret::new(parts.clone()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Why an action cannot be carried out that names a code by its handle: only what types knows codes, and only
    /// those that this run has seen.
    pub(crate) fn handle_problem(&self, action: &AgentAction) -> Option<String> {
        let mut named = false;
        action.clone().with_reason(None).each_text(&mut |text| named |= has_handle(text));
        if !named {
            return None;
        }
        match action {
            AgentAction::Type(verb) => self.recorder.redactor.reveal(&verb.text).err().map(|handle| {
                format!(
                    "nobody knows `{handle}` any more: look at the message that has it again, or ask the person with \
                     `request_human_auth`"
                )
            }),
            action if matches!(action.verb().reaches, Reaches::Phone | Reaches::Host | Reaches::Tool) => {
                Some(format!("a code can be typed and nothing else: tap the field and `type` it instead of `{}`", {
                    action.name()
                }))
            }
            _ => None,
        }
    }

    /// The action as it is sent: with codes for their handles.
    pub(crate) fn revealed<'a>(&self, action: &'a AgentAction) -> Cow<'a, AgentAction> {
        match action {
            AgentAction::Type(verb) if has_handle(&verb.text) => match self.recorder.redactor.reveal(&verb.text) {
                Ok(secret) => Cow::Owned(AgentAction::text(secret.reveal())),
                Err(_) => Cow::Borrowed(action),
            },
            action => Cow::Borrowed(action),
        }
    }

    /// Whether it types a secret.
    pub(crate) fn types_secret(&self, action: &AgentAction) -> bool {
        let AgentAction::Type(verb) = action else { return false };
        let password = |look: &Look| {
            look.tree().is_some_and(|tree| tree.nodes.iter().any(|node| node.state.focused && node.state.password))
        };
        has_handle(&verb.text)
            || self.look().is_some_and(password)
            || matches!(self.recorder.redactor.text(&verb.text), Cow::Owned(_))
    }

    /// Remembers where a secret is about to be typed; it is on record with the next entry, before it is sent.
    pub(crate) async fn hide_secret_field(&mut self) -> Result<(), Halt> {
        if self.look().is_none() {
            boxed(self.observe()).await?;
        }
        let look = self.look();
        let tree = look.and_then(Look::tree).map(AsRef::as_ref);
        let location = SecretLocation::focused(tree, look.and_then(|look| look.front.as_ref()));
        self.recorder.redactor.hide(location);
        Ok(())
    }

    /// Guards what a command printed. In a clipboard a bare number is a code: people copy codes. A dump of the screen
    /// shows what stands in its fields, so while that may be a secret that nobody knows any more it is withheld.
    pub(crate) fn guard_output(&self, action: &AgentAction, acted: Option<&mut Acted>) {
        let (AgentAction::Shell(verb), Some(Acted::Ran(ran))) = (action, acted) else { return };
        let redactor = &self.recorder.redactor;
        if verb.command.contains("clipboard") {
            ran.stdout = redactor.expecting_code(&ran.stdout);
        }
        let dumps = ["<node", "EditText", "mText=", "inputText"].iter().any(|sign| ran.stdout.contains(sign));
        if dumps && redactor.has_unknown() {
            "[withheld: a secret may stand in a field of the screen; look at the screen instead]"
                .clone_into(&mut ran.stdout);
        }
    }

    /// What is wrong, as it may be told: the phone says what stands in the field, which may be part of a secret.
    pub(crate) fn error_text(&self, action: &AgentAction, error: &DeviceError) -> String {
        let text = self.recorder.redactor.owned(error.to_string());
        let fills = matches!(action, AgentAction::Type(_) | AgentAction::ClearText(_));
        if !(self.types_secret(action) || (fills && self.recorder.redactor.has_unknown())) {
            return text;
        }
        let parts = text.split('`').enumerate();
        parts.map(|(at, part)| if at % 2 == 1 { format!("`{MASK}`") } else { part.to_owned() }).collect()
    }
}
