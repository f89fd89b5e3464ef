//! The words that buttons bear, by what they do, in the languages phones are used in.
//!
//! Data for the facts of a request; nothing is decided here. An entry is a word or some words in a
//! row, written as people write them, with a comma after it; a leading `=` means that the label holds
//! nothing else (`=grant`, because people are called Grant too). Words that end differently are other
//! words: `Deleted items` deletes nothing. The order is English, German, French, Spanish and
//! Portuguese, Italian, other European languages, Chinese, Japanese, Korean, Hindi, Thai. Where a word
//! means two things (`apagar` deletes in Portuguese and switches off in Spanish) it is on the list.

mod words;

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::words::{
    ACCESS, ACTS, BACKS, CONTRACTS, DECLINES, DELETES, EXITS, FIRM, GRANTS, HARMLESS, INFORMS, INSTALLS, KEEPS,
    LOCATES, NOTS, ONWARD, PAYS, RESETS, SENDS_TO_MANY, SETS_UP, SLIDES,
};
use super::fold::{Phrases, Text};

/// What a person is always asked about first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hazard {
    /// Money is spent or promised.
    Pays,
    /// Something is deleted, discarded or uninstalled.
    Deletes,
    /// A permission is granted.
    Grants,
    /// Somebody is told where the phone is.
    Locates,
    /// A message goes to many.
    SendsToMany,
    /// The phone loses its settings or its data.
    Resets,
    /// An app is installed or removed.
    Installs,
    /// Something is published.
    Posts,
    /// Accounts, locks, or what the phone trusts are changed.
    ChangesSecurity,
    /// A contract is signed or agreed to.
    Agrees,
}

impl Hazard {
    /// Every hazard, in the order of the enum.
    pub const ALL: [Self; 10] = [
        Self::Pays,
        Self::Deletes,
        Self::Grants,
        Self::Locates,
        Self::SendsToMany,
        Self::Resets,
        Self::Installs,
        Self::Posts,
        Self::ChangesSecurity,
        Self::Agrees,
    ];
}

/// One of the lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct List(u32);

/// The lists, folded once.
pub(super) struct Lexicon {
    /// All of them, so that a text is gone through once.
    all: Phrases,
    hazards: [List; 10],
    /// What is cut out of a text before it is asked for the others.
    pub(super) harmless: Phrases,
    pub(super) firm: List,
    pub(super) onward: List,
    pub(super) sets_up: List,
    pub(super) declines: List,
    pub(super) slides: List,
    pub(super) contracts: List,
    pub(super) keeps: List,
    pub(super) nots: List,
    pub(super) exits: List,
    pub(super) acts: List,
    /// What an app gets that asks for something of the person's.
    pub(super) access: List,
    /// What only tells more, and nothing else in the label.
    pub(super) informs: List,
    /// What leads back, and nothing else in the label.
    pub(super) backs: List,
    /// The refusals among what is harmless, and nothing else in the label.
    pub(super) harmless_refusals: List,
    /// What agrees, and nothing else in the label.
    pub(super) firm_whole: List,
}

impl Lexicon {
    /// The phrases that mean `hazard`.
    pub(super) fn hazard(&self, hazard: Hazard) -> &List {
        &self.hazards[hazard as usize]
    }
}

impl Text {
    /// Whether a phrase of the list stands in it.
    pub(super) fn says(&self, list: &List) -> bool {
        self.lists(&lexicon().all) & list.0 != 0
    }
}

/// The words a hazard is known by, as they are written above.
pub(super) fn entries(hazard: Hazard) -> impl Iterator<Item = &'static str> {
    split(match hazard {
        Hazard::Pays => PAYS,
        Hazard::Deletes => DELETES,
        Hazard::Grants => GRANTS,
        Hazard::Locates => LOCATES,
        Hazard::SendsToMany => SENDS_TO_MANY,
        Hazard::Resets => RESETS,
        // Their words are in `gate_words` only.
        Hazard::Posts | Hazard::ChangesSecurity | Hazard::Agrees => "",
        Hazard::Installs => INSTALLS,
    })
}

fn split(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

/// The lists in the form in which they are searched.
pub(super) fn lexicon() -> &'static Lexicon {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
        let (mut all, mut next) = (Phrases::default(), 1);
        let mut add = |entries: Vec<&'static str>, alone: bool| {
            let list = List(next);
            all.add(list.0, alone, entries.into_iter());
            next <<= 1;
            list
        };
        let hazards = Hazard::ALL.map(|hazard| add(entries(hazard).collect(), false));
        let mut harmless = Phrases::default();
        harmless.add(1, false, split(HARMLESS));
        let mut list = |list: &'static str| add(split(list).collect(), false);
        let (firm, onward, sets_up, declines) = (list(FIRM), list(ONWARD), list(SETS_UP), list(DECLINES));
        let (slides, contracts, keeps, nots) = (list(SLIDES), list(CONTRACTS), list(KEEPS), list(NOTS));
        let (exits, acts, access) = (list(EXITS), list(ACTS), list(ACCESS));
        let informs = add(split(INFORMS).collect(), true);
        let backs = add(split(BACKS).collect(), true);
        let harmless_refusals = add(split(DECLINES).collect(), true);
        let firm_whole = add(split(FIRM).chain(split(ONWARD)).collect(), true);
        Lexicon {
            all,
            hazards,
            harmless,
            firm,
            onward,
            sets_up,
            declines,
            slides,
            contracts,
            keeps,
            nots,
            exits,
            acts,
            access,
            informs,
            backs,
            harmless_refusals,
            firm_whole,
        }
    });
    &LEXICON
}
