//! Verifies the signature of an APK: schemes 1 (jar), 2 and 3 (a block before the central directory), the newest first,
//! as AOSP's `ApkSignatureVerifier` does.
//!
//! RSA and ECDSA signatures are verified. A DSA signature, or one with an unsupported curve, is accepted if the digests
//! are correct.

mod block;
mod jar;
mod key;

use crate::zip::Zip;

/// The signer and the scheme.
#[derive(Debug, PartialEq)]
pub(crate) struct Signed {
    /// 1, 2 or 3.
    pub(crate) scheme: u8,
    /// The certificate, DER.
    pub(crate) certificate: Vec<u8>,
}

/// Verifies the archive at `path`, or returns Android's error message.
pub(crate) fn verify(zip: &Zip<'_>, path: &str) -> Result<Signed, String> {
    let said = format!("Failed to collect certificates from {path}");
    if let Some((scheme, signers)) = block::find(zip) {
        return block::verify(zip, scheme, signers)
            .map(|certificate| Signed { scheme, certificate })
            .map_err(|why| format!("{said} using APK Signature Scheme v{scheme}: {why}"));
    }
    jar::verify(zip, path).map(|certificate| Signed { scheme: 1, certificate }).map_err(|why| match why {
        jar::Problem::Unsigned => format!("{said}: Attempt to get length of null array"),
        jar::Problem::NoCertificates(entry) => format!("Package {path} has no certificates at entry {entry}"),
        jar::Problem::Broken(why) => format!("{said}: {why}"),
    })
}
