//! Secrets whose value is known in this run, found in a text in any notation: in JSON, in a command, in an address,
//! with gaps, in the digits of another script. The values are never written anywhere.

use super::digits;
use super::replace;

/// How many values are known at once; the oldest are dropped first. A task types a few.
const MOST_VALUES: usize = 1_024;

/// One notation of a secret.
struct Value {
    text: String,
    mask: String,
}

/// A numeric secret.
struct Number {
    digits: String,
    mask: String,
    /// Whether it counts only as a number of its own.
    whole: bool,
}

/// The known secrets.
#[derive(Default)]
pub(super) struct KnownSecrets {
    /// The longest first, so that a secret inside another leaves no remainder.
    values: Vec<Value>,
    numbers: Vec<Number>,
}

impl KnownSecrets {
    /// Adds a value. `whole`: not inside a longer number.
    pub(super) fn add(&mut self, value: &str, mask: &str, whole: bool) {
        let value = value.trim();
        match digits::only_digits(value) {
            Some(digits) if digits.len() >= 4 => self.add_number(digits, mask, whole),
            _ => forms(value).into_iter().for_each(|form| self.add_value(form, mask)),
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.values.len() + self.numbers.len()
    }

    fn add_number(&mut self, digits: String, mask: &str, whole: bool) {
        if self.numbers.iter().any(|number| number.digits == digits) {
            return;
        }
        if self.numbers.len() >= MOST_VALUES {
            self.numbers.remove(0);
        }
        self.numbers.push(Number { digits, mask: mask.to_owned(), whole });
    }

    fn add_value(&mut self, text: String, mask: &str) {
        if text.is_empty() || self.values.iter().any(|value| value.text == text) {
            return;
        }
        if self.values.len() >= MOST_VALUES {
            self.values.pop();
        }
        let place = self.values.partition_point(|value| value.text.len() >= text.len());
        self.values.insert(place, Value { text, mask: mask.to_owned() });
    }

    /// Returns the text without secrets, or `None` if it has none.
    pub(super) fn mask(&self, text: &str) -> Option<String> {
        let mut masked: Option<String> = None;
        for value in &self.values {
            if let Some(without) = replace(masked.as_deref().unwrap_or(text), &value.text, &value.mask) {
                masked = Some(without);
            }
        }
        self.mask_numbers(masked.as_deref().unwrap_or(text)).or(masked)
    }

    fn mask_numbers(&self, text: &str) -> Option<String> {
        if self.numbers.is_empty() {
            return None;
        }
        let found = digits::of(text);
        let mut hits: Vec<(usize, usize, &str)> = Vec::new();
        let mut taken = vec![false; found.len()];
        let mut longest_first: Vec<&Number> = self.numbers.iter().collect();
        // Secrets that match anywhere come first: a number that only matches alone may be next to one.
        longest_first.sort_by_key(|number| (number.whole, std::cmp::Reverse(number.digits.len())));
        for number in longest_first {
            let length = number.digits.len();
            // Six digits with gaps are hardly ever another number; four may be.
            let widest = if length >= 6 { 5 } else { 2 };
            let mut from = 0;
            while from + length <= found.len() {
                let run = &found[from..from + length];
                let fits = number.digits.chars().zip(run).all(|(wanted, digit)| wanted == digit.value)
                    && run[1..].iter().all(|digit| digit.gap <= widest)
                    && !taken[from..from + length].contains(&true);
                let gapped = run[1..].iter().any(|digit| digit.gap > 0);
                // A number that touches another secret is not part of a longer number.
                let begins = run[0].gap > 0 || from.checked_sub(1).is_some_and(|before| taken[before]);
                let ends = found.get(from + length).is_none_or(|next| next.gap > 0 || taken[from + length]);
                let alone = begins && ends;
                if fits && (alone || !(gapped || number.whole)) {
                    taken[from..from + length].fill(true);
                    hits.push((run[0].start, run[length - 1].end, &number.mask));
                    from += length;
                } else {
                    from += 1;
                }
            }
        }
        if hits.is_empty() {
            return None;
        }
        hits.sort_unstable_by_key(|hit| hit.0);
        let mut masked = String::with_capacity(text.len());
        let mut kept = 0;
        for (start, end, mask) in hits {
            masked.push_str(&text[kept..start]);
            masked.push_str(mask);
            kept = end;
        }
        masked.push_str(&text[kept..]);
        Some(masked)
    }

    /// The number of digits of the longest number.
    pub(super) fn longest_number(&self) -> usize {
        self.numbers.iter().map(|number| number.digits.len()).max().unwrap_or(0)
    }

    /// Whether these digits end with a known number.
    pub(super) fn ends_with_number(&self, digits: &str) -> bool {
        self.numbers.iter().any(|number| digits.ends_with(&number.digits))
    }
}

/// The notations of a value: as is, inside a JSON string (perhaps with escaped characters), as `input text` takes it,
/// in an address, and as the broadcast to a keyboard carries it.
fn forms(value: &str) -> Vec<String> {
    use base64::Engine;
    if value.is_empty() {
        return Vec::new();
    }
    let json = serde_json::Value::from(value).to_string();
    let in_json = json.trim_matches('"').to_owned();
    let unit = |unit: u16| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
        _ => format!("\\u{unit:04x}"),
    };
    let ascii: String = value.encode_utf16().map(unit).collect();
    let mut forms = vec![value.to_owned(), in_json, ascii];
    if value.chars().count() >= 4 {
        let byte = |byte: u8| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        let address: String = value.bytes().map(byte).collect();
        forms.extend([value.replace(' ', "%s"), address.replace("%20", "+"), address]);
        forms.push(base64::engine::general_purpose::STANDARD.encode(value));
    }
    forms
}
