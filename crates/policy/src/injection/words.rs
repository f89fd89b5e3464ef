//! Loads the words that address an agent from their file, and finds them in a text.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::fold::{folded, in_word, runs_on, takes_endings};
use action::slice::Slice as _;

/// The role of a phrase; the file describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Class {
    Discard,
    Told,
    Earlier,
    Agent,
    Call,
    Order,
    Secret,
    Whole,
    Task,
    Mine,
    Not,
    About,
}

/// A phrase in a text, with its byte range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) class: Class,
    pub(super) language: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

struct Entry {
    class: Class,
    language: usize,
    text: String,
    /// Whether the word may have an ending.
    open: bool,
}

/// The list by the first two letters of its phrases; the second is 0 for a phrase of one letter.
type Index = HashMap<(char, char), Vec<Entry>>;

const LIST: &str = include_str!("../../words/injection/words.txt");

fn class(name: &str) -> Option<Class> {
    Some(match name {
        "discard" => Class::Discard,
        "told" => Class::Told,
        "earlier" => Class::Earlier,
        "agent" => Class::Agent,
        "call" => Class::Call,
        "order" => Class::Order,
        "secret" => Class::Secret,
        "whole" => Class::Whole,
        "task" => Class::Task,
        "mine" => Class::Mine,
        "not" => Class::Not,
        "about" => Class::About,
        _ => return None,
    })
}

/// Returns the entries as written: language, class, phrase.
pub(super) fn entries() -> impl Iterator<Item = (&'static str, Class, &'static str)> {
    let mut language = "";
    LIST.lines().filter(|line| !line.starts_with('#')).flat_map(move |line| {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            language = name;
        }
        let of = line.split_once(':').and_then(|(name, list)| Some((class(name)?, list)));
        let here = language;
        let phrases =
            of.into_iter().flat_map(|(class, list)| list.split(',').map(move |phrase| (class, phrase.trim())));
        phrases.filter(|(_, phrase)| !phrase.is_empty()).map(move |(class, phrase)| (here, class, phrase))
    })
}

fn index() -> &'static Index {
    static INDEX: LazyLock<Index> = LazyLock::new(|| {
        let mut languages: Vec<&str> = Vec::new();
        let mut index = Index::new();
        for (name, class, phrase) in entries() {
            if languages.last() != Some(&name) {
                languages.push(name);
            }
            let text = folded(phrase.trim_end_matches('*'));
            let open = phrase.ends_with('*') || text.chars().next_back().is_some_and(takes_endings);
            let mut letters = text.chars();
            let key = (letters.next().unwrap_or('\0'), letters.next().unwrap_or('\0'));
            index.entry(key).or_default().push(Entry { class, language: languages.len(), text, open });
        }
        index
    });
    &INDEX
}

/// Returns the phrases in a folded text, in order.
pub(super) fn hits(text: &str) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut before = '\n';
    let mut letters = text.char_indices().peekable();
    while let Some((start, c)) = letters.next() {
        let next = letters.peek().map_or('\0', |(_, next)| *next);
        if in_word(c) && (!in_word(before) || runs_on(c) || runs_on(before)) {
            for entry in [(c, next), (c, '\0')].iter().filter_map(|key| index().get(key)).flatten() {
                let end = start + entry.text.len();
                let fits = text.tail(start).starts_with(entry.text.as_str());
                let ends = || entry.open || !text.tail(end).chars().next().is_some_and(|c| in_word(c) && !runs_on(c));
                if fits && ends() {
                    hits.push(Hit { class: entry.class, language: entry.language, start, end });
                }
            }
        }
        before = c;
    }
    hits
}
