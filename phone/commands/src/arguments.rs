//! The words of a command line, consumed in order like Android's `ShellCommand`.

/// The remaining words of a command line.
pub(super) struct Arguments<'a> {
    words: &'a [String],
    at: usize,
}

impl<'a> Arguments<'a> {
    /// Starts with all words.
    pub(super) fn new(words: &'a [String]) -> Self {
        Self { words, at: 0 }
    }

    /// Consumes the next word.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    /// Returns the next word without consuming it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).map(String::as_str)
    }

    /// Consumes the next word if it begins with `-`. `--` ends the options and is skipped.
    pub(super) fn option(&mut self) -> Option<&'a str> {
        let word = self.peek().filter(|word| word.len() > 1 && word.starts_with('-'))?;
        self.at += 1;
        (word != "--").then_some(word)
    }

    /// Returns the remaining words.
    pub(super) fn rest(&self) -> &'a [String] {
        self.words.get(self.at..).unwrap_or_default()
    }
}

/// Joins words into one text.
pub(super) fn joined(words: &[String]) -> String {
    words.join(" ")
}

/// Parses a number like `Integer.decode`: decimal, `0x`, or octal with a leading zero.
pub(super) fn decode(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        i64::from_str_radix(hex, 16).ok()?
    } else if digits.len() > 1 && digits.starts_with('0') {
        i64::from_str_radix(&digits[1..], 8).ok()?
    } else if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        digits.parse().ok()?
    } else {
        return None;
    };
    Some(if negative { value.wrapping_neg() } else { value })
}

/// Returns a stable hash of a text, for the hashes in `Window{9a1b2c3 u0 …}`.
pub(super) fn hash(text: &str) -> u32 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash & 0x0fff_ffff
}

/// Formats a Java exception as `ShellCommand` reports it: the line, the exception, a trace with one frame.
pub(super) fn exception(verb: &str, exception: &str, frame: &str) -> String {
    format!("\nException occurred while executing '{verb}':\n{exception}\n\tat {frame}")
}
