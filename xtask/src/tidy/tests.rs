//! Small repositories, and the problems in them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;

/// Runs one check on a repository with these files.
fn found(check: fn(&Tree, &mut Report), files: &[(&str, &str)], metadata: Value) -> Report {
    let files: BTreeMap<String, String> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let mut report = Report::default();
    check(&Tree { files, metadata }, &mut report);
    report
}

/// Each expected text must be part of the message at its position.
#[track_caller]
fn same(messages: &[String], expected: &[&str]) {
    assert_eq!(messages.len(), expected.len(), "{messages:?}");
    for (message, expected) in messages.iter().zip(expected) {
        assert!(message.contains(expected), "`{message}` does not say `{expected}`");
    }
}

#[track_caller]
fn imports(name: &str, dependencies: &[(&str, &str)], expected: &[&str]) {
    let dependencies: Vec<Value> = dependencies
        .iter()
        .map(|(name, kind)| match *kind {
            "outside" => json!({ "name": name, "kind": null }),
            "dev" => json!({ "name": name, "kind": "dev", "path": "crates/x" }),
            "phone" => json!({ "name": name, "kind": null, "path": "phone/x" }),
            _ => json!({ "name": name, "kind": null, "path": "crates/x" }),
        })
        .collect();
    let metadata = json!({ "packages": [{ "name": name, "dependencies": dependencies }] });
    same(&found(arrows::check, &[], metadata).problems, expected);
}

#[test]
fn arrows_point_down() {
    imports("action", &[("serde", "outside")], &[]);
    imports("device", &[("adb", ""), ("action", "")], &[]);
    imports("action", &[("device", "")], &["`action` imports `device`"]);
    imports("adbd", &[("adb", ""), ("action", "")], &["`adbd` imports `action`"]);
    imports("sim", &[("action", "dev")], &["`sim` imports `action`"]);
    imports("device", &[("sim", "dev")], &[]);
    imports("device", &[("sim", "")], &["`device` imports `sim`"]);
    imports("fingertip", &[("server", ""), ("sim", "")], &[]);
    imports("fingertip", &[("framework", "phone")], &["`fingertip` imports `framework`"]);
    imports("framework", &[("apps", "dev"), ("shell", "")], &[]);
    imports("framework", &[("apps", "")], &["`framework` imports `apps`"]);
    imports("extras", &[], &["the crate `extras` is not in the table"]);
}

#[test]
fn a_word_that_breaks_a_law_is_found() {
    let law = |path: &str, text: &str, expected: &[&str]| {
        same(&found(forbidden::check, &[(path, text)], Value::Null).problems, expected);
    };
    law(
        "crates/action/src/a.rs",
        "one\nuse std::fs;\nstd::fs::read(x);",
        &["a.rs:2: `std::fs` in the crate `action`: it is pure"],
    );
    law(
        "crates/action/src/a.rs",
        "let a = my_std::fs_of(x); // std::fs\n#[cfg(test)]\nmod tests { use std::fs; }",
        &[],
    );
    law("crates/action/src/a/tests.rs", "use std::fs;", &[]);
    law("crates/device/src/a.rs", "use std::fs;", &[]);
    law("crates/server/src/a.rs", "let (a, b) = mpsc::unbounded_channel();", &["nothing grows without bound"]);
}

#[test]
fn a_test_that_skips_by_itself_is_found() {
    let skips = |path: &str, text: &str, expected: &[&str]| {
        same(&found(skips::check, &[(path, text)], Value::Null).problems, expected);
    };
    let asks = "one\nassert!(std::env::var_os(\"FINGERTIP_TEST_ALL\").is_none());";
    skips("crates/a/tests/b.rs", asks, &["b.rs:2: a test skips by itself"]);
    skips("crates/a/src/b/tests.rs", "eprintln!(\"skipped: no adb\");", &["tests.rs:1: "]);
    skips("crates/a/tests/b.rs", "absent::skipped(\"adb\"); // see FINGERTIP_TEST_ALL", &[]);
    skips("crates/adb/tests/wire/absent.rs", asks, &[]);
    skips("xtask/src/commands.rs", asks, &[]);
}

