//! `fingertip desktop apply`: applies desktop actions to an empty desktop, line by line.

use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use action::json::Json;
use action::os;
use action::{Finding, quoted};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use desktop::state::{Desktop as State, FollowUp};
use desktop::wire::{Actor, Viewport};
use serde::Serialize;

use crate::arguments::size;
use crate::json_lines;

/// The longest line that is read: a batch may carry long contents.
const MAX_LINE: usize = 32 << 20;

/// The agent that sends an action without a batch.
const BARE: &str = "cli";

/// Work with desktop actions
#[derive(Args)]
pub(crate) struct Desktop {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Apply(Apply),
}

/// Apply desktop actions to an empty desktop: JSON lines in, the final state out
#[derive(Args)]
#[command(after_help = "\
Each input line is an action, sent by the agent `cli`, or a batch {\"agentId\", \"monitorId\"?, \"actions\": […]}, which
is applied entirely or not at all. The final state goes to stdout as one JSON object. A rejected line changes nothing;
the reason goes to stderr as {\"line\", \"code\", \"path\", \"message\"}. A `window.capture` is reported the same way,
because no page is open. Exit code 0 either way.

Examples:
  echo '{\"type\":\"app.badge\",\"appId\":\"mail\",\"count\":3}' | fingertip desktop apply
  fingertip desktop apply --viewport 1920x1080 < actions.jsonl
  fingertip desktop apply < actions.jsonl 2> refused.jsonl | jq .zOrder")]
struct Apply {
    /// The visible size of a monitor, in CSS pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    viewport: action::dialect::Size,
}

/// Why a line was rejected.
#[derive(Serialize)]
struct Refusal<'a> {
    line: usize,
    code: &'a str,
    path: &'a str,
    message: &'a str,
}

impl Desktop {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Apply(apply) => apply.run(),
        }
    }
}

impl Apply {
    fn run(&self) -> Result<ExitCode> {
        let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        let mut refusals = io::BufWriter::new(io::stderr().lock());
        let mut state = State::new(Viewport { w: self.viewport.w, h: self.viewport.h });
        let (mut number, mut seq) = (0_usize, 0_u64);
        while let Some(line) = json_lines::next_line(&mut input, MAX_LINE).context("cannot read standard input")? {
            number += 1;
            let refused = match line {
                Ok(line) if line.trim().is_empty() => continue,
                // Some editors begin a file with a byte order mark.
                Ok(line) => match apply(&mut state, line.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}'))
                {
                    Ok(done) => {
                        seq += u64::from(done.changed);
                        match done.unseen {
                            Some(key) => no_page(&key),
                            None => continue,
                        }
                    }
                    Err(refused) => refused,
                },
                Err(bad) => Unread { code: bad.code, path: String::new(), message: bad.message },
            };
            let Unread { code, path, message } = &refused;
            let refusal = Refusal { line: number, code, path, message };
            serde_json::to_writer(&mut refusals, &refusal).map_err(io::Error::from)?;
            refusals.write_all(b"\n").and_then(|()| refusals.flush()).context("cannot write standard error")?;
        }
        let mut output = io::BufWriter::new(io::stdout().lock());
        serde_json::to_writer(&mut output, &state.view(seq)).map_err(io::Error::from)?;
        output.write_all(b"\n").and_then(|()| output.flush()).context("cannot write standard output")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The problem of a line.
struct Unread {
    code: &'static str,
    path: String,
    message: String,
}

impl From<Finding> for Unread {
    fn from(finding: Finding) -> Self {
        Self { code: finding.code.as_str(), path: finding.path, message: finding.message }
    }
}

/// Reports that no page can take the picture; the rest of the line is applied.
fn no_page(key: &str) -> Unread {
    let message = format!("no page shows {}, so there is no picture of it; pages need `fingertip serve`", quoted(key));
    Unread { code: "no_page", path: "type".to_owned(), message }
}

/// The result of a line.
struct Done {
    changed: bool,
    /// A window whose picture was requested.
    unseen: Option<String>,
}

/// Applies one line, or returns the first error in it.
fn apply(state: &mut State, line: &str) -> Result<Done, Unread> {
    let parsed = Json::strict(line).map_err(|error| {
        let message = error.to_string();
        Unread { code: "not_json", path: String::new(), message }
    })?;
    let batch = os::read_batch(&parsed.value).map_err(first)?.value;
    let agent = batch.agent_id.clone().unwrap_or_else(|| BARE.to_owned());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis());
    let now = u64::try_from(now).unwrap_or(u64::MAX);
    let applied = state.apply(&Actor::Agent(agent), &desktop::state::Command::Batch(batch), now);
    let applied = applied.map_err(|refused| first(refused.0.into_iter().map(|(_, finding)| finding).collect()))?;
    let unseen = applied.follow_ups.iter().find_map(|follow| match follow {
        FollowUp::Capture { key, .. } => Some(key.clone()),
        FollowUp::FrameLoad { .. }
        | FollowUp::DialogOpened { .. }
        | FollowUp::ToastPressed { .. }
        | FollowUp::GaveWay { .. } => None,
    });
    Ok(Done { changed: !applied.marks.is_empty(), unseen })
}

fn first(findings: Vec<Finding>) -> Unread {
    let nothing = || Finding::new(action::Code::NotAllowed, "", "refused");
    findings.into_iter().next().unwrap_or_else(nothing).into()
}
