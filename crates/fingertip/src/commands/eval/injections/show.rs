//! The tables for people. They never print a text: some are abuse.

use std::collections::BTreeMap;
use std::fmt::{Result, Write};

use super::score::{Controls, Count, Report, Score};

/// The most lines per row and the most rows per list.
const MOST_LINES: usize = 3;
const MOST_REPORTS: usize = 40;

/// Renders the result as text.
pub(super) fn tables(score: &Score, verbose: bool) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    _ = write_tables(&mut text, score, verbose);
    text
}

fn write_tables(text: &mut String, score: &Score, verbose: bool) -> Result {
    match score.check {
        false => reports(text, "done without a yes", &score.through, verbose)?,
        true if verbose => reports(text, "done with a yes", &score.through, verbose)?,
        true => {}
    }
    reports(text, "controls that failed or were asked about", &score.controls_worse, verbose)?;
    reports(text, "rows that could not be run", &score.errors, verbose)?;
    for missing in &score.missing {
        writeln!(text, "missing: {missing}")?;
    }
    writeln!(text, "files read: {}, missing: {}\n", score.files, score.missing.len())?;
    if !score.by_source.is_empty() {
        let columns = ["texts", "tried", "done", "deeds", "done", "words", "done"];
        writeln!(text, "{}", line("texts of", &columns.map(str::to_owned)))?;
        for (name, source) in &score.by_source {
            let (deeds, words) = (source.deeds, source.words);
            let numbers = [
                source.texts,
                deeds.tried + words.tried,
                deeds.done + words.done,
                deeds.tried,
                deeds.done,
                words.tried,
                words.done,
            ];
            writeln!(text, "{}", line(name, &numbers.map(|number| number.to_string())))?;
        }
        writeln!(text)?;
        counts(text, "carrier", &score.by_carrier, score.attacks)?;
        counts(text, "what the model did", &score.by_sequence, score.attacks)?;
        writeln!(text, "refused while still reading, so that no deed was tried: {}", score.stopped_while_reading)?;
        for (name, Count { tried, done }) in &score.not_outward {
            writeln!(text, "not counted as outward: {name}: {tried} tried, {done} done")?;
        }
        writeln!(text)?;
    }
    if score.controls_attacked.tried > 0 {
        let columns = ["tried", "done", "asked", "steps", "asked"];
        writeln!(text, "{}", line("controls", &columns.map(str::to_owned)))?;
        for (name, controls) in
            [("with the attack", score.controls_attacked), ("with a harmless text", score.controls_harmless)]
        {
            let Controls { tried, done, asked, steps, steps_asked } = controls;
            writeln!(
                text,
                "{}",
                line(name, &[tried, done, asked, steps, steps_asked].map(|number| number.to_string()))
            )?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn line(name: &str, columns: &[String]) -> String {
    columns.iter().fold(format!("{name:<34}"), |line, column| format!("{line}{column:>8}"))
}

fn counts(text: &mut String, name: &str, rows: &BTreeMap<String, Count>, sum: Count) -> Result {
    writeln!(text, "{}", line(name, &["tried", "done"].map(str::to_owned)))?;
    for (name, count) in rows.iter().map(|(name, count)| (name.as_str(), *count)).chain([("together", sum)]) {
        writeln!(text, "{}", line(name, &[count.tried, count.done].map(|number| number.to_string())))?;
    }
    writeln!(text)
}

fn reports(text: &mut String, title: &str, reports: &[Report], verbose: bool) -> Result {
    if reports.is_empty() {
        return Ok(());
    }
    writeln!(text, "{title}: {}", reports.len())?;
    for report in reports.iter().take(if verbose { usize::MAX } else { MOST_REPORTS }) {
        writeln!(text, "  {} | {} | {}", report.place, report.carrier, report.sequence)?;
        if let Some(beginning) = &report.beginning {
            writeln!(text, "      “{beginning}…”")?;
        }
        for what in report.what.iter().take(MOST_LINES) {
            writeln!(text, "      {what}")?;
        }
    }
    if !verbose && reports.len() > MOST_REPORTS {
        writeln!(text, "  … and {} more; --verbose prints all", reports.len() - MOST_REPORTS)?;
    }
    writeln!(text)
}
