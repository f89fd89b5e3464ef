//! The embedded page, as the build script made it from `web/`.

/// A file of the page.
#[derive(Debug)]
pub(crate) struct Asset {
    /// Its path, without a leading slash.
    pub(crate) path: &'static str,
    /// Its media type.
    pub(crate) kind: &'static str,
    /// Its content.
    pub(crate) plain: &'static [u8],
    /// Its content in gzip, if that is shorter.
    pub(crate) packed: Option<&'static [u8]>,
    /// Changes with its content; in quotes, as an ETag header needs it.
    pub(crate) tag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Returns the file at this path.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    let at = ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok()?;
    ASSETS.get(at)
}
