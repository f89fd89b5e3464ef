//! Names the slowest tests of the last run, so that one that grew is seen: a slow test is a defect.
//!
//! `cargo nextest` writes how long each test took (`.config/nextest.toml`).

use std::fs;
use std::path::Path;

use crate::run::Program;

/// How many to name.
const MOST: usize = 10;
/// A faster test is not worth a line.
const SECONDS: f64 = 5.0;

/// Prints the slowest tests of the last run, if it was recorded.
pub(crate) fn tell(root: &Path, tests: &Program) {
    if !tests.shown(root).contains("nextest") {
        return;
    }
    let Ok(text) = fs::read_to_string(root.join("target/nextest/default/junit.xml")) else { return };
    let slowest = slowest(&text);
    if !slowest.is_empty() {
        println!("the slowest tests:");
    }
    for (seconds, name) in slowest {
        println!("{seconds:8.1} s  {name}");
    }
}

/// Returns the slowest tests of a JUnit report, the slowest first.
fn slowest(report: &str) -> Vec<(f64, String)> {
    let mut tests: Vec<(f64, String)> = report.split("<testcase ").skip(1).filter_map(test).collect();
    tests.retain(|(seconds, _)| *seconds >= SECONDS);
    tests.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    tests.truncate(MOST);
    tests
}

fn test(element: &str) -> Option<(f64, String)> {
    let attribute = |name: &str| {
        let (_, rest) = element.split_once(&format!(" {name}=\"")).or_else(|| {
            let rest = element.strip_prefix(&format!("{name}=\""))?;
            Some(("", rest))
        })?;
        rest.split_once('"').map(|(value, _)| value)
    };
    Some((attribute("time")?.parse().ok()?, format!("{} {}", attribute("classname")?, attribute("name")?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_tests_come_first() {
        let report = r#"<testsuite name="agent">
            <testcase name="a::fast" classname="agent" timestamp="x" time="0.012"></testcase>
            <testcase name="a::slow" classname="agent" timestamp="x" time="6.500"></testcase>
            <testcase name="b::slower" classname="sim::shell" timestamp="x" time="30.100"/>
            <testcase name="broken" classname="agent" time="soon"/>
        </testsuite>"#;
        let expected = [(30.1, "sim::shell b::slower".to_owned()), (6.5, "agent a::slow".to_owned())];
        assert_eq!(slowest(report), expected);
        assert_eq!(slowest("<cut"), []);
    }
}
