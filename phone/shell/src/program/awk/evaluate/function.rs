//! awk's built-in functions.

use super::super::syntax::Expression;
use super::super::value::Value;
use super::Interpreter;

impl Interpreter {
    pub(super) fn call(&mut self, name: &str, arguments: &[Expression]) -> Value {
        match (name, arguments) {
            ("length", [Expression::Variable(array)]) if self.arrays.contains_key(array) => {
                Value::Number(self.arrays.get(array).map_or(0, |array| array.len()) as f64)
            }
            ("length", []) => Value::Number(self.fields.first().map_or(0, |line| line.chars().count()) as f64),
            ("length", [text, ..]) => Value::Number(self.evaluate(text).text().chars().count() as f64),
            ("substr", [text, start, rest @ ..]) => {
                let text = self.evaluate(text).text();
                let start = self.evaluate(start).number().round();
                let length = rest.first().map(|length| self.evaluate(length).number().round());
                // Positions count from 1, and a start before 1 shortens the length.
                let stop = length.map_or(f64::INFINITY, |length| start + length);
                let first = (start.max(1.0) - 1.0) as usize;
                let count = (stop - 1.0).max(0.0) as usize;
                Value::Text(text.chars().take(count).skip(first).collect())
            }
            ("index", [text, part]) => {
                let (text, part) = (self.evaluate(text).text(), self.evaluate(part).text());
                let place =
                    text.find(&part).and_then(|at| text.get(..at)).map_or(0, |before| before.chars().count() + 1);
                Value::Number(place as f64)
            }
            ("split", [text, Expression::Variable(array), rest @ ..]) => {
                let text = self.evaluate(text).text();
                let parts: Vec<String> = match rest.first() {
                    Some(Expression::Match(regex)) => regex.split(&text).map(str::to_owned).collect(),
                    Some(separator) => {
                        let separator = self.evaluate(separator).text();
                        self.split(&text, &separator)
                    }
                    None => self.split(&text, &self.get("FS").text()),
                };
                let count = parts.len();
                let pairs = parts.into_iter().enumerate();
                let elements = pairs.map(|(index, part)| ((index + 1).to_string(), Value::Input(part))).collect();
                self.arrays.insert(array.clone(), elements);
                Value::Number(count as f64)
            }
            ("sub" | "gsub", [pattern, with, place @ ..]) => {
                self.substitute(name == "gsub", pattern, with, place.first())
            }
            ("match", [text, pattern]) => {
                let text = self.evaluate(text).text();
                let found = self.regex(pattern).and_then(|regex| {
                    let part = regex.find(&text)?;
                    let before = text.get(..part.start()).map_or(0, |before| before.chars().count());
                    Some((before + 1, part.as_str().chars().count()))
                });
                let (start, length) = found.map_or((0.0, -1.0), |(start, length)| (start as f64, length as f64));
                self.set("RSTART", Value::Number(start));
                self.set("RLENGTH", Value::Number(length));
                Value::Number(start)
            }
            ("tolower", [text]) => Value::Text(self.evaluate(text).text().to_lowercase()),
            ("toupper", [text]) => Value::Text(self.evaluate(text).text().to_uppercase()),
            ("sprintf", list) => Value::Text(String::from_utf8_lossy(&self.formatted(list)).into_owned()),
            ("int", [number]) => Value::Number(self.evaluate(number).number().trunc()),
            ("sqrt", [number]) => Value::Number(self.evaluate(number).number().sqrt()),
            ("exp", [number]) => Value::Number(self.evaluate(number).number().exp()),
            ("log", [number]) => Value::Number(self.evaluate(number).number().ln()),
            ("sin", [number]) => Value::Number(self.evaluate(number).number().sin()),
            ("cos", [number]) => Value::Number(self.evaluate(number).number().cos()),
            ("srand", _) => Value::Number(0.0),
            _ => {
                self.failure = Some(format!("wrong number of arguments to {name}"));
                Value::Unset
            }
        }
    }

    fn substitute(&mut self, all: bool, pattern: &Expression, with: &Expression, place: Option<&Expression>) -> Value {
        let Some(regex) = self.regex(pattern) else { return Value::Number(0.0) };
        let with = self.evaluate(with).text();
        let whole = Expression::Field(Box::new(Expression::Number(0.0)));
        let place = place.unwrap_or(&whole);
        let text = self.evaluate(place).text();
        let mut count = 0;
        let mut out = String::new();
        let mut copied = 0;
        for part in regex.find_iter(&text) {
            count += 1;
            out.push_str(text.get(copied..part.start()).unwrap_or_default());
            let mut chars = with.chars();
            while let Some(c) = chars.next() {
                match c {
                    '&' => out.push_str(part.as_str()),
                    '\\' => out.extend(chars.next()),
                    _ => out.push(c),
                }
            }
            copied = part.end();
            if !all || out.len() > super::limits::MAX_WORD {
                break;
            }
        }
        if count > 0 {
            out.push_str(text.get(copied..).unwrap_or_default());
            self.store(place, Value::Text(out));
        }
        Value::Number(f64::from(count))
    }
}
