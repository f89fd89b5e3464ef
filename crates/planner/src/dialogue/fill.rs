//! A value for a slot, from an answer that is nothing but the value; and corrections of a plan.

use serde_json::Value;

use crate::matcher::Scene;
use crate::read::{self, Habit};
use crate::text::verbatim;
use crate::understand::{Wish, value};

/// Ways to begin a correction or an answer that are no part of the value.
const BEGINNINGS: &[&str] = &[
    "no", "not", "wait", "actually", "make", "it", "that", "change", "to", "sorry", "i", "mean", "meant", "rather",
    "instead", "for", "at", "on", "set", "please", "let", "lets", "say", "the", "use", "send", "with", "should", "be",
    "in", "um", "uh",
];

/// Of these words, one says that something is to be changed.
const CHANGING: &[&str] = &[
    "no", "not", "wait", "actually", "make", "change", "to", "sorry", "mean", "meant", "rather", "instead", "use",
    "send",
];

/// Words that say which half of the day a time is in.
const HALVED: &[&str] = &[
    "noon",
    "midnight",
    "midday",
    "am",
    "pm",
    "morning",
    "afternoon",
    "evening",
    "night",
    "tonight",
    "in",
    "from",
    "hours",
];

/// Puts the answer into `slot`; false when it is no value for it.
pub(super) fn slot(scene: &Scene<'_>, slot: &str, wish: &mut Wish) -> bool {
    let words = &scene.words;
    let start = match slot {
        "content" | "query" | "label" | "destination" => 0,
        _ => (0..words.len()).find(|at| !BEGINNINGS.contains(&words[*at].plain.as_str())).unwrap_or(0),
    };
    let mut put = |value: Value| {
        wish.slots.insert(slot.to_owned(), value);
        true
    };
    match slot {
        "content" => put(value::sentence(scene.utterance).into()),
        "query" | "label" | "destination" => put(verbatim(scene.utterance, words).into()),
        "recipient" => {
            let name = value::person(verbatim(scene.utterance, &words[start..]));
            let long = words.len() - start > 4;
            // "the other one" is nobody's name.
            let vague = words.last().is_some_and(|word| matches!(word.plain.as_str(), "one" | "ones" | "other"));
            !long && !vague && !name.is_empty() && put(name.into())
        }
        "app" => {
            let listed = scene.grammar.apps.at(start, |at| scene.id(at));
            let name = listed.filter(|(length, _)| start + length == words.len()).map(|(_, name)| name).next();
            put(name.unwrap_or_else(|| verbatim(scene.utterance, &words[start..])).into())
        }
        "time" | "date" | "days" => {
            let habit =
                if matches!(wish.intent, "create_event" | "set_reminder") { Habit::Event } else { Habit::Alarm };
            let found = (0..words.len()).find_map(|at| read::when(words, at, scene.now, habit).map(|(when, _)| when));
            let Some(when) = found else { return false };
            value::point_in_time(&when, &mut wish.slots);
            wish.slots.contains_key(slot) || slot == "date" && wish.slots.contains_key("days")
        }
        "duration_s" => {
            first(words.len(), |at| read::duration(words, at)).is_some_and(|(seconds, _)| put(seconds.into()))
        }
        "level" => first(words.len(), |at| read::level(words, at)).is_some_and(|(level, _)| put(level.into())),
        "amount" => {
            let money = first(words.len(), |at| read::money(words, at));
            let sum = money.or_else(|| first(words.len(), |at| read::sum(words, at)));
            sum.is_some_and(|(amount, _)| put(amount.into()))
        }
        "number" => first(words.len(), |at| read::telephone(words, at)).is_some_and(|(number, _)| put(number.into())),
        "url" => {
            first(words.len(), |at| read::address(words, at, scene.utterance)).is_some_and(|(url, _)| put(url.into()))
        }
        "state" => {
            let says = |word: &str| words.iter().any(|said| said.plain == word);
            match (says("on") || says("enable"), says("off") || says("disable")) {
                (true, false) => put("on".into()),
                (false, true) => put("off".into()),
                _ => false,
            }
        }
        "setting" => first(words.len(), |at| scene.grammar.settings.at(at, |at| scene.id(at)).next())
            .is_some_and(|(_, setting)| put(setting.into())),
        "direction" => {
            let known = words.iter().find(|word| action::plan::DIRECTIONS.contains(&word.plain.as_str()));
            known.is_some_and(|word| put(word.plain.clone().into()))
        }
        _ => false,
    }
}

