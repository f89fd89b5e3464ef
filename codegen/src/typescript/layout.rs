//! Lays text out as prettier would: literals, names, comments, and chains of `&&` and `
//! `.

use serde_json::Value;

/// The longest line.
pub(super) const WIDTH: usize = 100;

/// Returns a comment above a declaration: one line if it fits, else wrapped; empty without text.
pub(super) fn comment(text: &str, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let text = text.replace("*/", "*\u{200b}/");
    let paragraphs: Vec<&str> = text.split("\n\n").map(str::trim).filter(|each| !each.is_empty()).collect();
    match paragraphs.as_slice() {
        [] => return String::new(),
        [only] if !only.contains('\n') && indent + only.chars().count() + 7 <= WIDTH => {
            return format!("{pad}/** {only} */\n");
        }
        _ => {}
    }
    let room = WIDTH - indent - 3;
    let blocks: Vec<String> = paragraphs
        .iter()
        .map(|paragraph| wrap(paragraph, room).iter().map(|line| format!("{pad} * {line}\n")).collect())
        .collect();
    format!("{pad}/**\n{}{pad} */\n", blocks.join(&format!("{pad} *\n")))
}

fn wrap(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let fits = lines.last().is_some_and(|line| line.chars().count() + 1 + word.chars().count() <= room);
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if fits => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns a literal: text in the quotes that need fewer escapes, as prettier chooses them.
pub(super) fn literal(value: &Value) -> String {
    let Value::String(text) = value else { return value.to_string() };
    let escaped = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t");
    if text.matches('\'').count() > text.matches('"').count() {
        format!("\"{}\"", escaped.replace('"', "\\\""))
    } else {
        format!("'{}'", escaped.replace('\'', "\\'"))
    }
}

/// Returns the name of a property, quoted only if necessary.
pub(super) fn property(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { literal(&name.into()) }
}

/// `subject.name`, or `subject['na-me']`.
pub(super) fn member(subject: &str, name: &str) -> String {
    if is_identifier(name) { format!("{subject}.{name}") } else { format!("{subject}[{}]", literal(&name.into())) }
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_' || first == '$')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$')
}

/// An expression of type boolean.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// An expression that needs no parentheses.
    Call(String),
    /// `a && b`; `true` if empty.
    And(Vec<Test>),
    /// `a || b`
    Or(Vec<Test>),
}

impl Test {
    pub(super) fn call(text: impl Into<String>) -> Self {
        Self::Call(text.into())
    }

    /// Combines these with `&&`; flattens nested chains.
    pub(super) fn all(tests: impl IntoIterator<Item = Self>) -> Self {
        let flat = tests.into_iter().flat_map(|test| if let Self::And(inner) = test { inner } else { vec![test] });
        let mut flat: Vec<Self> = flat.collect();
        flat.dedup();
        if flat.len() == 1 { flat.swap_remove(0) } else { Self::And(flat) }
    }

    /// Combines these with `
    /// `.
    pub(super) fn any(tests: impl IntoIterator<Item = Self>) -> Self {
        let flat = tests.into_iter().flat_map(|test| if let Self::Or(inner) = test { inner } else { vec![test] });
        let mut flat: Vec<Self> = flat.collect();
        if flat.len() == 1 { flat.swap_remove(0) } else { Self::Or(flat) }
    }

    /// The expression on one line.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Call(text) => text.clone(),
            Self::And(tests) if tests.is_empty() => "true".to_owned(),
            Self::And(tests) | Self::Or(tests) => {
                tests.iter().map(Self::operand).collect::<Vec<_>>().join(&format!(" {} ", self.operator()))
            }
        }
    }

    fn operand(&self) -> String {
        if matches!(self, Self::Call(_)) { self.line() } else { format!("({})", self.line()) }
    }

    fn operator(&self) -> &'static str {
        if matches!(self, Self::Or(_)) { "||" } else { "&&" }
    }

    /// Returns `return …;` for a function's body, broken if it is too long.
    pub(super) fn returned(&self) -> String {
        let line = format!("  return {};", self.line());
        match self {
            Self::And(tests) | Self::Or(tests) if line.chars().count() > WIDTH => {
                let line = format!("    {}", self.line());
                let broken = || format!("    {}", self.chain(tests, 4));
                format!("  return (\n{}\n  );\n", if line.chars().count() > WIDTH { broken() } else { line })
            }
            _ => format!("{line}\n"),
        }
    }

    /// Returns the operands of a chain, one per line; long ones are broken in turn.
    fn chain(&self, tests: &[Self], indent: usize) -> String {
        let operator = self.operator();
        let operand = |test: &Self| {
            let line = test.operand();
            match test {
                Self::And(inner) | Self::Or(inner) if indent + line.chars().count() + 3 > WIDTH => {
                    format!("({})", test.chain(inner, indent + 2))
                }
                _ => line,
            }
        };
        let operands: Vec<String> = tests.iter().map(operand).collect();
        operands.join(&format!(" {operator}\n{}", " ".repeat(indent)))
    }
}
