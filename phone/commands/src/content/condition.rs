//! The subset of SQL in `--where` and `--sort`: comparisons, `LIKE`, `IN`, `IS NULL`, `AND`, `OR`, `NOT`, parentheses.

use super::row::{Row, Value};
use std::cmp::Ordering;

/// A condition on a row.
#[derive(Debug)]
pub(super) enum Condition {
    Always,
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Compare(String, String, Value),
    In(String, Vec<Value>),
    IsNull(String),
}

/// Maximum nesting depth of parentheses.
const DEEPEST: usize = 32;

impl Condition {
    /// Parses a condition; `Err` is the unexpected word.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let tokens = tokens(text)?;
        if tokens.is_empty() {
            return Ok(Self::Always);
        }
        let mut reader = Reader { tokens: &tokens, at: 0 };
        let condition = reader.any(0)?;
        match reader.peek() {
            None => Ok(condition),
            Some(token) => Err(token.to_owned()),
        }
    }

    /// Returns the first column that a row of the table does not have.
    pub(super) fn unknown_column(&self, row: &Row) -> Option<&str> {
        match self {
            Self::Always => None,
            Self::All(parts) | Self::Any(parts) => parts.iter().find_map(|part| part.unknown_column(row)),
            Self::Not(part) => part.unknown_column(row),
            Self::Compare(name, ..) | Self::In(name, _) | Self::IsNull(name) => {
                (!row.iter().any(|(column, _)| column == name)).then_some(name.as_str())
            }
        }
    }

    /// Whether a row satisfies the condition.
    pub(super) fn holds(&self, row: &Row) -> bool {
        let value =
            |name: &String| row.iter().find(|(column, _)| column == name).map_or(&Value::Null, |(_, value)| value);
        match self {
            Self::Always => true,
            Self::All(parts) => parts.iter().all(|part| part.holds(row)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(row)),
            Self::Not(part) => !part.holds(row),
            Self::IsNull(name) => *value(name) == Value::Null,
            Self::In(name, values) => values.iter().any(|other| compare(value(name), other) == Ordering::Equal),
            Self::Compare(name, operator, other) => {
                let held = value(name);
                if *held == Value::Null {
                    return false;
                }
                let order = compare(held, other);
                match operator.as_str() {
                    "=" | "==" => order == Ordering::Equal,
                    "!=" | "<>" => order != Ordering::Equal,
                    "<" => order == Ordering::Less,
                    "<=" => order != Ordering::Greater,
                    ">" => order == Ordering::Greater,
                    ">=" => order != Ordering::Less,
                    _ => like(&held.to_string().to_lowercase(), &other.to_string().to_lowercase()),
                }
            }
        }
    }
}

/// Compares numbers by value, even if stored as text, and texts alphabetically.
fn compare(one: &Value, other: &Value) -> Ordering {
    match (one.number(), other.number()) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => one.to_string().cmp(&other.to_string()),
    }
}

/// Matches SQL's `LIKE`: `%` is any text, `_` any character.
fn like(text: &str, pattern: &str) -> bool {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let (mut at, mut of, mut star, mut mark) = (0, 0, None, 0);
    while at < text.len() {
        match pattern.get(of) {
            Some('%') => {
                star = Some(of);
                mark = at;
                of += 1;
            }
            Some(&wanted) if wanted == '_' || wanted == text[at] => {
                at += 1;
                of += 1;
            }
            _ => match star {
                Some(place) => {
                    of = place + 1;
                    mark += 1;
                    at = mark;
                }
                None => return false,
            },
        }
    }
    pattern[of..].iter().all(|wanted| *wanted == '%')
}

