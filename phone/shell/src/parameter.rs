//! Parameter expansion (`${name…}`): defaults, lengths, trimming, replacement, slices.

use super::expand::{Expanded, Fields};
use super::pattern::PatternChar;
use super::regex::{self, Greed};
use super::syntax::{Change, DefaultKind};
use super::{Os, Shell};

impl Shell {
    pub(super) fn expand_parameter(
        &mut self,
        name: &str,
        value: Option<String>,
        change: Option<&Change>,
        quoted: bool,
        fields: &mut Fields,
        os: &mut dyn Os,
    ) -> Expanded<()> {
        if let Some(Change::Default { kind, empty_too, word }) = change {
            let missing = value.as_ref().is_none_or(|value| *empty_too && value.is_empty());
            return match (kind, missing) {
                (DefaultKind::Use, true) | (DefaultKind::Other, false) => {
                    if quoted {
                        fields.push_value("", true)?;
                    }
                    self.expand_into(word, fields, os)
                }
                (DefaultKind::Other, true) => fields.push_value("", quoted),
                (DefaultKind::Assign, true) => {
                    let text = self.expand_text(word, os)?;
                    self.assign(name, text.clone())?;
                    fields.push_value(&text, quoted)
                }
                (DefaultKind::Fail, true) => {
                    let text = self.expand_text(word, os)?;
                    Err(format!("{name}: {}", if text.is_empty() { "parameter null or not set" } else { &text }))
                }
                (_, false) => fields.push_value(&value.unwrap_or_default(), quoted),
            };
        }
        if value.is_none() && self.scope.refuse_unset && !matches!(name, "@" | "*" | "!") {
            return Err(format!("{name}: parameter not set"));
        }
        let value = value.unwrap_or_default();
        let changed = match change {
            Some(Change::Length) if matches!(name, "@" | "*") => self.scope.args.len().to_string(),
            _ => self.changed(value, change, os)?,
        };
        self.budget.charge(changed.len());
        fields.push_value(&changed, quoted)
    }

    /// Expands all elements of an array, or their count.
    #[expect(clippy::too_many_arguments, reason = "the parts of the expansion, and its target")]
    pub(super) fn expand_elements(
        &mut self,
        name: &str,
        values: Vec<String>,
        change: Option<&Change>,
        each: bool,
        quoted: bool,
        fields: &mut Fields,
        os: &mut dyn Os,
    ) -> Expanded<()> {
        match change {
            None => {}
            Some(Change::Length) => return fields.push_value(&values.len().to_string(), quoted),
            Some(Change::Default { .. }) => {
                let value = values.first().map(|_| values.join(" "));
                return self.expand_parameter(name, value, change, quoted, fields, os);
            }
            // The parser accepts no other change here.
            Some(_) => {}
        }
        self.expand_list(&values, each, quoted, fields)
    }

    /// Applies the change of `${name…}` to a value.
    fn changed(&mut self, value: String, change: Option<&Change>, os: &mut dyn Os) -> Expanded<String> {
        Ok(match change {
            None | Some(Change::Default { .. }) => value,
            Some(Change::Quote) => adb::quote(&value),
            Some(Change::Length) => value.chars().count().to_string(),
            Some(Change::Trim { end, longest, pattern }) => {
                let pattern = self.expand_pattern(pattern, os)?;
                trim(&value, &pattern, *end, *longest)
            }
            Some(Change::Replace { all, pattern, with }) => {
                let pattern = self.expand_pattern(pattern, os)?;
                let with = self.expand_text(with, os)?;
                replace(&value, &pattern, &with, *all)
            }
            Some(Change::Slice { offset, length }) => {
                let offset = self.expand_text(offset, os)?;
                let offset = self.arithmetic(&offset)?;
                let length = match length {
                    Some(length) => {
                        let length = self.expand_text(length, os)?;
                        Some(self.arithmetic(&length)?)
                    }
                    None => None,
                };
                slice(&value, offset, length)
            }
        })
    }
}

fn trim(value: &str, pattern: &[PatternChar], end: bool, longest: bool) -> String {
    let greed = if longest { Greed::Most } else { Greed::Least };
    let body = regex::from_glob(pattern, greed);
    let expression = match (end, longest) {
        (false, _) => format!("(?s)^(?:{body})"),
        // The leftmost match that reaches the end is the longest.
        (true, true) => format!("(?s)(?:{body})$"),
        (true, false) => format!("(?s)^(.*)(?:{body})$"),
    };
    let Some(regex) = regex::compile(&expression) else { return value.to_owned() };
    let Some(found) = regex.captures(value) else { return value.to_owned() };
    let (start, stop) = found.get(0).map_or((0, 0), |whole| (whole.start(), whole.end()));
    let kept = match (end, longest) {
        (false, _) => value.get(stop..),
        (true, true) => value.get(..start),
        (true, false) => found.get(1).map(|before| before.as_str()),
    };
    kept.unwrap_or_default().to_owned()
}

fn replace(value: &str, pattern: &[PatternChar], with: &str, all: bool) -> String {
    // `${x/#a/b}` and `${x/%a/b}` anchor the pattern at one end.
    let (pattern, before, after) = match pattern.split_first() {
        Some((('#', false), rest)) => (rest, "^", ""),
        Some((('%', false), rest)) => (rest, "", "$"),
        _ => (pattern, "", ""),
    };
    if pattern.is_empty() && before.is_empty() && after.is_empty() {
        return value.to_owned();
    }
    let expression = format!("(?s){before}(?:{}){after}", regex::from_glob(pattern, Greed::Most));
    let Some(regex) = regex::compile(&expression) else { return value.to_owned() };
    let with = regex_lite::NoExpand(with);
    if all { regex.replace_all(value, with).into_owned() } else { regex.replace(value, with).into_owned() }
}

fn slice(value: &str, offset: i32, length: Option<i32>) -> String {
    let count = value.chars().count();
    let from_end = |number: i32| count.saturating_sub(number.unsigned_abs() as usize);
    let start = if offset < 0 { from_end(offset) } else { (offset as usize).min(count) };
    let stop = match length {
        None => count,
        Some(length) if length < 0 => from_end(length),
        Some(length) => start.saturating_add(length as usize).min(count),
    };
    value.chars().skip(start).take(stop.saturating_sub(start)).collect()
}
