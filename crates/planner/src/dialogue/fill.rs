//! Fills a slot from an answer that is only a value, and applies corrections to a plan.

use serde_json::Value;

use crate::matcher::MatchInput;
use crate::read::{self, Habit, List};
use crate::text::verbatim;
use crate::understand::{Wish, value};

/// Puts the answer into `slot`; returns false if it is not a valid value.
pub(super) fn slot(input: &MatchInput<'_>, slot: &str, wish: &mut Wish) -> bool {
    let (words, tokens) = (&input.words, input.tokens());
    let start = match slot {
        "content" | "query" | "label" | "destination" => 0,
        _ => (0..words.len()).find(|at| !tokens.is(*at, List::Beginning)).unwrap_or(0),
    };
    let mut put = |value: Value| {
        wish.slots.insert(slot.to_owned(), value);
        true
    };
    match slot {
        "content" => {
            wish.contents.clear();
            wish.slots.insert(slot.to_owned(), value::dictated(input, 0, words.len()).into());
            true
        }
        "query" | "label" | "destination" => put(verbatim(input.utterance, words).into()),
        "recipient" => {
            let name = value::person(verbatim(input.utterance, &words[start..]), &input.grammar.lexicon);
            let long = words.len() - start > 4;
            // "the other one" is not a name.
            let vague = !words.is_empty() && tokens.is(words.len() - 1, List::Vague);
            !long && !vague && !name.is_empty() && put(name.into())
        }
        "app" => {
            let listed = input.grammar.apps.at(start, |at| input.id(at));
            let name = listed.filter(|(length, _)| start + length == words.len()).map(|(_, name)| name).next();
            put(name.unwrap_or_else(|| verbatim(input.utterance, &words[start..])).into())
        }
        "time" | "date" | "days" => {
            let habit =
                if matches!(wish.intent, "create_event" | "set_reminder") { Habit::Event } else { Habit::Alarm };
            let found = (0..words.len()).find_map(|at| read::when(tokens, at, input.now, habit).map(|(when, _)| when));
            let Some(when) = found else { return false };
            value::point_in_time(&when, &mut wish.slots);
            wish.slots.contains_key(slot) || slot == "date" && wish.slots.contains_key("days")
        }
        "duration_s" => {
            first(words.len(), |at| read::duration(tokens, at)).is_some_and(|(seconds, _)| put(seconds.into()))
        }
        "level" => first(words.len(), |at| read::level(tokens, at)).is_some_and(|(level, _)| put(level.into())),
        "amount" => {
            let money = first(words.len(), |at| read::money(tokens, at));
            let sum = money.or_else(|| first(words.len(), |at| read::sum(tokens, at)));
            sum.is_some_and(|(amount, _)| put(amount.into()))
        }
        "number" => first(words.len(), |at| read::telephone(tokens, at)).is_some_and(|(number, _)| put(number.into())),
        "url" => {
            first(words.len(), |at| read::address(tokens, at, input.utterance)).is_some_and(|(url, _)| put(url.into()))
        }
        "state" => {
            let says = |list: List| (0..words.len()).any(|at| tokens.is(at, list));
            match (says(List::StateOn), says(List::StateOff)) {
                (true, false) => put("on".into()),
                (false, true) => put("off".into()),
                _ => false,
            }
        }
        "setting" => first(words.len(), |at| input.grammar.settings.at(at, |at| input.id(at)).next())
            .is_some_and(|(_, setting)| put(setting.into())),
        "direction" => {
            let known = first(words.len(), |at| tokens.find(at, List::Direction));
            known.is_some_and(|(direction, _)| put(direction.value.clone().into()))
        }
        _ => false,
    }
}

fn first<T>(length: usize, read: impl FnMut(usize) -> Option<T>) -> Option<T> {
    (0..length).find_map(read)
}

/// Returns the wishes with one value changed by a correction: `no, make it seven`.
pub(super) fn corrected(input: &MatchInput<'_>, wishes: &[Wish]) -> Option<Vec<Wish>> {
    let words = &input.words;
    let tokens = input.tokens();
    let start = (0..words.len()).find(|at| !tokens.is(*at, List::Beginning))?;
    let end = if tokens.is(words.len() - 1, List::Instead) { words.len() - 1 } else { words.len() };
    // Without such a beginning it is a new request, unless it is a bare value.
    let marked = end < words.len() || (0..start).any(|at| tokens.is(at, List::Changing));
    let value_words: Vec<usize> = (start..end).collect();
    let bare = input.of(&value_words);
    let speaks = (0..start).any(|at| tokens.is(at, List::Say));
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
            let content = value::dictated(input, start, end);
            wishes[at].slots.insert("content".to_owned(), content.into());
            return Some(wishes);
        }
    }
    None
}

/// Fills the slot if its value takes up all of the words.
fn exactly(bare: &MatchInput<'_>, name: &str, wish: &mut Wish) -> bool {
    let (words, tokens) = (&bare.words, bare.tokens());
    let whole = |end: usize| end == words.len();
    let fits = match name {
        "time" => {
            read::when(tokens, 0, bare.now, Habit::Alarm).is_some_and(|(when, end)| whole(end) && when.time.is_some())
        }
        "date" => read::when(tokens, 0, bare.now, Habit::Alarm)
            .is_some_and(|(when, end)| whole(end) && (when.date.is_some() || !when.days.is_empty())),
        "app" => bare.grammar.apps.at(0, |at| bare.id(at)).any(|(length, _)| whole(length)),
        "duration_s" => read::duration(tokens, 0).is_some_and(|(_, end)| whole(end)),
        "level" => read::level(tokens, 0).is_some_and(|(_, end)| whole(end)),
        "amount" => {
            read::money(tokens, 0).is_some_and(|(_, end)| whole(end))
                || read::number(tokens, 0).is_some_and(|(_, end)| whole(end))
        }
        "setting" => bare.grammar.settings.at(0, |at| bare.id(at)).any(|(length, _)| whole(length)),
        "state" => words.len() == 1 && (tokens.is(0, List::StateOn) || tokens.is(0, List::StateOff)),
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
        let halved = |at: usize| tokens.at(at).starts_with('0') || tokens.is(at, List::Halved);
        let open = !(0..words.len()).any(halved);
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
