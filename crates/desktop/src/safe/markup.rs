//! Sanitises markup with three layers of defence.
//!
//! [`tidy`] writes only known elements, balanced and of bounded depth, from tokens; so the parser behind it never sees
//! raw text, comments, foreign elements or anything to repair at length. `ammonia`, which parses like a browser,
//! decides about every element, attribute and address. The page's content security policy, which is set elsewhere, is
//! the last layer.

pub(super) mod tags;
pub(super) mod tidy;
pub(super) mod tokens;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::{address, style};
use tags::{ALIGNED, ALLOWED};

/// How much markup may grow when it is sanitised; past that the source is shown instead.
const MAX_GROWTH: usize = 24;

/// The state in which a piece of markup begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Within {
    /// The open elements.
    pub(super) open: Vec<tidy::Open>,
    /// The construct being skipped.
    pub(super) skip: Option<tokens::Skip>,
}

/// Returns markup that a page may insert.
pub(super) fn safe(source: &str, within: &Within) -> String {
    let limit = source.len().saturating_mul(MAX_GROWTH).saturating_add(64 * 1024);
    let tidied = tidy::tidy(source, within);
    if tidied.len() > limit {
        return as_source(source);
    }
    let clean = CLEANER.clean(&tidied).to_string();
    if clean.len() > limit { as_source(source) } else { clean }
}

/// Returns the source itself as readable HTML.
pub(super) fn as_source(source: &str) -> String {
    let mut html = String::with_capacity(source.len() + source.len() / 8 + 16);
    html.push_str("<pre>");
    escape(source, &mut html);
    html.push_str("</pre>");
    html
}

/// Escapes text as HTML.
pub(super) fn escape(text: &str, html: &mut String) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let told = match byte {
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'&' => "&amp;",
            0 => "",
            _ => continue,
        };
        html.push_str(text.get(from..at).unwrap_or_default());
        html.push_str(told);
        from = at + 1;
    }
    html.push_str(text.get(from..).unwrap_or_default());
}

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut attributes: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (tag, names) in [
        ("a", &["href", "title"][..]),
        ("abbr", &["title"]),
        ("code", &["class"]),
        ("col", &["span"]),
        ("colgroup", &["span"]),
        ("details", &["open"]),
        ("img", &["src", "alt", "title", "width", "height"]),
        ("input", &["checked", "disabled", "type"]),
        ("li", &["value"]),
        ("ol", &["start", "reversed"]),
        ("td", &["colspan", "rowspan"]),
        ("th", &["colspan", "rowspan", "scope"]),
        ("time", &["datetime"]),
    ] {
        attributes.insert(tag, names.iter().copied().collect());
    }
    for tag in ALIGNED {
        attributes.entry(tag).or_default().insert("align");
    }
    let mut cleaner = Builder::empty();
    cleaner
        .tags(ALLOWED.iter().copied().collect())
        .clean_content_tags(tags::SWALLOWED.iter().copied().collect())
        .tag_attributes(attributes)
        .generic_attributes(HashSet::from(["style", "dir", "lang"]))
        .set_tag_attribute_value("a", "target", "_blank")
        .set_tag_attribute_value("input", "type", "checkbox")
        .set_tag_attribute_value("input", "disabled", "")
        .link_rel(Some("noopener noreferrer nofollow"))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel", "data"]))
        .url_relative(UrlRelative::PassThrough)
        .strip_comments(true)
        .attribute_filter(attribute);
    cleaner
});

/// Makes the final decision about each attribute.
fn attribute<'a>(_: &str, name: &str, value: &'a str) -> Option<Cow<'a, str>> {
    let is_count = || value.len() <= 4 && !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match name {
        "href" => address::link(value).map(Cow::Owned),
        "src" => address::picture(value).ok().map(Cow::Owned),
        "style" => Some(style::attribute(value)).filter(|kept| !kept.is_empty()).map(Cow::Owned),
        "class" => is_language(value).then_some(Cow::Borrowed(value)),
        "align" => tags::is_side(value).then_some(Cow::Borrowed(value)),
        "dir" => matches!(value, "ltr" | "rtl" | "auto").then_some(Cow::Borrowed(value)),
        "lang" | "datetime" | "scope" => {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'.' | b'+' | b' ');
            (value.len() <= 40 && value.bytes().all(plain)).then_some(Cow::Borrowed(value))
        }
        // A picture's size may be a percentage; every other number is a small integer.
        "width" | "height" => (is_count() || value.strip_suffix('%').is_some_and(|share| share.parse::<u8>().is_ok()))
            .then_some(Cow::Borrowed(value)),
        "colspan" | "rowspan" | "span" => (is_count() && value.len() <= 3).then_some(Cow::Borrowed(value)),
        "start" | "value" => {
            let digits = value.strip_prefix('-').unwrap_or(value);
            (digits.len() <= 9 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
                .then_some(Cow::Borrowed(value))
        }
        "checked" | "disabled" | "open" | "reversed" => Some(Cow::Borrowed("")),
        "alt" | "title" | "rel" | "target" | "type" => Some(Cow::Borrowed(value)),
        _ => None,
    }
}

/// `language-rust`: the info string of a Markdown fence.
fn is_language(value: &str) -> bool {
    value.strip_prefix("language-").is_some_and(|name| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'#' | b'_' | b'.');
        (1..=32).contains(&name.len()) && name.bytes().all(plain)
    })
}
