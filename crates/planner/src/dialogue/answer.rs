//! Applies an answer to the open question: yes, no, stop, a choice, a value, a correction.

use action::plan::Risk;
use serde_json::Value;

use super::{Dialogue, Next, Open, fill, next_of, question};
use crate::assemble;
use crate::grammar::{Grammar, Lexicon, Phrases};
use crate::index::{LookupResult, Match};
use crate::matcher::MatchInput;
use crate::read::{self, List};
use crate::understand::{self, Wish};
use crate::{Outcome, Planner, Turn, text};

/// The confidence a new request needs to replace an open question: no misheard word, no rival interpretation.
const UNMISTAKABLE: f64 = 0.9;

/// The least confidence of a request whose question was answered. The person has just settled the doubt, so asking
/// again needs another reason.
const ANSWERED: f32 = 0.8;

/// The most words of an answer without a question, and one more.
const MOST_IDLE: usize = 9;

pub(super) fn answer(planner: &Planner, turn: &Turn<'_>, dialogue: &Dialogue, open: &Open) -> (Next, Dialogue) {
    let unclear = || (Next::Unclear(question(&open.plan)), dialogue.clone());
    let Some(words) = text::words(turn.utterance).filter(|words| !words.is_empty()) else { return unclear() };
    let Some(grammar) = planner.grammar_of(open.plan.metadata.language.as_deref()) else { return unclear() };
    let input = MatchInput::new(grammar, turn.utterance, words, turn.now, turn.directory);
    if is_whole(&input, &grammar.stop) {
        return (Next::Cancelled, dialogue.closed(&[]));
    }
    let settled = match &open.plan.ask {
        Some(ask) => match chosen(&input, &ask.choices) {
            Choice::One(choice) => Some(with_slot(open, ask.slot.as_deref(), &choice.into(), &grammar.lexicon)),
            Choice::Beyond => return unclear(),
            Choice::None if is_whole(&input, &grammar.no) => return (Next::Cancelled, dialogue.closed(&[])),
            // A yes chooses none of several texts, and is not the text itself.
            Choice::None if !ask.choices.is_empty() && is_whole(&input, &grammar.yes) => return unclear(),
            Choice::None => value(planner, turn, dialogue, &input, open, ask.slot.as_deref()),
        },
        None if is_whole(&input, &grammar.yes) || urged(&input, open) => {
            return (Next::Run(open.plan.clone()), dialogue.closed(&open.wishes));
        }
        None if is_whole(&input, &grammar.no) => return (Next::Cancelled, dialogue.closed(&[])),
        None => {
            return match fill::corrected(&input, &open.wishes) {
                Some(wishes) => replanned(planner, grammar, turn, dialogue, wishes, true),
                None => otherwise(planner, turn, dialogue, open),
            };
        }
    };
    match settled {
        Some(mut wishes) => {
            let asked = open.plan.ask.as_ref().and_then(|ask| ask.slot.as_deref());
            let learned = learned(open, &wishes).filter(|_| asked == Some("recipient"));
            // A person who answers when the alarm should ring wants an alarm.
            if let Some(wish) = wishes.get_mut(open.asked) {
                wish.confidence = wish.confidence.max(ANSWERED);
            }
            let number = (asked == Some("number")).then(|| chosen_number(turn, open, &wishes)).flatten();
            let (next, mut after) = replanned(planner, grammar, turn, dialogue, wishes, open.corrected);
            if let (Some((name, number)), Next::Run(_) | Next::Ask(_)) = (number, &next) {
                after.memory.numbers.insert(name, number);
            }
            if let (Some((said, name)), false) = (learned, matches!(next, Next::Unclear(_))) {
                // Only a contact is worth remembering, and only for a name that no contact has.
                let known =
                    matches!(turn.directory.person(&name), LookupResult::One { how: Match::Exact | Match::Prefix, .. });
                let unknown = turn.directory.person(&said) == LookupResult::Nothing;
                if known && unknown {
                    after.memory.people.insert(said, name);
                }
            }
            (next, after)
        }
        None => otherwise(planner, turn, dialogue, open),
    }
}

/// Returns the name that the question was about, in plain words, and the answer.
fn learned(open: &Open, wishes: &[Wish]) -> Option<(String, String)> {
    let name = |wishes: &[Wish]| wishes.get(open.asked)?.slots.get("recipient")?.as_str().map(str::to_owned);
    let said = text::words(&name(&open.wishes)?)?.into_iter().map(|word| word.plain).collect::<Vec<_>>().join(" ");
    Some((said, name(wishes)?))
}

/// Returns the contact and which of its numbers the person chose to call, unless they had named one that it lacks.
fn chosen_number(turn: &Turn<'_>, open: &Open, wishes: &[Wish]) -> Option<(String, String)> {
    let wish =
        wishes.get(open.asked).filter(|wish| wish.intent == "call_contact" && !wish.slots.contains_key("line"))?;
    let text = |name: &str| wish.slots.get(name).and_then(Value::as_str);
    let LookupResult::One { at, .. } = turn.directory.person(text("recipient")?) else { return None };
    let contact = turn.directory.directory().contacts.get(at)?;
    let number = text("number").filter(|number| contact.numbers.iter().any(|own| own == number))?;
    Some((contact.name.clone(), number.to_owned()))
}

