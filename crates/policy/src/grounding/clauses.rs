//! Splits the person's words into clauses, and finds what each asks for. A clause that forbids something asks for
//! nothing, and a message to somebody is not a request: "tell Sam that Mom called" names Sam only.

use super::words::{CALLS_AS_VERB, MESSAGES_AS_VERB};
use super::{Asked, BEFORE_A_VERB, Clause, WORDS, Word, entries};
use crate::fold::{FoldedForm, Text, fold, runs_together};
use crate::gate_words::{Meaning, meanings};

/// Words that join two wishes, or two people.
const JOINS: &[&str] = &[
    "and",
    "then",
    "und",
    "dann",
    "et",
    "puis",
    "y",
    "luego",
    "e",
    "poi",
    "depois",
    "en",
    "oraz",
    "potem",
    "и",
    "потом",
    "та",
    "і",
    "потім",
    "ve",
    "sonra",
    "و",
    "और",
    "lalu",
    "va",
    "och",
    "og",
    "or",
    "oder",
    "ou",
    "o",
    "but",
    "aber",
    "mais",
    "pero",
    "mas",
    "maar",
    "ale",
    "но",
    "але",
    "plus",
    "also",
];
/// Words that introduce the text of a message.
const CONTENT: &[&str] = &[
    "that", "dass", "daß", "dass", "que", "che", "dat", "ze", "что", "що", "ki", "saying", "because", "weil", "about",
    "whether", "if", "ob",
];
/// Words that forbid.
const NEGATIONS: &[&str] = &[
    "not",
    "dont",
    "never",
    "without",
    "nicht",
    "kein",
    "keine",
    "keinen",
    "keiner",
    "nie",
    "niemals",
    "ohne",
    "ne",
    "pas",
    "jamais",
    "sans",
    "nunca",
    "jamas",
    "sin",
    "no",
    "non",
    "mai",
    "senza",
    "nao",
    "sem",
    "niet",
    "geen",
    "nooit",
    "zonder",
    "bez",
    "не",
    "нельзя",
    "никогда",
    "без",
    "لا",
    "بدون",
    "نه",
    "jangan",
    "tidak",
    "dung",
    "inte",
    "ikke",
    "ei",
];
/// The same in scripts without spaces, or as an ending.
const NEGATED: &[&str] = &["不要", "别", "別", "勿", "ないで", "하지마", "말고", "마세요", "मत"];
/// The maximum number of words between a negation and the verb that it forbids.
const REACH: usize = 4;
/// A clause with at most this many words belongs to its neighbour.
const SHORT: usize = 3;
/// The shortest number that can be a person's.
const SHORTEST_NUMBER: usize = 3;

/// Words with which a question begins that only wants to know something.
const INTERROGATIVES: &[&str] = &[
    "what",
    "whats",
    "who",
    "whom",
    "when",
    "where",
    "which",
    "why",
    "how",
    "did",
    "does",
    "has",
    "have",
    "is",
    "are",
    "was",
    "wer",
    "wann",
    "wo",
    "welche",
    "welcher",
    "warum",
    "wie",
    "hat",
    "wem",
    "quoi",
    "qui",
    "quand",
    "quel",
    "quelle",
    "comment",
    "pourquoi",
    "quien",
    "cuando",
    "donde",
    "cual",
    "cosa",
    "chi",
    "dove",
    "quale",
    "perche",
    "quem",
    "onde",
    "qual",
    "wat",
    "wanneer",
    "waar",
    "welke",
    "waarom",
    "co",
    "kto",
    "kiedy",
    "gdzie",
    "dlaczego",
    "что",
    "кто",
    "когда",
    "где",
    "почему",
    "сколько",
    "що",
    "хто",
    "коли",
    "ماذا",
    "متى",
    "اين",
    "چه",
    "apa",
    "siapa",
    "kapan",
];
const INTERROGATIVES_ANYWHERE: &[&str] =
    &["क्या", "कौन", "कब", "什么", "什麼", "谁", "誰", "何て", "何を", "뭐라", "뭐", "무엇", "누가"];

/// Kinds of acts that are verbs, and not things.
const ACTS: u32 = 1 << Asked::Message as u32
    | 1 << Asked::Call as u32
    | 1 << Asked::AnswerCall as u32
    | 1 << Asked::Post as u32
    | 1 << Asked::React as u32;

