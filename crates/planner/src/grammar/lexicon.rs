//! The words of a language that form values: numbers, units, days, halves of the day.
//!
//! Files `grammar/<language>/value/*.txt`: a list begins with `[name]`; each line is `value = phrase | phrase`, or
//! phrases without a value. The readers in `read/` know how a value is composed and look up each word here, so that a
//! new language is only data. A new list is a row of [`lists!`] and a section in a file.

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
    /// 100 (several hundreds in one word, with their count: `2 = doscientos`), 1000, and words that may replace the count
    /// before them: `a hundred`.
    Hundred = "hundred",
    Thousand = "thousand",
    One = "one",
    /// `and` between the parts of a number or of a span.
    And = "and",
    /// `und` inside one word: `einundzwanzig`. Only in languages that write numbers as one word.
    JoinedAnd = "joined and",
    /// `y` between tens and units: `treinta y cinco`.
    TensAnd = "tens and",
    /// The decimal point; `,` where it is written as a comma.
    Point = "point",
    Ordinal = "ordinal",
    /// Endings that turn digits into an ordinal: `4th`.
    OrdinalEnding = "ordinal ending",
    /// Dictated digits, and those that cannot begin a number: `oh`.
    Digit = "digit",
    Oh = "oh",
    Plus = "plus",
    /// `ann at example dot com`.
    MailAt = "mail at",
    Dot = "dot",
    /// Units of time, in seconds; spans in one word; fractions of a unit.
    Unit = "unit",
    Span = "span",
    Share = "share",
    /// Words between a fraction and its unit: `a quarter of an hour`.
    ShareOf = "share of",
    Article = "article",
    Couple = "couple",
    /// Words after a number that is not minutes: `1 hour 30 percent`.
    NoMinutes = "no minutes",
    /// Units of whole days.
    DayUnit = "day unit",
    Level = "level",
    /// `as loud as` does not begin a level.
    AsMuch = "as",
    Percent = "percent",
    OutOf = "out of",
    CurrencySign = "currency sign",
    Currency = "currency",
    Cent = "cent",
    /// What joins two numbers to a calculation, by its symbol; the same before them (`add 5 and 7`), the words between
    /// those, and the ones that turn them round (`subtract 5 from 20`).
    Operator = "operator",
    PrefixOperator = "operator before",
    OperandJoint = "operand joint",
    OperandFrom = "operand from",
    /// `the square root of`, by its degree; `squared`, by its power; `percent of`; `minus` before a number.
    Root = "root",
    PowerWord = "power",
    PercentOf = "percent of",
    Negative = "negative",
    /// `30% off 80`; `to the 6th power`.
    PercentOff = "percent off",
    PowerOf = "power of",
    PowerNoun = "power noun",
    /// Units of measurement, by their symbol.
    Measure = "measure",
    /// Times in one word: `noon`.
    FixedTime = "fixed time",
    /// Minutes in one word before `past`: `quarter`.
    Minutes = "minutes",
    /// The half hour before the named hour (`halb sieben`), and after it (`half seven`).
    BeforeHour = "before hour",
    AfterHour = "after hour",
    Past = "past",
    To = "to",
    MinuteWord = "minute",
    OClock = "oclock",
    Sharp = "sharp",
    /// Between hours and minutes: `7 Uhr 30`.
    HourMark = "hour mark",
    /// Before minutes that follow the hour, to add or to subtract: `siete y media`, `siete menos cuarto`.
    HourAnd = "hour and",
    HourLess = "hour less",
    /// Numbers that are also articles, and an hour only with a word that says so: `einen Wecker`, `ein Uhr`.
    NoHour = "no hour",
    HoursWord = "hours",
    At = "at",
    Meridiem = "meridiem",
    DayHalf = "half of the day",
    /// Halves of today: `tonight`.
    TodayHalf = "half of today",
    /// Halves after a day: `tomorrow evening`.
    PlacedHalf = "half after a day",
    /// Small words before a part of a time.
    BeforeTime = "before a time",
    In = "in",
    InTime = "in time",
    FromNow = "from now",
    From = "from",
    Now = "now",
    DayOffset = "day",
    /// Days before today: `yesterday`.
    PastOffset = "past day",
    /// `last Friday`.
    LastDay = "last day",
    /// `two days ago`; the words before the span, in German.
    Ago = "ago",
    DaySpan = "days",
    On = "on",
    The = "the",
    Of = "of",
    /// `the second one` is not a day.
    Ones = "ones",
    Weekday = "weekday",
    Weekdays = "weekdays",
    Month = "month",
    Holiday = "holiday",
    Next = "next",
    Coming = "coming",
    Every = "every",
    /// Words after `every`: `every day`, and single words with that meaning: `daily`.
    EveryDay = "every day",
    Daily = "daily",
    EveryHalf = "every half",
    EveryWorkday = "every workday",
    Workdays = "workdays",
    EveryWeekend = "every weekend",
    Weekends = "weekends",
    Through = "through",
    /// Words before a value that a loose sentence left unread.
    Leading = "leading",
    /// First words of a person who speaks of themselves.
    Myself = "myself",
    /// Words that seldom begin a dictated text.
    UnlikeText = "unlike text",
    /// Words behind a name that bring in another person: `or`; those that are `person` only before a name: `not`; those
    /// that are `hearer` may speak of the person named, in languages where that is not turned round: `sie soll`.
    BesidesName = "besides name",
    /// Events of the evening, by the last hour that is one: `dinner at eight`.
    EveningEvent = "evening event",
    /// Phrases that hold a message back, at the end of a request: `aber schick es nicht ab`.
    HeldBack = "held back",
    /// Relations that precede a name like a title: `aunt Lena`.
    KinTitle = "kin title",
    /// Small words that may end a clause: `I can't read it`.
    ClauseEnd = "clause end",
    /// Last parts of compounds that are read as words of their own: `timer` in `Nudeltimer`.
    Compound = "compound",
    /// Sounds that are not words: `uh`.
    Hesitation = "hesitation",
    /// Words to which such a sound before them belongs: `uh oh`.
    SoundWord = "sound word",
    /// `that` before a reported clause.
    That = "that",
    /// Things that are sent as files, not said: `a photo`.
    Attachment = "attachment",
    /// What is kept about a person or can be looked up, and the words that may follow it: `the number of Sam`.
    Datum = "datum",
    DatumJoint = "datum joint",
    /// Words that may speak of the hearer of direct speech, in languages where they are not turned: `ich hol sie ab`.
    HearerLater = "hearer later",
    /// `this`, `that` and `some` before a thing.
    Determiner = "determiner",
    /// Words that lead to a text: `saying`.
    Saying = "saying",
    /// Before these words, the name of a mark is a word: `colon cancer`.
    NoMarkBefore = "no mark before",
    /// `every day except Sunday`.
    Except = "except",
    /// The subjects of a clause whose verb comes last, with the ending of that verb: `dass ich später komme`.
    ClauseSubject = "clause subject",
    /// Articles that begin such a subject.
    ClauseArticle = "clause article",
    /// The same articles, with the endings of an adjective behind them.
    ClauseAdjective = "clause adjective",
    /// Verbs that make the words after a name a statement: `tell Sam the bus came`.
    StatementVerb = "statement verb",
    /// Verbs that may end such a clause in any form.
    ClauseVerb = "clause verb",
    /// Verbs that part in a main clause, by the part that leaves: `an = ankomme`.
    ClauseSplit = "clause split",
    /// Parts with which such verbs begin; a verb with one of them that is in neither list is not turned.
    Separable = "separable",
    /// Verbs that only look like it: `antworte`.
    Inseparable = "inseparable",
    /// Words that make such a clause too complicated to be turned.
    ClauseBreak = "clause break",
    /// Spoken punctuation by its mark: words that are clearly one, and words that may be meant.
    SpokenMark = "spoken mark",
    SpokenMarkMaybe = "spoken mark or word",
    /// Thanks, which may be a message.
    Gratitude = "gratitude",
    /// Phrases that refer to content kept elsewhere: `the clipboard`.
    Reference = "reference",
    /// Words that repeat the next digit: `double`, with how often.
    Repeats = "repeats",
    /// The first words of a remark about a request: `I'm going into a meeting`.
    /// Of those that are `clause`, a verb makes a remark: `my hands are wet`.
    Remark = "remark",
    /// The verbs of such remarks.
    RemarkVerb = "remark verb",
    /// The first words of a request after a remark: `so`, `could you`.
    Asking = "asking",
    /// Words that report speech: the words after them are not this person's request.
    Telling = "telling",
    /// Phrases that clearly revoke the dictated text.
    StrongCorrection = "strong correction",
    /// First words of an instruction in a new sentence, after a dictated text.
    Instruction = "instruction",
    /// First words of a request that continues another one: `… and send it to Emily`.
    FurtherRequest = "further request",
    /// Courtesy after a dictated text, which may be for the assistant: `please`.
    Courtesy = "courtesy",
    /// Verbs after which a statement is a request: `I need you to call please`.
    Wanting = "wanting",
    /// Greetings and feelings, which take no time: `happy birthday`, `I love you`.
    Timeless = "timeless",
    /// The language that a text should be in: `in Spanish`. Nothing is translated.
    InLanguage = "in language",
    /// Words of the names of apps that send messages.
    Messenger = "messenger",
    /// Last words of an unfinished text: `never` before an app, or `maybe`.
    Unfinished = "unfinished",
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
    /// Verbs that show that the name before them is a subject.
    Auxiliary = "auxiliary",
    /// A third person by its role in the sentence; the value says which.
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
    /// Names and relations of a `he`, a `she` or several people.
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
    /// Its value, as written in the file; empty if the list has no values.
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
            // Longest first: `all the way down` before `all the way`.
            list.values_mut().for_each(|entries| entries.sort_by_key(|entry| std::cmp::Reverse(entry.words.len())));
        }
        Ok(lexicon)
    }

    fn add(&mut self, list: List, line: &str) -> Result<(), String> {
        let (value, phrases) = line.split_once('=').unwrap_or(("", line));
        let (value, number) = (value.trim().to_owned(), value.trim().parse().unwrap_or(f64::NAN));
        for phrase in phrases.split('|') {
            let words: Vec<String> = match phrase.trim() {
                // Symbols are words here, although the word splitter does not treat them as such.
                sign @ ("%" | "$" | "€" | "£" | "," | "+") => vec![sign.to_owned()],
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

    /// Returns the value of a word that is a whole entry of a list.
    pub(crate) fn value_of(&self, word: &str, list: List) -> Option<f64> {
        let entries = self.lists[list as usize].get(word)?;
        entries.iter().find(|entry| entry.words.len() == 1).map(|entry| entry.number)
    }

    /// Whether a word is a whole entry of a list.
    pub(crate) fn has(&self, word: &str, list: List) -> bool {
        self.lists[list as usize].get(word).is_some_and(|entries| entries.iter().any(|entry| entry.words.len() == 1))
    }

    /// Returns the first words of all entries.
    pub(crate) fn words(&self, list: List) -> impl Iterator<Item = &str> {
        self.lists[list as usize].keys().map(String::as_str)
    }
}

/// The words of an utterance, with the lists of its language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tokens<'a> {
    pub(crate) words: &'a [Word],
    pub(crate) lexicon: &'a Lexicon,
}

impl<'a> Tokens<'a> {
    /// Returns the plain form of the word at `at`, or an empty text past the end.
    pub(crate) fn at(self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |word| word.plain.as_str())
    }

    /// Whether the single word at `at` is in a list.
    pub(crate) fn is(self, at: usize, list: List) -> bool {
        self.lexicon.has(self.at(at), list)
    }

    /// Returns the longest phrase of a list that begins at `at`, and the index after it.
    pub(crate) fn find(self, at: usize, list: List) -> Option<(&'a Entry, usize)> {
        let entries = self.lexicon.lists[list as usize].get(self.at(at))?;
        let fits = |entry: &&Entry| entry.words.iter().enumerate().all(|(offset, word)| self.at(at + offset) == word);
        entries.iter().find(fits).map(|entry| (entry, at + entry.words.len()))
    }

    /// Like [`Self::find`], as a number.
    pub(crate) fn value(self, at: usize, list: List) -> Option<(f64, usize)> {
        self.find(at, list).map(|(entry, end)| (entry.number, end)).filter(|(value, _)| !value.is_nan())
    }

    /// Returns the index after a phrase of a list, or `at` if there is none.
    pub(crate) fn past(self, at: usize, list: List) -> usize {
        self.find(at, list).map_or(at, |(_, end)| end)
    }
}
