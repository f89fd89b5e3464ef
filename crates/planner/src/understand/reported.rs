//! Rephrases reported speech for its hearer: `let Mary know that I love her` says `I love you`.
//!
//! Called where a sentence of the grammar has reported speech (`{content:reported}`, `{content:asked}`). It knows how a
//! third person becomes a second person and how a reported question becomes a question; the words are lists of the
//! language (`value/reported.txt`). In a language without these lists the text stays as said. It never guesses whom an
//! ambiguous pronoun means: it returns both versions, and the person chooses.

mod clause;
mod question;
mod sentence;

use crate::grammar::{Kind, List};
use crate::matcher::{Filled, Interpretation, MatchInput};

/// A text as said to the hearer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turned {
    /// The pronoun can only mean the hearer.
    Certain(String),
    /// No other person was named, but the hearer may not be a `he`.
    Likely(String),
    /// Another person may be meant: rephrased, and as said.
    Open(String, String),
}

/// Returns the text of a slot, rephrased for the hearer that the interpretation names.
pub(super) fn turned(input: &MatchInput<'_>, interpretation: &Interpretation<'_>, filled: &Filled) -> Turned {
    let asked = filled.kind == Kind::Asked;
    let whole = |text: String, certain: bool| match (asked, question::question(&text, &input.grammar.lexicon)) {
        (true, Some(question)) => (question, certain),
        (true, None) => (text, false),
        _ => (text, certain),
    };
    let said = sentence::ReportedSentence::new(input, filled);
    // A colon or quotation marks give the words themselves.
    if said.is_exact() {
        return Turned::Certain(said.verbatim());
    }
    if let Some(turned) = clause::turned(input, filled) {
        return turned;
    }
    let genders = said.genders();
    let settled = |text: String, certain: bool| match whole(text, certain) {
        (text, true) => Turned::Certain(text),
        (text, false) => Turned::Likely(text),
    };
    let Some(first) = genders.first().copied() else { return settled(said.verbatim(), true) };
    let hearer = hearer(input, interpretation, filled);
    let open = |gender: &str| Turned::Open(whole(said.turned(gender), true).0, whole(said.verbatim(), true).0);
    match hearer.as_deref() {
        Some(gender) if !genders.contains(&gender) => settled(said.verbatim(), true),
        Some(gender) if said.names_somebody() => open(gender),
        Some(gender) => settled(said.turned(gender), true),
        None if genders.len() > 1 || first == "they" || said.names_somebody() => open(first),
        None => settled(said.turned(first), false),
    }
}

/// Handles a text that directly follows a name and begins with a third person: `text Sam he is late` may be the message
/// itself, or be meant for him. `None` if there is no ambiguity.
pub(super) fn bare(input: &MatchInput<'_>, interpretation: &Interpretation<'_>, filled: &Filled) -> Option<Turned> {
    let name = interpretation.filled.iter().find(|slot| slot.kind == Kind::Name && slot.end == filled.start)?;
    let before = &input.words[name.end - 1];
    if before.pause || before.stop || input.words[filled.start].quotation.is_some() {
        return None;
    }
    let said = sentence::ReportedSentence::new(input, filled);
    let gender = said.first().filter(|_| !said.is_exact())?;
    let other = hearer(input, interpretation, filled).is_some_and(|hearer| hearer != gender);
    (!other).then(|| Turned::Open(said.turned(gender), said.verbatim()))
}

/// Whether the hearer is a `he`, a `she` or several: by the words between name and text (`tell her that`), or by name.
fn hearer(input: &MatchInput<'_>, interpretation: &Interpretation<'_>, filled: &Filled) -> Option<String> {
    let tokens = input.tokens();
    let recipient = interpretation.filled.iter().find(|slot| slot.kind == Kind::Name);
    let after = recipient.map_or(filled.start, |slot| slot.end);
    let gender = |at: usize, list: List| tokens.find(at, list).map(|(entry, _)| entry.value.clone());
    let addressed = (after..filled.start).rev().find_map(|at| {
        gender(at, List::ThirdObject)
            .or_else(|| gender(at, List::ThirdEither))
            .or_else(|| gender(at, List::ThirdSubject))
    });
    let recipient = recipient?;
    let several = (recipient.start..recipient.end).any(|at| tokens.is(at, List::And));
    if several {
        return Some("they".to_owned());
    }
    addressed.or_else(|| (recipient.start..recipient.end).find_map(|at| gender(at, List::Hearer)))
}
