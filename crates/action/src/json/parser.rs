//! The recursive descent parser behind [`Json::strict`] and [`Json::loose`].
//!
//! Both share one parser, so they cannot disagree on well-formed text: where strict mode stops with an error, loose
//! mode asks `loose.rs` for a repair.

use std::borrow::Cow;
use std::collections::HashMap;

use super::cursor::{Cursor, Mode};
use super::key_ends::KeyEnds;
use super::loose::{self, StringPosition};
use super::{Json, JsonError, MAX_DEPTH, Number, Object, Parsed};
use crate::finding::{Code, Findings, quoted};
use crate::slice::Slice as _;

/// Reads one value; in strict mode nothing but white space may follow.
pub(super) fn read(text: &str, mode: Mode) -> Result<Parsed<'_>, JsonError> {
    let (repairs, keys) = (Findings::default(), KeyEnds::default());
    let mut parser = Cursor { text, at: 0, mode, repairs, after_number: false, keys };
    parser.space();
    let value = parser.value(0, StringPosition::Whole)?;
    let end = parser.at;
    if mode == Mode::Strict {
        parser.space();
        if parser.at < text.len() {
            return Err(parser.error("nothing but white space after the value"));
        }
    }
    Ok(Parsed { value, repairs: parser.repairs, end })
}

