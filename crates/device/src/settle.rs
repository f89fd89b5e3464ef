//! Waiting, and the only module with timers: until the screen is still, until an answer is overdue, until the next
//! attempt to connect.
//!
//! A wait looks at the screen. It ends as soon as the screen has changed and two looks in a row are equal. An unchanged
//! screen is watched for the whole bound, because its change may still come; a moving one is watched up to the maximum.
//! Looks start at growing intervals, and a look that takes longer than its interval is followed by the next at once, so
//! that a slow phone is not made slower. The bounds count intervals, not the duration of looks, so that a slow phone
//! gets as many looks as a fast one.

use std::time::Duration;

use action::phone::AgentAction;
use tokio::time::Instant;

use crate::DeviceError;
use crate::wire::WireError;

/// How long to wait after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long an unmoving screen is watched.
    pub bound: Duration,
    /// How long a moving screen is watched.
    pub maximum: Duration,
    /// Whether to wait for exactly the bound and look once.
    pub fixed: bool,
}

impl Pace {
    /// The default time that a moving screen is watched.
    pub const MAXIMUM: Duration = Duration::from_secs(5);

    /// Waits until the screen is still, or for `bound` if it does not move at all.
    pub fn within(bound: Duration) -> Self {
        Self { bound, maximum: bound.max(Self::MAXIMUM), fixed: false }
    }

    /// Waits for exactly this time.
    pub fn fixed(delay: Duration) -> Self {
        Self { bound: delay, maximum: delay, fixed: true }
    }

    /// Returns the specification's pace for an action of that verb.
    pub fn after(action: &AgentAction) -> Self {
        Self::within(action.verb().settles.bound())
    }
}

/// Whether the screen came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rest {
    /// The last two looks were equal.
    Still,
    /// It was still moving at the maximum.
    StillMoving,
    /// A fixed delay was requested, so the screen was not watched.
    NotWatched,
}

/// Whether the screen changed since before the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It differs.
    Changed,
    /// It is the same.
    Unchanged,
    /// There was no look before.
    Unknown,
}

/// The result of a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled<T> {
    /// Whether the screen is still.
    pub rest: Rest,
    /// Whether it differs from before.
    pub change: Change,
    /// The last look.
    pub last: T,
    /// How many looks there were.
    pub looks: usize,
    /// The total of the intervals between them.
    pub waited: Duration,
}

/// The first interval between two looks: more than two frames at 60 Hz, so that an animation shows. Each interval is
/// one and a half times the previous one.
const FIRST_INTERVAL: Duration = Duration::from_millis(40);
/// The longest interval.
const LONGEST_INTERVAL: Duration = Duration::from_millis(250);

/// Looks until `same` finds two looks in a row equal; `was` tells whether a look equals the screen before the action,
/// if that is known.
pub async fn settle<T, L, F>(
    pace: Pace,
    mut look: L,
    same: impl Fn(&T, &T) -> bool,
    was: Option<impl Fn(&T) -> bool>,
) -> Result<Settled<T>, DeviceError>
where
    L: FnMut() -> F,
    F: Future<Output = Result<T, DeviceError>>,
{
    let change = |last: &T| match &was {
        None => Change::Unknown,
        Some(was) if was(last) => Change::Unchanged,
        Some(_) => Change::Changed,
    };
    if pace.fixed {
        pause(pace.bound).await;
        let last = look().await?;
        return Ok(Settled { rest: Rest::NotWatched, change: change(&last), last, looks: 1, waited: pace.bound });
    }
    let mut began = Instant::now();
    let mut last = look().await?;
    let (mut looks, mut waited, mut next) = (1, Duration::ZERO, FIRST_INTERVAL);
    let mut still = false;
    loop {
        // Two equal looks may both precede the effect, so only a change ends the wait at once.
        let sure = still && change(&last) == Change::Changed;
        let end = if still { pace.bound } else { pace.maximum.max(pace.bound) };
        if sure || waited >= end {
            let rest = if still { Rest::Still } else { Rest::StillMoving };
            return Ok(Settled { rest, change: change(&last), last, looks, waited });
        }
        let now = next.min(end.saturating_sub(waited));
        pause(now.saturating_sub(began.elapsed())).await;
        waited += now;
        next = (next * 3 / 2).min(LONGEST_INTERVAL);
        began = Instant::now();
        let seen = look().await?;
        looks += 1;
        still = same(&last, &seen);
        last = seen;
    }
}

