//! Detects that an agent repeats itself without progress.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use action::phone::AgentAction;

/// How many repetitions of one action on the same screen make a loop.
const SAME: usize = 3;
/// The longest cycle that is detected.
const LONGEST_CYCLE: usize = 4;

/// The last actions, each with the screen it was done on.
#[derive(Debug, Default)]
pub(crate) struct Stuck {
    recent: VecDeque<(u64, u64)>,
    told: bool,
}

/// How to react.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Loop {
    /// Continue.
    No,
    /// Warn the model.
    Tell(String),
    /// It was warned and continues: end the task.
    Over(String),
}

impl Stuck {
    /// Records an action that was done, or refused, on this screen. Waiting does not count: a screen that does not
    /// change is the reason to wait.
    pub(crate) fn saw(&mut self, action: &AgentAction, screen: u64) -> Loop {
        if action.verb().repeats {
            return Loop::No;
        }
        if self.recent.len() == 2 * LONGEST_CYCLE {
            self.recent.pop_front();
        }
        self.recent.push_back((fingerprint(action), screen));
        let Some(found) = self.found(action.name()) else {
            self.told = false;
            return Loop::No;
        };
        if std::mem::replace(&mut self.told, true) { Loop::Over(found) } else { Loop::Tell(found) }
    }

    fn found(&self, name: &str) -> Option<String> {
        let back = |offset: usize| self.recent.len().checked_sub(offset).and_then(|at| self.recent.get(at));
        let last = back(1);
        if (1..=SAME).all(|offset| back(offset).is_some() && back(offset) == last) {
            return Some(format!("the same `{name}` was done {SAME} times and the screen did not change"));
        }
        (2..=LONGEST_CYCLE)
            .find(|length| {
                (1..=*length).all(|offset| back(offset + length).is_some() && back(offset) == back(offset + length))
            })
            .map(|length| format!("the same {length} actions were done twice and led back to the same screen"))
    }
}

/// Equal for actions that do the same.
fn fingerprint(action: &AgentAction) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The reason is the model's comment, not part of the action.
    format!("{:?}", action.clone().with_reason(None)).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each letter is an action, each digit the screen it was done on.
    fn check(steps: &str, expected: &str) {
        let mut stuck = Stuck::default();
        let said: String = steps
            .split(' ')
            .map(|step| {
                let (name, screen) = step.split_at(1);
                let action = match name {
                    "w" => serde_json::from_str(r#"{"type":"wait"}"#).unwrap(),
                    name => AgentAction::text(name),
                };
                match stuck.saw(&action, screen.parse().unwrap()) {
                    Loop::No => '.',
                    Loop::Tell(_) => 't',
                    Loop::Over(_) => 'x',
                }
            })
            .collect();
        assert_eq!(said, expected, "{steps}");
    }

    #[test]
    fn a_loop_is_told_and_then_ended() {
        check("a1 a1 a1 a1", "..tx");
        check("a1 b2 a1 b2 a1", "...tx");
        check("a1 b2 c3 a1 b2 c3 a1", ".....tx");
        check("a1 b2 c3 d4 a1 b2 c3 d4 a1", ".......tx");
    }

    #[test]
    fn progress_is_no_loop() {
        check("a1 a2 a3 a4 a5 a6", "......");
        check("a1 b1 a2 b2 a3 b3", "......");
        check("w1 w1 w1 w1 w1", ".....");
        // After the warning the agent did something else: the count restarts.
        check("a1 a1 a1 b1 a1 a1 c1", "..t....");
        check("a1 b2 c3 d4 e5 a1 b2 c3 d4 e5", "..........");
    }
}
