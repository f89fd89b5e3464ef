//! Base64 as the ADB keyboards accept it: standard or URL-safe, with optional padding and spaces.

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

/// Decodes bytes; `None` if the text is not Base64.
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

/// Decodes a text; `None` if it is not Base64 of UTF-8.
pub(super) fn decode_text(text: &str) -> Option<String> {
    String::from_utf8(decode(text)?).ok()
}

/// Encodes bytes with the standard alphabet and padding.
pub(super) fn encode(bytes: &[u8]) -> String {
    ENGINE.encode(bytes)
}
