//! A network from a file: loaded and run so that whatever is in the file is an error and never a panic.
//!
//! The one module that knows rten. Of its operators only those that PP-OCR needs are linked.

use std::fs::File;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rten::{Model, ModelOptions, ValueView, op_registry};

use crate::OcrError;

/// The largest file that is loaded. The largest models of this family have 90 million bytes.
const MOST_BYTES: u64 = 256 << 20;

/// A network with one picture as its input and one block of numbers as its output.
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
    /// Loads one. `what` is its name in messages.
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

    /// What the file says about itself under this name.
    pub(crate) fn note(&self, name: &str) -> Option<&str> {
        self.model.metadata().get(name)
    }

    /// Runs it on a picture of three planes; the sizes of the output, and its numbers, which are as many.
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

    /// That it failed, and why.
    pub(crate) fn failed(&self, why: String) -> OcrError {
        OcrError::Failed { what: self.what, why }
    }
}

/// A file that may be at most so large.
pub(crate) fn read_bounded(file: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(|error| error.to_string())?;
    opened.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!("it has more than {most} bytes"));
    }
    Ok(bytes)
}

/// A panic of the runtime, which a strange file can bring about, is an error like others.
fn caught<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("the runtime cannot work with it".to_owned()))
}
