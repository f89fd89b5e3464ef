//! Converts the words of a slot to its value in the plan: canonical for measured values, as said for names.

use serde_json::{Map, Value};

use crate::grammar::{Kind, Lexicon, List, Meaning, Tokens};
use crate::matcher::{Filled, Interpretation, MatchInput, Use, without_relation};
use crate::read::{self, Habit, When};
use crate::text::{self, Word, verbatim};
use crate::understand::dictation::{self, Beginning, Dictated};
use crate::understand::evening;
use crate::understand::reported::{self, Turned};

/// The names of the days, from Monday on.
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The slots of an interpretation.
pub(super) struct Slots {
    pub(super) values: Map<String, Value>,
    /// The message was rephrased for the hearer, who may not be the person meant.
    pub(super) likely: bool,
    /// The possible messages, if the person must choose.
    pub(super) choices: Vec<String>,
}

/// Returns the values of an interpretation's slots.
pub(super) fn slots(input: &MatchInput<'_>, interpretation: &Interpretation<'_>) -> Slots {
    let mut values: Map<String, Value> = interpretation.sentence.fixed.iter().cloned().collect();
    let (mut likely, mut choices) = (false, Vec::new());
    for filled in &interpretation.filled {
        let begins = match filled.kind.is_text() {
            true => dictation::beginning(input, filled),
            false => Beginning::At(filled.start),
        };
        let behind_mark = if let Beginning::Open(end) = begins { Some(end) } else { None };
        let start = if let Beginning::At(start) = begins { start } else { filled.start };
        let filled = &whole(&input.words, interpretation, &Filled { start, ..filled.clone() });
        likely |= filled.kind.is_text() && is_written(interpretation) && dictation::names_language(input, filled);
        let turned = match filled.kind {
            Kind::Reported | Kind::Asked | Kind::Speech => Some(reported::turned(input, interpretation, filled)),
            Kind::Text => reported::bare(input, interpretation, filled),
            _ => None,
        };
        // "send Sam the clipboard": the content is elsewhere, and the person is asked for it.
        if filled.kind.is_text() && refers(input, filled) {
            continue;
        }
        let turned = match dictation::dictated(input, filled) {
            _ if !filled.kind.is_text() => turned,
            Dictated::Plain => turned,
            Dictated::Marked(text) => Some(Turned::Certain(text)),
            Dictated::Open(text) => Some(Turned::Open(text, dictated(input, filled.start, filled.end))),
        };
        // "…: see you at noon in Simple SMS Messenger": where to send it, or a part of it? The person knows.
        let turned = match ends_with_app(input, filled) {
            Some(end) if filled.kind.is_text() => {
                let (short, whole) = (dictated(input, filled.start, end), dictated(input, filled.start, filled.end));
                Some(Turned::Open(short, whole))
            }
            _ => turned,
        };
        // "tell Mom I've landed please": a statement does not ask, so the last word may be for this assistant.
        let turned = match courtesy(input, interpretation, filled) {
            Some(end) if turned.is_none() || matches!(turned, Some(Turned::Certain(_) | Turned::Likely(_))) => {
                let short = &Filled { end, ..filled.clone() };
                let said = |turned: Option<Turned>, end: usize| match turned {
                    Some(Turned::Certain(text) | Turned::Likely(text) | Turned::Open(text, _)) => text,
                    None => dictated(input, filled.start, end),
                };
                let again = match filled.kind {
                    Kind::Reported | Kind::Asked | Kind::Speech => Some(reported::turned(input, interpretation, short)),
                    _ => reported::bare(input, interpretation, short),
                };
                Some(Turned::Open(said(again, end), said(turned, filled.end)))
            }
            _ => turned,
        };
        // "remind me of my pills please": "please" is not part of a reminder.
        let turned = match asked_politely(input, interpretation, filled) {
            Some(end) if turned.is_none() => Some(Turned::Certain(dictated(input, filled.start, end))),
            _ => turned,
        };
        // "text Emily I love you at 5 pm": when to send it, or a part of it?
        likely |= filled.kind.is_text() && is_written(interpretation) && ends_with_time(input, filled);
        // "text Sam about time": the words that lead to the text may belong to it.
        let leads = interpretation.sentence.asks && filled.kind == Kind::Text;
        let lead = leads.then(|| own_words(interpretation, filled.start)).filter(|from| *from < filled.start);
        let turned = match (behind_mark, lead) {
            (Some(short), _) => Some(either(input, short, filled.start, filled.end)),
            (None, Some(whole)) => Some(either(input, filled.start, whole, filled.end)),
            (None, None) => turned,
        };
        let Some(turned) = turned else {
            fill(input, filled, &mut values);
            continue;
        };
        let text = match turned {
            Turned::Certain(text) => text,
            Turned::Likely(text) => {
                likely = true;
                text
            }
            Turned::Open(turned, verbatim) => {
                choices = vec![turned, verbatim.clone()];
                verbatim
            }
        };
        values.insert(filled.name.clone(), text.into());
    }
    span(&mut values);
    evening::move_there(input, interpretation, &mut values);
    Slots { values, likely, choices }
}

