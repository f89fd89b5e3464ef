//! A conversation with pictures for training: one JSON object a line, one line a step, in the chat form that fine-tuning
//! tools read: `{"messages": [{"role", "content"}, …]}`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::ExportError;
use crate::run::{CUT, Run, RunStep};

/// Writes a line for each step whose reply was carried out. `prompt` and `picture` read the files of the record by
/// number; what is missing is left out.
pub fn training(
    run: &Run,
    prompt: &dyn Fn(u64) -> std::io::Result<Option<String>>,
    picture: &dyn Fn(u64) -> std::io::Result<Vec<u8>>,
    write: &mut dyn FnMut(&str) -> std::io::Result<()>,
) -> Result<(), ExportError> {
    let mut any = false;
    for step in &run.steps {
        if let Some(line) = line(run, step, prompt, picture)? {
            write(&line.to_string())?;
            any = true;
        }
    }
    if any { Ok(()) } else { Err(ExportError::Nothing("step with a reply that was carried out")) }
}

fn line(
    run: &Run,
    step: &RunStep,
    prompt: &dyn Fn(u64) -> std::io::Result<Option<String>>,
    picture: &dyn Fn(u64) -> std::io::Result<Vec<u8>>,
) -> Result<Option<Value>, ExportError> {
    let whole = |raw: &str| !raw.ends_with(CUT);
    let carried_out = step.gate.iter().all(|gate| gate.allowed) && step.acts.iter().all(|act| act.failure().is_none());
    let said = step.decisions.last().filter(|said| said.error.is_none() && !said.actions.is_empty());
    let Some(said) = said.filter(|said| carried_out && whole(&said.raw)) else { return Ok(None) };
    let stored = said.prompt.as_ref().map(|stored| prompt(stored.number)).transpose()?.flatten();
    let mut messages = match &stored {
        Some(text) => turns(text),
        // An older record, or a mind that is no model: the goal is what it knew.
        None => vec![json!({"role": "user", "content": [{"type": "text", "text": run.goal}]})],
    };
    let number = said.screenshot.or(step.before.as_ref().and_then(|screen| screen.screenshot));
    if let Some(png) = number.and_then(|number| picture(number).ok())
        && let Some(content) =
            messages.iter_mut().rev().find(|one| one["role"] == "user").map(|one| &mut one["content"])
        && let Some(parts) = content.as_array_mut()
    {
        let url = format!("data:image/png;base64,{}", STANDARD.encode(png));
        parts.push(json!({"type": "image_url", "image_url": {"url": url}}));
    }
    let reply = if said.raw.is_empty() {
        json!({"thought": said.thought, "actions": said.actions}).to_string()
    } else {
        said.raw.clone()
    };
    messages.push(json!({"role": "assistant", "content": reply}));
    Ok(Some(json!({"messages": messages})))
}

/// Splits a stored prompt into its messages. Earlier pictures are left out; the current one is added.
fn turns(text: &str) -> Vec<Value> {
    let mut messages: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("=== ").filter(|role| matches!(*role, "system" | "user" | "assistant")) {
            Some(role) => messages.push((role, String::new())),
            None if line.starts_with("[picture ") && line.ends_with(']') => {}
            None => {
                if let Some((_, content)) = messages.last_mut() {
                    content.push_str(line);
                    content.push('\n');
                }
            }
        }
    }
    let message = |(role, content): (&str, String)| match role {
        "user" => json!({"role": role, "content": [{"type": "text", "text": content.trim_end()}]}),
        role => json!({"role": role, "content": content.trim_end()}),
    };
    messages.into_iter().map(message).collect()
}
