//! `cargo xtask test --fast`: the checks that a change can affect, chosen by the graph of the crates.
//!
//! A change affects its own crate, every crate that imports it directly or indirectly, and the tests of every crate
//! that uses one of those only in tests. A change outside the crates (the lock file, the scenarios) affects all of
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::budget::Tested;
use crate::commands::{self, program};
use crate::run::{Program, step};
use crate::{installed, needs};

/// The folders that hold only generated files, beside `schema/`; `codegen` checks them.
const GENERATED: &[&str] = &["docs/reference/", "web/src/protocol/"];

/// What to check.
#[derive(Debug, Default, PartialEq, Eq)]
struct Affected {
    /// The crates whose tests run.
    crates: BTreeSet<String>,
    /// Whether the page's own tests run.
    page: bool,
}

/// One of our crates.
struct Member {
    name: String,
    /// Its folder, from the root.
    folder: String,
    imports: Vec<String>,
    in_tests: Vec<String>,
}

/// Checks everything that differs from `since`, and uncommitted changes.
pub(crate) fn fast(root: &Path, since: &str) -> Result<()> {
    let changed = changed(root, since)?;
    if changed.is_empty() {
        println!("nothing differs from `{since}`, so there is nothing to check");
        return Ok(());
    }
    let affected = affected(&members(root)?, &changed);
    let began = Instant::now();
    let names: Vec<&str> = affected.crates.iter().map(String::as_str).collect();
    println!(
        "{} changed files affect {}",
        changed.len(),
        if names.is_empty() { "no crate".into() } else { names.join(", ") }
    );
    program(root, "format", Program::new(root, "cargo fmt --all --check"))?;
    step("tidy", "cargo xtask tidy", || commands::tidy(root))?;
    if !affected.crates.is_empty() {
        program(root, "lints", Program::new(root, "cargo clippy --workspace --all-targets -- -D warnings"))?;
        program(root, "tests", tests(root, &affected.crates))?;
    }
    if affected.page {
        let web = root.join("web");
        program(root, "page: types", Program::new(&web, "npx tsc --noEmit"))?;
        program(root, "page: tests", Program::new(&web, "npm test"))?;
    }
    if affected.crates.len() == 1 && !affected.page {
        Tested::OneLeaf.note(root, began.elapsed())?;
    }
    println!("\nAll checks that the change can affect passed; `cargo xtask test` checks everything.");
    Ok(())
}

/// Returns the tests of these crates. The whole workspace is built either way: with a selection of packages Cargo would
/// choose other features, and compile half of it again.
fn tests(root: &Path, crates: &BTreeSet<String>) -> Program {
    let tests = if needs::nextest(root) {
        let filter: Vec<String> = crates.iter().map(|name| format!("package(={name})")).collect();
        // A crate may have no tests of its own.
        let threads = commands::test_threads();
        Program::new(root, &format!("cargo nextest run --workspace --no-tests=pass --test-threads {threads} -E"))
            .with([filter.join(" + ")])
    } else {
        let packages = crates.iter().flat_map(|name| ["-p".to_owned(), name.clone()]);
        Program::new(root, "cargo test --lib --bins --tests").with(packages)
    };
    installed::tell(root, tests)
}

