//! Schemes 2 and 3: the APK Signing Block between the files and the central directory. It signs a digest of the whole
//! archive except the block itself, in chunks of a megabyte.

use sha2::{Digest, Sha256, Sha512};

use super::key::{Hash, verifies};
use crate::der;
use crate::zip::{Zip, u32_at, u64_at};

const MAGIC: &[u8] = b"APK Sig Block 42";
const SCHEME_2: u32 = 0x7109_871a;
const SCHEME_3: u32 = 0xf053_68c0;
const PIECE: usize = 1 << 20;

/// Returns the newest scheme in the block, and its signers.
pub(super) fn find<'a>(zip: &Zip<'a>) -> Option<(u8, &'a [u8])> {
    let block = zip.bytes().get(block_start(zip)? + 8..zip.directory - 24)?;
    let mut found = None;
    let mut at = 0;
    while let Some(length) = u64_at(block, at).and_then(|length| usize::try_from(length).ok()) {
        let pair = block.get(at + 8..(at + 8).checked_add(length)?)?;
        match u32_at(pair, 0)? {
            SCHEME_3 => return Some((3, pair.get(4..)?)),
            SCHEME_2 => found = Some((2, pair.get(4..)?)),
            _ => {}
        }
        at = at + 8 + length;
    }
    found
}

fn block_start(zip: &Zip<'_>) -> Option<usize> {
    let bytes = zip.bytes();
    if bytes.get(zip.directory.checked_sub(16)?..zip.directory)? != MAGIC {
        return None;
    }
    let size = u64_at(bytes, zip.directory.checked_sub(24)?)?;
    let start = zip.directory.checked_sub(usize::try_from(size).ok()?.checked_add(8)?)?;
    (u64_at(bytes, start)? == size && size >= 24).then_some(start)
}

/// Returns the certificate of the first signer if everything signed is unchanged; otherwise the error.
pub(super) fn verify(zip: &Zip<'_>, scheme: u8, signers: &[u8]) -> Result<Vec<u8>, String> {
    let malformed = || "Failed to parse/verify signer #1 block".to_owned();
    let mut certificate = None;
    for signer in sized(sized(signers).next().ok_or("No signers found")?) {
        let found = verify_signer(zip, scheme, signer).ok_or_else(malformed)??;
        certificate.get_or_insert(found);
    }
    certificate.ok_or_else(|| "No signers found".to_owned())
}

/// Verifies one signer; `None` if the block is damaged.
fn verify_signer(zip: &Zip<'_>, scheme: u8, signer: &[u8]) -> Option<Result<Vec<u8>, String>> {
    let signed = sized(signer).next()?;
    let mut rest = signer.get(4 + signed.len()..)?;
    if scheme == 3 {
        // Skip the range of Android versions it applies to.
        rest = rest.get(8..)?;
    }
    let mut fields = sized(rest);
    let (signatures, key) = (fields.next()?, fields.next()?);
    let mut known = 0;
    for signature in sized(signatures) {
        let (Some(hash), bytes) = (hash_of(u32_at(signature, 0)?), sized(signature.get(4..)?).next()?) else {
            continue;
        };
        known += 1;
        if verifies(key, hash, signed, bytes) == Some(false) {
            return Some(Err("SHA256withRSA signature did not verify".to_owned()));
        }
    }
    if known == 0 {
        return Some(Err("No supported signatures found".to_owned()));
    }
    let mut fields = sized(signed);
    let (digests, certificates) = (fields.next()?, fields.next()?);
    let certificate = sized(certificates).next()?;
    if der::public_key(certificate)? != key {
        return Some(Err("Public key mismatch between certificate and signature record".to_owned()));
    }
    for digest in sized(digests) {
        let (algorithm, wanted) = (u32_at(digest, 0)?, sized(digest.get(4..)?).next()?);
        let (name, found) = match hash_of(algorithm) {
            Some(Hash::Sha512 | Hash::PssSha512) => ("SHA-512", contents::<Sha512>(zip)?),
            Some(_) => ("SHA-256", contents::<Sha256>(zip)?),
            None => continue,
        };
        if found != wanted {
            return Some(Err(format!("{name} digest of contents did not verify")));
        }
    }
    Some(Ok(certificate.to_vec()))
}

/// Returns the digest of the files, the central directory, and the end record as it was before the block was added.
fn contents<D: Digest>(zip: &Zip<'_>) -> Option<Vec<u8>> {
    let bytes = zip.bytes();
    let start = block_start(zip)?;
    let mut end = bytes.get(zip.end..)?.to_vec();
    end.get_mut(16..20)?.copy_from_slice(&u32::try_from(start).ok()?.to_le_bytes());
    let parts = [bytes.get(..start)?, bytes.get(zip.directory..zip.end)?, &end];
    let (mut count, mut digests) = (0_u32, Vec::new());
    for piece in parts.iter().flat_map(|part| part.chunks(PIECE)) {
        let head = [&[0xa5], u32::try_from(piece.len()).ok()?.to_le_bytes().as_slice()].concat();
        digests.extend_from_slice(&D::new().chain_update(head).chain_update(piece).finalize());
        count += 1;
    }
    let head = [&[0x5a], count.to_le_bytes().as_slice()].concat();
    Some(D::new().chain_update(head).chain_update(digests).finalize().to_vec())
}

/// The algorithms of `ApkSigningBlockUtils`; those of verity and DSA are not supported.
fn hash_of(algorithm: u32) -> Option<Hash> {
    match algorithm {
        0x0101 => Some(Hash::PssSha256),
        0x0102 => Some(Hash::PssSha512),
        0x0103 | 0x0201 | 0x0301 => Some(Hash::Sha256),
        0x0104 | 0x0202 => Some(Hash::Sha512),
        _ => None,
    }
}

/// Iterates over length-prefixed fields; ends at the first damaged one.
fn sized(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let length = usize::try_from(u32_at(bytes, 0)?).ok()?;
        let field = bytes.get(4..length.checked_add(4)?)?;
        bytes = bytes.get(4 + length..)?;
        Some(field)
    })
}
