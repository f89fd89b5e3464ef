//! `fingertip parse`: parses models' replies, line by line.

use std::process::ExitCode;

use action::Finding;
use action::dialect::{self, DialectName, Element, Refusal, ReplyContext, Size, Step};
use anyhow::Result;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::arguments::MAX_SIDE;
use crate::json_lines::{self, BadLine};
use crate::output;

/// Parse models' replies: JSON lines in, actions out
#[derive(Args)]
#[command(after_help = "\
Each input line is {\"raw\": the model's exact text, \"dialect\"?, \"screen\"?: [w,h], \"image\"?: [w,h] if the model
saw a picture of another size, \"elements\"?: [{\"index\", \"bounds\": [l,t,r,b]}], \"tools\"?: [names]}; other fields are
ignored. Each output line is {\"thought\", \"action\", \"actions\", \"raw\", \"repairs\", \"dialect\"} or
{\"error\": {\"code\", \"message\", …}, \"raw\"}. A touch on a numbered element without `elements` stays unresolved:
{\"type\": \"tap\", \"element\": 3}. The exit code is 2 if a line was not such an object; a rejected reply is a valid
result, not a failure.

Examples:
  echo '{\"raw\":\"Thought: go\\nAction: click(start_box=\\u0027(500,500)\\u0027)\"}' | fingertip parse --screen 1080x2400
  fingertip parse --dialect qwen3-vl --strict < replies.jsonl
  fingertip parse --dialect autoglm --prompt")]
pub(crate) struct Parse {
    /// The dialect for lines that do not name one
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = crate::arguments::dialect, long_help = dialects_help())]
    dialect: DialectName,
    /// The phone's screen size for lines that do not give it, as in 1080x2400
    #[arg(long, value_name = "WxH", value_parser = crate::arguments::size)]
    screen: Option<Size>,
    /// Treat every repair as an error
    #[arg(long)]
    strict: bool,
    /// Print the system prompt for this dialect, and read nothing
    #[arg(long)]
    prompt: bool,
}

fn dialects_help() -> String {
    let mut help = String::from("The dialect for lines that do not name one:\n");
    let rows = std::iter::once(DialectName::AUTO).chain(DialectName::all());
    for name in rows {
        help.push_str(&format!("  {:<14} {}\n", name.as_str(), name.about()));
    }
    help
}

/// One input line.
#[derive(Deserialize)]
struct Line {
    raw: String,
    dialect: Option<String>,
    screen: Option<[f64; 2]>,
    image: Option<[f64; 2]>,
    elements: Option<Vec<Element>>,
    tools: Option<Vec<String>>,
}

/// One output line.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Read {
        thought: String,
        action: Option<Step>,
        actions: Vec<Step>,
        raw: String,
        repairs: Vec<Finding>,
        dialect: &'static str,
    },
    Refused {
        error: Refusal,
        raw: String,
    },
}

impl Parse {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.prompt {
            let context = ReplyContext { screen: self.screen, ..ReplyContext::default() };
            output::bytes(dialect::ask(self.dialect, &context).as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        json_lines::answer(|line| self.answer(line))
    }

    fn answer(&self, text: &str) -> Result<Answer, BadLine> {
        let bad = |code, message: String| BadLine::new(code, message, text);
        let line: Line = serde_json::from_str(text).map_err(|error| {
            bad("bad_line", format!("expected an object with `raw` and the fields of `--help`: {error}"))
        })?;
        let name = match &line.dialect {
            None => self.dialect,
            Some(name) => DialectName::find(name).map_err(|unknown| bad("unknown_dialect", unknown.to_string()))?,
        };
        let size = |size: Option<[f64; 2]>, field: &str| match size {
            None => Ok(None),
            Some(sides) => size_of(sides).map(Some).ok_or_else(|| {
                bad("bad_line", format!("`{field}` must be [width, height] in pixels, each from 1 to {MAX_SIDE}"))
            }),
        };
        let (elements, tools) = (line.elements.unwrap_or_default(), line.tools.unwrap_or_default());
        let context = ReplyContext {
            screen: size(line.screen, "screen")?.or(self.screen),
            image: size(line.image, "image")?,
            elements: &elements,
            tools: &tools,
        };
        let read = if self.strict { dialect::read_strict } else { dialect::read };
        Ok(match read(name, &line.raw, &context) {
            Ok(parsed) => Answer::Read {
                thought: parsed.thought,
                action: parsed.steps.first().cloned(),
                actions: parsed.steps,
                raw: line.raw,
                repairs: parsed.repairs,
                dialect: parsed.dialect,
            },
            Err(error) => Answer::Refused { error, raw: line.raw },
        })
    }
}

fn size_of([w, h]: [f64; 2]) -> Option<Size> {
    let side = |side: f64| {
        let whole = side.round();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be in range")]
        (1.0..=f64::from(MAX_SIDE)).contains(&whole).then_some(whole as u32)
    };
    Some(Size { w: side(w)?, h: side(h)? })
}
