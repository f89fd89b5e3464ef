//! Cuts texts: a reply may have a million characters, a report must not.

use serde_json::Value;

/// The longest text of a step that is kept, in bytes.
const MOST: usize = 24 << 10;
/// The longest text in a line of the list, in bytes.
const BRIEF: usize = 160;
/// The most values of an action that a line of the list keeps, and the deepest.
const MOST_VALUES: usize = 12;
const DEEPEST: usize = 3;

/// Cuts the texts of a report, and counts how many it cut.
#[derive(Debug, Default)]
pub(crate) struct Cutter {
    /// Whether everything is kept.
    pub(crate) full: bool,
    /// How many texts were cut.
    pub(crate) cut: u64,
}

impl Cutter {
    /// Keeps the beginning and the end of a long text, where the action is.
    pub(crate) fn text(&mut self, text: &str) -> String {
        if self.full || text.len() <= MOST {
            return text.to_owned();
        }
        self.cut += 1;
        let (head, tail) = (text.floor_char_boundary(MOST / 2), text.ceil_char_boundary(text.len() - MOST / 2));
        let (head, middle, tail) = (&text[..head], &text[head..tail], &text[tail..]);
        format!("{head}\n… {} characters are left out …\n{tail}", middle.chars().count())
    }

    /// Does that with every text in a value.
    pub(crate) fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Value::Object(fields) => {
                Value::Object(fields.iter().map(|(name, field)| (name.clone(), self.value(field))).collect())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }
}

/// Returns the beginning of a text, on one line.
pub(crate) fn brief(text: &str) -> String {
    brief_to(text, BRIEF)
}

/// Returns at most so many bytes of the beginning of a text, on one line.
pub(crate) fn brief_to(text: &str, most: usize) -> String {
    let start = &text[..text.floor_char_boundary(4 * most)];
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.len() <= most {
        true => line,
        false => {
            let cut = &line[..line.floor_char_boundary(most)];
            // Not in the middle of a word, unless it is a very long one.
            let end = cut.rfind(' ').filter(|end| *end > most / 2).unwrap_or(cut.len());
            format!("{}…", cut[..end].trim_end())
        }
    }
}

/// Returns a small copy of an action, for its words.
pub(crate) fn brief_action(action: &Value) -> Value {
    small(action, 0)
}

fn small(value: &Value, depth: usize) -> Value {
    match value {
        Value::String(text) => Value::String(brief(text)),
        Value::Array(items) if depth < DEEPEST => {
            items.iter().take(MOST_VALUES).map(|item| small(item, depth + 1)).collect()
        }
        Value::Object(fields) if depth < DEEPEST => {
            let kept = fields.iter().filter(|(name, _)| *name != "reason").take(MOST_VALUES);
            Value::Object(kept.map(|(name, field)| (name.clone(), small(field, depth + 1))).collect())
        }
        Value::Array(_) | Value::Object(_) => Value::Null,
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}
