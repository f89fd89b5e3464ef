//! Whom and what a person may mean: the contacts and the apps of a phone.
//!
//! `device` reads one from a phone, `planner` looks people and apps up in it, and a file can hold one.

use serde::{Deserialize, Serialize};

/// `{"contacts": […], "apps": […]}`
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
    /// The numbers, as they were entered.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// What else the person is called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// When they were last spoken or written to, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_contacted: Option<i64>,
    /// How often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times_contacted: Option<u32>,
}

/// An installed app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct App {
    /// What people call it.
    pub label: String,
    /// Its package.
    pub package: String,
}
