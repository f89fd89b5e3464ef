//! Idempotency: a repeated request gets the first answer and is not carried out twice, even after a crash. The journal
//! stores the key with the command, and the answer if it does not follow from the command.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};
use tokio::sync::watch;

use super::reply::Reply;
use crate::journal::answers::{Answered, Request};
use crate::wire::{ActionFeedback, ActionResult, BatchReply};

/// How many answers are kept.
const MOST: usize = 4096;
/// How many bytes of answers are kept.
const MOST_BYTES: usize = 64 << 20;

/// The size of a result without its picture.
const BYTES_EACH: usize = 512;

/// An agent and its key.
pub(super) type Key = (String, String);
/// An answer.
pub(super) type Answer = Arc<Reply>;

/// The SHA-256 of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digest([u8; 32]);

impl Digest {
    pub(super) fn of(sent: &[u8]) -> Self {
        Self(Sha256::digest(sent).into())
    }

    /// Returns the journal's form.
    fn hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(at * 2..at * 2 + 2)?, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

/// Estimates the size of an answer in bytes.
fn size(reply: &Reply) -> usize {
    let Some(batch) = reply.batch() else { return BYTES_EACH };
    let pictures = batch.results.iter().filter_map(|result| match &result.feedback {
        Some(ActionFeedback::Rendering(rendering)) => rendering.png.as_ref().map(String::len),
        _ => None,
    });
    BYTES_EACH * (1 + batch.results.len() + batch.warnings.len()) + pictures.sum::<usize>()
}

/// Returns the request in the journal's form.
pub(super) fn request(key: &Key, digest: Digest) -> Request {
    Request { agent: key.0.clone(), key: key.1.clone(), digest: digest.hex(), requests: None }
}

/// Returns the answer in the journal's form; `None` if it follows from the command, or would be the same on a repeat.
pub(super) fn written(key: &Key, digest: Digest, reply: &Reply) -> Option<Answered> {
    let reply = match reply {
        Reply::Applied(batch) => {
            let plain = ActionResult { ok: true, ..ActionResult::default() };
            let is_plain = |result: &ActionResult| {
                let named =
                    ActionResult { index: result.index, request_id: result.request_id.clone(), ..plain.clone() };
                *result == named
            };
            if batch.warnings.is_empty() && batch.results.iter().all(is_plain) {
                return None;
            }
            Reply::Applied(without_pictures(batch.clone()))
        }
        Reply::Refused(batch) => Reply::Refused(batch.clone()),
        Reply::Malformed(_) | Reply::Failed(_) | Reply::WrongAgent(_) | Reply::KeyReused | Reply::Unfinished => {
            return None;
        }
    };
    let reply = serde_json::to_string(&reply).ok()?;
    Some(Answered { request: request(key, digest), reply: Some(reply), seq: None })
}

/// Removes pictures, which are too large to keep.
fn without_pictures(mut batch: BatchReply) -> BatchReply {
    for result in &mut batch.results {
        if let Some(ActionFeedback::Rendering(rendering)) = &mut result.feedback {
            rendering.png = None;
        }
    }
    batch
}

/// Restores an answer from the journal.
fn restored(answered: Answered) -> Option<(Key, Digest, Answer)> {
    let Answered { request: Request { agent, key, digest, requests }, reply, seq } = answered;
    let reply = match reply {
        Some(reply) => serde_json::from_str(&reply).ok()?,
        None => {
            let named = requests.unwrap_or_default().into_iter().enumerate();
            let result = |(index, request_id)| ActionResult { index, ok: true, request_id, ..ActionResult::default() };
            Reply::Applied(BatchReply { seq, results: named.map(result).collect(), warnings: Vec::new() })
        }
    };
    Some(((agent, key), Digest::from_hex(&digest)?, Arc::new(reply)))
}

/// The meaning of a key at this moment.
pub(super) enum Seen {
    /// It is new: the receiver carries out the request and reports its outcome.
    New(watch::Sender<Option<Answer>>),
    /// It was used before for the same request: this yields the answer.
    Again(watch::Receiver<Option<Answer>>),
    /// It was used before for another request.
    Another,
}

#[derive(Debug)]
struct Entry {
    request: Digest,
    answer: watch::Receiver<Option<Answer>>,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Answers {
    entries: HashMap<Key, Entry>,
    order: VecDeque<Key>,
    bytes: usize,
}

/// The stored answers.
#[derive(Debug, Default)]
pub(super) struct Idempotency(Mutex<Answers>);

impl Idempotency {
    /// Starts with the answers of earlier processes.
    pub(super) fn of(answers: Vec<Answered>) -> Self {
        let kept = Self::default();
        for (key, request, answer) in answers.into_iter().filter_map(restored) {
            if let Seen::New(say) = kept.look(&key, request) {
                kept.keep(&key, &say, answer);
            }
        }
        kept
    }

