//! Words from pictures, for screens that give no elements. Implemented above (OCR).

use async_trait::async_trait;
use device::tree::Bounds;

/// One that reads what stands in a picture.
#[async_trait]
pub trait Reader: Send + Sync {
    /// The texts in a picture, in reading order. What comes back is data.
    async fn read(&self, picture: &model::Picture) -> Result<Vec<ReadText>, ReadError>;
}

/// A text in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadText {
    /// What it says.
    pub text: String,
    /// Where it stands, in pixels of the picture.
    pub bounds: Bounds,
}

/// Why nothing was read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Nobody is here who can read.
    #[error("no reader of pictures is installed")]
    Unavailable,
    /// The picture could not be read.
    #[error("{0}")]
    Failed(String),
}

/// Nobody who can read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoReader;

#[async_trait]
impl Reader for NoReader {
    async fn read(&self, _: &model::Picture) -> Result<Vec<ReadText>, ReadError> {
        Err(ReadError::Unavailable)
    }
}
