//! The embedded page, as the build script made it from `web/`.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::GzDecoder;

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    /// Its path, without a leading slash.
    pub(crate) path: &'static str,
    /// Its media type.
    pub(crate) kind: &'static str,
    /// Its content.
    pub(crate) body: Body,
    /// Changes with its content; in quotes, as an ETag header needs it.
    pub(crate) tag: &'static str,
}

/// The content of a file. Each is embedded once; nearly every client accepts gzip.
#[derive(Debug)]
pub(crate) enum Body {
    /// Content that gzip makes no shorter.
    Plain(&'static [u8]),
    /// Content in gzip.
    Gzip(&'static [u8]),
}

impl Body {
    /// Returns the content as it was before gzip.
    pub(crate) fn unpacked(&self) -> std::io::Result<Cow<'static, [u8]>> {
        match self {
            Self::Plain(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Gzip(bytes) => {
                let mut plain = Vec::new();
                GzDecoder::new(*bytes).read_to_end(&mut plain)?;
                Ok(Cow::Owned(plain))
            }
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Returns the file at this path.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    let at = ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok()?;
    ASSETS.get(at)
}
