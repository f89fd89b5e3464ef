//! Runs an awk program.

mod function;

use std::collections::BTreeMap;

use regex_lite::Regex;

use super::super::super::{format, limits, regex};
use super::syntax::{Expression, Statement};
use super::value::{Value, show};

/// Maximum number of steps of a program.
const MAX_STEPS: u64 = 2_000_000;
/// Maximum number of fields per line, and the highest field number.
const MAX_FIELD: usize = 100_000;

/// Where the program continues after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Next,
    /// `next`: continues with the next line.
    Record,
    Break,
    Continue,
    Exit,
}

pub(super) struct Interpreter {
    pub(super) out: Vec<u8>,
    pub(super) status: i32,
    pub(super) failure: Option<String>,
    variables: BTreeMap<String, Value>,
    arrays: BTreeMap<String, BTreeMap<String, Value>>,
    /// `$0` and the fields.
    fields: Vec<String>,
    steps: u64,
    depth: usize,
}

impl Interpreter {
    pub(super) fn new() -> Self {
        let mut interpreter = Self {
            out: Vec::new(),
            status: 0,
            failure: None,
            variables: BTreeMap::new(),
            arrays: BTreeMap::new(),
            fields: vec![String::new()],
            steps: 0,
            depth: 0,
        };
        for (name, value) in [("FS", " "), ("OFS", " "), ("ORS", "\n"), ("SUBSEP", "\u{1c}")] {
            interpreter.set(name, Value::Text(value.to_owned()));
        }
        interpreter
    }

    pub(super) fn set(&mut self, name: &str, value: Value) {
        if name == "NF" {
            let count = (value.number().max(0.0) as usize).min(MAX_FIELD);
            self.fields.resize(count + 1, String::new());
            self.join();
        }
        self.variables.insert(name.to_owned(), value);
    }

    fn get(&self, name: &str) -> Value {
        match name {
            "NF" => Value::Number(self.fields.len().saturating_sub(1) as f64),
            _ => self.variables.get(name).cloned().unwrap_or(Value::Unset),
        }
    }

    pub(super) fn spent(&self) -> bool {
        self.steps > MAX_STEPS || self.out.len() > limits::MAX_OUTPUT || self.failure.is_some()
    }

    /// Makes a line the current record.
    pub(super) fn record(&mut self, line: &str) {
        self.steps += 1 + line.len() as u64 / 256;
        let mut fields = vec![line.to_owned()];
        fields.extend(self.split(line, &self.get("FS").text()));
        self.fields = fields;
    }

    /// Splits a text by a separator: a space for runs of blanks, a single character, or a regular expression.
    fn split(&self, text: &str, separator: &str) -> Vec<String> {
        if separator == " " {
            return text.split_whitespace().map(str::to_owned).collect();
        }
        if text.is_empty() {
            return Vec::new();
        }
        let mut chars = separator.chars();
        match (chars.next(), chars.next()) {
            (None, _) => text.chars().map(String::from).collect(),
            (Some(one), None) if one != '\\' => text.split(one).map(str::to_owned).collect(),
            _ => match regex::compile(&regex::translate(separator, true)) {
                Some(regex) => regex.split(text).map(str::to_owned).collect(),
                None => vec![text.to_owned()],
            },
        }
    }

    /// Rebuilds `$0` from the fields.
    fn join(&mut self) {
        let separator = self.get("OFS").text();
        let line = self.fields.get(1..).unwrap_or_default().join(&separator);
        if let Some(first) = self.fields.first_mut() {
            *first = line;
        }
    }

    pub(super) fn block(&mut self, statements: &[Statement]) -> Step {
        for statement in statements {
            match self.statement(statement) {
                Step::Next => {}
                other => return other,
            }
        }
        Step::Next
    }

