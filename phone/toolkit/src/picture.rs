//! A picture inside a screen: pixels that an app shows, such as a camera preview. Accessibility knows only that there
//! is an image; the content is visible but not readable.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::Pixels;

/// The source of a picture's pixels. A file is decoded, and a screen drawn, only when the picture is drawn.
pub(super) trait PixelSource: Send + Sync {
    /// Returns the pixels; empty if there is nothing to show.
    fn pixels(&self) -> Arc<Pixels>;
}

impl PixelSource for Arc<Pixels> {
    fn pixels(&self) -> Arc<Pixels> {
        Self::clone(self)
    }
}

/// Pixels or their source, and a hash that identifies them.
#[derive(Clone)]
pub struct Picture {
    source: Arc<dyn PixelSource>,
    print: u64,
}

impl Picture {
    /// Creates a picture of these pixels.
    pub fn new(pixels: Arc<Pixels>) -> Self {
        let mut hasher = DefaultHasher::new();
        (pixels.width, pixels.height, &pixels.rgba).hash(&mut hasher);
        Self::of(pixels, hasher.finish())
    }

    /// Creates a picture from a source. Two sources with the same hash show the same pixels.
    pub(super) fn of(source: impl PixelSource + 'static, print: u64) -> Self {
        Self { source: Arc::new(source), print }
    }

    /// Returns the pixels; empty for a file that is not a picture.
    pub fn pixels(&self) -> Arc<Pixels> {
        self.source.pixels()
    }
}

/// Pictures with the same hash show the same pixels.
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
