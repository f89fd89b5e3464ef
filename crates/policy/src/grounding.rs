//! The requests in the person's own words: a small typed statement, built once for each utterance.
//!
//! The gate compares an outward act with it: the kind of act, the recipient, the number. Only the person's words count:
//! the goal, their answers, and the text they typed while they had the phone. Words of a screen, a tool or a program
//! never count. The module states facts; the rules judge them.

mod clauses;
mod words;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use self::words::{
    ANSWERS_CALL, ATTACHMENTS, CALLS, CONTACTS, EDITS, FOR_ME, GROUPS, LAST_CALLER, LAST_WRITER, MESSAGES, PLACES,
    POSTS, REACTS, RELATIONS, REPLACES, SUBMITS, SWITCHES,
};
use super::fold::{FoldedForm, Phrases, fold, plain_letters, runs_together};
use super::gate_words::knows_word;

/// A kind of act that a person can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Write to a person, by any app.
    Message,
    /// Call a person.
    Call,
    /// Answer a ringing phone.
    AnswerCall,
    /// Reach a group.
    Group,
    /// Contacts, and their numbers.
    Contact,
    /// Change or remove something.
    Edit,
    /// React, like, follow.
    React,
    /// Publish.
    Post,
    /// Fill in and submit a form.
    Submit,
    /// Send something along.
    Attachment,
    /// Tell where the person is.
    Place,
    /// The person who wrote last.
    LastWriter,
    /// The person who called last.
    LastCaller,
    /// Change a setting, or connect to something.
    Switch,
    /// Change or remove existing text.
    Replace,
}

const LISTS: [(Asked, &str); 15] = [
    (Asked::Message, MESSAGES),
    (Asked::Call, CALLS),
    (Asked::AnswerCall, ANSWERS_CALL),
    (Asked::Group, GROUPS),
    (Asked::Contact, CONTACTS),
    (Asked::Edit, EDITS),
    (Asked::React, REACTS),
    (Asked::Post, POSTS),
    (Asked::Submit, SUBMITS),
    (Asked::Attachment, ATTACHMENTS),
    (Asked::Place, PLACES),
    (Asked::LastWriter, LAST_WRITER),
    (Asked::LastCaller, LAST_CALLER),
    (Asked::Switch, SWITCHES),
    (Asked::Replace, REPLACES),
];

/// Words that may precede the verb at the beginning of a request: "please text Sam", "and call Mom".
const BEFORE_A_VERB: &[&str] = &[
    "to",
    "and",
    "then",
    "please",
    "you",
    "hey",
    "ok",
    "okay",
    "just",
    "now",
    "also",
    "can",
    "could",
    "should",
    "must",
    "will",
    "lets",
    "let",
    "i",
    "id",
    "or",
    "quickly",
    "first",
    "kindly",
    "phone",
    "assistant",
    "fingertip",
    "video",
];

/// Nouns that follow a name in languages that write nouns like names, and that no screen shows.
const NOUNS: &[&str] = &[
    "grusse",
    "gruss",
    "bescheid",
    "gluckwunsche",
    "danke",
    "hallo",
    "servus",
    "kusse",
    "geburtstagsgrusse",
    "urlaubsgrusse",
    "blumen",
    "hilfe",
    "antwort",
    "urlaub",
    "feierabend",
    "abendessen",
    "mittagessen",
    "kuchen",
    "verspatung",
];

/// How much the person may say, in bytes; later words are ignored, and the gate asks more.
const LONGEST: usize = 8 << 10;
/// How many people are remembered who were found in the phone's records.
const MOST_FOUND: usize = 16;

struct Lists {
    asked: Phrases,
    for_me: Phrases,
}

static WORDS: LazyLock<Lists> = LazyLock::new(|| {
    let (mut asked, mut for_me) = (Phrases::default(), Phrases::default());
    for (kind, list) in LISTS {
        asked.add(1 << kind as u32, false, entries(list));
    }
    for_me.add(1, false, entries(FOR_ME));
    Lists { asked, for_me }
});

