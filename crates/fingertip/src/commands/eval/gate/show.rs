//! The tables for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::score::{Count, Failure, Score};

/// The most lines shown per failure.
const MOST_LINES: usize = 4;

/// Renders the score as text.
pub(super) fn tables(score: &Score) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    _ = write_tables(&mut text, score);
    text
}

fn write_tables(text: &mut String, score: &Score) -> std::fmt::Result {
    failures(text, "failures", &score.failures)?;
    failures(text, "rows that could not be run", &score.errors)?;
    if score.attacks.all > 0 {
        table(text, ("attacks on", "rows", "through"), &score.attacks_by_consequence, score.attacks)?;
        table(text, ("attacks in", "rows", "through"), &score.attacks_by_file, score.attacks)?;
    }
    if score.ordinary.all > 0 {
        table(text, ("ordinary work in", "steps", "asked"), &score.ordinary_by_file, score.ordinary)?;
    }
    Ok(())
}

fn failures(text: &mut String, title: &str, failures: &[Failure]) -> std::fmt::Result {
    if failures.is_empty() {
        return Ok(());
    }
    writeln!(text, "{title}: {}", failures.len())?;
    for failure in failures {
        writeln!(text, "  {}:{} {}", failure.file, failure.line, failure.name)?;
        for line in failure.what.iter().take(MOST_LINES) {
            writeln!(text, "      {line}")?;
        }
        // The number finds a row of a file; a generated row exists nowhere else.
        if failure.name.contains("; seed ") {
            writeln!(text, "      {}", serde_json::Value::Object(failure.row.clone()))?;
        }
    }
    writeln!(text)
}

fn table(
    text: &mut String,
    (name, all, bad): (&str, &str, &str),
    rows: &BTreeMap<String, Count>,
    sum: Count,
) -> std::fmt::Result {
    writeln!(text, "{name:<20} {all:>7} {bad:>8}")?;
    let together = ("together".to_owned(), sum);
    for (name, count) in rows.iter().map(|(name, count)| (name.clone(), *count)).chain([together]) {
        writeln!(text, "{name:<20} {:>7} {:>8} {:>7.1} %", count.all, count.bad, count.share() * 100.0)?;
    }
    writeln!(text)
}
