//! Creating a window: its position, content and layer.
//!
//! The desktop, not the reader, clamps a window to the viewport and applies its minimum size.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content::WindowContent;
use super::fields::{ANY, OsFields, finite};
use super::id::WINDOW_ID;
use super::read::Verb;
use super::unit_enum::unit_enum;
use crate::fields::{Fields, Item, Need};
use crate::finding::Code;
use crate::json::Json;
use crate::number::Finite;

unit_enum! {
    /// The layer of a window: standard windows are above widgets; panels sit on an edge of the screen.
    WindowVariant { Standard = "standard", Widget = "widget", Panel = "panel" }
}

unit_enum! {
    /// The edge of the screen that a panel sits on.
    DockEdge { Top = "top", Bottom = "bottom" }
}

/// The position and size of a window, in pixels of its monitor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowBounds {
    /// Distance from the left edge.
    pub x: Finite,
    /// Distance from the top edge.
    pub y: Finite,
    /// Width.
    pub w: Finite,
    /// Height.
    pub h: Finite,
}

impl WindowBounds {
    /// Reads the four numbers.
    pub fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            x: fields.req_number("x", ANY),
            y: fields.req_number("y", ANY),
            w: fields.req_number("w", ANY),
            h: fields.req_number("h", ANY),
        }
    }
}

/// The value of a CSS property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StyleValue {
    /// A number: `0.9`.
    Number(Finite),
    /// Anything else: `2px solid red`.
    Text(String),
}

/// Open a new window.
///
/// It is moved and, if need be, shrunk into its monitor's viewport. A standard window takes the focus
/// unless it is created minimized. It never covers the phone or another part of the desktop: it is moved
/// beside it, or stays below it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowCreate {
    /// The window's name, unique on its monitor.
    #[schemars(regex(pattern = WINDOW_ID))]
    pub window_id: String,
    /// The text of the title bar.
    pub title: String,
    /// Its position and size.
    pub bounds: WindowBounds,
    /// Its content.
    pub content: WindowContent,
    /// Its layer; `standard` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<WindowVariant>,
    /// The edge a panel sits on; `bottom` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dock_edge: Option<DockEdge>,
    /// Whether the title bar is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frameless: Option<bool>,
    /// CSS properties of the window, as far as the desktop allows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_style: Option<BTreeMap<String, StyleValue>>,
    /// Whether it starts out minimized.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimized: Option<bool>,
    /// Whether it may replace a window of the same name; without it that is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replace: Option<bool>,
    /// Whether other agents may change it too; only its owner if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<bool>,
}

impl WindowCreate {
    /// Its layer, or the default one.
    pub fn variant(&self) -> WindowVariant {
        self.variant.unwrap_or(WindowVariant::Standard)
    }

    /// The edge it sits on, if it is a panel.
    pub fn dock_edge(&self) -> Option<DockEdge> {
        (self.variant() == WindowVariant::Panel).then(|| self.dock_edge.unwrap_or(DockEdge::Bottom))
    }

    /// Whether the title bar is hidden.
    pub fn is_frameless(&self) -> bool {
        self.frameless.unwrap_or(false)
    }

    /// Whether it starts out minimized.
    pub fn is_minimized(&self) -> bool {
        self.minimized.unwrap_or(false)
    }

    /// Whether it may replace a window of the same name.
    pub fn replaces(&self) -> bool {
        self.replace.unwrap_or(false)
    }

    /// Whether other agents may change it too.
    pub fn is_shared(&self) -> bool {
        self.shared.unwrap_or(false)
    }
}

impl Verb for WindowCreate {
    const NAME: &'static str = "window.create";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            window_id: fields.window_id(),
            title: fields.req_text("title"),
            bounds: fields.object("bounds", Need::Required, WindowBounds::read).unwrap_or_default(),
            content: WindowContent::read(fields),
            variant: fields.opt_word("variant"),
            dock_edge: fields.opt_word("dockEdge"),
            frameless: fields.opt_flag("frameless"),
            window_style: read_style(fields),
            minimized: fields.opt_flag("minimized"),
            replace: fields.opt_flag("replace"),
            shared: fields.opt_flag("shared"),
        }
    }
}

fn read_style(fields: &mut Fields<'_, '_>) -> Option<BTreeMap<String, StyleValue>> {
    if !fields.given("windowStyle") {
        return None;
    }
    let found = fields.raw("windowStyle")?;
    fields.at("windowStyle", |mut item| {
        let Some(record) = found.as_object() else {
            item.note(Code::WrongType, format!("expected an object of CSS properties, not {}", found.kind()));
            return None;
        };
        let mut style = BTreeMap::new();
        for (property, value) in record.iter() {
            let mut place =
                Item { path: item.path.field(property), manner: item.manner, findings: &mut *item.findings };
            let value = match value {
                Json::Text(text) => Some(StyleValue::Text(text.clone().into_owned())),
                Json::Number(_) => finite(value, &mut place).map(StyleValue::Number),
                other => {
                    place.note(Code::WrongType, format!("expected text or a number, not {}", other.kind()));
                    None
                }
            };
            style.extend(value.map(|value| (property.to_owned(), value)));
        }
        Some(style)
    })
}
