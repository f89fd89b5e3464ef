//! Shows a task line by line, with a moving status line below in a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use action::LoopEvent;
use action::plan::StepStatus;
use agent::{Change, Effect, PauseReason, Progress, Status, Summary};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value};
use task::{EventKind, Narration};

use super::speech::Speech;
use super::wrap;
use crate::output;
use crate::plain_text::{plain, plain_lines};

/// How much of a thought is shown.
const MOST_THOUGHT: usize = 300;
/// How much of an action is shown, in words and as JSON.
const MOST_ACTION: usize = 200;
const MOST_JSON: usize = 1_000;

/// How lines under a step are indented.
const INDENT: &str = "     ";

/// The display of one task.
pub(super) struct Display {
    bar: Option<ProgressBar>,
    began: Instant,
    speech: Option<Speech>,
    /// Whether every action is also shown as JSON.
    verbose: bool,
    /// The language of the request: a guess until there is a plan.
    language: String,
    /// The step whose thought was shown last.
    thought: u32,
    /// The label of the element that the current action touches.
    label: String,
}

impl Display {
    pub(super) fn new(speech: Option<Speech>, verbose: bool) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner:.cyan} {wide_msg} {elapsed:.dim}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        let (language, label) = (String::new(), String::new());
        Self { bar, began: Instant::now(), speech, verbose, language, thought: 0, label }
    }

    /// Prints a text above the status line, wrapped at the terminal's width.
    pub(super) fn line(&self, text: &str) {
        for line in plain_lines(text, 2000).flat_map(|line| wrap::wrapped(&line)) {
            match &self.bar {
                Some(bar) => bar.suspend(|| output::hint(&line)),
                None => output::hint(&line),
            }
        }
    }

    /// A line of the frame, in the language of the request.
    pub(super) fn framed(&self, key: &str, values: &[(&str, &str)]) -> String {
        framed(&self.language, key, values)
    }

    /// The language of the request, as far as it is known.
    pub(super) fn language(&self) -> &str {
        &self.language
    }

    /// Prints a line of the frame under a step.
    fn inner(&self, key: &str, values: &[(&str, &str)]) {
        self.line(&format!("{INDENT}{}", self.framed(key, values)));
    }

    /// Hides the status line until there is something to show again.
    pub(super) fn pause(&self) {
        if let Some(bar) = &self.bar {
            bar.disable_steady_tick();
            bar.set_message("");
            bar.finish_and_clear();
        }
    }

    /// Reads a line aloud, if requested.
    pub(super) fn say(&self, text: &str) {
        if let Some(speech) = self.speech.as_ref().filter(|_| !text.is_empty()) {
            speech.say(plain(text, 400));
        }
    }

    pub(super) fn show(&mut self, what: &EventKind) {
        match what {
            EventKind::Queued { goal, device, ahead, resumed } => {
                planner::guessed_language(goal).clone_into(&mut self.language);
                let key = if *resumed { "resuming" } else { "task" };
                self.line(&self.framed(key, &[("goal", &plain(goal, MOST_THOUGHT)), ("device", device)]));
                if *ahead > 0 {
                    self.line(&self.framed("tasks first", &[("count", &ahead.to_string())]));
                }
                self.moving(&self.framed("waiting", &[]));
            }
            EventKind::Started { model, max_steps, .. } => {
                let values = [("model", plain(model, 80)), ("most", max_steps.to_string())];
                self.moving(&self.framed("asking", &values.each_ref().map(|(name, value)| (*name, value.as_str()))));
            }
            EventKind::Loop(LoopEvent::Step { step, app, .. }) => {
                let app = app.as_ref().map(|app| plain(app, 80)).unwrap_or_default();
                self.moving(&self.framed("looking", &[("step", &step.to_string()), ("app", &app)]));
            }
            EventKind::Loop(LoopEvent::Thinking { step }) => {
                self.moving(&self.framed("thinking", &[("step", &step.to_string())]));
            }
            EventKind::Progress(progress) => self.progress(progress),
            EventKind::Plan { summary, plan } => {
                self.language = plan.metadata.language.clone().unwrap_or_default();
                if let Some(speech) = &mut self.speech {
                    speech.speak_in(&self.language);
                }
                self.line(&self.framed("plan", &[("plan", &plain(summary, MOST_THOUGHT))]));
            }
            EventKind::StepResult(result) => {
                let mark = if result.status == StepStatus::Success { "✓" } else { "✗" };
                self.line(&format!("{INDENT}{mark} {}", plain(&result.message, MOST_THOUGHT)));
            }
            EventKind::File { path } => self.inner("file", &[("path", &plain(path, MOST_THOUGHT))]),
            EventKind::Loop(LoopEvent::Say { words }) => self.line(&format!("{INDENT}{}", plain(words, MOST_THOUGHT))),
            EventKind::Loop(LoopEvent::Retrying { why, after_sec, .. }) => {
                let seconds = format!("{after_sec:.1}");
                self.inner("retrying", &[("seconds", &seconds), ("why", &plain(why, MOST_THOUGHT))]);
            }
            EventKind::Loop(LoopEvent::Disconnected { why, wait_sec }) => {
                let seconds = format!("{wait_sec:.0}");
                self.line(&self.framed("lost", &[("why", &plain(why, MOST_ACTION)), ("seconds", &seconds)]));
            }
            EventKind::Loop(LoopEvent::Reconnected) => self.line(&self.framed("back", &[])),
            EventKind::Paused { reason: PauseReason::TakenOver } => self.line(&self.framed("taken over", &[])),
            EventKind::Paused { reason: PauseReason::Asked } => self.line(&self.framed("paused", &[])),
            EventKind::Loop(LoopEvent::Continued) => self.line(&self.framed("continued", &[])),
            EventKind::Loop(LoopEvent::Warning { message, .. }) => {
                self.inner("note", &[("message", &plain(message, MOST_THOUGHT))]);
            }
            // `attend` handles these.
            EventKind::Question { .. } | EventKind::QuestionClosed { .. } | EventKind::Ended(_) => {}
            // Shown with its effect.
            EventKind::Loop(LoopEvent::Acting { label, .. }) => self.label = label.clone().unwrap_or_default(),
        }
    }

    pub(super) fn end(&mut self, summary: &Summary, narration: Option<&Narration>) {
        self.pause();
        let how = match summary.status {
            Status::Success => "done",
            Status::Failed => "failed",
            Status::Timeout => "limit",
            Status::Interrupted => "interrupted",
        };
        let tokens = if summary.tokens == 0 { String::new() } else { summary.tokens.to_string() };
        let cost = summary.cost.map_or_else(String::new, |cost| format!("{cost:.4}"));
        let (count, time) = (summary.steps.to_string(), time_words(summary.duration));
        let values = [("count", count.as_str()), ("time", &time), ("tokens", &tokens), ("cost", &cost)];
        self.line(&self.framed(how, &values));
        if let Some(narration) = narration {
            self.say(&narration.words);
        }
        if let Some(speech) = self.speech.take() {
            speech.finish();
        }
    }

    fn progress(&mut self, progress: &Progress) {
        let Progress { step, max_steps, action, thinking, effect, .. } = progress;
        let thought = plain(thinking.trim(), MOST_THOUGHT);
        if self.thought != *step && !thought.is_empty() {
            self.thought = *step;
            self.line(&format!("{step:>3}  {}", capitalised(&thought)));
        }
        let Some(json) = action.as_deref() else { return };
        let read: Map<String, Value> = serde_json::from_str(json).unwrap_or_default();
        // The last line says how it ended.
        if matches!(read.get("type").and_then(Value::as_str), Some("finish" | "fail")) {
            return;
        }
        let words = plain(&planner::action_in_words(&self.language, &read, &self.label), MOST_ACTION);
        let (step, most) = (step.to_string(), max_steps.to_string());
        self.moving(&self.framed("step", &[("step", &step), ("most", &most), ("what", &words)]));
        let Some(effect) = effect else {
            if self.verbose {
                self.line(&format!("{INDENT}{}", plain(json, MOST_JSON)));
            }
            return;
        };
        self.line(&format!("{INDENT}{words} → {}", effect_in(&self.language, effect)));
        self.label.clear();
    }

    fn moving(&self, text: &str) {
        if let Some(bar) = &self.bar {
            if bar.is_finished() {
                bar.reset();
                // The elapsed time starts with the task, not with the bar.
                drop(bar.clone().with_elapsed(self.began.elapsed()));
                bar.enable_steady_tick(Duration::from_millis(120));
            }
            bar.set_message(plain(text, MOST_ACTION));
        }
    }
}

