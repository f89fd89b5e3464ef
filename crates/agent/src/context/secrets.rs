//! Finds new secrets before they are first recorded: text for a password field, and codes behind their handles. The
//! journal has the location before the secret is typed; it never has the secret.

use std::borrow::Cow;

use action::phone::{AgentAction, Reaches, limits};
use device::{Acted, DeviceError};

use super::{Context, Look};
use crate::deadline::{Halt, boxed};
use crate::redact::{MASK, Secret, SecretLocation, has_handle};

impl Context {
    /// Registers the texts of these actions that go into a password field.
    pub(crate) async fn learn_secrets(&mut self, actions: &[AgentAction]) -> Result<(), Halt> {
        if !actions.iter().any(|action| matches!(action, AgentAction::Type(_))) {
            return Ok(());
        }
        let Some(tree) = self.tree().await? else { return Ok(()) };
        let screen = self.look().map_or((1, 1), |look| (look.screen.w, look.screen.h));
        let mut hidden = tree.nodes.iter().any(|node| node.state.focused && node.state.password);
        // A password may be typed in parts and shown as one.
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

    /// Returns why an action that names a code by its handle cannot be carried out: only typing accepts handles, and
    /// only for codes that this run has seen.
    pub(crate) fn handle_problem(&self, action: &AgentAction) -> Option<String> {
        let mut named = false;
        action.clone().with_reason(None).each_text(&mut |text| named |= has_handle(text));
        if !named {
            return None;
        }
        match action {
            AgentAction::Type(verb) => self.recorder.redactor.reveal(&verb.text).err().map(|handle| {
                format!(
                    "`{handle}` is no longer known: look again at the message that shows it, or ask the person with \
                     `request_human_auth`"
                )
            }),
            action if matches!(action.verb().reaches, Reaches::Phone | Reaches::Host | Reaches::Tool) => {
                Some(format!("a code can only be typed: tap the field and `type` it instead of `{}`", {
                    action.name()
                }))
            }
            _ => None,
        }
    }

    /// Replaces handles by their codes, for sending.
    pub(crate) fn revealed<'a>(&self, action: &'a AgentAction) -> Cow<'a, AgentAction> {
        match action {
            AgentAction::Type(verb) if has_handle(&verb.text) => match self.recorder.redactor.reveal(&verb.text) {
                Ok(secret) => Cow::Owned(AgentAction::text(secret.reveal())),
                Err(_) => Cow::Borrowed(action),
            },
            action => Cow::Borrowed(action),
        }
    }

    /// Whether the action types a secret.
    pub(crate) fn types_secret(&self, action: &AgentAction) -> bool {
        let AgentAction::Type(verb) = action else { return false };
        let password = |look: &Look| {
            look.tree().is_some_and(|tree| tree.nodes.iter().any(|node| node.state.focused && node.state.password))
        };
        has_handle(&verb.text)
            || self.look().is_some_and(password)
            || matches!(self.recorder.redactor.text(&verb.text), Cow::Owned(_))
    }

    /// Registers the field that a secret is about to be typed into. The next entry records it, before anything is sent.
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

    /// Masks the output of a command. In a clipboard a bare number is a code: people copy codes. A dump of the screen
    /// shows the content of its fields, so it is withheld while a field may hold a secret whose value is no longer
    /// known.
    pub(crate) fn guard_output(&self, action: &AgentAction, acted: Option<&mut Acted>) {
        let (AgentAction::Shell(verb), Some(Acted::Ran(ran))) = (action, acted) else { return };
        let redactor = &self.recorder.redactor;
        if verb.command.contains("clipboard") {
            ran.stdout = redactor.expecting_code(&ran.stdout);
        }
        let dumps = ["<node", "EditText", "mText=", "inputText"].iter().any(|sign| ran.stdout.contains(sign));
        if dumps && redactor.has_unknown() {
            "[withheld: a field on the screen may contain a secret; look at the screen instead]"
                .clone_into(&mut ran.stdout);
        }
    }

    /// Returns the error without secrets: the phone's message may quote a field, which may contain part of a secret.
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
