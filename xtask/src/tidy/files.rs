//! Checks the names, lengths, heads and forbidden contents of files.

use super::{Report, Tree, is_generated};

/// A longer file deserves a thought.
const LONG: usize = 500;
/// A longer file must be split.
const TOO_LONG: usize = 800;

/// Names that fit anything, so that everything ends up there.
const SPRAWL: &[&str] = &["utils", "util", "helpers", "helper", "common", "core", "types"];

/// Folders of a developer's machine. Concatenated here, or this file would be a finding itself.
const MACHINES: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/tm", "p/w")];

const SOURCES: &[&str] = &[".rs", ".ts", ".tsx"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for (path, text) in tree.ending(SOURCES).filter(|(_, text)| !is_generated(text)) {
        size(path, text, report);
        name(path, report);
        head(path, text, report);
    }
    for (path, text) in tree.ending(&[""]) {
        machine(path, text, report);
    }
    for (path, text) in tree.ending(&["package-lock.json"]) {
        if text.contains("\"resolved\"") {
            report.problems.push(format!("{path}: names its registry; remove its `resolved` fields"));
        }
    }
}

fn size(path: &str, text: &str, report: &mut Report) {
    let lines = text.lines().count();
    if lines > TOO_LONG {
        report.problems.push(format!("{path}: {lines} lines, more than {TOO_LONG}; split it"));
    } else if lines > LONG {
        report.warnings.push(format!("{path}: {lines} lines, more than {LONG}; think again"));
    }
}

fn name(path: &str, report: &mut Report) {
    if path.ends_with("/mod.rs") {
        report.problems.push(format!("{path}: a module is `name.rs` next to `name/`, never `mod.rs`"));
    }
    let stem = |part: &str| part.split_once('.').map_or_else(|| part.to_owned(), |(stem, _)| stem.to_owned());
    if let Some(part) = path.split('/').map(stem).find(|part| SPRAWL.contains(&part.as_str())) {
        report.problems.push(format!("{path}: `{part}` says nothing; name it after its contents"));
    }
}

/// Every source file states its purpose at the top.
fn head(path: &str, text: &str, report: &mut Report) {
    let mut parts = path.split('/');
    let of_a_crate = matches!(
        (parts.next(), parts.next(), parts.next()),
        (Some("crates" | "phone"), Some(_), Some("src")) | (Some("codegen" | "xtask"), Some("src"), _)
    );
    // An inner attribute may precede it, a licence or a blank line may not.
    let begins = text.lines().find(|line| !line.starts_with("#!["));
    if of_a_crate && path.ends_with(".rs") && !begins.is_some_and(|line| line.starts_with("//! ")) {
        report.problems.push(format!("{path}: does not begin with `//! ` and its purpose"));
    }
}

/// Finds a path that begins at the root; `docs/work/` does not.
fn machine(path: &str, text: &str, report: &mut Report) {
    for (index, line) in text.lines().enumerate() {
        for folder in MACHINES {
            let outside = |at: usize| {
                !line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-~$}>".contains(before))
            };
            if line.match_indices(folder).any(|(at, _)| outside(at)) {
                report.problems.push(format!("{path}:{}: `{folder}` is a path of a developer's machine", index + 1));
            }
        }
    }
}
