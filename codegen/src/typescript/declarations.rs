//! Types: an `interface` for an object, a `type` for everything else.

use std::fmt::Write as _;

use super::layout::{WIDTH, comment, literal, property};
use super::{is_interface, values_of};
use crate::shape::{Choice, Definition, Field, Shape};

/// Returns the exported declaration; for a closed list of words also the list itself.
pub(super) fn definition(definition: &Definition) -> String {
    let Definition { name, about, shape } = definition;
    let mut text = comment(about, 0);
    match shape {
        Shape::Object(fields) if is_interface(shape) => {
            _ = writeln!(text, "export interface {name} {{");
            fields.iter().for_each(|each| text.push_str(&field(each)));
            text.push_str("}\n");
        }
        Shape::Union(choices) => text.push_str(&union(name, choices)),
        _ => _ = writeln!(text, "export type {name} = {};", inline(shape)),
    }
    if let Some(values) = shape.literals() {
        let values: Vec<String> = values.into_iter().map(literal).collect();
        let begin = format!("export const {}: readonly {name}[] =", values_of(definition));
        let line = format!("{begin} [{}];", values.join(", "));
        let line = if line.len() <= WIDTH { line } else { format!("{begin} [\n  {},\n];", values.join(",\n  ")) };
        _ = writeln!(text, "\n/** Every `{name}`. */\n{line}");
    }
    text
}

fn field(field: &Field) -> String {
    let begin = format!("  {}{}:", property(&field.name), if field.required { "" } else { "?" });
    let line = format!("{begin} {};", inline(&field.shape));
    let mut text = comment(&described(field), 2);
    match &field.shape {
        Shape::Union(choices) if line.chars().count() > WIDTH => {
            let members: String = choices.iter().map(|each| format!("\n    | {}", member(&each.shape))).collect();
            _ = writeln!(text, "{begin}{members};");
        }
        _ => _ = writeln!(text, "{line}"),
    }
    text
}

/// Describes the field, and what its absence means.
fn described(field: &Field) -> String {
    match &field.default {
        Some(default) if !field.required => {
            format!("{} Default: {}.", field.about, literal(default)).trim_start().to_owned()
        }
        _ => field.about.clone(),
    }
}

fn union(name: &str, choices: &[Choice]) -> String {
    let members: Vec<String> = choices.iter().map(|choice| member(&choice.shape)).collect();
    let line = format!("export type {name} = {};", members.join(" | "));
    let commented = choices.iter().any(|choice| !choice.about.is_empty());
    if !commented && line.chars().count() <= WIDTH {
        return format!("{line}\n");
    }
    let mut text = format!("export type {name} =");
    for (choice, member) in choices.iter().zip(members) {
        _ = write!(text, "\n{}  | {member}", comment(&choice.about, 2));
    }
    text + ";\n"
}

/// Returns a member of a union: an intersection needs parentheses there.
fn member(shape: &Shape) -> String {
    let text = inline(shape);
    if matches!(shape, Shape::All(_)) { format!("({text})") } else { text }
}

/// Returns the type on one line.
pub(super) fn inline(shape: &Shape) -> String {
    match shape {
        Shape::Unknown => "unknown".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::Number(_) => "number".to_owned(),
        Shape::Literal(value) => literal(value),
        Shape::Named(name) => name.clone(),
        Shape::List(item) if matches!(**item, Shape::Union(_) | Shape::All(_)) => format!("({})[]", inline(item)),
        Shape::List(item) => format!("{}[]", inline(item)),
        Shape::Tuple(items) => format!("[{}]", joined(items.iter().map(inline), ", ")),
        Shape::Map(item) => format!("Record<string, {}>", inline(item)),
        Shape::Object(fields) if fields.is_empty() => "Record<string, unknown>".to_owned(),
        Shape::Object(fields) => {
            let field = |field: &Field| {
                let mark = if field.required { "" } else { "?" };
                format!("{}{mark}: {}", property(&field.name), inline(&field.shape))
            };
            format!("{{ {} }}", joined(fields.iter().map(field), "; "))
        }
        Shape::Union(choices) => joined(choices.iter().map(|choice| member(&choice.shape)), " | "),
        Shape::All(shapes) => {
            let part = |shape: &Shape| {
                let text = inline(shape);
                if matches!(shape, Shape::Union(_)) { format!("({text})") } else { text }
            };
            joined(shapes.iter().map(part), " & ")
        }
    }
}

fn joined(texts: impl Iterator<Item = String>, separator: &str) -> String {
    texts.collect::<Vec<_>>().join(separator)
}