    fn statement(&mut self, statement: &Statement) -> Step {
        self.steps += 1;
        if self.spent() {
            return Step::Exit;
        }
        match statement {
            Statement::Print(list) => {
                let separator = self.get("OFS").text();
                let texts: Vec<String> = match list.is_empty() {
                    true => self.fields.first().cloned().into_iter().collect(),
                    false => list.iter().map(|expression| self.evaluate(expression).text()).collect(),
                };
                self.out.extend_from_slice(texts.join(&separator).as_bytes());
                let end = self.get("ORS").text();
                self.out.extend_from_slice(end.as_bytes());
            }
            Statement::Printf(list) => {
                let text = self.formatted(list);
                self.out.extend(text);
            }
            Statement::Expression(expression) => {
                self.evaluate(expression);
            }
            Statement::If(test, yes, no) => {
                return if self.evaluate(test).truth() { self.block(yes) } else { self.block(no) };
            }
            Statement::While(test, body) => return self.repeat(Some(test), None, body),
            Statement::For(start, test, step, body) => {
                if let Some(start) = start {
                    self.statement(start);
                }
                return self.repeat(test.as_ref(), step.as_deref(), body);
            }
            Statement::Each(key, array, body) => {
                let keys: Vec<String> =
                    self.arrays.get(array).map(|array| array.keys().cloned().collect()).unwrap_or_default();
                for value in keys {
                    self.set(key, Value::Input(value));
                    match self.block(body) {
                        Step::Next | Step::Continue => {}
                        Step::Break => break,
                        other => return other,
                    }
                }
            }
            Statement::Delete(array, None) => {
                self.arrays.remove(array);
            }
            Statement::Delete(array, Some(index)) => {
                let key = self.key(index);
                if let Some(array) = self.arrays.get_mut(array) {
                    array.remove(&key);
                }
            }
            Statement::Next => return Step::Record,
            Statement::Break => return Step::Break,
            Statement::Continue => return Step::Continue,
            Statement::Exit(value) => {
                if let Some(value) = value {
                    self.status = self.evaluate(value).number() as i32 & 0xff;
                }
                return Step::Exit;
            }
        }
        Step::Next
    }

    fn repeat(&mut self, test: Option<&Expression>, step: Option<&Statement>, body: &[Statement]) -> Step {
        loop {
            self.steps += 1;
            if self.spent() {
                return Step::Exit;
            }
            if let Some(test) = test
                && !self.evaluate(test).truth()
            {
                return Step::Next;
            }
            match self.block(body) {
                Step::Next | Step::Continue => {}
                Step::Break => return Step::Next,
                other => return other,
            }
            if let Some(step) = step {
                self.statement(step);
            }
        }
    }

    /// Formats the output of `printf` and `sprintf`.
    fn formatted(&mut self, list: &[Expression]) -> Vec<u8> {
        let mut values = list.iter().map(|expression| self.evaluate(expression)).collect::<Vec<_>>().into_iter();
        let Some(format) = values.next() else { return Vec::new() };
        let format = format.text().replace('\\', "\\\\");
        // awk's numbers may have fractions where the format expects integers.
        let kinds: Vec<char> = conversions(&format);
        let arguments: Vec<String> = values
            .zip(kinds.into_iter().chain(std::iter::repeat('s')))
            .map(|(value, kind)| match kind {
                'd' | 'i' | 'x' | 'X' | 'o' | 'u' => show(value.number().trunc()),
                'c' => match value {
                    Value::Number(code) => char::from_u32(code as u32).map(String::from).unwrap_or_default(),
                    other => other.text(),
                },
                _ => value.text(),
            })
            .collect();
        // The format is applied once, not repeated for further values.
        let used = conversions(&format).len();
        format::printf(&format, arguments.get(..used).unwrap_or(&arguments), limits::MAX_WORD).0
    }

    fn key(&mut self, index: &[Expression]) -> String {
        let separator = self.get("SUBSEP").text();
        index.iter().map(|part| self.evaluate(part).text()).collect::<Vec<_>>().join(&separator)
    }

    pub(super) fn evaluate(&mut self, expression: &Expression) -> Value {
        self.steps += 1;
        self.depth += 1;
        let value = if self.spent() { Value::Unset } else { self.value(expression) };
        self.depth -= 1;
        value
    }

