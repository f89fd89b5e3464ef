//! The half of the day of events that are in the evening: dinner at eight is not at 08:00.
//!
//! Called with the slots of an event. It only adds twelve hours to an hour that was said without its half of the day;
//! which events these are, and until which hour, is a list of the language (`[evening event]`).

use serde_json::{Map, Value};

use crate::grammar::{Kind, List, Meaning};
use crate::matcher::{Interpretation, MatchInput};

/// The first hour of the evening. Earlier ones are in the afternoon already (`read::Habit::Event`).
const FIRST: i64 = 4;

/// Moves the hour of an evening event to the evening.
pub(super) fn move_there(
    input: &MatchInput<'_>,
    interpretation: &Interpretation<'_>,
    values: &mut Map<String, Value>,
) -> Option<()> {
    let title = interpretation.filled.iter().find(|slot| matches!(slot.name.as_str(), "label" | "whole_label"))?;
    let when = interpretation.filled.iter().find(|slot| slot.kind == Kind::EventWhen && slot.name == "when")?;
    let tokens = input.tokens();
    // The words of the sentence before a title may belong to it: `dinner with Sam`.
    let last = (0..title.end)
        .find_map(|at| tokens.find(at, List::EveningEvent))
        .and_then(|(entry, _)| entry.value.parse().ok());
    let said = |at: usize| {
        let halves = [List::Meridiem, List::DayHalf, List::PlacedHalf, List::TodayHalf, List::FixedTime];
        halves.into_iter().any(|list| tokens.find(at, list).is_some()) || tokens.at(at).starts_with('0')
    };
    let timed = [Meaning::Intent("create_event"), Meaning::Intent("move_event")];
    if !timed.contains(&interpretation.sentence.meaning) || (when.start..when.end).any(said) {
        return None;
    }
    let (hour, minute) = values.get("time")?.as_str()?.split_once(':')?;
    let hour: i64 = hour.parse().ok()?;
    let time = (FIRST..=last?).contains(&hour).then(|| format!("{}:{minute}", hour + 12))?;
    values.insert("time".to_owned(), time.into());
    Some(())
}
