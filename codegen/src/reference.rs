//! The reference tables in `docs/reference`: one page per schema, and pages without a schema.

mod words;

use std::fmt::Write as _;

use self::words::{Links, cell, words};
use super::family::{Family, Root};
use super::marker;
use super::shape::{Choice, Definition, Field, Names, Shape};

/// A page without a schema: its file name and its Markdown, which begins with a `# Heading`.
pub(crate) type Table = fn() -> (&'static str, String);

/// Returns every page by file name, including the index.
pub(crate) fn pages(families: &[Family], extra: &[Table]) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    let mut index =
        String::from("# Reference\n\nWhat crosses a border, field by field.\n\n| page | what |\n| --- | --- |\n");
    for family in families {
        for root in &family.roots {
            let file = format!("{}.md", root.schema);
            _ = writeln!(index, "| [{}]({file}) | {} |", root.definition, cell(root.about));
            pages.push((file, page(families, family, root)));
        }
    }
    for table in extra {
        let (file, markdown) = table();
        let heading = markdown.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(file);
        let about = markdown.lines().find(|line| line.starts_with(char::is_alphanumeric)).unwrap_or_default();
        _ = writeln!(index, "| [{heading}]({file}) | {} |", cell(about));
        pages.push((file.to_owned(), marked("a table in `crates`", &markdown)));
    }
    pages.push(("README.md".to_owned(), marked("the list of schemas and tables", &index)));
    pages
}

fn marked(source: &str, markdown: &str) -> String {
    format!("<!-- {} -->\n\n{}\n", marker(source), markdown.trim())
}

fn page(families: &[Family], family: &Family, root: &Root) -> String {
    let names = family.names();
    let mut links = Links::new(families, family, root);
    let about = names.get(root.definition.as_str()).map_or("", |definition| definition.about.as_str());
    let about = if about.is_empty() { root.about } else { about };
    let mut text = format!("# {}\n\n{about}\n", root.definition);
    let (schema, name, module) = (root.schema, &root.definition, family.name);
    _ = writeln!(
        text,
        "\nSchema: [`schema/{schema}.json`](../../schema/{schema}.json). \
         On the page: `{name}` and `is{name}` in [`{module}.ts`](../../web/src/protocol/{module}.ts)."
    );
    if let Some(definition) = names.get(name.as_str()) {
        body(&mut text, definition, 2, &names, &mut links);
    }
    // Definitions that the page mentions and no other page describes, in order of mention.
    while let Some(name) = links.next() {
        if let Some(definition) = names.get(name.as_str()) {
            _ = writeln!(text, "\n## {name}");
            if !definition.about.is_empty() {
                _ = writeln!(text, "\n{}", definition.about);
            }
            body(&mut text, definition, 3, &names, &mut links);
        }
    }
    marked(&format!("the Rust type `{name}`"), &text)
}

/// Writes the contents of a definition. `level` is that of the headings below it.
fn body(text: &mut String, definition: &Definition, level: usize, names: &Names<'_>, links: &mut Links<'_>) {
    match &definition.shape {
        Shape::Object(fields) => table(text, fields, links),
        shape if shape.literals().is_some() => literals(text, shape),
        Shape::Union(choices) => choices.iter().for_each(|each| choice(text, each, level, names, links)),
        shape => _ = writeln!(text, "\nIt is {}.", words(shape, links)),
    }
}

fn literals(text: &mut String, shape: &Shape) {
    let Shape::Union(choices) = shape else { return };
    if choices.iter().all(|choice| choice.about.is_empty()) {
        let values: Vec<String> = choices.iter().filter_map(value).collect();
        _ = writeln!(text, "\nOne of {}.", values.join(", "));
        return;
    }
    text.push_str("\n| value | meaning |\n| --- | --- |\n");
    for choice in choices {
        _ = writeln!(text, "| {} | {} |", value(choice).unwrap_or_default(), cell(&choice.about));
    }
}

fn value(choice: &Choice) -> Option<String> {
    choice.shape.literal().map(words::code)
}

fn choice(text: &mut String, choice: &Choice, level: usize, names: &Names<'_>, links: &mut Links<'_>) {
    let Some((_, word)) = choice.shape.tag(names) else {
        // A blank line before the list, none inside it.
        let before = text.lines().last().is_some_and(|line| line.starts_with("- "));
        let gap = if before { "" } else { "\n" };
        _ = writeln!(text, "{gap}- {}{}", words(&choice.shape, links), sentence(&choice.about));
        return;
    };
    _ = writeln!(text, "\n{} `{word}`", "#".repeat(level));
    let mut fields = Vec::new();
    let about = fields_of(&choice.shape, names, &mut fields).filter(|_| choice.about.is_empty());
    let about = about.unwrap_or(&choice.about);
    if !about.is_empty() {
        _ = writeln!(text, "\n{about}");
    }
    table(text, &fields, links);
}

/// Collects the fields of a member of a union; returns the description of their struct.
fn fields_of<'s>(shape: &'s Shape, names: &Names<'s>, fields: &mut Vec<Field>) -> Option<&'s str> {
    match shape {
        Shape::Object(own) => {
            fields.extend(own.iter().cloned());
            None
        }
        Shape::All(shapes) => shapes.iter().fold(None, |about, shape| fields_of(shape, names, fields).or(about)),
        Shape::Named(name) => {
            let definition = names.get(name.as_str())?;
            fields_of(&definition.shape, names, fields);
            Some(&definition.about)
        }
        _ => None,
    }
}

fn table(text: &mut String, fields: &[Field], links: &mut Links<'_>) {
    if fields.is_empty() {
        text.push_str("\nIt has no fields.\n");
        return;
    }
    text.push_str("\n| field | type | required | default | description |\n| --- | --- | --- | --- | --- |\n");
    for field in fields {
        let required = if field.required { "yes" } else { "no" };
        let default = field.default.as_ref().map(words::code).unwrap_or_default();
        let kind = words(&field.shape, links);
        _ = writeln!(text, "| `{}` | {kind} | {required} | {default} | {} |", field.name, cell(&field.about));
    }
}

fn sentence(about: &str) -> String {
    if about.is_empty() { String::new() } else { format!(": {}", cell(about)) }
}

#[cfg(test)]
mod tests;
