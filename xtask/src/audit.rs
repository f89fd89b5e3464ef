//! Known security problems in third-party code: the advisories of RustSec for crates, those of npm for the page.
//!
//! Both lists are on the network and change daily, so this is no part of `cargo xtask test`. A list that is unavailable
//! is `not checked`, with the reason, and an error: silence would look like a clean result. `cargo xtask tidy` checks
//! licences, sources and duplicate versions.

use std::path::Path;

use anyhow::{Result, bail};
use serde_json::Value;

use crate::needs;
use crate::run::{Ended, Program};

/// The longest reason why something was not checked.
const MOST_REASON: usize = 300;

/// The result of one check.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// No advisory for any package, with their number.
    Clean(String),
    /// The advisories, one line each.
    Found(Vec<String>),
    /// Why the check was not possible.
    NotChecked(String),
}

/// Checks everything, prints the results, and fails unless all of them are clean.
pub(crate) fn audit(root: &Path) -> Result<()> {
    let web = root.join("web");
    let checks = [
        ("crates", crates(root, "Cargo.lock")),
        ("crates of the fuzz targets", crates(root, "fuzz/Cargo.lock")),
        ("packages of the page", npm(&web)),
    ];
    let mut bad = 0;
    for (what, verdict) in &checks {
        for line in told(what, verdict) {
            println!("{line}");
        }
        bad += usize::from(!matches!(verdict, Verdict::Clean(_)));
    }
    match bad {
        0 => Ok(()),
        bad => bail!("{bad} of {} lists are not clean or were not checked", checks.len()),
    }
}

fn told(what: &str, verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Clean(how) => vec![format!("{what}: ok, {how}")],
        Verdict::Found(lines) => lines.iter().map(|line| format!("{what}: {line}")).collect(),
        Verdict::NotChecked(why) => vec![format!("{what}: not checked: {why}")],
    }
}

/// Runs `cargo audit`, which fetches RustSec's database.
fn crates(root: &Path, lock: &str) -> Verdict {
    if let Err(error) = needs::setup(root, needs::FOR_AUDIT) {
        return Verdict::NotChecked(short(&format!("{error:#}")));
    }
    match Program::new(root, "cargo audit --json --file").with([lock]).ended() {
        Ok(ended) => read_crates(&ended),
        Err(error) => Verdict::NotChecked(short(&format!("{error:#}"))),
    }
}

/// Runs `npm audit`, which asks npm's registry.
fn npm(web: &Path) -> Verdict {
    match Program::new(web, "npm audit --json").ended() {
        Ok(ended) => read_npm(&ended),
        Err(error) => Verdict::NotChecked(short(&format!("{error:#}"))),
    }
}

/// Parses the report of `cargo audit`. Its status is useless: it is 1 for a finding and for a network failure.
fn read_crates(ended: &Ended) -> Verdict {
    let report: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    let Some(list) = report["vulnerabilities"]["list"].as_array() else { return not_checked(ended, &Value::Null) };
    let found: Vec<String> = list.iter().map(crate_line).collect();
    if found.is_empty() {
        let (count, known) = (&report["lockfile"]["dependency-count"], &report["database"]["advisory-count"]);
        return Verdict::Clean(format!("{count} crates against {known} advisories"));
    }
    Verdict::Found(found)
}

fn crate_line(one: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let (package, advisory) = (&one["package"], &one["advisory"]);
    let fixed: Vec<String> = one["versions"]["patched"].as_array().into_iter().flatten().map(text).collect();
    let fixed = if fixed.is_empty() { "no fix yet".to_owned() } else { format!("fixed in {}", fixed.join(", ")) };
    let (name, version) = (text(&package["name"]), text(&package["version"]));
    format!("`{name}` {version}: {}, {}; {fixed}", text(&advisory["id"]), text(&advisory["title"]))
}

/// Parses the report of `npm audit`, which has an error in the same place if the registry does not answer.
fn read_npm(ended: &Ended) -> Verdict {
    let report: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    let Some(found) = report["vulnerabilities"].as_object() else { return not_checked(ended, &report) };
    if found.is_empty() {
        let count = &report["metadata"]["dependencies"]["total"];
        return Verdict::Clean(format!("{count} packages"));
    }
    Verdict::Found(found.iter().map(|(name, about)| npm_line(name, about)).collect())
}

fn npm_line(name: &str, about: &Value) -> String {
    let via = about["via"].as_array().into_iter().flatten();
    // An advisory has a title; a plain text is another package with an advisory.
    let titles: Vec<&str> = via.filter_map(|via| via["title"].as_str().or_else(|| via.as_str())).collect();
    let text = |key: &str| about[key].as_str().unwrap_or("?");
    let fix = match &about["fixAvailable"] {
        Value::Bool(false) | Value::Null => "no fix yet",
        _ => "`npm audit fix` has a fix",
    };
    format!("`{name}` {}: {}, {}; {fix}", text("range"), text("severity"), titles.join("; "))
}

/// Returns why there is no report: the report's message, else the last line on stderr.
fn not_checked(ended: &Ended, report: &Value) -> Verdict {
    let said = [&report["message"], &report["error"]["summary"]].into_iter().find_map(Value::as_str);
    let last = ended.stderr.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let why = said.filter(|said| !said.is_empty()).or(last).unwrap_or("it printed nothing");
    Verdict::NotChecked(short(why))
}

fn short(why: &str) -> String {
    let one_line = why.split_whitespace().collect::<Vec<_>>().join(" ");
    one_line.chars().take(MOST_REASON).collect()
}

#[cfg(test)]
mod tests;
