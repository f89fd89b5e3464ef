//! Guesses the language: by its script, or by its most common small words.
//!
//! The planner calls it if no grammar understood the words with confidence. The guess uses lists
//! (`grammar/languages.txt`) and works offline; if it is unsure, it names no language. To add a language, add a line
//! there; to add a script, add a row to [`SCRIPTS`].

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::ENGLISH;
use crate::grammar::Grammar;
use crate::text::{self, Word};

/// Letters that only one major language uses, or that represent its script: first, last, code, name. Kana comes before
/// Han, because Japanese has both; Ukrainian letters come before the Cyrillic of Russian.
const SCRIPTS: &[(char, char, &str, &str)] = &[
    ('\u{3040}', '\u{30ff}', "ja", "Japanese"),
    ('\u{4e00}', '\u{9fff}', "zh", "Chinese"),
    ('\u{ac00}', '\u{d7a3}', "ko", "Korean"),
    ('\u{0454}', '\u{0454}', "uk", "Ukrainian"),
    ('\u{0456}', '\u{0457}', "uk", "Ukrainian"),
    ('\u{0400}', '\u{04ff}', "ru", "Russian"),
    ('\u{0370}', '\u{03ff}', "el", "Greek"),
    ('\u{0590}', '\u{05ff}', "he", "Hebrew"),
    ('\u{0600}', '\u{06ff}', "ar", "Arabic"),
    ('\u{0900}', '\u{097f}', "hi", "Hindi"),
    ('\u{0980}', '\u{09ff}', "bn", "Bengali"),
    ('\u{0b80}', '\u{0bff}', "ta", "Tamil"),
    ('\u{0e00}', '\u{0e7f}', "th", "Thai"),
];

/// The most words of a short utterance, in which one small word is enough.
const SHORT: usize = 4;

/// A language by its code and its English name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Language {
    pub(crate) code: String,
    pub(crate) name: String,
    /// No word was English, and more than one belongs to this language.
    pub(crate) certain: bool,
}

/// The small words of every language.
#[derive(Debug)]
pub(crate) struct Languages {
    languages: Vec<Language>,
    /// The languages of a word, by index.
    by_word: HashMap<String, Vec<usize>>,
}

impl Languages {
    /// Returns the built-in list.
    pub(crate) fn built_in() -> Self {
        Self::read(include_str!("../grammar/languages.txt"))
    }

    /// The English name of a language.
    pub(crate) fn name_of(&self, code: &str) -> Option<&str> {
        self.languages.iter().find(|language| language.code == code).map(|language| language.name.as_str())
    }

    fn read(list: &str) -> Self {
        let mut languages = Self { languages: Vec::new(), by_word: HashMap::new() };
        for line in list.lines().map(|line| line.split('#').next().unwrap_or_default()) {
            let Some((head, words)) = line.split_once('=') else { continue };
            let Some((code, name)) = head.trim().split_once(' ') else { continue };
            let place = languages.languages.len();
            languages.languages.push(Language { code: code.to_owned(), name: name.to_owned(), certain: false });
            for word in words.split('|') {
                let list = languages.by_word.entry(text::plain(word.trim())).or_default();
                if list.last() != Some(&place) {
                    list.push(place);
                }
            }
        }
        languages
    }

    /// Guesses the language of the words, unless it is English or unknown. `knows` tells whether the grammar of a
    /// language has a word.
    pub(crate) fn guess(
        &self,
        utterance: &str,
        words: &[Word],
        knows: impl Fn(&str, &str) -> bool,
    ) -> Option<Language> {
        // "text Дима привет": a word of a grammar tells more than the script of the content.
        let known = |word: &Word| self.languages.iter().any(|language| knows(&language.code, &word.plain));
        if let Some(language) = by_script(utterance).filter(|_| !words.iter().any(known)) {
            return Some(language);
        }
        let (english, others) = self.languages.split_first()?;
        // The number of words that may belong to a language, and how many of these the English grammar lacks.
        let mut hits = vec![(0_usize, 0_usize); self.languages.len()];
        for word in words {
            let listed = self.by_word.get(&word.plain).map_or(&[][..], Vec::as_slice);
            let foreign = !knows(&english.code, &word.plain);
            hits[0].0 += usize::from(listed.contains(&0));
            for (place, language) in (1..).zip(others) {
                if listed.contains(&place) || foreign && knows(&language.code, &word.plain) {
                    hits[place] = (hits[place].0 + 1, hits[place].1 + usize::from(foreign));
                }
            }
        }
        let in_english = hits[0].0;
        let best = |(place, (most, _)): &(usize, (usize, usize))| (*most, usize::MAX - *place);
        let (place, (most, foreign)) = hits.into_iter().enumerate().skip(1).max_by_key(best)?;
        let enough = most >= 2 || (most == 1 && in_english == 0 && words.len() <= SHORT);
        let certain = most >= 2 && in_english == 0;
        let told = enough && foreign > 0 && most > in_english;
        told.then(|| Language { certain, ..self.languages[place].clone() })
    }
}

