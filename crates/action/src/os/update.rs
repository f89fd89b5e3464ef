//! Partial changes of a window's content, and which change fits which renderer.
//!
//! The reader checks an operation by its own shape, and by the renderer only if the action names one. Otherwise the
//! desktop, which knows the window, calls [`ContentUpdateOperation::fits`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::component::ComponentLayout;
use super::content::{IframeContent, IframeContentData, Renderer, TableContentData, WindowContent};
use super::fields::{MAX_WHOLE, OsFields};
use super::id::WINDOW_ID;
use super::read::Verb;
use crate::fields::{Fields, Item, Need};
use crate::finding::Code;
use crate::json::Json;

/// Change the content of a window without sending all of it again.
///
/// Refused while another agent holds the window's lock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowUpdateContent {
    /// The window.
    #[schemars(regex(pattern = WINDOW_ID))]
    pub window_id: String,
    /// The change.
    pub operation: ContentUpdateOperation,
    /// The new renderer, which the change must fit; unchanged if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renderer: Option<Renderer>,
}

impl Verb for WindowUpdateContent {
    const NAME: &'static str = "window.updateContent";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let window_id = fields.window_id();
        let renderer = fields.opt_word("renderer");
        let operation =
            fields.object("operation", Need::Required, |fields| ContentUpdateOperation::read(fields, renderer));
        Self { window_id, operation: operation.unwrap_or(ContentUpdateOperation::Clear), renderer }
    }
}

/// One change to the content of a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum ContentUpdateOperation {
    /// Add text at the end. Markdown, html and text only.
    Append {
        /// The text.
        data: String,
    },
    /// Add text at the beginning. Markdown, html and text only.
    Prepend {
        /// The text.
        data: String,
    },
    /// Insert text in the middle. Markdown, html and text only.
    InsertAt {
        /// The text.
        data: String,
        /// The character (Unicode scalar value) before which it is inserted, from 0; beyond the end means at the end.
        position: u64,
    },
    /// Replace all of it.
    Replace {
        /// The new data, in the shape that the renderer expects.
        data: ContentData,
    },
    /// Remove all of it.
    Clear,
}

impl ContentUpdateOperation {
    /// Every `op`, in the order of the enum.
    pub const NAMES: &'static [&'static str] = &["append", "prepend", "insertAt", "replace", "clear"];

    /// Returns the `op` used in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Append { .. } => "append",
            Self::Prepend { .. } => "prepend",
            Self::InsertAt { .. } => "insertAt",
            Self::Replace { .. } => "replace",
            Self::Clear => "clear",
        }
    }

    /// Whether content of this renderer accepts it.
    pub fn fits(&self, renderer: Renderer) -> bool {
        match self {
            Self::Append { .. } | Self::Prepend { .. } | Self::InsertAt { .. } => renderer.is_textual(),
            Self::Replace { data } => data.fits(renderer),
            Self::Clear => true,
        }
    }

    fn read(fields: &mut Fields<'_, '_>, renderer: Option<Renderer>) -> Self {
        let operation = match fields.kind("op") {
            Some("append") => Self::Append { data: fields.req_text("data") },
            Some("prepend") => Self::Prepend { data: fields.req_text("data") },
            Some("insertAt") => Self::InsertAt { data: fields.req_text("data"), position: read_position(fields) },
            Some("replace") => Self::Replace { data: ContentData::read_field(fields, renderer) },
            Some("clear") => Self::Clear,
            unknown => {
                if let Some(name) = unknown {
                    fields.unknown_kind("op", name, "operation", Self::NAMES);
                }
                // The data of an unknown operation needs no finding of its own.
                fields.raw("data");
                fields.raw("position");
                Self::Clear
            }
        };
        // Replacement data has already been read against the renderer.
        if let Some(renderer) = renderer.filter(|renderer| !renderer.is_textual())
            && matches!(operation, Self::Append { .. } | Self::Prepend { .. } | Self::InsertAt { .. })
        {
            let (op, renderer) = (operation.name(), renderer.as_str());
            let problem = format!("`{op}` is for markdown, html and text; `{renderer}` takes `replace` and `clear`");
            fields.note(Code::NotAllowed, "op", &problem, &"nothing");
        }
        operation
    }
}

