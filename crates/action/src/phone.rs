//! Phone actions: the vocabulary that every agent and plan uses to act on a phone.
//!
//! A variant carries exactly its own fields; coordinates are device pixels. The JSON Schema, the TypeScript types, the
//! reference tables and the prompts are generated from these types: the first line of a type's comment is the sentence
//! that a model reads.
//!
//! To add a verb: add its struct with its [`Verb`] to the file of its family, add a row to the table below, and run
//! `cargo xtask codegen`. The gate, the settling, the journal, redaction, prompts and schemas use the row and the
//! struct. Two matches then fail to compile: `agent::pipeline::dispatch`, which picks the handler, and
//! `consent::summary`, which describes the action to a person. `device` refuses every verb that it does not list.

mod app;

mod catalogue;
mod end;
mod host;
mod human;
mod key;
pub mod limits;
mod read;
mod step;
#[cfg(test)]
mod tests;
mod text;
mod touch;
mod verb;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::app::{LaunchApp, OpenApp, OpenUrl};
pub use self::catalogue::{FieldEntry, VerbEntry, sample, verbs};
pub use self::end::{Fail, Finish, Note, Observe, Wait};
pub use self::host::{McpCall, RunScript, Shell};
pub use self::human::{AskUser, Capability, Confirm, RequestHumanAuth};
pub use self::key::{KeyCombination, Keyevent, keys};
pub use self::read::{Lenient, normalize, strict};
pub use self::step::{ModelStepOutput, ScreenSnapshot};
pub use self::text::{ClearText, Type};
pub use self::touch::{DoubleTap, Drag, LongPress, Swipe, Tap};
pub use self::verb::{Aims, Class, Reaches, Settles, VerbFacts};
use self::verb::{Verb, verb_table};

verb_table! {
    // verb           class     aims       settles       reaches  shows  ends   repeats
    Tap               Touch,    Point,     AsTouch,      Phone,   true,  false, false;
    DoubleTap         Touch,    Point,     AsTouch,      Phone,   true,  false, false;
    LongPress         Touch,    Point,     AsTouch,      Phone,   true,  false, false;
    Swipe             Slide,    Point,     AsTouch,      Phone,   true,  false, false;
    Drag              Touch,    TwoPoints, AsTouch,      Phone,   true,  false, false;
    Type              Text,     Focus,     AsText,       Phone,   true,  false, false;
    ClearText         Text,     Focus,     AsText,       Phone,   true,  false, false;
    Keyevent          Key,      Focus,     AsNavigation, Phone,   true,  false, false;
    KeyCombination    Key,      Focus,     AsNavigation, Phone,   true,  false, false;
    LaunchApp         Launch,   Nothing,   AsNavigation, Phone,   true,  false, false;
    OpenApp           Launch,   Nothing,   AsNavigation, Phone,   true,  false, false;
    OpenUrl           Url,      Nothing,   AsNavigation, Phone,   true,  false, false;
    Shell             Shell,    Nothing,   AsTouch,      Phone,   false, false, false;
    RunScript         Script,   Nothing,   AsTouch,      Host,    false, false, false;
    McpCall           Tool,     Nothing,   AsTouch,      Tool,    false, false, false;
    RequestHumanAuth  Internal, Nothing,   AsTouch,      Person,  false, false, false;
    AskUser           Internal, Nothing,   AsTouch,      Person,  false, false, false;
    Confirm           Internal, Nothing,   AsTouch,      Person,  false, false, false;
    Wait              Internal, Nothing,   AsTouch,      Nothing, false, false, true;
    Observe           Internal, Nothing,   AsTouch,      Nothing, false, false, false;
    Note              Internal, Nothing,   AsTouch,      Nothing, false, false, false;
    Finish            Internal, Nothing,   AsTouch,      Person,  false, true,  false;
    Fail              Internal, Nothing,   AsTouch,      Person,  false, true,  false;
}

impl AgentAction {
    /// Returns the `type` used in JSON.
    pub fn name(&self) -> &'static str {
        self.verb().name
    }

    /// Whether it ends the task, so that nothing may follow.
    pub fn ends_task(&self) -> bool {
        self.verb().ends
    }

    /// A tap at a point.
    pub fn tap(x: crate::Finite, y: crate::Finite) -> Self {
        Self::Tap(Tap { x, y, reason: None })
    }

    /// One key by its Android name.
    pub fn key(keycode: &str) -> Self {
        Self::Keyevent(Keyevent { keycode: keycode.to_owned(), reason: None })
    }

    /// Types text into the focused field.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Type(Type { text: text.into(), reason: None })
    }

    /// Looks at the screen again.
    pub fn observe() -> Self {
        Self::Observe(Observe { reason: None })
    }
}
