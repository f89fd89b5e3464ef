//! Renders one block of Markdown as safe HTML, and keeps the link definitions that blocks share.
//!
//! Tables, strikethrough and task lists are on. Footnotes are off: their marks would need ids, which are not allowed;
//! `[^1]: address` works as a link definition.

use std::collections::HashMap;

use pulldown_cmark::{BrokenLink, CowStr, Options, Parser, html};

use super::markdown_cut::Carried;
use super::{REACH, fingerprint_of};
use crate::safe::markup::{self, Within};

/// How many definitions a text may have, and how long each may be.
const MAX_DEFINITIONS: usize = 2048;
const MAX_DEFINITION: usize = 4096;
/// How many undefined names of a block are remembered.
const MAX_WAITING: usize = 64;
/// How deep quotes and lists may be nested on one line; past that the source is shown.
const MAX_MARKS: usize = 48;

/// A rendered block.
pub(super) struct Rendered {
    pub(super) html: String,
    /// Its definitions: name, address, title.
    pub(super) defined: Vec<(String, String, String)>,
    /// Names without a definition so far.
    pub(super) waiting: Vec<String>,
}

/// Renders a block that begins at `from`.
pub(super) fn render(source: &str, carried: &Carried, definitions: &Definitions, from: usize) -> Rendered {
    let continued;
    let source = match carried {
        Carried::Nothing => source,
        Carried::Fence(head) | Carried::Table(head) => {
            continued = format!("{head}{source}");
            &continued
        }
    };
    let nothing = |html| Rendered { html, defined: Vec::new(), waiting: Vec::new() };
    if source.trim_ascii().is_empty() {
        return nothing(String::new());
    }
    if source.lines().any(|line| marks_before(line) > MAX_MARKS) {
        return nothing(markup::as_source(source));
    }
    let mut waiting: Vec<String> = Vec::new();
    let look_up = |broken: BrokenLink<'_>| {
        let name = normal(&broken.reference)?;
        if let Some((address, title)) = definitions.get(&name, from) {
            return Some((CowStr::from(address.to_owned()), CowStr::from(title.to_owned())));
        }
        if waiting.len() < MAX_WAITING && !waiting.contains(&name) {
            waiting.push(name);
        }
        None
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let parser = Parser::new_with_broken_link_callback(source, options, Some(look_up));
    let mut defined: Vec<(usize, String, String, String)> = Vec::new();
    for (name, definition) in parser.reference_definitions().iter() {
        let title = definition.title.as_deref().unwrap_or_default();
        if let Some(name) = normal(name).filter(|_| definition.dest.len() + title.len() <= MAX_DEFINITION) {
            defined.push((definition.span.start, name, definition.dest.to_string(), title.to_owned()));
        }
    }
    // The parser returns them in no particular order; which of two wins must not depend on that.
    defined.sort();
    let mut unsafe_html = String::with_capacity(source.len() * 3 / 2);
    html::push_html(&mut unsafe_html, parser);
    let html = if unsafe_html.len() > source.len() * 24 + (64 << 10) {
        markup::as_source(source)
    } else {
        markup::safe(&unsafe_html, &Within::default())
    };
    let defined = defined.into_iter().map(|(_, name, address, title)| (name, address, title)).collect();
    Rendered { html, defined, waiting }
}

/// Counts the quote and list marks at the beginning of a line.
fn marks_before(line: &str) -> usize {
    let marks = line
        .bytes()
        .take_while(|byte| matches!(byte, b'>' | b' ' | b'\t' | b'-' | b'+' | b'*' | b'0'..=b'9' | b'.' | b')'));
    let mut count = 0;
    let mut before = b' ';
    for byte in marks {
        // `---` is one mark, not three; `- - -` and `>>>` are three.
        count += usize::from(byte == b'>' || matches!(byte, b'-' | b'+' | b'*' | b'.' | b')') && before != byte);
        before = byte;
    }
    count
}

/// Returns the normalised name: case and white space do not matter.
fn normal(name: &str) -> Option<String> {
    if name.len() > 500 {
        return None;
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" ").to_lowercase())
}

/// Link definitions: the first definition of a name counts.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    by_name: HashMap<String, Definition>,
    /// In the order of their definition.
    names: Vec<(usize, String)>,
}

#[derive(Debug)]
struct Definition {
    from: usize,
    address: String,
    title: String,
}

impl Definitions {
    /// Adds the definitions of the block that begins at `from`.
    pub(super) fn add(&mut self, from: usize, defined: Vec<(String, String, String)>) {
        for (name, address, title) in defined {
            if self.names.len() < MAX_DEFINITIONS && !self.by_name.contains_key(&name) {
                self.names.push((from, name.clone()));
                self.by_name.insert(name, Definition { from, address, title });
            }
        }
    }

    /// Forgets the definitions of blocks at or after a place.
    pub(super) fn forget_after(&mut self, place: usize) {
        while let Some((_, name)) = self.names.pop_if(|(from, _)| *from >= place) {
            self.by_name.remove(&name);
        }
    }

    /// Returns the definition of a name that applies to a block that begins at `from`.
    fn get(&self, name: &str, from: usize) -> Option<(&str, &str)> {
        let definition = self.by_name.get(name)?;
        (definition.from <= from + REACH).then_some((&definition.address, &definition.title))
    }

    /// Returns a fingerprint of the definitions of some names for a block; 0 if there are none.
    pub(super) fn fingerprint(&self, names: &[String], from: usize) -> u64 {
        let known = |name: &String| self.get(name, from).map(|(address, title)| (name.clone(), address, title));
        let found: Vec<(String, &str, &str)> = names.iter().filter_map(known).collect();
        let parts: Vec<(&str, &str, &str)> =
            found.iter().map(|(name, address, title)| (name.as_str(), *address, *title)).collect();
        fingerprint_of(&parts)
    }
}
