//! Finds texts that are hidden in another: in base64, in invisible letters, reversed, spaced out. Bounded.

use action::slice::Slice as _;

/// The most hidden texts that are examined, and the length of the shortest.
const TEXTS: usize = 32;
const SHORTEST: usize = 16;
const LONGEST: usize = 16 * 1024;

/// Returns the texts hidden in `text`, one entry each.
pub(super) fn texts(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    found.extend(tags(text));
    if text.contains(['\u{202e}', '\u{202d}', '\u{2067}']) {
        found.push(text.chars().rev().take(LONGEST).collect());
    }
    found.extend(spaced(text));
    found.extend(base64(text));
    found
}

/// Returns the text in Unicode tag characters, which no screen shows.
fn tags(text: &str) -> Option<String> {
    let letters: String = text
        .chars()
        .filter(|c| matches!(c, '\u{e0020}'..='\u{e007e}'))
        .filter_map(|c| char::from_u32(u32::from(c) - 0xe0000))
        .take(LONGEST)
        .collect();
    (letters.len() >= SHORTEST).then_some(letters)
}

/// Joins spaced-out letters, with wider spaces or another separator between the words: `i g n o r e   a l l`.
fn spaced(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut single = 0_usize;
    for (at, part) in text.split([' ', '.', '-', '_', '*', '\u{a0}']).enumerate() {
        if at > LONGEST {
            break;
        }
        let mut letters = part.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_alphanumeric() => {
                single += 1;
                out.push(letter);
            }
            _ => {
                out.push(' ');
                out.push_str(part);
                out.push(' ');
            }
        }
    }
    // Without separators between words, only the words that matter are split off.
    const WORDS: &[&str] = &[
        "ignore",
        "disregard",
        "forget",
        "all",
        "previous",
        "prior",
        "your",
        "instructions",
        "prompt",
        "rules",
        "tell",
        "user",
    ];
    let mut out = out.to_lowercase();
    if single >= SHORTEST {
        WORDS.iter().for_each(|word| out = out.replace(word, &format!(" {word} ")));
    }
    (single >= SHORTEST).then_some(out)
}

/// Returns the runs of base64 that decode to text.
fn base64(text: &str) -> Vec<String> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_');
    let mut found = Vec::new();
    for run in text.split(|c: char| !is_letter(c) && c != '=') {
        let run = run.trim_matches('=');
        if run.len() < SHORTEST || run.len() > LONGEST {
            continue;
        }
        found.extend(decoded(run).filter(|text| is_text(text)));
        if found.len() >= TEXTS {
            break;
        }
    }
    found
}

fn is_text(text: &str) -> bool {
    let plain = text.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace() || c.is_ascii_punctuation()).count();
    text.contains(' ') && plain * 10 >= text.chars().count() * 9
}

fn decoded(run: &str) -> Option<String> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(run.len());
    let (mut bits, mut count) = (0_u32, 0_u32);
    for byte in run.head(run.len()).bytes() {
        bits = (bits << 6) | u32::from(value(byte)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).ok()?);
        }
    }
    String::from_utf8(bytes).ok()
}
