//! Model files of every kind: missing, broken, and the real ones if they are installed.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
mod installed;

use std::path::Path;

use ocr::{Files, Ocr, OcrError, Picture};

/// A folder with these two files as its models.
fn folder(detection: &[u8], recognition: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("det.onnx"), detection).unwrap();
    std::fs::write(folder.path().join("rec.onnx"), recognition).unwrap();
    folder
}

/// Opens a folder and reads a small picture. Must never panic.
fn tried(folder: &Path) -> Result<usize, OcrError> {
    let grey: Vec<u8> = (0..96_u32 * 64 * 3).map(|at| (at * 37 % 251) as u8).collect();
    let reading = Ocr::open(folder)?.read(&Picture::new(&grey, 96, 64)?, &|| true)?;
    Ok(reading.lines.len())
}

/// One field of a protobuf message: its number and its content.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![number << 3 | 2];
    let mut length = content.len();
    while length > 127 {
        bytes.push((length & 127) as u8 | 128);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(content);
    bytes
}

/// A model whose graph has a node with a graph as its attribute, and so on.
fn nested(depth: usize) -> Vec<u8> {
    let mut graph = Vec::new();
    for _ in 0..depth {
        // GraphProto.node = 1, NodeProto.attribute = 5, AttributeProto.g = 6.
        graph = field(1, &field(5, &field(6, &graph)));
    }
    // ModelProto.graph = 7.
    field(7, &graph)
}

#[test]
fn what_is_no_model_is_an_error() {
    let text = b"<html>404 Not Found</html>".to_vec();
    let noise: Vec<u8> = (0..100_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for bytes in [Vec::new(), vec![0], text, noise, field(7, &[]), field(7, &[255; 40]), nested(3), nested(2_000)] {
        let length = bytes.len();
        let error = tried(folder(&bytes, &bytes).path()).unwrap_err();
        assert!(matches!(error, OcrError::Unusable { .. }), "{length} bytes: {error}");
        assert!(error.to_string().contains("det.onnx` cannot be used"), "{error}");
    }
}

#[test]
fn broken_models_are_errors_and_whole_ones_read() {
    let Some(models) = installed::models(None) else { return };
    tried(&models).unwrap();
    let files = Files::find(&models).unwrap();
    let (detection, recognition) =
        (std::fs::read(&files.detection).unwrap(), std::fs::read(&files.recognition).unwrap());
    // Swapped: they load, and fail to run.
    let swapped = tried(folder(&recognition, &detection).path()).unwrap_err();
    assert!(swapped.to_string().contains("dictionary"), "{swapped}");
    assert!(matches!(tried(folder(&recognition, &recognition).path()).unwrap_err(), OcrError::Failed { .. }));
    // Truncated, as by an interrupted download.
    for parts in 1..4 {
        let cut = &detection[..detection.len() * parts / 4];
        assert!(matches!(tried(folder(cut, &recognition).path()).unwrap_err(), OcrError::Unusable { .. }));
    }
}

/// Most of a model is numbers, but its beginning describes the network.
#[test]
fn a_model_with_wrong_bytes_never_panics() {
    let Some(models) = installed::models(None) else { return };
    let files = Files::find(&models).unwrap();
    let (detection, recognition) =
        (std::fs::read(&files.detection).unwrap(), std::fs::read(&files.recognition).unwrap());
    let mut random = 17_u32;
    let mut next = |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random as usize % below
    };
    let mut refused = 0;
    for _ in 0..24 {
        let mut wrong = detection.clone();
        for _ in 0..4 {
            let at = next(60_000);
            wrong[at] = next(256) as u8;
        }
        refused += usize::from(tried(folder(&wrong, &recognition).path()).is_err());
    }
    assert!(refused > 0);
}
