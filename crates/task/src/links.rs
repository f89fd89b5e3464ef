//! Remembers the links of questions across restarts. An old link leads to its question once the interrupted task asks
//! again, or to the outcome of the question. This is the only writer of `config/links.json`.
//!
//! The file stores only hashes, so reading it does not let anyone answer a question. If it cannot be written, links
//! work until the process ends.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::folder::{FolderError, read_versioned, write_private};
use crate::question::{Open, Outcome};

/// The version of the file format.
const VERSION: u64 = 1;
/// The most links that are kept: more than a person gets in a few days.
const MOST: usize = 256;

/// A link that was given out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownLink {
    /// The hash of its secret.
    secret: String,
    /// The task that asked.
    task: String,
    /// The hash of the question's texts: the id of a question that is asked again is another one.
    question: String,
    /// How the question was settled, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    how: Option<Outcome>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "version")]
    _version: u64,
    links: Vec<KnownLink>,
}

#[derive(Serialize)]
struct Written<'a> {
    version: u64,
    links: &'a [KnownLink],
}

/// The remembered links, the latest last.
#[derive(Debug)]
pub(crate) struct LinkLog {
    path: PathBuf,
    list: Mutex<Vec<KnownLink>>,
}

/// The stored data about a link of an earlier process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EarlierLink {
    /// The task that asked.
    pub(crate) task: String,
    /// How the question was settled; `None` if the process ended before.
    pub(crate) how: Option<Outcome>,
    question: String,
}

impl EarlierLink {
    /// Whether this is the same question, asked again.
    pub(crate) fn is(&self, open: &Open) -> bool {
        self.task == open.task && self.question == fingerprint(open)
    }
}

impl LinkLog {
    /// Reads the links in this file, which need not exist. The caller must own the data folder.
    pub(crate) fn open(path: &Path) -> Result<Self, FolderError> {
        let read: Option<File> = read_versioned(path, VERSION)?;
        let list = read.map(|file| file.links).unwrap_or_default();
        Ok(Self { path: path.to_owned(), list: Mutex::new(list) })
    }

    /// Remembers the link of an open question.
    pub(crate) fn asked(&self, token: &str, open: &Open) {
        let link = KnownLink { secret: hash([token]), task: open.task.clone(), question: fingerprint(open), how: None };
        self.change(|list| {
            list.push(link);
            let more = list.len().saturating_sub(MOST);
            list.drain(..more);
        });
    }

    /// Remembers how a question was settled, also for the links that it had before a restart.
    pub(crate) fn settled(&self, open: &Open, how: Outcome) {
        let question = fingerprint(open);
        self.close(how, |link| link.task == open.task && link.question == question);
    }

    /// Remembers that a task asks nothing more.
    pub(crate) fn ended(&self, task: &str) {
        self.close(Outcome::Cancelled, |link| link.task == task);
    }

    /// Finds a link by its secret.
    pub(crate) fn find(&self, token: &str) -> Option<EarlierLink> {
        let secret = hash([token]);
        let list = self.list();
        let found = list.iter().rev().find(|link| link.secret == secret)?;
        Some(EarlierLink { task: found.task.clone(), how: found.how, question: found.question.clone() })
    }

    fn close(&self, how: Outcome, fits: impl Fn(&KnownLink) -> bool) {
        self.change(|list| {
            for link in list.iter_mut().filter(|link| link.how.is_none() && fits(link)) {
                link.how = Some(how);
            }
        });
    }

    fn change(&self, change: impl FnOnce(&mut Vec<KnownLink>)) {
        let mut list = self.list();
        let before = list.clone();
        change(&mut list);
        if *list == before {
            return;
        }
        let written = serde_json::to_vec_pretty(&Written { version: VERSION, links: &list });
        let written = written.map_err(std::io::Error::from).and_then(|mut text| {
            text.push(b'\n');
            write_private(&self.path, &text)
        });
        if let Err(error) = written {
            let path = self.path.display();
            tracing::warn!(%error, %path, "couldn't store the links of questions; they end with this process");
        }
    }

    fn list(&self) -> MutexGuard<'_, Vec<KnownLink>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn fingerprint(open: &Open) -> String {
    let kind = format!("{:?}", open.kind);
    let texts = [kind.as_str(), open.title.as_str(), open.message.as_str()];
    hash(texts.into_iter().chain(open.choices.iter().map(String::as_str)))
}

/// Returns the SHA-256 of texts, each preceded by its length. The secrets are random, so they need no salt.
fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use agent::{Asks, Question};
    use jiff::Timestamp;

    use super::*;

    fn asks(task: &str, text: &str) -> Open {
        let asks = Asks::Confirm { message: text.to_owned() };
        let question = Question {
            id: 1,
            task_id: task.to_owned(),
            asks,
            language: String::new(),
            timeout: Duration::from_secs(60),
        };
        Open::new("q1".to_owned(), task, &question, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn a_link_is_found_by_its_secret_after_a_restart_and_the_file_does_not_have_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config/links.json");
        let (one, other) = (asks("a", "One?"), asks("a", "Other?"));
        let log = LinkLog::open(&path).unwrap();
        log.asked("secret-1", &one);
        log.asked("secret-2", &other);
        log.asked("secret-3", &asks("b", "One?"));
        log.settled(&other, Outcome::Approved);
        let next = LinkLog::open(&path).unwrap();
        let found = |token: &str| next.find(token).map(|link| (link.task.clone(), link.how, link.is(&one)));
        assert_eq!(found("secret-1"), Some(("a".to_owned(), None, true)));
        assert_eq!(found("secret-2"), Some(("a".to_owned(), Some(Outcome::Approved), false)));
        assert_eq!(found("secret-3"), Some(("b".to_owned(), None, false)));
        assert_eq!(found("secret-4"), None);
        assert!(!std::fs::read_to_string(&path).unwrap().contains("secret-1"));
        // Asked again under another link: both are closed by one answer; a task's end closes the rest.
        next.asked("secret-5", &one);
        next.settled(&one, Outcome::Rejected);
        next.ended("b");
        let last = LinkLog::open(&path).unwrap();
        let how = ["secret-1", "secret-2", "secret-3", "secret-5"].map(|token| last.find(token).unwrap().how.unwrap());
        assert_eq!(how, [Outcome::Rejected, Outcome::Approved, Outcome::Cancelled, Outcome::Rejected]);
    }

    #[test]
    fn the_oldest_links_go() {
        let folder = tempfile::tempdir().unwrap();
        let log = LinkLog::open(&folder.path().join("links.json")).unwrap();
        *log.list() = (0..MOST)
            .map(|n| KnownLink {
                secret: hash([n.to_string().as_str()]),
                task: String::new(),
                question: String::new(),
                how: None,
            })
            .collect();
        log.asked("new", &asks("a", "One?"));
        assert_eq!((log.find("0"), log.list().len()), (None, MOST));
        assert!(log.find("1").is_some() && log.find("new").is_some());
    }
}