/// Returns the end of a dictated text if the courtesy after it may be for the assistant: after a statement of the
/// person (`I have landed please`), or thanks at the end of a request that began politely.
fn courtesy(input: &MatchInput<'_>, interpretation: &Interpretation<'_>, filled: &Filled) -> Option<usize> {
    let words = &input.words;
    let literal = words[filled.start].quotation.is_some() || filled.start > 0 && words[filled.start - 1].colon;
    if literal || !filled.kind.is_text() || !is_written(interpretation) || filled.end != words.len() {
        return None;
    }
    let tokens = input.tokens();
    let end = (filled.start + 1..filled.end).find(|at| {
        let end = (*at..filled.end).try_fold(*at, |at, _| match tokens.find(at, List::Courtesy) {
            _ if at == filled.end => Some(at),
            found => found.map(|(_, end)| end),
        });
        end == Some(filled.end)
    })?;
    let thanks = tokens.find(end, List::Gratitude).is_some();
    let states = tokens.is(filled.start, List::Myself) && !tokens.is(filled.start + 1, List::Wanting);
    let politely = interpretation.uses.first() == Some(&Use::Politeness);
    let fits = if thanks { politely } else { states || filled.kind == Kind::Speech || super::states(input, filled) };
    (fits && end > filled.start + 1).then_some(end)
}

/// Returns where the text of a reminder ends if a `please` follows.
fn asked_politely(input: &MatchInput<'_>, interpretation: &Interpretation<'_>, filled: &Filled) -> Option<usize> {
    let reminder = matches!(interpretation.sentence.meaning, Meaning::Intent("set_reminder"));
    let last = filled.end.checked_sub(1).filter(|last| *last > filled.start && reminder && filled.kind.is_text())?;
    let literal = input.words[last].quotation.is_some() || (filled.start..last).any(|at| input.words[at].colon);
    let tokens = input.tokens();
    let please = tokens.is(last, List::Courtesy)
        && tokens.find(last, List::Gratitude).is_none()
        && !tokens.is(last, List::Wanting);
    (please && !literal && filled.end == input.words.len()).then_some(last)
}

/// The most words between a greeting and a time after it: `happy birthday my dear at noon`.
const BETWEEN: usize = 3;

/// Whether a text is a greeting, or a feeling, and a time: neither takes one, so it may be when to send it.
fn ends_with_time(input: &MatchInput<'_>, filled: &Filled) -> bool {
    let literal =
        input.words[filled.start].quotation.is_some() || filled.start > 0 && input.words[filled.start - 1].colon;
    let Some((_, end)) = input.tokens().find(filled.start, List::Timeless).filter(|_| !literal) else { return false };
    let time = |at: usize| read::when(input.tokens(), at, input.now, Habit::Event);
    (end..=(end + BETWEEN).min(filled.end.saturating_sub(1)))
        .any(|at| time(at).is_some_and(|(when, last)| last == filled.end && when.time.is_some()))
}

