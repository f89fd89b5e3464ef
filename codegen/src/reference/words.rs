//! Describes shapes in words, with links to the named ones.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde_json::Value;

use crate::family::{Family, Root};
use crate::shape::{Range, Shape};

/// Which page describes what: definitions that this page has to describe itself are queued here.
pub(super) struct Links<'f> {
    own: &'f str,
    /// The link targets of the names that other pages describe: those with their own page, and this family's imports.
    elsewhere: BTreeMap<&'f str, String>,
    mentioned: Vec<String>,
    described: usize,
}

impl<'f> Links<'f> {
    pub(super) fn new(families: &'f [Family], family: &'f Family, root: &'f Root) -> Self {
        let owners = families.iter().filter(|owner| family.imports.values().any(|name| *name == owner.name));
        let imported = owners.flat_map(described).filter(|(name, _)| family.imports.contains_key(*name));
        let imported = imported.map(|(name, page)| (name, format!("{page}.md#{}", name.to_lowercase())));
        let roots = families.iter().flat_map(|family| &family.roots);
        let pages = roots.map(|root| (root.definition.as_str(), format!("{}.md", root.schema)));
        let elsewhere = imported.chain(pages).collect();
        Self { own: &root.definition, elsewhere, mentioned: Vec::new(), described: 0 }
    }

    /// Returns the next definition that was mentioned and is not described yet.
    pub(super) fn next(&mut self) -> Option<String> {
        let next = self.mentioned.get(self.described).cloned();
        self.described += usize::from(next.is_some());
        next
    }

    fn to(&mut self, name: &str) -> String {
        if name == self.own {
            return format!("[{name}](#{})", name.to_lowercase());
        }
        if let Some(place) = self.elsewhere.get(name) {
            return format!("[{name}]({place})");
        }
        if !self.mentioned.iter().any(|mentioned| mentioned == name) {
            self.mentioned.push(name.to_owned());
        }
        format!("[{name}](#{})", name.to_lowercase())
    }
}

/// Returns the definitions of a family, each with the first of the family's pages that reaches it.
fn described(family: &Family) -> BTreeMap<&str, &'static str> {
    let names = family.names();
    let mut pages = BTreeMap::new();
    for root in &family.roots {
        let mut pending = vec![root.definition.clone()];
        while let Some(name) = pending.pop() {
            let Some((&name, definition)) = names.get_key_value(name.as_str()) else { continue };
            if let Entry::Vacant(free) = pages.entry(name) {
                free.insert(root.schema);
                definition.shape.mentions(&mut |name| pending.push(name.to_owned()));
            }
        }
    }
    pages
}

/// Describes the shape as a person would.
pub(super) fn words(shape: &Shape, links: &mut Links<'_>) -> String {
    match shape {
        Shape::Unknown => "any JSON".to_owned(),
        Shape::Null => "`null`".to_owned(),
        Shape::Boolean => "true or false".to_owned(),
        Shape::Text => "text".to_owned(),
        Shape::Number(range) => number(*range),
        Shape::Literal(value) => code(value),
        Shape::Named(name) => links.to(name),
        Shape::List(item) => format!("list of {}", words(item, links)),
        Shape::Tuple(items) => format!("list of {}", joined(items.iter(), ", ", links)),
        Shape::Map(item) => format!("object, each value {}", words(item, links)),
        Shape::Object(fields) if fields.is_empty() => "object".to_owned(),
        Shape::Object(fields) => {
            let names: Vec<String> = fields
                .iter()
                .map(|field| {
                    let optional = if field.required { "" } else { ", optional" };
                    format!("`{}` ({}{optional})", field.name, words(&field.shape, links))
                })
                .collect();
            format!("object with {}", names.join(", "))
        }
        Shape::Union(choices) => joined(choices.iter().map(|choice| &choice.shape), " or ", links),
        Shape::All(shapes) => joined(shapes.iter(), " and ", links),
    }
}

fn joined<'s>(shapes: impl Iterator<Item = &'s Shape>, separator: &str, links: &mut Links<'_>) -> String {
    shapes.map(|shape| words(shape, links)).collect::<Vec<_>>().join(separator)
}

fn number(Range { whole, least, most }: Range) -> String {
    let kind = if whole { "whole number" } else { "number" };
    // The limits of machine integers are not interesting to readers.
    match (least, most.filter(|most| *most < 65_536.0)) {
        (Some(least), Some(most)) => format!("{kind}, {least} to {most}"),
        (Some(least), None) if least > f64::from(i32::MIN) => format!("{kind}, {least} or more"),
        (None, Some(most)) => format!("{kind}, at most {most}"),
        _ => kind.to_owned(),
    }
}

/// Formats a JSON value as code.
pub(super) fn code(value: &Value) -> String {
    format!("`{}`", cell(&value.to_string()))
}

/// Escapes text for a table cell.
pub(super) fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
