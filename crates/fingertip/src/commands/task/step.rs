//! `fingertip task step`: everything on record about one step.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use history::{Act, Run, RunStep};

use super::find;
use crate::backend::task_folder;
use crate::commands::look::{as_json, readable};
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::{plain, plain_lines};
use crate::terminal::effect_words;

/// Show one step of a task: what was seen, said, judged, touched and done
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip task step last 9
  fingertip task step last 9 --tree
  fingertip task step last 9 --picture step.png
  fingertip task step last last --prompt
  fingertip task step last 9 --json | jq .acts[0].intent.touched")]
pub(super) struct ShowStep {
    /// The task's id, its beginning, or `last`
    id: String,
    /// The step's number, or `last`
    number: String,
    /// Print the elements of the screen that the mind saw
    #[arg(long, conflicts_with_all = ["picture", "prompt", "gate"])]
    tree: bool,
    /// Write the picture that the mind saw to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prompt", "gate"])]
    picture: Option<PathBuf>,
    /// Print what the model was asked
    #[arg(long, conflicts_with = "gate")]
    prompt: bool,
    /// Print what the gate decided, and why
    #[arg(long)]
    gate: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ShowStep {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let folder = task_folder(&data, &find(&data, &self.id)?)?;
        let run = Run::read(&folder)?;
        let step = pick(&run, &self.number)?;
        if self.tree {
            self.print_tree(&folder, step)?;
        } else if let Some(file) = &self.picture {
            if !output::file(file, step.picture(&folder)?).await? {
                return Ok(ExitCode::from(130));
            }
        } else if self.prompt {
            self.print_prompt(&folder, step)?;
        } else if self.gate {
            self.print_gate(step)?;
        } else if self.json {
            output::json(step)?;
        } else {
            print_step(step)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn print_tree(&self, folder: &Path, step: &RunStep) -> Result<()> {
        let tree = step.tree(folder)?;
        match self.json {
            true => output::json(&as_json(&tree, None)),
            false => output::bytes(readable(&tree, None).as_bytes()),
        }
    }

    fn print_prompt(&self, folder: &Path, step: &RunStep) -> Result<()> {
        let texts = step.prompts(folder)?;
        match self.json {
            true => output::json(&texts),
            false => texts.iter().flat_map(|text| text.lines()).try_for_each(|line| output::line(plain(line, 100_000))),
        }
    }

    fn print_gate(&self, step: &RunStep) -> Result<()> {
        if self.json {
            return output::json(&step.gate);
        }
        if step.gate.is_empty() {
            output::hint(&format!("the gate was not asked in step {}", step.step));
        }
        step.gate.iter().try_for_each(|gate| {
            let verdict = if gate.allowed { "allowed" } else { "refused" };
            let target =
                gate.target.as_ref().map(|target| format!(" `{}`", plain(&target.label, 80))).unwrap_or_default();
            output::line(format_args!("{verdict} {}{target} by {}", gate.action.name(), gate.by))?;
            output::line(format_args!("  rule `{}`: {}", gate.rule, plain(&gate.reason, 500)))
        })
    }
}

fn pick<'r>(run: &'r Run, text: &str) -> Result<&'r RunStep> {
    let last = run.steps.last();
    let count = last.map_or(0, |last| last.step);
    if text == "last" {
        return last.context("the task has no step yet");
    }
    let number: u32 = text
        .parse()
        .ok()
        .with_context(|| format!("`{}` is not a step: expected 1 to {count}, or `last`", plain(text, 40)))?;
    run.step(number).with_context(|| format!("the task has no step {number}: expected 1 to {count}, or `last`"))
}

