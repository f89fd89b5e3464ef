//! An intent: a request of an app or a command to start a component, matched against intent filters.

use serde::{Deserialize, Serialize};

/// A request to start a component.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Intent {
    /// The action, such as `android.intent.action.VIEW`.
    pub action: Option<String>,
    /// The data URI, such as `smsto:+15550100`.
    pub data: Option<String>,
    /// The MIME type.
    pub kind: Option<String>,
    /// The categories, such as `android.intent.category.LAUNCHER`.
    pub categories: Vec<String>,
    /// Package and class, if it is explicit.
    pub component: Option<(String, String)>,
    /// The package it is limited to.
    pub package: Option<String>,
    /// Extras as text, by name.
    pub extras: Vec<(String, String)>,
}

impl Intent {
    /// Returns an extra by name.
    pub fn extra(&self, name: &str) -> Option<&str> {
        self.extras.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
