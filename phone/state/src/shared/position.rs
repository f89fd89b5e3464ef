//! The location of the phone.

use serde::{Deserialize, Serialize};

/// A location in degrees and metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// North of the equator.
    pub latitude: f64,
    /// East of Greenwich.
    pub longitude: f64,
    /// Above the sea.
    pub altitude: f64,
}

impl Default for Position {
    /// The default location of emulators.
    fn default() -> Self {
        Self { latitude: 37.421_998, longitude: -122.084, altitude: 5.0 }
    }
}
