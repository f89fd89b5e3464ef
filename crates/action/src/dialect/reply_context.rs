//! The parts of an observation that are needed to read the reply to it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::refusal::{Refusal, RefusalCode};
use crate::number::Finite;

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
}

/// An element as it was shown to the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Element {
    /// Its number.
    pub index: i64,
    /// `[left, top, right, bottom]` in device pixels.
    pub bounds: [Finite; 4],
}

/// The observation that a reply answers, as far as the parser needs it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReplyContext<'s> {
    /// The phone's screen.
    pub screen: Option<Size>,
    /// The size of the sent picture, if it differs.
    pub image: Option<Size>,
    /// The elements that were shown; without any, touches on elements stay unresolved.
    pub elements: &'s [Element],
    /// The tools that are offered.
    pub tools: &'s [String],
}

impl ReplyContext<'_> {
    /// Returns the screen's size, or a refusal if it is unknown.
    pub(super) fn screen(&self) -> Result<Size, Refusal> {
        self.screen.ok_or_else(|| {
            Refusal::new(
                RefusalCode::NoScreen,
                "the size of the screen is needed to read this reply, and it was not given",
            )
        })
    }
}
