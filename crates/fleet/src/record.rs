//! The record of a task on the server: every journal entry, in the order of acknowledgement.
//!
//! A message is written only if the last one is the writer's own. Taking a task writes one, so from then on the
//! previous worker's writes are refused: that is the fence.

use std::time::Duration;

use action::phone::{AgentAction, keys};
use async_nats::HeaderMap;
use async_nats::header::{NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, NATS_MESSAGE_ID};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, RawMessageErrorKind};
use serde::{Deserialize, Serialize};
use task::agent::{EndReason, Ended, JournalEntry, Mark, Summary};

use crate::connect::Fleet;
use crate::error::{FleetError, full};
use crate::message::{TaskMessage, VERSION, read};
use crate::subject;

/// The longest message that is read: a server accepts up to 64 MiB if configured so.
const MOST: usize = 64 << 20;
/// How much of a server's largest message is reserved for the envelope of the entries.
const ROOM: usize = 64 << 10;
/// The delay before an unacknowledged publish is retried.
const AGAIN: Duration = Duration::from_millis(200);

/// One message of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chunk {
    version: u32,
    /// The writer.
    worker: String,
    /// Set if a worker takes the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    taken: Option<TakenTask>,
    /// The original task, if no worker took it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    submitted: Option<TaskMessage>,
    /// A person retries it: earlier tries no longer count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    reopened: bool,
    /// A person allows another phone, even after outward actions on the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    anywhere: bool,
    /// Its worker handed it over in good order: having taken it does not count as a try.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    handed_over: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    entries: Vec<JournalEntry>,
}

/// The worker that takes a task, and the task as it was then.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TakenTask {
    phone: String,
    message: TaskMessage,
}

impl Chunk {
    fn of(worker: &str) -> Self {
        let (worker, version) = (worker.to_owned(), VERSION);
        Self {
            version,
            worker,
            taken: None,
            submitted: None,
            reopened: false,
            anywhere: false,
            handed_over: false,
            entries: Vec::new(),
        }
    }

    pub(crate) fn taken(worker: &str, phone: &str, message: &TaskMessage) -> Self {
        let taken = TakenTask { phone: phone.to_owned(), message: message.clone() };
        Self { taken: Some(taken), ..Self::of(worker) }
    }

    pub(crate) fn reopened(by: &str, anywhere: bool) -> Self {
        Self { reopened: true, anywhere, ..Self::of(by) }
    }

    pub(crate) fn entries(worker: &str, entries: Vec<JournalEntry>) -> Self {
        Self { entries, ..Self::of(worker) }
    }

    /// Returns the message of a run from which another continues.
    pub(crate) fn left(worker: &str, entries: Vec<JournalEntry>, handed_over: bool) -> Self {
        Self { handed_over, ..Self::entries(worker, entries) }
    }

    /// Returns the end of a task that never begins.
    pub(crate) fn ended(by: &str, summary: &Summary, submitted: Option<&TaskMessage>, at: jiff::Timestamp) -> Self {
        let mark = Mark { at, step: summary.steps };
        let entries = vec![JournalEntry::Ended(Ended { mark, summary: summary.clone() })];
        Self { submitted: submitted.cloned(), ..Self::entries(by, entries) }
    }
}

/// The record of a task.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The number of the last message; 0 if there is none.
    pub(crate) last: u64,
    /// How often it was taken since a person last requested it.
    pub(crate) takes: u32,
    /// How many of these ended with a hand-over.
    pub(crate) handed_over: u32,
    /// Its last phone.
    pub(crate) phone: Option<String>,
    /// The task as it was when it was last taken.
    pub(crate) message: Option<TaskMessage>,
    pub(crate) entries: Vec<JournalEntry>,
    /// Its end.
    pub(crate) ended: Option<Summary>,
    /// Whether something was done on its phone that must not be repeated on another.
    pub(crate) outward: bool,
}

impl Record {
    /// Reads it from the leader, not from a replica.
    pub(crate) async fn read(fleet: &Fleet, task: &str) -> Result<Self, FleetError> {
        let subject = subject::record(task);
        let mut record = Self::default();
        let last = match fleet.records.get_last_raw_message_by_subject(&subject).await {
            Ok(last) => last.sequence,
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => return Ok(record),
            Err(error) => return Err(FleetError::away(error)),
        };
        while record.last < last {
            let next =
                fleet.records.raw_message_builder().sequence(record.last + 1).next_by_subject(&subject).send().await;
            let next = match next {
                Ok(next) => next,
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => break,
                Err(error) => return Err(FleetError::away(error)),
            };
            let chunk: Chunk = read(&next.payload, MOST, "record").map_err(FleetError::Invalid)?;
            record.last = next.sequence;
            record.add(chunk);
        }
        Ok(record)
    }

    /// Returns how often it was tried: taken, and neither handed over nor ended.
    pub(crate) fn tries(&self) -> u32 {
        self.takes.saturating_sub(self.handed_over)
    }

    fn add(&mut self, chunk: Chunk) {
        if chunk.reopened {
            (self.takes, self.handed_over, self.ended) = (0, 0, None);
        }
        if chunk.handed_over {
            self.handed_over = self.handed_over.saturating_add(1).min(self.takes);
        }
        if chunk.anywhere {
            self.outward = false;
        }
        if let Some(taken) = chunk.taken {
            self.takes = self.takes.saturating_add(1);
            self.phone = Some(taken.phone);
            self.message = Some(taken.message);
        }
        self.message = chunk.submitted.or(self.message.take());
        for entry in chunk.entries {
            match &entry {
                JournalEntry::Intent(intent) => self.outward |= !navigates(&intent.action),
                JournalEntry::Started(_) => self.ended = None,
                JournalEntry::Ended(ended) => self.ended = Some(ended.summary.clone()),
                _ => {}
            }
            self.entries.push(entry);
        }
    }
}

