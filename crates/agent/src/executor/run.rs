//! The loop itself: look, ask the mind, carry out, until one of the ends. A pause takes it out of whatever it is
//! doing and puts it back at the next look.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use action::phone::AgentAction;

use super::stuck::{Loop, Stuck};
use crate::control::{Control, PauseReason};
use crate::deadline::{End, Halt, boxed};
use crate::effect::Outcome;
use crate::event::Event;
use crate::hands::{Dispatched, Hands, Look};
use crate::journal::{ContinueEntry, Ended, JournalEntry, PauseEntry, Started};
use crate::mind::Mind;
use crate::resume::Resume;
use crate::summary::{EndReason, Status, Summary};

/// How long the phone has to take back what was borrowed.
const RELEASE: Duration = Duration::from_secs(10);

/// A task that runs.
pub(super) struct Run {
    hands: Hands,
    mind: Box<dyn Mind>,
    stuck: Stuck,
    resume: Option<Resume>,
    ended: bool,
}

impl Run {
    pub(super) fn new(hands: Hands, mind: Box<dyn Mind>, resume: Option<Resume>) -> Self {
        Self { hands, mind, stuck: Stuck::default(), resume, ended: false }
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
        }
        let hands = &mut self.hands;
        let started = Started {
            mark: hands.mark(),
            task_id: hands.task.id.clone(),
            goal: hands.task.goal.clone(),
            device: hands.device.id().to_owned(),
            model: self.mind.name().to_owned(),
            dialect: self.mind.dialect().unwrap_or_default().to_owned(),
            settings: hands.settings.clone(),
            resumed: self.resume.is_some(),
        };
        hands.recorder.write(JournalEntry::Started(started)).await?;
        let (task_id, goal) = (hands.task.id.clone(), hands.task.goal.clone());
        hands.emit(Event::Started { task_id, goal, max_steps: hands.settings.most_steps() });
        tracing::info!(task = %hands.task.id, device = hands.device.id(), mind = self.mind.name(), "task started");
        Ok(())
    }

    /// One answer of the mind, worked through.
    async fn turn(&mut self) -> Result<(), Halt> {
        if let Some(doubt) = self.resume.as_ref().and_then(|resume| resume.doubt.clone()) {
            boxed(self.hands.observe()).await?;
            let told = self.mind.was_done(&doubt, &mut self.hands).await?;
            let done = boxed(self.hands.decide_doubt(&doubt, told)).await?;
            self.mind.doubt_decided(done);
            self.resume.as_mut().map(|resume| resume.doubt.take());
        }
        self.hands.check_limits()?;
        self.hands.recorder.step = self.hands.meter.steps + 1;
        if self.hands.look.is_none() {
            boxed(self.hands.observe()).await?;
        }
        let proposal = self.mind.next(&mut self.hands).await?;
        self.hands.stale = true;
        self.hands.count_step();
        self.hands.meter.thinking = proposal.thought;
        self.hands.operation = proposal.operation;
        let mut outcomes = Vec::new();
        let carried = boxed(self.carry_out(proposal.actions, &mut outcomes)).await;
        self.mind.outcome(&outcomes, &self.hands);
        carried
    }

    /// Carries out actions in order, to the first that fails.
    async fn carry_out(&mut self, actions: Vec<AgentAction>, outcomes: &mut Vec<Outcome>) -> Result<(), Halt> {
        let mut left = actions.into_iter();
        while let Some(action) = left.next() {
            self.hands.deadline.check()?;
            let screen = self.hands.look.as_ref().map_or(0, Look::identity);
            let Dispatched { outcome, paused } = self.hands.dispatch(action).await?;
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
                    self.hands.warn(found.clone());
                    self.hands.reports.problem(format!("{found}; do something else, or end with `fail`"));
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
            self.hands.reports.problem(format!("{why}, so what followed it was not done: {}", names.join(", ")));
        }
    }

    /// Stands still until the task may go on. Its budgets stand still with it; after a while it is over.
    async fn stand_still(&mut self, reason: PauseReason) -> Result<(), End> {
        self.hands.look = None;
        let clock = Arc::clone(&self.hands.deadline.clock);
        let began = clock.now();
        self.release_phone().await;
        let mark = self.hands.mark();
        self.hands.recorder.write(JournalEntry::Paused(PauseEntry { mark, reason })).await?;
        self.hands.emit(Event::Paused { reason });
        let control = self.hands.deadline.control.clone();
        control.stand_still(true);
        let limit = self.hands.settings.pause_limit;
        let waited = tokio::select! {
            biased;
            stop = control.stop_requested() => Err(End::stopped(stop)),
            () = control.go_on_requested() => Ok(()),
            () = clock.sleep_until(began.saturating_add(limit)) => Err(too_long(limit)),
        };
        control.stand_still(false);
        let paused = clock.now().saturating_sub(began);
        let hands = &mut self.hands;
        hands.meter.began += paused;
        hands.deadline.at = hands.deadline.at.map(|at| at.saturating_add(paused));
        waited?;
        let mark = hands.mark();
        hands.recorder.write(JournalEntry::Continued(ContinueEntry { mark, paused })).await?;
        hands.emit(Event::Continued);
        self.mind.interrupted();
        self.stuck = Stuck::default();
        hands.reports.problem(match reason {
            PauseReason::TakenOver => {
                "a person took the phone over and has given it back: what the screen shows now may be their doing; \
                 look before you go on, and do not undo what they did"
            }
            PauseReason::Asked => "the task was paused and goes on now: look at the screen before you go on",
        });
        Ok(())
    }

    async fn release_phone(&mut self) {
        let clock = Arc::clone(&self.hands.deadline.clock);
        let until = clock.now().saturating_add(RELEASE);
        let released = tokio::select! {
            released = self.hands.device.release() => released.err().map(|error| error.to_string()),
            () = clock.sleep_until(until) => Some("the phone does not answer".to_owned()),
        };
        if let Some(why) = released {
            self.hands.warn(format!("the phone could not be released: {why}"));
        }
    }

    /// Releases the phone and writes the end.
    pub(super) async fn close(mut self, end: End) -> Summary {
        self.hands.look = None;
        self.release_phone().await;
        let said = end.message.clone();
        let mut summary = self.summary(end);
        self.ended = true;
        if let Err(end) = self.hands.recorder.write(self.end_entry(&summary)).await {
            tracing::error!("{}", end.message);
        }
        self.hands.emit(Event::Ended(summary.clone()));
        // Behind the last line and the last event: only whoever ran the task can tell it to the person. A program is
        // not told what is secret.
        if !self.hands.trail.is_of_program() {
            summary.read_out = self.hands.redactor().read_out(&self.hands.task.goal, &said);
        }
        summary
    }

    fn summary(&self, end: End) -> Summary {
        let hands = &self.hands;
        let mut summary = Summary {
            task_id: hands.task.id.clone(),
            status: end.reason.status(),
            reason: end.reason,
            steps: hands.meter.steps,
            duration: hands.meter.worked(&*hands.deadline.clock),
            message: end.message,
            read_out: None,
            error: end.error,
            tokens: hands.meter.tokens,
            cost: hands.meter.cost,
        };
        hands.redactor().summary(&mut summary);
        summary
    }

    fn end_entry(&self, summary: &Summary) -> JournalEntry {
        let (status, steps, reason) = (summary.status, summary.steps, summary.reason);
        if status == Status::Success {
            tracing::info!(task = %summary.task_id, steps, duration = ?summary.duration, "{}", summary.message);
        } else {
            tracing::warn!(task = %summary.task_id, steps, ?status, ?reason, "{}", summary.message);
        }
        JournalEntry::Ended(Ended { mark: self.hands.mark(), summary: summary.clone() })
    }
}

