//! Components that only display: text, badges, progress, pictures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fields::Fields;
use crate::finding::Code;
use crate::json::Json;
use crate::number::Finite;
use crate::os::fields::{NOT_NEGATIVE, OsFields};
use crate::os::unit_enum::unit_enum;

unit_enum! {
    /// The role of a text.
    TextVariant {
        Body = "body",
        Heading = "heading",
        Subheading = "subheading",
        Caption = "caption",
        Code = "code",
    }
}

unit_enum! {
    /// The colour of a text, by meaning.
    TextColor {
        Default = "default",
        Muted = "muted",
        Accent = "accent",
        Success = "success",
        Warning = "warning",
        Error = "error",
    }
}

unit_enum! {
    /// The alignment of a text.
    TextAlign { Left = "left", Center = "center", Right = "right" }
}

unit_enum! {
    /// The colour of a badge, by meaning.
    BadgeVariant {
        Default = "default",
        Success = "success",
        Warning = "warning",
        Error = "error",
        Info = "info",
    }
}

unit_enum! {
    /// The colour of a progress bar, by meaning.
    ProgressVariant { Default = "default", Success = "success", Warning = "warning", Error = "error" }
}

unit_enum! {
    /// How a picture fills its area.
    ImageFit { Contain = "contain", Cover = "cover", Fill = "fill" }
}

/// A text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextComponent {
    /// The text.
    pub content: String,
    /// Its role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<TextVariant>,
    /// Its colour, by meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<TextColor>,
    /// Its alignment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_align: Option<TextAlign>,
}

impl TextComponent {
    pub(super) fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            content: fields.req_text("content"),
            variant: fields.opt_word("variant"),
            color: fields.opt_word("color"),
            text_align: fields.opt_word("textAlign"),
        }
    }
}

/// A short word in a coloured field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BadgeComponent {
    /// Its label.
    pub label: String,
    /// Its colour, by meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<BadgeVariant>,
}

impl BadgeComponent {
    pub(super) fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { label: fields.req_text("label"), variant: fields.opt_word("variant") }
    }
}

/// A bar that shows progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgressComponent {
    /// The progress, from 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub value: Finite,
    /// Its label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its colour, by meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<ProgressVariant>,
    /// Whether the percentage is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show_value: Option<bool>,
}

impl ProgressComponent {
    pub(super) fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            value: fields.req_number("value", 0.0..=100.0),
            label: fields.opt_text("label"),
            variant: fields.opt_word("variant"),
            show_value: fields.opt_flag("showValue"),
        }
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ImageComponent {
    /// The address of the picture.
    pub src: String,
    /// Its width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Length>,
    /// Its height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<Length>,
    /// How it fills its area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<ImageFit>,
}

/// A length: a number of pixels, or any CSS length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Length {
    /// Pixels.
    Pixels(#[schemars(range(min = 0))] Finite),
    /// As in CSS: `50%`, `12rem`.
    Css(String),
}

impl ImageComponent {
    pub(super) fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            src: fields.req_text("src"),
            width: read_length(fields, "width"),
            height: read_length(fields, "height"),
            fit: fields.opt_word("fit"),
        }
    }
}

fn read_length(fields: &mut Fields<'_, '_>, name: &'static str) -> Option<Length> {
    match fields.raw(name)? {
        Json::Null => None,
        Json::Text(text) => Some(Length::Css(text.clone().into_owned())),
        Json::Number(_) => fields.opt_number(name, NOT_NEGATIVE).map(Length::Pixels),
        other => {
            let problem = format!("`{name}` must be a number of pixels or a CSS length, not {}", other.kind());
            fields.note(Code::WrongType, name, &problem, &"nothing");
            None
        }
    }
}
