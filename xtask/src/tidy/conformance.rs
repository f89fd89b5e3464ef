//! `docs/conformance.md`: every row names existing tests, or says that it is open.
//!
//! A row's proof is a list of `` `path/to/file.rs::test_name` ``, separated by commas, or `open`, optionally followed
//! by what is missing: `open: there is no browser`. In a Rust file the test is a function of that name; anywhere else
//! it is that text (a title, a row of data).

use super::{Report, Tree};

const PATH: &str = "docs/conformance.md";
const PROOF: &str = "proof";

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let Some(text) = tree.files.get(PATH) else {
        report.problems.push(format!("{PATH}: missing; it lists which test proves which requirement"));
        return;
    };
    let mut column = None;
    for (index, line) in text.lines().enumerate() {
        let cells = cells(line);
        if cells.is_empty() {
            column = None;
        } else if let Some(column) = column {
            if !cells.iter().all(|cell| cell.chars().all(|letter| "-: ".contains(letter))) {
                let proof = cells.get(column).map_or("", String::as_str);
                row(tree, report, &format!("{PATH}:{}", index + 1), proof);
            }
        } else {
            column = cells.iter().position(|cell| cell.eq_ignore_ascii_case(PROOF));
        }
    }
    if report.proven + report.open == 0 {
        report.problems.push(format!("{PATH}: has no table with a column `{PROOF}`, or one without rows"));
    }
}

fn row(tree: &Tree, report: &mut Report, place: &str, proof: &str) {
    if proof == "open" || proof.starts_with("open: ") {
        report.open += 1;
        return;
    }
    report.proven += 1;
    for named in named_in(proof) {
        let problem = match named.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
            Some(named) => unproven(tree, named),
            None => Some(format!("`{named}` is not a proof; expected `open` or `path::test` in backticks")),
        };
        report.problems.extend(problem.map(|problem| format!("{place}: {problem}")));
    }
}

/// Splits a list at its commas; a comma in backticks belongs to a test's title.
fn named_in(proof: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    let between = move |letter: char| {
        code ^= letter == '`';
        letter == ',' && !code
    };
    proof.split(between).map(str::trim)
}

/// Returns what is wrong with the proof `path::test`, if anything.
fn unproven(tree: &Tree, named: &str) -> Option<String> {
    let Some((path, test)) = named.split_once("::") else {
        return Some(format!("`{named}` names no test; expected `path::test`"));
    };
    let Some(text) = tree.files.get(path) else {
        return Some(format!("there is no file `{path}`"));
    };
    let there = if path.ends_with(".rs") {
        // The test may be in a module of the file: `file.rs::tests::name`.
        let function = format!("fn {}", test.rsplit("::").next().unwrap_or(test));
        text.match_indices(&function).any(|(at, _)| {
            let after = text[at + function.len()..].chars().next();
            !after.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
        })
    } else {
        text.contains(test)
    };
    (!there).then(|| format!("there is no test `{test}` in `{path}`"))
}

/// Returns the cells of a row; none for other lines. A `|` in backticks or after `\` separates nothing.
fn cells(line: &str) -> Vec<String> {
    let Some(line) = line.trim().strip_prefix('|') else { return Vec::new() };
    let line = line.strip_suffix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let (mut code, mut escaped) = (false, false);
    for letter in line.chars() {
        code ^= letter == '`';
        if letter == '|' && !code && !escaped {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(letter);
        }
        escaped = letter == '\\';
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}
