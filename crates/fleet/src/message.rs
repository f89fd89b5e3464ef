//! A task in the queue. It is untrusted: any client that may publish on the server can have written it.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use task::NewTask;

/// The version of all data on the server.
pub(crate) const VERSION: u32 = 1;
/// The longest message that is read: a goal of 64 KiB, escaped, and the rest.
const MOST: usize = 512 << 10;

/// The priority of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// Before all others.
    High,
    /// As usual.
    #[default]
    Normal,
    /// When nothing else waits.
    Low,
}

impl Priority {
    /// In the order in which they are served.
    pub(crate) const ALL: [Self; 3] = [Self::High, Self::Normal, Self::Low];
}

impl fmt::Display for Priority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::High => "high",
            Self::Normal => "normal",
            Self::Low => "low",
        })
    }
}

impl FromStr for Priority {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|priority| priority.to_string() == text)
            .ok_or_else(|| format!("there is no priority `{text}`; expected high, normal or low"))
    }
}

/// A task in the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskMessage {
    version: u32,
    /// Its id.
    pub id: String,
    /// The request. Text in it that looks like a key is masked.
    pub task: NewTask,
    /// The pool of phones.
    pub pool: String,
    /// The priority.
    #[serde(default)]
    pub priority: Priority,
    /// The submitter.
    pub submitter: String,
    /// When it was submitted.
    pub created: Timestamp,
    /// When it is too late to begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// How often it is retried after a temporary failure: the phone was disconnected, the model did not answer.
    #[serde(default)]
    pub retries: u32,
}

impl TaskMessage {
    pub(crate) fn new(id: String, task: NewTask, pool: String, submitter: String, created: Timestamp) -> Self {
        Self {
            version: VERSION,
            id,
            task,
            pool,
            priority: Priority::default(),
            submitter,
            created,
            expires: None,
            retries: 0,
        }
    }

    /// Parses a message of the queue, or returns what is wrong with it.
    pub(crate) fn read(payload: &[u8]) -> Result<Self, String> {
        read(payload, MOST, "task")
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// Parses a JSON object of our version, or returns what is wrong with it.
pub(crate) fn read<T: serde::de::DeserializeOwned>(payload: &[u8], most: usize, what: &str) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    if payload.len() > most {
        return Err(format!("a {what} of {} bytes exceeds the limit of {most}", payload.len()));
    }
    let found: Versioned = serde_json::from_slice(payload).map_err(|error| format!("is no {what}: {error}"))?;
    if found.version != VERSION {
        let found = found.version;
        return Err(format!("is a {what} of version {found}, but this program supports version {VERSION}"));
    }
    serde_json::from_slice(payload).map_err(|error| format!("is no {what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_or_told_what_is_wrong_with_it() {
        let task = NewTask { goal: "Turn on Wi-Fi".to_owned(), ..NewTask::default() };
        let message = TaskMessage::new("t1".into(), task, "default".into(), "ann".into(), Timestamp::UNIX_EPOCH);
        assert_eq!(TaskMessage::read(&message.to_json()).unwrap(), message);
        let newer = String::from_utf8(message.to_json()).unwrap().replace("\"version\":1", "\"version\":9");
        for (text, part) in [
            (newer.as_str(), "version 9"),
            ("", "is no task"),
            ("[]", "is no task"),
            ("{\"version\":1}", "missing field `id`"),
            ("\u{0}\u{1}", "is no task"),
        ] {
            let error = TaskMessage::read(text.as_bytes()).unwrap_err();
            assert!(error.contains(part), "{text:?}: {error}");
        }
        assert!(TaskMessage::read(&vec![b' '; MOST + 1]).unwrap_err().contains("bytes"));
    }
}
