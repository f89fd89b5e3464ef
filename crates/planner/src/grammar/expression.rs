//! Parses the notation of a sentence into a tree: words, `(a|b)`, `[a]`, `<rule>`, `{slot}`, `{slot:kind}`.

use action::slice::Slice as _;
use std::collections::HashMap;

use super::vocabulary::{Vocabulary, WordId};
use crate::text;

/// The kind of a slot's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A person.
    Name,
    /// Dictated text, possibly to the end.
    Text,
    /// Dictated text that a colon or quotation marks set apart.
    Marked,
    /// A quotation, to its end: dictated text that may be followed by more of the sentence.
    Quoted,
    /// Dictated text in the first person: it begins with `I` or `we`.
    Speech,
    /// Reported speech, which is rephrased for its hearer.
    Reported,
    /// A reported question: it begins with `if` or a question word.
    Asked,
    /// A few words to search for or to play.
    Phrase,
    /// A place.
    Place,
    /// An app that is known.
    App,
    /// A known app that sends messages.
    Messenger,
    /// An app, or any name where an app is expected.
    AnyApp,
    /// A setting of the phone.
    Setting,
    /// A point in time for an alarm or an event.
    When,
    /// A point in time, during the day.
    EventWhen,
    /// Today or a day before it.
    PastDay,
    /// A span of time.
    Duration,
    /// A level from 0 to 100.
    Level,
    /// A sum of money.
    Money,
    /// A sum of money, or a bare number.
    Sum,
    /// A telephone number.
    Telephone,
    /// An e-mail address.
    Email,
    /// A web address.
    Address,
    /// A position in a row.
    Ordinal,
    /// A whole number within bounds.
    Number { least: u32, most: u32 },
    /// A number with decimals.
    Decimal,
    /// A unit of measurement.
    Measure,
    /// A calculation.
    Calculation,
    /// Anything; the value is discarded.
    Anything,
}

impl Kind {
    /// Whether its values are parsed exactly, instead of taken from any words.
    pub(crate) fn is_measured(self) -> bool {
        !matches!(self, Self::Name | Self::Phrase | Self::Place | Self::Anything) && !self.is_text()
    }

    /// Whether it is dictated, possibly to the end.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Marked | Self::Quoted | Self::Speech | Self::Reported | Self::Asked)
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "name" | "recipient" => Self::Name,
            "text" | "content" => Self::Text,
            "marked" => Self::Marked,
            "quoted" => Self::Quoted,
            "speech" => Self::Speech,
            "reported" => Self::Reported,
            "asked" => Self::Asked,
            "phrase" | "query" | "label" | "items" => Self::Phrase,
            "place" | "destination" => Self::Place,
            "app" => Self::App,
            "messenger" => Self::Messenger,
            "anyapp" => Self::AnyApp,
            "setting" => Self::Setting,
            "when" => Self::When,
            "event" => Self::EventWhen,
            "past_day" => Self::PastDay,
            "duration" | "duration_s" => Self::Duration,
            "level" => Self::Level,
            "money" | "amount" => Self::Money,
            "sum" => Self::Sum,
            "telephone" | "number" => Self::Telephone,
            "email" => Self::Email,
            "address" | "url" => Self::Address,
            "ordinal" | "position" => Self::Ordinal,
            "decimal" => Self::Decimal,
            "measure" => Self::Measure,
            "calculation" | "expression" => Self::Calculation,
            "_" => Self::Anything,
            range => {
                let (least, most) = range.split_once("..")?;
                Self::Number { least: least.parse().ok()?, most: most.parse().ok()? }
            }
        })
    }
}

/// A sentence or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Word(WordId),
    Slot { name: String, kind: Kind },
    Sequence(Vec<Expression>),
    Choice(Vec<Expression>),
    Optional(Box<Expression>),
}

/// Parses `text`; the error describes the problem.
pub(super) fn read(
    text: &str,
    vocabulary: &mut Vocabulary,
    rules: &HashMap<String, Expression>,
) -> Result<Expression, String> {
    let mut reader = Reader { rest: text.trim(), vocabulary, rules, depth: 0 };
    let expression = reader.choice()?;
    if reader.rest.is_empty() { Ok(expression) } else { Err(format!("`{}` closes nothing", reader.rest)) }
}

struct Reader<'g> {
    rest: &'g str,
    vocabulary: &'g mut Vocabulary,
    rules: &'g HashMap<String, Expression>,
    depth: usize,
}

impl Reader<'_> {
    fn choice(&mut self) -> Result<Expression, String> {
        self.depth += 1;
        if self.depth > 20 {
            return Err("brackets are nested more than 20 deep".to_owned());
        }
        let mut branches = vec![self.sequence()?];
        while let Some(rest) = self.rest.strip_prefix('|') {
            self.rest = rest.trim_start();
            branches.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(match (branches.len(), branches.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                branches.extend(last);
                Expression::Choice(branches)
            }
        })
    }

    fn sequence(&mut self) -> Result<Expression, String> {
        let mut parts = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            let Some(first) = self.rest.chars().next() else { break };
            match first {
                '|' | ')' | ']' => break,
                '(' => parts.push(self.bracketed(')')?),
                '[' => parts.push(Expression::Optional(Box::new(self.bracketed(']')?))),
                '<' => {
                    let name = self.named('>')?;
                    let rule = self.rules.get(&name);
                    parts.push(rule.cloned().ok_or_else(|| format!("`<{name}>` is not defined above or in `shared`"))?);
                }
                '{' => {
                    let inside = self.named('}')?;
                    let (name, kind) = inside.split_once(':').unwrap_or((&inside, &inside));
                    let kind = Kind::named(kind).ok_or_else(|| format!("`{kind}` is not a kind of slot"))?;
                    parts.push(Expression::Slot { name: name.to_owned(), kind });
                }
                _ => {
                    let end = self
                        .rest
                        .find(|c: char| c.is_whitespace() || "|()[]<>{}".contains(c))
                        .unwrap_or(self.rest.len());
                    let (word, rest) = self.rest.split_at(end);
                    if word.is_empty() {
                        return Err(format!("expected a word, found `{}`", self.rest));
                    }
                    self.rest = rest;
                    let words = text::words(word).unwrap_or_default();
                    parts.extend(words.iter().map(|word| Expression::Word(self.vocabulary.add(&word.plain))));
                }
            }
        }
        match (parts.len(), parts.pop()) {
            (0, _) => Err("an alternative is empty".to_owned()),
            (1, Some(only)) => Ok(only),
            (_, last) => {
                parts.extend(last);
                Ok(Expression::Sequence(parts))
            }
        }
    }

    fn bracketed(&mut self, close: char) -> Result<Expression, String> {
        self.rest = self.rest.tail(1);
        let inside = self.choice()?;
        self.rest = self.rest.strip_prefix(close).ok_or_else(|| format!("`{close}` is missing"))?;
        Ok(inside)
    }

    fn named(&mut self, close: char) -> Result<String, String> {
        let (name, rest) = self.rest.tail(1).split_once(close).ok_or_else(|| format!("`{close}` is missing"))?;
        self.rest = rest;
        Ok(name.trim().to_owned())
    }
}
