//! The words of a reported sentence, and the same sentence addressed to the hearer.

use crate::grammar::{List, Tokens};
use crate::matcher::{Filled, MatchInput};
use crate::text::{Word, capitalised, passage, verbatim};

/// A reported sentence.
pub(super) struct ReportedSentence<'a> {
    tokens: Tokens<'a>,
    utterance: &'a str,
    start: usize,
    end: usize,
    is_no_name: Box<dyn Fn(usize) -> bool + 'a>,
}

/// The role of a third person in the sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Subject,
    Object,
    Possessive,
    Alone,
    Reflexive,
    /// `he's`, with the word that follows `you`.
    Contracted(&'static str),
}

impl<'a> ReportedSentence<'a> {
    pub(super) fn new(input: &'a MatchInput<'_>, filled: &Filled) -> Self {
        let is_no_name = |at: usize| input.exact(at).is_some_and(|id| input.grammar.not_names.contains(id));
        Self {
            tokens: input.tokens(),
            utterance: input.utterance,
            start: filled.start,
            end: filled.end,
            is_no_name: Box::new(is_no_name),
        }
    }

    fn words(&self) -> &'a [Word] {
        &self.tokens.words[self.start..self.end]
    }

    fn raw(&self, at: usize) -> &'a str {
        verbatim(self.utterance, &self.tokens.words[at..=at])
    }

    /// Returns the marks and symbols after the last word.
    fn ending(&self) -> &'a str {
        let whole = passage(self.utterance, self.tokens.words, self.start, self.end).text.len();
        let spoken = verbatim(self.utterance, self.words()).len();
        let last = self.words().last().map_or(0, |word| word.end);
        self.utterance.get(last..last + whole.saturating_sub(spoken)).unwrap_or_default().trim_end()
    }

    /// Returns the sentence as said.
    pub(super) fn verbatim(&self) -> String {
        let said = passage(self.utterance, self.tokens.words, self.start, self.end);
        if said.exact { said.text } else { capitalised(&said.text) }
    }

    /// Whether it was quoted or followed a colon: such words are never rephrased.
    pub(super) fn is_exact(&self) -> bool {
        passage(self.utterance, self.tokens.words, self.start, self.end).exact
    }

    /// Returns the third persons in it, each once: `he`, `she`, `they`.
    pub(super) fn genders(&self) -> Vec<&'a str> {
        let mut found = Vec::new();
        for at in self.start..self.end {
            if let Some((gender, _)) = self.third(at)
                && !found.contains(&gender)
            {
                found.push(gender);
            }
        }
        found
    }

    /// Returns the third person of its first word.
    pub(super) fn first(&self) -> Option<&'a str> {
        self.third(self.start).map(|(gender, _)| gender)
    }

    /// Whether it names a person that `he` or `she` may refer to.
    pub(super) fn names_somebody(&self) -> bool {
        let cased = self.words().iter().any(|word| !word.capital);
        (self.start..self.end).any(|at| {
            let word = &self.tokens.words[at];
            let calendar =
                [List::Weekday, List::Weekdays, List::Month, List::Myself].map(|list| self.tokens.is(at, list));
            let plain = self.third(at).is_some() || (self.is_no_name)(at);
            let named = cased && word.capital && at > 0 && !plain && !calendar.contains(&true);
            named || self.tokens.is(at, List::Person)
        })
    }

    /// Returns the third person at an index, and its role.
    fn third(&self, at: usize) -> Option<(&'a str, Part)> {
        let tokens = self.tokens;
        let find = |list: List| tokens.find(at, list).map(|(entry, _)| entry.value.as_str());
        let part = |list: List, part: Part| find(list).map(|gender| (gender, part));
        let contracted = |list: List| {
            let (gender, rest) = find(list)?.split_once(' ')?;
            // "he's" is "he has" before a participle: "he's got mail".
            let rest = match rest {
                "re" if tokens.is(at + 1, List::Perfect) => "'ve",
                "re" => "'re",
                "ve" => "'ve",
                "ll" => "'ll",
                _ => "'d",
            };
            Some((gender, Part::Contracted(rest)))
        };
        let apostrophe = self.raw(at).contains(['\'', '’']);
        part(List::ThirdSubject, Part::Subject)
            .or_else(|| part(List::ThirdObject, Part::Object))
            .or_else(|| part(List::ThirdPossessive, Part::Possessive))
            .or_else(|| part(List::ThirdAlone, Part::Alone))
            .or_else(|| part(List::ThirdReflexive, Part::Reflexive))
            .or_else(|| contracted(List::ThirdContracted))
            .or_else(|| apostrophe.then(|| contracted(List::ThirdContractedMarked)).flatten())
            .or_else(|| {
                let word = &tokens.words[at];
                let object = at + 1 >= self.end || word.pause || word.stop || tokens.is(at + 1, List::AfterObject);
                part(List::ThirdEither, if object { Part::Object } else { Part::Possessive })
            })
    }

    /// Returns the sentence with `gender` addressed as the hearer.
    pub(super) fn turned(&self, gender: &str) -> String {
        let mut text = String::new();
        let mut verb_follows = false;
        for at in self.start..self.end {
            if at > self.start {
                let between = self.utterance.get(self.tokens.words[at - 1].end..self.tokens.words[at].start);
                text.push_str(between.unwrap_or(" "));
            }
            let raw = self.raw(at);
            match self.third(at).filter(|(found, _)| *found == gender) {
                Some((_, part)) => {
                    text.push_str(match part {
                        Part::Subject | Part::Object | Part::Contracted(_) => "you",
                        Part::Possessive if at + 1 == self.end => "yours",
                        Part::Possessive => "your",
                        Part::Alone => "yours",
                        Part::Reflexive => "yourself",
                    });
                    if let Part::Contracted(rest) = part {
                        text.push_str(rest);
                    }
                    verb_follows = part == Part::Subject;
                }
                None if verb_follows && self.tokens.is(at, List::Adverb) => text.push_str(raw),
                None if verb_follows => {
                    let known = self.tokens.find(at, List::VerbToYou).map(|(entry, _)| entry.value.clone());
                    let plain = || if gender == "they" { raw.to_owned() } else { base(raw) };
                    text.push_str(&known.unwrap_or_else(plain));
                    verb_follows = false;
                }
                None => text.push_str(raw),
            }
        }
        capitalised(&format!("{text}{}", self.ending()))
    }
}

/// Returns the base form of `wants`: `want`.
fn base(verb: &str) -> String {
    let stem = |cut: usize, ending: &str| {
        let kept: String = verb.chars().take(verb.chars().count() - cut).collect();
        format!("{kept}{ending}")
    };
    match verb {
        short if short.chars().count() < 4 || !short.ends_with('s') || short.ends_with("ss") => verb.to_owned(),
        verb if verb.ends_with("ies") => stem(3, "y"),
        verb if ["ches", "shes", "sses", "xes", "oes", "zzes"].iter().any(|ending| verb.ends_with(ending)) => {
            stem(2, "")
        }
        _ => stem(1, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::base;

    #[test]
    fn verbs() {
        for (verb, expected) in [
            ("wants", "want"),
            ("carries", "carry"),
            ("watches", "watch"),
            ("goes", "go"),
            ("miss", "miss"),
            ("gets", "get"),
        ] {
            assert_eq!(base(verb), expected);
        }
    }
}
