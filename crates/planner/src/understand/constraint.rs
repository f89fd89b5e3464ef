//! What the person forbids: `but don't send it`, `not on WhatsApp`.

use crate::matcher::Scene;
use crate::read::at;

/// What is forbidden, and the words that are left.
#[derive(Debug, Default)]
pub(super) struct Constraints {
    pub(super) hold: bool,
    pub(super) avoid: Vec<String>,
    pub(super) kept: Vec<usize>,
    found: bool,
}

impl Constraints {
    /// Finds what is forbidden in the words.
    pub(super) fn read(scene: &Scene<'_>) -> Self {
        let mut constraints = Self::default();
        let mut next = 0;
        while next < scene.words.len() {
            match constraints.forbidden(scene, next) {
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
        // Everything forbidden and nothing asked for is no constraint.
        if constraints.kept.is_empty() {
            return Self::default();
        }
        constraints
    }

    /// Whether nothing was forbidden.
    pub(super) fn is_none(&self) -> bool {
        !self.found
    }

    /// A constraint that begins at `start`: the place after it.
    fn forbidden(&mut self, scene: &Scene<'_>, start: usize) -> Option<usize> {
        let words = &scene.words;
        let mut next = start;
        let joined = matches!(at(words, next), "but" | "and" | "just" | "only" | "actually" | "wait");
        if joined {
            next += 1;
        }
        let after_pause = start == 0 || words.get(start - 1).is_some_and(|word| word.pause || word.stop);
        if at(words, next) == "please" {
            next += 1;
        }
        if let Some(end) = draft(scene, next).filter(|_| joined || after_pause || start > 0) {
            self.hold = true;
            return Some(end);
        }
        let (negated, length) = match (at(words, next), at(words, next + 1)) {
            ("do", "not") | ("anything", "but") | ("rather", "not") => (true, 2),
            ("dont" | "not" | "without" | "never" | "avoid", _) => (true, 1),
            _ => (false, 0),
        };
        if !negated {
            return None;
        }
        next += length;
        if matches!(at(words, next), "send" | "sending" | "sent" | "submit" | "submitting") {
            next += 1;
            while matches!(
                at(words, next),
                "it" | "that" | "this" | "yet" | "just" | "the" | "message" | "off" | "now" | "anything"
            ) {
                next += 1;
            }
            let ends = next >= words.len() || words[next - 1].pause || words[next - 1].stop || at(words, next) == "and";
            // At the very beginning it is a request not to do anything at all.
            if !ends || start == 0 || !(joined || after_pause || length == 1) {
                return None;
            }
            self.hold = true;
            return Some(next);
        }
        let mut through = false;
        while matches!(
            at(words, next),
            "use" | "using" | "on" | "via" | "with" | "through" | "in" | "over" | "by" | "the"
        ) {
            through = true;
            next += 1;
        }
        if !through && !matches!(at(words, start), "anything" | "without") && !joined {
            return None;
        }
        let plain = |offset: usize| words.get(next + offset).map(|word| word.plain.as_str());
        let in_directory = scene.index.app_at(plain);
        let listed = scene.grammar.apps.at(next, |at| scene.id(at)).next();
        let (length, name) = match (in_directory, listed) {
            (_, Some((length, name))) => (length, name.to_owned()),
            (Some(length), None) => {
                (length, crate::text::verbatim(scene.utterance, &words[next..next + length]).to_owned())
            }
            _ => return None,
        };
        self.avoid.push(name);
        let end = next + length;
        Some(if matches!(at(words, end), "for" | "this") && at(words, end + 1) == "this" { end + 2 } else { end })
    }
}

/// `leave it unsent`, `save it as a draft`, `hold off on sending it`: the place after it, at the end of the words.
fn draft(scene: &Scene<'_>, start: usize) -> Option<usize> {
    let words = &scene.words;
    let mut next = match (at(words, start), at(words, start + 1)) {
        ("leave" | "keep" | "save", "it" | "that" | "this") => start + 2,
        ("hold", "off") => start + 2,
        _ => return None,
    };
    let kept = next;
    while matches!(at(words, next), "unsent" | "as" | "a" | "draft" | "for" | "now" | "on" | "sending" | "it" | "there")
    {
        next += 1;
    }
    let says = (kept..next).any(|place| matches!(at(words, place), "unsent" | "draft" | "sending"));
    (says && next == words.len()).then_some(next)
}
