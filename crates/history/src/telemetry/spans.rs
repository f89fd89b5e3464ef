//! A run as a trace: the task, each decision of the mind, each action.

use std::time::Duration;

use agent::{Change, Prediction, Status};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::otlp::{flag, nanoseconds, number, resource, scope, text};
use crate::run::{Act, Run, RunStep};

/// The numbers that OTLP has for the kinds of spans and for an error.
const INTERNAL: u32 = 1;
const CLIENT: u32 = 3;
const ERROR: u32 = 2;
/// The most spans of a trace, twice as many as five thousand steps have; a longer run keeps its first ones.
const MOST: usize = 10_000;
/// The longest text of a span, and all texts of a trace together, in bytes: a model may write a million in each step.
const LONGEST_TEXT: usize = 4 << 10;
const MOST_TEXT: usize = 4 << 20;

/// Builds the trace of the latest run of a task, as the body of an OTLP request. If the task was resumed, earlier runs
/// are left out: they were sent when they ended. The ids depend on the record alone, so sending twice is recognised.
/// With `texts`, the goal, thoughts and arguments of actions are included.
pub fn trace(run: &Run, version: &str, texts: bool) -> Value {
    let mut spans =
        Spans { run, texts, since: run.latest.or(run.started).unwrap_or_default(), list: Vec::new(), room: MOST_TEXT };
    spans.root();
    for step in run.steps.iter().chain(run.outside.as_deref()) {
        spans.step(step);
    }
    let scoped = json!([{"scope": scope(version), "spans": spans.list}]);
    json!({"resourceSpans": [{"resource": resource(version), "scopeSpans": scoped}]})
}

struct Spans<'r> {
    run: &'r Run,
    texts: bool,
    /// When the latest run began.
    since: Timestamp,
    list: Vec<Value>,
    /// How many bytes of texts may still be added.
    room: usize,
}

/// One span, without what all spans have in common.
struct Span {
    id: String,
    name: String,
    kind: u32,
    from: Timestamp,
    to: Timestamp,
    attributes: Vec<Value>,
    error: Option<String>,
    events: Vec<Value>,
}

