//! Turns the words of an utterance into wishes: one or several requests, with corrections and constraints applied.
//!
//! The planner calls it for every utterance. It knows the shape of speech (requests joined by `and then`, corrections,
//! prohibitions), never the needs of an operation.

pub(crate) mod account;
mod constraint;
mod correction;
mod deferral;
mod dictation;
mod doubt;
mod evening;
mod framing;
mod harvest;
mod hesitation;
mod reported;
mod settings;
mod split;
pub(crate) mod value;

use serde_json::{Map, Value};

use self::account::TakenOut;
use self::constraint::Constraints;
use crate::grammar::{Kind, Lexicon, List, Meaning, SURE, Tokens};
use crate::index::{LookupResult, Match};
use crate::matcher::{Filled, Interpretation, MatchInput, Use, without_relation};
use crate::role::{Accounted, Role};
use crate::text::{self, Word};

/// The confidence from which an interpretation may be combined with others: that from which it would run unasked (P2).
pub(crate) const GOOD: f32 = 0.7;

/// Below this an interpretation is a guess that is not even worth a question: a weak sentence (0.62) alone is worth
/// one, but not with a misheard word.
const LEAST: f32 = 0.55;

/// A doubt that is just large enough to make even a sure interpretation (0.95) ask (below 0.70).
pub(crate) const ASKED: f32 = 0.28;

/// One request: its intent and its details.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wish {
    pub(crate) intent: &'static str,
    pub(crate) slots: Map<String, Value>,
    pub(crate) confidence: f32,
    /// Skip the last step: `but don't send it`.
    pub(crate) hold: bool,
    /// Apps that must not be used.
    pub(crate) avoid: Vec<String>,
    /// The person chose the recipient, so a name with `and` in it is one name.
    pub(crate) chosen: bool,
    /// The possible contents, if they are ambiguous: the person is asked.
    pub(crate) contents: Vec<String>,
    /// The device that the person named, if it may not be this phone.
    pub(crate) device: Option<String>,
    /// The role of each of its words.
    pub(crate) words: Vec<Accounted>,
}

/// The request in the words.
pub(crate) enum Understood {
    /// These requests, in order (empty if the words are outside the catalogue), and what every word became.
    Wishes(Vec<Wish>, Vec<Accounted>),
    /// A request for later or on a condition, so not for now.
    Later,
}

/// Returns the requests in the words, unless they are for later.
pub(crate) fn understood(input: &MatchInput<'_>) -> Understood {
    let sounds = hesitation::hesitations(input);
    if sounds.is_empty() {
        return without_sounds(input);
    }
    let clean = input.of(&(0..input.words.len()).filter(|at| !sounds.contains(at)).collect::<Vec<_>>());
    match without_sounds(&clean) {
        Understood::Wishes(wishes, mut words) => {
            let sounds = sounds.iter().map(|at| &input.words[*at]);
            words.extend(sounds.map(|word| Accounted { start: word.start, end: word.end, role: Role::Politeness }));
            words.sort_by_key(|word| word.start);
            Understood::Wishes(wishes, words)
        }
        Understood::Later => Understood::Later,
    }
}

fn without_sounds(input: &MatchInput<'_>) -> Understood {
    let (wishes, words) = wishes(input);
    let later = deferral::is_deferred(input, &wishes);
    let sure = !wishes.is_empty() && wishes.iter().all(|wish| wish.confidence >= GOOD);
    // Only a request that is not understood is read again, without the remarks around it.
    if (!sure || later)
        && let Some(found) = framing::without_remarks(input)
    {
        return found;
    }
    if later { Understood::Later } else { Understood::Wishes(wishes, words) }
}