/// Adds an initial capital.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A line of the terminal's frame in a language: `run KEY` of its texts.
pub(super) fn framed(language: &str, key: &str, values: &[(&str, &str)]) -> String {
    planner::phrase(language, &format!("run {key}"), values)
}

/// Describes the effect of an action in English.
pub(crate) fn effect_words(effect: &Effect) -> String {
    effect_in("en", effect)
}

/// Describes the effect of an action.
fn effect_in(language: &str, effect: &Effect) -> String {
    let retries = effect.retries.to_string();
    let retries = match effect.retries {
        0 => String::new(),
        _ => format!(" {}", framed(language, "attempts", &[("count", &retries)])),
    };
    let words = match (&effect.failure, effect.change) {
        (Some(failure), _) => framed(language, "action failed", &[("why", &plain(&failure.message, MOST_THOUGHT))]),
        (None, Change::Changed) if effect.still_moving => framed(language, "moving", &[]),
        (None, Change::Changed) => framed(language, "changed", &[]),
        (None, Change::Unchanged) => framed(language, "unchanged", &[]),
        (None, Change::Unknown) => framed(language, "action done", &[]),
    };
    format!("{words}{retries}")
}

/// Formats a time as `2 m 05 s`.
fn time_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{} m {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} m", seconds / 3600, seconds / 60 % 60),
    }
}
