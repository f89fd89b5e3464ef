//! Ids of monitors, windows and other objects that agents name. Pure text, no state.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::finding::{Code, quoted};

/// The longest id, in characters.
pub const MAX_ID: usize = 128;

/// The pattern of a window id, as a JSON Schema regular expression.
pub(super) const WINDOW_ID: &str = r"^(monitor-([0-9]|1[0-5])/)?[^/\u0000-\u001f\u007f-\u009f]{1,128}$";

/// The pattern of every other id.
pub(super) const ID: &str = r"^[^\u0000-\u001f\u007f-\u009f]{1,128}$";

/// One of the desktop's monitors, `monitor-0` to `monitor-15`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MonitorId(u8);

impl MonitorId {
    /// The number of monitors.
    pub const COUNT: u8 = 16;
    /// The monitor that always exists.
    pub const FIRST: Self = Self(0);

    /// The monitor with this number.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Parses a monitor's name; `monitor-01` is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("monitor-")?;
        let canonical = digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        if canonical { Self::new(digits.parse().ok()?) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for MonitorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "monitor-{}", self.0)
    }
}

impl Serialize for MonitorId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MonitorId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(monitor_problem(&text)))
    }
}

impl JsonSchema for MonitorId {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "MonitorId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^monitor-([0-9]|1[0-5])$" })
    }
}

/// Returns the message for a text that is not a monitor.
pub(super) fn monitor_problem(text: &str) -> String {
    format!("{} is not a monitor; expected `monitor-0` to `monitor-{}`", quoted(text), MonitorId::COUNT - 1)
}

/// A parsed window id: `notes`, or `monitor-1/notes` if it names its monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowId<'a> {
    /// The monitor, if the id names one.
    pub monitor: Option<MonitorId>,
    /// The id without it.
    pub name: &'a str,
}

impl<'a> WindowId<'a> {
    /// Parses an id.
    pub fn parse(text: &'a str) -> Result<Self, IdError> {
        // Nearly every id is short and plain, which one pass over its bytes shows.
        let plain = |byte: u8| (b' '..=b'~').contains(&byte) && byte != b'/';
        if !text.is_empty() && text.len() <= MAX_ID && text.bytes().all(plain) {
            return Ok(Self { monitor: None, name: text });
        }
        let (monitor, name) = match text.split_once('/') {
            None => (None, text),
            Some((scope, name)) => (Some(MonitorId::parse(scope).ok_or(IdError::Slash)?), name),
        };
        check_id(name)?;
        if name.contains('/') { Err(IdError::Slash) } else { Ok(Self { monitor, name }) }
    }

    /// Returns the key of the window in the state; `otherwise` is the monitor if the id names none.
    pub fn key(&self, otherwise: MonitorId) -> String {
        format!("{}/{}", self.monitor.unwrap_or(otherwise), self.name)
    }
}

/// The reason why a text is not a valid id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// It is empty.
    #[error("must not be empty")]
    Empty,
    /// It is longer than [`MAX_ID`].
    #[error("must have at most {MAX_ID} characters")]
    TooLong,
    /// It contains a tab, a newline or another control character.
    #[error("must not contain control characters")]
    Control,
    /// It contains a slash that does not follow a monitor.
    #[error("must not contain a slash, except after one of `monitor-0` to `monitor-15` as in `monitor-1/notes`")]
    Slash,
}

impl IdError {
    /// Returns the code of the corresponding finding.
    pub fn code(self) -> Code {
        if self == Self::Empty { Code::Blank } else { Code::OutOfRange }
    }
}

/// Whether `text` is a valid id: 1 to 128 characters, none of them a control character.
pub fn check_id(text: &str) -> Result<(), IdError> {
    if text.is_empty() {
        return Err(IdError::Empty);
    }
    if text.chars().nth(MAX_ID).is_some() {
        return Err(IdError::TooLong);
    }
    if text.chars().any(char::is_control) { Err(IdError::Control) } else { Ok(()) }
}
