//! What waits in the shade: who shows it, what it says, what can be done with it without opening its app.

use serde::{Deserialize, Serialize};

use super::Shared;

/// How many can wait; the oldest go first.
pub(crate) const MOST: usize = 200;

/// Something in the shade.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Notification {
    /// A number that is its own.
    pub id: i64,
    /// Who shows it.
    pub package: String,
    /// What it is about.
    pub title: String,
    /// What it says.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub date: i64,
    /// What its app opens when it is touched (`smsto:+15550101`); empty for the app as it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub data: String,
    /// What can be done with it in the shade.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<NotificationAction>,
}

/// Something that can be done with a notification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NotificationAction {
    /// What its button says.
    pub title: String,
    /// Whether a text is written first.
    pub reply: bool,
}

impl NotificationAction {
    /// A button.
    pub fn button(title: &str) -> Self {
        Self { title: title.to_owned(), reply: false }
    }

    /// A button that asks for a text.
    pub fn reply(title: &str) -> Self {
        Self { title: title.to_owned(), reply: true }
    }
}

impl Shared {
    /// Shows a notification: with an id of its own if it has none, on top of the others. Its id.
    pub fn notify(&mut self, mut notification: Notification) -> i64 {
        if notification.id == 0 {
            notification.id = self.new_id();
        }
        if notification.date == 0 {
            notification.date = self.now_ms;
        }
        let id = notification.id;
        self.notifications.retain(|shown| shown.id != id);
        self.notifications.insert(0, notification);
        self.notifications.truncate(MOST);
        id
    }

    /// Takes notifications of a package away.
    pub fn withdraw(&mut self, package: &str, gone: impl Fn(&Notification) -> bool) {
        self.notifications.retain(|shown| shown.package != package || !gone(shown));
    }
}
