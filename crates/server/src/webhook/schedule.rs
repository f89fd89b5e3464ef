//! Decides which open question the webhook is called for next, and when. The time is passed in; nothing here waits.
//!
//! Each open question has one entry until it is closed, so the schedule is no larger than the list of open questions,
//! and a question that has to wait for a free call is late but never dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::Instant;

/// How long the webhook has to recover before each further attempt.
const AGAIN: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(8)];

/// The open questions, by their ids.
#[derive(Debug, Default)]
pub(super) struct Schedule(BTreeMap<String, Stage>);

/// The progress of a question's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The next call is due at this time, after this many failed ones.
    Due { at: Instant, failed: usize },
    /// A call is under way, after this many failed ones.
    Calling { failed: usize },
    /// There are no more calls for it.
    Done,
}

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    /// The webhook received it.
    Taken,
    /// The webhook answered with this status, and would do so again.
    Refused(u16),
    /// It was not called: its address is not a public one.
    Blocked,
    /// No answer, or one that may differ the next time.
    Failed,
}

impl Schedule {
    /// Adds a question whose first call is due at this time. A question that is known already stays as it is.
    pub(super) fn add(&mut self, id: &str, at: Instant) {
        if !self.0.contains_key(id) {
            self.0.insert(id.to_owned(), Stage::Due { at, failed: 0 });
        }
    }

    /// Removes a question that is closed.
    pub(super) fn remove(&mut self, id: &str) {
        self.0.remove(id);
    }

    /// Makes these the open questions, after events were missed.
    pub(super) fn replace(&mut self, open: &BTreeSet<String>, at: Instant) {
        self.0.retain(|id, _| open.contains(id));
        open.iter().for_each(|id| self.add(id, at));
    }

    /// Takes the question whose call is due for longest, if one is. [`Schedule::called`] ends the call.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<String> {
        let (at, id, failed) = self.first().filter(|(at, ..)| *at <= now)?;
        tracing::trace!(question = id, late = ?now.saturating_duration_since(at), "the webhook is called");
        let id = id.to_owned();
        self.0.insert(id.clone(), Stage::Calling { failed });
        Some(id)
    }

    /// When the next call is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.first().map(|(at, ..)| at)
    }

    /// Notes the result of a call. Returns whether it was the last attempt, and failed.
    pub(super) fn called(&mut self, id: &str, sent: Sent, now: Instant) -> bool {
        // A question that was closed during the call is gone.
        let Some(stage) = self.0.get_mut(id) else { return false };
        let Stage::Calling { failed } = *stage else { return false };
        *stage = match (sent, AGAIN.get(failed)) {
            (Sent::Failed, Some(wait)) => Stage::Due { at: now + *wait, failed: failed + 1 },
            _ => Stage::Done,
        };
        sent == Sent::Failed && *stage == Stage::Done
    }

    fn first(&self) -> Option<(Instant, &str, usize)> {
        let due = self.0.iter().filter_map(|(id, stage)| match stage {
            Stage::Due { at, failed } => Some((*at, id.as_str(), *failed)),
            Stage::Calling { .. } | Stage::Done => None,
        });
        due.min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn every_open_question_is_called_for_once() {
        let (began, mut schedule) = (Instant::now(), Schedule::default());
        for number in (0..20).rev() {
            schedule.add(&format!("q{number:02}"), began + SECOND);
        }
        assert_eq!((schedule.next_due(), schedule.take_due(began)), (Some(began + SECOND), None));
        schedule.remove("q07");
        let taken: Vec<String> = std::iter::from_fn(|| schedule.take_due(began + SECOND)).collect();
        let expected: Vec<String> =
            (0..20).filter(|number| *number != 7).map(|number| format!("q{number:02}")).collect();
        assert_eq!(taken, expected);
        for id in &taken {
            assert!(!schedule.called(id, Sent::Taken, began + SECOND));
            schedule.add(id, began);
        }
        assert_eq!(schedule.next_due(), None);
        expected.iter().for_each(|id| schedule.remove(id));
        assert!(schedule.0.is_empty());
    }

    #[test]
    fn a_call_that_fails_is_tried_again_a_few_times() {
        let began = Instant::now();
        // The results of the calls; when the next is due, in seconds; whether the last one failed.
        let cases: [(&[Sent], Option<u64>, bool); 7] = [
            (&[Sent::Taken], None, false),
            (&[Sent::Refused(404)], None, false),
            (&[Sent::Blocked], None, false),
            (&[Sent::Failed], Some(2), false),
            (&[Sent::Failed, Sent::Taken], None, false),
            (&[Sent::Failed, Sent::Failed], Some(10), false),
            (&[Sent::Failed, Sent::Failed, Sent::Failed], None, true),
        ];
        for (results, next, gave_up) in cases {
            let (mut schedule, mut now, mut last) = (Schedule::default(), began, false);
            schedule.add("q", began);
            for sent in results {
                now = schedule.next_due().unwrap();
                assert_eq!(schedule.take_due(now).as_deref(), Some("q"));
                assert_eq!(schedule.next_due(), None);
                last = schedule.called("q", *sent, now);
            }
            assert_eq!((schedule.next_due().map(|at| (at - began).as_secs()), last), (next, gave_up), "{results:?}");
            assert!(now >= began);
        }
    }

    #[test]
    fn questions_that_were_missed_are_found_again_and_known_ones_stay() {
        let (began, mut schedule) = (Instant::now(), Schedule::default());
        ["closed", "calling", "told"].iter().for_each(|id| schedule.add(id, began));
        while schedule.take_due(began).is_some() {}
        schedule.called("told", Sent::Taken, began);
        schedule.replace(&["calling", "told", "missed"].map(str::to_owned).into(), began + SECOND);
        assert_eq!(schedule.take_due(began + SECOND).as_deref(), Some("missed"));
        assert_eq!(schedule.next_due(), None);
        // The result of a call for a question that is closed by now changes nothing.
        schedule.called("closed", Sent::Failed, began);
        assert_eq!((schedule.next_due(), schedule.0.len()), (None, 3));
    }
}
