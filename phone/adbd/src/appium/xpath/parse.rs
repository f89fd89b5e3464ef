//! Parses a query: tokens first, then expressions by operator precedence.

use std::iter::Peekable;
use std::str::Chars;

/// The maximum length of a query, and its maximum depth.
const LONGEST: usize = 16 << 10;
const DEEPEST: usize = 64;

/// An expression.
#[derive(Debug)]
pub(super) enum Expression {
    Path { absolute: bool, steps: Vec<Step> },
    Filtered(Box<Expression>, Vec<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Negative(Box<Expression>),
    Call(String, Vec<Expression>),
    Text(String),
    Number(f64),
}

/// One step of a path.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) axis: Axis,
    /// A class, an attribute, or `*`.
    pub(super) name: String,
    pub(super) predicates: Vec<Expression>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Child,
    Parent,
    Own,
    Descendant,
    DescendantOrOwn,
    Ancestor,
    AncestorOrOwn,
    FollowingSibling,
    PrecedingSibling,
    Following,
    Preceding,
    Attribute,
}

impl Axis {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "child" => Self::Child,
            "parent" => Self::Parent,
            "self" => Self::Own,
            "descendant" => Self::Descendant,
            "descendant-or-self" => Self::DescendantOrOwn,
            "ancestor" => Self::Ancestor,
            "ancestor-or-self" => Self::AncestorOrOwn,
            "following-sibling" => Self::FollowingSibling,
            "preceding-sibling" => Self::PrecedingSibling,
            "following" => Self::Following,
            "preceding" => Self::Preceding,
            "attribute" => Self::Attribute,
            _ => return None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Union,
}

