//! Rewrites markup from tokens: only known elements and attributes, every element closed, in order, and never nested
//! deeper than [`MAX_DEPTH`].
//!
//! HTML parsers repair unbalanced markup by walking their stack of open elements for every tag, which is quadratic in
//! the depth, and by reopening unclosed elements, which multiplies them. Here nothing is left to repair. The later
//! layers still check every attribute.

use std::borrow::Cow;

use super::Within;
use super::tags::{ALIGNED, closed_by, holds_text, is_allowed, is_part_of_table, is_side, is_void};
use super::tokens::{Kind, Tokens};
use crate::safe::address;

/// How deep elements may be nested; deeper ones are removed, their content stays.
pub(in super::super) const MAX_DEPTH: usize = 48;
/// How many characters in a row that need escaping a text may have. The serializer behind the cleaner searches the rest
/// of the text for each of them. An empty comment, which the cleaner removes, splits a text in two.
const MAX_ESCAPED: usize = 64;
/// The longest attribute value, except for a picture's address.
const MAX_VALUE: usize = 4096;
/// How many attributes of a tag are read.
const MAX_ATTRIBUTES: usize = 32;

/// An open element: its name, and its start tag as written.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Open {
    pub(in super::super) name: String,
    pub(in super::super) tag: String,
}

/// Returns balanced markup for a whole text.
pub(in super::super) fn tidy(source: &str, within: &Within) -> String {
    let mut writer = Writer::new(&within.open);
    for token in Tokens::new(source, within.skip) {
        if token.whole || token.kind == Kind::Text {
            writer.token(token.kind, source.get(token.from..token.to).unwrap_or_default());
        }
    }
    writer.finish()
}

/// Writes balanced markup, token by token.
pub(in super::super) struct Writer {
    out: String,
    open: Vec<Open>,
    /// How many open elements were left out for being too deep.
    too_deep: usize,
}

impl Writer {
    pub(in super::super) fn new(opened: &[Open]) -> Self {
        let out = opened.iter().map(|open| open.tag.as_str()).collect();
        Self { out, open: opened.to_vec(), too_deep: 0 }
    }

    /// Returns the open elements.
    pub(in super::super) fn open(&self) -> &[Open] {
        &self.open
    }

    pub(in super::super) fn token(&mut self, kind: Kind<'_>, text: &str) {
        match kind {
            Kind::Text => escape_text(text, &mut self.out),
            Kind::Start(name, attributes) => self.start(&name.to_ascii_lowercase(), attributes),
            Kind::End(name) => self.end(&name.to_ascii_lowercase()),
            Kind::Passed(_) => {}
        }
    }

    pub(in super::super) fn finish(mut self) -> String {
        self.close_down_to(0);
        self.out
    }

    fn start(&mut self, name: &str, attributes: &str) {
        if !is_allowed(name) {
            return;
        }
        if let Some((closes, beyond)) = closed_by(name) {
            let found = self
                .open
                .iter()
                .rposition(|open| closes.contains(&open.name.as_str()) || beyond.contains(&open.name.as_str()));
            if let Some(at) = found.filter(|at| closes.contains(&self.open[*at].name.as_str())) {
                self.close_down_to(at);
            }
        }
        // Parsers move text between the cells of a table in front of it, and drop cells outside a table.
        let between = self.open.last().is_some_and(|open| is_part_of_table(&open.name) && !holds_text(&open.name));
        let part = is_part_of_table(name) && name != "table";
        if !is_void(name) && (between && !part || part && !self.open.iter().any(|open| open.name == "table")) {
            return;
        }
        // Elements that parsers would insert, so that they are counted here too.
        let around = self.open.last().map_or("", |open| open.name.as_str());
        match (name, around) {
            ("tr", "table") => self.start("tbody", ""),
            ("td" | "th", "table" | "tbody" | "thead" | "tfoot") => self.start("tr", ""),
            ("col", "table") => self.start("colgroup", ""),
            _ => {}
        }
        let Some(tag) = start_tag(name, attributes) else {
            let said = instead_of_picture(attributes);
            let emphasised = self.open.len() < MAX_DEPTH && !said.is_empty();
            self.out.push_str(if emphasised { "<em>" } else { "" });
            self.out.push_str(&said);
            self.out.push_str(if emphasised { "</em>" } else { "" });
            return;
        };
        if is_void(name) {
            self.out.push_str(&tag);
        } else if self.open.len() >= MAX_DEPTH {
            self.too_deep += 1;
        } else {
            self.out.push_str(&tag);
            self.open.push(Open { name: name.to_owned(), tag });
        }
    }

    fn end(&mut self, name: &str) {
        if !is_allowed(name) || is_void(name) {
            return;
        }
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        // An end tag in a cell does not end elements around the table.
        let of_table = is_part_of_table(name);
        let found = self.open.iter().rposition(|open| {
            open.name == name
                || open.name == "table"
                || !of_table && matches!(open.name.as_str(), "td" | "th" | "caption")
        });
        if let Some(at) = found.filter(|at| self.open[*at].name == name) {
            self.close_down_to(at);
        }
    }

    fn close_down_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            if let Some(open) = self.open.pop() {
                self.out.push_str("</");
                self.out.push_str(&open.name);
                self.out.push('>');
            }
        }
    }
}

