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
use super::fold::Phrase;

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

/// The lists, folded once.
pub(super) struct Lexicon {
    hazards: [Vec<Phrase>; 10],
    pub(super) harmless: Vec<Phrase>,
    pub(super) firm: Vec<Phrase>,
    pub(super) onward: Vec<Phrase>,
    pub(super) sets_up: Vec<Phrase>,
    pub(super) declines: Vec<Phrase>,
    pub(super) slides: Vec<Phrase>,
    pub(super) contracts: Vec<Phrase>,
    pub(super) keeps: Vec<Phrase>,
    pub(super) nots: Vec<Phrase>,
    pub(super) exits: Vec<Phrase>,
    pub(super) acts: Vec<Phrase>,
    /// What an app gets that asks for something of the person's.
    pub(super) access: Vec<Phrase>,
    /// What only tells more, and nothing else in the label.
    pub(super) informs: Vec<Phrase>,
    /// What leads back, and nothing else in the label.
    pub(super) backs: Vec<Phrase>,
    /// The refusals among what is harmless, and nothing else in the label.
    pub(super) harmless_refusals: Vec<Phrase>,
    /// What agrees, and nothing else in the label.
    pub(super) firm_whole: Vec<Phrase>,
}

impl Lexicon {
    /// The phrases that mean `hazard`.
    pub(super) fn hazard(&self, hazard: Hazard) -> &[Phrase] {
        &self.hazards[hazard as usize]
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
        let folded = |list| split(list).map(Phrase::of).collect::<Vec<_>>();
        Lexicon {
            hazards: Hazard::ALL.map(|hazard| entries(hazard).map(Phrase::of).collect()),
            harmless: folded(HARMLESS),
            firm: folded(FIRM),
            onward: folded(ONWARD),
            sets_up: folded(SETS_UP),
            declines: folded(DECLINES),
            slides: folded(SLIDES),
            contracts: folded(CONTRACTS),
            keeps: folded(KEEPS),
            nots: folded(NOTS),
            exits: folded(EXITS),
            acts: folded(ACTS),
            access: folded(ACCESS),
            informs: split(INFORMS).map(Phrase::whole).collect(),
            backs: split(BACKS).map(Phrase::whole).collect(),
            harmless_refusals: split(DECLINES).map(Phrase::whole).collect(),
            firm_whole: split(FIRM).chain(split(ONWARD)).map(Phrase::whole).collect(),
        }
    });
    &LEXICON
}
