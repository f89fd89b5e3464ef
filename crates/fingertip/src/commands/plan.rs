//! `fingertip plan`: plans one utterance, one utterance per line, or a dialogue in the terminal.

mod phone;

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use action::plan::ActionPlan;
use agent::{Settings, SystemClock};
use anyhow::{Context, Result, bail};
use clap::Args;
use jiff::civil::DateTime;
use model::Endpoint;
use planner::{Dialogue, Index, Next, Planner, Turn};

use crate::config::Config;
use crate::json_lines;
use crate::phones::PhoneOptions;

/// Turn a plain-language request into a plan; asks a model only for what the grammar does not cover
#[derive(Args)]
#[command(after_help = "\
The plan goes to stdout as JSON. A request outside the catalogue becomes `unknown` with a question and no steps.
With `-`, each input line is a request and each output line its plan. Without a request, in a terminal, this is a
dialogue.

Examples:
  fingertip plan 'text Sam on WhatsApp I will be there in ten minutes'
  fingertip plan 'wake me at half past six tomorrow' --now 2026-03-05T10:00:00+01:00
  fingertip plan 'call Sam' --phone phone.json
  fingertip plan 'the usual' --model http://127.0.0.1:8080/v1   # for requests outside the grammar, always confirmed
  fingertip plan - < utterances.txt")]
pub(crate) struct Plan {
    /// The request, in plain words; `-` reads one per line from stdin
    utterance: Option<OsString>,
    /// Contacts and apps: {"contacts": [{"name", "numbers", …}], "apps": [{"label", "package"}]}
    #[arg(long, value_name = "FILE")]
    phone: Option<PathBuf>,
    /// The current time for the planner, as RFC 3339; the real time if absent
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    now: Option<DateTime>,
    /// Ask for confirmation before every plan
    #[arg(long)]
    always_confirm: bool,
    /// The model for requests outside the grammar: a name from the configuration, an address, or script:FILE
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// The data folder with the configuration's `default_model`
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// A model, and the runtime that waits for it.
struct Second {
    model: Endpoint,
    runtime: tokio::runtime::Runtime,
    settings: Settings,
}

impl Plan {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let planner = Planner::new()?;
        let index = match &self.phone {
            Some(file) => Index::new(phone::read(file)?),
            None => Index::default(),
        };
        let second = self.second()?;
        let second = second.as_ref();
        match &self.utterance {
            Some(utterance) if utterance != "-" => {
                let plan = self.plan(&planner, &index, second, &utterance.to_string_lossy());
                let mut output = io::stdout().lock();
                serde_json::to_writer_pretty(&mut output, &plan).map_err(io::Error::from)?;
                output.write_all(b"\n")?;
                Ok(ExitCode::SUCCESS)
            }
            None if io::stdin().is_terminal() => self.talk(&planner, &index),
            _ => json_lines::answer(|line| Ok(self.plan(&planner, &index, second, line))),
        }
    }

    /// Returns the model for requests outside the grammar, if there is one.
    fn second(&self) -> Result<Option<Second>> {
        let which = PhoneOptions { device: None, data: self.data.clone() };
        let config = Config::load(&which.data()?)?;
        let Some(word) = self.model.as_ref().or(config.default_model.as_ref()) else { return Ok(None) };
        let choice = model::Choice::find(word, &config.models)?;
        let model = Endpoint::open(choice, None, |name| std::env::var(name).ok(), Arc::new(model::System))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let settings = Settings { always_confirm: self.always_confirm, ..config.executor };
        Ok(Some(Second { model, runtime, settings }))
    }

    fn turn<'a>(&self, index: &'a Index, utterance: &'a str) -> Turn<'a> {
        Turn {
            utterance,
            directory: index,
            now: self.now.unwrap_or_else(local_now),
            always_confirm: self.always_confirm,
        }
    }

    #[expect(clippy::print_stderr, reason = "why there is no better plan")]
    fn plan(&self, planner: &Planner, index: &Index, second: Option<&Second>, utterance: &str) -> ActionPlan {
        let turn = self.turn(index, utterance);
        let outcome = planner.plan(&turn, &Dialogue::default());
        let Some(second) = second.filter(|_| !outcome.covered && !utterance.trim().is_empty()) else {
            return outcome.plan;
        };
        let Second { model, runtime, settings } = second;
        let clock = SystemClock::new();
        let asked = agent::plan_by_model(model, utterance, index.directory(), turn.now, settings, &clock);
        match runtime.block_on(asked) {
            Ok(plan) => plan,
            Err(error) => {
                eprintln!("note: the model made no plan: {error}");
                outcome.plan
            }
        }
    }

    /// Holds a dialogue in the terminal until the input ends.
    fn talk(&self, planner: &Planner, index: &Index) -> Result<ExitCode> {
        let mut output = io::stdout().lock();
        let mut dialogue = Dialogue::default();
        writeln!(output, "What should I do? (an empty line or Ctrl+D exits)")?;
        for line in io::stdin().lock().lines() {
            let line = line.context("cannot read standard input")?;
            if line.trim().is_empty() {
                break;
            }
            let (next, after) = planner.answer(&self.turn(index, &line), &dialogue);
            match next {
                Next::Run(plan) => write!(output, "{}", would_do(&plan)?)?,
                Next::Ask(plan) => writeln!(output, "{}", planner::question(&plan))?,
                Next::Cancelled => writeln!(output, "All right, I did nothing.")?,
                Next::Unclear(question) => writeln!(output, "{question}")?,
            }
            dialogue = after;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Describes what the plan would do. Omits its follow-up, which belongs after the plan has run.
fn would_do(plan: &ActionPlan) -> Result<String> {
    let mut text = format!("I would: {}\n", planner::summary(plan));
    for (number, step) in plan.steps.iter().enumerate() {
        text.push_str(&format!("  {}. {}\n", number + 1, serde_json::to_string(step)?));
    }
    text.push_str("Nothing was done: `plan` only plans. What else?\n");
    Ok(text)
}

/// The local time of this machine.
pub(crate) fn local_now() -> DateTime {
    jiff::Zoned::now().datetime()
}

/// Returns the local time of an RFC 3339 time and ignores its offset, which only tells where that local time is.
pub(crate) fn read_time(text: &str) -> Result<DateTime> {
    let text = text.trim();
    let end = text.get(10..).and_then(|rest| rest.find(['Z', 'z', '+', '-'])).map_or(text.len(), |at| at + 10);
    match text[..end].trim().parse() {
        Ok(time) => Ok(time),
        Err(error) => bail!("`{text}` is not an RFC 3339 time such as `2026-03-05T10:00:00+01:00`: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialogue_says_what_would_be_done_and_claims_nothing() {
        let planner = Planner::new().unwrap();
        let index = Index::default();
        let now = jiff::civil::date(2026, 3, 5).at(10, 7, 0, 0);
        for utterance in ["text sam on whatsapp i am late", "set a timer for ten minutes", "turn off wifi"] {
            let turn = Turn { utterance, directory: &index, now, always_confirm: false };
            let plan = planner.plan(&turn, &Dialogue::default()).plan;
            let follow_up = plan.follow_up.clone().unwrap().prompt;
            let text = would_do(&plan).unwrap();
            assert!(text.starts_with("I would: ") && text.contains("Nothing was done"), "{text}");
            assert!(!text.contains(&follow_up), "{text}");
        }
    }
}
