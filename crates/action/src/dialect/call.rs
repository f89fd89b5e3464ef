//! A named call with arguments, independent of its notation, and the typed accessors that dialects use.

use super::coordinates::{Direction, TouchTarget};
use super::out::Out;
use super::refusal::Refusal;
use super::text::calls::TextCall;
use super::text::folded;
use crate::fields::{number_in, number_of, word};
use crate::finding::{Code, quoted};
use crate::json::{Json, Object};
use crate::slice::Slice as _;

/// A call: the dialect's verb and its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Call<'a> {
    /// The verb, for messages.
    pub(crate) verb: String,
    /// The named arguments.
    pub(crate) args: Object<'a>,
    /// The positional arguments, in order.
    pub(crate) positional: Vec<Json<'a>>,
}

impl<'a> Call<'a> {
    /// A call with named arguments.
    pub(crate) fn new(verb: &str, args: Object<'a>) -> Self {
        Self { verb: verb.to_owned(), args, positional: Vec::new() }
    }

    /// Converts a call in text; its mends become repairs.
    pub(crate) fn of_text(call: TextCall<'a>, out: &mut Out<'_>) -> Self {
        for mend in call.mends {
            out.repair(Code::Syntax, mend);
        }
        Self { verb: call.name.to_owned(), args: call.named, positional: call.positional }
    }

    /// Returns the verb without case and underscores.
    pub(crate) fn folded_verb(&self) -> String {
        folded(&self.verb)
    }

    /// Returns the argument under the first of `names` that is present and not null.
    pub(crate) fn get(&self, names: &[&str]) -> Option<&Json<'a>> {
        names.iter().find_map(|name| self.args.get(name)).filter(|value| !matches!(value, Json::Null))
    }

    /// Like [`Self::get`], or the positional argument at `position`.
    pub(crate) fn get_or(&self, names: &[&str], position: usize) -> Option<&Json<'a>> {
        self.get(names).or_else(|| self.positional.get(position))
    }

    fn first<'n>(names: &[&'n str]) -> &'n str {
        names.first().copied().unwrap_or("argument")
    }
}

