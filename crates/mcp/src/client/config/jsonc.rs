//! Replaces comments and trailing commas, which editors allow in such files, by spaces: every position stays the same,
//! so that mistakes are reported with their line. Strings are left alone. One pass, linear.

/// Returns the text as plain JSON.
pub(super) fn blanked(text: &str) -> String {
    let mut out: Vec<u8> = text.bytes().collect();
    let (mut at, mut comma) = (0, None);
    while let Some(byte) = out.get(at).copied() {
        match (byte, out.get(at + 1).copied()) {
            (b'"', _) => {
                comma = None;
                at = string_end(&out, at);
            }
            (b'/', Some(b'/')) => at = blank(&mut out, at, |rest| rest.first() == Some(&b'\n')),
            (b'/', Some(b'*')) => {
                // Both ends are blanked; without an end the rest of the file is a comment, and the JSON is incomplete.
                let end = blank(&mut out, at + 2, |rest| rest.starts_with(b"*/"));
                for place in [at, at + 1, end, end + 1] {
                    out.get_mut(place).into_iter().for_each(|byte| *byte = b' ');
                }
                at = end + 2;
            }
            (b',', _) => {
                comma = Some(at);
                at += 1;
            }
            (b'}' | b']', _) => {
                if let Some(byte) = comma.take().and_then(|comma: usize| out.get_mut(comma)) {
                    *byte = b' ';
                }
                at += 1;
            }
            (byte, _) => {
                if !byte.is_ascii_whitespace() {
                    comma = None;
                }
                at += 1;
            }
        }
    }
    // A byte order mark, as some editors write it.
    if out.starts_with(&[0xef, 0xbb, 0xbf]) {
        out.splice(0..3, *b"   ");
    }
    // Only whole characters were blanked: a comment begins and ends between characters.
    String::from_utf8(out).unwrap_or_default()
}

/// Writes spaces from `at` until `ends`, keeping line breaks. Returns where it stopped.
fn blank(out: &mut [u8], from: usize, ends: impl Fn(&[u8]) -> bool) -> usize {
    let mut at = from;
    while let Some(rest) = out.get(at..).filter(|rest| !rest.is_empty()) {
        if ends(rest) {
            break;
        }
        if let Some(byte) = out.get_mut(at).filter(|byte| **byte != b'\n') {
            *byte = b' ';
        }
        at += 1;
    }
    at
}

/// Returns the position after the string that begins at `start`.
fn string_end(out: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = out.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' | b'\n' => return at + 1,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_editors_allow_becomes_spaces_and_nothing_moves() {
        let check = |text: &str, expected: &str| {
            assert_eq!(blanked(text), expected, "{text:?}");
            assert_eq!(blanked(text).len(), text.len());
        };
        check(r#"{"a": 1}"#, r#"{"a": 1}"#);
        check("{\"a\": 1, // é\n}", "{\"a\": 1       \n}");
        check("[1, /* x\ny */ ]", "[1      \n     ]");
        check(r#"{"a": "// no, }", }"#, r#"{"a": "// no, }"  }"#);
        check(r#"{"a": "\", }", }"#, r#"{"a": "\", }"  }"#);
        check("[1,,]", "[1, ]");
        check("\u{feff}{}", "   {}");
        check("{ /* never ends", "{              ");
        check("\"open", "\"open");
    }
}
