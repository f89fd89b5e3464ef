//! Components that people operate: buttons, text fields, choices.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fields::{Fields, Item, Need};
use crate::json::Json;
use crate::os::fields::{MAX_WHOLE, OsFields};
use crate::os::unit_enum::unit_enum;

unit_enum! {
    /// The look of a button.
    ButtonVariant { Primary = "primary", Secondary = "secondary", Ghost = "ghost", Danger = "danger" }
}

unit_enum! {
    /// The size of a button.
    ButtonSize { Small = "sm", Medium = "md", Large = "lg" }
}

unit_enum! {
    /// The input that a text field accepts.
    InputVariant { Text = "text", Email = "email", Password = "password", Number = "number", Url = "url" }
}

/// A button that sends a message to the agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ButtonComponent {
    /// Its label.
    pub label: String,
    /// The message that the agent receives when it is pressed.
    pub action: String,
    /// Its look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<ButtonVariant>,
    /// Its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<ButtonSize>,
    /// The name of an icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Whether it is disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    /// Whether its message is sent while another is still being processed; `true` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parallel: Option<bool>,
    /// The form whose fields are sent with the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit_form: Option<String>,
}

impl ButtonComponent {
    /// Whether it is disabled.
    pub fn is_disabled(&self) -> bool {
        self.disabled.unwrap_or(false)
    }

    /// Whether its message is sent while another is still being processed.
    pub fn is_parallel(&self) -> bool {
        self.parallel.unwrap_or(true)
    }

    pub(super) fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            label: fields.req_text("label"),
            action: fields.req_text("action"),
            variant: fields.opt_word("variant"),
            size: fields.opt_word("size"),
            icon: fields.opt_text("icon"),
            disabled: fields.opt_flag("disabled"),
            parallel: fields.opt_flag("parallel"),
            submit_form: fields.opt_text("submitForm"),
        }
    }
}

/// A field that people type into.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InputComponent {
    /// Its name in the form's data.
    pub name: String,
    /// The form it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_id: Option<String>,
    /// Its label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The hint that it shows while empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// Its initial value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_value: Option<String>,
    /// The input that it accepts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<InputVariant>,
    /// How many lines it shows; a single-line field if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_WHOLE))]
    pub rows: Option<u64>,
    /// Whether it is disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
}

impl InputComponent {
    pub(super) fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            name: fields.req_text("name"),
            form_id: fields.opt_text("formId"),
            label: fields.opt_text("label"),
            placeholder: fields.opt_text("placeholder"),
            default_value: fields.opt_text("defaultValue"),
            variant: fields.opt_word("variant"),
            rows: fields.opt_whole("rows", 1..=MAX_WHOLE),
            disabled: fields.opt_flag("disabled"),
        }
    }
}

/// A choice of one among several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelectComponent {
    /// Its name in the form's data.
    pub name: String,
    /// The options.
    pub options: Vec<SelectOption>,
    /// The form it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_id: Option<String>,
    /// Its label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The value that is selected initially.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_value: Option<String>,
    /// The hint that it shows while nothing is selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// Whether it is disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
}

/// An option of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SelectOption {
    /// The value in the form's data.
    pub value: String,
    /// The label that people read.
    pub label: String,
}

impl SelectComponent {
    pub(super) fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            name: fields.req_text("name"),
            options: fields.list("options", Need::Required, read_option).unwrap_or_default(),
            form_id: fields.opt_text("formId"),
            label: fields.opt_text("label"),
            default_value: fields.opt_text("defaultValue"),
            placeholder: fields.opt_text("placeholder"),
            disabled: fields.opt_flag("disabled"),
        }
    }
}

fn read_option(value: &Json<'_>, mut item: Item<'_>) -> Option<SelectOption> {
    item.object(value, |fields| SelectOption { value: fields.req_text("value"), label: fields.req_text("label") })
}
