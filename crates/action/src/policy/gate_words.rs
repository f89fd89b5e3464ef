//! The gate's words in every language of `words/gate`, in one index: what does this text speak of?
//!
//! Texts of a screen are read with it; labels of single elements have the finer lists of `lexicon` besides. All languages
//! are read at once, since a screen can be in any, or in several. It states; it does not judge.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::fold::{Reading, Text, fold, runs_together};

/// What a word can mean. The names are those of the files' sections.
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
    /// An everyday word, which shows that the language is one of ours.
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

/// What a text speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meanings(u32);

impl Meanings {
    const fn of(meaning: Meaning) -> Self {
        Self(1 << meaning as u32)
    }

    /// Whether this is among them.
    pub(super) fn has(self, meaning: Meaning) -> bool {
        self.0 & Self::of(meaning).0 != 0
    }

    /// Whether there are any.
    pub(super) fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether something that is done is among them.
    pub(super) fn any_deed(self) -> bool {
        self.0 & ((1 << Meaning::Affirm as u32) - 1) != 0
    }

    /// Whether a word of another language than English, that English does not have, is among them.
    pub(super) fn any_foreign(self) -> bool {
        self.0 & FOREIGN != 0
    }

    /// These and those.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Marks what stands in no list of English words: such a word tells what language a text is in.
const FOREIGN: u32 = 1 << 31;

/// The files, by language; `symbols` is for all.
#[rustfmt::skip]
const FILES: &[&str] = &[
    include_str!("../../words/gate/af.toml"),
    include_str!("../../words/gate/am.toml"),
    include_str!("../../words/gate/ar.toml"),
    include_str!("../../words/gate/az.toml"),
    include_str!("../../words/gate/be.toml"),
    include_str!("../../words/gate/bg.toml"),
    include_str!("../../words/gate/bn.toml"),
    include_str!("../../words/gate/ca.toml"),
    include_str!("../../words/gate/cs.toml"),
    include_str!("../../words/gate/da.toml"),
    include_str!("../../words/gate/de.toml"),
    include_str!("../../words/gate/el.toml"),
    include_str!("../../words/gate/en.toml"),
    include_str!("../../words/gate/es.toml"),
    include_str!("../../words/gate/et.toml"),
    include_str!("../../words/gate/eu.toml"),
    include_str!("../../words/gate/fa.toml"),
    include_str!("../../words/gate/fi.toml"),
    include_str!("../../words/gate/fr.toml"),
    include_str!("../../words/gate/gl.toml"),
    include_str!("../../words/gate/gu.toml"),
    include_str!("../../words/gate/he.toml"),
    include_str!("../../words/gate/hi.toml"),
    include_str!("../../words/gate/hr.toml"),
    include_str!("../../words/gate/hu.toml"),
    include_str!("../../words/gate/hy.toml"),
    include_str!("../../words/gate/id.toml"),
    include_str!("../../words/gate/is.toml"),
    include_str!("../../words/gate/it.toml"),
    include_str!("../../words/gate/ja.toml"),
    include_str!("../../words/gate/ka.toml"),
    include_str!("../../words/gate/kk.toml"),
    include_str!("../../words/gate/km.toml"),
    include_str!("../../words/gate/kn.toml"),
    include_str!("../../words/gate/ko.toml"),
    include_str!("../../words/gate/lo.toml"),
    include_str!("../../words/gate/lt.toml"),
    include_str!("../../words/gate/lv.toml"),
    include_str!("../../words/gate/mk.toml"),
    include_str!("../../words/gate/ml.toml"),
    include_str!("../../words/gate/mn.toml"),
    include_str!("../../words/gate/mr.toml"),
    include_str!("../../words/gate/ms.toml"),
    include_str!("../../words/gate/my.toml"),
    include_str!("../../words/gate/nb.toml"),
    include_str!("../../words/gate/ne.toml"),
    include_str!("../../words/gate/nl.toml"),
    include_str!("../../words/gate/pa.toml"),
    include_str!("../../words/gate/pl.toml"),
    include_str!("../../words/gate/pt.toml"),
    include_str!("../../words/gate/ro.toml"),
    include_str!("../../words/gate/ru.toml"),
    include_str!("../../words/gate/si.toml"),
    include_str!("../../words/gate/sk.toml"),
    include_str!("../../words/gate/sl.toml"),
    include_str!("../../words/gate/sq.toml"),
    include_str!("../../words/gate/sr-Latn.toml"),
    include_str!("../../words/gate/sr.toml"),
    include_str!("../../words/gate/sv.toml"),
    include_str!("../../words/gate/sw.toml"),
    include_str!("../../words/gate/symbols.toml"),
    include_str!("../../words/gate/ta.toml"),
    include_str!("../../words/gate/te.toml"),
    include_str!("../../words/gate/th.toml"),
    include_str!("../../words/gate/tl.toml"),
    include_str!("../../words/gate/tr.toml"),
    include_str!("../../words/gate/uk.toml"),
    include_str!("../../words/gate/ur.toml"),
    include_str!("../../words/gate/uz.toml"),
    include_str!("../../words/gate/vi.toml"),
    include_str!("../../words/gate/zh-CN.toml"),
    include_str!("../../words/gate/zh-TW.toml"),
    include_str!("../../words/gate/zu.toml"),
];

/// The commonest words of each language, as `common.toml` has them.
const COMMON: &str = include_str!("../../words/gate/common.toml");

/// English words that begin like, or are, a word with a meaning in another language and have nothing to do with it.
const INNOCENT: &str = "
    accord accorded according accordingly accordion accords block blocks blockbuster blockbusters cam commander composer
    composers concealed concentrate concept concepts concern concerned concerning concerns concert concerts concession
    consents diffusion erosion exclude excluded excludes excluding exclusive exclusively installation installations
    installed limping ode pagan pagans pastries pastry payee payees permeate placard plate plateau plated plates poster
    posters preposition retire retired retirement retires ring rings sender senders signer signers slang substitute
    subscribed subscriber subscribers subscription subscriptions substituted substitutes suppress suppressed trot urgency urgent urgently accepted accepts removed removes
";

/// What a word, a beginning of words, words in a row, or letters in a row mean.
#[derive(Default)]
struct Index {
    words: HashMap<String, Meanings>,
    stems: HashMap<String, Meanings>,
    /// By their first word.
    phrases: HashMap<String, Vec<(Vec<String>, Meanings)>>,
    /// By their first letter.
    letters: HashMap<char, Vec<(String, Meanings)>>,
    /// Whole labels: words in a row, or letters.
    whole: HashMap<String, Meanings>,
    /// What money is called: codes, names and abbreviations, folded.
    currencies: HashSet<String>,
    innocent: Vec<&'static str>,
}

/// What a text speaks of, anywhere in it.
pub(super) fn meanings(text: &Text) -> Meanings {
    text.readings().iter().fold(Meanings::default(), |found, reading| found.and(INDEX.search(reading)))
}

/// How many words of a text are known in any language, and how many there are. Where words run together all are known
/// if any is.
pub(super) fn known_words(text: &Text) -> (usize, usize) {
    let Some(reading) = text.readings().first() else { return (0, 0) };
    let together = reading.letters.chars().filter(|c| runs_together(*c)).count() / 2;
    if together > 0 {
        return (if INDEX.search(reading).any() { together } else { 0 }, together);
    }
    let words = reading.tokens.iter().filter(|token| token.chars().any(char::is_alphabetic));
    let known = |token: &&String| {
        let alone = Reading { tokens: vec![(*token).clone()], letters: String::new() };
        // One letter is a word in many languages, and in those that we do not know.
        token.chars().count() > 1 && INDEX.search(&alone).any()
    };
    (words.clone().filter(known).count(), words.count())
}

/// What a label means that holds nothing else.
pub(super) fn whole_label(text: &Text) -> Meanings {
    text.readings().iter().fold(Meanings::default(), |found, reading| {
        let by_words = INDEX.whole.get(&reading.tokens.join(" ")).copied().unwrap_or_default();
        found.and(by_words).and(INDEX.whole.get(&reading.letters).copied().unwrap_or_default())
    })
}

/// What the name of something in a program speaks of: `permission_allow_button`, `ic_trash`.
pub(super) fn identifier(text: &Text) -> Meanings {
    text.readings().iter().fold(Meanings::default(), |found, reading| found.and(IDENTIFIERS.search(reading)))
}

/// Kinds of entries that stand in names of programs and not in texts.
const IDENTIFIER_KINDS: [&str; 2] = ["resource_id", "icon"];

static IDENTIFIERS: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    FILES.iter().for_each(|file| index.read(file, |kind| IDENTIFIER_KINDS.contains(&kind)));
    index
});

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index { innocent: INNOCENT.split_whitespace().collect(), ..Index::default() };
    let (english, others): (Vec<&str>, Vec<&str>) = FILES.iter().partition(|file| file.contains("\nlanguage = \"en\""));
    english.iter().for_each(|file| index.read(file, |kind| !IDENTIFIER_KINDS.contains(&kind)));
    let english: HashSet<String> = index.whole.keys().cloned().collect();
    others.iter().for_each(|file| index.read(file, |kind| !IDENTIFIER_KINDS.contains(&kind)));
    for (label, meanings) in &mut index.whole {
        if !english.contains(label) {
            meanings.0 |= FOREIGN;
        }
    }
    for (_, words) in COMMON.lines().skip_while(|line| *line != "[common]").filter_map(|line| line.split_once(" = ")) {
        words.trim_matches('"').split(' ').for_each(|word| index.add("word", word, Meaning::Common));
    }
    index
});

