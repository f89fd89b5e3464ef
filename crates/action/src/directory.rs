//! The contacts and apps of a phone, which a person's words may refer to.
//!
//! `device` reads a directory from a phone, `planner` looks up people and apps in it, and a file can store one.

use serde::{Deserialize, Serialize};

/// A directory: `{"contacts": […], "apps": […]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Directory {
    /// The people.
    #[serde(default)]
    pub contacts: Vec<Contact>,
    /// The apps that can be started.
    #[serde(default)]
    pub apps: Vec<App>,
}

/// A person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    /// The name.
    pub name: String,
    /// The numbers, as entered.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// The labels of the numbers, in the same order: `mobile`, `home`, `work`, or what the person wrote; empty if the phone
    /// says nothing. Shorter than the numbers if the rest have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Other names of the person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The time of the last call or message, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_contacted: Option<i64>,
    /// The number of calls and messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times_contacted: Option<u32>,
}

/// An installed app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct App {
    /// Its label.
    pub label: String,
    /// Its package.
    pub package: String,
}
