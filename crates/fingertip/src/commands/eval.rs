//! `fingertip eval nlu`: measures how well the planner understands a file of labelled utterances.
//! `fingertip eval gate` is in `gate`, `fingertip eval injections` in `injections`, `fingertip eval screens` in
//! `screens`, `fingertip eval replay` in `replay`.

mod gate;
mod injections;
mod replay;
mod score;
mod screens;
mod show;

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use jiff::civil::DateTime;
use planner::{Dialogue, Index, Planner, Turn};
use serde::Deserialize;
use serde_json::{Map, Value};

use self::score::Score;

/// Measure quality against data
#[derive(Args)]
pub(crate) struct Eval {
    #[command(subcommand)]
    what: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    Nlu(Nlu),
    Gate(gate::Gate),
    Injections(injections::Injections),
    Screens(screens::Screens),
    Replay(replay::Replay),
}

/// Measure the planner on JSON lines {"utterance", "intent", "slots"?}
#[derive(Args)]
#[command(after_help = "\
Intents are those of the catalogue, or the names that CLINC and SLURP use for them; no other may become an action.
Prints, per intent, how many utterances were understood and how many of the complete ones would run without a question;
then the confusions, how often a plan of each confidence is right, and how many utterances outside the catalogue would
run without a question.

Examples:
  fingertip eval nlu utterances.jsonl
  fingertip eval nlu utterances.jsonl --json")]
struct Nlu {
    /// The file
    file: PathBuf,
    /// The current time for the planner, as RFC 3339
    #[arg(long, value_name = "TIME", value_parser = super::plan::read_time, default_value = "2026-03-05T10:00:00")]
    now: DateTime,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// One line of the file.
#[derive(Deserialize)]
struct Line {
    utterance: String,
    #[serde(default)]
    intent: String,
    #[serde(default)]
    slots: Map<String, Value>,
}

impl Eval {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        match self.what {
            Subcommands::Nlu(nlu) => nlu.run(),
            Subcommands::Gate(gate) => gate.run().await,
            Subcommands::Injections(injections) => injections.run().await,
            Subcommands::Screens(screens) => screens.run(),
            Subcommands::Replay(replay) => replay.run().await,
        }
    }
}

impl Nlu {
    fn run(&self) -> Result<ExitCode> {
        let planner = Planner::new()?;
        let index = Index::default();
        let dialogue = Dialogue::default();
        let plan = |utterance: &str| {
            let turn = Turn { utterance, directory: &index, now: self.now, always_confirm: false };
            planner.plan(&turn, &dialogue).plan
        };
        let file = File::open(&self.file).with_context(|| format!("cannot read `{}`", self.file.display()))?;
        let mut score = Score::default();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.with_context(|| format!("cannot read line {} of `{}`", number + 1, self.file.display()))?;
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str::<Line>(&line) {
                Ok(line) => score.add(&line.intent, &line.slots, &plan(&line.utterance), &plan),
                Err(_) => score.bad_lines += 1,
            }
        }
        if score.utterances == 0 {
            bail!("`{}` has no line like {{\"utterance\": \"…\", \"intent\": \"…\"}}", self.file.display());
        }
        let mut output = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut output, &score.report()).map_err(std::io::Error::from)?;
            output.write_all(b"\n")?;
        } else {
            output.write_all(show::tables(&score).as_bytes())?;
        }
        Ok(if score.bad_lines > 0 { ExitCode::from(2) } else { ExitCode::SUCCESS })
    }
}
