//! Checks the models that read pictures: whether they are installed, whether they work, and how to get them.

use std::path::Path;

use ocr::{Files, Ocr, OcrError, Picture};

use super::Finding;
use crate::hints::quoted;

const CHECK: &str = "reading pictures";

/// Loads the models and reads an empty picture with them, off the threads that serve requests.
pub(super) async fn look(folder: &Path) -> Finding {
    let place = folder.to_owned();
    let tried = tokio::task::spawn_blocking(move || tried(&place)).await;
    match tried {
        Ok(Ok(files)) => {
            let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let (detection, recognition) = (name(&files.detection), name(&files.recognition));
            Finding::ok(CHECK, format!("works with `{detection}` and `{recognition}`"))
        }
        Ok(Err(OcrError::Missing { .. })) => {
            let message = "no models are installed; screens without accessible elements cannot be read";
            Finding::warn(CHECK, message, how_to_get_them(folder))
        }
        Ok(Err(error)) => Finding::warn(CHECK, error.to_string(), how_to_get_them(folder)),
        Err(error) => Finding::warn(CHECK, error.to_string(), how_to_get_them(folder)),
    }
}

fn tried(folder: &Path) -> Result<Files, OcrError> {
    const SIDE: u32 = 32;
    let files = Files::find(folder)?;
    let white = [255; (SIDE * SIDE * 3) as usize];
    Ocr::open(folder)?.read(&Picture::new(&white, SIDE, SIDE)?, &|| true)?;
    Ok(files)
}

/// Returns one shell line for Debian with `python3-pip`: the wheel of the project `rapidocr` contains the models.
fn how_to_get_them(folder: &Path) -> String {
    let folder = quoted(folder.into());
    format!(
        "with Python's pip (Debian: `apt install python3-pip`) run: d=$(mktemp -d) && python3 -m pip download --no-deps \
         --dest \"$d\" rapidocr && python3 -m zipfile -e \"$d\"/rapidocr-*.whl \"$d\" && mkdir -p {folder} && \
         cp \"$d\"/rapidocr/models/*.onnx {folder}"
    )
}
