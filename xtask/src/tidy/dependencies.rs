//! Checks third-party code: licences, sources, bans, and duplicate versions, from `cargo metadata`.
//!
//! Covers what this machine builds, including tests; not what another system would build, nor `web`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Report, Tree, list, text};

/// The licences that our dependencies may have. All but the last are permissive with attribution.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "IJG",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    // Only requires the source of its own files, which crates.io has: cssparser and dtoa-short, option-ext.
    "MPL-2.0",
];

/// The only allowed source of code.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Crates that must not return through another crate's default features, and why.
const BANNED: &[(&str, &str)] = &[
    ("async-std", "tokio is the one runtime"),
    ("aws-lc-rs", "ring is the one cryptography; a second one takes a minute to build"),
    ("aws-lc-sys", "ring is the one cryptography; a second one takes a minute to build"),
    ("image", "pictures are PNG, and `png` reads and writes them"),
    ("native-tls", "rustls is the one TLS, the same on every machine"),
    ("openssl-sys", "rustls is the one TLS, the same on every machine"),
    ("rust-embed", "`server/build.rs` embeds the page"),
    ("ts-rs", "the TypeScript comes from the JSON Schemas"),
];

/// Crates that others bring (both come with async-nats) and our own crates do not use, and why.
const NOT_OURS: &[(&str, &str)] = &[
    ("regex", "readers are hand-written scanners; where a pattern is data, `regex-lite` is enough"),
    ("time", "jiff is the one calendar"),
];

/// Crates with several versions, and who causes that. An outdated line is a problem.
const DOUBLED: &[(&str, &str)] = &[
    ("base64", "axum has 0.22, reqwest and hyper-util 0.23"),
    ("bitflags", "1 is named by a feature of jiff that nobody switches on; it is not built"),
    ("cpufeatures", "sha1, sha2 and md-5 have 0.2, the rand of rmcp 0.3"),
    ("getrandom", "rsa and ring have 0.2, all others 0.3, the rand of rmcp 0.4"),
    ("rand", "rsa has 0.8, tungstenite and proptest 0.9, rmcp 0.10"),
    ("rand_chacha", "comes with rand"),
    ("rand_core", "comes with rand"),
    ("syn", "divan's macros have 2, all others 3; only benchmarks need it"),
];

/// Checks every package against the lists above.
pub(super) fn check(tree: &Tree, report: &mut Report) {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in list(&tree.metadata, "packages") {
        let (name, version) = (text(package, "name"), text(package, "version"));
        versions.entry(name).or_default().push(version);
        report.problems.extend(unwelcome(package).map(|why| format!("the dependency `{name}` {version} {why}")));
    }
    report.problems.extend(doubled(&versions, DOUBLED));
}

/// Returns unexpected duplicate versions, and expected ones that are gone.
fn doubled(versions: &BTreeMap<&str, Vec<&str>>, expected: &[(&str, &str)]) -> Vec<String> {
    const LIST: &str = "the list in xtask/src/tidy/dependencies.rs";
    let mut problems = Vec::new();
    let several: BTreeMap<_, _> = versions.iter().filter(|(_, versions)| versions.len() > 1).collect();
    for (name, versions) in &several {
        if !expected.iter().any(|(known, _)| known == *name) {
            problems.push(format!(
                "`{name}` has the versions {}; agree on one (`cargo tree --workspace -i {name}@{}` shows who needs it), \
                 or add it to {LIST} with the reason",
                versions.join(" and "),
                versions[0]
            ));
        }
    }
    let stale = expected.iter().filter(|(name, _)| !several.contains_key(name));
    problems.extend(stale.map(|(name, _)| format!("`{name}` has only one version: remove it from {LIST}")));
    problems
}

/// Returns why a package is not allowed, if so.
fn unwelcome(package: &Value) -> Option<String> {
    let name = text(package, "name");
    if let Some((_, why)) = BANNED.iter().find(|(banned, _)| *banned == name) {
        return Some(format!("is banned: {why}"));
    }
    let source = &package["source"];
    let used = list(package, "dependencies").iter().map(|dependency| text(dependency, "name"));
    let used = used.filter(|_| source.is_null()).find_map(|used| NOT_OURS.iter().find(|(name, _)| *name == used));
    if let Some((used, why)) = used {
        return Some(format!("uses `{used}`: {why}"));
    }
    if !source.is_null() && source != SOURCE {
        return Some(format!("comes from `{}`; only crates.io is a source", text(package, "source")));
    }
    let licence = text(package, "license");
    match allowed(licence) {
        Some(true) => None,
        Some(false) => Some(format!("has the licence `{licence}`, which is not among those we accept")),
        None => Some(format!("has the licence `{licence}`, which is not an SPDX expression; check it")),
    }
}

