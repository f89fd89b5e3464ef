//! What is remembered of earlier requests: the person and the setting that were named last.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What `her` and `it` stand for. It outlives the dialogue: the next request may speak of the last one's person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Who was named last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Which setting was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
}

impl Memory {
    /// Remembers whom and what these slots name.
    pub(crate) fn note(&mut self, slots: &Map<String, Value>) {
        let text =
            |name: &str| slots.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
        self.person = text("recipient").or(self.person.take());
        self.setting = text("setting").or(self.setting.take());
    }
}
