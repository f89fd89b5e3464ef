//! Accounts for every word of an utterance: its role in the plan, or that it was left unused.
//!
//! The plan carries the account (`metadata.words`), and [`left_over`] is the one rule by which an unused word makes a
//! plan ask. No other module decides whether a word may be ignored.

use serde_json::{Value, json};

use crate::grammar::{Kind, List};
use crate::matcher::{Interpretation, MatchInput, Use};
use crate::role::{Accounted, Role};

/// Returns the roles of the words of one interpreted request.
pub(super) fn of_request(input: &MatchInput<'_>, interpretation: &Interpretation<'_>) -> Vec<Accounted> {
    let role = |at: usize, found: &Use| match found {
        Use::Operation => Role::Operation,
        Use::Politeness => Role::Politeness,
        Use::LeftOver => Role::LeftOver,
        Use::Slot(slot) => match interpretation.filled.get(*slot) {
            Some(slot) if slot.kind != Kind::Anything => Role::Slot(slot.name.trim_start_matches("whole_").to_owned()),
            // A sentence that names what it discards knows that nothing is lost: `a photo of {subject:_}`.
            Some(slot) if slot.name != "_" => Role::Framing,
            _ if input.is_small(at) => Role::Politeness,
            _ => Role::LeftOver,
        },
    };
    let words = input.words.iter().zip(&interpretation.uses).enumerate();
    words.map(|(at, (word, found))| Accounted { start: word.start, end: word.end, role: role(at, found) }).collect()
}

/// The words that belong to no request, by the step that took them out.
#[derive(Debug, Default)]
pub(super) struct TakenOut {
    /// Indices of prohibitions.
    pub(super) constraints: Vec<usize>,
    /// Indices of circumstances.
    pub(super) framing: Vec<usize>,
    /// Whether the utterance corrects itself.
    pub(super) corrected: bool,
}

/// Returns the role of every word of the utterance: that in one of the requests, or why it is in none.
pub(super) fn whole(input: &MatchInput<'_>, requests: &[Vec<Accounted>], out: &TakenOut) -> Vec<Accounted> {
    let of = |start: usize| {
        let found = || requests.iter().flatten().filter(move |word| word.start == start).map(|word| &word.role);
        found().find(|role| **role != Role::LeftOver).or_else(|| found().next()).cloned()
    };
    let joint = |at: usize| {
        let begins =
            |from: usize| input.grammar.joints.at(from, |at| input.exact(at)).any(|(length, _)| from + length > at);
        input.tokens().is(at, List::And) || (at.saturating_sub(3)..=at).any(begins)
    };
    let first = requests.iter().flatten().map(|word| word.start).min().unwrap_or_default();
    let role = |at: usize, start: usize| match of(start) {
        Some(role) => role,
        None if out.constraints.contains(&at) => Role::Constraint,
        None if out.framing.contains(&at) => Role::Framing,
        None if out.corrected => Role::Correction,
        None if start < first => Role::Framing,
        None if joint(at) => Role::Joint,
        None if input.is_small(at) => Role::Politeness,
        None => Role::LeftOver,
    };
    let words = input.words.iter().enumerate();
    words.map(|(at, word)| Accounted { start: word.start, end: word.end, role: role(at, word.start) }).collect()
}

/// Returns the parts of the utterance that nothing was made of.
pub(crate) fn left_over<'u>(utterance: &'u str, words: &[Accounted]) -> Vec<&'u str> {
    let parts = words.chunk_by(|one, next| one.role == next.role);
    parts.filter(|part| part.iter().all(|word| word.role == Role::LeftOver)).map(|part| said(utterance, part)).collect()
}

/// Returns the account in the plan's form: each part of the utterance, and its role.
pub(crate) fn account(utterance: &str, words: &[Accounted]) -> Value {
    let parts = words.chunk_by(|one, next| one.role == next.role);
    let part = |part: &[Accounted]| {
        let role = part.first().map_or("", |word| match &word.role {
            Role::Operation => "operation",
            Role::Slot(name) => name.as_str(),
            Role::Politeness => "politeness",
            Role::Framing => "framing",
            Role::Correction => "correction",
            Role::Constraint => "constraint",
            Role::Joint => "joint",
            Role::LeftOver => "left over",
        });
        json!({"said": said(utterance, part), "as": role})
    };
    parts.map(part).collect()
}

fn said<'u>(utterance: &'u str, part: &[Accounted]) -> &'u str {
    match (part.first(), part.last()) {
        (Some(first), Some(last)) => utterance.get(first.start..last.end).unwrap_or_default(),
        _ => "",
    }
}