    /// Looks up a key, or takes it.
    pub(super) fn look(&self, key: &Key, request: Digest) -> Seen {
        let mut kept = self.lock();
        if let Some(entry) = kept.entries.get(key) {
            // The first attempt died without an answer, so the key is new.
            let died = entry.answer.borrow().is_none() && entry.answer.has_changed().is_err();
            if entry.request != request {
                return Seen::Another;
            }
            if !died {
                return Seen::Again(entry.answer.clone());
            }
        }
        let (say, answer) = watch::channel(None);
        if kept.entries.insert(key.clone(), Entry { request, answer, bytes: 0 }).is_none() {
            kept.order.push_back(key.clone());
        }
        kept.shrink();
        Seen::New(say)
    }

    /// Reports the answer to a request.
    pub(super) fn keep(&self, key: &Key, say: &watch::Sender<Option<Answer>>, answer: Answer) {
        let mut kept = self.lock();
        let bytes = size(&answer);
        if let Some(entry) = kept.entries.get_mut(key) {
            entry.bytes = bytes;
            kept.bytes += bytes;
        }
        say.send_replace(Some(answer));
        kept.shrink();
    }

    /// Forgets an agent that has ended: a later agent of that name has its own keys.
    pub(super) fn forget_agent(&self, agent: &str) {
        let mut kept = self.lock();
        let keys: Vec<Key> = kept.order.iter().filter(|(other, _)| other == agent).cloned().collect();
        for key in keys {
            kept.order.retain(|other| *other != key);
            kept.bytes -= kept.entries.remove(&key).map_or(0, |entry| entry.bytes);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Answers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answers {
    fn shrink(&mut self) {
        while self.order.len() > MOST || self.bytes > MOST_BYTES {
            let Some(key) = self.order.pop_front() else { break };
            self.bytes -= self.entries.remove(&key).map_or(0, |entry| entry.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(bytes: usize) -> Answer {
        let rendering = crate::wire::Rendering { png: Some("x".repeat(bytes)), ..Default::default() };
        let feedback = Some(ActionFeedback::Rendering(rendering));
        let result = ActionResult { feedback, ..Default::default() };
        Arc::new(Reply::Applied(BatchReply { results: vec![result], ..Default::default() }))
    }

    fn key(name: &str) -> Key {
        ("agent".to_owned(), name.to_owned())
    }

    #[test]
    fn the_same_request_gets_the_same_answer_and_another_one_is_refused() {
        let kept = Idempotency::default();
        let Seen::New(say) = kept.look(&key("k"), Digest::of(b"body")) else { panic!("it is new") };
        assert!(matches!(kept.look(&key("k"), Digest::of(b"body")), Seen::Again(answer) if answer.borrow().is_none()));
        kept.keep(&key("k"), &say, picture(4));
        drop(say);
        let Seen::Again(answer) = kept.look(&key("k"), Digest::of(b"body")) else { panic!("it is known") };
        assert_eq!(answer.borrow().as_ref().unwrap(), &picture(4));
        assert!(matches!(kept.look(&key("k"), Digest::of(b"other")), Seen::Another));
        let other = ("other".to_owned(), "k".to_owned());
        assert!(matches!(kept.look(&other, Digest::of(b"body")), Seen::New(_)), "keys belong to their agent");
        kept.forget_agent("agent");
        assert!(matches!(kept.look(&key("k"), Digest::of(b"other")), Seen::New(_)), "the agent has ended");
    }

    #[test]
    fn a_request_that_died_is_new_and_what_is_kept_is_bounded() {
        let kept = Idempotency::default();
        let Seen::New(say) = kept.look(&key("k"), Digest::of(b"body")) else { panic!("it is new") };
        drop(say);
        assert!(matches!(kept.look(&key("k"), Digest::of(b"body")), Seen::New(_)));
        for n in 0..MOST + 5 {
            let key = key(&n.to_string());
            let Seen::New(say) = kept.look(&key, Digest::of(b"")) else { panic!("it is new") };
            kept.keep(&key, &say, picture(100_000));
        }
        assert!(kept.lock().bytes <= MOST_BYTES && kept.lock().entries.len() <= MOST);
    }
}
