//! Runs the property tests once more, with a new seed.
//!
//! All other tests run with the seed in `.cargo/config.toml`, so that a failure comes from a change and not from bad
//! luck. This run looks for cases that the fixed seed never makes. It prints its seed; `cargo xtask properties --seed
//! N` repeats a failure.
//!
//! A property test is a function inside `proptest!`. They are found in the sources, so that none can be forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::path::Path;

use anyhow::{Result, ensure};

use crate::run::{Program, step};
use crate::{commands, installed, needs};

/// Runs the property tests with this seed, or with a fresh one.
pub(crate) fn properties(root: &Path, seed: Option<u32>) -> Result<()> {
    let seed = seed.unwrap_or_else(fresh_seed);
    let alone = format!("cargo xtask properties --seed {seed}");
    step(&format!("property tests with the fresh seed {seed}"), &alone, || {
        let names = names(root)?;
        ensure!(!names.is_empty(), "no property test was found");
        program(root, &names, seed).run()
    })
}

/// Returns a seed that differs from run to run; the standard library seeds its hash tables with system randomness.
fn fresh_seed() -> u32 {
    let bits = std::hash::RandomState::new().build_hasher().finish();
    u32::try_from(bits >> 32).unwrap_or_default()
}

fn program(root: &Path, names: &BTreeSet<String>, seed: u32) -> Program {
    let tests = if needs::nextest(root) {
        let last: Vec<&str> = names.iter().map(String::as_str).collect();
        let filter = format!("test(/(^|::)({})$/)", last.join("|"));
        let threads = commands::test_threads();
        Program::new(root, &format!("cargo nextest run --workspace --lib --bins --tests --test-threads {threads} -E"))
            .with([filter])
    } else {
        Program::new(root, "cargo test --workspace --lib --bins --tests --").with(names.iter().cloned())
    };
    installed::tell(root, tests).with_env("PROPTEST_RNG_SEED", &seed.to_string())
}

/// Returns the names of all property tests of the workspace's crates.
fn names(root: &Path) -> Result<BTreeSet<String>> {
    let listed = Program::new(root, "git ls-files --cached --others --exclude-standard -z crates phone").output()?;
    let mut names = BTreeSet::new();
    for path in listed.split('\0').filter(|path| path.ends_with(".rs")) {
        // A deleted file may still be in the index.
        let Ok(text) = fs::read_to_string(root.join(path)) else { continue };
        if text.contains("proptest!") {
            let found = in_source(&text);
            ensure!(!found.is_empty(), "`{path}` uses `proptest!`, but no test was found in it");
            names.extend(found);
        }
    }
    Ok(names)
}

/// Returns the property tests of a source file. Relies on formatting: a block ends with a brace at its own indentation.
fn in_source(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut block: Option<usize> = None;
    let mut last = None;
    for line in text.lines() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        let function = code.strip_prefix("async ").unwrap_or(code).strip_prefix("fn ");
        let name =
            function.and_then(|rest| rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next());
        match (block, name) {
            (Some(begin), Some(name)) if indent == begin + 4 => _ = names.insert(name.to_owned()),
            (Some(begin), _) if indent == begin && code == "}" => block = None,
            (None, Some(name)) => last = Some(name.to_owned()),
            _ => {}
        }
        if block.is_none() && code.starts_with("proptest! {") {
            block = Some(indent);
        } else if block.is_none() && code.starts_with("proptest!(") {
            // The other form, inside a test.
            names.extend(last.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_tests_are_found_in_sources() {
        let check = |text: &str, expected: &[&str]| {
            let found = in_source(text);
            assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{text}");
        };
        check("#[test]\nfn plain() {}\n", &[]);
        check(
            "proptest! {\n    #[test]\n    fn one(a: u8) {\n        fn inner() {}\n    }\n\n    #[test]\n    fn two(\n        a: u8,\n    ) {\n    }\n}\n\nfn after() {}\n",
            &["one", "two"],
        );
        check(
            "mod tests {\n    proptest! {\n        #![proptest_config(x)]\n        #[test]\n        fn deep(a in x()) {}\n    }\n\n    fn helper() {}\n}\n",
            &["deep"],
        );
        check(
            "fn before() {}\n\n#[test]\nfn holder() {\n    proptest!(config(), |(a: u8)| {});\n}\n\nfn after() {}\n",
            &["holder"],
        );
    }

    /// Fails for a file with `proptest!` in which no test is found; and there are many tests.
    #[test]
    fn the_property_tests_of_this_workspace_are_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let names = names(root).unwrap();
        assert!(names.len() > 40, "{names:?}");
        for name in ["the_laws_hold_after_any_commands", "any_text_at_all_arrives"] {
            assert!(names.contains(name), "{names:?}");
        }
    }

    #[test]
    fn a_run_has_its_seed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let shown = program(root, &BTreeSet::from(["one".to_owned(), "two".to_owned()]), 99).shown(root);
        assert!(shown.contains("PROPTEST_RNG_SEED=99 ") && shown.contains("one"), "{shown}");
        assert_ne!(fresh_seed(), fresh_seed(), "one chance in four thousand million that they are the same");
    }
}
