//! The words on buttons, by their effect, in the languages that phones use.
//!
//! Data for the facts of a request; it decides nothing. An entry is one word or several in a row, written as people
//! write them and followed by a comma. A leading `=` means that the label contains nothing else (`=grant`, because
//! people are called Grant too). Inflected forms are separate words: `Deleted items` deletes nothing. The order is
//! English, German, French, Spanish and Portuguese, Italian, other European languages, Chinese, Japanese, Korean,
//! Hindi, Thai. A word with two meanings (`apagar` deletes in Portuguese and switches off in Spanish) is on the list.

mod words;

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::words::{
    ACCESS, ACTS, ANSWERS_CALL, ATTACHES, BACKS, CONTRACTS, DECLINES, DELETES, EXITS, FIRM, GRANTS, HARMLESS, INFORMS,
    INSTALLS, INVITES, KEEPS, LOCATES, NOTS, ONWARD, PAYS, REACTS, RESETS, SAVES, SEARCHES, SENDS_TO_MANY, SETS_UP,
    SLIDES,
};
use super::fold::{Phrases, Text};

/// A consequence that always needs approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hazard {
    /// Money is spent or promised.
    Pays,
    /// Something is deleted, discarded or uninstalled.
    Deletes,
    /// A permission is granted.
    Grants,
    /// The phone's location is shared.
    Locates,
    /// A message goes to many people.
    SendsToMany,
    /// The phone loses its settings or its data.
    Resets,
    /// An app is installed or removed.
    Installs,
    /// Something is published.
    Posts,
    /// Accounts, locks or trust settings are changed.
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

/// The word lists, folded once.
pub(super) struct Lexicon {
    /// All lists together, so that a text is searched only once.
    all: Phrases,
    hazards: [List; 10],
    /// Phrases that are removed from a text before it is searched for the others.
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
    /// Access that an app requests to the person's data.
    pub(super) access: List,
    /// Labels that only inform, as the whole label.
    pub(super) informs: List,
    /// Labels that lead back, as the whole label.
    pub(super) backs: List,
    /// Harmless refusals, as the whole label.
    pub(super) harmless_refusals: List,
    /// Labels that agree, as the whole label.
    pub(super) firm_whole: List,
    /// Labels that save a form, as the whole label.
    pub(super) saves: List,
    /// Labels that react to something, as the whole label.
    pub(super) reacts: List,
    /// Labels that answer a ringing phone, as the whole label.
    pub(super) answers_call: List,
    /// Labels that only search or lead on, as the whole label.
    pub(super) searches: List,
    pub(super) invites: List,
    /// Elements that attach or record something for a conversation.
    pub(super) attaches: List,
}

impl Lexicon {
    /// The phrases that mean `hazard`.
    pub(super) fn hazard(&self, hazard: Hazard) -> &List {
        &self.hazards[hazard as usize]
    }
}

impl Text {
    /// Whether the text contains a phrase of the list.
    pub(super) fn says(&self, list: &List) -> bool {
        self.lists(&lexicon().all) & list.0 != 0
    }
}

/// The entries for a hazard, as written above.
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

/// Whether a word describes how or from where a call is made, and does not name a person.
pub(super) fn is_everyday(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "a", "an", "the", "now", "back", "mobile", "home", "work", "video", "voice", "audio", "phone", "button",
        "number", "this", "with", "whatsapp", "make", "start", "via", "sim", "1", "2", "handy", "privat", "arbeit",
        "jetzt", "telefon", "mobil", "und", "on", "to", "for",
    ];
    let folded = super::fold::fold(word);
    let folded = folded.trim_matches(|c: char| !c.is_alphanumeric());
    folded.is_empty() || WORDS.contains(&folded)
}

/// Returns the lists in their searchable form.
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
        let mut whole = |list: &'static str| add(split(list).collect(), true);
        let (saves, reacts, answers_call) = (whole(SAVES), whole(REACTS), whole(ANSWERS_CALL));
        let searches = whole(SEARCHES);
        let mut list = |list: &'static str| add(split(list).collect(), false);
        let (invites, attaches) = (list(INVITES), list(ATTACHES));
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
            saves,
            reacts,
            answers_call,
            searches,
            invites,
            attaches,
        }
    });
    &LEXICON
}

/// Whether a text says that continuing means agreeing: "By continuing, you agree to the terms".
pub(super) fn agrees_by_going_on(text: &str) -> bool {
    const BEGINNINGS: [&str; 20] = [
        "by continuing",
        "by tapping",
        "by clicking",
        "by pressing",
        "by signing",
        "by using",
        "by selecting",
        "indem sie",
        "indem du",
        "durch klicken",
        "en continuant",
        "al continuar",
        "continuando",
        "ao continuar",
        "door verder te gaan",
        "продолжая",
        "devam ederek",
        "继续即",
        "続行すると",
        "계속하면",
    ];
    let start: String = text.trim().chars().take(40).flat_map(char::to_lowercase).collect();
    BEGINNINGS.iter().any(|beginning| start.starts_with(beginning))
}
