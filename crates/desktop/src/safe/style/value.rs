//! The grammar of allowed CSS values: numbers with a few units, hexadecimal colours, plain words, and functions that
//! compute a colour, a gradient or a blur. It cannot express an escape, a comment, a quote, an address, a variable or
//! the end of a declaration.

/// The longest value.
const MAX_VALUE: usize = 512;
/// How deep functions may be nested.
const MAX_DEPTH: u32 = 4;
/// Functions that only compute.
const FUNCTIONS: &[&str] = &[
    "blur",
    "brightness",
    "color",
    "color-mix",
    "conic-gradient",
    "contrast",
    "grayscale",
    "hsl",
    "hsla",
    "hue-rotate",
    "hwb",
    "invert",
    "lab",
    "lch",
    "light-dark",
    "linear-gradient",
    "oklab",
    "oklch",
    "radial-gradient",
    "repeating-conic-gradient",
    "repeating-linear-gradient",
    "repeating-radial-gradient",
    "rgb",
    "rgba",
    "saturate",
    "sepia",
];

/// The largest numbers, by unit. A shadow of 9999 pixels would cover the whole desktop.
pub(super) struct Limits {
    pixels: f64,
    fonts: f64,
    shares: f64,
    bare: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { pixels: 96.0, fonts: 8.0, shares: 400.0, bare: 1000.0 }
    }
}

/// Returns whether a value is in the grammar.
pub(super) fn is_safe(value: &str, limits: &Limits) -> bool {
    if value.is_empty() || value.len() > MAX_VALUE {
        return false;
    }
    let mut reader = Reader { bytes: value.as_bytes(), at: 0, limits };
    reader.list(0) && reader.at == value.len()
}

/// Returns font names, quoted or not; `None` if there is anything else.
pub(super) fn families(value: &str) -> Option<String> {
    if value.is_empty() || value.len() > MAX_VALUE {
        return None;
    }
    let mut told: Vec<&str> = Vec::new();
    for family in value.split(',') {
        let family = family.trim_matches(' ');
        let inner = match family.as_bytes() {
            [quote @ (b'"' | b'\''), .., end] if quote == end && family.len() > 2 => family.get(1..family.len() - 1)?,
            _ => family,
        };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b'_');
        let begins = inner.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !begins || !inner.bytes().all(plain) {
            return None;
        }
        told.push(family);
    }
    Some(told.join(", "))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    limits: &'a Limits,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> &[u8] {
        let from = self.at;
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
        self.bytes.get(from..self.at).unwrap_or_default()
    }

    /// Parses items separated by spaces, commas and slashes, up to the end or a closing bracket.
    fn list(&mut self, depth: u32) -> bool {
        let mut items = 0;
        loop {
            self.take(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b','));
            match self.peek() {
                None => return depth == 0 && items > 0,
                Some(b')') => return depth > 0 && items > 0,
                // One slash separates; two, or one with a star, would begin something else.
                Some(b'/') => {
                    self.at += 1;
                    if matches!(self.peek(), Some(b'/' | b'*')) {
                        return false;
                    }
                }
                Some(_) if self.item(depth) => items += 1,
                Some(_) => return false,
            }
        }
    }

    fn item(&mut self, depth: u32) -> bool {
        match self.peek() {
            Some(b'#') => {
                self.at += 1;
                matches!(self.take(|byte| byte.is_ascii_hexdigit()).len(), 3 | 4 | 6 | 8) && self.at_end_of_item()
            }
            Some(byte) if byte.is_ascii_digit() || matches!(byte, b'.' | b'+') => self.number(),
            Some(b'-') if self.bytes.get(self.at + 1).is_some_and(|next| next.is_ascii_digit() || *next == b'.') => {
                self.number()
            }
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'-' => self.word(depth),
            _ => false,
        }
    }

    fn number(&mut self) -> bool {
        let from = self.at;
        if matches!(self.peek(), Some(b'+' | b'-')) {
            self.at += 1;
        }
        self.take(|byte| byte.is_ascii_digit() || byte == b'.');
        let text = self.bytes.get(from..self.at).and_then(|digits| std::str::from_utf8(digits).ok());
        let Some(number) = text.filter(|text| text.len() <= 12).and_then(|text| text.parse::<f64>().ok()) else {
            return false;
        };
        let limits = self.limits;
        let limit = match self.take(|byte| byte.is_ascii_alphabetic() || byte == b'%') {
            b"" => limits.bare,
            b"px" | b"pt" => limits.pixels,
            b"em" | b"rem" | b"ch" | b"ex" => limits.fonts,
            b"%" => limits.shares,
            b"deg" | b"turn" | b"rad" | b"grad" => limits.bare,
            _ => return false,
        };
        number.abs() <= limit && self.at_end_of_item()
    }

    fn word(&mut self, depth: u32) -> bool {
        let word = self.take(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if word.len() > 40 {
            return false;
        }
        let name = String::from_utf8_lossy(word).to_ascii_lowercase();
        if self.peek() != Some(b'(') {
            // Names of custom properties are not allowed.
            return !name.starts_with("--") && self.at_end_of_item();
        }
        if depth >= MAX_DEPTH || !FUNCTIONS.contains(&name.as_str()) {
            return false;
        }
        self.at += 1;
        if !self.list(depth + 1) || self.peek() != Some(b')') {
            return false;
        }
        self.at += 1;
        self.at_end_of_item()
    }

    fn at_end_of_item(&self) -> bool {
        matches!(self.peek(), None | Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b'/' | b')'))
    }
}
