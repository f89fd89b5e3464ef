//! Open questions to people: running tasks ask, and the first person to answer decides.
//!
//! A question is pending until it is approved, rejected, timed out or withdrawn, and that is final. The answer goes
//! straight to the task that asked; it appears in no event, file or log. Each question has its own link, which lets a
//! person answer that one question from another device, once. A link survives a restart: it leads to the question that
//! the resumed task asks again.

mod reply;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent::{Answer, Asks, Clock, Human, Question};
use async_trait::async_trait;
use tokio::sync::oneshot;

pub use self::reply::Reply;
use crate::error::TaskError;
use crate::event_kind::EventKind;
use crate::event_log::EventLog;
use crate::id::{self, Random};
use crate::links::LinkLog;
use crate::question::{Link, LinkedQuestion, Open, Outcome};
use crate::text::shown;

/// How many settled questions are remembered, for late answers: more than people answer in the minutes that a page may
/// lag behind.
const MOST_SETTLED: usize = 256;

/// The open questions of all tasks.
pub(crate) struct Questions {
    state: Mutex<State>,
    events: Arc<dyn EventLog>,
    clock: Arc<dyn Clock>,
    random: Random,
    links: LinkLog,
    public_url: Option<String>,
}

#[derive(Default)]
struct State {
    open: BTreeMap<String, Entry>,
    /// Maps the secret of a link to its question.
    links: HashMap<String, String>,
    /// Maps the secret of a link to the task whose phone the person holds because they chose to do it themselves.
    handed_over: HashMap<String, String>,
    settled: VecDeque<Settled>,
    /// Whether the process is ending: open questions are not settled; the next process asks them again.
    ending: bool,
}

/// A settled question, kept for late answers.
struct Settled {
    id: String,
    /// The link no longer works; this lets the server tell its holder why.
    token: String,
    how: Outcome,
}

struct Entry {
    view: Open,
    token: String,
    /// `None` once a person answered.
    answer: Option<Waits>,
}

/// The receiver of an answer.
enum Waits {
    /// A task of this process, with its question.
    Here(Asks, oneshot::Sender<Answer>),
    /// A task of another process, which validates the answer itself.
    Elsewhere(oneshot::Sender<Reply>),
}

