//! Resolves names: the contacts and apps of a directory, indexed for lookup.
//!
//! Built once per directory and shared. Matches are ranked: exact, then prefix, then by sound, then by spelling. A tie
//! goes to the person contacted clearly more often or more recently; otherwise the person asking chooses.

mod rank;
mod sound;
#[cfg(test)]
mod tests;
mod title;

use std::collections::{HashMap, HashSet};

use action::{Contact, Directory};
use serde::Serialize;

use self::rank::best;
use self::sound::sound;
use self::title::untitled;
use crate::text;

/// How a name was found; recorded in the plan's metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// The whole name or an alias.
    Exact,
    /// The beginning of the name, or one of its words.
    Prefix,
    /// It sounds the same.
    Phonetic,
    /// It is spelt nearly the same.
    Fuzzy,
}

/// The result of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupResult {
    /// No match.
    Nothing,
    /// One match.
    One {
        /// Its index in the directory.
        at: usize,
        /// How it was found.
        how: Match,
        /// Several matched, and this one is contacted clearly more.
        by_habit: bool,
    },
    /// Several matches, the likeliest first.
    Several {
        /// Their indices in the directory.
        at: Vec<usize>,
        /// How they were found.
        how: Match,
    },
}

/// A directory, indexed for lookup.
#[derive(Clone, Debug, Default)]
pub struct Index {
    directory: Directory,
    people: Names,
    apps: Names,
}

/// Names as words.
#[derive(Clone, Debug, Default)]
struct Names {
    entries: Vec<Entry>,
    /// The forms, word by word.
    starts: Start,
    /// The entries by their forms written as one word, and the sounds of the names: whether words are a name must be
    /// quick to tell.
    joined: HashMap<String, Vec<usize>>,
    sounding: HashSet<Vec<String>>,
}

/// The names that begin with the same words.
#[derive(Clone, Debug, Default)]
struct Start {
    /// By their next word.
    next: HashMap<String, Start>,
    /// Whether the words so far are a whole name.
    whole: bool,
}

/// The names that begin at a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamesAt {
    /// How many words are a whole name; the longest.
    pub(crate) whole: Option<usize>,
    /// Whether fewer words are a whole name too.
    pub(crate) shorter: bool,
    /// How many words are the beginning of a name; the longest.
    pub(crate) begun: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The name and the aliases, each split into words.
    forms: Vec<Vec<String>>,
    /// The same, each written as one word.
    joined: Vec<String>,
    /// The sound of each word of the name.
    sounds: Vec<String>,
}

impl Index {
    /// Indexes `directory`.
    pub fn new(directory: Directory) -> Self {
        let person = |contact: &Contact| {
            let all = std::iter::once(&contact.name).chain(&contact.aliases);
            all.map(|name| forms(name)).collect::<Vec<_>>()
        };
        let people = Names::new(directory.contacts.iter().map(person));
        let apps = Names::new(directory.apps.iter().map(|app| vec![forms(&app.label)]));
        Self { directory, people, apps }
    }

    /// Returns the indexed directory.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// Whether there are no contacts: names are then taken as said.
    pub fn knows_nobody(&self) -> bool {
        self.directory.contacts.is_empty()
    }

    /// Whether there are no apps.
    pub fn knows_no_app(&self) -> bool {
        self.directory.apps.is_empty()
    }

    /// The people that `name` may mean.
    pub fn person(&self, name: &str) -> LookupResult {
        let found = self.people.ranked(&forms(name));
        best(found, &self.directory.contacts)
    }

    /// The apps that `name` may mean: by label, or by package.
    pub fn app(&self, name: &str) -> LookupResult {
        if let Some(at) =
            self.directory.apps.iter().position(|app| name.contains('.') && app.package.eq_ignore_ascii_case(name))
        {
            return LookupResult::One { at, how: Match::Exact, by_habit: false };
        }
        match self.apps.ranked(&forms(name)) {
            None => LookupResult::Nothing,
            Some((how, at)) if at.len() == 1 => LookupResult::One { at: at[0], how, by_habit: false },
            Some((how, at)) => LookupResult::Several { at, how },
        }
    }

    /// Returns the names of contacts that begin with these words.
    pub(crate) fn name_at<'w>(&self, word: impl Fn(usize) -> Option<&'w str>) -> Option<NamesAt> {
        self.people.names_at(word)
    }

    /// Whether these words are a contact's whole name, by spelling or by sound.
    pub(crate) fn is_name(&self, words: &[&str]) -> bool {
        let sounds: Vec<String> = words.iter().map(|word| sound(untitled(word))).collect();
        self.people.joined.contains_key(&words.iter().map(|word| untitled(word)).collect::<String>())
            || (sounds.iter().all(|sound| sound.len() > 1) && self.people.sounding.contains(&sounds))
    }

    /// Whether a contact's name begins with exactly this word.
    pub(crate) fn begins_name(&self, word: &str) -> bool {
        self.people.starts.next.contains_key(untitled(word))
    }

    /// Returns how many words are exactly an app's label.
    pub(crate) fn app_at<'w>(&self, word: impl Fn(usize) -> Option<&'w str>) -> Option<usize> {
        self.apps.names_at(word).and_then(|found| found.whole)
    }
}

