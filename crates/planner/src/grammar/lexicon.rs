//! The words of a language that its values are made of: numbers, units, days, halves of the day.
//!
//! Files `grammar/<language>/value/*.txt`: a list begins with `[name]`, then a line is `value = phrase | phrase`, or
//! phrases that have no value. The readers in `read/` know how a value is put together and ask here what each word is,
//! so that the next language is data. A new list is a row of [`lists!`] and a section in a file.

use std::collections::HashMap;

use super::GrammarError;
use crate::text::{self, Word};

macro_rules! lists {
    ($($(#[$doc:meta])* $list:ident = $name:literal),* $(,)?) => {
        /// A list of words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum List { $($(#[$doc])* $list),* }

        impl List {
            const ALL: &'static [(&'static str, Self)] = &[$(($name, Self::$list)),*];
        }
    };
}

lists! {
    /// 0 to 19, with their values.
    Number = "number",
    /// 20 to 90.
    Tens = "tens",
    /// Numbers that are not whole: `anderthalb`.
    Decimal = "decimal",
    /// 100, 1000, and what may stand for one of them: `a hundred`.
    Hundred = "hundred",
    Thousand = "thousand",
    One = "one",
    /// `and` between the parts of a number or of a span.
    And = "and",
    /// `und` within one word: `einundzwanzig`. Only where numbers are written as one word.
    JoinedAnd = "joined and",
    Point = "point",
    Ordinal = "ordinal",
    /// What makes digits an ordinal: `4th`.
    OrdinalEnding = "ordinal ending",
    /// Digits as they are dictated, and those that are none at the beginning: `oh`.
    Digit = "digit",
    Oh = "oh",
    Plus = "plus",
    /// `ann at example dot com`.
    MailAt = "mail at",
    Dot = "dot",
    /// Units of time, in seconds; spans in one word; parts of a unit.
    Unit = "unit",
    Span = "span",
    Share = "share",
    /// Between a part and its unit: `a quarter of an hour`.
    ShareOf = "share of",
    Article = "article",
    Couple = "couple",
    /// What makes the number before it no minutes: `1 hour 30 percent`.
    NoMinutes = "no minutes",
    /// Units that are whole days, and those that last.
    DayUnit = "day unit",
    Level = "level",
    /// `as loud as` begins no level.
    AsMuch = "as",
    Percent = "percent",
    OutOf = "out of",
    CurrencySign = "currency sign",
    Currency = "currency",
    Cent = "cent",
    /// Whole times by a word: `noon`.
    FixedTime = "fixed time",
    /// Minutes by a word before `past`: `quarter`.
    Minutes = "minutes",
    /// The half hour before the hour that is named (`halb sieben`), and after it (`half seven`).
    BeforeHour = "before hour",
    AfterHour = "after hour",
    Past = "past",
    To = "to",
    MinuteWord = "minute",
    OClock = "oclock",
    Sharp = "sharp",
    /// Between hours and minutes: `7 Uhr 30`.
    HourMark = "hour mark",
    /// Numbers that are articles, too, and no hour without a word that says so: `einen Wecker`, `ein Uhr`.
    NoHour = "no hour",
    HoursWord = "hours",
    At = "at",
    Meridiem = "meridiem",
    DayHalf = "half of the day",
    /// Halves of today: `tonight`.
    TodayHalf = "half of today",
    /// Halves after a day: `tomorrow evening`.
    PlacedHalf = "half after a day",
    /// Little words before a piece of a time.
    BeforeTime = "before a time",
    In = "in",
    InTime = "in time",
    FromNow = "from now",
    From = "from",
    Now = "now",
    DayOffset = "day",
    DaySpan = "days",
    On = "on",
    The = "the",
    Of = "of",
    /// `the second one` is no day.
    Ones = "ones",
    Weekday = "weekday",
    Weekdays = "weekdays",
    Month = "month",
    Holiday = "holiday",
    Next = "next",
    Coming = "coming",
    Every = "every",
    /// After `every`: `every day`, and what says it alone: `daily`.
    EveryDay = "every day",
    Daily = "daily",
    EveryHalf = "every half",
    EveryWorkday = "every workday",
    Workdays = "workdays",
    EveryWeekend = "every weekend",
    Weekends = "weekends",
    Through = "through",
    /// Before a value that a loose sentence left unread.
    Leading = "leading",
    /// How somebody begins who speaks of themselves.
    Myself = "myself",
    /// What a dictated text seldom begins with.
    UnlikeText = "unlike text",
    Owner = "owner",
    MyOrThe = "my or the",
    Friend = "friend",
    Little = "little",
    All = "all",
    AllOf = "all of",
    GroupWord = "group word",
    GroupLead = "group lead",
    InGroup = "in group",
    NameInCapitals = "name in capitals",
    Indefinite = "indefinite",
    Pronoun = "pronoun",
    Somebody = "somebody",
    YesOrNo = "yes or no",
    VerbFollows = "verb follows",
    OwnReason = "own reason",
    Quoting = "quoting",
    Another = "another",
    Then = "then",
    /// Verbs that show that who stands before them does something.
    Auxiliary = "auxiliary",
    /// A third person as what it is in a sentence; the value says which.
    ThirdSubject = "third subject",
    ThirdObject = "third object",
    ThirdPossessive = "third possessive",
    ThirdEither = "third either",
    ThirdAlone = "third possessive alone",
    ThirdReflexive = "third reflexive",
    ThirdContracted = "third contracted",
    ThirdContractedMarked = "third contracted with an apostrophe",
    Perfect = "perfect",
    VerbToYou = "verb said to you",
    Adverb = "adverb",
    AfterObject = "after object",
    /// Names and relations of a `he`, a `she` or several.
    Hearer = "hearer",
    Person = "person",
    If = "if",
    Wh = "wh",
    Modal = "modal",
    Have = "have",
    PlainSubject = "plain subject",
    ContractedSubject = "contracted subject",
    PlainCorrection = "plain correction",
    Polite = "polite",
    Thanks = "thanks",
    ChoiceLittle = "choice little",
    Last = "last",
    Yes = "yes",
    No = "no",
    Beginning = "beginning",
    Changing = "changing",
    Halved = "halved",
    Instead = "instead",
    Say = "say",
    Vague = "vague",
    StateOn = "state on",
    StateOff = "state off",
    Direction = "direction",
    ConstraintJoint = "constraint joint",
    Please = "please",
    Negation = "negation",
    StrongNegation = "strong negation",
    Sending = "sending",
    SentThing = "sent thing",
    Using = "using",
    ForThis = "for this",
    DraftVerb = "draft verb",
    DraftWord = "draft word",
    DraftSays = "draft says",
}

