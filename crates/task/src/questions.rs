//! Open questions to people: asked by running tasks, answered by the first person who does.
//!
//! A question is `pending`, then once and for all approved, rejected, over or taken back. The answer goes
//! straight to the task that asked: it is in no event, no file and no log. Each question has a link of its own
//! that lets a person answer this one question from another device, once.

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
use crate::question::{Link, LinkedQuestion, Open, Outcome};
use crate::text::shown;

/// How many settled questions are remembered, for those who answer too late: more than people answer in the
/// minutes that a page may lag behind.
const MOST_SETTLED: usize = 256;

/// The open questions of all tasks.
pub(crate) struct Questions {
    state: Mutex<State>,
    events: Arc<dyn EventLog>,
    clock: Arc<dyn Clock>,
    random: Random,
    public_url: Option<String>,
}

#[derive(Default)]
struct State {
    open: BTreeMap<String, Entry>,
    /// From the secret of a link to its question.
    links: HashMap<String, String>,
    /// From the secret of a link to the task whose phone the person has, since they wanted to do it themselves.
    handed_over: HashMap<String, String>,
    settled: VecDeque<Settled>,
}

/// A question that is over, for those who come too late.
struct Settled {
    id: String,
    /// Its link leads nowhere any more, and whoever has it is told why.
    token: String,
    how: Outcome,
}

struct Entry {
    view: Open,
    token: String,
    /// Gone once somebody answered.
    answer: Option<Waits>,
}

/// Who waits for an answer.
enum Waits {
    /// A task of this process, which asks this.
    Here(Asks, oneshot::Sender<Answer>),
    /// One of another process, which sees itself whether the answer suits.
    Elsewhere(oneshot::Sender<Reply>),
}

impl Questions {
    pub(crate) fn new(
        events: Arc<dyn EventLog>,
        clock: Arc<dyn Clock>,
        random: Random,
        public_url: Option<String>,
    ) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), events, clock, random, public_url })
    }

    /// Those that wait for an answer, the oldest first, with their links.
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

    /// How many of a task wait.
    pub(crate) fn waiting(&self, task: &str) -> usize {
        self.state().open.values().filter(|entry| entry.view.task == task && entry.answer.is_some()).count()
    }

    /// The question that a link leads to; or how it was settled, to whoever comes too late.
    pub(crate) fn by_link(&self, token: &str) -> Result<Open, TaskError> {
        let state = self.state();
        match state.links.get(token).and_then(|id| state.open.get(id)) {
            Some(entry) if entry.answer.is_none() => Err(TaskError::Settled { how: Outcome::Answered }),
            Some(entry) if self.clock.time() >= entry.view.until => Err(TaskError::Settled { how: Outcome::Timeout }),
            Some(entry) => Ok(entry.view.clone()),
            None => Err(match state.settled.iter().rev().find(|settled| settled.token == token) {
                Some(settled) => TaskError::Settled { how: settled.how },
                // Nothing of the token comes back: it is a secret.
                None => TaskError::NoQuestion("behind this link".to_owned()),
            }),
        }
    }

    /// Takes an answer: the first that suits counts.
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
        // Whoever asked may have given up this very moment.
        match (entry.answer.take(), answer) {
            (Some(Waits::Here(_, sender)), Some(answer)) => sender.send(answer).map_err(|_| gone),
            (Some(Waits::Elsewhere(sender)), _) => sender.send(reply).map_err(|_| gone),
            _ => Err(TaskError::Settled { how: Outcome::Answered }),
        }
    }

    /// A question of a task that another process runs. Who waits on what comes back has the answer; nothing if it is
    /// here already, or there is no randomness for its link.
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
            let entry = Entry { view: view.clone(), token, answer: Some(Waits::Elsewhere(answer)) };
            state.open.insert(view.id.clone(), entry);
        }
        let task = view.task.clone();
        self.events.append(&task, at, EventKind::Question { question: Box::new(view) });
        Some(answered)
    }

    /// A question of another process is settled there.
    pub(crate) fn close(&self, id: &str, how: Outcome) {
        let task = {
            let mut state = self.state();
            let Some(entry) = state.open.remove(id) else { return };
            state.links.remove(&entry.token);
            state.settled.push_back(Settled { id: id.to_owned(), token: entry.token, how });
            if state.settled.len() > MOST_SETTLED {
                state.settled.pop_front();
            }
            entry.view.task
        };
        self.events.append(&task, self.clock.time(), EventKind::QuestionClosed { id: id.to_owned(), how });
    }

    /// The task knows how its questions ended.
    pub(crate) fn settle(&self, task: &str, how: Outcome) {
        let closed = {
            let mut state = self.state();
            let mine: Vec<String> = state
                .open
                .values()
                .filter(|entry| entry.view.task == task)
                .map(|entry| entry.view.id.clone())
                .collect();
            for id in &mine {
                let Some(entry) = state.open.remove(id) else { continue };
                state.links.remove(&entry.token);
                if how == Outcome::TakenOver {
                    state.handed_over.insert(entry.token.clone(), task.to_owned());
                }
                state.settled.push_back(Settled { id: id.clone(), token: entry.token, how });
                if state.settled.len() > MOST_SETTLED {
                    state.settled.pop_front();
                }
            }
            mine
        };
        for id in closed {
            self.events.append(task, self.clock.time(), EventKind::QuestionClosed { id, how });
        }
    }

    /// The task that waits for the person with this link to give its phone back.
    pub(crate) fn waits_for(&self, token: &str) -> Option<String> {
        self.state().handed_over.get(token).cloned()
    }

    /// A task has its phone back, or is over: no link gives it back any more.
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

/// The people, as one task's executor knows them.
pub(crate) struct Asker {
    pub(crate) questions: Arc<Questions>,
    pub(crate) task: String,
    /// Gives the phone to the person who wants to do it themselves: when it returns, the pause is asked for.
    pub(crate) hand_over: Box<dyn Fn() + Send + Sync>,
}

#[async_trait]
impl Human for Asker {
    async fn ask(&self, question: &Question) -> Answer {
        match self.questions.put(&self.task, question) {
            Ok(answered) => {
                let answer = answered.await.unwrap_or(Answer::Unavailable);
                // In the loop's own time, so that it has the answer before it sees the pause.
                if answer == Answer::Myself {
                    (self.hand_over)();
                }
                answer
            }
            Err(error) => {
                tracing::error!(%error, "there is no randomness, so nobody can be asked");
                Answer::Unavailable
            }
        }
    }
}
