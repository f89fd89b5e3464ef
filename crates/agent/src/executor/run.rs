//! The loop itself, from the first line to the last.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use device::Device;
use model::{Model, Past};

use super::book::Book;
use super::history::History;
use super::look::Look;
use super::patience::{End, Patience, boxed};
use super::predict::Reply;
use super::resume::Resume;
use super::stuck::Stuck;
use crate::clock::Clock;
use crate::effect::Effect;
use crate::event::{Event, Progress, Watch};
use crate::human::Human;
use crate::line::{Ended, Line, Record, Started};
use crate::memory::Memory;
use crate::middleware::Middleware;
use crate::redact::Redactor;
use crate::settings::Settings;
use crate::stop::Stop;
use crate::summary::{EndReason, Status, Summary, Task};
use crate::tools::Tools;

/// How many replies in a row may be impossible to carry out.
const INVALID: u32 = 3;
/// How long the phone has to take back what was borrowed.
const RELEASE: Duration = Duration::from_secs(10);

/// What a task is run with.
pub(super) struct Parts {
    pub(super) device: Arc<dyn Device>,
    pub(super) model: Arc<dyn Model>,
    pub(super) human: Arc<dyn Human>,
    pub(super) tools: Arc<dyn Tools>,
    pub(super) settings: Settings,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) record: Box<dyn Record>,
    pub(super) watch: Box<dyn Watch>,
    pub(super) memory: Arc<dyn Memory>,
    pub(super) middleware: Vec<Box<dyn Middleware>>,
    pub(super) redactor: Redactor,
    pub(super) resume: Option<Resume>,
}

/// A task that runs.
pub(super) struct Run {
    pub(super) device: Arc<dyn Device>,
    pub(super) model: Arc<dyn Model>,
    pub(super) human: Arc<dyn Human>,
    pub(super) tools: Arc<dyn Tools>,
    pub(super) settings: Settings,
    pub(super) memory: Arc<dyn Memory>,
    pub(super) middleware: Vec<Box<dyn Middleware>>,
    pub(super) patience: Patience,
    pub(super) book: Book,
    pub(super) task: Task,
    pub(super) look: Option<Look>,
    pub(super) history: History,
    pub(super) stuck: Stuck,
    pub(super) resume: Option<Resume>,
    pub(super) used: Used,
    pub(super) count: Count,
    /// The thought of the step that is under way, for whoever watches.
    pub(super) thinking: String,
    /// The picture that the model was asked with.
    pub(super) shown: Option<model::Picture>,
    began: Duration,
    ended: bool,
}

/// What the task has used up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Used {
    pub(super) steps: u32,
    /// Of those, how many an earlier run took.
    pub(super) steps_before: u32,
    pub(super) tokens: u64,
    pub(super) cost: Option<f64>,
    /// By an earlier run.
    pub(super) time_before: Duration,
}

/// Numbers that are given out, and failures in a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) pictures: u64,
    pub(super) intents: u64,
    pub(super) questions: u64,
    invalid: u32,
    texts: u32,
}

impl Run {
    pub(super) fn new(parts: Parts, task: Task, stop: Stop) -> Self {
        let began = parts.clock.now();
        let before = parts.resume.as_ref();
        let used = before.map_or_else(Used::default, Resume::used);
        let deadline = parts.settings.budgets.seconds.map(|most| began + most.saturating_sub(used.time_before));
        let mut count = Count::default();
        let mut history = History::default();
        if let Some(before) = before {
            (count.pictures, count.intents) = (before.pictures, before.intents);
            before.notes.iter().for_each(|note| history.note(note));
            before.past.iter().for_each(|past| history.push(past.clone(), 0));
        }
        Self {
            device: parts.device,
            model: parts.model,
            human: parts.human,
            tools: parts.tools,
            settings: parts.settings,
            memory: parts.memory,
            middleware: parts.middleware,
            patience: Patience { stop, clock: Arc::clone(&parts.clock), deadline },
            book: Book {
                record: parts.record,
                watch: parts.watch,
                redactor: parts.redactor,
                clock: parts.clock,
                step: used.steps,
            },
            task,
            look: None,
            history,
            stuck: Stuck::default(),
            resume: parts.resume,
            used,
            count,
            thinking: String::new(),
            shown: None,
            began,
            ended: false,
        }
    }