impl Index {
    /// Reads the lines of a file, which are all of a kind: `[consequence.pay]`, `stem = [`, `["word", "source"],`.
    fn read(&mut self, file: &str, wanted: impl Fn(&str) -> bool) {
        let (mut meaning, mut kind) = (None, "");
        for line in file.lines() {
            if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                let name = section.rsplit('.').next().unwrap_or_default();
                meaning = Meaning::NAMES.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning);
            } else if let Some((name, "[")) = line.split_once(" = ") {
                kind = name;
            } else if let Some((entry, _)) =
                line.trim_start().strip_prefix("[\"").and_then(|entry| entry.split_once("\", \""))
                && wanted(kind)
            {
                match meaning {
                    Some(meaning) => self.add(kind, &entry.replace("\\\"", "\""), meaning),
                    None => {
                        let money = Reading::of(&fold(entry)).tokens.join(" ");
                        // A single letter beside a number is hardly money.
                        if money.chars().count() > 1 && entry.contains(char::is_alphabetic) {
                            self.currencies.insert(money);
                        }
                    }
                }
            }
        }
    }

    fn add(&mut self, kind: &str, entry: &str, meaning: Meaning) {
        let meanings = Meanings::of(meaning);
        if kind == "symbol" {
            // Signs are no words: they are found as they are written.
            if let Some(first) = entry.chars().next() {
                self.letters.entry(first).or_default().push((entry.to_owned(), meanings));
            }
            return;
        }
        let folded = fold(&entry.replace('_', " "));
        let reading = Reading::of(&folded);
        if reading.tokens.is_empty() {
            return;
        }
        if matches!(meaning, Meaning::Affirm | Meaning::Refuse | Meaning::Undo) {
            let whole = if entry.contains(runs_together) { reading.letters } else { reading.tokens.join(" ") };
            add(&mut self.whole, whole, meanings);
            return;
        }
        let together = entry.contains(runs_together);
        match reading.tokens.as_slice() {
            _ if together => {
                if let Some(first) = reading.letters.chars().next() {
                    self.letters.entry(first).or_default().push((reading.letters, meanings));
                }
            }
            [_] if kind == "stem" => add(&mut self.stems, reading.tokens.join(""), meanings),
            [_] => add(&mut self.words, reading.tokens.join(""), meanings),
            [first, ..] => {
                self.phrases.entry(first.clone()).or_default().push((reading.tokens.clone(), meanings));
            }
            [] => {}
        }
    }

    fn search(&self, reading: &Reading) -> Meanings {
        let mut found = Meanings::default();
        for (at, token) in reading.tokens.iter().enumerate() {
            if let Some(meanings) = self.words.get(token.as_str()) {
                found = found.and(*meanings);
            }
            if let Some(phrases) = self.phrases.get(token.as_str()) {
                let rest = &reading.tokens[at..];
                for (_, meanings) in phrases.iter().filter(|(words, _)| rest.starts_with(words)) {
                    found = found.and(*meanings);
                }
            }
            if !self.innocent.contains(&token.as_str()) {
                let ends = token.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_STEM);
                for end in ends {
                    if let Some(meanings) = token.get(..end).and_then(|start| self.stems.get(start)) {
                        found = found.and(*meanings);
                    }
                }
            }
        }
        for (at, first) in reading.letters.char_indices() {
            for (letters, meanings) in self.letters.get(&first).into_iter().flatten() {
                if reading.letters.get(at..).is_some_and(|rest| rest.starts_with(letters.as_str())) {
                    found = found.and(*meanings);
                }
            }
        }
        found
    }
}