impl Questions {
    pub(crate) fn new(
        events: Arc<dyn EventLog>,
        clock: Arc<dyn Clock>,
        random: Random,
        links: LinkLog,
        public_url: Option<String>,
    ) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), events, clock, random, links, public_url })
    }

    /// Returns the open questions with their links, the oldest first.
    pub(crate) fn list(&self) -> Vec<LinkedQuestion> {
        let state = self.state();
        let mut open: Vec<_> = state
            .open
            .values()
            .filter(|entry| entry.answer.is_some())
            .map(|entry| LinkedQuestion {
                question: entry.view.clone(),
                link: Link::new(self.public_url.as_deref(), &entry.token),
            })
            .collect();
        drop(state);
        open.sort_by_key(|linked| linked.question.asked);
        open
    }

    /// Counts a task's open questions.
    pub(crate) fn waiting(&self, task: &str) -> usize {
        self.state().open.values().filter(|entry| entry.view.task == task && entry.answer.is_some()).count()
    }

    /// Returns the question of a link, or its outcome if it is too late.
    pub(crate) fn by_link(&self, token: &str) -> Result<Open, TaskError> {
        let earlier = self.links.find(token);
        let state = self.state();
        let again = || {
            let earlier = earlier.as_ref().filter(|link| link.how.is_none())?;
            state.open.values().find(|entry| earlier.is(&entry.view))
        };
        match state.links.get(token).and_then(|id| state.open.get(id)).or_else(again) {
            Some(entry) if entry.answer.is_none() => Err(TaskError::Settled { how: Outcome::Answered }),
            Some(entry) if self.clock.time() >= entry.view.until => Err(TaskError::Settled { how: Outcome::Timeout }),
            Some(entry) => Ok(entry.view.clone()),
            None => {
                let settled = state.settled.iter().rev().find(|settled| settled.token == token);
                let how = settled.map(|settled| settled.how);
                Err(match (how.or_else(|| earlier.as_ref()?.how), earlier.is_some()) {
                    (Some(how), _) => TaskError::Settled { how },
                    (None, true) => TaskError::Restarted,
                    // The error must not echo the token: it is a secret.
                    (None, false) => TaskError::NoQuestion("behind this link".to_owned()),
                })
            }
        }
    }

    /// Accepts an answer: the first valid one counts.
    pub(crate) fn answer(&self, id: &str, reply: Reply) -> Result<(), TaskError> {
        let mut state = self.state();
        let Some(entry) = state.open.get_mut(id) else {
            return Err(match state.settled.iter().rev().find(|settled| settled.id == id) {
                Some(settled) => TaskError::Settled { how: settled.how },
                None => TaskError::NoQuestion(shown(id)),
            });
        };
        if entry.answer.is_none() {
            return Err(TaskError::Settled { how: Outcome::Answered });
        }
        if self.clock.time() >= entry.view.until {
            return Err(TaskError::Settled { how: Outcome::Timeout });
        }
        let gone = TaskError::Settled { how: Outcome::Timeout };
        let answer = match &entry.answer {
            Some(Waits::Here(asks, _)) => Some(reply.clone().answer(asks, entry.view.takes)?),
            _ => None,
        };
        // The task may have given up at this very moment.
        match (entry.answer.take(), answer) {
            (Some(Waits::Here(_, sender)), Some(answer)) => sender.send(answer).map_err(|_| gone),
            (Some(Waits::Elsewhere(sender)), _) => sender.send(reply).map_err(|_| gone),
            _ => Err(TaskError::Settled { how: Outcome::Answered }),
        }
    }

    /// Adds a question of a task that another process runs, and returns a receiver for the answer. Returns `None` if
    /// the question is already here, or if there is no randomness for its link.
    pub(crate) fn mirror(&self, view: Open, at: jiff::Timestamp) -> Option<oneshot::Receiver<Reply>> {
        let token = id::token((self.random)().ok()?);
        let (answer, answered) = oneshot::channel();
        {
            let mut state = self.state();
            let known = state.open.contains_key(&view.id) || state.settled.iter().any(|settled| settled.id == view.id);
            if known {
                return None;
            }
            state.links.insert(token.clone(), view.id.clone());
            let entry = Entry { view: view.clone(), token: token.clone(), answer: Some(Waits::Elsewhere(answer)) };
            state.open.insert(view.id.clone(), entry);
        }
        self.links.asked(&token, &view);
        let task = view.task.clone();
        self.events.append(&task, at, EventKind::Question { question: Box::new(view) });
        Some(answered)
    }

    /// Closes a question that was settled in another process.
    pub(crate) fn close(&self, id: &str, how: Outcome) {
        let view = {
            let mut state = self.state();
            let Some(entry) = state.open.remove(id) else { return };
            state.links.remove(&entry.token);
            state.settled.push_back(Settled { id: id.to_owned(), token: entry.token, how });
            if state.settled.len() > MOST_SETTLED {
                state.settled.pop_front();
            }
            entry.view
        };
        self.links.settled(&view, how);
        self.events.append(&view.task, self.clock.time(), EventKind::QuestionClosed { id: id.to_owned(), how });
    }

    /// Records how a task's questions ended.
    pub(crate) fn settle(&self, task: &str, how: Outcome) {
        let (closed, kept) = {
            let mut state = self.state();
            let mine: Vec<String> = state
                .open
                .values()
                .filter(|entry| entry.view.task == task)
                .map(|entry| entry.view.id.clone())
                .collect();
            let mut closed = Vec::with_capacity(mine.len());
            for id in mine {
                let Some(entry) = state.open.remove(&id) else { continue };
                state.links.remove(&entry.token);
                if how == Outcome::TakenOver {
                    state.handed_over.insert(entry.token.clone(), task.to_owned());
                }
                state.settled.push_back(Settled { id, token: entry.token, how });
                if state.settled.len() > MOST_SETTLED {
                    state.settled.pop_front();
                }
                closed.push(entry.view);
            }
            (closed, state.ending && how == Outcome::Cancelled)
        };
        for view in closed {
            if !kept {
                self.links.settled(&view, how);
            }
            self.events.append(task, self.clock.time(), EventKind::QuestionClosed { id: view.id, how });
        }
    }

    /// Closes everything about a task that has ended.
    pub(crate) fn end(&self, task: &str) {
        self.settle(task, Outcome::Cancelled);
        self.given_back(task);
        if !self.state().ending {
            self.links.ended(task);
        }
    }

    /// From now on the process ends: questions that it withdraws are asked again when their tasks are resumed.
    pub(crate) fn keep_links(&self) {
        self.state().ending = true;
    }

    /// Returns the task that waits for the person with this link to give its phone back.
    pub(crate) fn waits_for(&self, token: &str) -> Option<String> {
        let state = self.state();
        let waiting = state.handed_over.get(token).cloned();
        // A link from before a restart: the phone was handed over for the question's new link.
        waiting.or_else(|| {
            let earlier = self.links.find(token).filter(|link| link.how == Some(Outcome::TakenOver))?;
            state.handed_over.values().any(|task| *task == earlier.task).then_some(earlier.task)
        })
    }

    /// Forgets a task's hand-over link, because it has its phone back or is over.
    pub(crate) fn given_back(&self, task: &str) {
        self.state().handed_over.retain(|_, waiting| waiting != task);
    }

    fn put(&self, task: &str, question: &Question) -> std::io::Result<oneshot::Receiver<Answer>> {
        let (id, token) = (id::question((self.random)()?), id::token((self.random)()?));
        let (answer, answered) = oneshot::channel();
        let view = Open::new(id.clone(), task, question, self.clock.time());
        let entry = Entry {
            view: view.clone(),
            token: token.clone(),
            answer: Some(Waits::Here(question.asks.clone(), answer)),
        };
        // First: as soon as the question is open, a person may answer it.
        self.links.asked(&token, &view);
        {
            let mut state = self.state();
            state.links.insert(token, id.clone());
            state.open.insert(id, entry);
        }
        self.events.append(task, self.clock.time(), EventKind::Question { question: Box::new(view) });
        Ok(answered)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The people, as seen by one task's executor.
pub(crate) struct Asker {
    pub(crate) questions: Arc<Questions>,
    pub(crate) task: String,
    /// Hands the phone to the person who chose to do it themselves. The pause has been requested when this returns.
    pub(crate) hand_over: Box<dyn Fn() + Send + Sync>,
}

#[async_trait]
impl Human for Asker {
    async fn ask(&self, question: &Question) -> Answer {
        match self.questions.put(&self.task, question) {
            Ok(answered) => {
                let answer = answered.await.unwrap_or(Answer::Unavailable);
                // Runs inside the executor, so that it has the answer before it sees the pause.
                if answer == Answer::Myself {
                    (self.hand_over)();
                }
                answer
            }
            Err(error) => {
                tracing::error!(%error, "the system has no randomness, so the question cannot be asked");
                Answer::Unavailable
            }
        }
    }
}
