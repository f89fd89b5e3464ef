//! The last request on a phone as a value that outlives its task, so that `no, I meant Emily` finds what it corrects.
//!
//! A dialogue is made from it and turned into it. It holds what was asked for, never how it was carried out.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::grammar::SURE;
use crate::understand::Wish;

/// The last request on a phone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastRequest {
    /// The language that it was said in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) language: Option<String>,
    wishes: Vec<Said>,
    /// Whether it changed the phone.
    pub done: bool,
}

/// One wish of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Said {
    intent: String,
    slots: Map<String, Value>,
    hold: bool,
    avoid: Vec<String>,
    chosen: bool,
}

impl LastRequest {
    pub(crate) fn new(language: Option<String>, wishes: &[Wish]) -> Self {
        let said = |wish: &Wish| Said {
            intent: wish.intent.to_owned(),
            slots: wish.slots.clone(),
            hold: wish.hold,
            avoid: wish.avoid.clone(),
            chosen: wish.chosen,
        };
        Self { language, wishes: wishes.iter().map(said).collect(), done: false }
    }

    /// Whether nothing is known that could be corrected.
    pub fn is_empty(&self) -> bool {
        self.wishes.is_empty()
    }

    /// Returns the wishes; none if a newer version wrote an operation that this one does not know.
    pub(crate) fn wishes(&self) -> Vec<Wish> {
        let wish = |said: &Said| {
            Some(Wish {
                intent: action::plan::intents().find(|intent| *intent == said.intent)?,
                slots: said.slots.clone(),
                // It was carried out, so nothing about it is doubtful.
                confidence: SURE,
                hold: said.hold,
                avoid: said.avoid.clone(),
                chosen: said.chosen,
                contents: Vec::new(),
                device: None,
                words: Vec::new(),
            })
        };
        self.wishes.iter().map(wish).collect::<Option<Vec<Wish>>>().unwrap_or_default()
    }
}
