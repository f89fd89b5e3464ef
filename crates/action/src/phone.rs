//! Phone actions: the one vocabulary in which everybody acts on a phone.
//!
//! A variant carries exactly its own fields; coordinates are device pixels. The types are what the
//! JSON Schema, the TypeScript types, the reference tables and the prompts are generated from: the
//! first line of a type's comment is the sentence a model reads.
//!
//! To add a verb: its struct in the file of its family, a variant here, and `cargo xtask codegen`.

mod app;
pub mod carry;
mod catalogue;
mod end;
mod host;
mod human;
mod key;
mod read;
mod step;
#[cfg(test)]
mod tests;
mod text;
mod touch;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::app::{LaunchApp, OpenApp, OpenUrl};
pub use self::catalogue::{FieldEntry, VerbEntry, sample, samples, verbs};
pub use self::end::{Fail, Finish, Note, Observe, Wait};
pub use self::host::{McpCall, RunScript, Shell};
pub use self::human::{AskUser, Capability, Confirm, RequestHumanAuth};
pub use self::key::{KeyCombination, Keyevent, keys};
pub use self::read::{Lenient, normalize, strict};
pub use self::step::{ModelStepOutput, ScreenSnapshot};
pub use self::text::{ClearText, Type};
pub use self::touch::{DoubleTap, Drag, LongPress, Swipe, Tap};

/// One action on a phone (or, for some, on behalf of the one who uses it).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "each variant is described on its struct")]
pub enum AgentAction {
    Tap(Tap),
    DoubleTap(DoubleTap),
    LongPress(LongPress),
    Swipe(Swipe),
    Drag(Drag),
    Type(Type),
    ClearText(ClearText),
    Keyevent(Keyevent),
    KeyCombination(KeyCombination),
    LaunchApp(LaunchApp),
    OpenApp(OpenApp),
    OpenUrl(OpenUrl),
    Shell(Shell),
    RunScript(RunScript),
    McpCall(McpCall),
    RequestHumanAuth(RequestHumanAuth),
    AskUser(AskUser),
    Confirm(Confirm),
    Wait(Wait),
    Observe(Observe),
    Note(Note),
    Finish(Finish),
    Fail(Fail),
}

/// Calls `$body` with the variant's struct, whichever it is.
macro_rules! each {
    ($action:expr, $verb:ident => $body:expr) => {
        match $action {
            AgentAction::Tap($verb) => $body,
            AgentAction::DoubleTap($verb) => $body,
            AgentAction::LongPress($verb) => $body,
            AgentAction::Swipe($verb) => $body,
            AgentAction::Drag($verb) => $body,
            AgentAction::Type($verb) => $body,
            AgentAction::ClearText($verb) => $body,
            AgentAction::Keyevent($verb) => $body,
            AgentAction::KeyCombination($verb) => $body,
            AgentAction::LaunchApp($verb) => $body,
            AgentAction::OpenApp($verb) => $body,
            AgentAction::OpenUrl($verb) => $body,
            AgentAction::Shell($verb) => $body,
            AgentAction::RunScript($verb) => $body,
            AgentAction::McpCall($verb) => $body,
            AgentAction::RequestHumanAuth($verb) => $body,
            AgentAction::AskUser($verb) => $body,
            AgentAction::Confirm($verb) => $body,
            AgentAction::Wait($verb) => $body,
            AgentAction::Observe($verb) => $body,
            AgentAction::Note($verb) => $body,
            AgentAction::Finish($verb) => $body,
            AgentAction::Fail($verb) => $body,
        }
    };
}

impl AgentAction {
    /// The `type` as it stands in JSON.
    pub fn name(&self) -> &'static str {
        fn name_of<V: read::Verb>(_: &V) -> &'static str {
            V::NAME
        }
        each!(self, verb => name_of(verb))
    }

    /// Why the agent does it, in its own words.
    pub fn reason(&self) -> Option<&str> {
        each!(self, verb => verb.reason.as_deref())
    }

    /// The same action with another reason.
    #[must_use]
    pub fn with_reason(mut self, reason: Option<String>) -> Self {
        each!(&mut self, verb => verb.reason = reason);
        self
    }

    /// Whether nothing may follow it: the task ends here.
    pub fn ends_task(&self) -> bool {
        matches!(self, Self::Finish(_) | Self::Fail(_))
    }

    /// A tap at a point.
    pub fn tap(x: crate::Finite, y: crate::Finite) -> Self {
        Self::Tap(Tap { x, y, reason: None })
    }

    /// One key by its Android name.
    pub fn key(keycode: &str) -> Self {
        Self::Keyevent(Keyevent { keycode: keycode.to_owned(), reason: None })
    }

    /// Text into the field that has the focus.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Type(Type { text: text.into(), reason: None })
    }

    /// Look again.
    pub fn observe() -> Self {
        Self::Observe(Observe { reason: None })
    }
}
