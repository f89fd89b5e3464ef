//! An intent: what an app or a command asks Android to start, and what intent filters are matched against.

use serde::{Deserialize, Serialize};

/// What somebody wants started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Intent {
    /// As in `android.intent.action.VIEW`.
    pub action: Option<String>,
    /// As in `smsto:+15550100`.
    pub data: Option<String>,
    /// The MIME type.
    pub kind: Option<String>,
    /// As in `android.intent.category.LAUNCHER`.
    pub categories: Vec<String>,
    /// Package and class, when it names one.
    pub component: Option<(String, String)>,
    /// The package it is limited to.
    pub package: Option<String>,
    /// Extras as text, by name.
    pub extras: Vec<(String, String)>,
}

impl Intent {
    /// An extra by name.
    pub fn extra(&self, name: &str) -> Option<&str> {
        self.extras.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
