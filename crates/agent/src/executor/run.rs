//! The loop itself: look, ask the mind, act, until the task ends. A pause interrupts it at any wait and restarts it at
//! the next look.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use action::LoopEvent;
use action::phone::AgentAction;

use super::stuck::{Loop, Stuck};
use crate::context::{Context, Look};
use crate::control::{Control, PauseReason};
use crate::deadline::{End, Halt, boxed};
use crate::effect::Outcome;
use crate::event::Event;
use crate::journal::{ContinueEntry, Ended, JournalEntry, PauseEntry, Started};
use crate::mind::Mind;
#[cfg(test)]
use crate::pipeline::mutation::{self, Mutation};
use crate::pipeline::{Dispatched, Pipeline, decide_doubt};
use crate::resume::Resume;
use crate::summary::{EndReason, Status, Summary};

/// The time limit for returning everything borrowed.
const RELEASE: Duration = Duration::from_secs(10);

/// A running task.
pub(super) struct Run {
    context: Context,
    pipeline: Pipeline,
    mind: Box<dyn Mind>,
    stuck: Stuck,
    resume: Option<Resume>,
    ended: bool,
}

impl Run {
    pub(super) fn new(context: Context, pipeline: Pipeline, mind: Box<dyn Mind>, resume: Option<Resume>) -> Self {
        Self { context, pipeline, mind, stuck: Stuck::default(), resume, ended: false }
    }

