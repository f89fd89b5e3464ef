//! Verifies signatures with the key of a certificate.

use ring::signature::{self, UnparsedPublicKey, VerificationAlgorithm};

use crate::der::{SEQUENCE, inside, values};

/// The hash and padding of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hash {
    Sha1,
    Sha256,
    Sha384,
    Sha512,
    /// RSA with PSS padding.
    PssSha256,
    PssSha512,
}

const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
const P384: &[u8] = &[0x2b, 0x81, 0x04, 0x00, 0x22];
const BIT_STRING: u8 = 0x03;

/// Whether a signature is correct; `None` if the kind of key is not supported.
pub(super) fn verifies(key_info: &[u8], hash: Hash, message: &[u8], signature: &[u8]) -> Option<bool> {
    let mut parts = values(inside(key_info, SEQUENCE)?);
    let names: Vec<&[u8]> = values(parts.next()?.content).map(|value| value.content).collect();
    // A bit string starts with its number of unused bits: none.
    let key = parts.next().filter(|value| value.tag == BIT_STRING)?.content.get(1..)?;
    let is = |name: &[u8]| names.contains(&name);
    let algorithm: &dyn VerificationAlgorithm = match hash {
        Hash::Sha1 if is(RSA) => &signature::RSA_PKCS1_1024_8192_SHA1_FOR_LEGACY_USE_ONLY,
        Hash::Sha256 if is(RSA) => &signature::RSA_PKCS1_1024_8192_SHA256_FOR_LEGACY_USE_ONLY,
        Hash::Sha384 if is(RSA) => &signature::RSA_PKCS1_2048_8192_SHA384,
        Hash::Sha512 if is(RSA) => &signature::RSA_PKCS1_1024_8192_SHA512_FOR_LEGACY_USE_ONLY,
        Hash::PssSha256 if is(RSA) => &signature::RSA_PSS_2048_8192_SHA256,
        Hash::PssSha512 if is(RSA) => &signature::RSA_PSS_2048_8192_SHA512,
        Hash::Sha256 if is(P256) => &signature::ECDSA_P256_SHA256_ASN1,
        Hash::Sha384 if is(P256) => &signature::ECDSA_P256_SHA384_ASN1,
        Hash::Sha256 if is(P384) => &signature::ECDSA_P384_SHA256_ASN1,
        Hash::Sha384 if is(P384) => &signature::ECDSA_P384_SHA384_ASN1,
        _ => return None,
    };
    Some(UnparsedPublicKey::new(algorithm, key).verify(message, signature).is_ok())
}
