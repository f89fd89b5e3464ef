//! Placeholders in texts: `{name}` stands for a value, `{name.part}` for a part of it, `{{` and `}}` for the braces
//! themselves.

use super::Parameter;
use super::is_name;
use crate::finding::{did_you_mean, quoted};

/// A piece of a text with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Literal text.
    Text(&'t str),
    /// A value, or a part of it.
    Value { name: &'t str, part: Option<&'t str> },
}

/// Returns the placeholder of a parameter.
pub fn placeholder(name: &str) -> String {
    format!("{{{name}}}")
}

/// Returns a text in which braces stand for themselves.
pub fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// Splits a text at its placeholders.
pub(super) fn pieces(text: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        if let Some(after) = from.strip_prefix("{{") {
            pieces.push(Piece::Text("{"));
            rest = after;
        } else if let Some(after) = from.strip_prefix("}}") {
            pieces.push(Piece::Text("}"));
            rest = after;
        } else {
            let Some((inside, after)) = from.strip_prefix('{').and_then(|inside| inside.split_once('}')) else {
                return Err(format!("{} has a single brace; write `{{{{` or `}}}}` for a brace itself", quoted(text)));
            };
            let (name, part) = match inside.split_once('.') {
                Some((name, part)) => (name, Some(part)),
                None => (inside, None),
            };
            if !is_name(name) {
                return Err(format!(
                    "{} is not the name of a parameter; write `{{{{` for a brace itself",
                    quoted(inside)
                ));
            }
            pieces.push(Piece::Value { name, part });
            rest = after;
        }
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    Ok(pieces)
}

/// Checks the placeholders of a text, and passes each parameter that it uses to `used`.
pub(super) fn check(text: &str, parameters: &[Parameter], used: &mut dyn FnMut(&str)) -> Result<(), String> {
    for piece in pieces(text)? {
        let Piece::Value { name, part } = piece else { continue };
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
            let hint = did_you_mean(name, parameters.iter().map(|parameter| parameter.name.as_str()));
            return Err(format!("{} is not a parameter of this macro{hint}", quoted(&placeholder(name))));
        };
        if let Some(part) = part
            && !parameter.kind.parts().contains(&part)
        {
            let kind = parameter.kind.as_str();
            return Err(format!("{} names a part that a parameter of kind `{kind}` does not have", quoted(text)));
        }
        used(name);
    }
    Ok(())
}

/// Puts values in. `value` returns the value of a parameter, or a part of it.
pub(super) fn filled(text: &str, value: &dyn Fn(&str, Option<&str>) -> Option<String>) -> Result<String, String> {
    let mut filled = String::with_capacity(text.len());
    for piece in pieces(text)? {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Value { name, part } => {
                let value = value(name, part);
                filled.push_str(&value.ok_or_else(|| format!("{} has no value", quoted(&placeholder(name))))?);
            }
        }
    }
    Ok(filled)
}

/// Whether a text has a placeholder.
pub(super) fn has_placeholder(text: &str) -> bool {
    pieces(text).is_ok_and(|pieces| pieces.iter().any(|piece| matches!(piece, Piece::Value { .. })))
}