fn wishes(input: &MatchInput<'_>) -> (Vec<Wish>, Vec<Accounted>) {
    let whole = input;
    let constraints = Constraints::read(input);
    let left = (!constraints.is_none()).then(|| input.of(&constraints.kept));
    let input = left.as_ref().unwrap_or(input);
    if input.words.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let device = framing::device(input);
    let left = device.as_ref().map(|device| input.without(&device.words));
    let framed = device.iter().flat_map(|device| &input.words[device.words.clone()]).map(|word| word.start);
    let framed: Vec<usize> = framed.collect();
    let input = left.as_ref().unwrap_or(input);
    let corrected = correction::corrected(input);
    let is_corrected = corrected.is_some();
    let wishes = match corrected {
        Some(wish) => vec![wish],
        None => split::requests(input),
    };
    let mut wishes: Vec<Wish> = wishes.into_iter().flat_map(|wish| each_person(wish, input)).collect();
    wishes = wishes.into_iter().flat_map(settings::with_all_sounds).collect();
    // "I have to be up by six, so set an alarm": the second request adds nothing to the first.
    let mut at = 1;
    while at < wishes.len() {
        let (before, after) = (&wishes[at - 1], &wishes[at]);
        let said = after.slots.iter().all(|(name, value)| before.slots.get(name) == Some(value));
        if said && before.intent == after.intent && before.slots.len() > after.slots.len() {
            let same = wishes.remove(at);
            wishes[at - 1].words.extend(same.words);
        } else {
            at += 1;
        }
    }
    // "text Sam hello. scratch that": a request and its cancellation in one breath contradict each other, so the person
    // must confirm.
    let undone = wishes.iter().skip(1).any(|wish| wish.intent == "undo_last");
    // "text Sam hi no wait don't send it": the words between belong to neither.
    let last = constraints.kept.last().copied().filter(|_| constraints.hold);
    let undone = undone || last.is_some_and(|last| whole.tokens().is(last, List::PlainCorrection));
    for wish in &mut wishes {
        wish.hold = constraints.hold;
        wish.confidence -= if constraints.doubtful || undone { ASKED } else { 0.0 };
        wish.avoid.clone_from(&constraints.avoid);
        wish.device = device.as_ref().and_then(|device| device.other.clone());
    }
    let places = 0..whole.words.len();
    let out = TakenOut {
        constraints: places.clone().filter(|at| !constraints.is_none() && !constraints.kept.contains(at)).collect(),
        framing: places.filter(|at| framed.contains(&whole.words[*at].start)).collect(),
        corrected: is_corrected,
    };
    let requests: Vec<Vec<Accounted>> = wishes.iter().map(|wish| wish.words.clone()).collect();
    let words = account::whole(whole, &requests, &out);
    (wishes, words)
}

/// Expands `text Ben and Jerry` to a message to each, unless a contact has that name.
///
/// Without contacts to look in, it cannot tell a call to both from a call to one contact of that name: the plan asks.
fn each_person(wish: Wish, input: &MatchInput<'_>) -> Vec<Wish> {
    let index = input.index;
    let Some(names) = wish.slots.get("recipient").and_then(Value::as_str) else { return vec![wish] };
    let parts = people(names, &input.grammar.lexicon);
    let known = |name: &str| {
        matches!(
            index.person(name),
            LookupResult::One { how: Match::Exact | Match::Prefix, .. } | LookupResult::Several { .. }
        )
    };
    let parts: Vec<String> = parts.iter().map(|part| without_relation(input, part)).collect();
    let each = match wish.intent {
        _ if parts.len() < 2 || known(names) => false,
        "send_message" | "share_location" => true,
        "call_contact" => parts.iter().any(|name| known(name)),
        _ => false,
    };
    if each { of_each(&wish, &parts) } else { vec![wish] }
}

/// Splits the names in `Ann, Ben and Jerry`.
pub(crate) fn people(names: &str, lexicon: &Lexicon) -> Vec<String> {
    joined_parts(names, lexicon).into_iter().map(|part| value::person(part, lexicon)).collect()
}

