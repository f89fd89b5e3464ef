//! Decodes percent-encoding in addresses once and strictly: anything that another parser could read differently is
//! rejected.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Decodes a text; `None` if a `%` is not followed by two digits, or the bytes are not UTF-8.
pub(crate) fn decode(text: &str) -> Option<Cow<'_, str>> {
    // The library leaves a `%` without two digits alone.
    let mut signs = text.match_indices('%').map(|(at, _)| text.as_bytes().get(at + 1..at + 3));
    if !signs.all(|digits| digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))) {
        return None;
    }
    percent_decode_str(text).decode_utf8().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_is_undone_once_or_refused() {
        let cases = [
            ("plain", Some("plain")),
            ("a%20b%2Fc", Some("a b/c")),
            ("%252e", Some("%2e")),
            ("%", None),
            ("%4", None),
            ("%zz", None),
            ("%ff", None),
            ("%+1", None),
        ];
        for (text, expected) in cases {
            assert_eq!(decode(text).as_deref(), expected, "{text}");
        }
    }
}
