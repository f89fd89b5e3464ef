//! What was done so far: the last few turns as they were, older ones as a line each, the rest as a count.

use super::{Past, quote};
use crate::{Message, Part, Picture, Role, Traits};

/// How many turns stand as they were, at least.
const TURNS: usize = 3;

/// The turns that stand as they were.
pub(super) fn turns<'a>(traits: &Traits, history: &'a [Past]) -> &'a [Past] {
    let wanted = if traits.vision { traits.history_pictures.max(TURNS) } else { TURNS };
    &history[history.len().saturating_sub(wanted)..]
}

/// The older steps as lines, the newest within the budget; how many there were before them.
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

/// One turn: what was shown is closed with `parts`, what was replied follows.
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
