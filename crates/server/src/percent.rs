//! Percent-encoding in addresses, undone once and strictly: what another reader could take for something else is
//! refused.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Undoes percent-encoding; nothing if a `%` stands for nothing, or the bytes are not UTF-8.
pub(crate) fn decode(text: &str) -> Option<Cow<'_, str>> {
    // The library leaves a `%` alone that no two digits follow.
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
