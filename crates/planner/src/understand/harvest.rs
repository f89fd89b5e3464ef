//! Finds values that a loose sentence left unread and that only fit one slot of its intent.
//!
//! In `I could use a ten minute timer about now` one word identifies a timer; the span is among unexplained tokens.
//! Such a plan is always confirmed, and its summary names the value.

use serde_json::{Map, Value};

use super::value;
use crate::matcher::{Interpretation, MatchInput};
use crate::read::{self, Habit, List};

/// Above this confidence a sentence has read everything: it separates sure sentences (0.95) from weak ones (0.62).
const LOOSE: f32 = 0.7;

/// Fills the missing slots that the intent needs from the tokens. Returns the words of the value, and its slot.
pub(super) fn harvest(
    input: &MatchInput<'_>,
    interpretation: &Interpretation<'_>,
    intent: &str,
    slots: &mut Map<String, Value>,
) -> Option<(usize, usize, &'static str)> {
    if interpretation.sentence.confidence > LOOSE {
        return None;
    }
    let tokens = input.tokens();
    let mut places = 0..input.words.len();
    let led = |at: usize| at > 0 && tokens.is(at - 1, List::Leading);
    match intent {
        "set_timer" if !slots.contains_key("duration_s") => {
            let (at, (seconds, end)) = places.find_map(|at| Some((at, read::duration(tokens, at)?)))?;
            slots.insert("duration_s".to_owned(), seconds.into());
            Some((at, end, "duration_s"))
        }
        "set_alarm" if !slots.contains_key("time") => {
            let (at, when, end) = places.find_map(|at| {
                let (when, end) = read::when(tokens, at, input.now, Habit::Alarm)?;
                (when.time.is_some() && (!when.bare || led(at))).then_some((at, when, end))
            })?;
            value::point_in_time(&when, slots);
            Some((at, end, "time"))
        }
        "set_volume" | "set_brightness" if !slots.contains_key("level") && !slots.contains_key("change") => {
            let (at, (level, end)) = places.find_map(|at| Some((at, read::level(tokens, at).filter(|_| led(at))?)))?;
            slots.insert("level".to_owned(), level.into());
            Some((at, end, "level"))
        }
        "pay" if !slots.contains_key("amount") => {
            let (at, (amount, end)) = places.find_map(|at| Some((at, read::money(tokens, at)?)))?;
            slots.insert("amount".to_owned(), amount.into());
            Some((at, end, "amount"))
        }
        _ => None,
    }
}
