//! Base64, as the ADB keyboards take their texts: standard or URL-safe, padding and spaces optional.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The bytes, or `None` if it is not Base64.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let plain: String = text
        .chars()
        .filter(|c| !c.is_ascii_whitespace())
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            other => other,
        })
        .collect();
    ENGINE.decode(plain).ok()
}

/// The text, or `None` if it is not Base64 of UTF-8.
pub(super) fn decode_text(text: &str) -> Option<String> {
    String::from_utf8(decode(text)?).ok()
}

/// The bytes in the standard alphabet, padded.
pub(super) fn encode(bytes: &[u8]) -> String {
    ENGINE.encode(bytes)
}
