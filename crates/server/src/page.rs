//! The page, embedded: what the build script made of `web/`.

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    /// Its path, without a slash in front.
    pub(crate) path: &'static str,
    /// Its media type.
    pub(crate) kind: &'static str,
    /// Its content.
    pub(crate) plain: &'static [u8],
    /// Its content in gzip, if that is shorter.
    pub(crate) packed: Option<&'static [u8]>,
    /// Changes with its content; in quotes, as an ETag stands in a header.
    pub(crate) tag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file at this path.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    let at = ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok()?;
    ASSETS.get(at)
}
