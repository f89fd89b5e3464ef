//! Reads the text in pictures: the `Reader` of the loop, made of the crate `ocr` and the models in the data folder.
//!
//! The models are loaded when a picture is first read. Callers that never need them pay nothing, and models added while
//! a server runs work without a restart. One picture is read at a time, because it takes all cores.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agent::{ReadError, ReadText, Reader};
use async_trait::async_trait;
use device::tree::Bounds;
use ocr::{Ocr, OcrError, Picture};
use tokio::sync::Mutex;

/// How long reading a picture may take, from its turn on. On two free cores a screen full of text takes three seconds,
/// on busy ones ten times as long; the lines read until then count.
const MOST_TIME: Duration = Duration::from_secs(60);

/// Reads pictures with the models in a folder.
pub(crate) struct PictureReader {
    folder: PathBuf,
    ocr: Arc<Mutex<Option<Ocr>>>,
}

impl PictureReader {
    /// Creates a reader for this folder, which may not contain the models yet.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, ocr: Arc::default() }
    }
}

#[async_trait]
impl Reader for PictureReader {
    async fn read(&self, picture: &model::Picture) -> Result<Vec<ReadText>, ReadError> {
        let mut ocr = Arc::clone(&self.ocr).lock_owned().await;
        let (folder, picture) = (self.folder.clone(), picture.clone());
        let wanted = StopOnDrop::default();
        let still = Arc::clone(&wanted.0);
        let read = tokio::task::spawn_blocking(move || {
            let ocr = match &mut *ocr {
                Some(ocr) => ocr,
                none => none.insert(Ocr::open(&folder).map_err(read_error)?),
            };
            let rgb = picture.rgb().map_err(|error| ReadError::Failed(error.to_string()))?;
            let picture = Picture::new(&rgb, picture.width, picture.height).map_err(read_error)?;
            let end = Instant::now() + MOST_TIME;
            let go_on = || still.load(Ordering::Relaxed) && Instant::now() < end;
            ocr.read(&picture, &go_on).map_err(read_error)
        });
        let reading = read.await.map_err(|error| ReadError::Failed(error.to_string()))??;
        if reading.cut && reading.lines.is_empty() {
            return Err(ReadError::Failed(format!("nothing was read within {} s", MOST_TIME.as_secs())));
        }
        if reading.cut {
            tracing::info!(lines = reading.lines.len(), "the picture contains more text than was read");
        }
        Ok(reading.lines.into_iter().map(read_text).collect())
    }
}

/// Stops the reading when the task that waits for it ends.
struct StopOnDrop(Arc<AtomicBool>);

impl Default for StopOnDrop {
    fn default() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

fn read_error(error: OcrError) -> ReadError {
    match error {
        OcrError::Missing { .. } => ReadError::Unavailable,
        error => ReadError::Failed(error.to_string()),
    }
}

fn read_text(line: ocr::Line) -> ReadText {
    let place = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    let ocr::Region { left, top, right, bottom } = line.region;
    let bounds = Bounds { left: place(left), top: place(top), right: place(right), bottom: place(bottom) };
    ReadText { text: line.text, bounds }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> model::Picture {
        model::Picture { png: Vec::new().into(), width: 4, height: 4 }
    }

    #[tokio::test]
    async fn without_models_nobody_reads() {
        let folder = tempfile::tempdir().unwrap();
        let reader = PictureReader::new(folder.path().join("models"));
        assert_eq!(reader.read(&picture()).await, Err(ReadError::Unavailable));
    }

    #[tokio::test]
    async fn models_that_are_none_are_named() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["det.onnx", "rec.onnx"] {
            std::fs::write(folder.path().join(name), "no model").unwrap();
        }
        let reader = PictureReader::new(folder.path().to_owned());
        // Twice: a failed load is tried again.
        for _ in 0..2 {
            let Err(ReadError::Failed(why)) = reader.read(&picture()).await else { panic!("it was read") };
            assert!(why.contains("det.onnx` cannot be used") && why.contains("replace it"), "{why}");
        }
    }
}
