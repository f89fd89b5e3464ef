//! A request that is sent again gets the first answer again and is not carried out twice.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use bytes::Bytes;
use tokio::sync::watch;

use crate::keys::Hash;

/// How many answers are kept.
const MOST: usize = 4096;
/// How many bytes of them.
const MOST_BYTES: usize = 64 << 20;

/// The agent and its key.
pub(crate) type Key = (String, String);
/// What was answered.
pub(crate) type Answer = (StatusCode, Bytes);

/// What a key means now.
pub(crate) enum Seen {
    /// It is new: whoever has this carries the request out and says what came of it.
    New(watch::Sender<Option<Answer>>),
    /// It was used before, for the same request: here is the answer, or will be.
    Again(watch::Receiver<Option<Answer>>),
    /// It was used before, for another request.
    Another,
}

struct Entry {
    request: Hash,
    answer: watch::Receiver<Option<Answer>>,
    bytes: usize,
}

#[derive(Default)]
struct Kept {
    entries: HashMap<Key, Entry>,
    order: VecDeque<Key>,
    bytes: usize,
}

/// The answers that are kept.
#[derive(Default)]
pub(crate) struct Idempotency(Mutex<Kept>);

impl Idempotency {
    /// Looks a key up, or takes it.
    pub(crate) fn look(&self, key: &Key, body: &[u8]) -> Seen {
        let request = Hash::of_parts(&[body]);
        let mut kept = self.lock();
        if let Some(entry) = kept.entries.get(key) {
            // Whoever carried it out died without a word: then it is new.
            let died = entry.answer.borrow().is_none() && entry.answer.has_changed().is_err();
            if !entry.request.is(&request) {
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

    /// Says what came of a request.
    pub(crate) fn keep(&self, key: &Key, say: &watch::Sender<Option<Answer>>, answer: Answer) {
        let mut kept = self.lock();
        let bytes = answer.1.len();
        if let Some(entry) = kept.entries.get_mut(key) {
            entry.bytes = bytes;
            kept.bytes += bytes;
        }
        say.send_replace(Some(answer));
        kept.shrink();
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
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

    fn key(name: &str) -> Key {
        ("agent".to_owned(), name.to_owned())
    }

    #[test]
    fn the_same_request_gets_the_same_answer_and_another_one_is_refused() {
        let kept = Idempotency::default();
        let Seen::New(say) = kept.look(&key("k"), b"body") else { panic!("it is new") };
        assert!(matches!(kept.look(&key("k"), b"body"), Seen::Again(answer) if answer.borrow().is_none()));
        kept.keep(&key("k"), &say, (StatusCode::OK, Bytes::from_static(b"done")));
        drop(say);
        let Seen::Again(answer) = kept.look(&key("k"), b"body") else { panic!("it is known") };
        assert_eq!(answer.borrow().as_ref().unwrap().1, "done");
        assert!(matches!(kept.look(&key("k"), b"other"), Seen::Another));
        let other = ("other".to_owned(), "k".to_owned());
        assert!(matches!(kept.look(&other, b"body"), Seen::New(_)), "keys belong to their agent");
    }

    #[test]
    fn a_request_that_died_is_new_and_what_is_kept_is_bounded() {
        let kept = Idempotency::default();
        let Seen::New(say) = kept.look(&key("k"), b"body") else { panic!("it is new") };
        drop(say);
        assert!(matches!(kept.look(&key("k"), b"body"), Seen::New(_)));
        for n in 0..MOST + 5 {
            let key = key(&n.to_string());
            let Seen::New(say) = kept.look(&key, b"") else { panic!("it is new") };
            kept.keep(&key, &say, (StatusCode::OK, Bytes::from(vec![0; 100_000])));
        }
        assert!(kept.lock().bytes <= MOST_BYTES && kept.lock().entries.len() <= MOST);
    }
}