/// Whether one word was enough: a person who calls for help repeats `help`, not `yes`.
fn urged(input: &MatchInput<'_>, open: &Open) -> bool {
    let urgent = open.wishes.len() == 1
        && open.wishes.iter().all(|wish| {
            action::plan::operation(wish.intent).is_some_and(|operation| operation.risk == Risk::Emergency)
        });
    urgent && is_whole(input, &input.grammar.one_word_yes)
}

/// Applies a correction to the last plan: `no, make it seven`. It is confirmed again, because the first plan may
/// already have taken effect.
pub(super) fn corrected(planner: &Planner, turn: &Turn<'_>, dialogue: &Dialogue) -> Option<(Next, Dialogue)> {
    if dialogue.last.is_empty() {
        return None;
    }
    let words = text::words(turn.utterance)?;
    let grammar = planner.grammar_of(dialogue.language.as_deref())?;
    let input = MatchInput::new(grammar, turn.utterance, words, turn.now, turn.directory);
    let (length, _) = grammar.corrections.at(0, |at| input.exact(at)).max_by_key(|(length, _)| *length)?;
    // "no, call Emily": a request of its own takes the place of one of the same kind, and of no other.
    let own = planner.plan(turn, dialogue);
    // "change that to 9:30": a reading in which "that" is an event's name is no request of its own.
    let leads: Vec<&str> = (0..length).map(|at| input.tokens().at(at)).collect();
    let mut values = own.wishes.iter().flat_map(|wish| wish.slots.values()).filter_map(Value::as_str);
    let refers_back = values.any(|value| leads.contains(&value.to_lowercase().as_str()));
    let wishes = if is_request(&own) && !refers_back {
        let no = input.tokens().is(0, List::No);
        let same =
            matches!((own.wishes.as_slice(), dialogue.last.as_slice()), ([new], [old]) if new.intent == old.intent);
        if no && same && own.plan.ask.is_none() { own.wishes } else { return None }
    } else {
        fill::corrected(&input, &dialogue.last)?
    };
    Some(replanned(planner, grammar, turn, dialogue, wishes, true))
}

/// Fills the requested slot, unless the answer is a new request.
fn value(
    planner: &Planner,
    turn: &Turn<'_>,
    dialogue: &Dialogue,
    input: &MatchInput<'_>,
    open: &Open,
    slot: Option<&str>,
) -> Option<Vec<Wish>> {
    let slot = slot?;
    if slot != "content" && is_request(&planner.plan(turn, dialogue)) {
        return None;
    }
    let mut wishes = open.wishes.clone();
    let wish = wishes.get_mut(open.asked)?;
    if !fill::slot(input, slot, wish) {
        return None;
    }
    // "message Mom, Dad and Ben": the content goes to each of them.
    if let Some(content) = wish.slots.get("content").cloned().filter(|_| slot == "content") {
        let intent = wish.intent;
        let same = |wish: &&mut Wish| wish.intent == intent && !wish.slots.contains_key("content");
        wishes.iter_mut().filter(same).for_each(|wish| {
            wish.slots.insert("content".to_owned(), content.clone());
        });
    }
    Some(wishes)
}

/// Handles any other answer: a new request, or the question again.
fn otherwise(planner: &Planner, turn: &Turn<'_>, dialogue: &Dialogue, open: &Open) -> (Next, Dialogue) {
    let outcome = planner.plan(turn, dialogue);
    if is_request(&outcome) {
        let next = dialogue.after(&outcome);
        return (next_of(outcome), next);
    }
    (Next::Unclear(question(&open.plan)), dialogue.clone())
}

fn is_request(outcome: &Outcome) -> bool {
    outcome.covered && outcome.plan.confidence.get() >= UNMISTAKABLE
}

fn replanned(
    planner: &Planner,
    grammar: &Grammar,
    turn: &Turn<'_>,
    dialogue: &Dialogue,
    wishes: Vec<Wish>,
    corrected: bool,
) -> (Next, Dialogue) {
    let (mut plan, asked) = assemble::plan(&wishes, &planner.context(grammar, turn, dialogue));
    plan.metadata.context = Some("follow_up".to_owned());
    plan.confirm |= corrected && plan.ask.is_none();
    let outcome = Outcome { plan, covered: true, wishes, asked, words: Vec::new() };
    let mut next = dialogue.after(&outcome);
    if let Some(open) = &mut next.open {
        open.corrected = corrected;
    }
    (next_of(outcome), next)
}

