//! Resolves names: the contacts and apps of a directory, indexed for lookup.
//!
//! Built once per directory and shared. Matches are ranked: exact, then prefix, then by sound, then by spelling. A tie
//! goes to the contact with clearly more or more recent contact; otherwise the person chooses.

mod rank;
mod sound;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use action::{Contact, Directory};
use serde::Serialize;

use self::rank::best;
use self::sound::sound;
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

/// The most names that a question offers: as many as can be read out or taken in at a glance.
const MOST_CHOICES: usize = 6;

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
    /// The entries with a form that begins with this word.
    by_first: HashMap<String, Vec<usize>>,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The name and the aliases, each split into words.
    forms: Vec<Vec<String>>,
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

    /// The apps that `name` may mean.
    pub fn app(&self, name: &str) -> LookupResult {
        match self.apps.ranked(&forms(name)) {
            None => LookupResult::Nothing,
            Some((how, at)) if at.len() == 1 => LookupResult::One { at: at[0], how, by_habit: false },
            Some((how, mut at)) => {
                at.truncate(MOST_CHOICES);
                LookupResult::Several { at, how }
            }
        }
    }

    /// Returns how many words from `start` on are exactly a contact's name; the longest match.
    pub(crate) fn person_at<'w>(&self, word: impl Fn(usize) -> Option<&'w str>) -> Option<usize> {
        self.people.longest(word)
    }

    /// Returns how many words are exactly an app's label.
    pub(crate) fn app_at<'w>(&self, word: impl Fn(usize) -> Option<&'w str>) -> Option<usize> {
        self.apps.longest(word)
    }
}

/// The words of a name.
fn forms(name: &str) -> Vec<String> {
    text::words(name).unwrap_or_default().into_iter().map(|word| word.plain).take(12).collect()
}

impl Names {
    fn new(all: impl Iterator<Item = Vec<Vec<String>>>) -> Self {
        let mut names = Self::default();
        for (at, forms) in all.enumerate() {
            for first in forms.iter().filter_map(|form| form.first()) {
                let list = names.by_first.entry(first.clone()).or_default();
                if list.last() != Some(&at) {
                    list.push(at);
                }
            }
            let sounds = forms.first().map(|form| form.iter().map(|word| sound(word)).collect()).unwrap_or_default();
            names.entries.push(Entry { forms, sounds });
        }
        names
    }

    fn longest<'w>(&self, word: impl Fn(usize) -> Option<&'w str>) -> Option<usize> {
        let list = self.by_first.get(word(0)?)?;
        let fits = |form: &&Vec<String>| form.iter().enumerate().all(|(offset, part)| word(offset) == Some(part));
        list.iter().flat_map(|at| &self.entries[*at].forms).filter(fits).map(Vec::len).max()
    }

    /// Returns the entries of the best rank that has any.
    fn ranked(&self, said: &[String]) -> Option<(Match, Vec<usize>)> {
        if said.is_empty() {
            return None;
        }
        let sounds: Vec<String> = said.iter().map(|word| sound(word)).collect();
        let joined = said.concat();
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
    fn matches(&self, said: &[String], joined: &str, sounds: &[String]) -> Option<Match> {
        // Speech recognition inserts spaces: `what's app`, `Mc Donald`.
        if self.forms.iter().any(|form| form == said || form.concat() == joined) {
            return Some(Match::Exact);
        }
        if self.forms.iter().any(|form| begins(form, said) || within(form, said)) {
            return Some(Match::Prefix);
        }
        let whole = self.sounds.len() == sounds.len() || sounds.len() == 1;
        let alike = whole && sounds.iter().zip(&self.sounds).all(|(a, b)| a == b && a.len() > 1);
        if alike && !sounds.is_empty() {
            return Some(Match::Phonetic);
        }
        let near = self.forms.iter().any(|form| {
            let full = form.concat();
            let first = form.first().map_or("", String::as_str);
            near(&full, joined) || (said.len() == 1 && form.len() > 1 && near(first, joined))
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
/// The least similarity of two spellings, from 0 to 1: one letter of five or six may differ behind the first. Such a
/// match gets a doubt of 0.3, so it is confirmed.
const NEAR: f64 = 0.9;
