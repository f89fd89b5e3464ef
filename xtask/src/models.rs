//! The models that read pictures, for the tests that need them, from the wheel of PyPI's `rapidocr`. Stored below
//! `target/`, and fetched again only when the version changes.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::clients;
use crate::run::Program;

/// The wheel with the models, 27 MB.
const WHEEL: &str = "rapidocr==3.10.0";
const FOLDER: &str = "target/ocr-models";

/// Fetches missing models.
pub(crate) fn install(root: &Path) -> Result<()> {
    clients::once(root, FOLDER, &[WHEEL], || {
        let (folder, unpacked) = (root.join(FOLDER), root.join(FOLDER).join("wheel"));
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("removing `{}`", folder.display()))?;
        }
        fs::create_dir_all(&unpacked).with_context(|| format!("making `{}`", unpacked.display()))?;
        let python = clients::python(root);
        let download = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", WHEEL];
        Program::new(&unpacked, "").with([&python]).with(download).run()?;
        let wheel = only(&unpacked, "whl")?;
        Program::new(&unpacked, "").with([&python]).with(["-m", "zipfile", "-e", &wheel, "."]).run()?;
        let mut laid = 0;
        for entry in fs::read_dir(unpacked.join("rapidocr/models")).context("the wheel has no models")? {
            let path = entry?.path();
            if let Some(name) = path.file_name().filter(|_| path.extension().is_some_and(|end| end == "onnx")) {
                fs::rename(&path, folder.join(name)).with_context(|| format!("moving `{}`", path.display()))?;
                laid += 1;
            }
        }
        ensure!(laid > 0, "the wheel of `{WHEEL}` has no models");
        fs::remove_dir_all(&unpacked).with_context(|| format!("removing `{}`", unpacked.display()))
    })
}

/// Returns the folder with the models.
pub(crate) fn folder(root: &Path) -> String {
    root.join(FOLDER).display().to_string()
}

fn only(folder: &Path, ending: &str) -> Result<String> {
    let mut names = fs::read_dir(folder)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .find(|name| name.ends_with(ending))
        .with_context(|| format!("pip left no `.{ending}` in `{}`", folder.display()))
}
