//! Generates a family as a TypeScript module: its types, and for each a guard that tells whether unknown JSON is one.
//!
//! Why not ts-rs: it generates types only. The page reads JSON that agents wrote, so it needs guards, and guards from
//! another source than the types would drift from them. Both come from the JSON Schemas here, which are also published.
//!
//! The text is laid out as prettier would at 100 columns, so that nobody reformats it.

mod declarations;
mod guards;
mod layout;

use std::fmt::Write as _;

use anyhow::Result;

use super::family::Family;
use super::marker;
use super::shape::{Definition, Shape};

/// Returns the module's text.
pub(crate) fn module(family: &Family) -> Result<String> {
    let names = family.names();
    let mut body = String::new();
    for definition in &family.definitions {
        body.push('\n');
        body.push_str(&declarations::definition(definition));
        body.push_str(&guards::definition(definition));
    }
    for definition in &family.definitions {
        body.push_str(&guards::prefixes(definition, &names)?);
    }

    let source = format!("the Rust types of `{}` in `crates/action`", family.name);
    let mut text = format!("// {}\n", marker(&source));
    let imports = imports(family, &body);
    if !imports.is_empty() {
        text.push('\n');
        text.push_str(&imports);
    }
    Ok(text + &body)
}

fn imports(family: &Family, body: &str) -> String {
    let mut text = String::new();
    if body.contains("is.") {
        text.push_str("import * as is from '../protocol-runtime';\n");
    }
    let mut modules: Vec<&str> = family.imports.values().copied().collect();
    modules.sort_unstable();
    modules.dedup();
    for module in modules {
        let names = family.imports.iter().filter(|(_, owner)| **owner == module).map(|(name, _)| name);
        let items: Vec<String> = names.flat_map(|name| [format!("is{name}"), format!("type {name}")]).collect();
        let line = format!("import {{ {} }} from './{module}';", items.join(", "));
        if line.len() <= layout::WIDTH {
            _ = writeln!(text, "{line}");
        } else {
            _ = writeln!(text, "import {{\n  {},\n}} from './{module}';", items.join(",\n  "));
        }
    }
    text
}

/// Returns the name of the list of words that a closed list is checked against: `capabilityValues`.
fn values_of(definition: &Definition) -> String {
    let mut letters = definition.name.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    format!("{first}{}Values", letters.as_str())
}

/// Whether a definition is an `interface`, with one field per line.
fn is_interface(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(fields) if !fields.is_empty())
}

#[cfg(test)]
mod tests;
