//! Encodes a public key in Android's own form: base64 of a struct that `mincrypt` could use without arithmetic.
//!
//! ```text
//! u32 words (64)  u32 -1/n[0] mod 2^32  u8 n[256]  u8 rr[256] = 2^4096 mod n  u32 exponent
//! ```
//! All little-endian (AOSP `libcrypto_utils/android_pubkey.cpp`).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rsa::traits::PublicKeyParts;
use rsa::{BigUint, RsaPublicKey};

/// The bytes of a 2048-bit modulus, the only size that Android supports.
const MODULUS: usize = 256;
const SIZE: usize = 4 + 4 + MODULUS + MODULUS + 4;

/// Encodes the key in Android's form, if it has 2048 bits.
pub(super) fn encode(key: &RsaPublicKey) -> Option<String> {
    let n = key.n();
    let exponent: [u8; 4] = padded(key.e())?;
    let modulus: [u8; MODULUS] = padded(n)?;
    if key.n().bits() != MODULUS * 8 {
        return None;
    }
    let rr: [u8; MODULUS] = padded(&((BigUint::from(1_u8) << (MODULUS * 16)) % n))?;
    let mut bytes = Vec::with_capacity(SIZE);
    bytes.extend_from_slice(&(MODULUS as u32 / 4).to_le_bytes());
    let lowest = u32::from_le_bytes([modulus[0], modulus[1], modulus[2], modulus[3]]);
    bytes.extend_from_slice(&inverse(lowest).wrapping_neg().to_le_bytes());
    bytes.extend_from_slice(&modulus);
    bytes.extend_from_slice(&rr);
    bytes.extend_from_slice(&exponent);
    Some(STANDARD.encode(bytes))
}

/// Decodes a key in Android's form; the text after it (`user@host`, a NUL) is a comment.
pub(super) fn decode(text: &str) -> Option<RsaPublicKey> {
    let key = text.trim_end_matches('\0').split_whitespace().next()?;
    let bytes = STANDARD.decode(key).ok().filter(|bytes| bytes.len() == SIZE)?;
    let modulus = BigUint::from_bytes_le(&bytes[8..8 + MODULUS]);
    RsaPublicKey::new(modulus, BigUint::from_bytes_le(&bytes[SIZE - 4..])).ok()
}

fn padded<const N: usize>(number: &BigUint) -> Option<[u8; N]> {
    let mut bytes = number.to_bytes_le();
    if bytes.len() > N {
        return None;
    }
    bytes.resize(N, 0);
    bytes.try_into().ok()
}

/// Computes `1/odd mod 2^32`: each step doubles the number of correct bits.
fn inverse(odd: u32) -> u32 {
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse))))
}