/// Returns whether an action only leads to another screen, so that nothing is done twice if another phone starts over.
/// If in doubt it does not: a tap may send, a swipe may pay.
fn navigates(action: &AgentAction) -> bool {
    match action {
        AgentAction::Keyevent(key) => [keys::BACK, keys::HOME, keys::RECENT].contains(&key.keycode.as_str()),
        other => ["open_app", "launch_app", "wait", "observe", "note"].contains(&other.name()),
    }
}

/// Why something is not on record.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotWritten {
    /// Another worker has the task.
    Fenced,
    /// The server does not accept it now.
    Away(String),
}

/// Appends to a task's record, only ever after its own last message.
#[derive(Debug)]
pub(crate) struct RecordWriter {
    fleet: Fleet,
    task: String,
    /// The number of our last message.
    last: u64,
}

impl RecordWriter {
    pub(crate) fn new(fleet: &Fleet, task: &str, last: u64) -> Self {
        Self { fleet: fleet.clone(), task: task.to_owned(), last }
    }

    /// Returns the number of our last message.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    /// Writes a chunk, in as many messages as the server's limit requires. Retries while `patient` returns true.
    pub(crate) async fn write(&mut self, chunk: Chunk, patient: impl Fn() -> bool) -> Result<(), NotWritten> {
        let most = self.fleet.client.server_info().max_payload.saturating_sub(ROOM);
        let mut part = chunk;
        let (worker, entries) = (part.worker.clone(), std::mem::take(&mut part.entries));
        let mut size = 0;
        for entry in entries {
            let length = serde_json::to_vec(&entry).map_or(0, |text| text.len());
            if length > most {
                let why = format!("an entry of {length} bytes exceeds the server's limit; raise its `max_payload`");
                return Err(NotWritten::Away(why));
            }
            if size + length > most {
                let whole = std::mem::replace(&mut part, Chunk::of(&worker));
                self.publish(&whole, &patient).await?;
                size = 0;
            }
            size += length + 1;
            part.entries.push(entry);
        }
        self.publish(&part, &patient).await
    }

    async fn publish(&mut self, chunk: &Chunk, patient: &impl Fn() -> bool) -> Result<(), NotWritten> {
        let subject = subject::record(&self.task);
        let payload = serde_json::to_vec(chunk).map_err(|error| NotWritten::Away(error.to_string()))?;
        let payload = bytes::Bytes::from(payload);
        // The same id for every retry: the server keeps the message once.
        let id = format!("{}:{}:{}", self.task, self.last, self.fleet.client.new_inbox());
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, id.as_str());
        headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, self.last.to_string().as_str());
        loop {
            let sent =
                self.fleet.jetstream.publish_with_headers(subject.clone(), headers.clone(), payload.clone()).await;
            let sent = match sent {
                Ok(sent) => sent.await,
                Err(error) => Err(error),
            };
            let error = match sent {
                Ok(ack) => {
                    self.last = ack.sequence;
                    return Ok(());
                }
                Err(error) => error,
            };
            if error.kind() == PublishErrorKind::WrongLastSequence {
                // If only the acknowledgement was lost, the last message is this one.
                match self.fleet.records.get_last_raw_message_by_subject(&subject).await {
                    Ok(last) if last.headers.get(NATS_MESSAGE_ID).is_some_and(|found| found.as_str() == id) => {
                        self.last = last.sequence;
                        return Ok(());
                    }
                    Ok(_) => return Err(NotWritten::Fenced),
                    Err(error) if !patient() => return Err(NotWritten::Away(error.to_string())),
                    Err(_) => {}
                }
            } else if !patient() || full(&error).is_some() {
                return Err(NotWritten::Away(full(&error).unwrap_or_else(|| error.to_string())));
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// Returns the summary of a task that the fleet itself ends.
pub(crate) fn summary(task: &str, reason: EndReason, message: &str) -> Summary {
    Summary {
        task_id: task.to_owned(),
        status: reason.status(),
        reason,
        steps: 0,
        duration: Duration::ZERO,
        message: message.to_owned(),
        read_out: None,
        error: Some(message.to_owned()),
        tokens: 0,
        cost: None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use task::NewTask;

    use super::*;

    /// The record, one letter per message: taken, handed over, reopened by a person.
    #[test]
    fn a_hand_over_is_no_try() {
        let message = TaskMessage::new("t".into(), NewTask::default(), "p".into(), "ann".into(), Timestamp::UNIX_EPOCH);
        for (written, takes, tries) in [
            ("", 0, 0),
            ("t", 1, 1),
            ("tt", 2, 2),
            ("th", 1, 0),
            ("thththt", 4, 1),
            ("tthth", 3, 1),
            ("thtr", 0, 0),
            ("thtrt", 1, 1),
            // No worker took it, so none handed it over.
            ("hh", 0, 0),
            ("hht", 1, 1),
        ] {
            let mut record = Record::default();
            for letter in written.chars() {
                record.add(match letter {
                    't' => Chunk::taken("w", "phone", &message),
                    'h' => Chunk::left("w", Vec::new(), true),
                    _ => Chunk::reopened("ann", false),
                });
            }
            assert_eq!((record.takes, record.tries()), (takes, tries), "{written}");
        }
        // A failed run leaves its entries, and counts.
        let mut record = Record::default();
        record.add(Chunk::taken("w", "phone", &message));
        record.add(Chunk::left("w", Vec::new(), false));
        assert_eq!(record.tries(), 1);
        // Workers of an earlier version did not write this mark.
        let earlier = serde_json::to_string(&Chunk::left("w", Vec::new(), false)).unwrap();
        assert!(!earlier.contains("handed_over"), "{earlier}");
    }
}
