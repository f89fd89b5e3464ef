//! The tables for people.

use std::fmt::Write;

use super::score::Score;

/// The most confusions in the list.
const MOST_CONFUSIONS: usize = 20;

/// Renders the score as text.
pub(super) fn tables(score: &Score) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    _ = write_tables(&mut text, score);
    text
}

fn write_tables(text: &mut String, score: &Score) -> std::fmt::Result {
    writeln!(text, "{:<18} {:>6} {:>6} {:>7} {:>9} {:>8}", "intent", "meant", "right", "", "complete", "unasked")?;
    for (intent, row) in &score.intents {
        let right = percent(row.right, row.meant);
        writeln!(
            text,
            "{intent:<18} {:>6} {:>6} {right:>7} {:>9} {:>8}",
            row.meant, row.right, row.complete, row.unasked
        )?;
    }
    let share = percent(score.ran_outside, score.outside);
    writeln!(
        text,
        "\noutside the catalogue: {}, of these run without a question: {} ({share})",
        score.outside, score.ran_outside
    )?;
    if !score.slots.is_empty() {
        writeln!(text, "\n{:<18} {:>8} {:>6}", "slot", "expected", "right")?;
        for (name, (all, right)) in &score.slots {
            writeln!(text, "{name:<18} {all:>8} {right:>6} {:>7}", percent(*right, *all))?;
        }
    }
    writeln!(text, "\n{:<12} {:>6} {:>6}", "confidence", "plans", "right")?;
    for (tenth, (all, right)) in score.calibration.iter().enumerate().filter(|(_, (all, _))| *all > 0) {
        writeln!(text, "0.{tenth} and up   {all:>6} {right:>6} {:>7}", percent(*right, *all))?;
    }
    let mut confusions: Vec<_> = score.confusions.iter().collect();
    confusions.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    writeln!(text, "\n{:<18} {:<18} {:>5}", "meant", "understood as", "times")?;
    for ((meant, understood), count) in confusions.iter().take(MOST_CONFUSIONS) {
        writeln!(text, "{meant:<18} {understood:<18} {count:>5}")?;
    }
    if score.bad_lines > 0 {
        writeln!(text, "\n{} lines could not be read", score.bad_lines)?;
    }
    Ok(())
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of lines")]
    let share = part as f64 * 100.0 / whole as f64;
    format!("{share:.1} %")
}
