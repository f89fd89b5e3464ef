//! Generates a self-signed certificate: X.509 version 3, ECDSA over P-256, written as DER (RFC 5280). Pure, except for
//! the randomness of the key and the signature.
//!
//! Written here instead of with a crate: crates that generate certificates bring a second calendar library, and this is
//! a single shape.

use std::net::IpAddr;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};

/// Object identifiers, DER-encoded.
const ECDSA_WITH_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const EC_PUBLIC_KEY: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
const PRIME256V1: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
const SUBJECT_ALT_NAME: &[u8] = &[0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 0x13];
const KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x0f];
const EXTENDED_KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x25];
const SERVER_AUTH: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01];

/// DER tags.
const BOOLEAN: u8 = 0x01;
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const OBJECT_ID: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;

/// A new certificate and its key.
pub(super) struct GeneratedCertificate {
    pub(super) certificate: Vec<u8>,
    /// PKCS #8.
    pub(super) key: Vec<u8>,
}

/// Generates a key, and a certificate for these names signed with that key.
pub(super) fn make(
    names: &[String],
    from: Timestamp,
    until: Timestamp,
    serial: &[u8; 16],
) -> Option<GeneratedCertificate> {
    let random = SystemRandom::new();
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).ok()?;
    let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, key.as_ref(), &random).ok()?;
    let algorithm = wrap(SEQUENCE, &[&wrap(OBJECT_ID, &[ECDSA_WITH_SHA256])]);
    let whose = wrap(UTF8_STRING, &[b"Fingertip on this machine"]);
    let whose = wrap(SEQUENCE, &[&wrap(OBJECT_ID, &[COMMON_NAME]), &whose]);
    let whose = wrap(SEQUENCE, &[&wrap(SET, &[&whose])]);
    let curve = wrap(SEQUENCE, &[&wrap(OBJECT_ID, &[EC_PUBLIC_KEY]), &wrap(OBJECT_ID, &[PRIME256V1])]);
    let public = wrap(SEQUENCE, &[&curve, &wrap(BIT_STRING, &[&[0], pair.public_key().as_ref()])]);
    // The serial number must be positive and have no leading zero.
    let number = wrap(INTEGER, &[&[0x01], serial]);
    let validity = wrap(SEQUENCE, &[&time(from), &time(until)]);
    let extensions = wrap(0xa3, &[&wrap(SEQUENCE, &[&extensions(names)])]);
    let version = wrap(0xa0, &[&wrap(INTEGER, &[&[2]])]);
    let body = wrap(SEQUENCE, &[&version, &number, &algorithm, &whose, &validity, &whose, &public, &extensions]);
    let signature = pair.sign(&random, &body).ok()?;
    let signature = wrap(BIT_STRING, &[&[0], signature.as_ref()]);
    let certificate = wrap(SEQUENCE, &[&body, &algorithm, &signature]);
    Some(GeneratedCertificate { certificate, key: key.as_ref().to_vec() })
}

fn extensions(names: &[String]) -> Vec<u8> {
    let names: Vec<u8> = names.iter().flat_map(|name| general_name(name)).collect();
    let extension = |id: &[u8], critical: bool, value: &[u8]| {
        let critical = if critical { wrap(BOOLEAN, &[&[0xff]]) } else { Vec::new() };
        wrap(SEQUENCE, &[&wrap(OBJECT_ID, &[id]), &critical, &wrap(OCTET_STRING, &[value])])
    };
    [
        extension(SUBJECT_ALT_NAME, false, &wrap(SEQUENCE, &[&names])),
        extension(BASIC_CONSTRAINTS, true, &wrap(SEQUENCE, &[])),
        // The first bit: digital signatures.
        extension(KEY_USAGE, true, &wrap(BIT_STRING, &[&[7, 0x80]])),
        extension(EXTENDED_KEY_USAGE, false, &wrap(SEQUENCE, &[&wrap(OBJECT_ID, &[SERVER_AUTH])])),
    ]
    .concat()
}

/// Encodes an IP address or a name.
fn general_name(name: &str) -> Vec<u8> {
    match name.parse() {
        Ok(IpAddr::V4(address)) => wrap(0x87, &[&address.octets()]),
        Ok(IpAddr::V6(address)) => wrap(0x87, &[&address.octets()]),
        Err(_) => wrap(0x82, &[name.as_bytes()]),
    }
}

/// Encodes a time. RFC 5280, 4.1.2.5: two digits for the year until 2049, four from then on.
fn time(at: Timestamp) -> Vec<u8> {
    let at = at.to_zoned(TimeZone::UTC);
    let short = at.year() < 2050;
    let (tag, format) = if short { (UTC_TIME, "%y%m%d%H%M%SZ") } else { (GENERALIZED_TIME, "%Y%m%d%H%M%SZ") };
    wrap(tag, &[at.strftime(format).to_string().as_bytes()])
}

/// Encodes a value with its tag and length.
fn wrap(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut bytes = vec![tag];
    match u8::try_from(length) {
        Ok(short) if short < 0x80 => bytes.push(short),
        _ => {
            let digits: Vec<u8> = length.to_be_bytes().into_iter().skip_while(|digit| *digit == 0).collect();
            bytes.push(0x80 | u8::try_from(digits.len()).unwrap_or_default());
            bytes.extend(digits);
        }
    }
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes
}