#[test]
fn files_that_import_each_other_are_told() {
    let circle = |files: &[(&str, &str)], problems: &[&str]| {
        let report = found(circles::check, files, Value::Null);
        same(&report.problems, problems);
    };
    let (a, b, c) = ("crates/x/src/a.rs", "crates/x/src/b.rs", "phone/x/src/b/deep.rs");
    let both = "crates/x/src/a.rs, crates/x/src/b.rs";
    circle(&[(a, "use crate::b::Thing;"), (b, "fn f() { crate::a::g() }")], &[both]);
    circle(&[(a, "use crate::{\n    c::{D, E},\n    b::Thing,\n};"), (b, "struct A {}\nuse super::a;")], &[both]);
    // In the same folder, deeper, and through a re-export.
    let (d, e) = ("phone/x/src/b/other.rs", "phone/x/src/b.rs");
    circle(&[(c, "use super::other::X;"), (d, "use super::deep::Y;")], &["b/deep.rs, phone/x/src/b/other.rs"]);
    let passes_on = (e, "pub use self::deep::Y;\npub(crate) use other::{X as Z};");
    circle(&[passes_on, (c, "use super::Z;"), (d, "use crate::b::Y;")], &["b/deep.rs, phone/x/src/b/other.rs"]);
    circle(&[passes_on, (c, "use super::Z;"), (d, "use crate::b::Nothing;")], &[]);
    // A module and the files in its folder belong together.
    circle(&[(e, "use self::deep::Y;"), (c, "use super::X;")], &[]);
    circle(&[("crates/x/src/lib.rs", "use crate::a;"), (a, "use crate::Thing;")], &[]);
    // Tests, comments and other crates count as no imports.
    circle(&[(a, "use crate::b;"), (b, "// crate::a\n#[cfg(test)]\nmod tests { use crate::a; }")], &[]);
    circle(&[(a, "use crate::b;"), (b, "#[cfg(test)]\nuse crate::a;\n")], &[]);
    circle(&[(a, "use crate::b;"), ("crates/x/src/b/tests.rs", "use crate::a;"), (b, "")], &[]);
    circle(&[(a, "use crate::b;"), ("crates/y/src/b.rs", "use crate::a;")], &[]);
    circle(&[(a, "use crate::b;"), (b, "use a::Thing;")], &[]);
    // The page.
    let (one, other) = ("web/src/ask/one.ts", "web/src/ask/other.tsx");
    let both = "web/src/ask/one.ts, web/src/ask/other.tsx";
    circle(&[(one, "import type { A } from './other';"), (other, "import {\n  b,\n} from '../ask/one';")], &[both]);
    circle(&[(one, "const a = await import('./other');"), (other, "export { b } from './one.ts';")], &[both]);
    circle(&[(one, "import { A } from './other';"), (other, "import 'one'; import { c } from './gone';")], &[]);
}

#[track_caller]
fn file(path: &str, text: &str, problems: &[&str], warnings: &[&str]) {
    let report = found(files::check, &[(path, text)], Value::Null);
    same(&report.problems, problems);
    same(&report.warnings, warnings);
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let long = |lines: usize| format!("//! Long.\n{}", "\n".repeat(lines - 1));
    file("crates/a/src/lib.rs", &long(500), &[], &[]);
    file("crates/a/src/lib.rs", &long(501), &[], &["501 lines"]);
    file("web/src/app.tsx", &long(801), &["801 lines"], &[]);
    let generated = format!("// From x. Written by {}; do not edit.\n{}", "`cargo xtask codegen`", long(801));
    file("web/src/protocol/os.ts", &generated, &[], &[]);
    file("crates/a/src/lib.rs", "#![expect(x)]\n//! It.\n", &[], &[]);
    file("crates/a/src/deep/tests.rs", "use super::*;\n", &["does not begin with"], &[]);
    file("crates/a/src/lib.rs", "", &["does not begin with"], &[]);
    file("crates/a/tests/x.rs", "", &[], &[]);
}

#[test]
fn files_have_names_that_say_something() {
    file("crates/a/src/utils.rs", "//! It.", &["`utils` says nothing"], &[]);
    file("crates/a/src/core/x.rs", "//! It.", &["`core` says nothing"], &[]);
    file("web/src/types.d.ts", "", &["`types` says nothing"], &[]);
    file("crates/a/src/x/mod.rs", "//! It.", &["never `mod.rs`"], &[]);
    file("crates/a/src/corers.rs", "//! It.", &[], &[]);
}

