//! Packs the word lists into one gzip file for `gate_words::files`: as plain text they would be 1.4 MB of the binary.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Separates the files; TOML and our text lists never contain this control character.
const SEPARATOR: &[u8] = b"\x1f";

fn main() -> Result<(), Box<dyn Error>> {
    let words = Path::new(env!("CARGO_MANIFEST_DIR")).join("words");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", words.display());
    let mut languages: Vec<PathBuf> =
        fs::read_dir(words.join("gate"))?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    languages.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    languages.retain(|path| !path.ends_with("common.toml"));
    languages.sort();
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("words.gz");
    let mut packed = GzEncoder::new(File::create(out)?, Compression::best());
    packed.write_all(&fs::read(words.join("vocabulary.txt"))?)?;
    for path in [words.join("gate/common.toml")].iter().chain(&languages) {
        packed.write_all(SEPARATOR)?;
        packed.write_all(&fs::read(path)?)?;
    }
    packed.finish()?;
    Ok(())
}
