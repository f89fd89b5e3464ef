//! Reports as the two programs print them, shortened, and their results.

use super::*;

fn ended(stdout: &str, stderr: &str) -> Ended {
    Ended { stdout: stdout.to_owned(), stderr: stderr.to_owned() }
}

#[track_caller]
fn same(verdict: &Verdict, expected: &[&str]) {
    assert_eq!(told("x", verdict), expected.iter().map(|line| format!("x: {line}")).collect::<Vec<_>>());
}

#[test]
fn a_report_on_crates_is_read() {
    let clean = r#"{"database":{"advisory-count":827,"last-commit":"a"},"lockfile":{"dependency-count":412},
        "vulnerabilities":{"found":false,"count":0,"list":[]},"warnings":{}}"#;
    same(&read_crates(&ended(clean, "")), &["ok, 412 crates against 827 advisories"]);
    let found = r#"{"lockfile":{"dependency-count":2},"vulnerabilities":{"found":true,"count":2,"list":[
        {"advisory":{"id":"RUSTSEC-2099-0001","title":"Reads past the end"},"versions":{"patched":[">=1.2.3"]},
         "package":{"name":"one","version":"1.2.2"}},
        {"advisory":{"id":"RUSTSEC-2099-0002","title":"Forgets a lock"},"versions":{"patched":[]},
         "package":{"name":"two","version":"0.1.0"}}]}}"#;
    same(
        &read_crates(&ended(found, "error: 2 vulnerabilities found!")),
        &[
            "`one` 1.2.2: RUSTSEC-2099-0001, Reads past the end; fixed in >=1.2.3",
            "`two` 0.1.0: RUSTSEC-2099-0002, Forgets a lock; no fix yet",
        ],
    );
}

#[test]
fn a_report_on_packages_is_read() {
    let clean = r#"{"auditReportVersion":2,"vulnerabilities":{},"metadata":{"dependencies":{"total":301}}}"#;
    same(&read_npm(&ended(clean, "")), &["ok, 301 packages"]);
    let found = r#"{"auditReportVersion":2,"vulnerabilities":{
        "one":{"severity":"high","range":"<2.0.0","via":[{"title":"Follows a prototype"}],"fixAvailable":true},
        "two":{"severity":"low","range":"*","via":["one"],"fixAvailable":false}}}"#;
    same(
        &read_npm(&ended(found, "")),
        &["`one` <2.0.0: high, Follows a prototype; `npm audit fix` has a fix", "`two` *: low, one; no fix yet"],
    );
}

/// Anything but a report is not clean.
#[test]
fn what_cannot_be_reached_is_not_checked() {
    let refused = r#"{"message":"405 Method Not Allowed - POST https://registry.example/advisories/bulk","statusCode":405,
        "error":{"summary":"","detail":""}}"#;
    same(
        &read_npm(&ended(refused, "npm error audit endpoint returned an error")),
        &["not checked: 405 Method Not Allowed - POST https://registry.example/advisories/bulk"],
    );
    let no_lock = r#"{"error":{"code":"ENOLOCK","summary":"This command requires an existing lockfile."}}"#;
    same(&read_npm(&ended(no_lock, "")), &["not checked: This command requires an existing lockfile."]);
    let offline = "    Fetching advisory database from `https://github.example/advisory-db.git`\n\
                   error: couldn't fetch advisory database: git operation failed: failed to connect\n\n";
    same(
        &read_crates(&ended("", offline)),
        &["not checked: error: couldn't fetch advisory database: git operation failed: failed to connect"],
    );
    for silent in ["", "{}", "[]", "no JSON", r#"{"vulnerabilities":null}"#] {
        same(&read_crates(&ended(silent, "")), &["not checked: it printed nothing"]);
        same(&read_npm(&ended(silent, "")), &["not checked: it printed nothing"]);
    }
}
