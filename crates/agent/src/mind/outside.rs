//! The mind of a program outside: what comes next is what it sends. It holds the phone for as long as it is
//! connected, and every action of its goes past the gate, the journal and the redactor like anybody else's.
//!
//! [`OutsideMind`] sits in the loop, [`OutsideHands`] with whoever speaks to the program. What the program says is a
//! wish, never a yes: the gate asks a person itself.

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

/// How many wishes may wait: a program that sends more does not wait for what became of the last.
const MOST_WAITING: usize = 16;

/// What a program outside wants, and where the answer goes.
struct Wish {
    actions: Vec<AimedAction>,
    reason: String,
    answer: oneshot::Sender<Report>,
}

/// What became of a wish.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Each action that was tried, with what became of it.
    pub outcomes: Vec<Outcome>,
    /// What came of calls, commands and questions.
    pub results: Vec<ToolResult>,
    /// What else there is to know.
    pub problems: Vec<String>,
    /// What the phone shows now; nothing where a person has it meanwhile.
    pub screen: Option<Screen>,
}

/// What a phone shows, with what is secret covered.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The package in front.
    pub app: Option<String>,
    /// The size of the screen.
    pub size: Size,
    /// The elements, where they could be read.
    pub tree: Option<Arc<Tree>>,
    /// The picture, where it may be shown.
    pub picture: Option<model::Picture>,
    /// What is odd about it.
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

/// The end that a program outside holds. Once all copies are gone its task is over.
#[derive(Clone, Debug)]
pub struct OutsideHands {
    wishes: mpsc::Sender<Wish>,
}

/// Why nothing became of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unheard {
    /// The task is over: stopped by a person, idle for too long, or finished.
    #[error("the phone was given back")]
    Over,
    /// Too many wait already.
    #[error("{MOST_WAITING} actions wait already; wait for what becomes of them")]
    Busy,
}

impl OutsideHands {
    /// Has these carried out, in order, to the first that fails; and what became of them. Whoever stops waiting takes
    /// back what was not begun.
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

/// The mind of a program outside.
pub struct OutsideMind {
    name: String,
    wishes: mpsc::Receiver<Wish>,
    /// How long the program may do nothing before the phone is free again.
    idle: Duration,
    /// Whose wish is being carried out.
    asked: Option<oneshot::Sender<Report>>,
    outcomes: Vec<Outcome>,
}

impl OutsideMind {
    /// The mind of the program of this name, and the end that it holds.
    pub fn new(name: impl Into<String>, idle: Duration) -> (OutsideHands, Self) {
        let (sends, wishes) = mpsc::channel(MOST_WAITING);
        let mind = Self { name: name.into(), wishes, idle, asked: None, outcomes: Vec::new() };
        (OutsideHands { wishes: sends }, mind)
    }

    /// Tells the program what became of its last wish.
    fn answer(&mut self, reports: Reports, look: Option<&Look>) {
        let Some(asked) = self.asked.take() else { return };
        let report = Report {
            outcomes: std::mem::take(&mut self.outcomes),
            results: reports.results,
            problems: reports.problems,
            screen: look.map(Screen::from),
        };
        // A program that went away does not want to know.
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
                None => return Err(self.over("did nothing for a while, so the phone is free again")),
                Some(None) => return Err(self.over("is done with the phone")),
                // Whoever asked is gone: then it is not wanted any more.
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
        // A person has the phone now: there is nothing to look at until they give it back.
        let stopped = |outcome: &Outcome| {
            let reason = outcome.effect.failure.as_ref().map(|failure| failure.reason);
            matches!(reason, Some(FailureReason::Stopped))
        };
        if outcomes.iter().any(stopped) {
            self.answer(Reports::default(), None);
        }
    }
}

/// The actions with their places, found on the screen as it is now.
async fn aimed(actions: Vec<AimedAction>, context: &mut Context) -> Result<Result<Vec<AgentAction>, String>, Halt> {
    if actions.iter().any(|action| action.aim.is_some()) {
        boxed(context.observe()).await?;
    }
    let tree = context.look().and_then(Look::tree);
    Ok(actions.into_iter().map(|action| action.placed(tree.map(AsRef::as_ref))).collect())
}

/// What the program wants stands in the journal like what a model says.
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
    };
    context.write(JournalEntry::Prediction(said)).await
}
