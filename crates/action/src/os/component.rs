//! Interactive content: a flat list of components in a grid.
//!
//! Components do not nest. This module neither draws them nor collects input.

mod control;
mod display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::control::{
    ButtonComponent, ButtonSize, ButtonVariant, InputComponent, InputVariant, SelectComponent, SelectOption,
};
pub use self::display::{
    BadgeComponent, BadgeVariant, ImageComponent, ImageFit, Length, ProgressComponent, ProgressVariant, TextAlign,
    TextColor, TextComponent, TextVariant,
};

use super::fields::{OsFields, finite, of_kind};
use super::unit_enum::unit_enum;
use crate::fields::{Fields, Item, Need};
use crate::finding::Code;
use crate::json::Json;
use crate::number::Finite;

unit_enum! {
    /// The space between components.
    Gap { None = "none", Small = "sm", Medium = "md", Large = "lg" }
}

/// Components in a grid, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComponentLayout {
    /// The components; they do not nest.
    pub components: Vec<Component>,
    /// The columns of the grid; one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cols: Option<Cols>,
    /// The space between components.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
}

/// The columns of a grid: how many, or how wide in proportion to each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Cols {
    /// This many columns of equal width.
    Count(#[schemars(range(min = 1, max = Cols::MAX))] u64),
    /// One column per number: `[8, 2]` gives the first four fifths of the width.
    Ratios(#[schemars(length(min = 1, max = Cols::MAX))] Vec<Finite>),
}

impl Cols {
    /// How many columns there may be.
    pub const MAX: u64 = 64;
}

/// One component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[expect(missing_docs, reason = "each variant is described on its struct")]
pub enum Component {
    Button(ButtonComponent),
    Input(InputComponent),
    Select(SelectComponent),
    Text(TextComponent),
    Badge(BadgeComponent),
    Progress(ProgressComponent),
    Image(ImageComponent),
}

impl Component {
    /// Every `type`, in the order of the enum.
    pub const NAMES: &'static [&'static str] = &["button", "input", "select", "text", "badge", "progress", "image"];

    fn read(value: &Json<'_>, item: Item<'_>) -> Option<Self> {
        of_kind(value, item, |fields| {
            Some(match fields.kind("type")? {
                "button" => Self::Button(ButtonComponent::read(fields)),
                "input" => Self::Input(InputComponent::read(fields)),
                "select" => Self::Select(SelectComponent::read(fields)),
                "text" => Self::Text(TextComponent::read(fields)),
                "badge" => Self::Badge(BadgeComponent::read(fields)),
                "progress" => Self::Progress(ProgressComponent::read(fields)),
                "image" => Self::Image(ImageComponent::read(fields)),
                unknown => {
                    fields.unknown_kind("type", unknown, "type of component", Self::NAMES);
                    return None;
                }
            })
        })
    }
}

impl ComponentLayout {
    pub(super) fn read(data: &Json<'_>, mut item: Item<'_>) -> Option<Self> {
        item.object(data, |fields| Self {
            components: fields.list("components", Need::Required, Component::read).unwrap_or_default(),
            cols: read_cols(fields),
            gap: fields.opt_word("gap"),
        })
    }
}

fn read_cols(fields: &mut Fields<'_, '_>) -> Option<Cols> {
    if !fields.given("cols") {
        return None;
    }
    match fields.raw("cols") {
        Some(Json::Number(_)) => Some(Cols::Count(fields.req_whole("cols", 1..=Cols::MAX))),
        Some(Json::List(ratios)) => {
            if ratios.is_empty() || ratios.len() as u64 > Cols::MAX {
                let problem = format!("`cols` must hold from 1 to {} numbers, got {}", Cols::MAX, ratios.len());
                fields.note(Code::OutOfRange, "cols", &problem, &"nothing");
                return None;
            }
            fields.list("cols", Need::Optional, read_ratio).map(Cols::Ratios)
        }
        other => {
            let found = other.map_or("nothing", Json::kind);
            let problem = format!("`cols` must be a number or a list of numbers, not {found}");
            fields.note(Code::WrongType, "cols", &problem, &"nothing");
            None
        }
    }
}

fn read_ratio(value: &Json<'_>, mut item: Item<'_>) -> Option<Finite> {
    let ratio = finite(value, &mut item)?;
    if ratio.get() <= 0.0 {
        item.note(Code::OutOfRange, format!("a column's share of the width must be more than 0, got {ratio}"));
    }
    Some(ratio)
}