/// Returns the parts of an enumeration: `milk, eggs and bread`.
pub(crate) fn joined_parts<'t>(names: &'t str, lexicon: &Lexicon) -> Vec<&'t str> {
    let words = text::words(names).unwrap_or_default();
    let tokens = Tokens { words: &words, lexicon };
    let mut parts = vec![Vec::new()];
    for (at, word) in words.iter().enumerate() {
        let joint = tokens.is(at, List::And) || tokens.is(at, List::Then);
        if joint {
            parts.push(Vec::new());
        } else {
            parts.last_mut().into_iter().for_each(|part: &mut Vec<Word>| part.push(word.clone()));
        }
        if word.pause {
            parts.push(Vec::new());
        }
    }
    parts.iter().map(|part| text::verbatim(names, part)).filter(|part| !part.is_empty()).collect()
}

/// Returns the same wish for each of these people.
pub(crate) fn of_each(wish: &Wish, people: &[String]) -> Vec<Wish> {
    let one = |name: &String| {
        let mut one = wish.clone();
        one.slots.insert("recipient".to_owned(), name.as_str().into());
        one
    };
    people.iter().map(one).collect()
}

/// Whether a loose sentence is a message all the same: it names a contact, nothing is left over, and its text is quoted
/// or is somebody's own clause (`let Emily know I can't make it`).
fn is_addressed(input: &MatchInput<'_>, interpretation: &Interpretation<'_>, intent: &str) -> bool {
    let used = |of: Use| interpretation.uses.contains(&of);
    let find = |fits: fn(Kind) -> bool| interpretation.filled.iter().find(|slot| fits(slot.kind));
    let (Some(name), Some(text)) = (find(|kind| kind == Kind::Name), find(Kind::is_text)) else { return false };
    let loose = interpretation.filled.iter().any(|slot| slot.kind == Kind::Anything);
    if intent != "send_message" || loose || used(Use::LeftOver) || interpretation.confidence < LEAST {
        return false;
    }
    let tokens = input.tokens();
    let quoted = input.words[text.start..text.end].iter().all(|word| word.quotation.is_some());
    // Where third persons are not rephrased for the hearer, the words may be about another person.
    let turns = |list: List| input.grammar.lexicon.words(list).next().is_some();
    let turned = turns(List::ThirdSubject) || turns(List::ClauseSubject);
    let clause = turned
        && matches!(text.kind, Kind::Reported | Kind::Asked | Kind::Speech)
        && (tokens.is(text.start, List::Myself) || text.kind == Kind::Asked || tokens.is(text.start - 1, List::That));
    let clause = clause || states(input, text) || is_said_directly(input, name, text);
    let words: Vec<&str> = input.words[name.start..name.end].iter().map(|word| word.plain.as_str()).collect();
    let said = without_relation(input, &value::person(&words.join(" "), &input.grammar.lexicon));
    let known = matches!(input.index.person(&said), LookupResult::One { how: Match::Exact | Match::Prefix, .. });
    known && (quoted || clause)
}

/// The most words of a button's label that was not quoted: a longer one is another request that begins with `hit`.
const LONGEST_LABEL: usize = 5;

fn is_long(input: &MatchInput<'_>, slot: &Filled) -> bool {
    slot.end - slot.start > LONGEST_LABEL && input.words[slot.start].quotation.is_none()
}

/// The minimum number of words in a text directly after a name that cannot be an object to send.
const FEWEST_WORDS: usize = 4;

/// Whether a text directly after a name can only be a message: `send Emily call me when you can`, but not `send Emily
/// the report we wrote` or `send Emily home`.
fn is_said_directly(input: &MatchInput<'_>, name: &Filled, text: &Filled) -> bool {
    let tokens = input.tokens();
    let first = text.start;
    let thing = [
        List::Indefinite,
        List::Owner,
        List::Little,
        List::Determiner,
        List::All,
        List::Another,
        List::UnlikeText,
        List::And,
    ]
    .into_iter()
    .any(|list| tokens.find(first, list).is_some());
    let noun = (first..text.end.min(first + FEWEST_WORDS)).any(|at| tokens.find(at, List::Attachment).is_some());
    // "sag Anna wie spät es ist" asks for something to be looked up.
    let thing = thing || tokens.is(first, List::Wh) || tokens.is(first, List::If);
    let measured = tokens.at(first).bytes().any(|byte| byte.is_ascii_digit()) || tokens.is(first, List::BeforeTime);
    text.kind == Kind::Text && name.end == first && text.end - first >= FEWEST_WORDS && !thing && !noun && !measured
}

