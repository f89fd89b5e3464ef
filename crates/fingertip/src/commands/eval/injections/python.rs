//! Reads the string literals of AgentDojo's Python files: only what these files use, and no Python is run.

use std::collections::HashMap;

use anyhow::{Result, bail};

use super::fill::fill_text;

/// A string literal and whether it is an `f` string.
type Literal = (bool, String);

/// Returns class name and `GOAL` of every class that has one.
pub(super) fn goals(content: &str) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    let (mut class, mut known) = (String::new(), HashMap::new());
    for (start, line) in lines(content) {
        if let Some(name) = class_name(line) {
            class = name.to_owned();
            known.clear();
        }
        let Some((name, value)) = attribute(line) else { continue };
        let literals = literals(&content[start + value..])?;
        if literals.is_empty() || class.is_empty() {
            continue;
        }
        let text: String = literals.iter().map(|literal| formatted(literal, &known)).collect();
        if name == "GOAL" {
            found.push((class.clone(), text.clone()));
        }
        known.insert(name.to_owned(), text);
    }
    Ok(found)
}

/// Returns class name and text of every attack: `_JB_STRING`, `_DOS_STRING` or the first argument of the constructor.
pub(super) fn attacks(content: &str) -> Result<Vec<(String, String)>> {
    const CALL: &str = "super().__init__";
    let mut found = Vec::new();
    let mut class = "";
    for (start, line) in lines(content) {
        class = class_name(line).unwrap_or(class);
        let value = match attribute(line) {
            Some((name, value)) if ["_JB_STRING", "_DOS_STRING"].contains(&name) => Some(value),
            _ => line.find(&format!("{CALL}(")).map(|at| at + CALL.len()),
        };
        let Some(value) = value else { continue };
        let literals = literals(&content[start + value..])?;
        if !literals.is_empty() {
            found.push((class.to_owned(), literals.into_iter().map(|(_, text)| text).collect()));
        }
    }
    Ok(found)
}

/// Returns every line with its place in the text.
fn lines(content: &str) -> impl Iterator<Item = (usize, &str)> {
    content.split_inclusive('\n').scan(0, |place, line| {
        let start = *place;
        *place += line.len();
        Some((start, line))
    })
}

fn class_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("class ")?;
    let end = rest.find(|letter: char| !is_of_name(letter)).unwrap_or(rest.len());
    Some(&rest[..end])
}

/// Splits `    NAME = …` or `    NAME: type = …`: the name, and the place of the value in the line.
fn attribute(line: &str) -> Option<(&str, usize)> {
    let rest = line.strip_prefix("    ")?;
    let end = rest.find(|letter: char| !is_of_name(letter)).filter(|end| *end > 0)?;
    let (name, after) = rest.split_at(end);
    let equals = if after.starts_with(" = ") { 0 } else { after.strip_prefix(':')?.find(" = ")? + 1 };
    Some((name, 4 + end + equals + 3))
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Reads adjacent literals, inside one pair of brackets if there is one. Stops at anything else.
fn literals(source: &str) -> Result<Vec<Literal>> {
    let mut found = Vec::new();
    let mut rest = source;
    let mut bracket = false;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r']);
        if bracket && let Some(after) = rest.strip_prefix('\n') {
            rest = after;
        } else if bracket && rest.starts_with('#') {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if found.is_empty() && !bracket && rest.starts_with('(') {
            bracket = true;
            rest = &rest[1..];
        } else if let Some((literal, after)) = literal(rest)? {
            found.push(literal);
            rest = after;
        } else {
            return Ok(found);
        }
    }
}

/// Reads one literal. Returns it with the text after it.
fn literal(source: &str) -> Result<Option<(Literal, &str)>> {
    let formatted = source.starts_with(['f', 'F']);
    let body = source.strip_prefix(['f', 'F']).unwrap_or(source);
    let Some(mark) = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|mark| body.starts_with(mark)) else {
        return Ok(None);
    };
    let mut text = String::new();
    let mut rest = &body[mark.len()..];
    loop {
        if let Some(after) = rest.strip_prefix(mark) {
            return Ok(Some(((formatted, text), after)));
        }
        let mut letters = rest.chars();
        match letters.next() {
            Some('\\') => match letters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('\n') => {}
                Some(letter @ ('"' | '\'' | '\\')) => text.push(letter),
                Some(letter) => text.extend(['\\', letter]),
                None => bail!("a string has no end"),
            },
            Some('\n') if mark.len() == 1 => bail!("a string of one line has no end"),
            Some(letter) => text.push(letter),
            None => bail!("a string has no end"),
        }
        rest = letters.as_str();
    }
}

/// Fills the names of an `f` string, once: a value may hold braces of its own.
fn formatted((formatted, text): &Literal, known: &HashMap<String, String>) -> String {
    if !*formatted {
        return text.clone();
    }
    // Doubled braces stand for single ones; private marks keep them out of the filling.
    let marked = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let filled = fill_text(&marked, &|name| known.get(name).cloned());
    filled.replace('\u{1}', "{").replace('\u{2}', "}")
}
