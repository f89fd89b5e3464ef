//! Scheme 1: jar signing. `META-INF/MANIFEST.MF` holds a digest of every file, `NAME.SF` one of the manifest, and
//! `NAME.RSA` (or `.EC`, `.DSA`) signs that.

use std::collections::BTreeMap;

use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use super::key::{Hash, verifies};
use crate::der::{self, CONTEXT_0, SEQUENCE, SET};
use crate::zip::Zip;

const MANIFEST: &str = "META-INF/MANIFEST.MF";
/// The largest manifest, and the most data unpacked in total to compare with it.
const MOST_MANIFEST: usize = 32 << 20;
const MOST_UNPACKED: usize = 1 << 30;

/// Why verification failed.
pub(super) enum Problem {
    /// There is no signature.
    Unsigned,
    /// A file that the signature does not cover.
    NoCertificates(String),
    Broken(String),
}

/// Returns the signing certificate, if all files are unchanged.
pub(super) fn verify(zip: &Zip<'_>, path: &str) -> Result<Vec<u8>, Problem> {
    let Some(manifest) = zip.read(MANIFEST, MOST_MANIFEST) else { return Err(Problem::Unsigned) };
    let signers = zip.names().filter_map(|name| Some((name, name.strip_prefix("META-INF/")?.rsplit_once('.')?)));
    let signer = signers.into_iter().find(|(_, (_, kind))| matches!(*kind, "RSA" | "EC" | "DSA"));
    let Some((block_name, (base, _))) = signer else {
        return Err(Problem::NoCertificates("AndroidManifest.xml".to_owned()));
    };
    let file_name = format!("META-INF/{base}.SF");
    let broken = |why: String| Problem::Broken(why);
    let (Some(file), Some(block)) = (zip.read(&file_name, MOST_MANIFEST), zip.read(block_name, 1 << 20)) else {
        return Err(broken(format!("{path} failed verification of {block_name}")));
    };
    let text = String::from_utf8_lossy(&file);
    if attribute(&text, "X-Android-APK-Signed").is_some_and(|schemes| schemes.contains('2')) {
        return Err(broken(format!(
            "{file_name} indicates {path} is signed using APK Signature Scheme v2, but no such signature was found. \
             Signature stripped?"
        )));
    }
    let certificate =
        signed_by(&block, &file).ok_or_else(|| broken(format!("{path} failed verification of {block_name}")))?;
    if digest_of(&text, "-Digest-Manifest").is_some_and(|(hash, wanted)| digest(hash, &manifest) != wanted) {
        return Err(broken(format!("{file_name} has invalid digest for {MANIFEST} in {path}")));
    }
    let manifest = String::from_utf8_lossy(&manifest);
    let sections = sections(&manifest);
    let mut unpacked = 0;
    for name in zip.names().filter(|name| !name.starts_with("META-INF/") && !name.ends_with('/')) {
        let Some((hash, wanted)) = sections.get(name).and_then(|section| digest_of(section, "-Digest")) else {
            return Err(Problem::NoCertificates(name.to_owned()));
        };
        let invalid = || broken(format!("{MANIFEST} has invalid digest for {name} in {path}"));
        let (length, found) = match hash {
            Hash::Sha1 => digest_file::<Sha1>(zip, name, MOST_UNPACKED - unpacked),
            Hash::Sha512 => digest_file::<Sha512>(zip, name, MOST_UNPACKED - unpacked),
            _ => digest_file::<Sha256>(zip, name, MOST_UNPACKED - unpacked),
        }
        .ok_or_else(invalid)?;
        unpacked += length;
        if found != wanted {
            return Err(invalid());
        }
    }
    Ok(certificate)
}

/// Returns the sections of a manifest by file, with folded lines joined.
fn sections(manifest: &str) -> BTreeMap<String, String> {
    let unfolded = manifest.replace("\r\n", "\n").replace("\n ", "");
    let named = unfolded.split("\n\n").filter_map(|section| {
        let name = attribute(section, "Name")?.to_owned();
        Some((name, section.to_owned()))
    });
    named.collect()
}

fn attribute<'a>(section: &'a str, name: &str) -> Option<&'a str> {
    section.lines().find_map(|line| line.trim_end().strip_prefix(name)?.strip_prefix(": "))
}

/// Returns the strongest digest of a section: `SHA-256-Digest: …`, `SHA1-Digest-Manifest: …`.
fn digest_of(section: &str, suffix: &str) -> Option<(Hash, Vec<u8>)> {
    use base64::Engine as _;
    let known = [("SHA-512", Hash::Sha512), ("SHA-256", Hash::Sha256), ("SHA1", Hash::Sha1), ("SHA-1", Hash::Sha1)];
    known.into_iter().find_map(|(name, hash)| {
        let text = attribute(section, &format!("{name}{suffix}"))?;
        Some((hash, base64::engine::general_purpose::STANDARD.decode(text.trim()).ok()?))
    })
}

fn digest(hash: Hash, bytes: &[u8]) -> Vec<u8> {
    match hash {
        Hash::Sha1 => Sha1::digest(bytes).to_vec(),
        Hash::Sha512 => Sha512::digest(bytes).to_vec(),
        _ => Sha256::digest(bytes).to_vec(),
    }
}

/// Returns the length of a file and its digest.
fn digest_file<D: Digest>(zip: &Zip<'_>, name: &str, most: usize) -> Option<(usize, Vec<u8>)> {
    let mut hasher = D::new();
    let length = zip.pieces(name, most, |piece| hasher.update(piece))?;
    Some((length, hasher.finalize().to_vec()))
}

/// Returns the certificate of a PKCS #7 block that signs these bytes; `None` if the block does not.
fn signed_by(block: &[u8], file: &[u8]) -> Option<Vec<u8>> {
    // ContentInfo, [0], SignedData: version, digests, content, [0] certificates, signers.
    let content = der::values(der::inside(block, SEQUENCE)?).find(|value| value.tag == CONTEXT_0)?;
    let data = der::inside(content.content, SEQUENCE)?;
    let certificates = der::values(data).find(|value| value.tag == CONTEXT_0)?;
    let certificate = der::values(certificates.content).next()?.whole;
    let signers = der::values(data).filter(|value| value.tag == SET).last()?;
    // Version, issuer and serial, digest algorithm, [0] attributes, signature algorithm, signature.
    let signer: Vec<_> = der::values(der::inside(signers.content, SEQUENCE)?).collect();
    let hash = match der::values(signer.get(2)?.content).next()?.content {
        [0x2b, 0x0e, 0x03, 0x02, 0x1a] => Hash::Sha1,
        [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, kind] => match kind {
            1 => Hash::Sha256,
            2 => Hash::Sha384,
            3 => Hash::Sha512,
            _ => return None,
        },
        _ => return None,
    };
    const OCTETS: u8 = 0x04;
    let signature = signer.iter().find(|value| value.tag == OCTETS)?.content;
    let attributes = signer.iter().find(|value| value.tag == CONTEXT_0);
    let message = match attributes {
        None => file.to_vec(),
        // The signature then covers the attributes as a set, which include the digest of the file.
        Some(attributes) => {
            let wanted = digest(hash, file);
            if hash != Hash::Sha384 && !attributes.content.windows(wanted.len()).any(|part| part == wanted) {
                return None;
            }
            let mut set = attributes.whole.to_vec();
            *set.first_mut()? = SET;
            set
        }
    };
    match verifies(der::public_key(certificate)?, hash, &message, signature) {
        Some(false) => None,
        Some(true) | None => Some(certificate.to_vec()),
    }
}