impl Drop for Run {
    /// A run that was dropped half-way still has an end on record.
    fn drop(&mut self) {
        if !self.ended {
            let summary = self.summary(End::failed(EndReason::Interrupt, "the task was dropped by whoever ran it"));
            if let Err(error) = self.hands.recorder.write_now(self.end_entry(&summary)) {
                tracing::error!("the journal cannot be written: {error}");
            }
        }
    }
}

fn too_long(limit: Duration) -> End {
    let message = format!("the task stood paused for {} min and was interrupted; resume it when you want", {
        limit.as_secs() / 60
    });
    End::failed(EndReason::PausedTooLong, message)
}

/// What a run begins with: nothing, or what an earlier one has used up.
pub(super) fn meter(resume: Option<&Resume>, began: Duration) -> crate::hands::Meter {
    let mut meter = resume.map_or_else(Default::default, crate::hands::Meter::from);
    meter.began = began;
    meter
}

/// When the budget of time is used up.
pub(super) fn deadline(
    control: Control,
    clock: Arc<dyn crate::clock::Clock>,
    budget: Option<Duration>,
    used: Duration,
) -> crate::deadline::Deadline {
    let at = budget.map(|most| clock.now() + most.saturating_sub(used));
    crate::deadline::Deadline { control, clock, at }
}