/// How a clause follows the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// Joined by a word such as "and".
    Joined,
    /// Set apart by a comma or a full stop.
    Apart,
    /// After a colon: the text of a message.
    Content,
}

/// Splits the words. `numbered` if they contain a number: saving one makes a contact.
pub(super) fn split(said: &str, numbered: bool) -> Vec<Clause> {
    let mut clauses: Vec<(Link, Clause)> = Vec::new();
    let mut current = (Link::Apart, Clause::default());
    for line in said.lines() {
        // Scripts without spaces have none after their punctuation either.
        for raw in line.split_inclusive(|c: char| c.is_whitespace() || "，。、！？；：".contains(c)).map(str::trim)
        {
            let folded = FoldedForm::of(&fold(raw));
            if folded.tokens.len() == 1 && JOINS.contains(&folded.tokens[0].as_str()) {
                clauses.push(std::mem::replace(&mut current, (Link::Joined, Clause::default())));
                continue;
            }
            add(&mut current.1, raw, folded);
            let link = match raw.chars().next_back() {
                Some(':' | '：') => Link::Content,
                Some(',' | '.' | ';' | '!' | '?' | '，' | '。' | '、' | '！' | '？' | '；') => Link::Apart,
                _ => continue,
            };
            clauses.push(std::mem::replace(&mut current, (link, Clause::default())));
        }
        clauses.push(std::mem::replace(&mut current, (Link::Apart, Clause::default())));
    }
    clauses.retain(|(_, clause)| !clause.words.is_empty());
    for (_, clause) in &mut clauses {
        clause.kinds = kinds(clause, numbered);
    }
    inherit(&mut clauses);
    clauses.retain(|(_, clause)| !forbids(clause));
    clauses.into_iter().map(|(_, clause)| clause).collect()
}

fn add(clause: &mut Clause, raw: &str, folded: FoldedForm) {
    let proper = raw.chars().find(|c| c.is_alphabetic()).is_some_and(|first| !first.is_lowercase());
    let owns = raw.contains("'s") || raw.contains("’s");
    clause.words.extend(folded.tokens.into_iter().map(|folded| Word { folded, proper, owns }));
    clause.letters.push_str(&folded.letters);
}

/// A short clause, or one that is joined, asks for the same as its neighbour: "tell Mom and Dad", "to Sam, write".
fn inherit(clauses: &mut [(Link, Clause)]) {
    for place in 0..clauses.len() {
        let (link, clause) = &clauses[place];
        let short = clause.words.len() <= SHORT;
        let led = clauses.get(place + 1).is_some_and(|(link, next)| *link == Link::Joined && next.words.len() <= SHORT);
        if clause.kinds & ACTS != 0 || *link == Link::Content || !(short || led || *link == Link::Joined) {
            continue;
        }
        let before = place.checked_sub(1).map(|before| clauses[before].1.kinds);
        let behind = clauses.get(place + 1).filter(|(link, _)| *link != Link::Content).map(|(_, clause)| clause.kinds);
        // "Record a message for Mom and send it".
        let joined = clauses.get(place + 1).filter(|(link, next)| *link == Link::Joined && next.words.len() <= SHORT);
        let joined = joined.map(|(_, next)| next.kinds);
        let behind = behind.filter(|_| short && place == 0).or(joined);
        let other = before.filter(|kinds| kinds & ACTS != 0).or(behind).unwrap_or_default();
        clauses[place].1.kinds |= other;
    }
}

/// Whether the clause forbids its subject.
fn forbids(clause: &Clause) -> bool {
    let tokens: Vec<&str> = clause.words.iter().map(|word| word.folded.as_str()).collect();
    let forbidden = |(place, token): (usize, &&str)| {
        let rest = tokens.get(place + 1..).unwrap_or_default();
        NEGATIONS.contains(token) && rest.iter().take(REACH).any(|token| acts(token))
    };
    let together =
        clause.letters.chars().any(runs_together) && NEGATED.iter().any(|word| clause.letters.contains(word));
    together || tokens.iter().enumerate().any(forbidden)
}

