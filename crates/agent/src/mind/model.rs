//! The mind that asks a model: builds the prompt, reads the reply, keeps the history.
//!
//! All attempts of one step share the same observation. A reply that cannot be carried out counts as a step, and the
//! model gets the reason; three in a row, or plain text twice, end the task. This mind never looks or acts by itself.

mod history;
mod question;
mod reply;
mod retry;

use std::sync::Arc;

use action::LoopEvent;
use action::phone::AgentAction;
use async_trait::async_trait;
use model::{Answer, Model, Next, Past};

use self::history::History;
use self::reply::{Reply, Request};
use crate::context::Context;
use crate::deadline::{End, Halt};
use crate::effect::{Effect, Outcome};
use crate::error::AgentError;
use crate::event::Event;
use crate::mind::{Mind, Proposal};
use crate::resume::Resume;
use crate::settings::rounded_seconds;
use crate::summary::EndReason;

/// How many replies in a row may be impossible to carry out (E4).
const MOST_INVALID: u32 = 3;

/// A model, asked step by step.
pub struct ModelMind {
    model: Arc<dyn Model>,
    history: History,
    /// Consecutive replies that could not be carried out, and consecutive replies of plain text.
    invalid: u32,
    texts: u32,
    /// The picture of a look in the model's format, by the picture's number.
    fitted: Option<(u64, model::Picture)>,
    /// The last step, until its outcome is known.
    open: Option<Past>,
    /// The goal, if it is only part of the task.
    goal: Option<String>,
}

impl ModelMind {
    /// A mind that asks this model.
    pub fn new(model: Arc<dyn Model>) -> Self {
        Self { model, history: History::default(), invalid: 0, texts: 0, fitted: None, open: None, goal: None }
    }

    /// Sets a goal that is only part of the task.
    #[must_use]
    pub(crate) fn with_goal(mut self, goal: String) -> Self {
        self.goal = Some(goal);
        self
    }

    /// Asks for one reply to the current look.
    async fn ask(&mut self, context: &mut Context) -> Result<Reply, Halt> {
        context.emit(Event::Loop(LoopEvent::Thinking { step: context.step() }));
        let picture = self.fit_picture(context).await?;
        let tools = context.tools().await?;
        let elements = self.elements(context).await?;
        let mut failed = 0;
        let mut shorter = false;
        let began = context.now();
        let mut stored = None;
        let answer = loop {
            let prompt =
                self.prompt(context, picture.as_ref(), &tools, &elements, shorter).map_err(AgentError::Model)?;
            stored = Some(question::stored(&prompt, stored.take(), &mut context.meter));
            let error = match context.wait(self.model.answer(&prompt)).await? {
                Ok(answer) => break Ok(Answer { attempts: answer.attempts + failed, ..answer }),
                Err(error) => error.after(failed + 1),
            };
            match error.next() {
                Next::Retry => {
                    failed += 1;
                    self.wait_before_retry(context, failed, error).await?;
                }
                Next::Shorten if !shorter => {
                    shorter = true;
                    context.warn(format!("{error}; asking again without the history"));
                }
                Next::Tell => break Err(error.to_string()),
                Next::Shorten | Next::Stop => return Err(AgentError::Model(error).into()),
            }
        };
        let request = Request { prompt: stored, took: rounded_seconds(context.now().saturating_sub(began)) };
        context.count_step();
        self.history.told();
        self.open = Some(Past { step: context.step(), picture: picture.clone(), ..Past::default() });
        match answer {
            Ok(answer) => {
                context.spend(&answer.usage)?;
                self.read(answer, request, context, picture.as_ref(), &tools, &elements).await
            }
            Err(error) => self.read_nothing(error, request, context, failed + 1).await,
        }
    }

    /// Closes the open step with the reply and its outcome.
    fn close(&mut self, effect: String, context: &Context) {
        let Some(mut past) = self.open.take() else { return };
        let redactor = context.redactor();
        past.thought = redactor.owned(past.thought);
        past.raw = redactor.owned(past.raw);
        past.effect = redactor.owned(effect);
        self.history.push(past, self.model.traits().history_pictures);
    }

    fn said(&mut self, thought: &str, raw: String) {
        if let Some(past) = &mut self.open {
            past.thought = thought.to_owned();
            past.raw = raw;
        }
    }
}

#[async_trait]
impl Mind for ModelMind {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn dialect(&self) -> Option<&str> {
        Some(self.model.traits().dialect.as_str())
    }

    fn resume(&mut self, before: &Resume) {
        before.notes.iter().for_each(|note| self.history.note(note));
        before.past.iter().for_each(|past| self.history.push(past.clone(), 0));
    }

    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        self.history.take(context.take_reports());
        match self.ask(context).await? {
            Reply::Actions { thought, raw, actions, doubt } => {
                self.texts = 0;
                self.invalid = if doubt.is_empty() { 0 } else { self.invalid + 1 };
                if self.invalid >= MOST_INVALID {
                    return Err(too_many_invalid(&doubt));
                }
                self.said(&thought, raw);
                Ok(Proposal::new(thought, actions))
            }
            Reply::Text { raw } => {
                self.texts += 1;
                if self.texts > 1 {
                    let text: String = raw.trim().chars().take(2_000).collect();
                    let error = Some("the model wrote text instead of an action, twice".to_owned());
                    return Err(End { reason: EndReason::TextOnly, error, message: text }.into());
                }
                let reminder = "your reply was only text; reply with an action: end with `finish` if the goal is \
                                reached, with `fail` if it cannot be";
                self.history.problem(reminder);
                context.warn("the model wrote text instead of an action");
                self.said("", raw);
                self.close("no action".to_owned(), context);
                Ok(Proposal::default())
            }
            Reply::Invalid { raw, error } => {
                self.invalid += 1;
                self.texts = 0;
                context.warn(format!("the reply cannot be carried out: {error}"));
                if self.invalid >= MOST_INVALID {
                    return Err(too_many_invalid(&error));
                }
                self.said("", raw);
                self.close(format!("not carried out: {error}"), context);
                self.history.problem(error);
                Ok(Proposal::default())
            }
        }
    }

    fn outcome(&mut self, outcomes: &[Outcome], context: &Context) {
        for outcome in outcomes {
            if let AgentAction::Note(note) = &outcome.action {
                self.history.note(&context.redactor().text(&note.text));
            }
        }
        let several = outcomes.len() > 1;
        let line = |Outcome { action, effect, .. }: &Outcome| match several {
            true => format!("{}: {}", action.name(), Effect::words(effect)),
            false => effect.words(),
        };
        let effect: Vec<String> = outcomes.iter().map(line).collect();
        self.close(effect.join("; "), context);
    }
}

fn too_many_invalid(last: &str) -> Halt {
    let message = format!("{MOST_INVALID} replies in a row could not be carried out; the last one: {last}");
    End::failed(EndReason::InvalidActions, message).into()
}
