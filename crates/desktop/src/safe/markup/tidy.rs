//! Markup written anew from tokens: only known elements and attributes, every element closed, in order,
//! and never deeper than [`MAX_DEPTH`].
//!
//! HTML parsers repair what is unbalanced by walking their stack of open elements for every tag, which is
//! quadratic in the depth, and by opening elements again that were left open, which multiplies them. Here
//! nothing is left to repair. The walls behind still judge every attribute.

use std::borrow::Cow;

use super::Within;
use super::tags::{ALIGNED, closed_by, is_allowed, is_side, is_void};
use super::tokens::{Kind, Tokens};
use crate::safe::address;

/// How deep elements may stand in each other; deeper ones go, their content stays.
pub(in super::super) const MAX_DEPTH: usize = 48;
/// How many attributes of a tag are looked at.
const MAX_ATTRIBUTES: usize = 32;

/// An element that stands open: its name, and its start tag as it was written.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Open {
    pub(in super::super) name: String,
    pub(in super::super) tag: String,
}

/// Balanced markup of a whole text.
pub(in super::super) fn tidy(source: &str, within: &Within) -> String {
    let mut writer = Writer::new(&within.open);
    for token in Tokens::new(source, within.skip) {
        if token.whole || token.kind == Kind::Text {
            writer.token(token.kind, source.get(token.from..token.to).unwrap_or_default());
        }
    }
    writer.finish()
}

/// Writes balanced markup, token after token.
pub(in super::super) struct Writer {
    out: String,
    open: Vec<Open>,
    /// How many elements were left out for being too deep and have not ended.
    too_deep: usize,
}

impl Writer {
    pub(in super::super) fn new(opened: &[Open]) -> Self {
        let out = opened.iter().map(|open| open.tag.as_str()).collect();
        Self { out, open: opened.to_vec(), too_deep: 0 }
    }

    /// The elements that stand open.
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
        let Some(tag) = start_tag(name, attributes) else {
            self.out.push_str(&instead_of_picture(attributes));
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
        // An end tag in a cell does not end what stands around the table.
        let of_table = matches!(name, "table" | "tbody" | "thead" | "tfoot" | "tr" | "td" | "th" | "caption");
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

/// A start tag with the attributes that the cleaner will look at; none for a picture that is not shown.
fn start_tag(name: &str, attributes: &str) -> Option<String> {
    let mut tag = format!("<{name}");
    let mut pictured = name != "img";
    let mut box_to_tick = name != "input";
    let mut seen: Vec<String> = Vec::new();
    for (attribute, value) in Attributes(attributes).take(MAX_ATTRIBUTES) {
        let attribute = attribute.to_ascii_lowercase();
        if seen.contains(&attribute) {
            continue;
        }
        match attribute.as_str() {
            "src" if name == "img" => {
                let address = unescape(value)?;
                address::picture(&address).ok()?;
                pictured = true;
            }
            "type" if name == "input" => box_to_tick = value.eq_ignore_ascii_case("checkbox"),
            // Where inline styles are forbidden, the side a cell's text keeps to must still be seen.
            "style" if matches!(name, "td" | "th") && side(value).is_some() => {
                tag.push_str(" align=\"");
                tag.push_str(side(value).unwrap_or_default());
                tag.push('"');
                seen.push("align".to_owned());
                continue;
            }
            "align" if !ALIGNED.contains(&name) => continue,
            "alt" | "align" | "checked" | "class" | "colspan" | "datetime" | "dir" | "height" | "href" | "lang"
            | "open" | "reversed" | "rowspan" | "scope" | "span" | "start" | "style" | "title" | "value" | "width" => {}
            _ => continue,
        }
        tag.push(' ');
        tag.push_str(&attribute);
        tag.push_str("=\"");
        for sign in value.chars() {
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

/// `text-align` alone, as Markdown's tables have it.
fn side(style: &str) -> Option<&str> {
    style
        .trim()
        .strip_prefix("text-align:")
        .map(|value| value.trim_end_matches(';').trim())
        .filter(|value| is_side(value))
}

/// What is said in place of a picture from elsewhere; nothing in place of a field.
fn instead_of_picture(attributes: &str) -> String {
    let named = |wanted: &str| Attributes(attributes).find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    if named("src").is_none() {
        return String::new();
    }
    let mut said = "<em>[picture not shown".to_owned();
    if let Some((_, alt)) = named("alt").filter(|(_, alt)| !alt.trim().is_empty()) {
        said.push_str(": ");
        escape_text(alt, &mut said);
    }
    said.push_str("]</em>");
    said
}

/// Text as it stands, but that no `<` in it begins anything. Character references are left to the parser.
fn escape_text(text: &str, out: &mut String) {
    for sign in text.chars() {
        match sign {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\0' => {}
            _ => out.push(sign),
        }
    }
}

/// An address without the character references that writers of HTML must use; none if there are others.
fn unescape(value: &str) -> Option<Cow<'_, str>> {
    if !value.contains('&') {
        return Some(Cow::Borrowed(value));
    }
    let rest = value.replace("&amp;", "\u{1}");
    (!rest.contains('&')).then(|| Cow::Owned(rest.replace('\u{1}', "&")))
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
        // A name may begin with `=`: that one belongs to it.
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