/// The words of a name.
fn forms(name: &str) -> Vec<String> {
    let words = text::words(name).unwrap_or_default().into_iter().map(|word| word.plain);
    words.take(12).map(|word| untitled(&word).to_owned()).collect()
}

impl Start {
    fn add(&mut self, form: &[String]) {
        let mut at = self;
        for word in form {
            at = at.next.entry(word.clone()).or_default();
        }
        at.whole |= !form.is_empty();
    }
}

impl Names {
    fn new(all: impl Iterator<Item = Vec<Vec<String>>>) -> Self {
        let mut names = Self::default();
        for (at, forms) in all.enumerate() {
            let joined: Vec<String> = forms.iter().map(|form| form.concat()).collect();
            for (form, joined) in forms.iter().zip(&joined) {
                names.starts.add(form);
                let list = names.joined.entry(joined.clone()).or_default();
                if list.last() != Some(&at) {
                    list.push(at);
                }
            }
            let sounds = forms.first().map(|form| form.iter().map(|word| sound(word)).collect()).unwrap_or_default();
            names.sounding.insert(Vec::clone(&sounds));
            names.entries.push(Entry { forms, joined, sounds });
        }
        names
    }

    fn names_at<'w>(&self, word: impl Fn(usize) -> Option<&'w str>) -> Option<NamesAt> {
        let mut at = self.starts.next.get(untitled(word(0)?))?;
        let mut found = NamesAt { whole: None, shorter: false, begun: 1 };
        loop {
            if at.whole {
                found.shorter |= found.whole.is_some();
                found.whole = Some(found.begun);
            }
            let Some(next) = word(found.begun).and_then(|word| at.next.get(untitled(word))) else { break };
            (at, found.begun) = (next, found.begun + 1);
        }
        Some(found)
    }

    /// Returns the entries of the best rank that has any.
    fn ranked(&self, said: &[String]) -> Option<(Match, Vec<usize>)> {
        if said.is_empty() {
            return None;
        }
        let sounds: Vec<String> = said.iter().map(|word| sound(word)).collect();
        let joined = said.concat();
        // Speech recognition inserts spaces, as in `what's app`; the name as it is spelt comes first.
        if let Some(joined) = self.joined.get(&joined) {
            let spelt = |at: &usize| self.entries[*at].forms.iter().any(|form| form == said);
            let exact: Vec<usize> = joined.iter().copied().filter(spelt).collect();
            return Some((Match::Exact, if exact.is_empty() { joined.clone() } else { exact }));
        }
        let mut found: Option<(Match, Vec<usize>)> = None;
        for (at, entry) in self.entries.iter().enumerate() {
            let Some(how) = entry.matches(said, &joined, &sounds) else { continue };
            match &mut found {
                Some((best, list)) if *best == how => list.push(at),
                Some((best, _)) if *best < how => {}
                _ => found = Some((how, vec![at])),
            }
        }
        found
    }
}

impl Entry {
    /// How words that are not exactly one of its forms match it.
    fn matches(&self, said: &[String], joined: &str, sounds: &[String]) -> Option<Match> {
        if self.forms.iter().any(|form| begins(form, said) || within(form, said) || around(form, said)) {
            return Some(Match::Prefix);
        }
        let whole = self.sounds.len() == sounds.len() || sounds.len() == 1;
        let alike = whole && sounds.iter().zip(&self.sounds).all(|(a, b)| a == b && a.len() > 1);
        if alike && !sounds.is_empty() {
            return Some(Match::Phonetic);
        }
        let near = self.forms.iter().zip(&self.joined).any(|(form, full)| {
            let first = form.first().map_or("", String::as_str);
            near(full, joined) || (said.len() == 1 && form.len() > 1 && near(first, joined))
        });
        near.then_some(Match::Fuzzy)
    }
}

/// Whether the spoken words begin the form; the last one may be cut short.
fn begins(form: &[String], said: &[String]) -> bool {
    let Some((last, before)) = said.split_last() else { return false };
    said.len() <= form.len()
        && before.iter().zip(form).all(|(a, b)| a == b)
        && form[before.len()].starts_with(last.as_str())
        && (last.len() >= 3 || form[before.len()] == *last)
}

/// Whether the spoken words are the first and the last of a longer form: `Professor Weber`, `Maria Cruz`.
fn around(form: &[String], said: &[String]) -> bool {
    said.len() == 2 && form.len() > 2 && form.first() == said.first() && form.last() == said.last()
}

/// Whether the spoken words occur together in the form: a surname.
fn within(form: &[String], said: &[String]) -> bool {
    form.windows(said.len()).any(|window| window == said)
}

/// Whether two spellings may be one name. Names shorter than [`SHORTEST_NEAR`] are all similar to each other (`Ann`,
/// `Ian`).
fn near(name: &str, said: &str) -> bool {
    name.len().min(said.len()) >= SHORTEST_NEAR
        && name.chars().next() == said.chars().next()
        && strsim::jaro_winkler(name, said) >= NEAR
}

/// The shortest name with a misspelling search, in bytes.
const SHORTEST_NEAR: usize = 4;
/// The least similarity of two spellings, from 0 to 1: one letter of five or six may differ after the first. Such a
/// match gets a doubt of 0.3, so it is confirmed.
const NEAR: f64 = 0.9;
