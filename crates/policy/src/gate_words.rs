//! One index of the gate's words in every language of `words/gate`. It tells which subjects a text mentions.
//!
//! It reads the texts of a screen; labels of single elements also have the finer lists of `lexicon`. It reads all
//! languages at once, because a screen can be in any or several of them. It states facts; the rules judge them.

mod amount;
mod files;
mod index;
mod vocabulary;

pub(super) use self::amount::{Amount, amounts, has_amount_in};
use self::index::{IDENTIFIERS, INDEX, block};
pub(super) use self::vocabulary::Languages;
use super::fold::{Text, runs_together};

/// The meaning of a word. The names match the sections of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Pay,
    Order,
    Subscribe,
    Delete,
    Overwrite,
    Grant,
    Install,
    Uninstall,
    Reset,
    Locate,
    Send,
    SendToMany,
    Post,
    Security,
    Agree,
    Call,
    Emergency,
    Block,
    LeaveGroup,
    Forward,
    Affirm,
    Refuse,
    Undo,
    Irreversible,
    Recipients,
    Amount,
    /// An everyday word: evidence that the language is a known one.
    Common,
}

impl Meaning {
    const NAMES: [(&'static str, Self); 26] = [
        ("pay", Self::Pay),
        ("order", Self::Order),
        ("subscribe", Self::Subscribe),
        ("delete", Self::Delete),
        ("overwrite", Self::Overwrite),
        ("grant", Self::Grant),
        ("install", Self::Install),
        ("uninstall", Self::Uninstall),
        ("reset", Self::Reset),
        ("locate", Self::Locate),
        ("send", Self::Send),
        ("send_to_many", Self::SendToMany),
        ("post", Self::Post),
        ("security", Self::Security),
        ("agree", Self::Agree),
        ("call", Self::Call),
        ("emergency", Self::Emergency),
        ("block", Self::Block),
        ("leave_group", Self::LeaveGroup),
        ("forward", Self::Forward),
        ("affirm", Self::Affirm),
        ("refuse", Self::Refuse),
        ("undo", Self::Undo),
        ("irreversible", Self::Irreversible),
        ("recipients", Self::Recipients),
        ("amount", Self::Amount),
    ];
}

/// The subjects that a text mentions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meanings(u32);

impl Meanings {
    const fn of(meaning: Meaning) -> Self {
        Self(1 << meaning as u32)
    }

    /// Whether the set contains this meaning.
    pub(super) fn has(self, meaning: Meaning) -> bool {
        self.0 & Self::of(meaning).0 != 0
    }

    /// Whether the set is not empty.
    pub(super) fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set contains a meaning with an effect.
    pub(super) fn any_effect(self) -> bool {
        self.0 & ((1 << Meaning::Affirm as u32) - 1) != 0
    }

    /// The union of both sets.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Marks a word that is in no list of English words. Such a word reveals the language of a text.
const FOREIGN: u32 = 1 << 31;

/// Returns the subjects mentioned anywhere in a text.
pub(super) fn meanings(text: &Text) -> Meanings {
    meanings_in(text, 0)
}

/// Like [`meanings`], on a screen in these languages: their everyday words are no commands of other languages.
pub(super) fn meanings_in(text: &Text, screen: Languages) -> Meanings {
    text.forms().iter().fold(Meanings::default(), |found, form| found.and(INDEX.search(form, screen)))
}

/// Returns the languages in which most words of the texts are known; none if too few words are.
pub(super) fn languages<'t>(texts: impl IntoIterator<Item = &'t Text>) -> Languages {
    const FEWEST: usize = 3;
    let mut by_language = [0_usize; Languages::BITS as usize];
    for token in texts.into_iter().filter_map(|text| text.forms().first()).flat_map(|form| &form.tokens) {
        let mut known = if token.chars().nth(1).is_some() { INDEX.languages_of(token) } else { 0 };
        while known != 0 {
            by_language[known.trailing_zeros() as usize] += 1;
            known &= known - 1;
        }
    }
    let most = by_language.iter().copied().max().unwrap_or_default();
    if most < FEWEST {
        return 0;
    }
    let fits = by_language.iter().enumerate().filter(|(_, count)| **count * 10 >= most * 9);
    fits.fold(0, |found, (place, _)| found | 1 << place)
}

/// Counts the known words of texts, in the language that knows most of them, and all words. In scripts without spaces,
/// all words count as known if any is.
pub(super) fn known_words<'t>(texts: impl IntoIterator<Item = &'t Text>) -> (usize, usize) {
    let mut by_language = [0_usize; Languages::BITS as usize];
    let (mut known, mut all) = (0, 0);
    for form in texts.into_iter().filter_map(|text| text.forms().first()) {
        let together = form.letters.chars().filter(|c| runs_together(*c)).count() / 2;
        if together > 0 {
            all += together;
            known += if INDEX.search(form, 0).any() { together } else { 0 };
            continue;
        }
        for token in form.tokens.iter().filter(|token| token.chars().any(char::is_alphabetic)) {
            all += 1;
            // A single letter is a word in many languages, known or not.
            let mut languages = if token.chars().nth(1).is_some() { INDEX.languages_of(token) } else { 0 };
            while languages != 0 {
                by_language[languages.trailing_zeros() as usize] += 1;
                languages &= languages - 1;
            }
        }
    }
    (known + by_language.into_iter().max().unwrap_or_default(), all)
}

/// Whether a folded word is an everyday word in any language.
pub(super) fn knows_word(word: &str) -> bool {
    INDEX.languages_of(word) != 0
}

/// Whether most letters of a text are in scripts without any known word.
pub(super) fn is_foreign(text: &Text) -> bool {
    let Some(form) = text.forms().first() else { return false };
    let (mut foreign, mut count) = (0, 0);
    for c in form.letters.chars().filter(|c| c.is_alphabetic()) {
        count += 1;
        let known = c.is_ascii() || runs_together(c) || INDEX.scripts.contains(&block(c));
        foreign += usize::from(!known);
    }
    foreign * 2 > count
}

/// Returns the meanings of a label that consists of this text alone.
pub(super) fn whole_label(text: &Text) -> Meanings {
    text.forms().iter().fold(Meanings::default(), |found, form| {
        let by_words = INDEX.whole.get(&form.tokens.join(" ")).copied().unwrap_or_default();
        found.and(by_words).and(INDEX.whole.get(&form.letters).copied().unwrap_or_default())
    })
}

/// Returns the subjects that a program's name mentions: `permission_allow_button`, `ic_trash`.
pub(super) fn identifier(text: &Text) -> Meanings {
    text.forms().iter().fold(Meanings::default(), |found, form| found.and(IDENTIFIERS.search(form, 0)))
}

/// Returns the subjects that symbols in a text represent: 🗑, 💳.
pub(super) fn signs(text: &str) -> Meanings {
    let mut found = Meanings::default();
    for (at, first) in text.char_indices().filter(|(_, c)| !c.is_alphanumeric() && !c.is_ascii()) {
        for (sign, meanings) in INDEX.letters.get(first) {
            if text.get(at..).is_some_and(|rest| rest.starts_with(sign.as_str())) {
                found = found.and(*meanings);
            }
        }
    }
    found
}
