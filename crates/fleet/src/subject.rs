//! Names on the server: streams, buckets, consumers and subjects, each with the version of its data. A later version
//! that this one cannot read uses other names.

use crate::message::Priority;

/// Tasks that wait or run, each until its end is on record.
pub(crate) const TASKS: &str = "FINGERTIP_TASKS";
/// The record of each task.
pub(crate) const RECORDS: &str = "FINGERTIP_RECORDS";
/// Events of tasks, for watchers.
pub(crate) const EVENTS: &str = "FINGERTIP_EVENTS";
/// Tasks that no worker can run, with the reason.
pub(crate) const DEAD: &str = "FINGERTIP_DEAD";
/// Workers and phones that are present.
pub(crate) const PRESENCE: &str = "fingertip-presence";
/// Pictures of tasks.
pub(crate) const PICTURES: &str = "fingertip-pictures";
/// The state of each task.
pub(crate) const STATES: &str = "fingertip-states";

pub(crate) const ALL_TASKS: &str = "fingertip.v1.tasks.>";
/// Tasks that wait for one particular phone.
pub(crate) const ALL_DIRECTED: &str = "fingertip.v1.tasks.phone.>";
pub(crate) const ALL_RECORDS: &str = "fingertip.v1.record.>";
pub(crate) const ALL_EVENTS: &str = "fingertip.v1.events.>";
pub(crate) const ALL_DEAD: &str = "fingertip.v1.dead.>";

/// The line that a task waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// Any phone with this label.
    Pool(&'a str),
    /// One particular phone.
    Phone(&'a str),
}

impl Line<'_> {
    fn prefix(self) -> String {
        match self {
            Line::Pool(pool) => format!("fingertip.v1.tasks.pool.{}", token(pool)),
            Line::Phone(phone) => format!("fingertip.v1.tasks.phone.{}", token(phone)),
        }
    }

    /// Returns the subject for publishing a task in this line.
    pub(crate) fn subject(self, priority: Priority, submitter: &str) -> String {
        format!("{}.{priority}.{}", self.prefix(), token(submitter))
    }

    /// Returns the filter of the consumer for a priority; for a phone, which has few tasks, of all priorities.
    pub(crate) fn filter(self, priority: Option<Priority>) -> String {
        match priority {
            Some(priority) => format!("{}.{priority}.*", self.prefix()),
            None => format!("{}.>", self.prefix()),
        }
    }

    /// Returns the name of that consumer.
    pub(crate) fn consumer(self, priority: Option<Priority>) -> String {
        match (self, priority) {
            (Line::Pool(pool), Some(priority)) => format!("pool-{}-{priority}", token(pool)),
            (Line::Pool(pool), None) => format!("pool-{}", token(pool)),
            (Line::Phone(phone), _) => format!("phone-{}", token(phone)),
        }
    }
}

/// Returns the subjects of all tasks of a submitter that wait or run.
pub(crate) fn tasks_of(submitter: &str) -> String {
    format!("fingertip.v1.tasks.*.*.*.{}", token(submitter))
}

pub(crate) fn record(task: &str) -> String {
    format!("fingertip.v1.record.{}", token(task))
}

pub(crate) fn events(task: &str) -> String {
    format!("fingertip.v1.events.{}", token(task))
}

pub(crate) fn dead(task: &str) -> String {
    format!("fingertip.v1.dead.{}", token(task))
}

/// Returns the subject for commands to a worker. It is in no stream: an absent worker receives nothing.
pub(crate) fn command(worker: &str) -> String {
    format!("fingertip.v1.command.{}", token(worker))
}

pub(crate) fn worker_key(worker: &str) -> String {
    format!("worker.{}", token(worker))
}

pub(crate) fn phone_key(phone: &str) -> String {
    format!("phone.{}", token(phone))
}

/// Encodes any text as one token of a subject and one part of a key. Different texts give different tokens.
pub(crate) fn token(text: &str) -> String {
    let mut token = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            token.push(char::from(byte));
        } else {
            token.push_str(&format!("={byte:02x}"));
        }
    }
    if token.is_empty() { "=".to_owned() } else { token }
}

/// Makes a label from what a phone reports: `Pixel 8 Pro` becomes `pixel-8-pro`.
pub(crate) fn label(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' })
        .collect();
    plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_one_part_of_a_subject_and_tells_texts_apart() {
        for (text, expected) in [
            ("lab-b", "lab-b"),
            ("127.0.0.1:5555", "127=2e0=2e0=2e1=3a5555"),
            ("a b", "a=20b"),
            ("a=20b", "a=3d20b"),
            ("*", "=2a"),
            (">", "=3e"),
            ("", "="),
        ] {
            assert_eq!(token(text), expected, "{text:?}");
        }
        assert_eq!(Line::Pool("lab.b").subject(Priority::High, "ann"), "fingertip.v1.tasks.pool.lab=2eb.high.ann");
        assert_eq!(Line::Phone("R5").consumer(None), "phone-R5");
        assert_eq!(label("Pixel 8 Pro (2)"), "pixel-8-pro-2");
    }
}