/// Whether one word asks for an act.
pub(super) fn acts(token: &str) -> bool {
    let as_verb = || entries(MESSAGES_AS_VERB).chain(entries(CALLS_AS_VERB)).any(|entry| entry == token);
    FoldedForm::of(token).lists(&WORDS.asked) & ACTS != 0 || as_verb()
}

/// The request of a clause. Cuts off the text of a message, so that names in it do not count.
fn kinds(clause: &mut Clause, numbered: bool) -> u32 {
    let form = FoldedForm {
        tokens: clause.words.iter().map(|word| word.folded.clone()).collect(),
        letters: clause.letters.clone(),
    };
    let mut kinds = asked(&form, numbered);
    if is_question(&form) {
        kinds &= !(ACTS | 1 << Asked::Switch as u32 | 1 << Asked::Edit as u32 | 1 << Asked::Replace as u32);
    }
    let content = form.tokens.iter().position(|token| CONTENT.contains(&token.as_str()));
    if let Some(content) = content.filter(|content| form.tokens[..*content].iter().any(|token| acts(token))) {
        clause.words.truncate(content);
    }
    // "Let Mom and Dad know", and not "let me see".
    let lets = |pair: &[String]| pair[0] == "let" && !matches!(pair[1].as_str(), "me" | "us" | "it" | "go");
    if form.tokens.windows(2).any(lets) {
        kinds |= 1 << Asked::Message as u32;
    }
    kinds
}

/// Whether a clause only wants to know something: "what did Sam write?"
fn is_question(form: &FoldedForm) -> bool {
    let asks = |token: &String| INTERROGATIVES.contains(&token.as_str());
    form.tokens.first().is_some_and(asks) || INTERROGATIVES_ANYWHERE.iter().any(|word| form.letters.contains(word))
}

fn asked(form: &FoldedForm, numbered: bool) -> u32 {
    let plain = form.clone().without(&WORDS.for_me);
    let mut kinds = plain.lists(&WORDS.asked);
    for (kind, list) in [(Asked::Message, MESSAGES_AS_VERB), (Asked::Call, CALLS_AS_VERB)] {
        let verb = |(place, token): (usize, &String)| {
            let before = place.checked_sub(1).and_then(|before| plain.tokens.get(before));
            let free = before.is_none_or(|before| BEFORE_A_VERB.contains(&before.as_str()));
            let noun =
                plain.tokens.get(place + 1).is_some_and(|next| matches!(next.as_str(), "from" | "log" | "history"));
            free && !noun && entries(list).any(|entry| entry == token)
        };
        if plain.tokens.iter().enumerate().any(verb) {
            kinds |= 1 << kind as u32;
        }
    }
    // "Ruf Mama an", and not "ruf die Seite auf".
    let mut rest = plain.tokens.iter();
    if rest.any(|token| matches!(token.as_str(), "ruf" | "rufe" | "rufst"))
        && rest.any(|token| matches!(token.as_str(), "an" | "zuruck"))
    {
        kinds |= 1 << Asked::Call as u32;
    }
    // The words of buttons, for languages without a list of their own. English has one, and "call" is a noun too.
    let known = meanings(&Text::label(&form.tokens.join(" ")));
    let noun = plain.tokens.iter().any(|token| entries(CALLS_AS_VERB).any(|entry| entry == token));
    let told = plain.tokens.len() < form.tokens.len() || plain.letters.len() < form.letters.len();
    let sends = (known.has(Meaning::Send) || known.has(Meaning::Forward)) && !told;
    for (asks, kind) in [
        (sends, Asked::Message),
        (known.has(Meaning::Call) && !noun && !told, Asked::Call),
        (known.has(Meaning::Post), Asked::Post),
    ] {
        if asks {
            kinds |= 1 << kind as u32;
        }
    }
    // "Save 555-0188 as Max" makes a contact.
    if numbered && kinds & (1 << Asked::Edit as u32) != 0 {
        kinds |= 1 << Asked::Contact as u32;
    }
    kinds
}

/// The digits of each number in a text.
pub(super) fn numbers(figures: &str) -> Vec<String> {
    let of_number = |c: char| c.is_ascii_digit() || " +-().\u{a0}".contains(c);
    let runs =
        figures.split(|c: char| !of_number(c)).map(|run| run.chars().filter(char::is_ascii_digit).collect::<String>());
    runs.filter(|digits| digits.len() >= SHORTEST_NUMBER).take(64).collect()
}