/// Returns a start tag with the attributes that the cleaner will check; `None` for a picture that is not shown.
fn start_tag(name: &str, attributes: &str) -> Option<String> {
    let mut tag = format!("<{name}");
    if name == "input" {
        tag.push_str(" type=\"checkbox\" disabled=\"\"");
    }
    let mut pictured = name != "img";
    let mut box_to_tick = name != "input";
    let mut seen: Vec<String> = Vec::new();
    for (attribute, value) in Attributes(attributes).take(MAX_ATTRIBUTES) {
        let mut attribute = attribute.to_ascii_lowercase();
        if seen.contains(&attribute) {
            continue;
        }
        let read = unescape(value);
        let told = match attribute.as_str() {
            "src" if name == "img" => {
                pictured = true;
                address::picture(&read?).ok().map(|address| ampersands(Cow::Owned(address)))
            }
            "type" if name == "input" => {
                box_to_tick = value.eq_ignore_ascii_case("checkbox");
                continue;
            }
            // Where inline styles are forbidden, the alignment of a cell must still be visible.
            "style" if matches!(name, "td" | "th") && side(value).is_some() => {
                "align".clone_into(&mut attribute);
                side(value).map(str::to_owned)
            }
            "align" if !ALIGNED.contains(&name) => None,
            "disabled" | "src" | "type" | "rel" | "target" => None,
            "alt" | "title" if value.len() <= MAX_VALUE => Some(value.to_owned()),
            _ if value.len() <= MAX_VALUE => {
                read.and_then(|value| super::attribute(name, &attribute, &value).map(ampersands))
            }
            _ => None,
        };
        let Some(told) = told else {
            if attribute == "src" {
                return None;
            }
            continue;
        };
        tag.push(' ');
        tag.push_str(&attribute);
        tag.push_str("=\"");
        for sign in told.chars() {
            match sign {
                '"' => tag.push_str("&quot;"),
                '<' => tag.push_str("&lt;"),
                '>' => tag.push_str("&gt;"),
                '\0' => {}
                _ => tag.push(sign),
            }
        }
        tag.push('"');
        seen.push(attribute);
    }
    tag.push('>');
    if !box_to_tick {
        return None;
    }
    pictured.then_some(tag)
}

/// Returns `text-align` if it is the only property, as in Markdown's tables.
fn side(style: &str) -> Option<&str> {
    style
        .trim()
        .strip_prefix("text-align:")
        .map(|value| value.trim_end_matches(';').trim())
        .filter(|value| is_side(value))
}

/// Returns the replacement for a remote picture; empty for a field.
fn instead_of_picture(attributes: &str) -> String {
    let named = |wanted: &str| Attributes(attributes).find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    if named("src").is_none() {
        return String::new();
    }
    let mut said = "[picture not shown".to_owned();
    if let Some((_, alt)) = named("alt").filter(|(_, alt)| !alt.trim().is_empty()) {
        said.push_str(": ");
        escape_text(alt, &mut said);
    }
    said.push(']');
    said
}

/// Writes text so that no `<` in it begins a tag. Character references are left to the parser.
fn escape_text(text: &str, out: &mut String) {
    let mut escaped = 0;
    for sign in text.chars() {
        match sign {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\0' => {}
            '&' | '\u{80}'..='\u{bf}' => {
                escaped += 1;
                if escaped % MAX_ESCAPED == 0 {
                    out.push_str("<!---->");
                }
                out.push(sign);
            }
            _ => out.push(sign),
        }
    }
}

/// Returns a value without the character references that HTML requires; `None` if it may have others.
fn unescape(value: &str) -> Option<Cow<'_, str>> {
    if !value.contains('&') {
        return Some(Cow::Borrowed(value));
    }
    const KNOWN: [(&str, char); 6] =
        [("amp;", '&'), ("quot;", '"'), ("#39;", '\''), ("apos;", '\''), ("lt;", '<'), ("gt;", '>')];
    let mut parts = value.split('&');
    let mut read = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if let Some((reference, sign)) = KNOWN.iter().find(|(reference, _)| part.starts_with(reference)) {
            read.push(*sign);
            read.push_str(part.get(reference.len()..).unwrap_or_default());
            continue;
        }
        // People write `?a=1&b=2`; a form with a semicolon or a number is a reference.
        let after = part.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric());
        if part.starts_with('#') || after.starts_with(';') {
            return None;
        }
        read.push('&');
        read.push_str(part);
    }
    Some(Cow::Owned(read))
}

fn ampersands(value: Cow<'_, str>) -> String {
    value.replace('&', "&amp;")
}

/// The attributes of a start tag, as written.
struct Attributes<'a>(&'a str);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let blank = |sign: char| sign.is_ascii_whitespace();
        let text = self.0.trim_start_matches(|sign| blank(sign) || sign == '/');
        if text.is_empty() {
            return None;
        }
        // A name may begin with `=`: that one is part of it.
        let name_len = text
            .char_indices()
            .find(|(at, sign)| blank(*sign) || *sign == '/' || *sign == '=' && *at > 0)
            .map_or(text.len(), |(at, _)| at);
        let (name, rest) = text.split_at(name_len);
        let after = rest.trim_start_matches(blank);
        let Some(value) = after.strip_prefix('=') else {
            self.0 = rest;
            return Some((name, ""));
        };
        let value = value.trim_start_matches(blank);
        let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''));
        let (value, rest) = match quote {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => value.split_at(value.find(blank).unwrap_or(value.len())),
        };
        self.0 = rest;
        Some((name, value))
    }
}