/// Waits for this time.
pub(crate) async fn pause(time: Duration) {
    tokio::time::sleep(time).await;
}

/// Runs a call within a time limit, then drops it.
pub(crate) async fn within<T>(
    what: &str,
    after: Duration,
    work: impl Future<Output = Result<T, WireError>>,
) -> Result<T, WireError> {
    match tokio::time::timeout(after, work).await {
        Ok(result) => result,
        Err(_) => Err(WireError::Timeout { what: what.to_owned(), after }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a wait. `screens` are the results of the looks, the last one repeated; the duration of looks affects only
    /// the time.
    async fn check(pace: Pace, before: Option<u32>, screens: &[u32], expected: (Rest, Change, u32, usize, u64)) {
        for millis in [0, 15, 700] {
            check_with(Duration::from_millis(millis), pace, before, screens, expected).await;
        }
    }

    async fn check_with(
        takes: Duration,
        pace: Pace,
        before: Option<u32>,
        screens: &[u32],
        expected: (Rest, Change, u32, usize, u64),
    ) {
        let mut shown = screens.iter().copied().peekable();
        let mut last = 0;
        let look = || {
            last = shown.next().unwrap_or(last);
            let now = last;
            async move {
                tokio::time::sleep(takes).await;
                Ok(now)
            }
        };
        let began = Instant::now();
        let settled = settle(pace, look, |a, b| a == b, before.map(|before| move |now: &u32| *now == before)).await;
        let settled = settled.unwrap();
        let waited = u64::try_from(settled.waited.as_millis()).unwrap();
        assert_eq!((settled.rest, settled.change, settled.last, settled.looks, waited), expected, "{screens:?}");
        let looks = u32::try_from(settled.looks).unwrap();
        let expected = match pace.fixed {
            true => settled.waited + takes,
            // The intervals and the last look; or the looks, if each takes longer than its interval.
            false if takes < FIRST_INTERVAL => settled.waited + takes,
            false => takes * looks,
        };
        let off = began.elapsed().abs_diff(expected);
        assert!(off < Duration::from_millis(10), "{takes:?}: {off:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_ends_when_the_screen_is_still() {
        use Change::{Changed, Unchanged, Unknown};
        let tap = Pace::within(Duration::from_millis(500));
        // Changed at once and still: two looks.
        check(tap, Some(1), &[2], (Rest::Still, Changed, 2, 2, 40)).await;
        // An animation, then still.
        check(tap, Some(1), &[2, 3, 4], (Rest::Still, Changed, 4, 4, 190)).await;
        // Nothing happens: the whole bound, not more.
        check(tap, Some(1), &[1], (Rest::Still, Unchanged, 1, 6, 500)).await;
        // The change comes late.
        check(tap, Some(1), &[1, 1, 1, 2], (Rest::Still, Changed, 2, 5, 325)).await;
        // No look before: the whole bound.
        check(tap, None, &[1], (Rest::Still, Unknown, 1, 6, 500)).await;
        // A requested delay.
        check(Pace::fixed(Duration::from_secs(1)), Some(1), &[2], (Rest::NotWatched, Changed, 2, 1, 1000)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_screen_that_keeps_moving_is_watched_to_the_maximum() {
        let screens: Vec<u32> = (2..200).collect();
        let pace = Pace { bound: Duration::from_millis(300), maximum: Duration::from_secs(1), fixed: false };
        check(pace, Some(1), &screens, (Rest::StillMoving, Change::Changed, 9, 8, 1000)).await;
    }
}