    fn value(&mut self, expression: &Expression) -> Value {
        match expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Text(text) => Value::Text(text.clone()),
            Expression::Match(regex) => {
                Value::Number(f64::from(self.fields.first().is_some_and(|line| regex.is_match(line))))
            }
            Expression::Variable(name) => self.get(name),
            Expression::Field(index) => {
                let index = self.evaluate(index).number();
                if index < 0.0 {
                    self.failure = Some(format!("trying to access out of range field {index}"));
                    return Value::Unset;
                }
                self.fields.get(index as usize).cloned().map_or(Value::Unset, Value::Input)
            }
            Expression::Element(array, index) => {
                let key = self.key(index);
                self.arrays.entry(array.clone()).or_default().entry(key).or_insert(Value::Unset).clone()
            }
            Expression::Assign(place, operator, value) => {
                let mut value = self.evaluate(value);
                if let Some(operator) = operator {
                    let before = self.evaluate(place).number();
                    value = Value::Number(calculate(*operator, before, value.number()));
                }
                self.store(place, value.clone());
                value
            }
            Expression::Step(place, by, before) => {
                let old = self.evaluate(place).number();
                self.store(place, Value::Number(old + by));
                Value::Number(if *before { old } else { old + by })
            }
            Expression::Unary(sign, operand) => {
                let value = self.evaluate(operand);
                match sign {
                    '!' => Value::Number(f64::from(!value.truth())),
                    '-' => Value::Number(-value.number()),
                    '+' => Value::Number(value.number()),
                    _ => value,
                }
            }
            Expression::Binary(sign, left, right) => self.binary(sign, left, right),
            Expression::Ternary(test, yes, no) => {
                let chosen = if self.evaluate(test).truth() { yes } else { no };
                self.evaluate(chosen)
            }
            Expression::In(index, array) => {
                let key = self.key(index);
                Value::Number(f64::from(self.arrays.get(array).is_some_and(|array| array.contains_key(&key))))
            }
            Expression::Call(name, arguments) => self.call(name, arguments),
        }
    }

    fn binary(&mut self, sign: &str, left: &Expression, right: &Expression) -> Value {
        let first = self.evaluate(left);
        let truth = |value: bool| Value::Number(f64::from(value));
        match sign {
            "&&" => return truth(first.truth() && self.evaluate(right).truth()),
            "||" => return truth(first.truth() || self.evaluate(right).truth()),
            "~" | "!~" => {
                let found = self.regex(right).is_some_and(|regex| regex.is_match(&first.text()));
                return truth(found == (sign == "~"));
            }
            _ => {}
        }
        let second = self.evaluate(right);
        match sign {
            "" => {
                let text = first.text() + &second.text();
                if text.len() > limits::MAX_WORD {
                    self.failure = Some("string too long".to_owned());
                }
                self.steps += text.len() as u64 / 256;
                Value::Text(text)
            }
            "==" => truth(first.compare(&second).is_eq()),
            "!=" => truth(first.compare(&second).is_ne()),
            "<" => truth(first.compare(&second).is_lt()),
            "<=" => truth(first.compare(&second).is_le()),
            ">" => truth(first.compare(&second).is_gt()),
            ">=" => truth(first.compare(&second).is_ge()),
            _ => {
                let operator = sign.chars().next().unwrap_or('+');
                if second.number() == 0.0 && (operator == '/' || operator == '%') {
                    self.failure = Some("division by zero".to_owned());
                    return Value::Unset;
                }
                Value::Number(calculate(operator, first.number(), second.number()))
            }
        }
    }

    /// Returns the regular expression of an operand: a literal, or compiled from its text.
    fn regex(&mut self, expression: &Expression) -> Option<Regex> {
        if let Expression::Match(regex) = expression {
            return Some(regex.clone());
        }
        let text = self.evaluate(expression).text();
        regex::compile(&regex::translate(&text, true))
    }

    fn store(&mut self, place: &Expression, value: Value) {
        match place {
            Expression::Variable(name) => self.set(name, value),
            Expression::Element(array, index) => {
                let key = self.key(index);
                self.arrays.entry(array.clone()).or_default().insert(key, value);
            }
            Expression::Field(index) => {
                let index = self.evaluate(index).number().max(0.0) as usize;
                if index == 0 {
                    self.record(&value.text());
                    return;
                }
                if index > MAX_FIELD {
                    self.failure = Some(format!("trying to access out of range field {index}"));
                    return;
                }
                if self.fields.len() <= index {
                    self.fields.resize(index + 1, String::new());
                }
                if let Some(field) = self.fields.get_mut(index) {
                    *field = value.text();
                }
                self.join();
            }
            _ => {}
        }
    }
}

/// Returns the letters of the conversions in a format.
fn conversions(format: &str) -> Vec<char> {
    let mut kinds = Vec::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c == '%' {
            let kind = chars.by_ref().find(|c| c.is_ascii_alphabetic() || *c == '%');
            kinds.extend(kind.filter(|kind| *kind != '%'));
        }
    }
    kinds
}

fn calculate(operator: char, left: f64, right: f64) -> f64 {
    match operator {
        '+' => left + right,
        '-' => left - right,
        '*' => left * right,
        '/' => left / right,
        '%' => left % right,
        _ => left.powf(right),
    }
}