/// Reads arguments in the types that actions need. Every method names the argument when it refuses.
impl Out<'_> {
    /// Reads an optional text. Numbers and booleans are taken as text.
    pub(crate) fn optional_text(&mut self, call: &Call<'_>, names: &[&str]) -> Result<Option<String>, Refusal> {
        match call.get(names) {
            None => Ok(None),
            Some(value) => self.text_of(call, Call::first(names), value).map(Some),
        }
    }

    /// Reads a required text; it may be empty.
    pub(crate) fn text(&mut self, call: &Call<'_>, names: &[&str]) -> Result<String, Refusal> {
        let value = call.get_or(names, 0).ok_or_else(|| Refusal::missing(&call.verb, Call::first(names), "a text"))?;
        self.text_of(call, Call::first(names), value)
    }

    /// Reads a required text that is not empty.
    pub(crate) fn name(&mut self, call: &Call<'_>, names: &[&str]) -> Result<String, Refusal> {
        let text = self.text(call, names)?;
        if text.trim().is_empty() {
            return Err(Refusal::missing(&call.verb, Call::first(names), "it must not be empty"));
        }
        Ok(text.trim().to_owned())
    }

    fn text_of(&mut self, call: &Call<'_>, field: &str, value: &Json<'_>) -> Result<String, Refusal> {
        match value {
            Json::Text(text) => Ok(text.clone().into_owned()),
            Json::Number(number) => {
                self.repair(Code::WrongType, format!("`{field}` was a number and was taken as text"));
                Ok(number.text.to_owned())
            }
            Json::Bool(value) => {
                self.repair(Code::WrongType, format!("`{field}` was a boolean and was taken as text"));
                Ok(value.to_string())
            }
            other => Err(Refusal::bad(&call.verb, field, other.kind(), "text")),
        }
    }

    /// Reads a word from a closed list, ignoring case.
    pub(crate) fn choice(&mut self, call: &Call<'_>, names: &[&str], allowed: &[&str]) -> Result<String, Refusal> {
        let field = Call::first(names);
        let value = call
            .get_or(names, 0)
            .ok_or_else(|| Refusal::missing(&call.verb, field, &format!("one of {}", allowed.join(", "))))?;
        let text = self.text_of(call, field, value)?;
        let given = folded(text.trim());
        match allowed.iter().find(|word| folded(word) == given) {
            Some(word) => Ok(folded(word)),
            None => Err(Refusal::bad_word(&call.verb, field, &text, allowed)),
        }
    }

    /// Reads a required direction.
    pub(crate) fn direction(&mut self, call: &Call<'_>, names: &[&str]) -> Result<Direction, Refusal> {
        let name = self.choice(call, names, Direction::NAMES)?;
        word(&name).ok_or_else(|| Refusal::bad_word(&call.verb, Call::first(names), &name, Direction::NAMES))
    }

    /// Reads an optional boolean.
    pub(crate) fn flag(&mut self, call: &Call<'_>, names: &[&str]) -> Result<Option<bool>, Refusal> {
        let Some(value) = call.get(names) else { return Ok(None) };
        match value {
            Json::Bool(value) => Ok(Some(*value)),
            Json::Text(text) if text.trim().eq_ignore_ascii_case("true") => Ok(Some(true)),
            Json::Text(text) if text.trim().eq_ignore_ascii_case("false") => Ok(Some(false)),
            other => Err(Refusal::bad(&call.verb, Call::first(names), other.kind(), "true or false")),
        }
    }

    /// Reads an optional number; a numeric text counts as one.
    pub(crate) fn optional_number(&mut self, call: &Call<'_>, names: &[&str]) -> Result<Option<f64>, Refusal> {
        let Some(value) = call.get(names) else { return Ok(None) };
        let field = Call::first(names);
        match number_of(value) {
            Some((number, written)) => {
                if !written {
                    self.repair(Code::WrongType, format!("`{field}` was text and was taken as a number"));
                }
                Ok(Some(number.get()))
            }
            None => Err(Refusal::bad(&call.verb, field, &shown(value), "a number")),
        }
    }

    /// Reads a time in seconds and returns milliseconds: `2`, `"3"`, `"3 seconds"`, `"1s"`, `"500 ms"`.
    pub(crate) fn seconds(&mut self, call: &Call<'_>, names: &[&str]) -> Result<Option<f64>, Refusal> {
        self.time(call, names, 1000.0)
    }

    /// Reads a time in milliseconds.
    pub(crate) fn millis(&mut self, call: &Call<'_>, names: &[&str]) -> Result<Option<f64>, Refusal> {
        self.time(call, names, 1.0)
    }

    fn time(&mut self, call: &Call<'_>, names: &[&str], unit: f64) -> Result<Option<f64>, Refusal> {
        let Some(value) = call.get(names) else { return Ok(None) };
        let field = Call::first(names);
        let millis = match value {
            Json::Text(text) if text.trim().is_empty() => return Ok(None),
            Json::Text(text) => time_in(text, unit),
            other => number_of(other).map(|(number, _)| number.get() * unit),
        };
        match millis {
            // 16.1 s are 16,100 ms, regardless of binary fractions.
            Some(millis) if millis >= 0.0 && millis.is_finite() => {
                Ok(Some(if millis < 1e12 { (millis * 1000.0).round() / 1000.0 } else { millis }))
            }
            Some(_) => {
                Err(Refusal::out_of_range(field, format!("`{field}` of {} must not be negative", quoted(&call.verb))))
            }
            None => Err(Refusal::bad(&call.verb, field, &shown(value), "a time")),
        }
    }

    /// Reads a required touch target.
    pub(crate) fn target(&mut self, call: &Call<'_>, names: &[&str]) -> Result<TouchTarget, Refusal> {
        self.optional_target(call, names)?
            .ok_or_else(|| Refusal::missing(&call.verb, Call::first(names), "where on the screen"))
    }

    /// Reads an optional touch target: `[x, y]`, a box, or a text with two or four numbers.
    pub(crate) fn optional_target(&mut self, call: &Call<'_>, names: &[&str]) -> Result<Option<TouchTarget>, Refusal> {
        let Some(value) = call.get(names) else { return Ok(None) };
        let field = Call::first(names);
        let numbers =
            numbers_of(value).ok_or_else(|| Refusal::bad(&call.verb, field, &shown(value), "a point `[x, y]`"))?;
        let (x, y) = match numbers.as_slice() {
            [x, y] => (*x, *y),
            [left, top, right, bottom] => (left / 2.0 + right / 2.0, top / 2.0 + bottom / 2.0),
            other => {
                let found = format!("{} numbers", other.len());
                return Err(Refusal::bad(&call.verb, field, &found, "two numbers, or four for a box"));
            }
        };
        self.to_pixels(x, y, field).map(|point| Some(TouchTarget::At(point)))
    }

    /// Reads a touch target from two arguments.
    pub(crate) fn target_of(&mut self, call: &Call<'_>, x: &str, y: &str) -> Result<TouchTarget, Refusal> {
        let mut axis = |name: &str| {
            self.optional_number(call, &[name])?.ok_or_else(|| Refusal::missing(&call.verb, name, "a number"))
        };
        let (at_x, at_y) = (axis(x)?, axis(y)?);
        self.to_pixels(at_x, at_y, x).map(TouchTarget::At)
    }

    /// Reads a required element number.
    pub(crate) fn element(&mut self, call: &Call<'_>, names: &[&str]) -> Result<TouchTarget, Refusal> {
        self.optional_element(call, names)?
            .ok_or_else(|| Refusal::missing(&call.verb, Call::first(names), "the number of an element"))
    }

    /// Reads an optional element number.
    pub(crate) fn optional_element(&mut self, call: &Call<'_>, names: &[&str]) -> Result<Option<TouchTarget>, Refusal> {
        let Some(number) = self.optional_number(call, names)? else { return Ok(None) };
        if number.fract() != 0.0 || !(0.0..1e9).contains(&number) {
            let found = number.to_string();
            return Err(Refusal::bad(&call.verb, Call::first(names), &found, "the number of an element"));
        }
        #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
        let number = number as i64;
        Ok(Some(TouchTarget::Element(number)))
    }
}