/// Returns a text that may begin at either word; the person chooses.
fn either(input: &MatchInput<'_>, short: usize, whole: usize, end: usize) -> Turned {
    Turned::Open(dictated(input, short, end), dictated(input, whole, end))
}

/// Returns where the sentence's own words right before `start` begin.
fn own_words(interpretation: &Interpretation<'_>, start: usize) -> usize {
    let own = |at: usize| matches!(interpretation.uses.get(at), Some(Use::Operation | Use::Politeness));
    (0..start).rev().find(|at| !own(*at)).map_or(start, |at| at + 1)
}

/// Whether the text goes to a reader.
fn is_written(interpretation: &Interpretation<'_>) -> bool {
    matches!(interpretation.sentence.meaning, Meaning::Intent("send_message" | "reply" | "write_mail"))
}

/// The most words of a sentence that belong to a title: `lunch with`.
const MOST_OWN: usize = 2;

/// Extends a slot that is called `whole_…` by the sentence's own words right before it: `lunch with Priya`.
fn whole(words: &[Word], interpretation: &Interpretation<'_>, filled: &Filled) -> Filled {
    let mut whole = filled.clone();
    // "einen Friseurtermin": the title is the whole compound, though its last part is a word of the sentence.
    let titled = filled.name == "label" && interpretation.sentence.meaning == Meaning::Intent("create_event");
    let glued = |at: usize| words.get(at).is_some_and(|word| word.start == words[at - 1].end);
    if titled && glued(filled.end) {
        whole.end += 1;
    }
    let Some(name) = filled.name.strip_prefix("whole_") else { return whole };
    name.clone_into(&mut whole.name);
    let own = |at: usize| interpretation.uses.get(at) == Some(&Use::Operation);
    while whole.start + MOST_OWN > filled.start && whole.start > 0 && own(whole.start - 1) {
        whole.start -= 1;
    }
    whole
}

/// Turns `from 2 to 3` into a beginning and a duration.
fn span(values: &mut Map<String, Value>) {
    let minutes = |value: Option<&Value>| {
        let (hour, minute) = value?.as_str()?.split_once(':')?;
        Some(hour.parse::<i32>().ok()? * 60 + minute.parse::<i32>().ok()?)
    };
    let (from, to) = (minutes(values.get("time")), minutes(values.get("until_time")));
    // "on Friday from 2 to 3": the day is said apart from the hour.
    if let Some(date) = values.get("on_date").filter(|_| !values.contains_key("date")).cloned() {
        values.insert("date".to_owned(), date);
    }
    values.retain(|name, _| !name.starts_with("until_") && !name.starts_with("on_"));
    let (Some(from), Some(mut to)) = (from, to) else { return };
    // "9 to 5", "11 to 1": the end is the next hour of that name.
    while to <= from {
        to += 12 * 60;
    }
    if to - from < 24 * 60 {
        values.insert("duration_s".to_owned(), ((to - from) * 60).into());
    }
}

/// Whether the text only refers to content kept elsewhere.
fn refers(input: &MatchInput<'_>, filled: &Filled) -> bool {
    let literal =
        input.words[filled.start].quotation.is_some() || filled.start > 0 && input.words[filled.start - 1].colon;
    let named = ends_with_app(input, filled).unwrap_or(filled.end);
    let rest = |end: usize| (end..named).all(|at| input.tokens().is(at, List::Thanks));
    !literal
        && input.tokens().find(filled.start, List::Reference).is_some_and(|(_, end)| end <= filled.end && rest(end))
}