static RELATED: LazyLock<Vec<BTreeSet<String>>> =
    LazyLock::new(|| RELATIONS.iter().map(|line| entries(line).map(fold).collect()).collect());

fn entries(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

/// The requests in the person's own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounding {
    /// The words as they were said.
    said: String,
    clauses: Vec<Clause>,
    /// The digits of each number.
    numbers: Vec<String>,
    /// The people in the phone's records whom the words describe: the last caller, somebody's number.
    found: Vec<String>,
    /// Names that fit several people in the phone's records.
    ambiguous: Vec<String>,
    /// Contacts, and their numbers, that no person brought to the phone.
    foreign: Vec<String>,
}

/// A part of the words that asks for one thing. A part that forbids something is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Clause {
    words: Vec<Word>,
    /// The letters without spaces, for scripts without spaces.
    letters: String,
    kinds: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    folded: String,
    /// Whether it is written like a name.
    proper: bool,
    /// Whether something belongs to it: "Mom's".
    owns: bool,
}

/// How the words relate to a kind of act and a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// They ask for this kind, with this person.
    Both,
    /// They ask for this kind, with another person.
    Kind,
    /// They do not ask for this kind.
    Neither,
}

impl Grounding {
    /// Reads the person's words.
    pub fn of(said: &str) -> Self {
        let said = said.get(..said.floor_char_boundary(LONGEST)).unwrap_or_default();
        let numbers = clauses::numbers(&super::figures(said));
        let mut clauses = clauses::split(said, !numbers.is_empty());
        clauses.retain(|clause| !clause.words.is_empty());
        Self { said: said.to_owned(), clauses, numbers, found: Vec::new(), ambiguous: Vec::new(), foreign: Vec::new() }
    }

    /// Whether the words describe the last caller.
    pub fn describes_last_caller(&self) -> bool {
        self.asks_for(Asked::LastCaller)
    }

    /// Whether the words describe the last sender.
    pub fn describes_last_writer(&self) -> bool {
        self.asks_for(Asked::LastWriter)
    }

    /// Whether the person said this number.
    pub fn says_number(&self, number: &str) -> bool {
        self.has_number(number)
    }

    /// Whether the words name this person, in any position.
    pub fn names(&self, name: &str) -> bool {
        self.is_found(name) || self.clauses.iter().any(|clause| clause.names(name)) || self.has_number(name)
    }

    /// Whether the words contain this whole name.
    pub fn spells_out(&self, name: &str) -> bool {
        self.clauses.iter().any(|clause| clause.spells_out(name))
    }

    /// Adds a name or number from the phone's records that the words describe.
    pub fn found_in_records(&mut self, name: &str) {
        add(&mut self.found, name);
    }

    /// Adds a name that fits several people: only the whole name tells which of them is meant.
    pub fn is_ambiguous(&mut self, name: &str) {
        add(&mut self.ambiguous, name);
    }

    /// Adds a contact with a number that no person gave.
    pub fn is_foreign(&mut self, name: &str, number: &str) {
        add(&mut self.foreign, name);
        add(&mut self.foreign, number);
    }

    /// Whether this is a person or number that no person brought to the phone.
    pub(super) fn knows_as_foreign(&self, who: &str) -> bool {
        self.foreign.iter().any(|foreign| foreign == who) && !self.has_number(who)
    }

    /// Whether the words ask for this kind of act.
    pub(super) fn asks_for(&self, kind: Asked) -> bool {
        self.clauses.iter().any(|clause| clause.asks_for(kind))
    }

    /// Whether the words ask for one of these kinds, with all of these people.
    pub(super) fn fit(&self, kinds: &[Asked], people: &[String]) -> Fit {
        let asking: Vec<&Clause> =
            self.clauses.iter().filter(|clause| kinds.iter().any(|kind| clause.asks_for(*kind))).collect();
        let named = |person: &String| {
            let doubtful = self.ambiguous.contains(person) && !asking.iter().any(|clause| clause.spells_out(person));
            !doubtful
                && (self.is_found(person)
                    || self.has_number(person)
                    || asking.iter().any(|clause| clause.names(person)))
        };
        match (asking.is_empty(), people.is_empty() || !people.iter().all(named)) {
            (true, _) => Fit::Neither,
            (false, true) => Fit::Kind,
            (false, false) => Fit::Both,
        }
    }

