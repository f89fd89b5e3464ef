//! A picture inside a screen: pixels that an app shows, such as what a camera sees. Accessibility knows only
//! that there is an image; what is in it can be seen and not read.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::Pixels;

/// Where the pixels of a picture come from. A file is decoded and a screen is drawn only when somebody sees it.
pub(super) trait PixelSource: Send + Sync {
    /// The pixels; none where there is nothing to see.
    fn pixels(&self) -> Arc<Pixels>;
}

impl PixelSource for Arc<Pixels> {
    fn pixels(&self) -> Arc<Pixels> {
        Self::clone(self)
    }
}

/// Pixels, or what they are made from, and a number by which they are told from others.
#[derive(Clone)]
pub struct Picture {
    source: Arc<dyn PixelSource>,
    print: u64,
}

impl Picture {
    /// A picture of these pixels.
    pub fn new(pixels: Arc<Pixels>) -> Self {
        let mut hasher = DefaultHasher::new();
        (pixels.width, pixels.height, &pixels.rgba).hash(&mut hasher);
        Self::of(pixels, hasher.finish())
    }

    /// A picture of what a source shows. Two sources with the same number show the same.
    pub(super) fn of(source: impl PixelSource + 'static, print: u64) -> Self {
        Self { source: Arc::new(source), print }
    }

    /// Its pixels; none for a file that is no picture.
    pub fn pixels(&self) -> Arc<Pixels> {
        self.source.pixels()
    }
}

/// Two pictures with the same number show the same.
impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.print == other.print
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({:016x})", self.print)
    }
}