#[derive(Clone, Debug, PartialEq)]
enum Word {
    Name(String),
    Text(String),
    Number(f64),
    Mark(&'static str),
}

/// Parses a query.
pub(super) fn parse(text: &str) -> Result<Expression, String> {
    if text.len() > LONGEST {
        return Err("the query is too long".to_owned());
    }
    let mut reader = Reader { words: words(text)?, at: 0, depth: 0 };
    let expression = reader.binary(0)?;
    match reader.peek() {
        None => Ok(expression),
        Some(word) => Err(format!("`{text}` has {word:?} where it should end")),
    }
}

/// Punctuation tokens, longest first.
const MARKS: &[&str] =
    &["//", "::", "..", "!=", "<=", ">=", "/", "(", ")", "[", "]", "@", ",", "|", "=", "<", ">", "+", "-", "*", "."];

fn words(text: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let mut letters = rest.chars().peekable();
        let (word, length) = if first == '"' || first == '\'' {
            let inner = rest[1..].find(first).ok_or_else(|| format!("`{text}` has a quote that is not closed"))?;
            (Word::Text(rest[1..=inner].to_owned()), inner + 2)
        } else if first.is_ascii_digit() {
            let number = taken(&mut letters, |letter| letter.is_ascii_digit() || letter == '.');
            let value = number.parse().map_err(|_| format!("`{number}` is no number"))?;
            (Word::Number(value), number.len())
        } else if first.is_alphabetic() || first == '_' {
            let name = taken(&mut letters, |letter| letter.is_alphanumeric() || "_-.$".contains(letter));
            let length = name.len();
            (Word::Name(name), length)
        } else {
            let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
            let mark = mark.ok_or_else(|| format!("`{first}` is unknown in `{text}`"))?;
            (Word::Mark(mark), mark.len())
        };
        words.push(word);
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

fn taken(letters: &mut Peekable<Chars<'_>>, fits: impl Fn(char) -> bool) -> String {
    std::iter::from_fn(|| letters.next_if(|letter| fits(*letter))).collect()
}

struct Reader {
    words: Vec<Word>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Word> {
        self.words.get(self.at)
    }

    fn is(&self, mark: &str) -> bool {
        matches!(self.peek(), Some(Word::Mark(found)) if *found == mark)
    }

    fn take(&mut self, mark: &str) -> bool {
        let is = self.is(mark);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, mark: &str) -> Result<(), String> {
        if self.take(mark) { Ok(()) } else { Err(format!("`{mark}` is missing before {:?}", self.peek())) }
    }

    /// Returns the next operator and its precedence.
    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.peek()? {
            Word::Name(name) => match name.as_str() {
                "or" => (Operator::Or, 0),
                "and" => (Operator::And, 1),
                "div" => (Operator::Divide, 5),
                "mod" => (Operator::Modulo, 5),
                _ => return None,
            },
            Word::Mark(mark) => match *mark {
                "=" => (Operator::Equal, 2),
                "!=" => (Operator::NotEqual, 2),
                "<" => (Operator::Less, 3),
                "<=" => (Operator::LessOrEqual, 3),
                ">" => (Operator::Greater, 3),
                ">=" => (Operator::GreaterOrEqual, 3),
                "+" => (Operator::Add, 4),
                "-" => (Operator::Subtract, 4),
                "*" => (Operator::Multiply, 5),
                "|" => (Operator::Union, 6),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn binary(&mut self, least: u8) -> Result<Expression, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the query goes too deep".to_owned());
        }
        let mut left = self.unary()?;
        while let Some((operator, binds)) = self.operator().filter(|(_, binds)| *binds >= least) {
            self.at += 1;
            let right = self.binary(binds + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, String> {
        if self.take("-") {
            return Ok(Expression::Negative(Box::new(self.binary(6)?)));
        }
        let primary = match self.peek().cloned() {
            Some(Word::Text(text)) => {
                self.at += 1;
                Expression::Text(text)
            }
            Some(Word::Number(number)) => {
                self.at += 1;
                Expression::Number(number)
            }
            Some(Word::Mark("(")) => {
                self.at += 1;
                let inner = self.binary(0)?;
                self.expect(")")?;
                inner
            }
            Some(Word::Name(name))
                if self.words.get(self.at + 1) == Some(&Word::Mark("("))
                    && !matches!(name.as_str(), "node" | "text") =>
            {
                self.at += 2;
                let mut arguments = Vec::new();
                while !self.take(")") {
                    arguments.push(self.binary(0)?);
                    if !self.is(")") {
                        self.expect(",")?;
                    }
                }
                Expression::Call(name, arguments)
            }
            _ => return self.path(),
        };
        let predicates = self.predicates()?;
        Ok(if predicates.is_empty() { primary } else { Expression::Filtered(Box::new(primary), predicates) })
    }

    fn path(&mut self) -> Result<Expression, String> {
        let mut steps = Vec::new();
        let absolute = self.is("/") || self.is("//");
        if self.take("//") {
            steps.push(all());
        } else if self.take("/") && self.peek().is_none() {
            return Ok(Expression::Path { absolute, steps });
        }
        loop {
            steps.push(self.step()?);
            if self.take("//") {
                steps.push(all());
            } else if !self.take("/") {
                return Ok(Expression::Path { absolute, steps });
            }
        }
    }

    fn step(&mut self) -> Result<Step, String> {
        if self.take("..") {
            return Ok(Step { axis: Axis::Parent, name: "*".to_owned(), predicates: self.predicates()? });
        }
        if self.take(".") {
            return Ok(Step { axis: Axis::Own, name: "*".to_owned(), predicates: self.predicates()? });
        }
        let mut axis = Axis::Child;
        if self.take("@") {
            axis = Axis::Attribute;
        } else if let (Some(Word::Name(name)), Some(Word::Mark("::"))) = (self.peek(), self.words.get(self.at + 1)) {
            axis = Axis::named(name).ok_or_else(|| format!("there is no axis `{name}`"))?;
            self.at += 2;
        }
        let name = match self.peek().cloned() {
            Some(Word::Name(name)) => name,
            Some(Word::Mark("*")) => "*".to_owned(),
            other => return Err(format!("a step is missing before {other:?}")),
        };
        self.at += 1;
        let name = if self.take("(") {
            self.expect(")")?;
            if name == "node" { "*".to_owned() } else { format!("{name}()") }
        } else {
            name
        };
        Ok(Step { axis, name, predicates: self.predicates()? })
    }

    fn predicates(&mut self) -> Result<Vec<Expression>, String> {
        let mut predicates = Vec::new();
        while self.take("[") {
            predicates.push(self.binary(0)?);
            self.expect("]")?;
        }
        Ok(predicates)
    }
}

/// The implicit step of `//`.
fn all() -> Step {
    Step { axis: Axis::DescendantOrOwn, name: "*".to_owned(), predicates: Vec::new() }
}