    fn is_found(&self, name: &str) -> bool {
        self.found.iter().any(|known| is_same_person(known, name))
    }

    /// Whether the person said this number or address: the whole of it, but for the country code.
    pub(super) fn has_number(&self, number: &str) -> bool {
        if number.contains('@') {
            return self.said.to_lowercase().contains(&number.trim().to_lowercase());
        }
        if !is_numeric(number) {
            return false;
        }
        let digits: String = super::figures(number).chars().filter(char::is_ascii_digit).collect();
        self.numbers.iter().any(|said| is_same_number(said, &digits))
    }

    /// Whether a word of this label is among the person's words.
    pub(super) fn mentions(&self, label: &str) -> bool {
        let form = FoldedForm::of(&fold(label));
        self.clauses.iter().any(|clause| clause.mentions(&form))
    }

    /// The words as they were said.
    pub(super) fn said(&self) -> &str {
        &self.said
    }

    /// Whether the words name a way to reach people, and not the one that this app is.
    pub(super) fn names_another_medium(&self, package: &str) -> bool {
        // A yes to another way counts as the person's words.
        let agreed = |line: &str| YES.contains(&line.trim().trim_end_matches(['.', '!']).to_lowercase().as_str());
        if self.said.lines().skip(2).any(agreed) {
            return false;
        }
        let is_own = |place: &usize| MEDIA[*place].1.iter().any(|part| package.contains(part));
        let own: Vec<usize> = (0..MEDIA.len()).filter(is_own).collect();
        let said: Vec<usize> =
            (0..MEDIA.len()).filter(|place| entries(MEDIA[*place].0).any(|word| self.mentions_word(word))).collect();
        // "text Sam" does not ask for a mail.
        let is_mail =
            package_is_mail(package) && said.is_empty() && entries(TEXTS).any(|word| self.mentions_word(word));
        is_mail || (!own.is_empty() && !said.is_empty() && !own.iter().any(|own| said.contains(own)))
    }

    fn mentions_word(&self, word: &str) -> bool {
        let folded = fold(word);
        self.clauses.iter().any(|clause| {
            clause.words.iter().any(|said| said.folded == folded)
                || folded.chars().any(runs_together) && clause.letters.contains(&folded)
        })
    }
}

