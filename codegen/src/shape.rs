//! The shape of a JSON value, as far as types care; every emitter works on it.
//!
//! [`lower`](super::lower) makes it from JSON Schema; after that, nothing looks at a schema again.

use std::collections::BTreeMap;

use serde_json::Value;

/// A named type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) shape: Shape,
}

/// The form of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Any JSON.
    Unknown,
    Null,
    Boolean,
    Text,
    Number(Range),
    /// Exactly this value.
    Literal(Value),
    List(Box<Shape>),
    /// A list with one item per shape.
    Tuple(Vec<Shape>),
    /// An object with any keys.
    Map(Box<Shape>),
    Object(Vec<Field>),
    /// One of these.
    Union(Vec<Choice>),
    /// All of these at once.
    All(Vec<Shape>),
    /// The definition of that name.
    Named(String),
}

/// A range of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Range {
    pub(crate) whole: bool,
    pub(crate) least: Option<f64>,
    pub(crate) most: Option<f64>,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) required: bool,
    pub(crate) default: Option<Value>,
    pub(crate) shape: Shape,
}

/// A member of a union.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) about: String,
    pub(crate) shape: Shape,
}

/// Definitions by name, to resolve a [`Shape::Named`].
pub(crate) type Names<'d> = BTreeMap<&'d str, &'d Definition>;

impl Shape {
    /// Calls `visit` with every name that this shape mentions, in order.
    pub(crate) fn mentions(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Self::Named(name) => visit(name),
            Self::List(inner) | Self::Map(inner) => inner.mentions(visit),
            Self::Tuple(shapes) | Self::All(shapes) => shapes.iter().for_each(|shape| shape.mentions(visit)),
            Self::Object(fields) => fields.iter().for_each(|field| field.shape.mentions(visit)),
            Self::Union(choices) => choices.iter().for_each(|choice| choice.shape.mentions(visit)),
            Self::Unknown | Self::Null | Self::Boolean | Self::Text | Self::Number(_) | Self::Literal(_) => {}
        }
    }

    /// Returns the values, if it is a closed list of literals.
    pub(crate) fn literals(&self) -> Option<Vec<&Value>> {
        let Self::Union(choices) = self else { return None };
        let literal = |choice: &'_ Choice| matches!(choice.shape, Self::Literal(_));
        let all = !choices.is_empty() && choices.iter().all(literal);
        all.then(|| choices.iter().filter_map(|choice| choice.shape.literal()).collect())
    }

    /// Returns the value, if there is only one.
    pub(crate) fn literal(&self) -> Option<&Value> {
        if let Self::Literal(value) = self { Some(value) } else { None }
    }

    /// Returns the field and the word that distinguish a member of a union.
    pub(crate) fn tag<'s>(&'s self, names: &Names<'s>) -> Option<(&'s str, &'s str)> {
        match self {
            Self::Object(fields) => fields.iter().find_map(|field| {
                let word = field.shape.literal()?.as_str()?;
                field.required.then_some((field.name.as_str(), word))
            }),
            Self::All(shapes) => shapes.iter().find_map(|shape| shape.tag(names)),
            Self::Named(name) => match &names.get(name.as_str())?.shape {
                // Not through another union or name, which has its own tags.
                object @ Self::Object(_) => object.tag(names),
                _ => None,
            },
            _ => None,
        }
    }
}
