//! Removes the disguises of addresses: percent signs, invisible letters, wide forms, backslashes.
//!
//! It splits and decodes; other modules interpret the parts.

use action::slice::Slice as _;

/// Returns the address without characters that browsers ignore, and with wide forms as plain letters.
pub(super) fn cleaned(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        match c {
            c if c.is_whitespace() || c.is_control() => {}
            '\u{ad}'
            | '\u{34f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e0fff}' => {}
            '\u{ff01}'..='\u{ff5e}' => out.extend(char::from_u32(u32::from(c) - 0xfee0)),
            '。' | '｡' => out.push('.'),
            '∕' | '⁄' | '⧸' => out.push('/'),
            '∶' | 'ː' | '꞉' => out.push(':'),
            // Browsers treat both alike.
            '\\' => out.push('/'),
            c => out.push(c),
        }
    }
    out
}

/// Decodes percent signs, also repeatedly encoded ones; invalid UTF-8 is replaced.
pub(super) fn decoded(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..3 {
        if !text.contains('%') {
            break;
        }
        let next = decoded_once(&text);
        if next == text {
            break;
        }
        text = next;
    }
    text
}

fn decoded_once(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        let hex = (*byte == b'%').then(|| u8::from_str_radix(text.part(at + 1, at + 3), 16).ok()).flatten();
        match hex {
            Some(value) => {
                bytes.push(value);
                at += 3;
            }
            None => {
                bytes.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The most query values that are examined.
const PAIRS: usize = 64;

/// Returns the keys and values of a query and a fragment, decoded.
pub(super) fn pairs(address: &str) -> impl Iterator<Item = (String, String)> {
    let query = address.find(['?', '#']).map_or("", |at| address.tail(at + 1));
    query.split(['&', ';', '#', '?']).filter(|pair| !pair.is_empty()).take(PAIRS).map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(key).to_lowercase(), decoded(&value.replace('+', " ")).to_lowercase())
    })
}
