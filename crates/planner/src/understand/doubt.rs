//! Finds readings that explain every word and may still be wrong, so that the person confirms them first.
//!
//! Called for each interpretation that becomes a wish. A sentence of the grammar with an open slot (a label, a list, a
//! text) also takes words that belong to something else: a second time, a correction, another person. Nothing here
//! decides what the words mean instead.

use super::correction;
use crate::grammar::{Kind, List};
use crate::matcher::{Filled, Interpretation, MatchInput};
use crate::read::{self, Habit};

/// The most words between `not` and the name that it excludes: `not to my sister`.
const BEFORE_PERSON: usize = 2;

/// The most words of a timer's name.
const LONGEST_NAME: usize = 3;

/// Whether one of the slots holds words that are likely more than its value.
pub(super) fn is_doubtful(input: &MatchInput<'_>, interpretation: &Interpretation<'_>, intent: &str) -> bool {
    interpretation.filled.iter().any(|slot| match (intent, slot.name.as_str()) {
        ("set_alarm" | "set_timer", "label") => measures(input, slot),
        // "all timers except the pasta timer" is no name.
        ("cancel_timer" | "control_timer" | "change_timer", "label") => slot.end - slot.start > LONGEST_NAME,
        ("add_to_list", "items") => takes_back(input, slot),
        ("set_reminder", "content") => goes_on(input, slot),
        ("send_message" | "reply" | "write_mail", "content") => {
            names_others(input, slot)
                || begins_with_people(input, slot)
                || adds_person(input, slot)
                || turns_to_person(input, slot)
                || speaks_of_hearer(input, slot)
                || corrects(input, slot)
        }
        _ => false,
    })
}

/// Whether quotation marks or a colon give the text word for word.
fn is_literal(input: &MatchInput<'_>, slot: &Filled) -> bool {
    input.words[slot.start].quotation.is_some() || slot.start > 0 && input.words[slot.start - 1].colon
}

/// Whether the word revokes the words before it. German `meine` may, but before a noun it is a possessive.
fn takes_back_word(input: &MatchInput<'_>, at: usize) -> bool {
    input.tokens().is(at, List::PlainCorrection) && !input.tokens().is(at, List::Owner)
}

/// Whether a label holds a time or a number: `alarms for seven, seven fifteen and eight`, `for the next three days`.
fn measures(input: &MatchInput<'_>, slot: &Filled) -> bool {
    !is_literal(input, slot) && (slot.start..slot.end).any(|at| correction::value(input, at).is_some())
}

/// Whether the entries of a list hold a correction or a prohibition: `milk no oat milk`, `milk but no eggs`.
fn takes_back(input: &MatchInput<'_>, slot: &Filled) -> bool {
    let tokens = input.tokens();
    let taken = |at: usize| {
        let joint = tokens.is(at, List::ConstraintJoint) && !tokens.is(at, List::And);
        joint || takes_back_word(input, at) || tokens.find(at, List::Negation).is_some()
    };
    !is_literal(input, slot) && (slot.start + 1..slot.end).any(taken)
}

/// Whether the text of a reminder continues after a time: `call Ben at five and to feed the cat`.
fn goes_on(input: &MatchInput<'_>, slot: &Filled) -> bool {
    let tokens = input.tokens();
    let time = |at: usize| read::when(tokens, at, input.now, Habit::Event);
    // "um fünf an den Anruf und um sechs an den Müll"
    let again = |at: usize| tokens.is(at, List::And) && tokens.is(at + 1, List::BeforeTime) && time(at + 1).is_some();
    let said = |at: usize, bare: bool| !bare || tokens.is(at, List::BeforeTime);
    let ends = |at: usize| time(at).filter(|(when, _)| when.time.is_some() && said(at, when.bare)).map(|(_, end)| end);
    let goes_on = |at: usize| again(at) || ends(at).is_some_and(|end| tokens.is(end, List::And));
    !is_literal(input, slot) && (takes_back_word(input, slot.start) || (slot.start..slot.end).any(goes_on))
}