/// Whether a title begins the request, with an article inside or after it: its first word may be a verb that the
/// grammar does not know, such as `whack a chicken timer on`.
fn begins_unknown(input: &MatchInput<'_>, interpretation: &Interpretation<'_>) -> bool {
    let first = interpretation.uses.iter().position(|used| matches!(used, Use::Operation | Use::Slot(_)));
    let article = |at: usize| input.exact(at).is_some_and(|id| input.grammar.articles.contains(id));
    interpretation
        .filled
        .iter()
        .any(|slot| slot.name == "label" && Some(slot.start) == first && (slot.start + 1..=slot.end).any(article))
}

/// The maximum distance of a statement's verb from its first word, in words: `the package for Anna came`.
const FAR_STATEMENT_VERB: usize = 4;

/// Whether the words are a statement, which can only be meant for the person named: `tell Sam dinner is ready`. `tell
/// Sam a joke` is not a statement, nor is a clause that depends on the words before it.
fn states(input: &MatchInput<'_>, text: &Filled) -> bool {
    let tokens = input.tokens();
    let depends = tokens.is(text.start, List::If)
        || tokens.is(text.start, List::Wh)
        || (text.start..text.end).any(|at| tokens.is(at, List::ClauseBreak));
    let verb = (text.start + 1..text.end.min(text.start + 1 + FAR_STATEMENT_VERB))
        .find(|at| tokens.is(*at, List::StatementVerb) || tokens.is(*at, List::That));
    !depends && verb.is_some_and(|at| tokens.is(at, List::StatementVerb))
}

/// Converts an interpretation to a wish, unless it is outside the catalogue.
fn wish(input: &MatchInput<'_>, interpretation: &Interpretation<'_>) -> Option<Wish> {
    let Meaning::Intent(intent) = interpretation.sentence.meaning else { return None };
    if interpretation.confidence < LEAST {
        return None;
    }
    let mut slots = value::slots(input, interpretation);
    let mut words = account::of_request(input, interpretation);
    if let Some((start, end, name)) = harvest::harvest(input, interpretation, intent, &mut slots.values) {
        words[start..end].iter_mut().for_each(|word| word.role = Role::Slot(name.to_owned()));
    }
    // "text Emily uh scratch that Alex hello": what begins by taking something back may not be the text.
    let taken_back = |slot: &Filled| {
        let filler = |at: usize| input.exact(at).is_some_and(|id| input.grammar.fillers.contains(id));
        let first = (slot.start..slot.end).find(|at| !filler(*at)).unwrap_or(slot.end);
        let said = input.tokens().find(first, List::StrongCorrection).is_some_and(|(_, end)| end < slot.end);
        let literal =
            input.words[slot.start].quotation.is_some() || slot.start > 0 && input.words[slot.start - 1].colon;
        slot.kind.is_text() && !literal && (said || correction::may_correct(input, slot))
    };
    slots.likely |= interpretation.filled.iter().any(taken_back) || begins_unknown(input, interpretation);
    slots.likely |= doubt::is_doubtful(input, interpretation, intent);
    slots.likely |= intent == "tap_label" && interpretation.filled.iter().any(|slot| is_long(input, slot));
    let least = if is_addressed(input, interpretation, intent) { SURE } else { 0.0 };
    let confidence = interpretation.confidence.max(least);
    // A person who chooses between the readings need not confirm the choice again.
    let chosen = interpretation.sentence.asks && !slots.choices.is_empty();
    let confidence = if chosen { confidence + ASKED } else { confidence };
    let confidence = if slots.likely { confidence.min(SURE - ASKED) } else { confidence };
    Some(Wish {
        intent,
        slots: slots.values,
        confidence,
        hold: false,
        avoid: Vec::new(),
        chosen: false,
        contents: slots.choices,
        device: None,
        words,
    })
}