fn print_step(step: &RunStep) -> Result<()> {
    let seconds = step.seconds.map_or_else(String::new, |seconds| format!("  ({seconds:.1} s)"));
    output::line(format_args!("step {}{seconds}", step.step))?;
    if let Some(screen) = &step.before {
        let (app, activity) =
            (screen.app.as_deref().unwrap_or("no app"), screen.activity.as_deref().unwrap_or_default());
        let picture = screen.screenshot.map_or_else(String::new, |number| format!(", picture {number}"));
        output::line(format_args!("  saw     {} {}{picture}", plain(app, 100), plain(activity, 200)))?;
    }
    if !step.thought().is_empty() {
        output::line(format_args!("  thought {}", plain(step.thought(), 1_000)))?;
    }
    for said in step.decisions.iter().filter(|said| !said.raw.is_empty()) {
        let prompt =
            said.prompt.as_ref().map_or_else(String::new, |prompt| format!(" to {} characters", prompt.characters));
        output::line(format_args!(
            "  reply   {} + {} tokens{prompt}:",
            said.usage.input_tokens, said.usage.output_tokens
        ))?;
        plain_lines(&said.raw, 200).try_for_each(|line| output::line(format_args!("          {line}")))?;
        said.repairs
            .iter()
            .try_for_each(|repair| output::line(format_args!("  repair  {}", plain(&repair.message, 300))))?;
    }
    if let Some(error) = step.unreadable() {
        output::line(format_args!("  error   {}", plain(error, 500)))?;
    }
    for gate in &step.gate {
        let verdict = if gate.allowed { "allowed" } else { "refused" };
        output::line(format_args!(
            "  gate    {verdict} by {} (`{}`): {}",
            gate.by,
            gate.rule,
            plain(&gate.reason, 300)
        ))?;
    }
    step.acts.iter().try_for_each(print_act)?;
    for result in &step.tool_results {
        let said = result.result.as_ref().or(result.error.as_ref()).map(String::as_str).unwrap_or_default();
        output::line(format_args!("  result  {}: {}", plain(&result.tool, 80), plain(said, 300)))?;
    }
    for entry in &step.step_results {
        let result = &entry.result;
        output::line(format_args!("  plan    {} `{}`: {}", result.op, result.code, plain(&result.message, 300)))?;
        for checked in &entry.checked {
            output::line(format_args!("          {} → {}", plain(&checked.asked, 120), plain(&checked.said, 120)))?;
        }
    }
    step.retries.iter().try_for_each(|retry| output::line(format_args!("  retry   {}", plain(&retry.why, 300))))?;
    let time = &step.timing;
    output::line(format_args!(
        "  time    look {:.2} s, mind {:.2} s, gate {:.2} s, person {:.2} s, act {:.2} s, settle {:.2} s, record {:.3} s",
        time.look, time.mind, time.gate, time.person, time.act, time.settle, time.record
    ))
}

fn print_act(act: &Act) -> Result<()> {
    let action = serde_json::to_string(&act.action.clone().with_reason(None))?;
    output::line(format_args!("  did     {}", plain(&action, 400)))?;
    for element in act.intent.iter().flat_map(|intent| &intent.touched) {
        let id = if element.id.is_empty() { String::new() } else { format!(" {}", plain(&element.id, 120)) };
        output::line(format_args!("  touched {} `{}`{id}", element.role, plain(&element.name, 120)))?;
    }
    let effect =
        act.effect.as_ref().map_or_else(|| "unknown: it was cut off".to_owned(), |entry| effect_words(&entry.effect));
    output::line(format_args!("  effect  {}", plain(&effect, 500)))?;
    let Some(seen) = act.effect.as_ref().and_then(|entry| entry.seen.as_ref()) else { return Ok(()) };
    for (sign, parts, more) in [('+', &seen.appeared, seen.more[0]), ('-', &seen.disappeared, seen.more[1])] {
        let names: Vec<String> = parts
            .iter()
            .map(|part| if part.name.is_empty() { &part.role } else { &part.name })
            .map(|name| plain(name, 40))
            .collect();
        if !names.is_empty() {
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            output::line(format_args!("          {sign} {}{more}", names.join(", ")))?;
        }
    }
    seen.changed.iter().try_for_each(|one| {
        let change = match (&one.was, &one.now, &one.was_state, &one.now_state) {
            (Some(was), Some(now), ..) => format!("`{}` → `{}`", plain(was, 60), plain(now, 60)),
            (_, _, Some(was), Some(now)) => format!("[{}] → [{}]", was.join(" "), now.join(" ")),
            _ => return Ok(()),
        };
        output::line(format_args!("          ~ {} {}: {change}", one.part.role, plain(&one.part.name, 40)))
    })
}