/// Sorts by `column [ASC|DESC], … [LIMIT n]` and returns the limit.
pub(super) fn sort(rows: &mut [Row], text: &str) -> usize {
    let lower = text.to_ascii_lowercase();
    let (order, limit) = match lower.find("limit") {
        Some(at) => (&text[..at], lower[at + 5..].split_whitespace().next().and_then(|word| word.parse().ok())),
        None => (text, None),
    };
    for part in order.split(',').rev() {
        let mut words = part.split_whitespace();
        let Some(column) = words.next() else { continue };
        let down = words.any(|word| word.eq_ignore_ascii_case("desc"));
        let key =
            |row: &Row| row.iter().find(|(name, _)| name == column).map_or(Value::Null, |(_, value)| value.clone());
        rows.sort_by(|one, other| {
            let order = compare(&key(one), &key(other));
            if down { order.reverse() } else { order }
        });
    }
    limit.unwrap_or(usize::MAX)
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => {
                // A doubled quote is a literal quote.
                let mut end = None;
                let mut inside = rest.char_indices().skip(1).peekable();
                while let Some((at, character)) = inside.next() {
                    if character == first && inside.next_if(|(_, next)| *next == first).is_none() {
                        end = Some(at + 1);
                        break;
                    }
                }
                end.ok_or_else(|| rest.to_owned())?
            }
            '(' | ')' | ',' | '=' if !rest.starts_with("==") => 1,
            '=' | '<' | '>' | '!' => {
                if rest[1..].starts_with(['=', '>']) {
                    2
                } else {
                    1
                }
            }
            _ => rest.find(|c: char| c.is_whitespace() || "()=<>!,'\"".contains(c)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token.to_owned());
        rest = after.trim_start();
    }
    Ok(tokens)
}

struct Reader<'a> {
    tokens: &'a [String],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn next(&mut self) -> Option<&'a str> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    /// Consumes the next word if it equals `word`.
    fn takes(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|token| token.eq_ignore_ascii_case(word));
        self.at += usize::from(there);
        there
    }

    fn any(&mut self, depth: usize) -> Result<Condition, String> {
        let mut parts = vec![self.all(depth)?];
        while self.takes("or") {
            parts.push(self.all(depth)?);
        }
        Ok(Condition::Any(parts))
    }

    fn all(&mut self, depth: usize) -> Result<Condition, String> {
        let mut parts = vec![self.one(depth)?];
        while self.takes("and") {
            parts.push(self.one(depth)?);
        }
        Ok(Condition::All(parts))
    }

    fn one(&mut self, depth: usize) -> Result<Condition, String> {
        if depth > DEEPEST {
            return Err("(".to_owned());
        }
        if self.takes("not") {
            return Ok(Condition::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.takes("(") {
            let inner = self.any(depth + 1)?;
            return if self.takes(")") { Ok(inner) } else { Err(self.peek().unwrap_or("").to_owned()) };
        }
        let column = self.next().ok_or("")?.to_owned();
        if self.takes("is") {
            let not = self.takes("not");
            if !self.takes("null") {
                return Err(self.peek().unwrap_or("").to_owned());
            }
            let null = Condition::IsNull(column);
            return Ok(if not { Condition::Not(Box::new(null)) } else { null });
        }
        let not = self.takes("not");
        let condition = if self.takes("in") {
            if !self.takes("(") {
                return Err("IN".to_owned());
            }
            let mut values = Vec::new();
            while !self.takes(")") {
                values.push(self.value()?);
                self.takes(",");
            }
            Condition::In(column, values)
        } else {
            let operator = match self.next() {
                // `WHERE 1` is true.
                None if column.parse::<i64>().is_ok_and(|number| number != 0) => return Ok(Condition::Always),
                None => return Err(column),
                Some(token) if token.eq_ignore_ascii_case("like") => "like".to_owned(),
                Some(token @ ("=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=")) => token.to_owned(),
                Some(token) => return Err(token.to_owned()),
            };
            let value = self.value()?;
            match (column.parse::<i64>(), value.number()) {
                // `1=1`
                (Ok(one), Some(other)) if operator == "=" && one == other => return Ok(Condition::Always),
                _ => Condition::Compare(column, operator, value),
            }
        };
        Ok(if not { Condition::Not(Box::new(condition)) } else { condition })
    }

    fn value(&mut self) -> Result<Value, String> {
        let token = self.next().ok_or("")?;
        match token.chars().next() {
            Some(quote @ ('\'' | '"')) if token.len() >= 2 => {
                Ok(Value::Text(token[1..token.len() - 1].replace(&format!("{quote}{quote}"), &quote.to_string())))
            }
            _ if token.eq_ignore_ascii_case("null") => Ok(Value::Null),
            _ => token.parse().map(Value::Number).map_err(|_| token.to_owned()),
        }
    }
}