/// Guesses the language of a request without planning it, as far as its words tell: for a first line on a screen. English
/// if nothing tells another one of the grammar's languages.
pub fn guessed_language(utterance: &str) -> &'static str {
    static WORDS: LazyLock<Vec<(&str, HashSet<String>)>> = LazyLock::new(|| {
        let words = |list: &'static str| list.split(|letter: char| !letter.is_alphanumeric()).map(text::plain);
        Grammar::word_lists().map(|(language, lists)| (language, lists.flat_map(words).collect())).collect()
    });
    let known = |language: &str| WORDS.iter().find(|(code, _)| *code == language);
    let knows = |code: &str, word: &str| known(code).is_some_and(|(_, words)| words.contains(word));
    let Some(words) = text::words(utterance) else { return ENGLISH };
    // "text Ben hallo Welt": the first word is the request, the others may be its content.
    let begins_in_english = words.first().is_some_and(|word| knows(ENGLISH, &word.plain));
    let found = Languages::built_in().guess(utterance, &words, knows).filter(|_| !begins_in_english);
    found.and_then(|language| known(&language.code)).map_or(ENGLISH, |(code, _)| *code)
}

/// Returns the language whose script most letters of the utterance use.
fn by_script(utterance: &str) -> Option<Language> {
    let letters: Vec<char> = utterance.chars().filter(|c| c.is_alphabetic()).take(200).collect();
    let within = |letter: &char, row: &(char, char, &str, &str)| (row.0..=row.1).contains(letter);
    let foreign = letters.iter().filter(|letter| SCRIPTS.iter().any(|row| within(letter, row))).count();
    if foreign * 2 <= letters.len() {
        return None;
    }
    let row = SCRIPTS.iter().find(|row| letters.iter().any(|letter| within(letter, row)))?;
    Some(Language { code: row.2.to_owned(), name: row.3.to_owned(), certain: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_a_request_is_guessed() {
        for (said, expected) in [
            ("lösch den Kontakt Mom", "de"),
            ("zahl Sam 5 Dollar", "de"),
            ("ist das WLAN an?", "de"),
            ("desinstala WhatsApp", "es"),
            ("comparte mi ubicación con Mom", "es"),
            ("uninstall WhatsApp", "en"),
            ("text Ben hallo Welt", "en"),
            ("what is on the screen", "en"),
            ("打电话给妈妈", "en"),
            ("", "en"),
        ] {
            assert_eq!(guessed_language(said), expected, "{said}");
        }
    }

    #[test]
    fn languages_are_named() {
        let languages = Languages::built_in();
        for (said, expected) in [
            ("appelle ma mère s'il te plaît", "French"),
            ("mets un réveil à sept heures", "French"),
            ("llama a mi madre por favor", "Spanish"),
            ("pon una alarma a las siete", "Spanish"),
            ("chiama mia madre per favore", "Italian"),
            ("liga para a minha mãe", "Portuguese"),
            ("bel mijn moeder alsjeblieft", "Dutch"),
            ("ring min mamma tack", "Swedish"),
            ("zadzwoń do mojej mamy proszę", "Polish"),
            ("lütfen beni yarın ara", "Turkish"),
            ("ruf bitte meine Mutter an", "German"),
            ("позвони маме", "Russian"),
            ("подзвони мамі", "Ukrainian"),
            ("日本語でお願いします", "Japanese"),
            ("打电话给妈妈", "Chinese"),
            ("엄마에게 전화해", "Korean"),
            ("اتصل بأمي", "Arabic"),
            ("माँ को फोन करो", "Hindi"),
            ("πάρε τη μαμά", "Greek"),
            ("turn on the flashlight", ""),
            ("call Jean de la Fontaine for me", ""),
            ("what is the meaning of die Welt", ""),
            ("blorp", ""),
            ("", ""),
        ] {
            let words = text::words(said).unwrap();
            let english = ["call", "turn", "la", "ring", "min", "what", "die"];
            let knows = |code: &str, word: &str| code == "en" && english.contains(&word);
            let found = languages.guess(said, &words, knows).map(|language| language.name).unwrap_or_default();
            assert_eq!(found, expected, "{said}");
        }
    }
}
