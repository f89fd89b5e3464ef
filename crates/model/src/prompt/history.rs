//! The history: the last few turns in full, older ones as a line each, the rest as a count.

use super::budget::Budget;
use super::{Past, quote};
use crate::{Message, Part, Picture, Role};

/// How many turns are kept in full, at least.
const TURNS: usize = 3;

/// The turns that are kept in full.
pub(super) fn turns<'a>(budget: &Budget, history: &'a [Past]) -> &'a [Past] {
    let wanted = budget.pictures.max(TURNS);
    &history[history.len().saturating_sub(wanted)..]
}

/// The older steps as lines, the newest within the budget, and the number of those before.
pub(super) fn lines(older: &[Past], budget: usize) -> String {
    const LINE: usize = 240;
    let mut lines = Vec::new();
    let mut left = budget;
    for past in older.iter().rev() {
        let thought = quote::line(&past.thought, LINE / 2);
        let effect = quote::line(&past.effect, LINE / 2);
        let line = match (thought.is_empty(), effect.is_empty()) {
            (false, false) => format!("{}. {thought} → {effect}\n", past.step),
            (true, true) => format!("{}. (nothing said)\n", past.step),
            _ => format!("{}. {thought}{effect}\n", past.step),
        };
        if line.len() > left {
            break;
        }
        left -= line.len();
        lines.push(line);
    }
    if older.is_empty() {
        return String::new();
    }
    let before = older.len() - lines.len();
    let mut text = String::from("\n# Earlier steps\n");
    if before > 0 {
        text.push_str(&format!("({before} steps before these are not listed)\n"));
    }
    text.extend(lines.into_iter().rev());
    text
}

/// Adds one turn: closes the user message with `parts`, and appends the reply.
pub(super) fn turn(
    past: &Past,
    picture: Option<&Picture>,
    most: usize,
    parts: &mut Vec<Part>,
    messages: &mut Vec<Message>,
) {
    let shown =
        if picture.is_some() { "The screen was this:" } else { "(The screen of that step is not shown again.)" };
    parts.push(Part::Text(format!("# Step {}\n{shown}\n", past.step)));
    parts.extend(picture.cloned().map(Part::Picture));
    messages.push(Message { role: Role::User, parts: std::mem::take(parts) });
    let raw = if past.raw.trim().is_empty() { "(no reply)".to_owned() } else { quote::middle_cut(&past.raw, most) };
    messages.push(Message::text(Role::Assistant, raw));
    if !past.effect.is_empty() {
        parts.push(Part::Text(format!("What came of it: {}\n", quote::line(&past.effect, 400))));
    }
}
