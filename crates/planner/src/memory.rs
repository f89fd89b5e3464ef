//! The memory of earlier requests: the person and the setting that were named last.

use std::collections::BTreeMap;

use action::plan::Step;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::last_request::LastRequest;

/// The referents of `her` and `it`. It outlives the dialogue: the next request may refer to the last one's person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// The person named last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The setting named last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// The contacts for relations that no contact is called by: `sams mom`, as the person answered once.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub people: BTreeMap<String, String>,
    /// By contact: the number that the person chose of several.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, String>,
    /// By phone: the steps that undo the last request there, in their order.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub undo: BTreeMap<String, Vec<Step>>,
    /// By phone: the last request there, which can still be corrected.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub last: BTreeMap<String, LastRequest>,
}

/// The most phones whose last request can be undone or corrected.
const MOST_PHONES: usize = 100;

impl Memory {
    /// Remembers how to undo the last request on a phone; empty if it cannot be undone.
    pub fn can_undo(&mut self, phone: &str, steps: Vec<Step>) {
        self.undo.remove(phone);
        if !steps.is_empty() {
            while self.undo.len() >= MOST_PHONES {
                self.undo.pop_first();
            }
            self.undo.insert(phone.to_owned(), steps);
        }
    }

    /// Remembers the last request on a phone; an empty one forgets it.
    pub fn was_asked(&mut self, phone: &str, request: LastRequest) {
        self.last.remove(phone);
        if !request.is_empty() {
            while self.last.len() >= MOST_PHONES {
                self.last.pop_first();
            }
            self.last.insert(phone.to_owned(), request);
        }
    }

    /// Remembers the person and the setting in these slots.
    pub(crate) fn note(&mut self, slots: &Map<String, Value>) {
        let text =
            |name: &str| slots.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
        self.person = text("recipient").or(self.person.take());
        self.setting = text("setting").or(self.setting.take());
    }
}