/// One phrase of a list.
#[derive(Debug)]
pub(crate) struct Entry {
    words: Vec<String>,
    /// What it stands for, as written in the file; empty where the list has no values.
    pub(crate) value: String,
    number: f64,
}

/// The lists of one language.
#[derive(Debug)]
pub(crate) struct Lexicon {
    lists: Vec<HashMap<String, Vec<Entry>>>,
}

impl Lexicon {
    /// Reads the files whose names begin with `value/`.
    pub(super) fn read(files: &[(&str, &str)]) -> Result<Self, GrammarError> {
        let mut lexicon = Self { lists: List::ALL.iter().map(|_| HashMap::new()).collect() };
        for (file, text) in files.iter().filter(|(file, _)| file.starts_with("value/")) {
            let mut list: Option<List> = None;
            for (index, line) in text.lines().enumerate() {
                let line = line.split('#').next().unwrap_or_default().trim();
                let wrong = |problem: String| GrammarError { file: (*file).to_owned(), line: index + 1, problem };
                if line.is_empty() {
                    continue;
                }
                if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                    let known = List::ALL.iter().find(|(known, _)| *known == name);
                    list = Some(known.ok_or_else(|| wrong(format!("`[{name}]` is not the name of a list")))?.1);
                    continue;
                }
                let list = list.ok_or_else(|| wrong("a list begins with its name, such as `[number]`".to_owned()))?;
                lexicon.add(list, line).map_err(wrong)?;
            }
        }
        for list in &mut lexicon.lists {
            // The longest first: `all the way down` before `all the way`.
            list.values_mut().for_each(|entries| entries.sort_by_key(|entry| std::cmp::Reverse(entry.words.len())));
        }
        Ok(lexicon)
    }

    fn add(&mut self, list: List, line: &str) -> Result<(), String> {
        let (value, phrases) = line.split_once('=').unwrap_or(("", line));
        let (value, number) = (value.trim().to_owned(), value.trim().parse().unwrap_or(f64::NAN));
        for phrase in phrases.split('|') {
            let words: Vec<String> = match phrase.trim() {
                // Signs are words of their own, and no words to the reader of words.
                sign @ ("%" | "$" | "€" | "£") => vec![sign.to_owned()],
                phrase => text::words(phrase).unwrap_or_default().into_iter().map(|word| word.plain).collect(),
            };
            let Some(first) = words.first().cloned() else {
                return Err("an alternative is empty; expected words between `|`".to_owned());
            };
            let entry = Entry { words, value: value.clone(), number };
            self.lists[list as usize].entry(first).or_default().push(entry);
        }
        Ok(())
    }

    /// The value of a word that is an entry of a list by itself.
    pub(crate) fn value_of(&self, word: &str, list: List) -> Option<f64> {
        let entries = self.lists[list as usize].get(word)?;
        entries.iter().find(|entry| entry.words.len() == 1).map(|entry| entry.number)
    }

    /// Whether a word is an entry of a list by itself.
    pub(crate) fn has(&self, word: &str, list: List) -> bool {
        self.lists[list as usize].get(word).is_some_and(|entries| entries.iter().any(|entry| entry.words.len() == 1))
    }

    /// The first words of all entries.
    pub(crate) fn words(&self, list: List) -> impl Iterator<Item = &str> {
        self.lists[list as usize].keys().map(String::as_str)
    }
}

/// The words of an utterance with the lists of the language in which it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tokens<'a> {
    pub(crate) words: &'a [Word],
    pub(crate) lexicon: &'a Lexicon,
}

impl<'a> Tokens<'a> {
    /// The plain form of the word at `at`, or nothing past the end.
    pub(crate) fn at(self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |word| word.plain.as_str())
    }

    /// Whether the one word at `at` is in a list.
    pub(crate) fn is(self, at: usize, list: List) -> bool {
        self.lexicon.has(self.at(at), list)
    }

    /// The longest phrase of a list that begins at `at`, and the place after it.
    pub(crate) fn find(self, at: usize, list: List) -> Option<(&'a Entry, usize)> {
        let entries = self.lexicon.lists[list as usize].get(self.at(at))?;
        let fits = |entry: &&Entry| entry.words.iter().enumerate().all(|(offset, word)| self.at(at + offset) == word);
        entries.iter().find(fits).map(|entry| (entry, at + entry.words.len()))
    }

    /// The same, as a number.
    pub(crate) fn value(self, at: usize, list: List) -> Option<(f64, usize)> {
        self.find(at, list).map(|(entry, end)| (entry.number, end)).filter(|(value, _)| !value.is_nan())
    }

    /// The place after a phrase of a list, or `at` where there is none.
    pub(crate) fn past(self, at: usize, list: List) -> usize {
        self.find(at, list).map_or(at, |(_, end)| end)
    }
}
