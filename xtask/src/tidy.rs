//! The checks that no compiler does: the imports between crates and inside them, third-party code, the size and head of
//! files and rooms, names that invite sprawl, words that break a law, the conformance table, and paths of a developer's
//! machine. Whether generated files are current is a test of `codegen`.
//!
//! Every check is pure over a [`Tree`], which a test writes by hand and [`Tree::read`] takes from git.

mod acting;
mod arrows;
mod circles;
mod conformance;
mod dependencies;
mod files;
mod forbidden;
mod rooms;
mod skips;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::run::Program;

/// The repository as the checks see it.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// Every text file that git tracks or would track, by its path from the root.
    files: BTreeMap<String, String>,
    /// The output of `cargo metadata` for the workspace and all its dependencies.
    metadata: Value,
}

/// The findings.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Problems, which fail the check.
    pub(crate) problems: Vec<String>,
    /// Warnings, which deserve a thought.
    pub(crate) warnings: Vec<String>,
    /// Rows of the conformance table that name their proof.
    pub(crate) proven: usize,
    /// Rows that are still open.
    pub(crate) open: usize,
}

impl Tree {
    /// Reads the tracked files and those that are neither tracked nor ignored.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let listed = Program::new(root, "git ls-files --cached --others --exclude-standard -z").output()?;
        let mut files = BTreeMap::new();
        for path in listed.split('\0').filter(|path| !path.is_empty()) {
            // A deleted file may still be in the index; a picture is no text.
            let Ok(bytes) = fs::read(root.join(path)) else { continue };
            if let Ok(text) = String::from_utf8(bytes) {
                files.insert(path.to_owned(), text);
            }
        }
        // The dependencies of other systems are not on this machine, and need not be fetched to be checked.
        let version = Program::new(root, "rustc --version --verbose").output()?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("`rustc` names no host")?;
        let metadata = Program::new(root, "cargo metadata --locked --format-version 1 --filter-platform").with([host]);
        let metadata = metadata.output()?;
        let metadata = serde_json::from_str(&metadata).context("the output of `cargo metadata`")?;
        Ok(Self { files, metadata })
    }

    /// Returns the files whose path ends with one of `endings`.
    fn ending<'t>(&'t self, endings: &'t [&str]) -> impl Iterator<Item = (&'t str, &'t str)> {
        let files = self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        files.filter(|(path, _)| endings.iter().any(|ending| path.ends_with(ending)))
    }
}

/// Runs every check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut report = Report::default();
    acting::check(tree, &mut report);
    arrows::check(tree, &mut report);
    circles::check(tree, &mut report);
    dependencies::check(tree, &mut report);
    files::check(tree, &mut report);
    forbidden::check(tree, &mut report);
    rooms::check(tree, &mut report);
    skips::check(tree, &mut report);
    conformance::check(tree, &mut report);
    report
}

/// Returns the crate of a source file, and its path below `src`: of the product or of its phone.
fn in_crate(path: &str) -> Option<(&str, &str)> {
    let path = ["crates/", "phone/"].iter().find_map(|house| path.strip_prefix(house))?;
    path.split_once("/src/")
}

/// Whether a file's first lines say that `codegen` wrote it.
fn is_generated(text: &str) -> bool {
    text.lines().take(2).any(|line| line.contains("Written by `cargo xtask codegen`; do not edit."))
}

/// Returns the numbered lines of a Rust file without its comments and without what only tests compile.
fn product_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut of_a_test = None;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        match of_a_test {
            // An item ends where a line of its own indentation closes it, or at once.
            Some(TestItem::Begins) if !trimmed.starts_with("#[") => {
                of_a_test = (!trimmed.ends_with([';', '}'])).then_some(TestItem::Ends(indent));
                return None;
            }
            Some(TestItem::Ends(at)) => {
                if indent == at && (trimmed.starts_with('}') || trimmed.ends_with(';')) {
                    of_a_test = None;
                }
                return None;
            }
            Some(TestItem::Begins) => return None,
            None => {}
        }
        if trimmed == "#[cfg(test)]" {
            of_a_test = Some(TestItem::Begins);
            return None;
        }
        (!trimmed.starts_with("//")).then(|| (index + 1, line.split(" // ").next().unwrap_or(line)))
    })
}

/// Where [`product_lines`] is in an item that only tests compile.
#[derive(Clone, Copy)]
enum TestItem {
    /// Its attribute was read.
    Begins,
    /// It ends with the next line of this indentation that closes it.
    Ends(usize),
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests;
