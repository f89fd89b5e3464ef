//! What stands in a slot, as a plan has it: canonical for what is measured, as said for what is named.

use action::slice::Slice as _;
use serde_json::{Map, Value};

use crate::grammar::Kind;
use crate::matcher::{Filled, Reading, Scene};
use crate::read::{self, Habit, When};
use crate::text::verbatim;

/// The names of the days, from Monday on.
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The slots of a reading, and what doubt they add.
pub(super) fn slots(scene: &Scene<'_>, reading: &Reading<'_>) -> (Map<String, Value>, f32) {
    let mut slots: Map<String, Value> = reading.sentence.fixed.iter().cloned().collect();
    for filled in &reading.filled {
        fill(scene, filled, &mut slots);
    }
    (slots, 0.0)
}

/// Puts one slot's value where the plan wants it.
pub(crate) fn fill(scene: &Scene<'_>, filled: &Filled, slots: &mut Map<String, Value>) {
    let words = &scene.words[filled.start..filled.end];
    let mut put = |name: &str, value: Value| {
        slots.insert(name.to_owned(), value);
    };
    match filled.kind {
        Kind::Anything => {}
        Kind::Name => match read::telephone(&scene.words, filled.start).filter(|(_, end)| *end == filled.end) {
            Some((number, _)) => put(&filled.name, number.into()),
            None => put(&filled.name, person(verbatim(scene.utterance, words)).into()),
        },
        Kind::Text | Kind::Speech => put(&filled.name, dictated(scene, filled).into()),
        Kind::Phrase | Kind::Place => put(&filled.name, phrase(verbatim(scene.utterance, words)).into()),
        Kind::App | Kind::AnyApp => put(&filled.name, app(scene, filled).into()),
        Kind::Setting => {
            let setting = scene.grammar.settings.at(filled.start, |at| scene.id(at));
            let value =
                setting.filter(|(length, _)| filled.start + length == filled.end).map(|(_, value)| value).next();
            put(&filled.name, value.unwrap_or_default().into());
        }
        Kind::When | Kind::EventWhen => {
            let habit = if filled.kind == Kind::When { Habit::Alarm } else { Habit::Event };
            if let Some((when, _)) = read::when(&scene.words, filled.start, scene.now, habit) {
                point_in_time(&when, slots);
            }
        }
        Kind::Duration => put(&filled.name, read::duration(&scene.words, filled.start).map(|(value, _)| value).into()),
        Kind::Level => {
            let level = read::level(&scene.words, filled.start).map_or(0, |(value, _)| i64::from(value));
            if filled.name == "lower_by" { put("change", (-level).into()) } else { put(&filled.name, level.into()) }
        }
        Kind::Sum => put(&filled.name, read::sum(&scene.words, filled.start).map(|(value, _)| value).into()),
        Kind::Money => put(&filled.name, read::money(&scene.words, filled.start).map(|(value, _)| value).into()),
        Kind::Telephone => {
            put(&filled.name, read::telephone(&scene.words, filled.start).map(|(value, _)| value).into())
        }
        Kind::Email => put(&filled.name, read::email(&scene.words, filled.start).map(|(value, _)| value).into()),
        Kind::Address => {
            put(
                &filled.name,
                read::address(&scene.words, filled.start, scene.utterance).map(|(value, _)| value).into(),
            );
        }
        Kind::Ordinal => put(&filled.name, read::ordinal(&scene.words, filled.start).map(|(value, _)| value).into()),
        #[expect(clippy::cast_possible_truncation, reason = "whole and within the bounds of the slot")]
        Kind::Number { .. } => {
            put(&filled.name, read::number(&scene.words, filled.start).map(|(value, _)| value as i64).into());
        }
    }
}

/// `time`, `date` and `days`, as far as they were said.
pub(crate) fn point_in_time(when: &When, slots: &mut Map<String, Value>) {
    if let Some((hour, minute)) = when.time {
        slots.insert("time".to_owned(), format!("{hour:02}:{minute:02}").into());
    }
    if let Some(date) = when.date {
        slots.insert("date".to_owned(), date.to_string().into());
    }
    if !when.days.is_empty() {
        let name = |day: &jiff::civil::Weekday| {
            usize::try_from(day.to_monday_zero_offset()).ok().and_then(|at| DAYS.get(at)).copied().unwrap_or_default()
        };
        slots.insert("days".to_owned(), when.days.iter().map(name).collect::<Vec<_>>().into());
    }
}

/// A person as said, without whose they are: `my mom` is `mom`, `Sam's` is `Sam`.
pub(crate) fn person(said: &str) -> String {
    let mut name = said.trim();
    for owner in ["my ", "the ", "our "] {
        if name.get(..owner.len()).is_some_and(|start| start.eq_ignore_ascii_case(owner)) && name.len() > owner.len() {
            name = name.tail(owner.len()).trim_start();
        }
    }
    // "my friend Kate" is entered as Kate.
    for friend in ["friend ", "best friend ", "good friend ", "buddy ", "pal ", "coworker ", "colleague "] {
        let rest = name
            .get(..friend.len())
            .filter(|start| start.eq_ignore_ascii_case(friend))
            .map(|_| name.tail(friend.len()));
        name = rest.filter(|rest| !rest.trim().is_empty()).unwrap_or(name);
    }
    name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")).unwrap_or(name).to_owned()
}

/// Dictated text: exactly what was said, without its quotation marks, beginning with a capital letter.
fn dictated(scene: &Scene<'_>, filled: &Filled) -> String {
    let words = &scene.words[filled.start..filled.end];
    let mut text = verbatim(scene.utterance, words).to_owned();
    if let Some(last) = words.last() {
        let rest = scene.utterance.get(last.end..).unwrap_or_default();
        text.extend(rest.chars().take_while(|c| matches!(c, '.' | '!' | '?' | '…')));
    }
    sentence(&text)
}

/// The same text as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim().trim_matches(['"', '“', '”', '«', '»']);
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

/// A title or a place, without the little words before it.
fn phrase(said: &str) -> String {
    let mut rest = said.trim();
    for little in ["me ", "some ", "for ", "about "] {
        if rest.get(..little.len()).is_some_and(|start| start.eq_ignore_ascii_case(little)) && rest.len() > little.len()
        {
            rest = rest.tail(little.len()).trim_start();
        }
    }
    rest.trim_matches(['"', '“', '”', '«', '»']).to_owned()
}

/// An app by its own name, where it is known.
fn app(scene: &Scene<'_>, filled: &Filled) -> String {
    let length = filled.end - filled.start;
    let listed = scene.grammar.apps.at(filled.start, |at| scene.id(at)).find(|(found, _)| *found == length);
    let as_said = verbatim(scene.utterance, &scene.words[filled.start..filled.end]);
    listed.map_or_else(|| as_said.to_owned(), |(_, name)| name.to_owned())
}
