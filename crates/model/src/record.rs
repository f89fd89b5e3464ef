//! Records every exchange with a model as a line of JSON, and replays a recording as a model.
//!
//! The caller provides the sink ([`Record`]): this module opens no file for writing. Lines name pictures by the hash of
//! their bytes; the sink gets a picture before its line. Keys are in headers, and headers are not recorded.

mod entry;
mod replay;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use async_trait::async_trait;

use crate::{Answer, Model, ModelError, Prompt, Traits};

pub use self::entry::{FORMAT, digest, picture_name};
pub use self::replay::Replay;

/// The sink for exchanges.
pub trait Record: Send + Sync {
    /// Writes a line, given without its line break.
    fn line(&self, line: &str) -> std::io::Result<()>;

    /// Stores a picture under the name that lines use. Called again for a repeated picture: names are content hashes,
    /// so one that is already stored can be skipped.
    fn picture(&self, _name: &str, _png: &[u8]) -> std::io::Result<()> {
        Ok(())
    }
}

/// A model whose exchanges are recorded, on a blocking thread: hashing pictures takes time and a disk may hang.
pub struct Recorded<M, R> {
    model: M,
    record: Arc<R>,
}

impl<M: Model, R: Record + 'static> Recorded<M, R> {
    /// Records the exchanges with a model.
    pub fn new(model: M, record: R) -> Self {
        Self { model, record: Arc::new(record) }
    }

    /// The sink.
    pub fn record(&self) -> &R {
        &self.record
    }
}

fn write(
    record: &impl Record,
    model: &str,
    prompt: &Prompt,
    answer: &Result<Answer, ModelError>,
) -> std::io::Result<()> {
    let pictures = entry::pictures(prompt);
    for (name, picture) in &pictures {
        record.picture(name, &picture.png)?;
    }
    record.line(&entry::write(model, prompt, &pictures, answer))
}

#[async_trait]
impl<M: Model, R: Record + 'static> Model for Recorded<M, R> {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn traits(&self) -> &Traits {
        self.model.traits()
    }

    async fn answer(&self, prompt: &Prompt) -> Result<Answer, ModelError> {
        let answer = self.model.answer(prompt).await;
        let (record, model) = (Arc::clone(&self.record), self.model.name().to_owned());
        let (asked, said) = (prompt.clone(), answer.clone());
        let written = tokio::task::spawn_blocking(move || write(&*record, &model, &asked, &said)).await;
        // The answer is worth more than its record: a full disk must not lose it.
        if let Err(error) = written.map_err(std::io::Error::other).flatten() {
            tracing::warn!(%error, "an exchange with the model could not be recorded");
        }
        answer
    }
}
