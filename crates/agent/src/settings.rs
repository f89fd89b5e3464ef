//! The settings of a task: every parameter of the specification with its default.

use std::time::Duration;

use model::ModelError;
use serde::{Deserialize, Serialize};

use crate::rung::Rung;

/// The settings of a task. In configuration, times are in seconds; unknown keys are rejected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the specification")]
pub struct Settings {
    /// The most replies of the model that are processed.
    pub max_steps: u32,
    /// How often a failed action or prediction is retried.
    pub max_retries: u32,
    /// The delay before a retry.
    pub retry_delay: RetryDelay,
    /// How long to watch a screen that does not change after an action; by default 0.5 s after a touch, 0.3 s after
    /// text, 0.8 s after navigation.
    #[serde(with = "optional_seconds", skip_serializing_if = "Option::is_none")]
    pub step_delay: Option<Duration>,
    /// Whether to wait exactly that long, instead of until the screen is still.
    pub fixed_delay: bool,
    /// The longest wait for a moving screen to settle.
    #[serde(with = "seconds")]
    pub settle_maximum: Duration,
    /// Whether the model receives the elements of the screen.
    pub use_accessibility_tree: bool,
    /// Whether the prompt states the current step and the limit.
    pub include_step_info: bool,
    /// Whether an action that changes nothing on the screen counts as failed.
    pub validate_screen_change: bool,
    /// The timeout of a question from the gate or the runtime, and the longest timeout of a question from the agent.
    #[serde(with = "seconds")]
    pub ask_timeout: Duration,
    /// What happens when a question is not answered in time.
    pub on_ask_timeout: OnAskTimeout,
    /// How long a task may be paused before it is interrupted.
    #[serde(with = "seconds")]
    pub pause_limit: Duration,
    /// How long the task waits for a lost phone.
    #[serde(with = "seconds")]
    pub reconnect: Duration,
    /// The task's budgets.
    pub budgets: Budgets,
    /// Whether the trajectory embeds its screenshots instead of naming their files. For the recorder.
    pub embed_screenshots: bool,
    /// Whether to allow everything that does not always require approval.
    pub yes: bool,
    /// Whether the person is asked before every plan.
    pub always_confirm: bool,
    /// The kinds of strategy allowed for a plan's step.
    pub rungs: Vec<Rung>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_steps: 50,
            max_retries: 2,
            retry_delay: RetryDelay::default(),
            step_delay: None,
            fixed_delay: false,
            settle_maximum: device::Pace::MAXIMUM,
            use_accessibility_tree: true,
            include_step_info: true,
            validate_screen_change: false,
            ask_timeout: Duration::from_secs(120),
            on_ask_timeout: OnAskTimeout::default(),
            pause_limit: Duration::from_secs(30 * 60),
            reconnect: Duration::from_secs(30),
            budgets: Budgets::default(),
            embed_screenshots: false,
            yes: false,
            always_confirm: false,
            rungs: Rung::ALL.to_vec(),
        }
    }
}

/// The longest wait that a model's endpoint may ask for. Equal to the default timeout of one answer: the endpoint's own
/// message serves the user better than a longer silence.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(300);

impl Settings {
    /// Returns how long to wait before asking a model again after `failed` failed attempts, or `None` to stop. `own` is
    /// the number of retries configured for this model alone. The endpoint's `Retry-After` can lengthen the wait, never
    /// shorten it; if the task has no time for it, the attempts end at once.
    pub(crate) fn before_asking_again(&self, own: Option<u32>, failed: u32, error: &ModelError) -> Option<Duration> {
        if failed > own.unwrap_or(self.max_retries) {
            return None;
        }
        let asked = error.retry_after().unwrap_or_default();
        let most = self.budgets.seconds.unwrap_or(LONGEST_RETRY_AFTER).min(LONGEST_RETRY_AFTER);
        (asked <= most).then(|| self.retry_delay.before(failed).max(asked))
    }
}

/// The delay before a retry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RetryDelay {
    /// Always the same.
    Constant(#[serde(with = "seconds")] Duration),
    /// One delay for each attempt; the last one repeats.
    List(Vec<Seconds>),
}

impl Default for RetryDelay {
    /// 0.5, 1 and 2 s.
    fn default() -> Self {
        Self::List([500, 1000, 2000].map(|ms| Seconds(Duration::from_millis(ms))).to_vec())
    }
}

impl RetryDelay {
    /// Returns the delay after `failed` failed attempts, from 1.
    pub fn before(&self, failed: u32) -> Duration {
        match self {
            Self::Constant(delay) => *delay,
            Self::List(delays) => {
                let place = usize::try_from(failed.saturating_sub(1)).unwrap_or(usize::MAX);
                delays.get(place).or(delays.last()).map_or(Duration::ZERO, |delay| delay.0)
            }
        }
    }
}

