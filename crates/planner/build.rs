//! Lists the files of `grammar/`, a folder for each language, for `src/grammar/built_in.rs` to include. A language or a
//! file is added by adding it to the folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("grammar");
    println!("cargo::rerun-if-changed=grammar");
    let mut languages = names(&root)?;
    languages.retain(|name| !name.contains('.'));
    // English first: it is asked first, and speaks where another language has no words.
    languages.sort_by_key(|name| (name != "en", name.clone()));
    let mut code = "&[\n".to_owned();
    for language in &languages {
        let folder = root.join(language);
        let _ = writeln!(code, "({language:?}, &[");
        for file in files(&folder, "")? {
            let _ = writeln!(code, "({file:?}, include_str!({:?})),", folder.join(format!("{file}.txt")));
        }
        code.push_str("]),\n");
    }
    code.push_str("]\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("languages.rs"), code)
}

/// The names in a folder, in order.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names: Vec<String> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<_>>()?;
    names.sort();
    Ok(names)
}

/// The text files of a language without their ending, those of its folders with the folder's name: `list/app`.
fn files(folder: &Path, prefix: &str) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for name in names(folder)? {
        if let Some(name) = name.strip_suffix(".txt") {
            found.push(format!("{prefix}{name}"));
        } else if folder.join(&name).is_dir() {
            found.extend(files(&folder.join(&name), &format!("{prefix}{name}/"))?);
        }
    }
    Ok(found)
}