impl Spans<'_> {
    fn root(&mut self) {
        let run = self.run;
        let mut attributes = vec![
            text("gen_ai.operation.name", "invoke_workflow"),
            text("gen_ai.workflow.name", "task"),
            number("fingertip.task.steps", run.steps.len() as u64),
        ];
        let tokens = |of: fn(&Prediction) -> u64| {
            let said = run.steps.iter().flat_map(|step| &step.decisions).filter(|said| said.mark.at >= self.since);
            said.map(of).fold(0, u64::saturating_add)
        };
        attributes.push(number("gen_ai.usage.input_tokens", tokens(|said| said.usage.input_tokens)));
        attributes.push(number("gen_ai.usage.output_tokens", tokens(|said| said.usage.output_tokens)));
        let summary = run.ending.summary();
        let mut error = None;
        if let Some(summary) = summary {
            attributes.push(text("fingertip.task.status", word(summary.status)));
            attributes.push(text("fingertip.task.reason", word(summary.reason)));
            error = (summary.status != Status::Success).then(|| word(summary.reason));
        }
        if self.texts {
            attributes.push(self.told("fingertip.task.goal", &run.goal));
            attributes.extend(summary.map(|summary| self.told("fingertip.task.message", &summary.message)));
        }
        let to = run.last.unwrap_or(self.since);
        let events = self.gate_events();
        let (id, name) = (self.root_id(), "invoke_workflow task".to_owned());
        self.push(Span { id, name, kind: INTERNAL, from: self.since, to, attributes, error, events }, None);
    }

    fn step(&mut self, step: &RunStep) {
        let since = self.since;
        for (index, said) in step.decisions.iter().enumerate().filter(|(_, said)| said.mark.at >= since) {
            let span = self.decision(step, index, said);
            let root = self.root_id();
            self.push(span, Some(root));
        }
        for act in &step.acts {
            let sent = act.intent.as_ref().filter(|intent| intent.mark.at >= since);
            if let Some(span) = sent.and_then(|_| self.action(step, act)) {
                let root = self.root_id();
                self.push(span, Some(root));
            }
        }
    }

    /// A decision is `chat` if a model was asked, and `plan` otherwise.
    fn decision(&mut self, step: &RunStep, index: usize, said: &Prediction) -> Span {
        let asked = said.usage.input_tokens + said.usage.output_tokens > 0 || self.run.model != "plan";
        let mut attributes = vec![
            text("gen_ai.operation.name", if asked { "chat" } else { "plan" }),
            number("fingertip.step", step.step.into()),
        ];
        let mut name = "plan fingertip".to_owned();
        if asked {
            let model = if self.run.model == "plan" { "model" } else { &self.run.model };
            name = format!("chat {model}");
            attributes.push(text("gen_ai.provider.name", "openai_compatible"));
            attributes.push(text("gen_ai.request.model", model));
            attributes.push(number("gen_ai.usage.input_tokens", said.usage.input_tokens));
            attributes.push(number("gen_ai.usage.output_tokens", said.usage.output_tokens));
        }
        if self.texts {
            attributes.push(self.told("fingertip.thought", &said.thought));
        }
        let took = said.took.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let took = took.and_then(|took| SignedDuration::try_from(took).ok()).unwrap_or_default();
        let from = said.mark.at.checked_sub(took).unwrap_or(said.mark.at).max(self.since);
        Span {
            id: self.id(&format!("decision {} {index}", step.step)),
            name,
            kind: if asked { CLIENT } else { INTERNAL },
            from,
            to: said.mark.at,
            attributes,
            error: said.error.as_ref().map(|_| "unreadable_reply".to_owned()),
            events: Vec::new(),
        }
    }

    fn action(&mut self, step: &RunStep, act: &Act) -> Option<Span> {
        let intent = act.intent.as_ref()?;
        let verb = act.action.name();
        let mut attributes = vec![
            text("gen_ai.operation.name", "execute_tool"),
            text("gen_ai.tool.name", verb),
            text("gen_ai.tool.type", "function"),
            text("gen_ai.tool.call.id", intent.number.to_string()),
            number("fingertip.step", step.step.into()),
            flag("fingertip.outward", intent.outward),
        ];
        let error = match &act.effect {
            Some(effect) => {
                let change = match effect.effect.change {
                    Change::Changed => "changed",
                    Change::Unchanged => "unchanged",
                    Change::Unknown => "unknown",
                };
                attributes.push(text("fingertip.effect", change));
                effect.effect.failure.as_ref().map(|failure| word(failure.reason))
            }
            // The process ended before the effect was known.
            None => Some("cut_off".to_owned()),
        };
        if self.texts {
            let arguments = serde_json::to_string(&act.action).unwrap_or_default();
            attributes.push(self.told("gen_ai.tool.call.arguments", &arguments));
        }
        let to = act.effect.as_ref().map_or(intent.mark.at, |effect| effect.mark.at);
        Some(Span {
            id: self.id(&format!("action {}", intent.number)),
            name: format!("execute_tool {verb}"),
            kind: INTERNAL,
            from: intent.mark.at,
            to,
            attributes,
            error,
            events: Vec::new(),
        })
    }

    /// What the gate did not allow by a rule alone: it asked, or refused.
    fn gate_events(&mut self) -> Vec<Value> {
        let (run, since) = (self.run, self.since);
        let steps = run.steps.iter().chain(run.outside.as_deref());
        let asked = steps.flat_map(|step| &step.gate).filter(|gate| gate.mark.at >= since && gate.by != "rule");
        let event = |gate: &agent::GateEntry| {
            let mut attributes = vec![
                text("fingertip.gate.rule", gate.rule.as_str()),
                text("fingertip.gate.by", gate.by.as_str()),
                flag("fingertip.gate.allowed", gate.allowed),
                text("gen_ai.tool.name", gate.action.name()),
            ];
            if self.texts {
                attributes.push(self.told("fingertip.gate.reason", &gate.reason));
            }
            json!({"timeUnixNano": nanoseconds(gate.mark.at), "name": "fingertip.gate", "attributes": attributes})
        };
        asked.take(MOST).map(event).collect()
    }

    /// An attribute with a text of the run, as long as there is room for it.
    fn told(&mut self, key: &str, said: &str) -> Value {
        let cut = said.floor_char_boundary(LONGEST_TEXT.min(self.room));
        self.room -= cut;
        text(key, said.get(..cut).unwrap_or_default())
    }

    fn push(&mut self, span: Span, parent: Option<String>) {
        if self.list.len() >= MOST {
            return;
        }
        let Span { id, name, kind, from, to, mut attributes, error, events } = span;
        attributes.push(text("gen_ai.agent.name", "fingertip"));
        attributes.push(text("gen_ai.conversation.id", self.run.task.as_str()));
        attributes.extend(error.as_ref().map(|error| text("error.type", error.as_str())));
        let mut span = json!({
            "traceId": self.hash("trace", 16),
            "spanId": id,
            "name": name,
            "kind": kind,
            "startTimeUnixNano": nanoseconds(from),
            "endTimeUnixNano": nanoseconds(to.max(from)),
            "attributes": attributes,
            "events": events,
        });
        if let Some(parent) = parent {
            span["parentSpanId"] = Value::String(parent);
        }
        if let Some(error) = error {
            span["status"] = json!({"code": ERROR, "message": error});
        }
        self.list.push(span);
    }

    fn root_id(&self) -> String {
        self.id("task")
    }

    /// The id of a span of this run of the task.
    fn id(&self, what: &str) -> String {
        self.hash(&format!("{what} of {}", self.run.resumed), 8)
    }

    fn hash(&self, what: &str, bytes: usize) -> String {
        let digest = Sha256::digest(format!("{} {what}", self.run.task));
        digest.iter().take(bytes).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The name of a unit variant, as it is on record.
fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use agent::JournalEntry;

    use super::*;

    #[test]
    fn a_trace_is_bounded_however_much_a_model_writes() {
        let entry = |line: &str, step: usize, mut rest: Value| -> JournalEntry {
            rest["line"] = line.into();
            rest["at"] = "2026-03-05T10:00:00Z".into();
            rest["step"] = step.into();
            serde_json::from_value(rest).unwrap()
        };
        let started = json!({"taskId": "t", "goal": "é".repeat(9_000), "device": "sim", "model": "m", "dialect": "d", "settings": {}});
        let usage = json!({"input_tokens": 1, "output_tokens": 1});
        let said = json!({"thought": "é".repeat(9_000), "raw": "", "actions": [], "usage": usage, "attempts": 1});
        let steps = (1..=1_500).map(|step| entry("prediction", step, said.clone()));
        let run = Run::from_entries([entry("started", 0, started)].into_iter().chain(steps));
        let length = |texts: bool| trace(&run, "0", texts).to_string().len();
        let (with, without) = (length(true), length(false));
        assert!(with > without + MOST_TEXT / 2 && with < without + MOST_TEXT + (1 << 20), "{with} {without}");
    }
}