/// Returns the changed files, from the root.
fn changed(root: &Path, since: &str) -> Result<BTreeSet<String>> {
    let differ = Program::new(root, "git diff --name-only -z").with([since, "--"]).output()?;
    let new = Program::new(root, "git ls-files --others --exclude-standard -z").output()?;
    Ok(differ.split('\0').chain(new.split('\0')).filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

/// Returns our crates, from `cargo metadata`.
fn members(root: &Path) -> Result<Vec<Member>> {
    let metadata = Program::new(root, "cargo metadata --locked --no-deps --format-version 1").output()?;
    let metadata: Value = serde_json::from_str(&metadata).context("the output of `cargo metadata`")?;
    let packages = metadata["packages"].as_array().context("`cargo metadata` names no packages")?;
    let member = |package: &Value| {
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?.strip_prefix(root).ok()?.to_str()?;
        let (mut imports, mut in_tests) = (Vec::new(), Vec::new());
        for dependency in package["dependencies"].as_array()?.iter().filter(|each| each["path"].is_string()) {
            let of = if dependency["kind"] == "dev" { &mut in_tests } else { &mut imports };
            of.push(dependency["name"].as_str()?.to_owned());
        }
        Some(Member { name: package["name"].as_str()?.to_owned(), folder: folder.to_owned(), imports, in_tests })
    };
    packages.iter().map(|package| member(package).context("a package of `cargo metadata` is incomplete")).collect()
}

/// Returns what a change of these files can affect.
fn affected(members: &[Member], changed: &BTreeSet<String>) -> Affected {
    let mut found = Affected::default();
    let folders: BTreeMap<&str, &str> =
        members.iter().map(|member| (member.folder.as_str(), member.name.as_str())).collect();
    let mut all = false;
    for path in changed {
        if GENERATED.iter().any(|folder| path.starts_with(folder)) {
            found.crates.insert("codegen".to_owned());
        }
        let of =
            folders.iter().find(|(folder, _)| path.strip_prefix(**folder).is_some_and(|rest| rest.starts_with('/')));
        match of {
            Some((_, name)) => _ = found.crates.insert((*name).to_owned()),
            None if path.starts_with("web/") => found.page = true,
            // Text for people, which `tidy` reads.
            None if path.ends_with(".md") || path.starts_with("docs/") => {}
            None => all = true,
        }
    }
    if all {
        found.crates = members.iter().map(|member| member.name.clone()).collect();
        return found;
    }
    let imports = |member: &Member, crates: &BTreeSet<String>| member.imports.iter().any(|name| crates.contains(name));
    while let Some(more) = members.iter().find(|it| !found.crates.contains(&it.name) && imports(it, &found.crates)) {
        found.crates.insert(more.name.clone());
    }
    let in_tests = |member: &&Member| member.in_tests.iter().any(|name| found.crates.contains(name));
    let tested: Vec<String> = members.iter().filter(in_tests).map(|member| member.name.clone()).collect();
    found.crates.extend(tested);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(changed: &[&str], crates: &[&str], page: bool) {
        let member = |name: &str, folder: &str, imports: &[&str], in_tests: &[&str]| Member {
            name: name.to_owned(),
            folder: folder.to_owned(),
            imports: imports.iter().map(|name| (*name).to_owned()).collect(),
            in_tests: in_tests.iter().map(|name| (*name).to_owned()).collect(),
        };
        let members = [
            member("action", "crates/action", &[], &[]),
            member("act", "crates/act", &[], &[]),
            member("device", "crates/device", &["action"], &["sim"]),
            member("fingertip", "crates/fingertip", &["device", "sim"], &[]),
            member("sim", "phone/sim", &["shell"], &[]),
            member("shell", "phone/shell", &[], &[]),
        ];
        let changed = changed.iter().map(|path| (*path).to_owned()).collect();
        let crates = crates.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(affected(&members, &changed), Affected { crates, page }, "{changed:?}");
    }

    #[test]
    fn a_change_affects_who_imports_it_and_who_tests_with_it() {
        check(&["crates/fingertip/src/main.rs"], &["fingertip"], false);
        check(&["crates/action/src/lib.rs"], &["action", "device", "fingertip"], false);
        check(&["crates/act/src/lib.rs"], &["act"], false);
        check(&["phone/shell/src/lib.rs"], &["device", "fingertip", "shell", "sim"], false);
        check(&["web/src/main.tsx", "README.md", "docs/protocol.md"], &[], true);
        check(&["web/src/protocol/os.ts"], &["codegen"], true);
        check(&["docs/reference/gate.md"], &["codegen"], false);
        check(&["scenarios/plans.jsonl"], &["act", "action", "device", "fingertip", "shell", "sim"], false);
        check(&["Cargo.lock"], &["act", "action", "device", "fingertip", "shell", "sim"], false);
    }
}
