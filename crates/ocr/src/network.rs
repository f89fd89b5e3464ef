//! Loads and runs a network from a file. Any file content leads to an error at worst, never to a panic.
//!
//! The only module that uses rten. Only the operators that PP-OCR needs are linked.

use std::fs::File;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rten::{Model, ModelOptions, ValueView, op_registry};

use crate::OcrError;

/// The largest file that is loaded. The largest models of this family have 90 million bytes.
const MOST_BYTES: u64 = 256 << 20;

/// A network with one picture as its input and one tensor as its output.
pub(crate) struct Network {
    what: &'static str,
    model: Model,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Network").field(&self.what).finish()
    }
}

impl Network {
    /// Loads a network. `what` is its name in messages.
    pub(crate) fn open(what: &'static str, file: &Path) -> Result<Self, OcrError> {
        let unusable = |why: String| OcrError::Unusable { file: file.to_owned(), why };
        let bytes = read_bounded(file, MOST_BYTES).map_err(unusable)?;
        let model = caught(|| {
            let operators = op_registry!(
                Add,
                AveragePool,
                BatchNormalization,
                Concat,
                Conv,
                ConvTranspose,
                Div,
                Erf,
                GlobalAveragePool,
                HardSigmoid,
                Identity,
                MatMul,
                MaxPool,
                Mul,
                Pow,
                ReduceMean,
                Relu,
                Reshape,
                Resize,
                Shape,
                Sigmoid,
                Slice,
                Softmax,
                Sqrt,
                Squeeze,
                Sub,
                Transpose,
                Unsqueeze
            );
            ModelOptions::with_ops(operators).load(bytes).map_err(|error| error.to_string())
        });
        let model = model.map_err(unusable)?;
        match (model.input_ids(), model.output_ids()) {
            ([_], [_]) => Ok(Self { what, model }),
            (inputs, outputs) => Err(unusable(format!(
                "it has {} inputs and {} outputs instead of one each",
                inputs.len(),
                outputs.len()
            ))),
        }
    }

    /// The metadata value of this name.
    pub(crate) fn note(&self, name: &str) -> Option<&str> {
        self.model.metadata().get(name)
    }

    /// Runs the network on a picture of three planes. Returns the output's sizes and its numbers, whose count matches.
    pub(crate) fn run<const N: usize>(
        &self,
        planes: &[f32],
        width: usize,
        height: usize,
    ) -> Result<([usize; N], Vec<f32>), OcrError> {
        let output = caught(|| {
            let input = ValueView::from_shape([1, 3, height, width], planes).map_err(|error| error.to_string())?;
            let output = self.model.run_one(input.into(), None).map_err(|error| error.to_string())?;
            output.into_shape_vec::<f32, N>().map_err(|error| error.to_string())
        });
        output.map_err(|why| self.failed(why))
    }

    /// The error for a failed run.
    pub(crate) fn failed(&self, why: String) -> OcrError {
        OcrError::Failed { what: self.what, why }
    }
}

/// Reads a file of bounded size.
pub(crate) fn read_bounded(file: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(|error| error.to_string())?;
    opened.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!("it has more than {most} bytes"));
    }
    Ok(bytes)
}

/// Turns a panic of the runtime, which a malformed file can cause, into an error.
fn caught<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("the runtime cannot handle it".to_owned()))
}