#[test]
fn no_file_names_a_machine() {
    let home = concat!("/ro", "ot/");
    file("README.md", &format!("one\ncd {home}x"), &["README.md:2: "], &[]);
    file("a.json", &format!("\"{home}x\""), &["a.json:1: "], &[]);
    file("a.md", &format!("https://example.com{home}x and docs{home}"), &[], &[]);
    file("web/package-lock.json", r#"{ "resolved": "https://example.com" }"#, &["names its registry"], &[]);
    file("web/package-lock.json", r#"{ "integrity": "sha512-x" }"#, &[], &[]);
}

const TABLE: &str = "# Conformance\n\n| id | requirement | proof |\n| --- | --- | --- |\n";

#[track_caller]
fn proofs(rows: &str, counts: (usize, usize), expected: &[&str]) {
    let files = [
        ("docs/conformance.md", &*format!("{TABLE}{rows}")),
        ("crates/a/tests/t.rs", "#[test]\nfn it_works() {}\n"),
        ("web/test/t.test.ts", "test('the page works', () => {});"),
    ];
    let report = found(conformance::check, &files, Value::Null);
    same(&report.problems, expected);
    assert_eq!((report.proven, report.open), counts);
}

#[test]
fn every_requirement_is_proven_or_open() {
    proofs("| A1 | taps | `crates/a/tests/t.rs::it_works` |\n| A2 | types | open |\n", (1, 1), &[]);
    proofs(
        "| A1 | a \\| b, `x|y` | `crates/a/tests/t.rs::tests::it_works`, `web/test/t.test.ts::the page works` |\n",
        (1, 0),
        &[],
    );
    proofs("| A1 | taps | `crates/a/tests/t.rs::it_work` |\n", (1, 0), &["md:5: there is no test `it_work`"]);
    proofs("| A1 | taps | `crates/b.rs::it_works` |\n", (1, 0), &["there is no file `crates/b.rs`"]);
    proofs("| A1 | taps | `web/test/t.test.ts::fails` |\n", (1, 0), &["there is no test `fails`"]);
    proofs("| A1 | taps | `crates/a/tests/t.rs` |\n", (1, 0), &["names no test"]);
    proofs("| A1 | taps | open: there is no phone |\n", (0, 1), &[]);
    proofs("| A1 | taps | opened |\n", (1, 0), &["`opened` is not a proof"]);
    proofs("| A1 | taps | by looking |\n", (1, 0), &["`by looking` is not a proof"]);
    proofs("| A1 | taps |  |\n", (1, 0), &["is not a proof"]);
    proofs("| A1 | taps |\n", (1, 0), &["is not a proof"]);
    proofs("", (0, 0), &["one without rows"]);
}

#[test]
fn a_repository_without_the_table_is_untidy() {
    let report = found(conformance::check, &[], Value::Null);
    same(&report.problems, &["docs/conformance.md: missing"]);
}

#[test]
fn a_crate_that_outgrows_the_house_is_told() {
    let lines = |count: usize| "\n".repeat(count);
    let house = |large: usize, problems: &[&str]| {
        let (large, other) = (lines(large), lines(2_000));
        let paths: Vec<String> = (1..5).map(|at| format!("crates/c{at}/src/lib.rs")).collect();
        let others = paths.iter().map(|path| (path.as_str(), other.as_str()));
        let files: Vec<(&str, &str)> = others.chain([("phone/large/src/lib.rs", large.as_str())]).collect();
        same(&found(rooms::check, &files, Value::Null).problems, problems);
    };
    house(1_000, &[]);
    house(2_000, &[]);
    house(2_001, &["the crate `large` has 2001 of 10001 lines"]);
}

#[test]
fn what_only_tests_compile_is_no_product() {
    let check = |text: &str, expected: &[usize]| {
        let found: Vec<usize> = product_lines(text).map(|(number, _)| number).collect();
        assert_eq!(found, expected, "{text}");
    };
    check("a\n// b\nc // d", &[1, 3]);
    check("a\n#[cfg(test)]\nmod tests;\nb", &[1, 4]);
    check("a\n#[cfg(test)]\nmod tests {\n    x\n}\nb", &[1, 6]);
    check("#[cfg(test)]\nuse a::{\n    b,\n};\nc", &[5]);
    check("#[cfg(test)]\n#[allow(x)]\nfn f(\n    a: u8,\n) {\n    g();\n}\nc", &[8]);
    check("    #[cfg(test)]\n    fn f() {\n        g();\n    }\n    c", &[5]);
}
