//! The content of a window: a renderer, and data in the shape that this renderer expects.
//!
//! The data is kept as sent. The server makes it safe on the way to the page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::component::ComponentLayout;
use super::fields::OsFields;
use super::unit_enum::unit_enum;
use crate::fields::{Fields, Item, Need};
use crate::finding::Code;
use crate::json::Json;

unit_enum! {
    /// How a window's data is shown.
    Renderer {
        Markdown = "markdown",
        Html = "html",
        Text = "text",
        Table = "table",
        Iframe = "iframe",
        Component = "component",
    }
}

impl Renderer {
    /// Whether its data is one text that can be appended to: markdown, html, text.
    pub fn is_textual(self) -> bool {
        matches!(self, Self::Markdown | Self::Html | Self::Text)
    }
}

/// The content of a window, typed by its renderer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "renderer", content = "data", rename_all = "lowercase")]
pub enum WindowContent {
    /// Markdown text.
    Markdown(String),
    /// HTML, which is sanitised before display.
    Html(String),
    /// Plain text.
    Text(String),
    /// A table.
    Table(TableContentData),
    /// A web page in a sandboxed frame.
    Iframe(IframeContent),
    /// Buttons, fields and the like.
    Component(ComponentLayout),
}

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableContentData {
    /// The column headers.
    pub headers: Vec<String>,
    /// The rows, each a list of cells.
    pub rows: Vec<Vec<String>>,
}

/// The page in a frame: its address alone, or with options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum IframeContent {
    /// The address.
    Url(String),
    /// The address and the page's permissions.
    Options(IframeContentData),
}

/// The page in a frame, with its permissions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IframeContentData {
    /// The address.
    pub url: String,
    /// The page's permissions, as in the `sandbox` attribute of HTML; the desktop may grant less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<String>,
}

impl IframeContent {
    /// The address.
    pub fn url(&self) -> &str {
        match self {
            Self::Url(url) => url,
            Self::Options(options) => &options.url,
        }
    }

    /// The page's permissions, if the agent set any.
    pub fn sandbox(&self) -> Option<&str> {
        match self {
            Self::Url(_) => None,
            Self::Options(options) => options.sandbox.as_deref(),
        }
    }
}

impl WindowContent {
    /// Returns empty content for this renderer.
    pub fn empty(renderer: Renderer) -> Self {
        match renderer {
            Renderer::Markdown => Self::Markdown(String::new()),
            Renderer::Html => Self::Html(String::new()),
            Renderer::Text => Self::Text(String::new()),
            Renderer::Table => Self::Table(TableContentData::default()),
            Renderer::Iframe => Self::Iframe(IframeContent::Url(String::new())),
            Renderer::Component => Self::Component(ComponentLayout::default()),
        }
    }

    /// Returns the renderer of this content.
    pub fn renderer(&self) -> Renderer {
        match self {
            Self::Markdown(_) => Renderer::Markdown,
            Self::Html(_) => Renderer::Html,
            Self::Text(_) => Renderer::Text,
            Self::Table(_) => Renderer::Table,
            Self::Iframe(_) => Renderer::Iframe,
            Self::Component(_) => Renderer::Component,
        }
    }

    /// Returns the text, if it is textual content.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Markdown(text) | Self::Html(text) | Self::Text(text) => Some(text),
            Self::Table(_) | Self::Iframe(_) | Self::Component(_) => None,
        }
    }

    /// Reads the field `content` of an action.
    pub(super) fn read(fields: &mut Fields<'_, '_>) -> Self {
        let content = fields.object("content", Need::Required, |fields| {
            let renderer = fields.req_word("renderer");
            match (renderer, fields.raw("data")) {
                (Some(renderer), Some(data)) => Some(fields.at("data", |item| Self::read_data(renderer, data, item))),
                // Without a renderer, the data can only be checked for presence.
                (None, Some(_)) => None,
                (_, None) => {
                    fields.missing("data", "what the renderer shows");
                    None
                }
            }
        });
        content.flatten().unwrap_or_else(|| Self::empty(Renderer::Text))
    }

    /// Reads the data for a renderer; data that does not fit is recorded and left empty.
    pub(super) fn read_data(renderer: Renderer, data: &Json<'_>, mut item: Item<'_>) -> Self {
        match renderer {
            Renderer::Markdown => Self::Markdown(item.text(data).unwrap_or_default()),
            Renderer::Html => Self::Html(item.text(data).unwrap_or_default()),
            Renderer::Text => Self::Text(item.text(data).unwrap_or_default()),
            Renderer::Table => Self::Table(TableContentData::read(data, item).unwrap_or_default()),
            Renderer::Iframe => Self::Iframe(IframeContent::read(data, item)),
            Renderer::Component => Self::Component(ComponentLayout::read(data, item).unwrap_or_default()),
        }
    }
}

impl TableContentData {
    pub(super) fn read(data: &Json<'_>, mut item: Item<'_>) -> Option<Self> {
        item.object(data, |fields| Self {
            headers: fields.list("headers", Need::Required, |value, mut item| item.text(value)).unwrap_or_default(),
            rows: fields.list("rows", Need::Required, read_row).unwrap_or_default(),
        })
    }
}

fn read_row(value: &Json<'_>, mut item: Item<'_>) -> Option<Vec<String>> {
    let Some(cells) = value.as_list() else {
        item.note(Code::WrongType, format!("expected a list of texts, not {}", value.kind()));
        return None;
    };
    let mut row = Vec::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let mut place = Item { path: item.path.item(index), manner: item.manner, findings: &mut *item.findings };
        row.extend(place.text(cell));
    }
    Some(row)
}

impl IframeContent {
    pub(super) fn read(data: &Json<'_>, mut item: Item<'_>) -> Self {
        match data {
            Json::Text(url) => Self::Url(url.clone().into_owned()),
            Json::Object(_) => {
                let read = |fields: &mut Fields<'_, '_>| IframeContentData {
                    url: fields.req_text("url"),
                    sandbox: fields.opt_text("sandbox"),
                };
                Self::Options(item.object(data, read).unwrap_or_default())
            }
            other => {
                let problem = format!("expected an address as text, or an object with `url`, not {}", other.kind());
                item.note(Code::WrongType, problem);
                Self::Url(String::new())
            }
        }
    }
}
