//! Compares the generated files with those on disk, and writes the differences.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{COMMAND, FOLDERS};

/// How a file on disk differs from the generated one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It does not exist.
    Missing(PathBuf),
    /// It has other content.
    Stale(PathBuf),
    /// It was generated once and has no source any more.
    Orphaned(PathBuf),
    /// It is in a generated folder, but written by hand.
    Foreign(PathBuf),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, problem) = match self {
            Self::Missing(path) => (path, "generated, but missing"),
            Self::Stale(path) => (path, "generated, but stale"),
            Self::Orphaned(path) => (path, "generated once, but nothing generates it any more"),
            Self::Foreign(path) => (path, "written by hand, but this folder holds generated files only; move it"),
        };
        write!(f, "{}: {problem}", path.display())
    }
}

/// Returns the differences between the wanted files and the present ones. Pure.
pub fn compare(wanted: &[(PathBuf, String)], present: &BTreeMap<PathBuf, String>) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (path, content) in wanted {
        match present.get(path) {
            None => differences.push(Difference::Missing(path.clone())),
            Some(found) if found != content => differences.push(Difference::Stale(path.clone())),
            Some(_) => {}
        }
    }
    let names: BTreeSet<&PathBuf> = wanted.iter().map(|(path, _)| path).collect();
    for (path, content) in present.iter().filter(|(path, _)| !names.contains(path)) {
        let generated = content.lines().take(2).any(|line| line.contains(COMMAND));
        let kind = if generated { Difference::Orphaned } else { Difference::Foreign };
        differences.push(kind(path.clone()));
    }
    differences
}

/// Returns the files in the generated folders, by path from `root`.
///
/// # Errors
/// If a folder or a file cannot be read.
pub fn present(root: &Path) -> Result<BTreeMap<PathBuf, String>> {
    let mut files = BTreeMap::new();
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(PathBuf::from).collect();
    while let Some(folder) = folders.pop() {
        let absolute = root.join(&folder);
        if !absolute.exists() {
            continue;
        }
        for entry in fs::read_dir(&absolute).with_context(|| format!("reading `{}`", absolute.display()))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(entry.path()).with_context(|| format!("reading `{}`", path.display()))?;
                files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
            }
        }
    }
    Ok(files)
}

/// Updates the disk: writes differing files, removes orphaned ones. Returns the changes.
///
/// # Errors
/// If a file was written by hand, or one cannot be written or removed.
pub fn write(root: &Path, wanted: &[(PathBuf, String)]) -> Result<Vec<Difference>> {
    let differences = compare(wanted, &present(root)?);
    if let Some(foreign) = differences.iter().find(|each| matches!(each, Difference::Foreign(_))) {
        bail!("{foreign}");
    }
    let contents: BTreeMap<&PathBuf, &String> = wanted.iter().map(|(path, content)| (path, content)).collect();
    for difference in &differences {
        match difference {
            Difference::Missing(path) | Difference::Stale(path) => {
                let target = root.join(path);
                if let Some(folder) = target.parent() {
                    fs::create_dir_all(folder).with_context(|| format!("creating `{}`", folder.display()))?;
                }
                let content = contents.get(path).map(|content| content.as_str()).unwrap_or_default();
                fs::write(&target, content).with_context(|| format!("writing `{}`", path.display()))?;
            }
            Difference::Orphaned(path) => {
                fs::remove_file(root.join(path)).with_context(|| format!("removing `{}`", path.display()))?;
            }
            Difference::Foreign(_) => {}
        }
    }
    Ok(differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GENERATED: &str = "// Generated from x. Written by `cargo xtask codegen`; do not edit.\n";

    fn check(wanted: &[(&str, &str)], present: &[(&str, &str)], expected: &[&str]) {
        let own = |(path, content): &(&str, &str)| (PathBuf::from(path), (*content).to_owned());
        let wanted: Vec<_> = wanted.iter().map(own).collect();
        let found: Vec<String> =
            compare(&wanted, &present.iter().map(own).collect()).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "`{found}` does not begin with `{expected}`");
        }
    }

    #[test]
    fn what_differs() {
        check(&[("schema/a.json", "1")], &[("schema/a.json", "1")], &[]);
        check(&[("schema/a.json", "1")], &[], &["schema/a.json: generated, but missing"]);
        check(&[("schema/a.json", "1")], &[("schema/a.json", "2")], &["schema/a.json: generated, but stale"]);
        check(&[], &[("schema/b.json", GENERATED)], &["schema/b.json: generated once"]);
        check(&[], &[("schema/b.json", "mine")], &["schema/b.json: written by hand"]);
    }

    #[test]
    fn writing_leaves_nothing_to_write_and_removes_orphans_only() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("schema")).unwrap();
        fs::write(root.join("schema/old.json"), GENERATED).unwrap();
        let wanted = [(PathBuf::from("web/src/protocol/a.ts"), GENERATED.to_owned())];

        assert_eq!(write(root, &wanted).unwrap().len(), 2);
        assert_eq!(write(root, &wanted).unwrap(), []);
        assert!(!root.join("schema/old.json").exists());

        fs::write(root.join("schema/mine.json"), "mine").unwrap();
        assert!(write(root, &[]).unwrap_err().to_string().contains("schema/mine.json"));
        assert!(root.join("schema/mine.json").exists() && root.join("web/src/protocol/a.ts").exists());
    }
}
