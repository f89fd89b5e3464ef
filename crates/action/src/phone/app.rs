//! Apps and addresses.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read::PhoneFields;
use super::verb::Verb;
use crate::fields::{Fields, Need};

/// Start an app by its package name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LaunchApp {
    /// The package, as in `com.android.settings`.
    pub package_name: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for LaunchApp {
    const NAME: &'static str = "launch_app";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { package_name: fields.text("packageName", Need::Required, ""), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { package_name: "com.android.settings".to_owned(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.package_name);
    }
    fn empty_field(&self) -> Option<&'static str> {
        self.package_name.trim().is_empty().then_some("packageName")
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.package_name)
    }
}

/// Start an app by the name people call it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpenApp {
    /// The name, which is looked up among the installed apps.
    pub name: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for OpenApp {
    const NAME: &'static str = "open_app";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { name: fields.text("name", Need::Required, ""), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { name: "Settings".to_owned(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.name);
    }
    fn empty_field(&self) -> Option<&'static str> {
        self.name.trim().is_empty().then_some("name")
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.name)
    }
}

/// Open a web address or a deep link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpenUrl {
    /// The address.
    pub url: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for OpenUrl {
    const NAME: &'static str = "open_url";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { url: fields.text("url", Need::Required, ""), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { url: "https://example.com".to_owned(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.url);
    }
    fn empty_field(&self) -> Option<&'static str> {
        self.url.trim().is_empty().then_some("url")
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.url)
    }
}