    /// Runs to the end.
    pub(super) async fn work(&mut self) -> End {
        match self.turns().await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    async fn turns(&mut self) -> Result<Infallible, End> {
        self.begin().await?;
        loop {
            match self.turn().await {
                Ok(()) => {}
                Err(Halt::End(end)) => return Err(end),
                Err(Halt::Pause(reason)) => self.stand_still(reason).await?,
            }
        }
    }

    async fn begin(&mut self) -> Result<(), End> {
        if let Some(before) = &self.resume {
            self.mind.resume(before);
            self.context.reports.results.clone_from(&before.results);
        }
        let context = &mut self.context;
        let started = Started {
            mark: context.mark(),
            task_id: context.task.id.clone(),
            goal: context.task.goal.clone(),
            device: context.eyes.observer().id().to_owned(),
            model: self.mind.name().to_owned(),
            dialect: self.mind.dialect().unwrap_or_default().to_owned(),
            settings: context.settings.clone(),
            resumed: self.resume.is_some(),
        };
        context.recorder.write(JournalEntry::Started(started)).await?;
        let (task_id, goal) = (context.task.id.clone(), context.task.goal.clone());
        context.emit(Event::Started { task_id, goal, max_steps: context.settings.most_steps() });
        tracing::info!(task = %context.task.id, device = context.eyes.observer().id(), mind = self.mind.name(), "task started");
        Ok(())
    }

    /// Processes one answer of the mind.
    async fn turn(&mut self) -> Result<(), Halt> {
        if let Some(doubt) = self.resume.as_ref().and_then(|resume| resume.doubt.clone()) {
            boxed(self.context.observe()).await?;
            let told = self.mind.was_done(&doubt, &mut self.context).await?;
            let done = boxed(decide_doubt(&doubt, told, &mut self.context)).await?;
            self.mind.doubt_decided(done);
            self.resume.as_mut().map(|resume| resume.doubt.take());
        }
        self.context.check_limits()?;
        self.context.recorder.step = self.context.meter.steps + 1;
        if self.context.look().is_none() {
            boxed(self.context.observe()).await?;
        }
        let proposal = self.mind.next(&mut self.context).await?;
        // The mind may have taken long, so the target is looked at again.
        self.thought();
        self.context.count_step();
        self.context.meter.thinking = proposal.thought;
        self.pipeline.belongs_to(proposal.operation);
        self.pipeline.aims_at(proposal.aimed);
        let mut outcomes = Vec::new();
        let carried = boxed(self.carry_out(proposal.actions, &mut outcomes)).await;
        self.mind.outcome(&outcomes, &self.context);
        carried
    }

    /// Marks the last look as possibly out of date, because the mind has been thinking.
    fn thought(&self) {
        #[cfg(test)]
        if mutation::is(Mutation::TrustsThinking) {
            return;
        }
        self.context.deadline.count_wait();
    }

    /// Carries out actions in order, up to the first that fails.
    async fn carry_out(&mut self, actions: Vec<AgentAction>, outcomes: &mut Vec<Outcome>) -> Result<(), Halt> {
        let mut left = actions.into_iter();
        while let Some(action) = left.next() {
            self.context.deadline.check()?;
            let screen = self.context.look().map_or(0, Look::identity);
            let Dispatched { outcome, paused } = self.pipeline.dispatch(action, &mut self.context).await?;
            let (name, failed) = (outcome.action.name(), outcome.effect.failure.is_some());
            if let Some(reason) = paused {
                outcomes.push(outcome);
                self.report_dropped("the task was paused", left.as_slice());
                return Err(Halt::Pause(reason));
            }
            let stuck = self.stuck.saw(&outcome.action, screen);
            outcomes.push(outcome);
            match stuck {
                Loop::No => {}
                Loop::Over(found) if self.mind.ends_when_stuck() => {
                    return Err(End::failed(EndReason::Stuck, format!("stuck: {found}")).into());
                }
                Loop::Tell(found) | Loop::Over(found) => {
                    self.context.warn(found.clone());
                    self.context.reports.problem(format!("{found}; do something else, or end with `fail`"));
                }
            }
            if failed {
                self.report_dropped(&format!("`{name}` failed"), left.as_slice());
                break;
            }
        }
        Ok(())
    }

    fn report_dropped(&mut self, why: &str, rest: &[AgentAction]) {
        if !rest.is_empty() {
            let names: Vec<&str> = rest.iter().map(AgentAction::name).collect();
            self.context.reports.problem(format!("{why}, so the rest was not done: {}", names.join(", ")));
        }
    }

    /// Waits until the task may continue. Its budgets are paused too; after `pause_limit` the task ends.
    async fn stand_still(&mut self, reason: PauseReason) -> Result<(), End> {
        self.context.eyes.close();
        let clock = Arc::clone(&self.context.deadline.clock);
        let began = clock.now();
        self.release_phone().await;
        let mark = self.context.mark();
        self.context.recorder.write(JournalEntry::Paused(PauseEntry { mark, reason })).await?;
        self.context.emit(Event::Paused { reason });
        let control = self.context.deadline.control.clone();
        control.stand_still(true);
        let limit = self.context.settings.pause_limit;
        let waited = tokio::select! {
            biased;
            stop = control.stop_requested() => Err(End::stopped(stop)),
            () = control.go_on_requested() => Ok(()),
            () = clock.sleep_until(began.saturating_add(limit)) => Err(too_long(limit)),
        };
        control.stand_still(false);
        let paused = clock.now().saturating_sub(began);
        let context = &mut self.context;
        context.meter.began += paused;
        context.deadline.at = context.deadline.at.map(|at| at.saturating_add(paused));
        waited?;
        let mark = context.mark();
        context.recorder.write(JournalEntry::Continued(ContinueEntry { mark, paused })).await?;
        context.emit(Event::Loop(LoopEvent::Continued));
        self.mind.interrupted(reason);
        self.stuck = Stuck::default();
        context.reports.problem(match reason {
            PauseReason::TakenOver => {
                "a person took the phone over and has given it back: the screen may show what they did; \
                 look before you continue, and do not undo it"
            }
            PauseReason::Asked => "the task was paused and now continues: look at the screen first",
        });
        Ok(())
    }

    async fn release_phone(&mut self) {
        let clock = Arc::clone(&self.context.deadline.clock);
        let until = clock.now().saturating_add(RELEASE);
        let released = tokio::select! {
            released = self.pipeline.sender().release() => released.err().map(|error| error.to_string()),
            () = clock.sleep_until(until) => Some("the phone does not answer".to_owned()),
        };
        if let Some(why) = released {
            self.context.warn(format!("the phone could not be released: {why}"));
        }
    }

    /// Releases the phone and records the end.
    pub(super) async fn close(mut self, end: End) -> Summary {
        self.context.eyes.close();
        self.release_phone().await;
        let said = end.message.clone();
        let mut summary = self.summary(end);
        self.ended = true;
        if let Err(end) = self.context.recorder.write(self.end_entry(&summary)).await {
            tracing::error!("{}", end.message);
        }
        self.context.emit(Event::Ended(summary.clone()));
        // After the last entry and the last event: only the caller that ran the task can tell the person. A program
        // does not receive secrets.
        if !self.context.trail.is_of_program() {
            summary.read_out = self.context.redactor().read_out(&self.context.task.goal, &said);
        }
        summary
    }

    fn summary(&self, end: End) -> Summary {
        let context = &self.context;
        let mut summary = Summary {
            task_id: context.task.id.clone(),
            status: end.reason.status(),
            reason: end.reason,
            steps: context.meter.steps,
            duration: context.meter.worked(&*context.deadline.clock),
            message: end.message,
            read_out: None,
            error: end.error,
            tokens: context.meter.tokens,
            cost: context.meter.cost,
        };
        context.redactor().summary(&mut summary);
        summary
    }

    fn end_entry(&self, summary: &Summary) -> JournalEntry {
        let (status, steps, reason) = (summary.status, summary.steps, summary.reason);
        if status == Status::Success {
            tracing::info!(task = %summary.task_id, steps, duration = ?summary.duration, "{}", summary.message);
        } else {
            tracing::warn!(task = %summary.task_id, steps, ?status, ?reason, "{}", summary.message);
        }
        JournalEntry::Ended(Ended { mark: self.context.mark(), summary: summary.clone() })
    }
}

impl Drop for Run {
    /// Records an end even if the run is dropped half-way.
    fn drop(&mut self) {
        if !self.ended {
            let summary = self.summary(End::failed(EndReason::Interrupt, "the task was dropped by its caller"));
            if let Err(error) = self.context.recorder.write_now(self.end_entry(&summary)) {
                tracing::error!("the journal cannot be written: {error}");
            }
        }
    }
}

fn too_long(limit: Duration) -> End {
    let message =
        format!("the task was interrupted after a pause of {} min; resume it at any time", { limit.as_secs() / 60 });
    End::failed(EndReason::PausedTooLong, message)
}

/// The initial usage of a run: zero, or that of an earlier run.
pub(super) fn meter(resume: Option<&Resume>, began: Duration) -> crate::context::Meter {
    let mut meter = resume.map_or_else(Default::default, crate::context::Meter::from);
    meter.began = began;
    meter
}

/// When the time budget runs out.
pub(super) fn deadline(
    control: Control,
    clock: Arc<dyn crate::clock::Clock>,
    budget: Option<Duration>,
    used: Duration,
) -> crate::deadline::Deadline {
    let at = budget.map(|most| clock.now() + most.saturating_sub(used));
    crate::deadline::Deadline::new(control, clock, at)
}
