//! `fingertip task diff`: where two runs part, and how they differ.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use history::{Comparison, Pair, PairKind, Run, StepChange, compare};

use super::{find, report as page};
use crate::backend::task_folder;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;

/// Compare two tasks: align their steps, and name the first divergence
#[derive(Args)]
#[command(after_help = "\
Steps are aligned by what they did and touched, not by their numbers or coordinates. The exit code is 0 if the runs never
part, and 1 if they do; with --output it is 0. Secrets stay covered as in the records.

Examples:
  fingertip task diff 20260729T1415 last
  fingertip task diff A B --output comparison.html
  fingertip task diff A B --json | jq .divergence")]
pub(super) struct Diff {
    /// The first task's id, its beginning, or `last`
    a: String,
    /// The second task's id, its beginning, or `last`
    b: String,
    /// Print only the steps that differ
    #[arg(long)]
    changed: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write both runs side by side, with their pictures, as one HTML file that works without a network; `-` for
    /// standard output
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["changed", "json"])]
    output: Option<PathBuf>,
    /// With --output: keep pictures and texts as they are, however large
    #[arg(long, requires = "output")]
    full: bool,
}

impl Diff {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let (a, b) = (find(&data, &self.a)?, find(&data, &self.b)?);
        if let Some(path) = &self.output {
            let sources = (page::source(which, &data, &a).await?, page::source(which, &data, &b).await?);
            return page::make(path, self.full, move |template, options, html| {
                report::write_comparison([&sources.0, &sources.1], template, options, html)
            })
            .await;
        }
        let read = |id: &str| -> Result<Run> { Ok(Run::read(&task_folder(&data, id)?)?) };
        let comparison = compare(&read(&a)?, &read(&b)?);
        if self.json {
            output::json(&comparison)?;
        } else {
            print(&comparison, self.changed)?;
        }
        Ok(if comparison.divergence.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

fn print(comparison: &Comparison, only_changed: bool) -> Result<()> {
    for (name, totals) in [("A", &comparison.a), ("B", &comparison.b)] {
        let cost = totals.cost.map_or_else(String::new, |cost| format!(", ${cost:.4}"));
        output::line(format_args!(
            "{name}  {}  {:<11} {} steps, {:.1} s, {} tokens{cost}  {}",
            totals.task,
            totals.status,
            totals.steps,
            totals.seconds,
            totals.tokens,
            plain(&totals.goal, 60)
        ))?;
    }
    output::line("")?;
    let diverges = comparison.divergence.as_ref();
    for (place, pair) in comparison.pairs.iter().enumerate() {
        let is_divergence = diverges.is_some_and(|one| one.pair == place);
        if only_changed && pair.kind == PairKind::Same && !is_divergence {
            continue;
        }
        print_pair(pair, is_divergence)?;
    }
    if comparison.left_out > 0 {
        output::line(format_args!("   … {} more steps were not compared", comparison.left_out))?;
    }
    output::line("")?;
    match diverges {
        None => output::line("the runs never part"),
        Some(one) => {
            let step = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
            let (a, b) = (step(one.a), step(one.b));
            output::line(format_args!("they part at step {a} / {b}: {}", plain(&one.what, 400)))
        }
    }
}

fn print_pair(pair: &Pair, is_divergence: bool) -> Result<()> {
    let sign = match pair.kind {
        PairKind::Same => ' ',
        PairKind::Changed => '~',
        PairKind::OnlyA => '-',
        PairKind::OnlyB => '+',
    };
    let mark = if is_divergence { '>' } else { ' ' };
    let number = |step: &Option<StepChange>| step.as_ref().map_or_else(String::new, |step| step.step.to_string());
    let did = pair.a.as_ref().or(pair.b.as_ref()).map(|step| plain(&step.did, 70)).unwrap_or_default();
    let seconds = |step: &Option<StepChange>| step.as_ref().and_then(|step| step.seconds);
    let time = match (seconds(&pair.a), seconds(&pair.b)) {
        (Some(one), Some(other)) => format!("  {one:.1} s, {other:.1} s"),
        _ => String::new(),
    };
    output::line(format_args!("{mark}{sign} {:>4} {:>4}  {did}{time}", number(&pair.a), number(&pair.b)))?;
    let told =
        pair.differences.iter().filter(|one| pair.kind == PairKind::Changed || is_divergence || one.what == "elements");
    for one in told {
        let (a, b) = (plain(&one.a, 120), plain(&one.b, 120));
        output::line(format_args!("               {}: {a} → {b}", one.what))?;
    }
    Ok(())
}