fn first<T>(length: usize, read: impl FnMut(usize) -> Option<T>) -> Option<T> {
    (0..length).find_map(read)
}

/// The wishes with one value changed by what reads like a correction: `no, make it seven`.
pub(super) fn corrected(scene: &Scene<'_>, wishes: &[Wish]) -> Option<Vec<Wish>> {
    let words = &scene.words;
    let begins = |word: &str| BEGINNINGS.contains(&word);
    let start = (0..words.len()).find(|at| !begins(&words[*at].plain))?;
    let end = if words.last().is_some_and(|word| word.plain == "instead") { words.len() - 1 } else { words.len() };
    // Without such a beginning it is a new thing altogether, unless it is a bare value.
    let marked = end < words.len() || words[..start].iter().any(|word| CHANGING.contains(&word.plain.as_str()));
    let value_words: Vec<usize> = (start..end).collect();
    let bare = scene.of(&value_words);
    let speaks = words[..start].iter().any(|word| word.plain == "say");
    for (at, wish) in wishes.iter().enumerate() {
        for name in ["time", "date", "duration_s", "level", "amount", "setting", "state", "app", "recipient"] {
            let mut changed = wish.clone();
            let named = if name == "date" { "time" } else { name };
            let has = [name, named].iter().any(|name| wish.slots.get(*name).is_some_and(|value| !value.is_null()))
                || name == "app" && wish.intent == "send_message";
            let fits = has
                && !(speaks && wish.slots.contains_key("content"))
                && (name != "recipient" || marked)
                && (name != "app" || marked || start > 0)
                && exactly(&bare, name, &mut changed);
            if fits && changed.slots != wish.slots {
                let mut wishes = wishes.to_vec();
                wishes[at] = changed;
                return Some(wishes);
            }
        }
        if speaks && wish.slots.contains_key("content") {
            let mut wishes = wishes.to_vec();
            let content = value::sentence(verbatim(scene.utterance, &words[start..end]));
            wishes[at].slots.insert("content".to_owned(), content.into());
            return Some(wishes);
        }
    }
    None
}

/// Fills the slot if all of the words are its value.
fn exactly(bare: &Scene<'_>, name: &str, wish: &mut Wish) -> bool {
    let words = &bare.words;
    let whole = |end: usize| end == words.len();
    let fits = match name {
        "time" => {
            read::when(words, 0, bare.now, Habit::Alarm).is_some_and(|(when, end)| whole(end) && when.time.is_some())
        }
        "date" => read::when(words, 0, bare.now, Habit::Alarm)
            .is_some_and(|(when, end)| whole(end) && (when.date.is_some() || !when.days.is_empty())),
        "app" => bare.grammar.apps.at(0, |at| bare.id(at)).any(|(length, _)| whole(length)),
        "duration_s" => read::duration(words, 0).is_some_and(|(_, end)| whole(end)),
        "level" => read::level(words, 0).is_some_and(|(_, end)| whole(end)),
        "amount" => {
            read::money(words, 0).is_some_and(|(_, end)| whole(end))
                || read::number(words, 0).is_some_and(|(_, end)| whole(end))
        }
        "setting" => bare.grammar.settings.at(0, |at| bare.id(at)).any(|(length, _)| whole(length)),
        "state" => words.len() == 1 && matches!(words[0].plain.as_str(), "on" | "off"),
        _ => {
            let barred =
                (0..words.len()).any(|at| bare.exact(at).is_some_and(|id| bare.grammar.not_names.contains(id)));
            !barred && words.len() <= 3
        }
    };
    // A bare hour corrects a time but keeps its half of the day.
    let before = wish.slots.get("time").and_then(Value::as_str).map(str::to_owned);
    if !fits || !slot(bare, name, wish) {
        return false;
    }
    if let ("time", Some(before)) = (name, before) {
        let hour = |time: &str| time.get(..2).and_then(|hour| hour.parse::<u8>().ok());
        let after = wish.slots.get("time").and_then(Value::as_str).map(str::to_owned).unwrap_or_default();
        let halved = |word: &str| word.starts_with('0') || HALVED.contains(&word);
        let open = !words.iter().any(|word| halved(&word.plain));
        if let (Some(was), Some(now), true) = (hour(&before), hour(&after), open)
            && was >= 12
            && (1..12).contains(&now)
        {
            let minutes = after.get(2..).unwrap_or(":00");
            wish.slots.insert("time".to_owned(), format!("{:02}{minutes}", now + 12).into());
        }
    }
    true
}
