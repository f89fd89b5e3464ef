//! Asks people, waits for their answers, and counts the questions. Keeps the timeout; an unclear answer is no answer. A
//! question is on record before it is shown.

use std::time::Duration;

use action::phone::AgentAction;
use action::plan::ActionPlan;

use super::Context;
use crate::deadline::{End, Halt};
use crate::event::Event;
use crate::human::{Answer, Asks, Question};
use crate::journal::{JournalEntry, QuestionEntry};
use crate::settings::OnAskTimeout;
use crate::summary::EndReason;

/// The message to the mind when there is no person.
pub(crate) const NOBODY: &str = "nobody is there to answer";
/// The message to the mind when a person chose to do it themselves.
pub(crate) const MYSELF: &str = "the person wanted to do this themselves: they may have done it, or left it; look at \
                                 the screen, and do not do it for them";

impl Context {
    /// Asks people in the language of this plan from now on.
    pub(crate) fn speak(&mut self, plan: &ActionPlan) {
        self.language = plan.metadata.language.clone().unwrap_or_default();
    }

    /// Asks a person about an action, or on behalf of one or of none, and waits; returns `None` after the timeout. The
    /// answer `cancel` ends the task.
    pub(crate) async fn ask(
        &mut self,
        action: Option<&AgentAction>,
        asks: Asks,
        most: Duration,
    ) -> Result<Option<Answer>, Halt> {
        self.meter.questions += 1;
        let (id, task_id) = (self.meter.questions, self.task.id.clone());
        let mut question = Question { id, task_id, asks, language: self.language.clone(), timeout: most };
        self.recorder.redactor.question(&mut question);
        let (words, rule) = question.asks.recorded();
        let (words, rule) = (words.to_owned(), rule.to_owned());
        let action = action.cloned();
        let asked = QuestionEntry {
            mark: self.mark(),
            action: action.unwrap_or_else(|| question.asks.as_action()),
            rule,
            words,
        };
        self.write(JournalEntry::Question(asked)).await?;
        self.emit(Event::Question(question.clone()));
        let answered = self.deadline.wait_for(self.human.ask(&question), most).await;
        let how = match &answered {
            Err(_) => "stopped",
            Ok(None) => "timeout",
            Ok(Some(Answer::Text(_))) => "answered",
            Ok(Some(Answer::Yes { .. })) => "yes",
            Ok(Some(Answer::No { .. })) => "no",
            Ok(Some(Answer::Approved { .. })) => "approved",
            Ok(Some(Answer::Myself)) => "myself",
            Ok(Some(Answer::Cancel)) => "cancelled",
            Ok(Some(Answer::Unavailable)) => "nobody",
        };
        self.emit(Event::Settled { id, how: how.to_owned() });
        match answered? {
            Some(Answer::Cancel) => Err(End::failed(EndReason::Cancel, "the person cancelled the task").into()),
            None => {
                tracing::warn!(step = self.step(), "no answer within {} s", most.as_secs_f64());
                match self.settings.on_ask_timeout {
                    OnAskTimeout::Tell => Ok(None),
                    OnAskTimeout::Abort => {
                        let message =
                            format!("nobody answered within {} s, and `on_ask_timeout` is `abort`", most.as_secs_f64());
                        Err(End::failed(EndReason::AskTimeout, message).into())
                    }
                }
            }
            answer => Ok(answer),
        }
    }
}