/// Reads a position of any size: it is clamped to the end anyway.
fn read_position(fields: &mut Fields<'_, '_>) -> u64 {
    #[expect(clippy::cast_precision_loss, reason = "it is exact")]
    let most = MAX_WHOLE as f64;
    match fields.raw("position") {
        Some(Json::Number(number)) if number.value.is_finite() && number.value > most => MAX_WHOLE,
        _ => fields.req_whole("position", 0..=MAX_WHOLE),
    }
}

/// Data for a window whose renderer is known elsewhere, distinguished by its shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ContentData {
    /// For markdown, html and text, or the address for an iframe.
    Text(String),
    /// For components.
    Component(ComponentLayout),
    /// For a table.
    Table(TableContentData),
    /// For an iframe.
    Iframe(IframeContentData),
}

impl ContentData {
    /// Whether this renderer accepts it.
    pub fn fits(&self, renderer: Renderer) -> bool {
        match self {
            Self::Text(_) => renderer.is_textual() || renderer == Renderer::Iframe,
            Self::Component(_) => renderer == Renderer::Component,
            Self::Table(_) => renderer == Renderer::Table,
            Self::Iframe(_) => renderer == Renderer::Iframe,
        }
    }

    /// Returns the content with this renderer, if it fits.
    pub fn with(self, renderer: Renderer) -> Option<WindowContent> {
        Some(match (renderer, self) {
            (Renderer::Markdown, Self::Text(text)) => WindowContent::Markdown(text),
            (Renderer::Html, Self::Text(text)) => WindowContent::Html(text),
            (Renderer::Text, Self::Text(text)) => WindowContent::Text(text),
            (Renderer::Iframe, Self::Text(url)) => WindowContent::Iframe(IframeContent::Url(url)),
            (Renderer::Iframe, Self::Iframe(options)) => WindowContent::Iframe(IframeContent::Options(options)),
            (Renderer::Table, Self::Table(table)) => WindowContent::Table(table),
            (Renderer::Component, Self::Component(layout)) => WindowContent::Component(layout),
            _ => return None,
        })
    }

    fn read_field(fields: &mut Fields<'_, '_>, renderer: Option<Renderer>) -> Self {
        let Some(data) = fields.raw("data") else {
            fields.missing("data", "what the renderer shows");
            return Self::Text(String::new());
        };
        fields.at("data", |item| match renderer {
            Some(renderer) => WindowContent::read_data(renderer, data, item).into(),
            None => Self::read(data, item),
        })
    }

    /// Reads by shape: a field that only one kind has decides, and then all of that kind is checked.
    fn read(data: &Json<'_>, mut item: Item<'_>) -> Self {
        let has = |names: &[&str]| data.as_object().is_some_and(|object| names.iter().any(|name| object.has(name)));
        match data {
            Json::Text(text) => Self::Text(text.clone().into_owned()),
            _ if has(&["components", "cols", "gap"]) => {
                Self::Component(ComponentLayout::read(data, item).unwrap_or_default())
            }
            _ if has(&["headers", "rows"]) => Self::Table(TableContentData::read(data, item).unwrap_or_default()),
            _ if has(&["url", "sandbox"]) => WindowContent::Iframe(IframeContent::read(data, item)).into(),
            _ => {
                let expected = "expected text, `{components}`, `{headers, rows}` or `{url}`";
                item.note(Code::WrongType, format!("no renderer takes this; {expected}"));
                Self::Text(String::new())
            }
        }
    }
}

impl From<WindowContent> for ContentData {
    fn from(content: WindowContent) -> Self {
        match content {
            WindowContent::Markdown(text) | WindowContent::Html(text) | WindowContent::Text(text) => Self::Text(text),
            WindowContent::Iframe(IframeContent::Url(url)) => Self::Text(url),
            WindowContent::Iframe(IframeContent::Options(options)) => Self::Iframe(options),
            WindowContent::Table(table) => Self::Table(table),
            WindowContent::Component(layout) => Self::Component(layout),
        }
    }
}
