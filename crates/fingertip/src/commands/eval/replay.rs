//! `fingertip eval replay`: repeats recorded runs on simulated phones that differ, and counts what went wrong.
//!
//! The pairs are drawn from a seed. The phone's own state decides whether a replay finished; the recorded elements
//! decide whether a touch was right.

mod change;
mod phone;
mod trial;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use action::macros::Macro;
use anyhow::{Context, Result, bail};
use clap::Args;
use fastrand::Rng;
use serde_json::json;

use self::change::{Change, Kind};
use self::trial::{Row, Tried, record, repeat};
use crate::output;

/// The smallest share of pairs that must end as they should.
const LEAST_RIGHT: f64 = 0.95;

/// Measure replays: recorded runs, repeated on phones that differ
#[derive(Args)]
#[command(after_help = "\
FILE has one run per line: {\"say\", \"before\"?: [COMMAND], \"state\": {COMMAND: TEXT}}. Each run is recorded once, by the
planner and by touches alone, on a simulated phone. Then it is repeated without a model on phones that differ: in
screen, letters, language, data, buttons, with pop-ups, killed in between. Where a button is gone, stopping is right.

Exits with 1 if less than 95 % end as they should, if anything wrong was touched, or if a step that reaches people was
done on another element without a question; with 2 if a run cannot be recorded.

Examples:
  fingertip eval replay
  fingertip eval replay --pairs 500 --seed 7
  fingertip eval replay --only note --json")]
pub(super) struct Replay {
    /// The file with the runs
    #[arg(default_value = "scenarios/replay.jsonl", value_name = "FILE")]
    file: PathBuf,
    /// How many pairs
    #[arg(long, value_name = "COUNT", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// The seed of the pairs; the same number makes the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only runs whose request contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What came of all pairs.
#[derive(Default)]
struct Score {
    pairs: usize,
    right: usize,
    wrong_touches: usize,
    healed: usize,
    steps: usize,
    seconds: f64,
    /// Right and all, by kind of change.
    kinds: BTreeMap<Kind, (usize, usize)>,
    problems: Vec<String>,
}

impl Replay {
    pub(super) async fn run(self) -> Result<ExitCode> {
        let rows = self.rows()?;
        let mut recorded: Vec<(Row, Macro)> = Vec::new();
        let mut lost = Vec::new();
        for row in rows {
            match record(&row).await {
                Ok(one) => recorded.push((row, one)),
                Err(error) => lost.push(format!("{error:#}")),
            }
        }
        if recorded.is_empty() {
            bail!("no run can be recorded: {}", lost.join("; "));
        }
        let mut score = Score::default();
        for number in 0..usize::try_from(self.pairs)? {
            let mut rng = Rng::with_seed(self.seed.wrapping_mul(1_000_003).wrapping_add(u64::try_from(number)?));
            let (row, one) = &recorded[number % recorded.len()];
            let kind = Kind::ALL[rng.usize(..Kind::ALL.len())];
            let mut changed = one.clone();
            let change = Change::draw(kind, &mut rng, &mut changed);
            let tried = repeat(row, one, &changed, &change).await;
            score.add(number, row, kind, tried.with_context(|| format!("pair {number}: “{}”", row.say))?);
        }
        self.print(&score, recorded.len(), &lost)?;
        Ok(match () {
            () if !lost.is_empty() => ExitCode::from(2),
            () if !score.holds() => ExitCode::from(1),
            () => ExitCode::SUCCESS,
        })
    }

    fn rows(&self) -> Result<Vec<Row>> {
        let file = self.file.display();
        let text = std::fs::read_to_string(&self.file).with_context(|| format!("cannot read `{file}`"))?;
        let mut rows = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let row: Row = serde_json::from_str(line).with_context(|| format!("{file}:{}", number + 1))?;
            if self.only.as_ref().is_none_or(|only| row.say.contains(only)) {
                rows.push(row);
            }
        }
        if rows.is_empty() {
            bail!("no run in `{file}` matches; leave out --only to repeat all of them");
        }
        Ok(rows)
    }

    fn print(&self, score: &Score, runs: usize, lost: &[String]) -> Result<()> {
        if self.json {
            let kinds: BTreeMap<&str, [usize; 2]> =
                score.kinds.iter().map(|(kind, (right, all))| (kind.name(), [*right, *all])).collect();
            return output::json(&json!({
                "runs": runs, "pairs": score.pairs, "right": score.right, "wrongTouches": score.wrong_touches,
                "healedOutward": score.healed, "withoutModel": score.pairs, "msPerStep": score.per_step(),
                "kinds": kinds, "problems": score.problems, "notRecorded": lost,
            }));
        }
        let mut text = String::new();
        let percent = 100.0 * score.share();
        writeln!(text, "{runs} runs, {} pairs, seed {}", score.pairs, self.seed)?;
        writeln!(text, "ended as they should          {:>4}  {percent:.1} %", score.right)?;
        writeln!(text, "wrong touches                 {:>4}", score.wrong_touches)?;
        writeln!(text, "outward, healed in silence    {:>4}", score.healed)?;
        writeln!(text, "without a model               {:>4}", score.pairs)?;
        writeln!(text, "ms per step, without phone    {:>4.0}", score.per_step())?;
        for (kind, (right, all)) in &score.kinds {
            writeln!(text, "  {:<28} {right:>3} of {all}", kind.name())?;
        }
        for problem in score.problems.iter().chain(lost) {
            writeln!(text, "{problem}")?;
        }
        output::line(text.trim_end())
    }
}

impl Score {
    fn add(&mut self, number: usize, row: &Row, kind: Kind, tried: Tried) {
        self.pairs += 1;
        self.wrong_touches += tried.wrong.len();
        self.healed += tried.healed;
        self.steps += tried.steps;
        self.seconds += tried.seconds;
        let of_kind = self.kinds.entry(kind).or_default();
        of_kind.1 += 1;
        let wrong = (!tried.wrong.is_empty()).then(|| format!("touched {}", tried.wrong.join(", ")));
        match tried.problem.or(wrong) {
            None => {
                self.right += 1;
                of_kind.0 += 1;
            }
            Some(problem) => self.problems.push(format!("pair {number}: “{}”, {}: {problem}", row.say, kind.name())),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn share(&self) -> f64 {
        self.right as f64 / self.pairs.max(1) as f64
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn per_step(&self) -> f64 {
        1000.0 * self.seconds / self.steps.max(1) as f64
    }

    fn holds(&self) -> bool {
        self.share() >= LEAST_RIGHT && self.wrong_touches == 0 && self.healed == 0
    }
}
