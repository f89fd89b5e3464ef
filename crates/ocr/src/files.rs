//! Finds the model files of a folder by their names. Opens nothing.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::OcrError;

/// The models of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The detection network: `*det*.onnx`.
    pub detection: PathBuf,
    /// The recognition network: `*rec*.onnx`.
    pub recognition: PathBuf,
    /// Its characters, one a line, if the network does not contain them: `*dict*.txt`.
    pub dictionary: Option<PathBuf>,
}

/// How many files of a folder are examined; a folder with more is not a folder of models.
const MOST_FILES: usize = 1_000;

impl Files {
    /// Finds the models in a folder by the names that publishers use: `PP-OCRv6_det_small.onnx`,
    /// `ch_PP-OCRv5_rec_mobile.onnx`, `ppocr_dict.txt`.
    pub fn find(folder: &Path) -> Result<Self, OcrError> {
        let mut found = Vec::new();
        match std::fs::read_dir(folder) {
            Ok(entries) => found.extend(entries.take(MOST_FILES).flatten().map(|entry| entry.path())),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(OcrError::Unusable { file: folder.to_owned(), why: error.to_string() }),
        }
        // The order in a folder is arbitrary; sorting makes messages reproducible.
        found.sort();
        let one = |what, word, extension, wanted| match only(&found, what, word, extension)? {
            Some(file) => Ok(file),
            None => Err(OcrError::Missing { folder: folder.to_owned(), what, wanted }),
        };
        Ok(Self {
            detection: one("detection model", "det", "onnx", "`*det*.onnx`")?,
            recognition: one("recognition model", "rec", "onnx", "`*rec*.onnx`")?,
            dictionary: only(&found, "dictionary", "dict", "txt")?,
        })
    }
}

/// The only file with this word in its name and this extension.
fn only(files: &[PathBuf], what: &'static str, word: &str, extension: &str) -> Result<Option<PathBuf>, OcrError> {
    let mut fitting = files.iter().filter(|file| is_named(file, word, extension));
    match (fitting.next(), fitting.next()) {
        (Some(first), Some(second)) => {
            Err(OcrError::Ambiguous { what, first: first.to_owned(), second: second.to_owned() })
        }
        (first, _) => Ok(first.cloned()),
    }
}

/// Whether a part of the name begins with the word: `det` is in `ocr_det_small` and `detection`, but not in
/// `undetected`.
fn is_named(file: &Path, word: &str, extension: &str) -> bool {
    let has_extension = file.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension));
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    has_extension && stem.split(|letter: char| !letter.is_alphanumeric()).any(|part| part.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], expected: Result<(&str, &str, Option<&str>), &str>) {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        match (Files::find(folder.path()), expected) {
            (Ok(found), Ok((detection, recognition, dictionary))) => {
                assert_eq!(
                    (name(&found.detection).as_str(), name(&found.recognition).as_str()),
                    (detection, recognition)
                );
                assert_eq!(found.dictionary.as_deref().map(name).as_deref(), dictionary);
            }
            (Err(error), Err(expected)) => assert!(error.to_string().contains(expected), "{error}"),
            (found, expected) => panic!("{found:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn models_are_known_by_the_names_their_publishers_gave_them() {
        let small = ["PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx", "ch_ppocr_mobile_v2.0_cls_mobile.onnx"];
        check(&small, Ok((small[0], small[1], None)));
        check(
            &["DETECTION.ONNX", "rec.onnx", "ppocr-dict.txt", "licence.txt", "undetected.onnx"],
            Ok(("DETECTION.ONNX", "rec.onnx", Some("ppocr-dict.txt"))),
        );
        check(&[], Err("no detection model (`*det*.onnx`); put it there"));
        check(&["det.onnx", "rec.txt"], Err("no recognition model (`*rec*.onnx`)"));
        check(&["det.onnx", "rec_en.onnx", "rec_ch.onnx"], Err("are both a recognition model; keep only one"));
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_models() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Files::find(&folder.path().join("models")).unwrap_err();
        assert!(matches!(missing, OcrError::Missing { .. }), "{missing}");
        std::fs::write(folder.path().join("models"), "").unwrap();
        let file = Files::find(&folder.path().join("models")).unwrap_err();
        assert!(matches!(file, OcrError::Unusable { .. }), "{file}");
    }
}
