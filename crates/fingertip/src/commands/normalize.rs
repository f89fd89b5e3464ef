//! `fingertip normalize`: turns loosely written phone actions into canonical ones, line by line.

use std::process::ExitCode;

use action::json::Json;
use action::{AgentAction, Finding, Findings, phone};
use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::json_lines::{self, BadLine};

/// Turn loosely written phone actions into canonical ones: JSON lines in, actions and repairs out
#[derive(Args)]
#[command(after_help = "\
Each input line is a JSON value, each output line {\"action\": {…}, \"repairs\": [{\"code\", \"path\", \"message\"}]}.
Missing or invalid fields take their documented defaults, and an unknown type becomes a wait of one second.
With --strict, a line that needs a repair returns {\"error\": {\"code\", \"message\", \"findings\"}, \"raw\"}.

Examples:
  echo '{\"type\":\"TAP\",\"coordinate\":[100,\"200\"]}' | fingertip normalize
  fingertip normalize --strict < actions.jsonl")]
pub(crate) struct Normalize {
    /// Treat every repair as an error
    #[arg(long)]
    strict: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Action { action: AgentAction, repairs: Vec<Finding> },
    Refused { error: Refused, raw: String },
}

#[derive(Serialize)]
struct Refused {
    code: &'static str,
    message: String,
    findings: Vec<Finding>,
}

impl Normalize {
    pub(crate) fn run(self) -> Result<ExitCode> {
        json_lines::answer(|line| self.answer(line))
    }

    fn answer(&self, line: &str) -> Result<Answer, BadLine> {
        let parsed = Json::strict(line).map_err(|error| BadLine::new("not_json", error.to_string(), line))?;
        let mut syntax: Findings = parsed.repairs;
        if self.strict {
            let read = phone::strict(&parsed.value);
            let findings = match read {
                Ok(action) if syntax.is_empty() => return Ok(Answer::Action { action, repairs: Vec::new() }),
                Ok(_) => syntax.into_vec(),
                Err(findings) => findings,
            };
            let message = findings.first().map_or_else(String::new, ToString::to_string);
            let error = Refused { code: "repaired", message, findings };
            return Ok(Answer::Refused { error, raw: line.to_owned() });
        }
        let lenient = phone::normalize(&parsed.value);
        syntax.extend(lenient.repairs);
        Ok(Answer::Action { action: lenient.action, repairs: syntax.into_vec() })
    }
}