/// Returns the key of the reply to an answer that no question is open for: a yes, a no, an end, thanks, a correction.
pub(crate) fn idle(grammar: &Grammar, turn: &Turn<'_>) -> Option<&'static str> {
    let words = text::words(turn.utterance).filter(|words| (1..MOST_IDLE).contains(&words.len()))?;
    let input = MatchInput::new(grammar, turn.utterance, words, turn.now, turn.directory);
    let tokens = input.tokens();
    let grateful = tokens.find(0, List::Gratitude).is_some() && input.words.len() <= 4;
    let corrects = grammar.corrections.at(0, |at| input.exact(at)).next().is_some_and(|(length, _)| length > 1);
    let said = |phrases: &Phrases| is_whole(&input, phrases);
    match () {
        () if grateful => Some("idle thanks"),
        () if said(&grammar.stop) => Some("idle stop"),
        () if said(&grammar.yes) => Some("idle yes"),
        () if said(&grammar.no) => Some("idle no"),
        () if corrects => Some("idle correction"),
        () => None,
    }
}

/// Whether the words are a no, or end the dialogue.
pub(super) fn declines(grammar: &Grammar, turn: &Turn<'_>) -> bool {
    let Some(words) = text::words(turn.utterance).filter(|words| !words.is_empty()) else { return false };
    let input = MatchInput::new(grammar, turn.utterance, words, turn.now, turn.directory);
    is_whole(&input, &grammar.stop) || is_whole(&input, &grammar.no)
}

/// Whether the answer consists of one of the phrases, apart from politeness.
fn is_whole(input: &MatchInput<'_>, phrases: &Phrases) -> bool {
    let length = input.words.len();
    (0..length.min(4)).any(|start| {
        let polite = (0..start).all(|at| input.tokens().is(at, List::Polite));
        polite
            && phrases
                .at(start, |at| input.exact(at))
                .any(|(found, _)| (start + found..length).all(|at| input.tokens().is(at, List::Thanks)))
    }) && !mixed(input)
}

/// "yes no" and "no yes" are not answers.
fn mixed(input: &MatchInput<'_>) -> bool {
    let says = |list: List| (0..input.words.len()).any(|at| input.tokens().is(at, list));
    says(List::Yes) && says(List::No)
}

enum Choice {
    One(String),
    /// A number beyond the last choice.
    Beyond,
    None,
}

/// Returns the choice that the answer names: by its number, its position, or its name.
fn chosen(input: &MatchInput<'_>, choices: &[String]) -> Choice {
    if choices.is_empty() {
        return Choice::None;
    }
    if let ([only], true) = (choices, is_whole(input, &input.grammar.yes)) {
        return Choice::One(only.clone());
    }
    let pick = |at: usize| choices.get(at).map_or(Choice::Beyond, |choice| Choice::One(choice.clone()));
    let plain: Vec<&str> = input.words.iter().map(|word| word.plain.as_str()).collect();
    let tokens = input.tokens();
    let little = |at: usize| tokens.is(at, List::ChoiceLittle);
    let rest: Vec<usize> = (0..plain.len()).filter(|at| !little(*at) || plain.len() == 1).collect();
    if let [at] = rest.as_slice() {
        if tokens.is(*at, List::Last) {
            return pick(choices.len() - 1);
        }
        if let Some((place, _)) = read::ordinal(tokens, *at) {
            return pick(usize::try_from(place).unwrap_or(usize::MAX).wrapping_sub(1));
        }
        if let Some((number, _)) =
            read::number(tokens, *at).filter(|(number, _)| (1.0..100.0).contains(number) && number.fract() == 0.0)
        {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 100")]
            return pick(number as usize - 1);
        }
    }
    if rest.is_empty() && (0..plain.len()).any(|at| tokens.is(at, List::Ones)) {
        return pick(0);
    }
    let named: Vec<&String> = choices
        .iter()
        .filter(|choice| {
            let words: Vec<String> =
                text::words(choice).unwrap_or_default().into_iter().map(|word| word.plain).collect();
            !rest.is_empty() && rest.iter().all(|at| words.iter().any(|word| word == plain[*at]))
        })
        .collect();
    match named.as_slice() {
        [only] => Choice::One((*only).clone()),
        _ => Choice::None,
    }
}

/// Returns the wishes with the requested slot filled.
fn with_slot(open: &Open, slot: Option<&str>, value: &Value, lexicon: &Lexicon) -> Vec<Wish> {
    let mut wishes = open.wishes.clone();
    let at = open.asked;
    let (Some(slot), Some(wish)) = (slot, wishes.get_mut(at)) else { return wishes };
    if let Some(each) = value.as_str().filter(|text| slot == "recipient" && text.contains(assemble::EACH)) {
        let each = understand::of_each(wish, &understand::people(each, lexicon));
        wishes.splice(at..=at, each);
    } else {
        wish.chosen |= slot == "recipient";
        if slot == "content" {
            wish.contents.clear();
        }
        // A chosen namesake keeps the number: without it the same question would come again.
        let plain = value.as_str().filter(|_| slot != "recipient").and_then(|text| text.split(" (").next());
        let value = plain.map_or_else(|| value.clone(), Value::from);
        wish.slots.insert(slot.to_owned(), value);
    }
    wishes
}