/// Returns where a message ends if the name of a messenger follows: `in Simple SMS Messenger`.
fn ends_with_app(input: &MatchInput<'_>, filled: &Filled) -> Option<usize> {
    let quoted = |at: usize| input.words[at].quotation.is_some();
    // "I am on WhatsApp" would be incomplete without it.
    let unfinished = |at: usize| {
        input.tokens().find(at, List::Unfinished).is_some_and(|(entry, end)| entry.value == "never" && end == at + 1)
    };
    let begins = |at: &usize| input.tokens().is(*at, List::Using) && !quoted(*at) && !unfinished(at - 1);
    let named = |at: &usize| input.ends_of_messenger(at + 1).any(|end| end == filled.end);
    (filled.start + 1..filled.end.saturating_sub(1)).filter(begins).find(named)
}

/// Puts one slot's value where the plan expects it.
pub(crate) fn fill(input: &MatchInput<'_>, filled: &Filled, slots: &mut Map<String, Value>) {
    let words = &input.words[filled.start..filled.end];
    let mut put = |name: &str, value: Value| {
        slots.insert(name.to_owned(), value);
    };
    match filled.kind {
        Kind::Anything => {}
        Kind::Name => match read::telephone(input.tokens(), filled.start).filter(|(_, end)| *end == filled.end) {
            Some((number, _)) => put(&filled.name, number.into()),
            None => {
                let name = person(verbatim(input.utterance, words), &input.grammar.lexicon);
                put(&filled.name, without_relation(input, &name).into());
            }
        },
        Kind::Text | Kind::Marked | Kind::Quoted | Kind::Speech | Kind::Reported | Kind::Asked => {
            put(&filled.name, dictated(input, filled.start, filled.end).into())
        }
        // In quotation marks, a comma and an "and" join nothing: it is one entry.
        Kind::Phrase if filled.name == "items" && is_one_quotation(words) => {
            put(&filled.name, vec![phrase(input, filled)].into());
        }
        Kind::Phrase | Kind::Place => put(&filled.name, phrase(input, filled).into()),
        Kind::App | Kind::Messenger | Kind::AnyApp => put(&filled.name, app(input, filled).into()),
        Kind::Setting => {
            let setting = input.grammar.settings.at(filled.start, |at| input.id(at));
            let value =
                setting.filter(|(length, _)| filled.start + length == filled.end).map(|(_, value)| value).next();
            put(&filled.name, value.unwrap_or_default().into());
        }
        Kind::When | Kind::EventWhen => {
            let habit = if filled.kind == Kind::When { Habit::Alarm } else { Habit::Event };
            let within = Tokens { words: &input.words[..filled.end], lexicon: &input.grammar.lexicon };
            if let Some((when, _)) = read::when(within, filled.start, input.now, habit) {
                match filled.name.as_str() {
                    "when" => point_in_time(&when, slots),
                    // A second point in time: `{old:when}` sets `old_time` and `old_date`.
                    name => {
                        let mut other = Map::new();
                        point_in_time(&when, &mut other);
                        slots.extend(other.into_iter().map(|(part, value)| (format!("{name}_{part}"), value)));
                    }
                }
            }
        }
        Kind::PastDay => {
            let day = read::past_day(input.tokens(), filled.start, input.now.date());
            put(&filled.name, day.map(|(day, _)| day.to_string()).into());
        }
        Kind::Duration => {
            put(&filled.name, read::duration(input.tokens(), filled.start).map(|(value, _)| value).into())
        }
        Kind::Level => {
            let level = read::level(input.tokens(), filled.start).map_or(0, |(value, _)| i64::from(value));
            if filled.name == "lower_by" { put("change", (-level).into()) } else { put(&filled.name, level.into()) }
        }
        Kind::Sum => put(&filled.name, read::sum(input.tokens(), filled.start).map(|(value, _)| value).into()),
        Kind::Money => put(&filled.name, read::money(input.tokens(), filled.start).map(|(value, _)| value).into()),
        Kind::Telephone => {
            put(&filled.name, read::telephone(input.tokens(), filled.start).map(|(value, _)| value).into())
        }
        Kind::Email => put(&filled.name, read::email(input.tokens(), filled.start).map(|(value, _)| value).into()),
        Kind::Address => {
            put(
                &filled.name,
                read::address(input.tokens(), filled.start, input.utterance).map(|(value, _)| value).into(),
            );
        }
        Kind::Ordinal => put(&filled.name, read::ordinal(input.tokens(), filled.start).map(|(value, _)| value).into()),
        Kind::Decimal => {
            put(&filled.name, read::number(input.tokens(), filled.start).map(|(value, _)| value.to_string()).into());
        }
        Kind::Measure => {
            let unit = input.tokens().find(filled.start, List::Measure).map(|(entry, _)| entry.value.clone());
            put(&filled.name, unit.into());
        }
        Kind::Calculation => {
            let symbols = read::calculation(input.tokens(), filled.start, input.utterance);
            put(&filled.name, symbols.map(|(symbols, _)| symbols).into());
        }
        #[expect(clippy::cast_possible_truncation, reason = "whole and within the bounds of the slot")]
        Kind::Number { .. } => {
            put(&filled.name, read::number(input.tokens(), filled.start).map(|(value, _)| value as i64).into());
        }
    }
}

