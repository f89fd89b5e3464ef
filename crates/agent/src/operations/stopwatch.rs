//! `control_stopwatch`. Precondition: a clock app. Strategy: the buttons of its stopwatch, which no intent reaches. Done
//! when the stopwatch is on the screen and offers what can be done next: a running one can be paused.

use async_trait::async_trait;
use device::tree::Tree;

use super::clock_app::{CLOCK, clock};
use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{FindMethod, Sought, find};
use crate::deadline::Halt;

/// `control_stopwatch`.
pub(super) struct ControlStopwatch;

fn shows(tree: &Tree, name: &'static str) -> bool {
    let sought = Sought::Named(name);
    find(tree, &sought, FindMethod::Layout).or_else(|| find(tree, &sought, FindMethod::Search)).is_some()
}

#[async_trait]
impl Operation for ControlStopwatch {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some(clock) = clock(work, "android.intent.action.SHOW_TIMERS").await? else {
            return Ok(work.problem("no_clock", "no clock", &[]).into());
        };
        work.keep(CLOCK, clock.clone());
        let mut touches = to_the_top(&clock);
        touches.push(Move::Press(Sought::Named("stopwatch_tab")));
        touches.push(Move::UnlessDone);
        touches.push(Move::Press(Sought::Named(match work.text("command") {
            "start" => "start_stopwatch",
            "pause" => "pause_stopwatch",
            _ => "reset_stopwatch",
        })));
        Ok(Begin::Go(Ways::default().or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        if work.front().await?.as_deref() != Some(work.kept_text(CLOCK)) {
            return Ok(Check::NotYet);
        }
        let Some(tree) = work.look().await? else { return Ok(Check::NotYet) };
        if !shows(&tree, "stopwatch_time") {
            return Ok(Check::NotYet);
        }
        let (running, begun) = (shows(&tree, "pause_stopwatch"), shows(&tree, "reset_stopwatch"));
        let command = work.text("command");
        let done = match command {
            "start" => running,
            "pause" => !running,
            _ => !running && !begun,
        };
        Ok(match done {
            true => Check::Done(work.told("stopwatch", &[("command", command)])),
            false => Check::NotYet,
        })
    }

    fn lasts(&self) -> bool {
        false
    }

    /// A second press would undo the first.
    fn repeats(&self) -> bool {
        false
    }
}
