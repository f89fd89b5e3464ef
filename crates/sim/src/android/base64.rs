//! Base64, as the ADB keyboards take their texts: standard or URL-safe, padding and spaces optional.

/// The bytes, or `None` if it is not Base64.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0_u32);
    let mut padded = false;
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'=' => {
                padded = true;
                continue;
            }
            _ if padded => return None,
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    (held < 6).then_some(bytes)
}

/// The text, or `None` if it is not Base64 of UTF-8.
pub(super) fn decode_text(text: &str) -> Option<String> {
    String::from_utf8(decode(text)?).ok()
}

/// The bytes in the standard alphabet, padded.
pub(super) fn encode(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| (word << 8) | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            if at > chunk.len() {
                text.push('=');
            } else {
                text.push(char::from(ALPHABET[(word >> (18 - 6 * at)) as usize & 63]));
            }
        }
    }
    text
}
