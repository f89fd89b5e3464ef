//! The notifications in the shade: their app, their text, and the actions that work without opening the app.

use serde::{Deserialize, Serialize};

use super::Shared;

/// The maximum number of notifications; the oldest are dropped first.
pub(crate) const MOST: usize = 200;

/// A notification.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Notification {
    /// Its id.
    pub id: i64,
    /// The package that shows it.
    pub package: String,
    /// The tag that its app gives it next to the id; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tag: String,
    /// The title.
    pub title: String,
    /// The text.
    pub text: String,
    /// The time, in milliseconds since 1970.
    pub date: i64,
    /// The data that its app opens on a touch (`smsto:+15550101`); empty to open the app itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub data: String,
    /// The category that its app gives it: `alarm` while an alarm rings; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub category: String,
    /// Its actions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<NotificationAction>,
}

/// An action of a notification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NotificationAction {
    /// The label of its button.
    pub title: String,
    /// Whether it asks for a text first.
    pub reply: bool,
}

impl NotificationAction {
    /// Creates a button.
    pub fn button(title: &str) -> Self {
        Self { title: title.to_owned(), reply: false }
    }

    /// Creates a button that asks for a text.
    pub fn reply(title: &str) -> Self {
        Self { title: title.to_owned(), reply: true }
    }
}

impl Shared {
    /// Shows a notification above the others, with a new id if it has none. Returns its id.
    pub fn notify(&mut self, mut notification: Notification) -> i64 {
        if notification.id == 0 {
            notification.id = self.new_id();
        }
        if notification.date == 0 {
            notification.date = self.clock.now_ms;
        }
        let id = notification.id;
        self.notifications.retain(|shown| shown.id != id);
        self.notifications.insert(0, notification);
        self.notifications.truncate(MOST);
        id
    }

    /// Removes notifications of a package.
    pub fn withdraw(&mut self, package: &str, gone: impl Fn(&Notification) -> bool) {
        self.notifications.retain(|shown| shown.package != package || !gone(shown));
    }
}
