//! `fingertip task list`: the latest tasks, filtered.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use jiff::{SignedDuration, Timestamp};
use task::{ListFilter, State, View};

use super::{name, when};
use crate::backend::Backend;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;

/// List the latest tasks
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip task list --limit 5
  fingertip task list --status failed --since 2d
  fingertip task list --grep checkout --json | jq '.[0].id'")]
pub(super) struct List {
    /// How many to list, from 1 to 100
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=100))]
    limit: u8,
    /// Only tasks in this state: queued, running, paused, success, failed, timeout or interrupted
    #[arg(long, value_name = "STATE", value_parser = state)]
    status: Vec<State>,
    /// Only tasks that were created since then: `2d`, `3h`, `30m`, or a time as in 2026-07-29T14:15:00Z
    #[arg(long, value_name = "TIME", value_parser = since)]
    since: Option<Since>,
    /// Only tasks whose goal, messages or record contain this text, in any case
    #[arg(long, value_name = "TEXT")]
    grep: Option<String>,
    /// Print the tasks as JSON
    #[arg(long)]
    json: bool,
}

/// A moment, or a time before now.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Since {
    At(Timestamp),
    Ago(SignedDuration),
}

impl List {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let since = match self.since {
            None => None,
            Some(Since::At(at)) => Some(at),
            Some(Since::Ago(time)) => Some(Timestamp::now().checked_sub(time).context("`--since` is too long ago")?),
        };
        let filter = ListFilter { states: self.status, since, text: self.grep };
        let is_filtered = filter != ListFilter::default();
        let page = Backend::look(which).await?.list(usize::from(self.limit), filter).await?;
        if self.json {
            output::json(&page.tasks)?;
            return Ok(ExitCode::SUCCESS);
        }
        page.tasks.iter().try_for_each(|view| output::line(row(view)))?;
        match (page.tasks.is_empty(), is_filtered) {
            (true, false) => {
                output::hint("this data folder has no tasks yet; `fingertip run --help` explains how to start one");
            }
            (true, true) => output::hint("no task fits; `fingertip task list` lists them all"),
            (false, _) => {}
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn state(text: &str) -> Result<State> {
    serde_json::from_value(text.into()).ok().with_context(|| {
        "expected `queued`, `running`, `paused`, `success`, `failed`, `timeout` or `interrupted`".to_owned()
    })
}

fn since(text: &str) -> Result<Since> {
    if let Ok(at) = text.parse() {
        return Ok(Since::At(at));
    }
    let (number, unit) = text.split_at(text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).len());
    let seconds: i64 = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        "w" => 604_800,
        _ => bail!("expected a number with `m`, `h`, `d` or `w`, or a time as in `2026-07-29T14:15:00Z`"),
    };
    let number: i64 = number.parse().context("expected a number, as in `2d`")?;
    let total = number.checked_mul(seconds).filter(|total| (0..=3_200_000_000).contains(total));
    Ok(Since::Ago(SignedDuration::from_secs(total.context("expected at most a hundred years")?)))
}

fn row(view: &View) -> String {
    let steps = match view.max_steps {
        Some(most) => format!("{}/{most}", view.steps),
        None => view.steps.to_string(),
    };
    format!(
        "{:<28} {:<11} {:>7}  {:<16}  {}",
        view.id,
        name(view.state),
        steps,
        when(view.created),
        plain(&view.goal, 60)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_anything_else_says_what_is_expected() {
        let ago = |text: &str| match since(text).unwrap() {
            Since::Ago(time) => time.as_secs(),
            Since::At(at) => panic!("{at}"),
        };
        assert_eq!(["90s", "30m", "3h", "2d", "1w"].map(ago), [90, 1_800, 10_800, 172_800, 604_800]);
        assert_eq!(since("1970-01-01T00:00:00Z").unwrap(), Since::At(Timestamp::UNIX_EPOCH));
        for bad in ["", "2", "d", "-2d", "2y", "2 d", "99999999999999999999d", "yesterday"] {
            assert!(since(bad).unwrap_err().to_string().contains("expected"), "{bad}");
        }
        assert_eq!(state("failed").unwrap(), State::Failed);
        assert!(state("Failed").is_err());
    }
}
