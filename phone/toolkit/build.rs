//! Packs the fonts for `text`: unpacked they would be 1 MB more of the binary.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", assets.display());
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    for entry in fs::read_dir(assets)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ttf")
            && let Some(name) = path.file_name()
        {
            let mut packed = GzEncoder::new(File::create(out.join(name))?, Compression::best());
            packed.write_all(&fs::read(&path)?)?;
            packed.finish()?;
        }
    }
    Ok(())
}
