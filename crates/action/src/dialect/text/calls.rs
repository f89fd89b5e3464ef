//! Parses calls in program notation: `do(action="Tap", element=[500,500])`, `swipe(21, "up", "medium")`.
//!
//! Tolerant where the meaning is clear (inner quotes, raw line breaks, a wrong or missing closing bracket). A call that
//! was cut off inside a string is refused, because its text is incomplete.

use crate::slice::Slice as _;
use std::borrow::Cow;

use crate::json::{Json, Number, Object};

/// A call in a text.
#[derive(Clone, Debug)]
pub(crate) struct TextCall<'a> {
    /// The name before the bracket, with its dots.
    pub(crate) name: &'a str,
    /// The positional arguments, in order.
    pub(crate) positional: Vec<Json<'a>>,
    /// The named arguments.
    pub(crate) named: Object<'a>,
    /// The offset just behind the call.
    pub(crate) end: usize,
    /// The mends that were necessary, in words.
    pub(crate) mends: Vec<&'static str>,
}

/// The reason why a call cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The problem.
    pub(crate) message: &'static str,
    /// The offset of the problem.
    pub(crate) at: usize,
}

/// Finds the next position at or after `from` where a word that `wanted` accepts is followed by `(`.
pub(crate) fn find_call(text: &str, from: usize, wanted: impl Fn(&str) -> bool) -> Option<usize> {
    let mut at = from;
    while let Some(offset) = text.get(at..)?.find(['(', '（']) {
        let bracket = at + offset;
        let start = name_before(text, bracket, from);
        if start < bracket && wanted(text.part(start, bracket).trim_end()) {
            return Some(start);
        }
        at = bracket + text.tail(bracket).chars().next().map_or(1, char::len_utf8);
    }
    None
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

fn name_before(text: &str, bracket: usize, from: usize) -> usize {
    // Very long words are not names; the bound keeps the search linear.
    const LONGEST: usize = 64;
    let before = text.part(from, bracket).trim_end_matches(' ');
    let name = before.chars().rev().take(LONGEST).take_while(|c| is_name(*c)).count();
    from + before.len() - name
}

/// Returns the name of the call at the start of the text, if there is one.
pub(crate) fn call_name(text: &str) -> Option<&str> {
    let length = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    (length > 0 && text.tail(length).starts_with(['(', '（'])).then(|| text.head(length))
}

/// Reads the call whose name begins at `start`.
pub(crate) fn read_call(text: &str, start: usize) -> Result<TextCall<'_>, Cut> {
    let name_length = text.tail(start).find(|c: char| !is_name(c)).unwrap_or(text.len() - start);
    let name = text.part(start, start + name_length);
    let mut reader = Reader { text, at: start + name_length, mends: Vec::new() };
    reader.space();
    if !reader.take('(') && !reader.take('（') {
        return Err(reader.cut("expected `(` after the name"));
    }
    let mut positional = Vec::new();
    let mut named: Vec<(Cow<'_, str>, Json<'_>)> = Vec::new();
    loop {
        reader.space();
        if reader.closed(false) {
            break;
        }
        let key = reader.key();
        let value = reader.value(key.is_some())?;
        match key {
            Some(key) => match named.iter_mut().find(|(name, _)| name == key) {
                Some(slot) => {
                    reader.mends.push("an argument occurred twice; the last one counts");
                    slot.1 = value;
                }
                None => named.push((Cow::Borrowed(key), value)),
            },
            None => positional.push(value),
        }
        reader.space();
        if reader.take(',') || reader.take('，') {
            continue;
        }
        if reader.closed(true) {
            break;
        }
        return Err(reader.cut("expected `,` or `)` after an argument"));
    }
    Ok(TextCall { name, positional, named: named.into_iter().collect(), end: reader.at, mends: reader.mends })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    mends: Vec<&'static str>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.tail(self.at)
    }

    fn cut(&self, message: &'static str) -> Cut {
        Cut { message, at: self.at }
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, expected: char) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    /// Whether the call ends here: at its bracket, or at the end of the text or block without one.
    fn closed(&mut self, after_value: bool) -> bool {
        if self.take(')') || self.take('）') {
            return true;
        }
        if self.rest().is_empty() || self.rest().starts_with("</") || self.rest().starts_with("<|") {
            self.mends.push("the closing bracket of the call was missing");
            return true;
        }
        // The prompt of one family contains `'')`, and models copy it.
        if after_value
            && let Some(rest) = self.rest().strip_prefix(['\'', '"'])
            && rest.trim_start().starts_with(')')
        {
            self.mends.push("a quote without an opening one was skipped");
            self.at = self.text.len() - rest.trim_start().len() + 1;
            return true;
        }
        false
    }

    /// Reads `name=`, if the argument has a name.
    fn key(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
        if length == 0 || length > 64 {
            return None;
        }
        let after = rest.tail(length).trim_start();
        let value = after.strip_prefix('=').or_else(|| after.strip_prefix('＝'))?;
        if value.starts_with('=') {
            return None;
        }
        self.at = self.text.len() - value.trim_start().len();
        Some(rest.head(length))
    }

    fn value(&mut self, named: bool) -> Result<Json<'a>, Cut> {
        match self.rest().chars().next() {
            Some(quote @ ('"' | '\'' | '“' | '‘' | '`')) => self.string(quote, named).map(Json::Text),
            Some('[' | '{' | '(') => {
                let parsed = Json::loose(self.rest()).map_err(|error| Cut {
                    message: "a list or object among the arguments cannot be read",
                    at: self.at + error.offset,
                })?;
                if !parsed.repairs.is_empty() {
                    self.mends.push("a list among the arguments was repaired");
                }
                self.at += parsed.end;
                Ok(parsed.value)
            }
            Some(_) => self.bare(),
            None => Err(self.cut("the call was cut before a value")),
        }
    }

    /// Reads a number, a Python word, or an unquoted word.
    fn bare(&mut self) -> Result<Json<'a>, Cut> {
        let rest = self.rest();
        let length = rest.find([',', ')', '\n', '，', '）']).unwrap_or(rest.len());
        let word = rest.head(length).trim_end();
        if word.is_empty() {
            return Err(self.cut("expected a value"));
        }
        if self.at + length == self.text.len() {
            return Err(self.cut("the call was cut inside a value"));
        }
        self.at += word.len();
        let number = crate::fields::number_in(word);
        Ok(match (word, number) {
            (_, Some(number)) => Json::Number(Number { value: number.get(), text: word }),
            ("True" | "true", _) => Json::Bool(true),
            ("False" | "false", _) => Json::Bool(false),
            ("None" | "null", _) => Json::Null,
            _ => {
                self.mends.push("a text had no quotes");
                Json::Text(Cow::Borrowed(word))
            }
        })
    }

    fn string(&mut self, open: char, named: bool) -> Result<Cow<'a, str>, Cut> {
        let opened_at = self.at;
        self.at += open.len_utf8();
        let close = match open {
            '“' => '”',
            '‘' => '’',
            other => other,
        };
        let mut text: Cow<'a, str> = Cow::Borrowed("");
        let mut plain_from = self.at;
        loop {
            let Some(length) = self.rest().find([close, '\\']) else {
                return Err(Cut { message: "a text that is never closed: the reply was cut short", at: opened_at });
            };
            self.at += length;
            let plain = self.text.part(plain_from, self.at);
            if self.rest().starts_with('\\') {
                push(&mut text, plain);
                let (unescaped, length) = unescape(self.rest());
                push_char(&mut text, unescaped);
                self.at += length;
                plain_from = self.at;
            } else if ends_string(self.rest().tail(close.len_utf8()), named) {
                push(&mut text, plain);
                self.at += close.len_utf8();
                return Ok(text);
            } else {
                self.mends.push("a quote inside a text was not escaped");
                self.at += close.len_utf8();
            }
        }
    }
}