impl<'a> Cursor<'a> {
    fn space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        if self.loose() {
            loose::space(self);
        }
    }

    /// Takes `expected` or, in loose mode, its full-width equivalent.
    fn punctuation(&mut self, expected: char) -> bool {
        let Some(found) = self.peek() else { return false };
        if found == expected {
            self.at += found.len_utf8();
            return true;
        }
        if self.loose() && loose::narrow(found) == Some(expected) {
            self.repair("full-width punctuation was read as JSON punctuation");
            self.at += found.len_utf8();
            return true;
        }
        false
    }

    fn value(&mut self, depth: usize, position: StringPosition) -> Result<Json<'a>, JsonError> {
        if depth > MAX_DEPTH {
            return Err(self.error(&format!("at most {MAX_DEPTH} levels of lists and objects")));
        }
        let Some(first) = self.peek() else { return Err(self.error("a value")) };
        self.after_number = false;
        match first {
            '{' => self.object(depth),
            '[' => self.list(depth, ']'),
            '"' => self.string('"', position).map(Json::Text),
            '-' | '0'..='9' => self.number(),
            't' | 'f' | 'n' if self.literal().is_some() => self.literal_value(),
            _ if self.loose() => self.loose_value(first, depth, position),
            _ => Err(self.error("a value")),
        }
    }

    fn loose_value(&mut self, first: char, depth: usize, position: StringPosition) -> Result<Json<'a>, JsonError> {
        match first {
            '\'' | '“' | '‘' | '`' => {
                self.repair("a string was not in double quotes");
                self.string(first, position).map(Json::Text)
            }
            '(' => {
                self.repair("a list was in round brackets");
                self.list(depth, ')')
            }
            '+' | '.' => self.number(),
            _ => match loose::python_literal(self.rest()) {
                Some((value, length)) => {
                    self.repair("a Python literal was used instead of the JSON word");
                    self.at += length;
                    Ok(value)
                }
                None => Err(self.error("a value")),
            },
        }
    }

    fn literal(&self) -> Option<(Json<'static>, usize)> {
        [("true", Json::Bool(true)), ("false", Json::Bool(false)), ("null", Json::Null)]
            .into_iter()
            .find(|(word, _)| {
                let rest = self.rest();
                rest.starts_with(word) && !rest.tail(word.len()).starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
            .map(|(word, value)| (value, word.len()))
    }

    fn literal_value(&mut self) -> Result<Json<'a>, JsonError> {
        let (value, length) = self.literal().ok_or_else(|| self.error("a value"))?;
        self.at += length;
        Ok(value)
    }

    fn number(&mut self) -> Result<Json<'a>, JsonError> {
        let rest = self.rest();
        let length = rest.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        let text = rest.head(length);
        if !is_json_number(text) {
            if !self.loose() || text.parse::<f64>().is_err() {
                return Err(self.error("a number"));
            }
            self.repair("a number was not written in JSON notation");
        }
        let value = text.parse::<f64>().map_err(|_| self.error("a number"))?;
        if value.is_infinite() {
            self.repairs
                .add(Code::OutOfRange, String::new, || format!("the number {} is too large to read", quoted(text)));
        }
        self.at += length;
        self.after_number = true;
        Ok(Json::Number(Number { value, text }))
    }

    fn string(&mut self, open: char, position: StringPosition) -> Result<Cow<'a, str>, JsonError> {
        self.at += open.len_utf8();
        let close = loose::closing_quote(open);
        let start = self.at;
        // The common case first: nothing to unescape, so borrow.
        let mut owned: Option<String> = None;
        let mut plain_from = start;
        loop {
            let Some(length) = self.rest().find(|c: char| c == close || c == '\\' || c < ' ') else {
                self.at = start - open.len_utf8();
                return Err(self.error("a string that is closed"));
            };
            self.at += length;
            let plain = self.text.part(plain_from, self.at);
            match self.peek() {
                Some('\\') => {
                    let buffer = owned.get_or_insert_with(String::new);
                    buffer.push_str(plain);
                    let unescaped = self.escape()?;
                    owned.get_or_insert_with(String::new).push(unescaped);
                    plain_from = self.at;
                }
                Some(found) if found == close => {
                    if self.loose() && !loose::closes_string(self, close.len_utf8(), position) {
                        self.repair("a quote inside a string was not escaped");
                        self.at += close.len_utf8();
                        continue;
                    }
                    self.at += close.len_utf8();
                    return Ok(match owned {
                        None => Cow::Borrowed(plain),
                        Some(mut text) => {
                            text.push_str(plain);
                            Cow::Owned(text)
                        }
                    });
                }
                _ if self.loose() => {
                    self.repair("a control character inside a string was not escaped");
                    self.at += 1;
                }
                _ => return Err(self.error("control characters to be escaped")),
            }
        }
    }

    /// Reads one escape; `at` starts on its backslash and ends behind it.
    fn escape(&mut self) -> Result<char, JsonError> {
        let Some(kind) = self.text.tail(self.at + 1).chars().next() else { return Err(self.error("an escape")) };
        let simple = match kind {
            '"' | '\\' | '/' => Some(kind),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            _ => None,
        };
        if let Some(found) = simple {
            self.at += 2;
            return Ok(found);
        }
        if kind == 'u' {
            return self.unicode_escape();
        }
        if !self.loose() {
            return Err(self.error("an escape that JSON knows"));
        }
        self.repair("an escape that JSON does not know was read as the character itself");
        if matches!(kind, '\'' | '`' | '’' | '”' | '\n') {
            self.at += 1 + kind.len_utf8();
            return Ok(kind);
        }
        self.at += 1;
        Ok('\\')
    }

    fn unicode_escape(&mut self) -> Result<char, JsonError> {
        let unit = |at: usize| {
            let digits = self.text.get(at + 2..at + 6)?;
            let all_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            (all_hex && self.text.tail(at).starts_with("\\u")).then(|| u32::from_str_radix(digits, 16).ok())?
        };
        let Some(first) = unit(self.at) else { return Err(self.error("four hexadecimal digits after \\u")) };
        if let Some(found) = char::from_u32(first) {
            self.at += 6;
            return Ok(found);
        }
        // Half of a surrogate pair: the other half must follow.
        let second = unit(self.at + 6).filter(|low| (0xDC00..0xE000).contains(low) && first < 0xDC00);
        let pair = second.and_then(|low| char::from_u32(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)));
        match pair {
            Some(found) => {
                self.at += 12;
                Ok(found)
            }
            None if self.loose() => {
                self.repair("half a surrogate pair was read as U+FFFD");
                self.at += 6;
                Ok(char::REPLACEMENT_CHARACTER)
            }
            None => Err(self.error("both halves of a surrogate pair")),
        }
    }

    fn list(&mut self, depth: usize, close: char) -> Result<Json<'a>, JsonError> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.space();
            if self.close(close, !items.is_empty())? {
                return Ok(Json::List(items));
            }
            items.push(self.value(depth + 1, StringPosition::Item)?);
            self.space();
            if !self.comma_or_close(close)? {
                return Ok(Json::List(items));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json<'a>, JsonError> {
        self.at += 1;
        let mut fields: Vec<(Cow<'a, str>, Json<'a>)> = Vec::new();
        loop {
            self.space();
            if self.close('}', !fields.is_empty())? {
                break;
            }
            let key = self.key()?;
            self.space();
            if !self.punctuation(':') {
                return Err(self.error("`:` after the key"));
            }
            self.space();
            let value = self.value(depth + 1, StringPosition::Field)?;
            fields.push((key, value));
            self.space();
            if !self.comma_or_close('}')? {
                break;
            }
        }
        Ok(Json::Object(self.without_doubles(fields)))
    }

    fn key(&mut self) -> Result<Cow<'a, str>, JsonError> {
        match self.peek() {
            Some('"') => self.string('"', StringPosition::Key),
            Some(open @ ('\'' | '“' | '‘' | '`')) if self.loose() => {
                self.repair("a key was not in double quotes");
                self.string(open, StringPosition::Key)
            }
            _ if self.loose() => {
                let length = loose::bare_key(self.rest()).ok_or_else(|| self.error("a key"))?;
                let key = self.rest().head(length);
                self.repair("a key had no quotes");
                self.at += length;
                Ok(Cow::Borrowed(key))
            }
            _ => Err(self.error("a key in double quotes")),
        }
    }

    /// Whether the list or object ends here (after a comma only in loose mode).
    fn close(&mut self, close: char, after_comma: bool) -> Result<bool, JsonError> {
        if self.peek() == Some(close) {
            if after_comma {
                if !self.loose() {
                    return Err(self.error("a value after the comma"));
                }
                self.repair("there was a comma before the closing bracket");
            }
            self.at += close.len_utf8();
            self.after_number = false;
            return Ok(true);
        }
        Ok(false)
    }

    /// Reads the text after an item: `true` if another follows, `false` if the list or object has ended.
    fn comma_or_close(&mut self, close: char) -> Result<bool, JsonError> {
        if self.punctuation(',') {
            return Ok(true);
        }
        if self.close(close, false)? {
            return Ok(false);
        }
        if self.loose() {
            return loose::after_item(self, close);
        }
        Err(self.error(&format!("`,` or `{close}`")))
    }

    fn without_doubles(&mut self, fields: Vec<(Cow<'a, str>, Json<'a>)>) -> Object<'a> {
        const FEW: usize = 16;
        let doubled = if fields.len() <= FEW {
            fields.iter().enumerate().any(|(index, (key, _))| fields[..index].iter().any(|(other, _)| other == key))
        } else {
            let mut seen = std::collections::HashSet::with_capacity(fields.len());
            !fields.iter().all(|(key, _)| seen.insert(key.as_ref()))
        };
        if !doubled {
            return Object(fields);
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut kept: Vec<(Cow<'a, str>, Json<'a>)> = Vec::new();
        for (key, value) in fields {
            match places.get(key.as_ref()) {
                Some(place) => {
                    self.repairs.add(
                        Code::DuplicateKey,
                        || key.to_string(),
                        || format!("the key {} occurs twice; the last one counts", quoted(&key)),
                    );
                    kept[*place].1 = value;
                }
                None => {
                    places.insert(key.to_string(), kept.len());
                    kept.push((key, value));
                }
            }
        }
        Object(kept)
    }
}

fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.starts_with('0')) {
        return false;
    }
    rest = rest.tail(whole);
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = fraction.tail(length);
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let length = digits(exponent);
        return length > 0 && length == exponent.len();
    }
    rest.is_empty()
}
