//! `tell_timer` and `cancel_timer`. Precondition: a clock app. Strategies for stopping: each timer's own button, on the
//! screen that Android's intent or the app's icon opens. They are paused, not deleted, so that they can go on. Done when
//! the alarm manager holds no timer of the clock.

use action::plan::Step;
use async_trait::async_trait;

use super::clock_app::{CLOCK, clock, timers};
use super::operation::{Answer, Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `tell_timer`.
pub(super) struct TellTimer;
/// `cancel_timer`.
pub(super) struct CancelTimer;

const SHOW_TIMERS: &str = "android.intent.action.SHOW_TIMERS";
/// How many timers are stopped at most.
const MOST: usize = 8;

/// Finds the clock app, and how long its timers still run.
async fn running(work: &mut Work<'_>) -> Result<Result<Vec<i64>, Problem>, Halt> {
    let Some(clock) = clock(work, SHOW_TIMERS).await? else {
        return Ok(Err(work.problem("no_clock", "no clock", &[])));
    };
    work.keep(CLOCK, clock);
    timers(work).await.map(Ok)
}

#[async_trait]
impl Answer for TellTimer {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let left = match running(work).await? {
            Ok(left) => left,
            Err(problem) => return Ok(problem.into()),
        };
        let span =
            |left: &i64| planner::span_in_words(work.plan, u64::try_from((left + 999) / 1_000).unwrap_or_default());
        let spans: Vec<String> = left.iter().map(span).collect();
        let count = if spans.len() == 1 { "1" } else { "several" };
        Ok(Begin::Done(match spans.is_empty() {
            true => work.told("no timers", &[]),
            false => work.told("time left", &[("list", &spans.join("; ")), ("count", count)]),
        }))
    }
}

#[async_trait]
impl Operation for CancelTimer {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let left = match running(work).await? {
            Ok(left) => left,
            Err(problem) => return Ok(problem.into()),
        };
        if left.is_empty() {
            return Ok(Begin::Done(work.told("no timers", &[])));
        }
        let again = |left: &i64| Step::new("set_timer").with("duration_s", (left + 999) / 1_000);
        work.can_be_undone_by_all(&left.iter().map(again).collect::<Vec<_>>());
        let clock = work.kept_text(CLOCK).to_owned();
        let pause = || Move::PressIfThere(Sought::Named("pause_timer"));
        let each = || std::iter::repeat_with(pause).take(left.len().min(MOST));
        let show = Move::run(&["am", "start", "-a", SHOW_TIMERS, "-p", &clock]);
        let shown = std::iter::once(show).chain(each()).collect();
        let mut touches = to_the_top(&clock);
        touches.push(Move::Press(Sought::Named("timer_tab")));
        touches.extend(each());
        Ok(Begin::Go(Ways::default().or_moves(shown).or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(match timers(work).await?.is_empty() {
            true => Check::Done(work.told("timer off", &[])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }
}