/// Sets `time`, `date` and `days`, as far as they were said.
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

/// Returns a person as said, without the possessive: `my mom` is `mom`, `Sam's` is `Sam`, `my friend Kate` is Kate.
pub(crate) fn person(said: &str, lexicon: &Lexicon) -> String {
    let name = without(said.trim(), List::Owner, lexicon);
    let name = without(name, List::Friend, lexicon);
    name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")).unwrap_or(name).to_owned()
}

/// Returns the text without leading phrases of a list, as long as something is left.
fn without<'t>(said: &'t str, list: List, lexicon: &Lexicon) -> &'t str {
    let words = text::words(said).unwrap_or_default();
    let tokens = Tokens { words: &words, lexicon };
    let mut next = 0;
    while tokens.past(next, list) > next {
        next = tokens.past(next, list);
    }
    words.get(next).filter(|_| next > 0).and_then(|word| said.get(word.start..)).unwrap_or(said)
}

/// Whether the words are all in the same quotation marks.
fn is_one_quotation(words: &[Word]) -> bool {
    let first = words.first().and_then(|word| word.quotation);
    first.is_some() && words.iter().all(|word| word.quotation == first)
}

/// Returns dictated text: exactly as said, with a capital letter unless it was quoted or followed a colon.
pub(crate) fn dictated(input: &MatchInput<'_>, from: usize, to: usize) -> String {
    let said = text::passage(input.utterance, &input.words, from, to);
    if said.exact { said.text } else { text::capitalised(&said.text) }
}

/// Returns a title or a place, without small words before it, unless they are capitalised like the title.
fn phrase(input: &MatchInput<'_>, filled: &Filled) -> String {
    let (words, tokens) = (&input.words, input.tokens());
    let little = |at: usize| {
        let titled = words[at].capital && words[filled.start..filled.end].iter().any(|word| !word.capital);
        tokens.is(at, List::Little) && !titled && words[at].quotation.is_none()
    };
    let all_capital = words[filled.start..filled.end].iter().all(|word| word.capital) && filled.end - filled.start > 1;
    let mut start = filled.start;
    while start + 1 < filled.end && little(start) && !all_capital {
        start += 1;
    }
    // "note_final.txt" is one name, even if the sentence has a word `note`.
    let joined = |at: usize| at > 0 && input.utterance.get(words[at - 1].end..words[at].start) == Some("_");
    while joined(start) {
        start -= 1;
    }
    text::phrase(input.utterance, words, start, filled.end)
}

/// Returns an app by its own name, if it is known.
fn app(input: &MatchInput<'_>, filled: &Filled) -> String {
    let length = filled.end - filled.start;
    let listed = input.grammar.apps.at(filled.start, |at| input.id(at)).find(|(found, _)| *found == length);
    let as_said = verbatim(input.utterance, &input.words[filled.start..filled.end]);
    listed.map_or_else(|| as_said.to_owned(), |(_, name)| name.to_owned())
}