    /// Runs to the end.
    pub(super) async fn work(&mut self) -> End {
        match self.steps().await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    async fn steps(&mut self) -> Result<Infallible, End> {
        self.begin()?;
        boxed(self.decide_doubt()).await?;
        loop {
            self.check_limits()?;
            self.book.step = self.used.steps + 1;
            self.step().await?;
        }
    }

    fn begin(&mut self) -> Result<(), End> {
        let started = Started {
            mark: self.book.mark(),
            task_id: self.task.id.clone(),
            goal: self.task.goal.clone(),
            device: self.device.id().to_owned(),
            model: self.model.name().to_owned(),
            dialect: self.model.traits().dialect.as_str().to_owned(),
            settings: self.settings.clone(),
            resumed: self.resume.is_some(),
        };
        self.book.write(Line::Started(started))?;
        let (task_id, goal) = (self.task.id.clone(), self.task.goal.clone());
        self.book.tell(Event::Started { task_id, goal, max_steps: self.most_steps() });
        tracing::info!(task = %self.task.id, device = self.device.id(), model = self.model.name(), "task started");
        Ok(())
    }

    fn most_steps(&self) -> u32 {
        self.settings.budgets.steps.map_or(self.settings.max_steps, |most| most.min(self.settings.max_steps))
    }

    fn check_limits(&mut self) -> Result<(), End> {
        self.patience.check()?;
        let budgets = self.settings.budgets;
        let most = self.most_steps();
        if self.used.steps >= most {
            self.book.warn(format!("{most} steps without an end: the agent may be going round in circles"));
            let which = if most < self.settings.max_steps { "budgets.steps" } else { "max_steps" };
            let message = format!("not finished within {most} steps; raise `{which}`, or say the goal more exactly");
            return Err(End::failed(EndReason::MaxSteps, message));
        }
        if let Some(most) = budgets.tokens
            && self.used.tokens >= most
        {
            let message =
                format!("the budget of {most} tokens is used up ({} used); raise `budgets.tokens`", self.used.tokens);
            return Err(End::failed(EndReason::Tokens, message));
        }
        if let Some(most) = budgets.money
            && let Some(cost) = self.used.cost
            && cost >= most
        {
            let message = format!("the budget of {most} is used up ({cost:.4} spent); raise `budgets.money`");
            return Err(End::failed(EndReason::Money, message));
        }
        Ok(())
    }

    /// One reply of the model, worked through.
    async fn step(&mut self) -> Result<(), End> {
        if self.look.is_none() {
            boxed(self.observe()).await?;
        }
        let reply = boxed(self.predict()).await?;
        self.used.steps = self.book.step;
        match reply {
            Reply::Actions(said) => {
                if !said.doubt.is_empty() {
                    self.count.invalid += 1
                } else {
                    self.count.invalid = 0
                }
                self.count.texts = 0;
                if self.count.invalid >= INVALID {
                    return Err(too_many_invalid(&said.doubt));
                }
                let effects = boxed(self.carry_all(said.actions)).await?;
                self.remember(said.thought, said.raw, effects);
                Ok(())
            }
            Reply::Text { raw } => {
                self.count.texts += 1;
                if self.count.texts > 1 {
                    let text: String = raw.trim().chars().take(2_000).collect();
                    return Err(End {
                        reason: EndReason::TextOnly,
                        error: Some("the model wrote text instead of saying what to do, twice".to_owned()),
                        message: text,
                    });
                }
                let reminder = "your reply was only text; reply with an action: end with `finish` if the goal is \
                                reached, with `fail` if it cannot be";
                self.history.problems.push(reminder.to_owned());
                self.book.warn("the model wrote text instead of saying what to do");
                self.remember(String::new(), raw, "no action".to_owned());
                Ok(())
            }
            Reply::Invalid { raw, error } => {
                self.count.invalid += 1;
                self.count.texts = 0;
                self.book.warn(format!("the reply cannot be carried out: {error}"));
                if self.count.invalid >= INVALID {
                    return Err(too_many_invalid(&error));
                }
                self.remember(String::new(), raw, format!("not carried out: {error}"));
                self.history.problems.push(error);
                Ok(())
            }
        }
    }

    /// What the model will be reminded of.
    fn remember(&mut self, thought: String, raw: String, effect: String) {
        let pictures = self.model.traits().history_pictures;
        let picture = self.shown.take();
        let redactor = &self.book.redactor;
        let past = Past {
            step: self.book.step,
            thought: redactor.owned(thought),
            raw: redactor.owned(raw),
            effect: redactor.owned(effect),
            picture,
        };
        self.history.push(past, pictures);
    }

    /// Tells the watchers where the task stands.
    pub(super) fn progress(&mut self, action: Option<String>, effect: Option<Effect>) {
        let most = self.most_steps();
        let taken = self.used.steps.saturating_sub(self.used.steps_before).max(1);
        let mean = self.patience.clock.now().saturating_sub(self.began) / taken;
        let progress = Progress {
            step: self.book.step,
            max_steps: most,
            action,
            thinking: self.thinking.clone(),
            effect,
            remaining: mean * most.saturating_sub(self.used.steps),
            tokens: self.used.tokens,
        };
        self.book.tell(Event::Progress(progress));
    }

    /// Releases the phone and writes the end.
    pub(super) async fn close(mut self, end: End) -> Summary {
        self.look = None;
        let until = self.patience.clock.now().saturating_add(RELEASE);
        let released = tokio::select! {
            released = self.device.release() => released.err().map(|error| error.to_string()),
            () = self.patience.clock.sleep_until(until) => Some("the phone does not answer".to_owned()),
        };
        if let Some(why) = released {
            self.book.warn(format!("the phone could not be released: {why}"));
        }
        let summary = self.summary(end);
        self.write_end(&summary);
        self.book.tell(Event::Ended(summary.clone()));
        summary
    }

    fn summary(&self, end: End) -> Summary {
        let mut summary = Summary {
            task_id: self.task.id.clone(),
            status: end.reason.status(),
            reason: end.reason,
            steps: self.used.steps,
            duration: self.used.time_before + self.patience.clock.now().saturating_sub(self.began),
            message: end.message,
            error: end.error,
            tokens: self.used.tokens,
            cost: self.used.cost,
        };
        self.book.redactor.summary(&mut summary);
        summary
    }

    fn write_end(&mut self, summary: &Summary) {
        self.ended = true;
        let (status, steps, reason) = (summary.status, summary.steps, summary.reason);
        if status == Status::Success {
            tracing::info!(task = %summary.task_id, steps, duration = ?summary.duration, "{}", summary.message);
        } else {
            tracing::warn!(task = %summary.task_id, steps, ?status, ?reason, "{}", summary.message);
        }
        let line = Line::Ended(Ended { mark: self.book.mark(), summary: summary.clone() });
        if let Err(end) = self.book.write(line) {
            tracing::error!("{}", end.message);
        }
    }
}

impl Drop for Run {
    /// A run that was dropped half-way still has an end on record.
    fn drop(&mut self) {
        if !self.ended {
            let summary = self.summary(End::failed(EndReason::Interrupt, "the task was dropped by whoever ran it"));
            self.write_end(&summary);
        }
    }
}

fn too_many_invalid(last: &str) -> End {
    let message = format!("{INVALID} replies in a row could not be carried out; the last one: {last}");
    End::failed(EndReason::InvalidActions, message)
}
