//! CSS that agents may set: an allow-list of properties, each with its kind of value.
//!
//! Nothing here can position, resize, cover, animate or fetch. Disallowed declarations are dropped, because a style is
//! decoration: a window opens without them, and [`refused`] tells its agent which. Markup never says which of its own
//! were dropped. [`value`] defines the grammar.

mod value;

use std::collections::BTreeMap;

use action::os::StyleValue;
use action::{Code, Finding, quoted};

use value::{Limits, families, is_safe};

/// How many declarations are read.
const MAX_DECLARATIONS: usize = 64;

/// The values that a property accepts.
#[derive(Clone, Copy, PartialEq)]
enum Takes {
    /// Lengths; a bare number is in pixels.
    Lengths,
    /// Numbers; a bare number stays bare.
    Numbers,
    /// From 0.2 to 1: an invisible window must not cover others.
    Opacity,
    /// Font names, which may be quoted.
    Families,
}

/// Where a property may be set.
#[derive(Clone, Copy, PartialEq)]
enum Where {
    /// Only on the frame of a window.
    Window,
    /// Also in the `style` attribute of markup.
    Anywhere,
}

use Takes::{Families, Lengths, Numbers, Opacity};
use Where::{Anywhere, Window};

/// Sorted, for binary search.
const PROPERTIES: &[(&str, Takes, Where)] = &[
    ("accent-color", Numbers, Window),
    ("backdrop-filter", Numbers, Window),
    ("background", Lengths, Anywhere),
    ("background-clip", Numbers, Window),
    ("background-color", Numbers, Anywhere),
    ("background-image", Numbers, Anywhere),
    ("background-origin", Numbers, Window),
    ("background-position", Lengths, Window),
    ("background-repeat", Numbers, Window),
    ("background-size", Lengths, Window),
    ("border", Lengths, Anywhere),
    ("border-bottom", Lengths, Anywhere),
    ("border-bottom-color", Numbers, Anywhere),
    ("border-bottom-left-radius", Lengths, Anywhere),
    ("border-bottom-right-radius", Lengths, Anywhere),
    ("border-bottom-style", Numbers, Anywhere),
    ("border-bottom-width", Lengths, Anywhere),
    ("border-collapse", Numbers, Anywhere),
    ("border-color", Numbers, Anywhere),
    ("border-left", Lengths, Anywhere),
    ("border-left-color", Numbers, Anywhere),
    ("border-left-style", Numbers, Anywhere),
    ("border-left-width", Lengths, Anywhere),
    ("border-radius", Lengths, Anywhere),
    ("border-right", Lengths, Anywhere),
    ("border-right-color", Numbers, Anywhere),
    ("border-right-style", Numbers, Anywhere),
    ("border-right-width", Lengths, Anywhere),
    ("border-spacing", Lengths, Anywhere),
    ("border-style", Numbers, Anywhere),
    ("border-top", Lengths, Anywhere),
    ("border-top-color", Numbers, Anywhere),
    ("border-top-left-radius", Lengths, Anywhere),
    ("border-top-right-radius", Lengths, Anywhere),
    ("border-top-style", Numbers, Anywhere),
    ("border-top-width", Lengths, Anywhere),
    ("border-width", Lengths, Anywhere),
    ("box-shadow", Lengths, Window),
    ("caret-color", Numbers, Window),
    ("color", Numbers, Anywhere),
    ("color-scheme", Numbers, Window),
    ("font-family", Families, Anywhere),
    ("font-size", Lengths, Anywhere),
    ("font-stretch", Numbers, Anywhere),
    ("font-style", Numbers, Anywhere),
    ("font-variant", Numbers, Anywhere),
    ("font-variant-numeric", Numbers, Anywhere),
    ("font-weight", Numbers, Anywhere),
    ("letter-spacing", Lengths, Anywhere),
    ("line-height", Numbers, Anywhere),
    ("opacity", Opacity, Window),
    ("overflow-wrap", Numbers, Anywhere),
    ("padding", Lengths, Anywhere),
    ("padding-bottom", Lengths, Anywhere),
    ("padding-left", Lengths, Anywhere),
    ("padding-right", Lengths, Anywhere),
    ("padding-top", Lengths, Anywhere),
    ("text-align", Numbers, Anywhere),
    ("text-decoration", Lengths, Anywhere),
    ("text-decoration-color", Numbers, Anywhere),
    ("text-decoration-line", Numbers, Anywhere),
    ("text-decoration-style", Numbers, Anywhere),
    ("text-decoration-thickness", Lengths, Anywhere),
    ("text-shadow", Lengths, Window),
    ("text-transform", Numbers, Anywhere),
    ("text-underline-offset", Lengths, Anywhere),
    ("vertical-align", Numbers, Anywhere),
    ("white-space", Numbers, Anywhere),
    ("word-break", Numbers, Anywhere),
    ("word-spacing", Lengths, Anywhere),
];

/// Returns the part of a window's style that a page may set on the window's frame: CSS spelling, checked values.
pub fn style(sent: &BTreeMap<String, StyleValue>) -> BTreeMap<String, String> {
    let declared = sent.iter().take(MAX_DECLARATIONS);
    declared.filter_map(|(name, value)| declaration(name, value).ok()).collect()
}

