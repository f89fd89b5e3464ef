//! Distinguished encoding rules (DER), as far as certificates and signatures need them: a sequence of values.

/// The tag of a constructed value.
pub(crate) const SEQUENCE: u8 = 0x30;
pub(crate) const SET: u8 = 0x31;
/// `[0]`, constructed.
pub(crate) const CONTEXT_0: u8 = 0xa0;

/// One value.
#[derive(Clone, Copy)]
pub(crate) struct Der<'a> {
    pub(crate) tag: u8,
    pub(crate) content: &'a [u8],
    /// The value with its tag and length.
    pub(crate) whole: &'a [u8],
}

/// Iterates over the values in some bytes; ends at the first damaged one.
pub(crate) fn values(mut bytes: &[u8]) -> impl Iterator<Item = Der<'_>> {
    std::iter::from_fn(move || {
        let (value, rest) = first(bytes)?;
        bytes = rest;
        Some(value)
    })
}

/// Returns the content of the first value, if it has this tag.
pub(crate) fn inside(bytes: &[u8], tag: u8) -> Option<&[u8]> {
    first(bytes).filter(|(value, _)| value.tag == tag).map(|(value, _)| value.content)
}

fn first(bytes: &[u8]) -> Option<(Der<'_>, &[u8])> {
    let tag = *bytes.first()?;
    let short = *bytes.get(1)?;
    let (length, start) = match short {
        0..=0x7f => (usize::from(short), 2),
        0x81..=0x84 => {
            let count = usize::from(short & 0x7f);
            let digits = bytes.get(2..2 + count)?;
            (digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)), 2 + count)
        }
        _ => return None,
    };
    let end = start.checked_add(length)?;
    let value = Der { tag, content: bytes.get(start..end)?, whole: bytes.get(..end)? };
    Some((value, bytes.get(end..)?))
}

/// Returns the public key of a certificate (`SubjectPublicKeyInfo`), including its tag.
pub(crate) fn public_key(certificate: &[u8]) -> Option<&[u8]> {
    let signed = inside(inside(certificate, SEQUENCE)?, SEQUENCE)?;
    // An optional version, then serial, algorithm, issuer, validity, subject.
    let mut fields = values(signed).skip_while(|value| value.tag == CONTEXT_0);
    fields.nth(5).map(|key| key.whole)
}
