//! What people and apps call things, in every language: `grammar/<language>/name/*.txt`, lines `thing = word | word`.
//!
//! For operations that look for a thing by its name on the phone, or in a person's words. Nothing here understands a
//! sentence.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::grammar::Grammar;

/// The names of every language, by thing.
type Names = HashMap<&'static str, Vec<&'static str>>;

static LANGUAGES: LazyLock<Vec<(&str, Names)>> =
    LazyLock::new(|| Grammar::names().map(|(language, texts)| (language, read(texts))).collect());

/// Returns the names of a thing in every language.
pub fn names_of(thing: &str) -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().filter_map(move |(_, names)| names.get(thing)).flatten().copied()
}

/// Returns the names of a thing in one language; empty if the language has none.
pub fn names_in(language: &str, thing: &str) -> &'static [&'static str] {
    // A plan without a language is in English.
    let language = if language.is_empty() { "en" } else { language };
    let own = LANGUAGES.iter().find(|(known, _)| *known == language).and_then(|(_, names)| names.get(thing));
    own.map_or(&[], Vec::as_slice)
}

fn read(texts: impl Iterator<Item = &'static str>) -> Names {
    let mut names = Names::new();
    for line in texts.flat_map(str::lines).filter(|line| !line.starts_with('#')) {
        let Some((thing, words)) = line.split_once('=') else { continue };
        names.entry(thing.trim()).or_default().extend(words.split('|').map(str::trim));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_has_a_name_in_every_language() {
        let (_, english) = &LANGUAGES[0];
        // Only English makes the name of a list of a bare noun.
        for thing in english.keys().filter(|thing| **thing != "new list") {
            for (language, names) in LANGUAGES.iter() {
                assert!(names.get(thing).is_some_and(|names| !names.is_empty()), "{language}: {thing}");
            }
        }
        for (language, names) in LANGUAGES.iter() {
            for (thing, words) in names {
                assert!(english.contains_key(thing), "{language} has {thing}, which nobody asks for");
                let plain = |word: &&str| !word.is_empty() && word.to_lowercase() == **word;
                assert!(words.iter().all(plain), "{language}: {thing}");
            }
        }
        assert!(names_of("photo").any(|name| name == "bild") && names_in("es", "photo").contains(&"imagen"));
        assert_eq!(names_in("", "contact"), ["contact"]);
    }
}
