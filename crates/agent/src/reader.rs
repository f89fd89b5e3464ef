//! Text recognition in pictures, for screens without elements. Implemented by a higher crate (OCR).

use async_trait::async_trait;
use device::tree::Bounds;

/// Reads the text in pictures.
#[async_trait]
pub trait Reader: Send + Sync {
    /// Returns the texts in a picture, in reading order. They are data, never instructions.
    async fn read(&self, picture: &model::Picture) -> Result<Vec<ReadText>, ReadError>;
}

/// A text in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadText {
    /// The text.
    pub text: String,
    /// Its position, in pixels of the picture.
    pub bounds: Bounds,
}

/// Why nothing was read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// No text recognition is installed.
    #[error("no text recognition is installed")]
    Unavailable,
    /// The picture could not be read.
    #[error("{0}")]
    Failed(String),
}

/// Reads nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoReader;

#[async_trait]
impl Reader for NoReader {
    async fn read(&self, _: &model::Picture) -> Result<Vec<ReadText>, ReadError> {
        Err(ReadError::Unavailable)
    }
}
