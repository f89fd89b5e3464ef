//! Tells in which languages a word is known, and so whether the gate can read a text's language. The words have no
//! meaning here; `index` holds meanings.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::files;

/// A set of languages, one bit each. A text is understood if one language knows enough of its words, not if each word
/// belongs to another language.
pub(crate) type Languages = u128;

/// The languages of each word, and the language codes of the files.
struct Vocabulary {
    words: HashMap<&'static str, Languages, FixedState>,
    codes: Vec<&'static str>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let (mut words, mut codes): (HashMap<_, Languages, _>, Vec<&str>) = (HashMap::default(), Vec::new());
    for line in files::vocabulary().lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(code) => codes.push(code),
            None => {
                let language = codes.len().checked_sub(1).map(bit).unwrap_or_default();
                line.split(' ').for_each(|word| *words.entry(word).or_default() |= language);
            }
        }
    }
    Vocabulary { words, codes }
});

/// Returns the bit of a language code, or none for a language without a vocabulary because its words run together.
pub(super) fn language(code: &str) -> Languages {
    VOCABULARY.codes.iter().position(|known| *known == code).map(bit).unwrap_or_default()
}

/// Returns the languages in which a folded word is known.
pub(super) fn languages_of(word: &str) -> Languages {
    VOCABULARY.words.get(word).copied().unwrap_or_default()
}

fn bit(place: usize) -> Languages {
    u32::try_from(place).ok().and_then(|place| Languages::checked_shl(1, place)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::{FoldedForm, fold};

    #[test]
    fn every_word_is_folded_and_one_word() {
        for word in VOCABULARY.words.keys().filter(|word| !word.is_empty()) {
            assert_eq!(FoldedForm::of(&fold(word)).tokens, [(*word).to_owned()], "{word}");
        }
        assert!(VOCABULARY.codes.len() > 50 && VOCABULARY.codes.len() <= Languages::BITS as usize);
    }
}
