//! The source of a number or an address on the phone. One that an agent, a message or a page introduced is foreign
//! until a person says it or confirms it. Higher crates store this; this file has the trait, and an implementation that
//! lasts one task.

use std::sync::{Mutex, PoisonError};

/// The foreign numbers and addresses on one phone.
pub trait Provenance: Send + Sync {
    /// Who introduced this number or address; `None` if it is the person's own, as far as is known.
    fn introduced_by(&self, address: &str) -> Option<String>;

    /// Remembers that it was introduced by someone other than the person.
    fn introduce(&self, address: &str, by: &str);

    /// Remembers that the person confirmed it.
    fn confirm(&self, address: &str);
}

/// Remembers until it is dropped.
#[derive(Debug, Default)]
pub struct IntroducedNow(Mutex<Vec<(String, String)>>);

impl Provenance for IntroducedNow {
    fn introduced_by(&self, address: &str) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(known, _)| is_same_address(known, address)).map(|(_, by)| by.clone())
    }

    fn introduce(&self, address: &str, by: &str) {
        self.confirm(address);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((address.to_owned(), by.to_owned()));
    }

    fn confirm(&self, address: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, _)| !is_same_address(known, address));
    }
}

/// Whether a text is a telephone number or an e-mail address.
pub(crate) fn is_address(text: &str) -> bool {
    let text = text.trim();
    let number = |text: &str| {
        text.chars().all(|letter| letter.is_numeric() || " +-()./*#\u{a0}".contains(letter)) && digits(text).len() > 4
    };
    let mail = |text: &str| {
        let parts = text.split_once('@');
        parts.is_some_and(|(who, host)| !who.is_empty() && host.contains('.')) && !text.contains(char::is_whitespace)
    };
    number(text) || mail(text)
}

/// Whether both are the same number, but for separators and the country code, or the same mail address.
pub fn is_same_address(one: &str, other: &str) -> bool {
    if one.contains('@') || other.contains('@') {
        return one.trim().eq_ignore_ascii_case(other.trim());
    }
    let (one, other) = (digits(one), digits(other));
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    !short.is_empty() && (long == short || (short.len() > 6 && long.ends_with(short.trim_start_matches('0'))))
}

fn digits(text: &str) -> String {
    policy::figures(text).chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_address_is_recognised_however_it_is_written() {
        let rows = [
            ("+1 900-555-0188", "(900) 555 0188", true),
            ("+43 664 1234567", "0664 1234567", true),
            ("٠٦٦٤ ١٢٣٤٥٦٧", "06641234567", true),
            ("Max@Example.org", "max@example.org", true),
            ("+1 900-555-0188", "+1 900-555-0189", false),
            ("112", "0112", false),
            ("", "", false),
            ("max@example.org", "0188", false),
        ];
        for (one, other, expected) in rows {
            assert_eq!(is_same_address(one, other), expected, "{one} {other}");
            assert_eq!(is_same_address(other, one), expected, "{other} {one}");
        }
        let addresses =
            [("900-555-0188", true), ("a@b.org", true), ("Max Power", false), ("1984", false), ("@b", false)];
        for (text, expected) in addresses {
            assert_eq!(is_address(text), expected, "{text}");
        }
    }

    #[test]
    fn what_a_person_confirms_is_theirs() {
        let introduced = IntroducedNow::default();
        introduced.introduce("+1 900-555-0188", "a program");
        assert_eq!(introduced.introduced_by("900 555 0188").as_deref(), Some("a program"));
        introduced.confirm("9005550188");
        assert_eq!(introduced.introduced_by("900 555 0188"), None);
    }
}
