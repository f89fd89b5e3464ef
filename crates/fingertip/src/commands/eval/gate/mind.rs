//! The two ends of a trial: a mind that proposes exactly the actions of a row, and a person who always gives the same
//! answer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use action::phone::AgentAction;
use agent::{Answer, Asks, Context, Halt, Human, Mind, Outcome, Proposal, Question};
use async_trait::async_trait;
use device::Tree;
use serde_json::{Map, Value};
use sim::phone::PopUp;

use super::phone::Control;
use super::place;

/// The questions and the result of one action.
#[derive(Clone, Debug, Default)]
pub(super) struct Step {
    /// The rules and reasons of the gate's questions.
    pub(super) questions: Vec<(String, String)>,
    /// Why the action was not performed.
    pub(super) failure: Option<String>,
}

/// The events of a trial, step by step.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) steps: Vec<Step>,
    /// The row's problem.
    pub(super) error: Option<String>,
}

/// The log, shared by mind and person.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedLog(Arc<Mutex<Log>>);

impl SharedLog {
    pub(super) fn open(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A mind that wants the actions of a row, one after the other.
pub(super) struct Proposer {
    pub(super) actions: VecDeque<Map<String, Value>>,
    /// The screen before its tree was removed.
    pub(super) before: Option<Tree>,
    pub(super) control: Control,
    pub(super) log: SharedLog,
}

#[async_trait]
impl Mind for Proposer {
    fn name(&self) -> &str {
        "evaluation"
    }

    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        let Some(mut given) = self.actions.pop_front() else { return Ok(done("every action was tried")) };
        let meanwhile = given.remove("meanwhile");
        let tree = context.tree().await?;
        match place::action(&given, tree.as_deref().or(self.before.as_ref())) {
            Ok(action) => {
                if let Some(meanwhile) = meanwhile
                    && let Err(problem) = self.make_meanwhile(meanwhile).await
                {
                    self.log.open().error = Some(problem);
                    return Ok(done("the screen could not be changed"));
                }
                self.log.open().steps.push(Step::default());
                Ok(Proposal::just(action))
            }
            Err(problem) => {
                let mut log = self.log.open();
                // A refused action led nowhere, so the next action has no target.
                if log.steps.iter().all(|step| step.failure.is_none()) {
                    log.error = Some(problem);
                }
                Ok(done("there is nothing to continue with"))
            }
        }
    }

    fn outcome(&mut self, outcomes: &[Outcome], _: &Context) {
        let failure = outcomes.iter().find_map(|outcome| outcome.effect.failure.clone());
        if let Some(step) = self.log.open().steps.last_mut() {
            step.failure = failure.map(|failure| failure.message);
        }
    }
}

impl Proposer {
    /// Makes a dialog pop up while the mind thinks.
    async fn make_meanwhile(&self, popup: Value) -> Result<(), String> {
        let popup: PopUp = serde_json::from_value(popup).map_err(|error| format!("`meanwhile`: {error}"))?;
        popup.problem().map_or(Ok(()), Err)?;
        self.control.pop_up(&popup).await.map_err(|error| format!("{error:#}"))
    }
}

fn done(message: &str) -> Proposal {
    let finish = AgentAction::Finish(action::phone::Finish::saying(Some(message.to_owned())));
    Proposal::just(finish)
}

/// A person who gives the same answer to everything.
pub(super) struct Person {
    pub(super) says_yes: bool,
    pub(super) log: SharedLog,
}

#[async_trait]
impl Human for Person {
    async fn ask(&self, question: &Question) -> Answer {
        if let Asks::Gate(asked) = &question.asks
            && let Some(step) = self.log.open().steps.last_mut()
        {
            step.questions.push((asked.rule.clone(), asked.reason.clone()));
        }
        if self.says_yes { Answer::Yes { remember: false } } else { Answer::No { why: None } }
    }
}
