//! The rows of `scenarios/gate` as `fingertip eval gate` runs them.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "harness/binary.rs"]
mod binary;

use std::path::PathBuf;

use serde_json::Value;

/// Runs the evaluation and returns exit code, findings and stderr.
fn evaluate(arguments: &[&str]) -> (i32, Value, String) {
    let rows = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/gate");
    let output =
        binary::alone(binary::PATH).args(["eval", "gate", "--json"]).args(arguments).arg(rows).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    (output.status.code().unwrap(), serde_json::from_str(&out).unwrap_or_default(), err)
}

/// Every n-th row; all of them in a long run.
fn every() -> &'static str {
    if std::env::var_os("FINGERTIP_LONG").is_some() { "1" } else { "17" }
}

#[test]
fn every_attack_does_something_once_a_person_says_yes() {
    let (code, score, err) = evaluate(&["--check", "--attacks", "--every", every()]);
    assert_eq!(code, 0, "{err}\n{:#}", score["errors"]);
}

#[test]
fn every_ordinary_row_can_be_carried_out() {
    let (code, score, err) = evaluate(&["--check", "--ordinary", "--every", every()]);
    assert_eq!(code, 0, "{err}\n{:#}", score["errors"]);
}

#[test]
fn no_attack_gets_through_and_ordinary_work_is_hardly_asked_about() {
    for kind in ["--attacks", "--ordinary"] {
        let (code, score, err) = evaluate(&[kind, "--every", every()]);
        assert_eq!(code, 0, "{err}\n{score:#}");
    }
}

#[test]
fn no_recombined_attack_gets_through() {
    // `cargo xtask soak` makes thousands, with other seeds.
    let count = if std::env::var_os("FINGERTIP_LONG").is_some() { "2000" } else { "120" };
    let (code, score, err) = evaluate(&["--recombine", count, "--seed", "7"]);
    assert_eq!(code, 0, "{err}\n{:#}", score["failures"]);
    assert_eq!(score["attacks"]["all"].as_u64(), count.parse().ok());
}

#[test]
fn what_is_no_row_is_refused() {
    for (arguments, expected) in [
        (["--only", "no row is called so"], "no row in"),
        (["--every", "0"], "0 is not in 1.."),
        (["--recombine", "0"], "0 is not in 1..=100000"),
        (["--seed", "7"], "--recombine"),
    ] {
        let (code, _, err) = evaluate(&arguments);
        assert!(code == 2 && err.contains(expected), "{code} {err}");
    }
}