/// Whether our licences satisfy an SPDX expression; `None` if it cannot be parsed.
fn allowed(expression: &str) -> Option<bool> {
    // Older crates write `MIT/Apache-2.0`, which crates.io treats as `OR`.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let verdict = either(&mut rest)?;
    rest.is_empty().then_some(verdict)
}

/// `a OR b OR …`: one is enough.
fn either(words: &mut &[&str]) -> Option<bool> {
    let mut verdict = both(words)?;
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        verdict |= both(words)?;
    }
    Some(verdict)
}

/// `a AND b AND …`: all are required.
fn both(words: &mut &[&str]) -> Option<bool> {
    let mut verdict = one(words)?;
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        verdict &= one(words)?;
    }
    Some(verdict)
}

/// A licence, or an expression in brackets. An exception (`WITH`) only ever adds permissions.
fn one(words: &mut &[&str]) -> Option<bool> {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let verdict = either(words)?;
            let [")", rest @ ..] = *words else { return None };
            *words = rest;
            Some(verdict)
        }
        [")" | "OR" | "AND" | "WITH", ..] | [] => None,
        [licence, "WITH", exception, rest @ ..] if *exception != ")" => {
            *words = rest;
            Some(LICENCES.contains(licence))
        }
        [licence, rest @ ..] => {
            *words = rest;
            Some(LICENCES.contains(licence))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(expression: &str, expected: Option<bool>) {
        assert_eq!(allowed(expression), expected, "{expression}");
    }

    #[test]
    fn a_licence_is_one_that_we_take() {
        check("MIT", Some(true));
        check("GPL-3.0-only", Some(false));
        check("Apache-2.0 OR GPL-2.0-only", Some(true));
        check("MIT AND GPL-2.0-only", Some(false));
        check("(MIT OR GPL-2.0-only) AND Unicode-3.0", Some(true));
        check("MIT OR GPL-2.0-only AND AGPL-3.0-only", Some(true));
        check("MIT/Apache-2.0", Some(true));
        check("Apache-2.0 WITH LLVM-exception", Some(true));
        check("GPL-2.0 WITH Classpath-exception-2.0", Some(false));
        for unreadable in ["", "MIT OR", "(MIT", "MIT)", "MIT Apache-2.0", "OR MIT", "MIT WITH"] {
            check(unreadable, None);
        }
    }

    #[track_caller]
    fn package(name: &str, source: Option<&str>, licence: Option<&str>, expected: Option<&str>) {
        let found = unwelcome(&json!({ "name": name, "source": source, "license": licence }));
        let same = match (&found, expected) {
            (Some(found), Some(expected)) => found.contains(expected),
            (found, expected) => found.is_none() && expected.is_none(),
        };
        assert!(same, "{name}: {found:?} instead of {expected:?}");
    }

    #[test]
    fn a_package_is_welcome_or_it_is_said_why_not() {
        package("serde", Some(SOURCE), Some("MIT OR Apache-2.0"), None);
        package("action", None, Some("MIT OR Apache-2.0"), None);
        package("serde", Some("git+https://example.com/serde"), Some("MIT"), Some("only crates.io"));
        package("native-tls", Some(SOURCE), Some("MIT"), Some("rustls is the one TLS"));
        package("time", Some(SOURCE), Some("MIT"), None);
        package("x", Some(SOURCE), Some("AGPL-3.0-only"), Some("`AGPL-3.0-only`, which is not among"));
        package("x", Some(SOURCE), None, Some("not an SPDX expression"));
    }

    #[test]
    fn what_others_bring_is_not_for_our_own_crates() {
        let uses = |source: Option<&str>, name: &str| {
            unwelcome(&json!({ "name": "x", "source": source, "license": "MIT", "dependencies": [{ "name": name }] }))
        };
        assert!(uses(None, "time").unwrap().contains("jiff is the one calendar"));
        assert_eq!((uses(None, "jiff"), uses(Some(SOURCE), "time")), (None, None));
    }

    #[test]
    fn a_second_version_has_a_reason() {
        let versions = BTreeMap::from([("a", vec!["1.0.0"]), ("b", vec!["1.0.0", "2.0.0"])]);
        assert_eq!(doubled(&versions, &[("b", "why")]), [""; 0]);
        assert!(doubled(&versions, &[])[0].starts_with("`b` has the versions 1.0.0 and 2.0.0; "));
        assert!(doubled(&versions, &[("b", "why"), ("a", "why")])[0].starts_with("`a` has only one version"));
    }
}
