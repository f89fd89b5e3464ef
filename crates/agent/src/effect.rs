//! The effect of an action: whether the screen changed and, if the action failed, why.

use action::phone::AgentAction;
use device::picture::PictureError;
use device::wire::WireError;
use device::{Acted, DeviceError};
use serde::{Deserialize, Serialize};

use crate::identity::ScreenChange;
use crate::undo::Undo;

/// How the screen changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It changed.
    Changed,
    /// It did not change.
    Unchanged,
    /// The screens could not be compared.
    Unknown,
}

impl From<device::settle::Change> for Change {
    fn from(change: device::settle::Change) -> Self {
        match change {
            device::settle::Change::Changed => Self::Changed,
            device::settle::Change::Unchanged => Self::Unchanged,
            device::settle::Change::Unknown => Self::Unknown,
        }
    }
}

/// The effect of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Effect {
    /// How the screen changed.
    pub change: Change,
    /// Whether the screen was still moving at the last look.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub still_moving: bool,
    /// Why it failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// How often it was retried.
    #[serde(default)]
    pub retries: u32,
    /// How the app offers to undo it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Box<Undo>>,
}

impl Effect {
    /// No failure, and nothing known about the screen.
    pub const NONE: Self = Self { change: Change::Unknown, still_moving: false, failure: None, retries: 0, undo: None };

    /// The action was not carried out.
    pub fn failed(reason: FailureReason, message: impl Into<String>) -> Self {
        Self { failure: Some(Failure { reason, message: message.into() }), ..Self::NONE }
    }

    /// One line for the model.
    pub(crate) fn words(&self) -> String {
        match (&self.failure, self.change) {
            (Some(failure), _) => format!("failed: {}", failure.message),
            (None, Change::Changed) if self.still_moving => "the screen changed and still moves".to_owned(),
            (None, Change::Changed) => "the screen changed".to_owned(),
            (None, Change::Unchanged) => "the screen did not change".to_owned(),
            (None, Change::Unknown) => "done".to_owned(),
        }
    }
}

/// How many seconds the parts of an action took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ActTiming {
    /// Until the phone had answered.
    pub act: f64,
    /// Until the screen was still and looked at, or another attempt was decided on.
    pub settle: f64,
    /// In writing the record, since the last effect.
    pub record: f64,
}

/// The data recorded with an effect.
#[derive(Clone, Debug, Default)]
pub(crate) struct EffectTrace {
    /// What the phone reported.
    pub(crate) acted: Option<serde_json::Value>,
    /// What appeared, disappeared and changed.
    pub(crate) seen: Option<Box<ScreenChange>>,
    /// How long its parts took.
    pub(crate) took: Option<ActTiming>,
}

/// The outcome of one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The action, as it was carried out.
    pub action: AgentAction,
    /// Its effect.
    pub effect: Effect,
    /// What the phone reported.
    pub acted: Option<Acted>,
    /// Whether it was sent and may have reached a person, cost money or done something irreversible.
    pub outward: bool,
}

/// Why an action failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// For programs.
    pub reason: FailureReason,
    /// For people and the model.
    pub message: String,
}

/// Why an action failed, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// The action is invalid as given.
    Invalid,
    /// The gate, or the person it asked, refused.
    Refused,
    /// A middleware between mind and phone refused.
    Middleware,
    /// The phone was gone.
    Disconnected,
    /// It may or may not have been carried out.
    MaybeSent,
    /// The phone did not answer in time.
    NoAnswer,
    /// The phone refused.
    Phone,
    /// The phone blocks simulated input.
    InputForbidden,
    /// No such app.
    NoSuchApp,
    /// The text is not in the field.
    Text,
    /// The screen is protected.
    Protected,
    /// Nothing changed, but something should have.
    NoChange,
    /// The screen changed before it was touched, and something else is there; nothing was sent.
    Moved,
    /// The person did not answer, or refused.
    Person,
    /// The tool failed or does not exist.
    Tool,
    /// It ran out of time.
    TimedOut,
    /// Not available in this setup.
    NotAvailable,
    /// The task was stopped.
    Stopped,
}

impl From<&DeviceError> for FailureReason {
    fn from(error: &DeviceError) -> Self {
        match error {
            DeviceError::MaybeSent { .. } => Self::MaybeSent,
            DeviceError::Wire(WireError::Timeout { .. }) => Self::NoAnswer,
            DeviceError::Wire(_) => Self::Disconnected,
            DeviceError::InputForbidden { .. } => Self::InputForbidden,
            DeviceError::NoSuchApp { .. } | DeviceError::NotStartable { .. } => Self::NoSuchApp,
            DeviceError::Text(_) => Self::Text,
            DeviceError::Picture(PictureError::Secure(_)) => Self::Protected,
            DeviceError::Picture(_)
            | DeviceError::Tree(_)
            | DeviceError::Unreadable { .. }
            | DeviceError::FileRefused { .. }
            | DeviceError::Unsupported { .. }
            | DeviceError::Phone { .. } => Self::Phone,
            DeviceError::Refused(_)
            | DeviceError::NotForADevice { .. }
            | DeviceError::NotAKey { .. }
            | DeviceError::NotAPackage { .. }
            | DeviceError::OneKey
            | DeviceError::FileTooLarge { .. }
            | DeviceError::Unsendable { .. } => Self::Invalid,
        }
    }
}