fn shown(value: &Json<'_>) -> String {
    match value {
        Json::Text(text) => quoted(text),
        Json::Number(number) => quoted(number.text),
        other => other.kind().to_owned(),
    }
}

/// Returns the two or four numbers of a point or box in a list, nested lists or a text.
fn numbers_of(value: &Json<'_>) -> Option<Vec<f64>> {
    match value {
        Json::List(items) => {
            let mut numbers = Vec::with_capacity(4);
            for item in items.iter().take(5) {
                match item {
                    Json::List(_) => numbers.extend(numbers_of(item)?),
                    other => numbers.push(number_of(other)?.0.get()),
                }
            }
            Some(numbers)
        }
        Json::Text(text) => numbers_in(text),
        Json::Object(object) => {
            let axis = |name| object.get(name).and_then(number_of).map(|(number, _)| number.get());
            axis("x").zip(axis("y")).map(|(x, y)| vec![x, y])
        }
        _ => None,
    }
}

/// Returns the numbers in `(100,200)`, `[1 2]`, `<point>1 2</point>`, `<|box_start|>(1,2)<|box_end|>`.
pub(crate) fn numbers_in(text: &str) -> Option<Vec<f64>> {
    let mut numbers = Vec::with_capacity(4);
    let mut rest = text.trim();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | '<')) {
        rest = rest.tail(start);
        if let Some(tag) = rest.strip_prefix('<') {
            // The name of a tag such as `<point>` or `<|box_start|>` is not part of the coordinates.
            rest = tag.find('>').map_or("", |end| tag.tail(end + 1));
            continue;
        }
        let length =
            rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.' | 'e' | '+')).unwrap_or(rest.len());
        numbers.push(number_in(rest.head(length))?.get());
        if numbers.len() > 4 {
            return None;
        }
        rest = rest.tail(length);
    }
    (!numbers.is_empty()).then_some(numbers)
}

fn time_in(text: &str, unit: f64) -> Option<f64> {
    let text = text.trim();
    let length = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(text.len());
    let number = number_in(text.head(length))?.get();
    let unit = match text.tail(length).trim().to_lowercase().as_str() {
        "" => unit,
        "s" | "sec" | "secs" | "second" | "seconds" | "秒" | "秒钟" => 1000.0,
        "ms" | "millis" | "millisecond" | "milliseconds" | "毫秒" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" | "分钟" => 60_000.0,
        _ => return None,
    };
    Some(number * unit)
}
