//! Generates files from the Rust types: JSON Schemas, the page's types and guards, and the reference tables.
//!
//! [`generate`] is pure: it makes every file's content from the types and touches nothing. [`disk`] compares that with
//! the files on disk and writes the differences. `tests/generated.rs` fails when they differ; `cargo xtask codegen` runs
//! that test as a command, so that the development tasks themselves need not compile the product.
//!
//! To add a schema, add a line in `action::schema::named`. To add a table that is no schema (a catalogue, a rule book),
//! add a line in [`tables::ALL`].

pub mod disk;
mod family;
mod lower;
mod reference;
mod shape;
mod tables;
mod typescript;

use std::collections::BTreeMap;
use std::path::PathBuf;

use action::schema::Named;
use anyhow::{Context, Result};
use serde_json::Value;

/// The folders that contain only generated files.
pub const FOLDERS: &[&str] = &["schema", "web/src/protocol", "docs/reference"];

/// The end of the first line of every generated file, after its source.
const COMMAND: &str = "Written by `cargo xtask codegen`; do not edit.";

/// Returns every generated file: its path from the root of the repository, and its content.
///
/// # Errors
/// If a type has a shape that cannot be generated, or two sources name the same file.
pub fn generate() -> Result<Vec<(PathBuf, String)>> {
    let named = [
        action::schema::named(),
        policy::named(),
        desktop::wire::named(),
        server::http::named(),
        report::wire::named(),
    ]
    .concat();
    let mut files = generate_from(&named, tables::ALL)?;
    files.push((PathBuf::from("schema/openapi.json"), openapi_file()?));
    files.sort();
    Ok(files)
}

/// Returns the OpenAPI document. The marker comes first, under an extension key that OpenAPI allows.
fn openapi_file() -> Result<String> {
    let document = format!("{:#}\n", server::openapi());
    let rest = document.strip_prefix('{').context("the OpenAPI document is not an object")?;
    Ok(format!("{{\n  \"x-comment\": {:?},{rest}", marker("the table of routes in `crates/server`")))
}

fn generate_from(named: &[Named], extra: &[reference::Table]) -> Result<Vec<(PathBuf, String)>> {
    let families = family::families(named)?;
    let mut files = BTreeMap::new();
    for schema in named {
        files.insert(format!("schema/{}.json", schema.name), schema_file(schema)?);
    }
    for family in &families {
        files.insert(format!("web/src/protocol/{}.ts", family.name), typescript::module(family)?);
    }
    for (name, content) in reference::pages(&families, extra) {
        let path = format!("docs/reference/{name}");
        anyhow::ensure!(files.insert(path.clone(), content).is_none(), "two tables generate `{path}`");
    }
    Ok(files.into_iter().map(|(path, content)| (PathBuf::from(path), content)).collect())
}

/// Returns the first sentence of a generated file.
fn marker(source: &str) -> String {
    format!("Generated from {source}. {COMMAND}")
}

/// Returns the schema as a file. `$comment` is the first key because they are sorted.
fn schema_file(named: &Named) -> Result<String> {
    let mut schema = (named.schema)().to_value();
    let object = schema.as_object_mut().with_context(|| format!("the schema `{}` is not an object", named.name))?;
    let source = object.get("title").and_then(Value::as_str).unwrap_or(named.name);
    let comment = marker(&format!("the Rust type `{source}`"));
    object.insert("$comment".to_owned(), comment.into());
    schema.sort_all_objects();
    Ok(format!("{schema:#}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_begins_with_the_marker_and_ends_with_a_newline() {
        let files = generate().unwrap();
        assert!(files.len() > action::schema::named().len(), "schemas, modules and tables");
        for (path, content) in &files {
            let begin: String = content.lines().take(2).collect();
            assert!(begin.contains("Generated from ") && begin.contains(COMMAND), "{}: {begin}", path.display());
            assert!(content.ends_with('\n') && !content.ends_with("\n\n"), "{}", path.display());
            assert!(FOLDERS.iter().any(|folder| path.starts_with(folder)), "{}", path.display());
        }
    }

    #[test]
    fn generating_twice_gives_the_same() {
        assert_eq!(generate().unwrap(), generate().unwrap());
    }

    #[test]
    fn every_link_to_a_type_leads_to_its_section() {
        let files: BTreeMap<PathBuf, String> = generate().unwrap().into_iter().collect();
        for (path, content) in files.iter().filter(|(path, _)| path.starts_with("docs/reference")) {
            let links = content.split("](").skip(1).filter_map(|rest| rest.split_once(')')?.0.split_once('#'));
            for (page, section) in links {
                let page = if page.is_empty() { path.clone() } else { path.with_file_name(page) };
                let mut headings = files[&page].lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|heading| anchor(heading) == section),
                    "{}: `{}` has no section `{section}`",
                    path.display(),
                    page.display()
                );
            }
        }
    }

    /// Returns the anchor of a Markdown heading.
    fn anchor(heading: &str) -> String {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
    }

    #[test]
    fn an_extra_table_is_a_page_and_stands_in_the_index() {
        let table: reference::Table = || ("gate-rules.md", "# Gate rules\n\n| rule |\n| --- |\n".to_owned());
        let files: BTreeMap<PathBuf, String> =
            generate_from(action::schema::named(), &[table]).unwrap().into_iter().collect();
        assert!(files[&PathBuf::from("docs/reference/gate-rules.md")].contains("# Gate rules"));
        assert!(files[&PathBuf::from("docs/reference/README.md")].contains("[Gate rules](gate-rules.md)"));
        assert!(generate_from(action::schema::named(), &[table, table]).is_err(), "one file, two tables");
    }
}
