//! A test skips through `absent::skipped` or not at all: under `cargo xtask test` that fails, so nothing untested looks
//! green. A test that checks for the full suite by itself, or prints that it skips, bypasses this.

use super::{Report, Tree};

/// The only allowed place.
const ABSENT: &str = "crates/adb/tests/wire/absent.rs";
/// Texts that bypass it, each with its quote so that a comment may name it.
const AROUND: &[&str] = &["\"FINGERTIP_TEST_ALL\"", "println!(\"skip", "eprintln!(\"skip"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for (path, text) in tree.ending(&[".rs"]) {
        let tests = (path.starts_with("crates/") || path.starts_with("phone/"))
            && (path.contains("/tests/") || path.ends_with("/tests.rs"));
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
