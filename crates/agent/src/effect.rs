//! What became of an action: whether the screen is another, and if it failed, why.

use action::phone::AgentAction;
use device::picture::PictureError;
use device::wire::WireError;
use device::{Acted, DeviceError};
use serde::{Deserialize, Serialize};

use crate::undo::Undo;

/// What became of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It is another.
    Changed,
    /// It is the same.
    Unchanged,
    /// Nobody could compare.
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

/// What became of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Effect {
    /// What became of the screen.
    pub change: Change,
    /// Whether it had not come to rest when it was last looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub still_moving: bool,
    /// Why it failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// How often it was tried again.
    #[serde(default)]
    pub retries: u32,
    /// The way back that the app offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Box<Undo>>,
}

impl Effect {
    /// Nothing that has to do with the screen.
    pub const NONE: Self = Self { change: Change::Unknown, still_moving: false, failure: None, retries: 0, undo: None };

    /// It did not happen.
    pub fn failed(reason: FailureReason, message: impl Into<String>) -> Self {
        Self { failure: Some(Failure { reason, message: message.into() }), ..Self::NONE }
    }

    /// In a line, for the model.
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

/// What became of one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The action, as it was carried out.
    pub action: AgentAction,
    /// What became of it.
    pub effect: Effect,
    /// What the phone said of it.
    pub acted: Option<Acted>,
    /// Whether it was sent and may have reached somebody, cost something or done what cannot be taken back.
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
    /// It cannot be carried out as it is.
    Invalid,
    /// The gate, or the person it asked, said no.
    Refused,
    /// Somebody between the model and the phone said no.
    Middleware,
    /// The phone was gone.
    Disconnected,
    /// It may have been carried out, and nobody can tell.
    MaybeSent,
    /// The phone did not answer in time.
    NoAnswer,
    /// The phone said no.
    Phone,
    /// The phone lets nobody touch it.
    InputForbidden,
    /// No such app.
    NoSuchApp,
    /// The text is not in the field.
    Text,
    /// The screen is protected.
    Protected,
    /// Nothing changed, and something should have.
    NoChange,
    /// The person did not answer, or said no.
    Person,
    /// The tool failed or is not there.
    Tool,
    /// There was not time enough.
    TimedOut,
    /// Nobody here can do that.
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
