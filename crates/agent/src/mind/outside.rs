//! The mind of an outside program: proposes the actions that the program sends. The program holds the phone while it is
//! connected, and each of its actions passes the gate, the journal and the redactor like any other.
//!
//! [`OutsideMind`] runs in the loop; [`OutsideHands`] is the end for the code that talks to the program. The program
//! can only ask, never approve: the gate asks a person itself.

mod aim;

use std::sync::Arc;
use std::time::Duration;

use action::dialect::Size;
use action::phone::AgentAction;
use async_trait::async_trait;
use device::Tree;
use model::ToolResult;
use tokio::sync::{mpsc, oneshot};

pub use self::aim::{Aim, AimedAction, SeenElement};
use super::{Mind, Proposal};
use crate::context::{Context, Look, Reports};
use crate::deadline::{End, Halt, boxed};
use crate::effect::{FailureReason, Outcome};
use crate::journal::{JournalEntry, Prediction};
use crate::summary::EndReason;

/// How many requests may be queued. A program that sends more does not wait for its results.
const MOST_WAITING: usize = 16;

/// A request of an outside program, and where its answer goes.
struct Wish {
    actions: Vec<AimedAction>,
    reason: String,
    answer: oneshot::Sender<Report>,
}

/// The result of a request.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Each action that was tried, with its outcome.
    pub outcomes: Vec<Outcome>,
    /// The results of calls, commands and questions.
    pub results: Vec<ToolResult>,
    /// Further messages for the program.
    pub problems: Vec<String>,
    /// The current screen; `None` while a person has the phone.
    pub screen: Option<Screen>,
}

/// A screen with its secrets masked.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The package in front.
    pub app: Option<String>,
    /// The size of the screen.
    pub size: Size,
    /// The elements, if they could be read.
    pub tree: Option<Arc<Tree>>,
    /// The picture, if it may be shown.
    pub picture: Option<model::Picture>,
    /// A remark about anything unusual.
    pub remark: Option<String>,
}

impl From<&Look> for Screen {
    fn from(look: &Look) -> Self {
        Self {
            app: look.app().map(str::to_owned),
            size: look.screen(),
            tree: look.tree().cloned(),
            picture: look.picture().cloned(),
            remark: look.remark().map(str::to_owned),
        }
    }
}

/// The program's end. The task ends when all clones are dropped.
#[derive(Clone, Debug)]
pub struct OutsideHands {
    wishes: mpsc::Sender<Wish>,
}

/// Why a request was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unheard {
    /// The task is over: stopped by a person, idle for too long, or finished.
    #[error("the phone was released")]
    Over,
    /// Too many requests are queued.
    #[error("{MOST_WAITING} requests are already waiting; wait for their results")]
    Busy,
}

impl OutsideHands {
    /// Carries out these actions in order, up to the first that fails, and returns their outcomes. Dropping the future
    /// withdraws a request that has not begun.
    pub async fn carry_out(&self, actions: Vec<AimedAction>, reason: String) -> Result<Report, Unheard> {
        let (answer, report) = oneshot::channel();
        self.wishes.try_send(Wish { actions, reason, answer }).map_err(|refused| match refused {
            mpsc::error::TrySendError::Full(_) => Unheard::Busy,
            mpsc::error::TrySendError::Closed(_) => Unheard::Over,
        })?;
        report.await.map_err(|_| Unheard::Over)
    }

    /// Whether the task is over.
    pub fn is_over(&self) -> bool {
        self.wishes.is_closed()
    }
}

/// The mind of an outside program.
pub struct OutsideMind {
    name: String,
    wishes: mpsc::Receiver<Wish>,
    /// How long the program may be idle before the phone is released.
    idle: Duration,
    /// Receives the report of the current request.
    asked: Option<oneshot::Sender<Report>>,
    outcomes: Vec<Outcome>,
}

impl OutsideMind {
    /// The mind of the program with this name, and the program's end.
    pub fn new(name: impl Into<String>, idle: Duration) -> (OutsideHands, Self) {
        let (sends, wishes) = mpsc::channel(MOST_WAITING);
        let mind = Self { name: name.into(), wishes, idle, asked: None, outcomes: Vec::new() };
        (OutsideHands { wishes: sends }, mind)
    }

    /// Sends the program the result of its last request.
    fn answer(&mut self, reports: Reports, look: Option<&Look>) {
        let Some(asked) = self.asked.take() else { return };
        let report = Report {
            outcomes: std::mem::take(&mut self.outcomes),
            results: reports.results,
            problems: reports.problems,
            screen: look.map(Screen::from),
        };
        // The program may be gone.
        let _ = asked.send(report);
    }

    fn over(&self, why: &str) -> Halt {
        let message = format!("{} {why}", self.name);
        End { reason: EndReason::Finished, message, error: None }.into()
    }
}

#[async_trait]
impl Mind for OutsideMind {
    fn name(&self) -> &str {
        &self.name
    }

    fn ends_when_stuck(&self) -> bool {
        false
    }

    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        let reports = context.take_reports();
        self.answer(reports, context.look());
        loop {
            match context.wait_for(self.wishes.recv(), self.idle).await? {
                None => return Err(self.over("was idle for too long, so the phone was released")),
                Some(None) => return Err(self.over("has released the phone")),
                // The caller is gone, so the request is dropped.
                Some(Some(wish)) if wish.answer.is_closed() => {}
                Some(Some(wish)) => {
                    self.asked = Some(wish.answer);
                    match aimed(wish.actions, context).await? {
                        Ok(actions) => {
                            write_down(&wish.reason, &actions, context).await?;
                            return Ok(Proposal::new(wish.reason, actions));
                        }
                        Err(why) => {
                            let reports = Reports { problems: vec![why], ..Reports::default() };
                            self.answer(reports, context.look());
                        }
                    }
                }
            }
        }
    }

    fn outcome(&mut self, outcomes: &[Outcome], _: &Context) {
        self.outcomes = outcomes.to_vec();
        // A person has the phone: do not look until they give it back.
        let stopped = |outcome: &Outcome| {
            let reason = outcome.effect.failure.as_ref().map(|failure| failure.reason);
            matches!(reason, Some(FailureReason::Stopped))
        };
        if outcomes.iter().any(stopped) {
            self.answer(Reports::default(), None);
        }
    }
}

/// Finds the targets of the actions on the current screen.
async fn aimed(actions: Vec<AimedAction>, context: &mut Context) -> Result<Result<Vec<AgentAction>, String>, Halt> {
    if actions.iter().any(|action| action.aim.is_some()) {
        boxed(context.observe()).await?;
    }
    let tree = context.look().and_then(Look::tree);
    Ok(actions.into_iter().map(|action| action.placed(tree.map(AsRef::as_ref))).collect())
}

/// Records the program's request like a model's reply.
async fn write_down(reason: &str, actions: &[AgentAction], context: &mut Context) -> Result<(), Halt> {
    let said = Prediction {
        mark: context.mark(),
        screenshot: None,
        thought: reason.to_owned(),
        raw: String::new(),
        actions: actions.to_vec(),
        repairs: Vec::new(),
        error: None,
        usage: model::Usage::default(),
        attempts: 0,
        prompt: None,
        took: None,
    };
    context.write(JournalEntry::Prediction(said)).await
}