/// A duration, in seconds in configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seconds(#[serde(with = "seconds")] pub Duration);

/// What happens when a question is not answered in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnAskTimeout {
    /// The agent gets the result and continues.
    #[default]
    Tell,
    /// The task fails.
    Abort,
}

/// The budgets of a task; an unset budget is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    /// Replies of the model, in addition to `max_steps`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Time, from start to end.
    #[serde(with = "optional_seconds", skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Duration>,
    /// Tokens of the model, input and output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Money, in the currency of the model's configured prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money: Option<f64>,
}

/// Returns a duration in seconds, to a millisecond: more digits would only make the record longer.
pub(crate) fn rounded_seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}

/// A duration as a number of seconds.
pub(crate) mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// A year. A longer time is a typo, and the timer could not hold it.
    const LONGEST: f64 = 31_536_000.0;

    /// Every written value can be read back, even if a clock jumped meanwhile.
    pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_secs_f64().min(LONGEST))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        read(f64::deserialize(deserializer)?).map_err(D::Error::custom)
    }

    pub(super) fn read(seconds: f64) -> Result<Duration, String> {
        if (0.0..=LONGEST).contains(&seconds) {
            Ok(Duration::from_secs_f64(seconds))
        } else {
            Err(format!("`{seconds}` is not a valid duration: expected seconds, 0 to 31536000"))
        }
    }
}

mod optional_seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serializer.serialize_some(&time.as_secs_f64()),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Option::<f64>::deserialize(deserializer)?
            .map(|seconds| super::seconds::read(seconds).map_err(D::Error::custom))
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_specification() {
        let settings = Settings::default();
        assert_eq!((settings.max_steps, settings.max_retries), (50, 2));
        assert_eq!((settings.ask_timeout.as_secs(), settings.reconnect.as_secs()), (120, 30));
        assert_eq!(
            (1..=4).map(|failed| settings.retry_delay.before(failed).as_millis()).collect::<Vec<_>>(),
            [500, 1000, 2000, 2000]
        );
        assert_eq!(serde_json::from_str::<Settings>("{}").unwrap(), settings);
        let written = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&written).unwrap(), settings);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let rows = [
            (r#"{"max_step": 3}"#, "unknown field `max_step`"),
            (r#"{"budgets": {"euros": 3}}"#, "unknown field `euros`"),
            (r#"{"step_delay": -1}"#, "`-1` is not a valid duration"),
            (r#"{"ask_timeout": 1e300}"#, "is not a valid duration"),
            (r#"{"max_steps": -1}"#, "invalid value"),
            (r#"{"on_ask_timeout": "shrug"}"#, "unknown variant `shrug`"),
        ];
        for (text, expected) in rows {
            let error = serde_json::from_str::<Settings>(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn an_endpoint_may_ask_for_a_longer_wait_that_the_task_has_time_for() {
        let busy = |seconds: Option<f64>| ModelError::Busy {
            status: 429,
            message: "slow down".to_owned(),
            retry_after: seconds.map(Duration::from_secs_f64),
            attempts: 1,
        };
        let budget = |seconds: u64| Budgets { seconds: Some(Duration::from_secs(seconds)), ..Budgets::default() };
        let plain = Settings::default();
        let hurried = Settings { budgets: budget(5), ..Settings::default() };
        let own = Some(0);
        // Settings, the model's own retries, failures so far, the endpoint's `Retry-After`, the expected wait.
        let rows = [
            (&plain, None, 1, None, Some(0.5)),
            (&plain, None, 2, None, Some(1.0)),
            (&plain, None, 3, None, None),
            (&plain, own, 1, None, None),
            (&plain, Some(3), 3, None, Some(2.0)),
            (&plain, None, 1, Some(0.1), Some(0.5)),
            (&plain, None, 1, Some(7.0), Some(7.0)),
            (&plain, None, 1, Some(900.0), None),
            (&hurried, None, 1, Some(4.0), Some(4.0)),
            (&hurried, None, 1, Some(6.0), None),
        ];
        for (settings, own, failed, asked, expected) in rows {
            let wait = settings.before_asking_again(own, failed, &busy(asked)).map(|wait| wait.as_secs_f64());
            assert_eq!(wait, expected, "{own:?}, {failed} failed, {asked:?}");
        }
    }

    #[test]
    fn a_given_delay_is_constant_and_a_list_is_allowed() {
        let delay = |text: &str| serde_json::from_str::<Settings>(text).unwrap().retry_delay;
        assert_eq!(delay(r#"{"retry_delay": 1.0}"#).before(3), Duration::from_secs(1));
        assert_eq!(delay(r#"{"retry_delay": [0.1, 4]}"#).before(2), Duration::from_secs(4));
        assert_eq!(delay(r#"{"retry_delay": []}"#).before(1), Duration::ZERO);
    }
}
