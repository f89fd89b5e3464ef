//! Messages without a window: notifications, which stay, and toasts, which disappear.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{NOT_NEGATIVE, OsFields};
use super::id::ID;
use super::read::Verb;
use super::unit_enum::unit_enum;
use crate::fields::Fields;
use crate::number::Finite;

unit_enum! {
    /// The look of a toast, by meaning.
    ToastVariant { Info = "info", Success = "success", Warning = "warning", Error = "error" }
}

/// Show a notification.
///
/// One with the same id is replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NotificationShow {
    /// Its name, unique among notifications.
    #[schemars(regex(pattern = ID))]
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Its text.
    pub body: String,
    /// The name of an icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// How long it stays, in milliseconds; until it is dismissed if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub duration: Option<Finite>,
}

impl Verb for NotificationShow {
    const NAME: &'static str = "notification.show";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            id: fields.id("id"),
            title: fields.req_text("title"),
            body: fields.req_text("body"),
            icon: fields.opt_text("icon"),
            duration: fields.opt_number("duration", NOT_NEGATIVE),
        }
    }
}

/// Remove a notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NotificationDismiss {
    /// The notification.
    #[schemars(regex(pattern = ID))]
    pub id: String,
}

impl Verb for NotificationDismiss {
    const NAME: &'static str = "notification.dismiss";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { id: fields.id("id") }
    }
}

/// Show a short message that disappears by itself.
///
/// One with the same id is replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToastShow {
    /// Its name, unique among toasts.
    #[schemars(regex(pattern = ID))]
    pub id: String,
    /// Its text.
    pub message: String,
    /// Its look; `info` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<ToastVariant>,
    /// A button on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<ToastAction>,
    /// How long it stays, in milliseconds; 6000 if absent, or with a button until it is dismissed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub duration: Option<Finite>,
}

/// A button on a toast.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ToastButton")]
pub struct ToastAction {
    /// Its label.
    pub label: String,
    /// The id in the `TOAST_ACTION` event that the agent receives when it is pressed.
    pub event_id: String,
}

impl ToastAction {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { label: fields.req_text("label"), event_id: fields.req_text("eventId") }
    }
}

impl ToastShow {
    /// Returns the default duration of a toast without a button, in milliseconds.
    pub fn default_duration() -> Finite {
        Finite::from(6000)
    }

    /// Its look, or the default one.
    pub fn variant(&self) -> ToastVariant {
        self.variant.unwrap_or(ToastVariant::Info)
    }

    /// How long it stays, in milliseconds; `None` means until it is dismissed.
    pub fn duration(&self) -> Option<Finite> {
        match (self.duration, &self.action) {
            (Some(duration), _) => Some(duration),
            (None, Some(_)) => None,
            (None, None) => Some(Self::default_duration()),
        }
    }
}

impl Verb for ToastShow {
    const NAME: &'static str = "toast.show";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            id: fields.id("id"),
            message: fields.req_text("message"),
            variant: fields.opt_word("variant"),
            action: fields.opt_object("action", ToastAction::read),
            duration: fields.opt_number("duration", NOT_NEGATIVE),
        }
    }
}

/// Remove a toast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToastDismiss {
    /// The toast.
    #[schemars(regex(pattern = ID))]
    pub id: String,
}

impl Verb for ToastDismiss {
    const NAME: &'static str = "toast.dismiss";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { id: fields.id("id") }
    }
}
