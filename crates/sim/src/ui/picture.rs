//! A picture inside a screen: pixels that an app shows, such as what a camera sees. Accessibility knows only
//! that there is an image; what is in it can be seen and not read.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::frame::Pixels;

/// Pixels and a number by which they are told from others, so that they are hashed once.
#[derive(Clone)]
pub struct Picture {
    pixels: Arc<Pixels>,
    print: u64,
}

impl Picture {
    /// A picture of these pixels.
    pub fn new(pixels: Arc<Pixels>) -> Self {
        let mut hasher = DefaultHasher::new();
        (pixels.width, pixels.height, &pixels.rgba).hash(&mut hasher);
        Self { pixels, print: hasher.finish() }
    }

    /// Its pixels.
    pub fn pixels(&self) -> &Arc<Pixels> {
        &self.pixels
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
        write!(f, "Picture({}x{} {:016x})", self.pixels.width, self.pixels.height, self.print)
    }
}
