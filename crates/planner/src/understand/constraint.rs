//! Prohibitions: `but don't send it`, `not on WhatsApp`.

use crate::matcher::MatchInput;
use crate::read::List;

/// The prohibitions, and the remaining words.
#[derive(Debug, Default)]
pub(super) struct Constraints {
    pub(super) hold: bool,
    pub(super) avoid: Vec<String>,
    pub(super) kept: Vec<usize>,
    /// Words after a colon, or inside dictated ones, read like a prohibition: they may be the text, so the person is
    /// asked.
    pub(super) doubtful: bool,
    found: bool,
}

impl Constraints {
    /// Finds the prohibitions in the words.
    pub(super) fn read(input: &MatchInput<'_>) -> Self {
        let mut constraints = Self::default();
        if let Some(colon) = input.words.iter().position(|word| word.colon) {
            let doubtful = (colon + 1..input.words.len()).any(|at| Self::default().forbidden(input, at).is_some());
            if doubtful {
                return Self { doubtful, ..Self::default() };
            }
        }
        let mut next = 0;
        while next < input.words.len() {
            match constraints.forbidden(input, next) {
                Some(end) => {
                    constraints.found = true;
                    next = end;
                }
                None => {
                    constraints.kept.push(next);
                    next += 1;
                }
            }
        }
        // A prohibition without a request is not a constraint.
        if constraints.kept.is_empty() {
            return Self::default();
        }
        constraints
    }

    /// Whether there is no prohibition.
    pub(super) fn is_none(&self) -> bool {
        !self.found
    }

    /// Reads a constraint at `start` and returns the index after it.
    fn forbidden(&mut self, input: &MatchInput<'_>, start: usize) -> Option<usize> {
        let words = &input.words;
        if words[start].quotation.is_some() {
            return None;
        }
        let mut next = start;
        let tokens = input.tokens();
        let joined = tokens.is(next, List::ConstraintJoint);
        if joined {
            next += 1;
        }
        let after_pause = start == 0 || words.get(start - 1).is_some_and(|word| word.pause || word.stop);
        next = tokens.past(next, List::Please);
        let held = tokens.find(next, List::HeldBack).map(|(_, end)| tokens.past(end, List::Thanks));
        let held = held.filter(|end| *end == words.len());
        if let Some(end) = held.or_else(|| draft(input, next)).filter(|_| joined || after_pause || start > 0) {
            self.hold = true;
            return Some(end);
        }
        let (_, after) = tokens.find(next, List::Negation)?;
        let length = after - next;
        next = after;
        if tokens.is(next, List::Sending) {
            next += 1;
            while tokens.is(next, List::SentThing) {
                next += 1;
            }
            let ends =
                next >= words.len() || words[next - 1].pause || words[next - 1].stop || tokens.is(next, List::And);
            // At the very beginning it means that nothing should be done.
            if !ends || start == 0 || !(joined || after_pause || length == 1) {
                return None;
            }
            // "text Sam open the door don't send it", "… don't send it turn around": it may belong to the text.
            let filler = |at: usize| input.exact(at).is_some_and(|id| input.grammar.fillers.contains(id));
            let led = joined || after_pause || filler(start - 1) || tokens.is(start - 1, List::PlainCorrection);
            self.doubtful |= !led || next < words.len() && !tokens.is(next, List::And);
            self.hold = true;
            return Some(next);
        }
        let mut through = false;
        while tokens.is(next, List::Using) {
            through = true;
            next += 1;
        }
        if !through && tokens.find(start, List::StrongNegation).is_none() && !joined {
            return None;
        }
        let plain = |offset: usize| words.get(next + offset).map(|word| word.plain.as_str());
        let in_directory = input.index.app_at(plain);
        let listed = input.grammar.apps.at(next, |at| input.id(at)).next();
        let (length, name) = match (in_directory, listed) {
            (_, Some((length, name))) => (length, name.to_owned()),
            (Some(length), None) => {
                (length, crate::text::verbatim(input.utterance, &words[next..next + length]).to_owned())
            }
            _ => return None,
        };
        self.avoid.push(name);
        Some(tokens.past(next + length, List::ForThis))
    }
}

/// Reads `leave it unsent`, `save it as a draft` or `hold off on sending it` at the end of the words, and returns the
/// index after it.
fn draft(input: &MatchInput<'_>, start: usize) -> Option<usize> {
    let tokens = input.tokens();
    let (_, kept) = tokens.find(start, List::DraftVerb)?;
    let mut next = kept;
    while tokens.is(next, List::DraftWord) {
        next += 1;
    }
    let says = (kept..next).any(|place| tokens.is(place, List::DraftSays));
    (says && next == input.words.len()).then_some(next)
}
