//! A test skips through `absent::skipped` or not at all: under `cargo xtask test` that fails, and nothing that was not
//! tested looks green. A test that decides by itself what the full suite is, or prints that it skips, goes around it.

use super::{Report, Tree};

/// The one place.
const ABSENT: &str = "crates/adb/tests/wire/absent.rs";
/// What goes around it, each with its quote so that a comment may name it.
const AROUND: &[&str] = &["\"FINGERTIP_TEST_ALL\"", "println!(\"skip", "eprintln!(\"skip"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for (path, text) in tree.ending(&[".rs"]) {
        let tests = path.starts_with("crates/") && (path.contains("/tests/") || path.ends_with("/tests.rs"));
        if !tests || path == ABSENT {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            if AROUND.iter().any(|words| line.contains(words)) {
                report.problems.push(format!("{path}:{}: a test skips by itself; call `absent::skipped`", index + 1));
            }
        }
    }
}
