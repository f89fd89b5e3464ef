//! Whether an APK is signed, and whether it is still what was signed: the schemes 1 (a jar's), 2 and 3 (a block
//! before the central directory), as AOSP's `ApkSignatureVerifier` looks for them, the newest first.
//!
//! Signatures of RSA and ECDSA are verified. One of DSA, or of a curve that is not known here, counts when the
//! digests are right.

mod block;
mod jar;
mod key;

use crate::zip::Zip;

/// Who signed, and how.
#[derive(Debug, PartialEq)]
pub(crate) struct Signed {
    /// 1, 2 or 3.
    pub(crate) scheme: u8,
    /// The certificate, DER.
    pub(crate) certificate: Vec<u8>,
}

/// Verifies an archive that lies at `path`, or says what Android says.
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