/// No stem has more letters.
const LONGEST_STEM: usize = 24;

/// What signs in a text speak of: 🗑, 💳.
pub(super) fn signs(text: &str) -> Meanings {
    let mut found = Meanings::default();
    for (at, first) in text.char_indices().filter(|(_, c)| !c.is_alphanumeric() && !c.is_ascii()) {
        for (sign, meanings) in INDEX.letters.get(&first).into_iter().flatten() {
            if text.get(at..).is_some_and(|rest| rest.starts_with(sign.as_str())) {
                found = found.and(*meanings);
            }
        }
    }
    found
}

/// Whether an amount of money stands in a text: a number beside the sign or the code of a currency.
pub(super) fn has_amount(text: &str) -> bool {
    let is_sign = |c: char| {
        matches!(
            c,
            '$' | '¢'
                | '\u{58F}'
                | '£'
                | '¥'
                | '\u{60B}'
                | '\u{9F2}'
                | '\u{9F3}'
                | '\u{AF1}'
                | '\u{E3F}'
                | '\u{17DB}'
                | '元'
                | '円'
                | '원'
                | '\u{20A0}'
                ..='\u{20CF}'
                    | '\u{FDFC}'
                    | '\u{FE69}'
                    | '\u{FF04}'
                    | '\u{FFE0}'
                    | '\u{FFE1}'
                    | '\u{FFE5}'
                    | '\u{FFE6}'
        )
    };
    let is_digit = |c: Option<char>| c.is_some_and(char::is_numeric);
    let beside = |start: usize, end: usize| {
        let near = |c: &char| !matches!(c, ' ' | '\u{A0}' | '\u{202F}' | '.');
        is_digit(text.get(..start).and_then(|before| before.chars().rev().take(3).find(near)))
            || is_digit(text.get(end..).and_then(|after| after.chars().take(3).find(near)))
    };
    if text.char_indices().any(|(at, c)| is_sign(c) && beside(at, at + c.len_utf8())) {
        return true;
    }
    // Sol and rand: letters right before the number.
    let before_number = |letter: &str| {
        text.match_indices(letter).any(|(at, _)| {
            let alone = !text.get(..at).is_some_and(|before| before.ends_with(char::is_alphabetic));
            let after = text.get(at + letter.len()..).unwrap_or_default();
            alone && after.strip_prefix(' ').unwrap_or(after).starts_with(|c: char| c.is_ascii_digit())
        })
    };
    if before_number("S/") || before_number("R") {
        return true;
    }
    let tokens = Reading::of(&fold(text)).tokens;
    let is_number = |token: Option<&String>| token.is_some_and(|token| token.chars().all(char::is_numeric));
    let is_money = |words: &[String]| {
        let name = words.join(" ");
        INDEX.currencies.contains(&name) || CRYPTO.contains(&name.as_str())
    };
    (0..tokens.len()).any(|at| {
        [1, 2].into_iter().any(|words| {
            let beside =
                is_number(at.checked_sub(1).and_then(|at| tokens.get(at))) || is_number(tokens.get(at + words));
            beside && tokens.get(at..at + words).is_some_and(is_money)
        })
    })
}

/// Money that the list of currencies has under another name, or not at all.
const CRYPTO: [&str; 11] = ["lek", "leke", "tl", "btc", "eth", "usdt", "usdc", "sol", "xrp", "ltc", "doge"];

fn add(map: &mut HashMap<String, Meanings>, key: String, meanings: Meanings) {
    let known = map.entry(key).or_default();
    *known = known.and(meanings);
}