/// Whether a text begins with another person to write to, or not to (`text Mom or Dad …`, `text Ben not Sam …`), or
/// refers to the hearer in the third person (`sag Anna sie soll mich anrufen`).
fn names_others(input: &MatchInput<'_>, slot: &Filled) -> bool {
    let tokens = input.tokens();
    let Some((entry, end)) = tokens.find(slot.start, List::BesidesName).filter(|_| !is_literal(input, slot)) else {
        return false;
    };
    let person = |at: usize| correction::person(input, at).is_some();
    entry.value != "person" || tokens.is(end, List::That) || (end..=end + BEFORE_PERSON).any(person)
}

/// Whether a text begins with further people, named without a comma: `text Mom Dad and Grandma that …`.
fn begins_with_people(input: &MatchInput<'_>, slot: &Filled) -> bool {
    let tokens = input.tokens();
    let person = |at: usize| {
        let begin = at + usize::from(tokens.is(at, List::Owner));
        correction::person(input, begin).map(|length| begin + length)
    };
    let Some(end) = person(slot.start).filter(|_| slot.start > 0 && !is_literal(input, slot)) else { return false };
    let behind_name = correction::person(input, slot.start - 1).is_some();
    let joined = tokens.is(end, List::And) && person(end + 1).is_some();
    behind_name && (joined || tokens.is(end, List::That))
}

/// Whether a text ends with another person to write to: `I love you and Dad too`, `… and tell Emily as well`.
fn adds_person(input: &MatchInput<'_>, slot: &Filled) -> bool {
    let tokens = input.tokens();
    let ends = |at: usize| {
        let tails = input.grammar.soft_tails.at(at, |at| input.exact(at));
        tails.map(|(length, _)| at + length).any(|end| end == slot.end)
    };
    let person = |at: usize| {
        let begin = at + usize::from(tokens.is(at, List::Owner));
        correction::person(input, begin).is_some_and(|length| ends(begin + length))
    };
    let joined = |at: usize| tokens.is(at, List::And) && (person(at + 1) || person(at + 2));
    !is_literal(input, slot) && (slot.start + 1..slot.end).any(joined)
}

/// Whether a text goes on with a text to another person: `hi and Emily bye`, `good night and Dad I'll call tomorrow`.
fn turns_to_person(input: &MatchInput<'_>, slot: &Filled) -> bool {
    let tokens = input.tokens();
    let told = |at: usize| {
        at < slot.end
            && (tokens.is(at, List::Myself)
                || tokens.is(at, List::That)
                || tokens.is(at, List::PlainSubject)
                || tokens.find(at, List::Timeless).is_some())
    };
    let turns = |at: usize| {
        let begin = at + 1 + usize::from(tokens.is(at + 1, List::Owner));
        // "Sam and Ben I know", "you and Ben": the word joins two people.
        let small = input.is_small(at - 1) && tokens.find(at - 1, List::Timeless).is_none();
        let joins = small || correction::person(input, at - 1).is_some();
        tokens.is(at, List::And)
            && !joins
            && correction::person(input, begin).is_some_and(|length| told(begin + length))
    };
    !is_literal(input, slot) && (slot.start + 1..slot.end).any(turns)
}

/// Whether direct speech may speak of its hearer as of somebody else: `sag Mama ich hol sie ab`.
fn speaks_of_hearer(input: &MatchInput<'_>, slot: &Filled) -> bool {
    let spoken = slot.kind == Kind::Speech && !is_literal(input, slot);
    spoken && (slot.start..slot.end).any(|at| input.tokens().is(at, List::HearerLater))
}

/// Whether a text takes something back that could not be corrected: `seven no wait eight works better`, `… no Sam`.
fn corrects(input: &MatchInput<'_>, slot: &Filled) -> bool {
    let tokens = input.tokens();
    let strong = |at: usize| tokens.find(at, List::StrongCorrection).is_some_and(|(_, end)| end < slot.end);
    let person = |at: usize| takes_back_word(input, at) && correction::names_person(input, at + 1, slot.end);
    // "I'm late never mind": the end revokes everything.
    let stops = |at: usize| {
        input.grammar.stop.at(at, |at| input.exact(at)).any(|(length, _)| length > 1 && at + length == slot.end)
    };
    !is_literal(input, slot)
        && (stops(slot.start) || (slot.start + 1..slot.end).any(|at| strong(at) || person(at) || stops(at)))
}
