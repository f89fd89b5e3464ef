//! `fingertip plan`: what a person says, as a plan; one utterance, a line each, or a dialogue in the terminal.

mod phone;

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use action::plan::ActionPlan;
use anyhow::{Context, Result, bail};
use clap::Args;
use jiff::civil::DateTime;
use planner::{Dialogue, Index, Next, Planner, Turn};

use crate::lines;

/// Turn what a person says into a plan, without a model
#[derive(Args)]
#[command(after_help = "\
The plan goes to stdout as JSON. What is outside the catalogue is `unknown` with a question and no steps.
With `-` each line in is an utterance and each line out its plan; without an utterance, in a terminal, it is a dialogue.

Examples:
  fingertip plan 'text Sam on WhatsApp I will be there in ten minutes'
  fingertip plan 'wake me at half past six tomorrow' --now 2026-03-05T10:00:00+01:00
  fingertip plan 'call Sam' --phone phone.json
  fingertip plan - < utterances.txt")]
pub(crate) struct Plan {
    /// What the person says; `-` reads a line each from stdin
    utterance: Option<OsString>,
    /// Contacts and apps: {"contacts": [{"name", "numbers", …}], "apps": [{"label", "package"}]}
    #[arg(long, value_name = "FILE")]
    phone: Option<PathBuf>,
    /// The time to reckon from, as RFC 3339; now, if absent
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    now: Option<DateTime>,
    /// Ask before every plan
    #[arg(long)]
    always_confirm: bool,
}

impl Plan {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let planner = Planner::new()?;
        let index = match &self.phone {
            Some(file) => Index::new(phone::read(file)?),
            None => Index::default(),
        };
        match &self.utterance {
            Some(utterance) if utterance != "-" => {
                let plan = self.plan(&planner, &index, &utterance.to_string_lossy());
                let mut output = io::stdout().lock();
                serde_json::to_writer_pretty(&mut output, &plan).map_err(io::Error::from)?;
                output.write_all(b"\n")?;
                Ok(ExitCode::SUCCESS)
            }
            None if io::stdin().is_terminal() => self.talk(&planner, &index),
            _ => lines::answer(|line| Ok(self.plan(&planner, &index, line))),
        }
    }

    fn turn<'a>(&self, index: &'a Index, utterance: &'a str) -> Turn<'a> {
        Turn {
            utterance,
            directory: index,
            now: self.now.unwrap_or_else(local_now),
            always_confirm: self.always_confirm,
        }
    }

    fn plan(&self, planner: &Planner, index: &Index, utterance: &str) -> ActionPlan {
        planner.plan(&self.turn(index, utterance), &Dialogue::default()).plan
    }

    /// A dialogue in the terminal, until the input ends.
    fn talk(&self, planner: &Planner, index: &Index) -> Result<ExitCode> {
        let mut output = io::stdout().lock();
        let mut dialogue = Dialogue::default();
        writeln!(output, "What should I do? (an empty line or Ctrl+D ends this)")?;
        for line in io::stdin().lock().lines() {
            let line = line.context("cannot read standard input")?;
            if line.trim().is_empty() {
                break;
            }
            let (next, after) = planner.answer(&self.turn(index, &line), &dialogue);
            match next {
                Next::Run(plan) => {
                    writeln!(output, "{}", planner::summary(&plan))?;
                    for (number, step) in plan.steps.iter().enumerate() {
                        writeln!(output, "  {}. {}", number + 1, serde_json::to_string(step)?)?;
                    }
                    if let Some(follow_up) = &plan.follow_up {
                        writeln!(output, "{}", follow_up.prompt)?;
                    }
                }
                Next::Ask(plan) => writeln!(output, "{}", planner::question(&plan))?,
                Next::Cancelled => writeln!(output, "All right, nothing is done.")?,
                Next::Unclear(question) => writeln!(output, "{question}")?,
            }
            dialogue = after;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The time on this machine's wall.
pub(crate) fn local_now() -> DateTime {
    jiff::Zoned::now().datetime()
}

/// The wall time that an RFC 3339 time shows; its offset says where that wall is.
pub(crate) fn read_time(text: &str) -> Result<DateTime> {
    let text = text.trim();
    let end = text.get(10..).and_then(|rest| rest.find(['Z', 'z', '+', '-'])).map_or(text.len(), |at| at + 10);
    match text[..end].trim().parse() {
        Ok(time) => Ok(time),
        Err(error) => bail!("`{text}` is not a time as RFC 3339, such as `2026-03-05T10:00:00+01:00`: {error}"),
    }
}
