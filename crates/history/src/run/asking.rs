//! Whose time passed between two entries of a journal: a person's, while they were being asked. The one rule for reports
//! and sums; it reads no clock.

/// What asks a person by itself. Records of older versions have no entry for its question, only for its effect.
const ASKS: [&str; 3] = ["ask_user", "confirm", "request_human_auth"];

/// Whether a person is being asked, entry by entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    open: bool,
}

impl Asking {
    /// Reads the next entry: its kind in the journal, and the type of the action that it is about, if any. Returns whether
    /// a person was being asked since the entry before, so that this time is theirs.
    pub fn read(&mut self, kind: &str, action: &str) -> bool {
        // A process that was killed does not ask while the task stands still.
        let waited = kind != "started" && (self.open || (kind == "effect" && ASKS.contains(&action)));
        self.open = kind == "question";
        waited
    }

    /// Whether a question is open after the last entry.
    pub fn is_open(self) -> bool {
        self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_after_a_question_is_the_persons() {
        let check = |entries: &[(&str, &str)], expected: &[bool], open: bool| {
            let mut asking = Asking::default();
            let waited: Vec<bool> = entries.iter().map(|(kind, action)| asking.read(kind, action)).collect();
            assert_eq!((waited.as_slice(), asking.is_open()), (expected, open), "{entries:?}");
        };
        let ask = ("question", "ask_user");
        check(&[("prediction", ""), ask, ("effect", "ask_user")], &[false, false, true], false);
        check(&[("prediction", ""), ("question", "tap"), ("gate", "tap")], &[false, false, true], false);
        check(&[("gate", "tap"), ("intent", "tap"), ("effect", "tap")], &[false, false, false], false);
        // Older records: the question is not on record.
        check(&[("gate", "confirm"), ("effect", "confirm")], &[false, true], false);
        // The task ends, stops or looks again instead of an answer.
        check(&[ask, ("ended", "")], &[false, true], false);
        check(&[ask, ("paused", ""), ("continued", "")], &[false, true, false], false);
        check(&[ask, ("observation", ""), ("gate", "tap")], &[false, true, false], false);
        // Killed while it asked, then resumed.
        check(&[ask], &[false], true);
        check(&[ask, ("started", ""), ("observation", "")], &[false, false, false], false);
    }
}
