//! The dialog that asks for a yes or a no.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::OsFields;
use super::id::ID;
use super::read::Verb;
use crate::fields::Fields;

/// Ask people for a yes or a no.
///
/// The answer comes back as a `DIALOG_FEEDBACK` event. One with the same id is replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DialogConfirm {
    /// Its name, unique among dialogs.
    #[schemars(regex(pattern = ID))]
    pub id: String,
    /// Its heading.
    pub title: String,
    /// The question.
    pub message: String,
    /// The label of the yes button; `Yes` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm_text: Option<String>,
    /// The label of the no button; `No` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel_text: Option<String>,
    /// Whether the answer can be remembered, and for which tool; it cannot if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_options: Option<PermissionOptions>,
}

/// Whether an answer can be remembered, and for which tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PermissionOptions {
    /// Whether people can ask for their answer to be remembered.
    pub show_remember_choice: bool,
    /// The tool that the answer is about.
    pub tool_name: String,
    /// The tool's target, if the answer concerns only that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

impl DialogConfirm {
    /// Returns the label of the yes button.
    pub fn confirm_text(&self) -> &str {
        self.confirm_text.as_deref().unwrap_or("Yes")
    }

    /// Returns the label of the no button.
    pub fn cancel_text(&self) -> &str {
        self.cancel_text.as_deref().unwrap_or("No")
    }
}

impl Verb for DialogConfirm {
    const NAME: &'static str = "dialog.confirm";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            id: fields.id("id"),
            title: fields.req_text("title"),
            message: fields.req_text("message"),
            confirm_text: fields.opt_text("confirmText"),
            cancel_text: fields.opt_text("cancelText"),
            permission_options: fields.opt_object("permissionOptions", PermissionOptions::read),
        }
    }
}

impl PermissionOptions {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            show_remember_choice: fields.req_flag("showRememberChoice"),
            tool_name: fields.req_text("toolName"),
            context: fields.opt_text("context"),
        }
    }
}