/// Returns a finding for each declaration of a window's style that [`style`] drops; their paths begin with `path`.
pub(crate) fn refused<'a>(sent: &'a BTreeMap<String, StyleValue>, path: &'a str) -> impl Iterator<Item = Finding> + 'a {
    let declared = sent.iter().take(MAX_DECLARATIONS);
    declared.filter_map(move |(name, value)| {
        let (code, expected) = declaration(name, value).err()?.told();
        let shown = match value {
            StyleValue::Number(number) => format!("{name}: {number}"),
            StyleValue::Text(text) => format!("{name}: {text}"),
        };
        // A name that is no plain word would make a path that nobody can follow.
        let at = if css_name(name).is_some() { format!("{path}.{name}") } else { path.to_owned() };
        Some(Finding::new(code, at, format!("{} was left out of the style: {expected}", quoted(&shown))))
    })
}

/// Why a declaration is dropped.
enum Refused {
    /// No agent may set this property.
    Property,
    /// The property is allowed, but it takes other values.
    Value(Takes),
}

impl Refused {
    fn told(&self) -> (Code, &'static str) {
        match self {
            Self::Property => (
                Code::NotAllowed,
                "only properties that decorate are allowed, such as colours, borders, shadows, fonts and padding",
            ),
            Self::Value(Opacity) => (Code::OutOfRange, "expected a number from 0.2 to 1"),
            Self::Value(Families) => (Code::UnknownValue, "expected font names, separated by commas"),
            Self::Value(Lengths | Numbers) => (
                Code::UnknownValue,
                "expected words, colours, gradients and lengths up to 96px, without `url()`, `var()` or `!important`",
            ),
        }
    }
}

/// Returns one declaration as a page may set it.
fn declaration(name: &str, value: &StyleValue) -> Result<(String, String), Refused> {
    let name = css_name(name).ok_or(Refused::Property)?;
    let (_, takes, _) = property(&name).ok_or(Refused::Property)?;
    let told = match value {
        StyleValue::Number(number) if takes == Lengths => checked(&format!("{number}px"), takes),
        StyleValue::Number(number) => checked(&number.to_string(), takes),
        StyleValue::Text(text) => checked(text, takes),
    };
    told.map(|told| (name, told)).ok_or(Refused::Value(takes))
}

/// Returns the allowed part of a `style` attribute in markup; a shorter list.
pub(super) fn attribute(sent: &str) -> String {
    let mut kept = String::new();
    for declaration in sent.split(';').take(MAX_DECLARATIONS) {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        let name = name.trim().to_ascii_lowercase();
        let Some((_, takes, Anywhere)) = property(&name) else { continue };
        if let Some(value) = checked(value, takes) {
            if !kept.is_empty() {
                kept.push_str("; ");
            }
            kept.push_str(&name);
            kept.push_str(": ");
            // Double quotes would need escaping in the attribute; a browser treats both kinds alike.
            kept.push_str(&value.replace('"', "'"));
        }
    }
    kept
}

fn property(name: &str) -> Option<(&'static str, Takes, Where)> {
    PROPERTIES.binary_search_by_key(&name, |(known, ..)| known).ok().and_then(|at| PROPERTIES.get(at)).copied()
}

/// Converts `backgroundColor` to `background-color`; `None` if it is not a plain name.
fn css_name(name: &str) -> Option<String> {
    if name.is_empty() || name.len() > 64 || !name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-') {
        return None;
    }
    let mut told = String::with_capacity(name.len() + 4);
    for sign in name.trim().chars() {
        if sign.is_ascii_uppercase() && !told.is_empty() && !told.ends_with('-') {
            told.push('-');
        }
        told.push(sign.to_ascii_lowercase());
    }
    Some(told)
}

fn checked(sent: &str, takes: Takes) -> Option<String> {
    let value = sent.trim_matches([' ', '\t', '\n', '\r']);
    match takes {
        Families => families(value),
        Opacity => {
            let number: f64 = match value.strip_suffix('%') {
                Some(percent) => plain_number(percent)? / 100.0,
                None => plain_number(value)?,
            };
            (0.2..=1.0).contains(&number).then(|| value.to_owned())
        }
        Lengths | Numbers => is_safe(value, &Limits::default()).then(|| value.to_owned()),
    }
}

fn plain_number(text: &str) -> Option<f64> {
    let plain = text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    plain.then(|| text.parse().ok()).flatten()
}

/// Returns a width or height that a component may request: a plain length or percentage, up to 10,000.
pub(super) fn length(sent: &str) -> Option<String> {
    let value = sent.trim_matches(' ');
    if value == "auto" {
        return Some(value.to_owned());
    }
    let digits = value.trim_end_matches(|sign: char| sign.is_ascii_alphabetic() || sign == '%');
    let unit = value.get(digits.len()..)?;
    let known = matches!(unit, "" | "px" | "em" | "rem" | "%" | "pt" | "ch" | "vw" | "vh");
    let number = plain_number(digits)?;
    let unit = if unit.is_empty() { "px" } else { unit };
    (known && number <= 10_000.0).then(|| format!("{digits}{unit}"))
}