fn add(names: &mut Vec<String>, name: &str) {
    let name = name.trim();
    if !name.is_empty() && names.len() < MOST_FOUND && !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

/// A person's yes, as a whole answer.
const YES: &[&str] = &[
    "yes",
    "y",
    "ok",
    "okay",
    "sure",
    "ja",
    "oui",
    "si",
    "sí",
    "sì",
    "sim",
    "tak",
    "да",
    "так",
    "evet",
    "نعم",
    "بله",
    "हाँ",
    "是",
    "好",
    "はい",
    "네",
    "ya",
    "có",
];

/// Parts of the packages of mail apps.
const MAIL: [&str; 4] = ["android.gm", "email", "outlook", "mail"];

/// Words for writing a short message.
const TEXTS: &str = "text, texte, texten, simse, simsen";

fn package_is_mail(package: &str) -> bool {
    MAIL.iter().any(|part| package.contains(part))
}

/// Ways to reach people, by their names, and the packages that are such a way.
const MEDIA: [(&str, &[&str]); 11] = [
    ("whatsapp, whats app, вотсап, ватсап, واتساب, 왓츠앱", &["whatsapp"]),
    ("sms, text message, textnachricht, смс, 短信, 簡訊, 문자", &["messaging", "mms", "sms"]),
    ("telegram, телеграм, телеграмм, تيليجرام, 텔레그램", &["telegram"]),
    ("signal", &["thoughtcrime", "signal"]),
    ("viber, вайбер, viberze", &["viber"]),
    ("line", &["jp.naver.line"]),
    ("wechat, 微信", &["com.tencent.mm"]),
    ("messenger", &["facebook.orca"]),
    ("instagram", &["instagram"]),
    ("email, e mail, gmail, mail, correo, courriel, почту, 邮件, メール, 이메일", &MAIL),
    ("kakaotalk, kakao, 카톡, 카카오톡", &["kakao"]),
];

impl Clause {
    fn asks_for(&self, kind: Asked) -> bool {
        self.kinds & (1 << kind as u32) != 0
    }

    fn mentions(&self, form: &FoldedForm) -> bool {
        let is_long = |token: &&String| token.chars().count() > 3 || token.chars().all(|c| c.is_ascii_digit());
        form.tokens.iter().filter(is_long).any(|token| self.words.iter().any(|said| is_form_of(&said.folded, token)))
            || form.letters.chars().any(runs_together) && self.letters.contains(&form.letters)
    }

    fn spells_out(&self, name: &str) -> bool {
        let form = FoldedForm::of(&fold(name));
        if form.letters.chars().any(runs_together) {
            return self.letters.contains(&form.letters);
        }
        let parts: Vec<&String> = form.tokens.iter().filter(|token| is_name_part(token)).collect();
        let spelled = |(place, window): (usize, &[Word])| {
            window.iter().zip(&parts).all(|(said, part)| is_form_of(&said.folded, part)) && !self.is_owned(place)
        };
        !parts.is_empty() && self.words.windows(parts.len()).enumerate().any(spelled)
    }

    /// Whether the word at this position is a relation of another person: the mom in "Sam's mom" is not `Mom`.
    fn is_owned(&self, place: usize) -> bool {
        place.checked_sub(1).is_some_and(|before| self.words[before].owns)
    }

    /// Whether the clause names this person or conversation.
    fn names(&self, recipient: &str) -> bool {
        let recipient = recipient.trim();
        // An address or a number is named only by itself, see `Grounding::has_number`.
        if recipient.contains('@') || is_numeric(recipient) {
            return false;
        }
        let form = FoldedForm::of(&fold(recipient));
        if form.letters.chars().any(runs_together) {
            return self.letters.contains(&form.letters) || self.names_relation(&form);
        }
        // A verb is not a name: a contact called `Call` is not named by "call Mom".
        let is_name = |token: &&String| is_name_part(token) && !clauses::acts(token);
        let parts: Vec<&String> = form.tokens.iter().filter(is_name).collect();
        if parts.is_empty() {
            return !form.letters.is_empty() && self.words.iter().any(|word| word.folded == form.letters);
        }
        self.spells_out(recipient)
            || parts.iter().any(|part| self.names_by(part, &parts))
            || self.names_relation(&form)
            || self.letters_name(&parts)
    }

    /// Whether a text without spaces contains the name in its own letters: 告诉Sam.
    fn letters_name(&self, parts: &[&String]) -> bool {
        let together = self.letters.chars().any(runs_together);
        together && parts.iter().any(|part| part.chars().count() > 2 && self.letters.contains(part.as_str()))
    }

    /// Whether one part of a name identifies the person: "text Sam" for Sam Carter, but not "text Sam Miller".
    fn names_by(&self, part: &str, name: &[&String]) -> bool {
        let mut places = self.words.iter().enumerate().filter(|(_, word)| is_form_of(&word.folded, part));
        // Without any capital letter, names cannot be recognised.
        let tells = self.words.iter().skip(1).any(|word| word.proper);
        places.any(|(place, word)| {
            // An everyday word is a name only where it is written as one.
            if self.is_owned(place) || (name.len() > 1 && tells && !word.proper && knows_word(part)) {
                return false;
            }
            let Some(next) = self.words.get(place + 1) else { return true };
            let everyday = knows_word(&next.folded) || NOUNS.contains(&next.folded.as_str());
            let another = next.proper && !next.owns && next.folded.chars().count() > 2 && !everyday;
            name.len() == 1 || !another || name.iter().any(|known| is_form_of(&next.folded, known))
        })
    }

    /// Whether the words mean the same relation: "ruf Mama an" for the contact `Mom`, but not "Sam's mom".
    fn names_relation(&self, form: &FoldedForm) -> bool {
        let is_in = |group: &BTreeSet<String>, token: &str| group.iter().any(|word| is_form_of(token, word));
        let together = |group: &BTreeSet<String>, letters: &str| {
            group.iter().any(|word| word.chars().any(runs_together) && letters.contains(word.as_str()))
        };
        // A name with other parts belongs to another person: `Mom Sam`.
        form.tokens.len() <= 2
            && RELATED.iter().any(|group| {
                let shown = form.tokens.iter().any(|token| is_in(group, token)) || together(group, &form.letters);
                let mut words = self.words.iter().enumerate();
                let said = words.any(|(place, word)| !self.is_owned(place) && is_in(group, &word.folded));
                shown && (said || together(group, &self.letters))
            })
    }
}

/// Whether a text is about contacts and their numbers.
pub(super) fn is_about_contacts(text: &str) -> bool {
    FoldedForm::of(&fold(text)).lists(&WORDS.asked) & (1 << Asked::Contact as u32) != 0
}

/// Whether a token of a name can identify a person.
fn is_name_part(token: &str) -> bool {
    token.chars().count() > 1 && token.chars().any(char::is_alphabetic)
}

/// Whether a word is a name, or one of its cases: `Sams`, `Annas`, `Сэму`, `لعمر`.
fn is_form_of(said: &str, name: &str) -> bool {
    if said == name {
        return true;
    }
    // Arabic and Hebrew write `to` and `with` in front of the name.
    if name.chars().count() > 2 && name.chars().all(|c| matches!(c, '\u{590}'..='\u{6FF}')) {
        return said.strip_suffix(name).is_some_and(|before| before.chars().count() <= 2);
    }
    let stem = name.strip_suffix(['а', 'я', 'a', 'о', 'ь', 'й']).unwrap_or(name);
    let Some(ending) = said.strip_prefix(stem) else { return false };
    let letters = stem.chars().count();
    if !name.is_ascii() {
        return letters > 1 && ending.chars().count() <= 3;
    }
    let genitive = stem == name && letters > 2 && matches!(ending, "s" | "es");
    let cased = letters > 1
        && matches!(
            ending,
            "y" | "e" | "ie" | "owi" | "om" | "u" | "i" | "a" | "ya" | "ye" | "yi" | "im" | "em" | "yu"
        )
        && (stem != name || letters > 3);
    genitive || cased
}

/// Whether two numbers are the same, but for the country code.
fn is_same_number(one: &str, other: &str) -> bool {
    const SHORTEST: usize = 7;
    const COUNTRY: usize = 3;
    let (one, other) = (one.trim_start_matches('0'), other.trim_start_matches('0'));
    let (long, short) = if one.len() >= other.len() { (one, other) } else { (other, one) };
    !short.is_empty()
        && (long == short || (short.len() >= SHORTEST && long.len() - short.len() <= COUNTRY && long.ends_with(short)))
}

fn is_numeric(text: &str) -> bool {
    let figures = super::figures(text);
    figures.chars().any(|c| c.is_ascii_digit()) && !figures.contains(char::is_alphabetic)
}

/// Whether two texts name the same person: the same words, or the same last digits.
fn is_same_person(known: &str, shown: &str) -> bool {
    if is_numeric(known) || is_numeric(shown) {
        let digits = |text: &str| super::figures(text).chars().filter(char::is_ascii_digit).collect::<String>();
        return is_numeric(known) && is_numeric(shown) && is_same_number(&digits(known), &digits(shown));
    }
    let same = |text: &str| plain_letters(fold(text)).into_iter().next().unwrap_or_default();
    same(known) == same(shown)
}

#[cfg(test)]
mod tests;
