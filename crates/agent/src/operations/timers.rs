//! `tell_timer`, `cancel_timer` and `control_timer`. Precondition: a clock app. Strategies for stopping: each timer's own
//! button, or that of the named one, on the screen that Android's intent or the app's icon opens. Timers are paused, not
//! deleted, so that they can go on. Done when the alarm manager holds no timer of the clock, or one fewer, or one more.

use action::plan::Step;
use async_trait::async_trait;

use super::clock_app::{CLOCK, clock, timers};
use super::operation::{Answer, Begin, Change, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `tell_timer`.
pub(super) struct TellTimer;
/// `cancel_timer`.
pub(super) struct CancelTimer;
/// `control_timer`.
pub(super) struct ControlTimer;

const SHOW_TIMERS: &str = "android.intent.action.SHOW_TIMERS";
/// How many timers are stopped at most.
const MOST: usize = 8;

/// Finds the clock app, and how long its timers still run, in milliseconds.
pub(super) async fn running(work: &mut Work<'_>) -> Result<Result<Vec<i64>, Problem>, Halt> {
    let Some(clock) = clock(work, SHOW_TIMERS).await? else {
        return Ok(Err(work.problem("no_clock", "no clock", &[])));
    };
    work.keep(CLOCK, clock);
    timers(work).await.map(Ok)
}

/// A span in words, of milliseconds.
pub(super) fn span(work: &Work<'_>, left: i64) -> String {
    planner::span_in_words(work.plan, u64::try_from((left + 999) / 1_000).unwrap_or_default())
}

/// The spans of several timers.
pub(super) fn spans(work: &Work<'_>, left: &[i64]) -> String {
    left.iter().map(|left| span(work, *left)).collect::<Vec<_>>().join("; ")
}

/// A button of the timer with this name, or of the only one.
pub(super) fn of_timer(button: &'static str, label: &str) -> Sought {
    match label {
        "" => Sought::Named(button),
        label => Sought::Beside(button, label.to_owned()),
    }
}

/// The strategies for these presses among the timers of the recorded clock app.
pub(super) fn ways(work: &Work<'_>, presses: &[Move]) -> Ways {
    let clock = work.kept_text(CLOCK).to_owned();
    let show = Move::run(&["am", "start", "-a", SHOW_TIMERS, "-p", &clock]);
    let shown = std::iter::once(show).chain(presses.iter().cloned()).collect();
    let mut touches = to_the_top(&clock);
    touches.push(Move::Press(Sought::Named("timer_tab")));
    touches.extend(presses.iter().cloned());
    Ways::default().or_moves(shown).or_touches(touches)
}

/// The problem if no timer has the name.
fn nobody_called(work: &Work<'_>) -> Option<Problem> {
    let label = work.text("label");
    if label.is_empty() {
        return None;
    }
    let problem = work.problem("no_such_timer", "no such timer", &[("label", label)]);
    // The only one may have no name.
    Some(match work.kept_number("before") {
        1 => {
            let mut plain = work.step.clone();
            plain.args.remove("label");
            problem.or(work.told("the only timer", &[]), Change::Step(plain))
        }
        _ => problem,
    })
}

#[async_trait]
impl Answer for TellTimer {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let left = match running(work).await? {
            Ok(left) => left,
            Err(problem) => return Ok(problem.into()),
        };
        let count = if left.len() == 1 { "1" } else { "several" };
        Ok(Begin::Done(match left.is_empty() {
            true => work.told("no timers", &[]),
            false => work.told("time left", &[("list", &spans(work, &left)), ("count", count)]),
        }))
    }
}

/// Begins to stop the timers, or the named one.
async fn begin_stop(work: &mut Work<'_>) -> Result<Begin, Halt> {
    let left = match running(work).await? {
        Ok(left) => left,
        Err(problem) => return Ok(problem.into()),
    };
    if left.is_empty() {
        return Ok(Begin::Done(work.told("no timers", &[])));
    }
    let label = work.text("label").to_owned();
    // The clock shows what is left of a timer, and not how long it was.
    if work.number("duration_s").is_some() && label.is_empty() && left.len() > 1 {
        let list = spans(work, &left);
        return Ok(work.problem("several_timers", "several timers", &[("list", &list)]).into());
    }
    work.keep_before(i64::try_from(left.len()).unwrap_or(i64::MAX));
    let stopped = if label.is_empty() { left.len().min(MOST) } else { 1 };
    work.can_be_undone_by_all(&vec![again(work); stopped]);
    let presses = match label.as_str() {
        "" => vec![Move::PressIfThere(of_timer("pause_timer", "")); stopped],
        label => vec![Move::Press(of_timer("pause_timer", label))],
    };
    Ok(Begin::Go(ways(work, &presses)))
}

/// Whether they are stopped.
async fn is_stopped(work: &mut Work<'_>) -> Result<bool, Halt> {
    let left = i64::try_from(timers(work).await?.len()).unwrap_or(i64::MAX);
    Ok(if work.text("label").is_empty() { left == 0 } else { left < work.kept_number("before") })
}

#[async_trait]
impl Operation for CancelTimer {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        begin_stop(work).await
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(match is_stopped(work).await? {
            true => Check::Done(work.told("timer off", &[("label", work.text("label"))])),
            false => Check::NotYet,
        })
    }

    /// A second press would start the named one again.
    fn repeats(&self) -> bool {
        false
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        nobody_called(work)
    }
}

/// The step that lets a stopped timer go on.
fn again(work: &Work<'_>) -> Step {
    let step = Step::new("control_timer").with("command", "resume");
    match work.text("label") {
        "" => step,
        label => step.with("label", label),
    }
}

#[async_trait]
impl Operation for ControlTimer {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let label = work.text("label").to_owned();
        if work.text("command") == "pause" {
            return begin_stop(work).await;
        }
        let left = match running(work).await? {
            Ok(left) => left,
            Err(problem) => return Ok(problem.into()),
        };
        work.keep_before(i64::try_from(left.len()).unwrap_or(i64::MAX));
        let mut pause = Step::new("control_timer").with("command", "pause");
        if !label.is_empty() {
            pause = pause.with("label", label.as_str());
        }
        work.can_be_undone_by(&pause);
        Ok(Begin::Go(ways(work, &[Move::Press(of_timer("resume_timer", &label))])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let label = work.text("label").to_owned();
        if work.text("command") == "pause" {
            return Ok(match is_stopped(work).await? {
                true => Check::Done(work.told("timer paused", &[("label", &label)])),
                false => Check::NotYet,
            });
        }
        let left = timers(work).await?;
        let more = i64::try_from(left.len()).unwrap_or(i64::MAX) > work.kept_number("before");
        let list = spans(work, &left);
        Ok(match more {
            true => Check::Done(work.told("timer goes on", &[("label", &label), ("list", &list)])),
            false => Check::NotYet,
        })
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        match work.text("command") {
            "pause" => nobody_called(work),
            _ => Some(work.problem("no_paused_timer", "no paused timer", &[("label", work.text("label"))])),
        }
    }
}