fn push<'a>(text: &mut Cow<'a, str>, more: &'a str) {
    if text.is_empty() && matches!(text, Cow::Borrowed(_)) {
        *text = Cow::Borrowed(more);
    } else if !more.is_empty() {
        text.to_mut().push_str(more);
    }
}

fn push_char(text: &mut Cow<'_, str>, more: char) {
    text.to_mut().push(more);
}

/// Returns the character of an escape and the escape's length. Unknown escapes stay unchanged.
fn unescape(rest: &str) -> (char, usize) {
    let Some(kind) = rest.tail(1).chars().next() else { return ('\\', 1) };
    match kind {
        'n' => ('\n', 2),
        't' => ('\t', 2),
        'r' => ('\r', 2),
        '\\' | '"' | '\'' | '`' => (kind, 2),
        'u' => {
            let unit = |at: usize| rest.get(at..at + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            let Some(first) = unit(2) else { return ('\\', 1) };
            if let Some(found) = char::from_u32(first) {
                return (found, 6);
            }
            let second = (rest.get(6..8) == Some("\\u")).then(|| unit(8)).flatten();
            let pair = second.filter(|low| (0xDC00..0xE000).contains(low) && (0xD800..0xDC00).contains(&first));
            let found = pair.and_then(|low| char::from_u32(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)));
            found.map_or((char::REPLACEMENT_CHARACTER, 6), |found| (found, 12))
        }
        _ => ('\\', 1),
    }
}

/// Whether a quote followed by `rest` ends its text: the call ends there, or the next argument begins.
fn ends_string(rest: &str, named: bool) -> bool {
    let rest = rest.trim_start();
    let mut chars = rest.chars();
    match chars.next() {
        None | Some(')' | '）') => true,
        Some('<') => rest.starts_with("</") || rest.starts_with("<|"),
        // `'')`, see `closed`.
        Some('\'' | '"') => chars.as_str().trim_start().starts_with(')') && chars.as_str().trim_start().len() == 1,
        Some(',' | '，') => {
            let next = chars.as_str().trim_start();
            let key = next.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(next.len());
            let keyword = key > 0 && next.tail(key).trim_start().starts_with(['=', '＝']);
            keyword
                || (!named && next.starts_with(['"', '\'', '[', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']))
        }
        Some(_) => false,
    }
}
