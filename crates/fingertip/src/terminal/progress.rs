//! Shows a task line by line, with a moving status line below in a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use action::LoopEvent;
use agent::{Change, Effect, PauseReason, Progress, Status, Summary};
use indicatif::{ProgressBar, ProgressStyle};
use task::{EventKind, Narration};

use super::speech::Speech;
use crate::output;
use crate::plain_text::{plain, plain_lines};

/// How much of a thought is shown.
const MOST_THOUGHT: usize = 300;
/// How much of an action is shown.
const MOST_ACTION: usize = 200;

/// The display of one task.
pub(super) struct Display {
    bar: Option<ProgressBar>,
    began: Instant,
    speech: Option<Speech>,
    /// The step whose thought was shown last.
    thought: u32,
    /// The last action shown, so that it is not repeated with its effect.
    action: Option<(u32, String)>,
}

impl Display {
    pub(super) fn new(speech: Option<Speech>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner:.cyan} {wide_msg} {elapsed:.dim}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        Self { bar, began: Instant::now(), speech, thought: 0, action: None }
    }

    /// Prints one line above the status line.
    pub(super) fn line(&self, text: &str) {
        for line in plain_lines(text, 2000) {
            match &self.bar {
                Some(bar) => bar.suspend(|| output::hint(&line)),
                None => output::hint(&line),
            }
        }
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
                let verb = if *resumed { "resuming" } else { "task" };
                self.line(&format!("{verb}: {} (on {device})", plain(goal, MOST_THOUGHT)));
                if *ahead > 0 {
                    let first = if *ahead == 1 { "1 task goes".to_owned() } else { format!("{ahead} tasks go") };
                    self.line(&format!("waiting for the phone; {first} first"));
                }
                self.moving("waiting for the phone");
            }
            EventKind::Started { model, max_steps, .. } => {
                self.moving(&format!("asking {model}, at most {max_steps} steps"));
            }
            EventKind::Loop(LoopEvent::Step { step, app, .. }) => {
                let app = app.as_ref().map_or_else(String::new, |app| format!(" in {}", plain(app, 80)));
                self.moving(&format!("step {step}: looking{app}"));
            }
            EventKind::Loop(LoopEvent::Thinking { step }) => self.moving(&format!("step {step}: thinking")),
            EventKind::Progress(progress) => self.progress(progress),
            EventKind::Plan { summary, .. } => self.line(&format!("plan: {}", plain(summary, MOST_THOUGHT))),
            EventKind::StepResult(result) => self.line(&format!("      {}", plain(&result.message, MOST_THOUGHT))),
            EventKind::File { path } => self.line(&format!("      a script made `{}`", plain(path, MOST_THOUGHT))),
            EventKind::Loop(LoopEvent::Say { words }) => self.line(&format!("      {}", plain(words, MOST_THOUGHT))),
            EventKind::Loop(LoopEvent::Retrying { why, after_sec, .. }) => {
                self.line(&format!("      retrying in {after_sec:.1} s: {}", plain(why, MOST_THOUGHT)));
            }
            EventKind::Loop(LoopEvent::Disconnected { why, wait_sec }) => {
                self.line(&format!("lost the phone ({}); waiting {wait_sec:.0} s for it", plain(why, MOST_ACTION)));
            }
            EventKind::Loop(LoopEvent::Reconnected) => self.line("the phone is back"),
            EventKind::Paused { reason: PauseReason::TakenOver } => self.line("paused: a person took over the phone"),
            EventKind::Paused { reason: PauseReason::Asked } => self.line("paused"),
            EventKind::Loop(LoopEvent::Continued) => self.line("continued"),
            EventKind::Loop(LoopEvent::Warning { message, .. }) => {
                self.line(&format!("      note: {}", plain(message, MOST_THOUGHT)));
            }
            // `attend` handles these.
            EventKind::Question { .. } | EventKind::QuestionClosed { .. } | EventKind::Ended(_) => {}
            // For viewers of the phone; the progress after it says the same.
            EventKind::Loop(LoopEvent::Acting { .. }) => {}
        }
    }

    pub(super) fn end(&mut self, summary: &Summary, narration: Option<&Narration>) {
        self.pause();
        let how = match summary.status {
            Status::Success => "done",
            Status::Failed => "failed",
            Status::Timeout => "stopped at a limit",
            Status::Interrupted => "interrupted",
        };
        let (steps, time) = (summary.steps, time_words(summary.duration));
        let cost = summary.cost.map_or_else(String::new, |cost| format!(", cost {cost:.4}"));
        self.line(&format!("{how}: {steps} steps, {time}, {} tokens{cost}", summary.tokens));
        if let Some(narration) = narration {
            self.say(&narration.words);
        }
        if let Some(speech) = self.speech.take() {
            speech.finish();
        }
    }

    fn progress(&mut self, progress: &Progress) {
        let Progress { step, max_steps, action, thinking, effect, remaining, .. } = progress;
        if self.thought != *step {
            self.thought = *step;
            let thought = plain(thinking.trim(), MOST_THOUGHT);
            self.line(format!("{step:>3}/{max_steps}  {thought}").trim_end());
        }
        let action = action.as_deref().map(|action| plain(action, MOST_ACTION));
        if let Some(action) = &action
            && self.action.as_ref() != Some(&(*step, action.clone()))
        {
            self.line(&format!("      {action}"));
            self.action = Some((*step, action.clone()));
        }
        if let Some(effect) = effect {
            let left =
                if remaining.is_zero() { String::new() } else { format!("; at most {} left", time_words(*remaining)) };
            self.line(&format!("      → {}{left}", effect_words(effect)));
            // The same action again counts as a new one.
            self.action = None;
        }
        if let Some(action) = &action {
            self.moving(&format!("step {step}/{max_steps}: {action}"));
        }
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

/// Describes the effect of an action.
pub(crate) fn effect_words(effect: &Effect) -> String {
    let retries = match effect.retries {
        0 => String::new(),
        1 => " (at the second attempt)".to_owned(),
        more => format!(" (after {more} more attempts)"),
    };
    match (&effect.failure, effect.change) {
        (Some(failure), _) => format!("failed: {}{retries}", plain(&failure.message, MOST_THOUGHT)),
        (None, Change::Changed) if effect.still_moving => format!("changed, and still moving{retries}"),
        (None, Change::Changed) => format!("changed{retries}"),
        (None, Change::Unchanged) => format!("unchanged{retries}"),
        (None, Change::Unknown) => format!("done{retries}"),
    }
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
