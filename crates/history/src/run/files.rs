//! The files of a step, read from the folder of its task: the elements, the picture and the prompts. A file that is gone
//! is an error that says why; nothing is made up for it.

use std::io;
use std::path::Path;

use agent::record::{read_prompt, read_tree, screenshot_file};
use device::Tree;

use super::RunStep;

/// Why a part of a step cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum StepFileError {
    /// It was never recorded.
    #[error("step {step} has no {what}: {why}")]
    None {
        /// The step.
        step: u32,
        /// What is missing.
        what: &'static str,
        /// Why.
        why: String,
    },
    /// The record names it, but its file is not here.
    #[error("{what} {number} is not in this folder: another machine wrote it, or it was deleted")]
    Elsewhere {
        /// What is missing.
        what: &'static str,
        /// Its number.
        number: u64,
    },
    /// Its file cannot be read.
    #[error("cannot read {what} {number}: {source}")]
    Unreadable {
        /// What cannot be read.
        what: &'static str,
        /// Its number.
        number: u64,
        /// The cause.
        source: io::Error,
    },
}

impl RunStep {
    /// The elements of the screen that the mind saw.
    pub fn tree(&self, folder: &Path) -> Result<Tree, StepFileError> {
        let number = self.before.as_ref().and_then(|screen| screen.tree);
        let number = number.ok_or_else(|| self.none("elements", "none were recorded"))?;
        found("tree", number, read_tree(folder, number))
    }

    /// The picture that the mind saw, as PNG.
    pub fn picture(&self, folder: &Path) -> Result<Vec<u8>, StepFileError> {
        let number = self.before.as_ref().and_then(|screen| screen.screenshot);
        let why = self.before.as_ref().and_then(|screen| screen.withheld.as_deref());
        let number = number.ok_or_else(|| self.none("picture", why.unwrap_or("none was recorded")))?;
        let read = match std::fs::read(screenshot_file(folder, number)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        };
        found("picture", number, read)
    }

    /// What models were asked, in order.
    pub fn prompts(&self, folder: &Path) -> Result<Vec<String>, StepFileError> {
        let numbers = self.decisions.iter().filter_map(|said| Some(said.prompt.as_ref()?.number));
        let texts: Vec<String> =
            numbers.map(|number| found("prompt", number, read_prompt(folder, number))).collect::<Result<_, _>>()?;
        match texts.is_empty() {
            true => Err(self.none("prompt", "no model was asked, or an older version recorded it")),
            false => Ok(texts),
        }
    }

    fn none(&self, what: &'static str, why: &str) -> StepFileError {
        StepFileError::None { step: self.step, what, why: why.to_owned() }
    }
}

fn found<T>(what: &'static str, number: u64, read: io::Result<Option<T>>) -> Result<T, StepFileError> {
    match read {
        Ok(Some(file)) => Ok(file),
        Ok(None) => Err(StepFileError::Elsewhere { what, number }),
        Err(source) => Err(StepFileError::Unreadable { what, number, source }),
    }
}
