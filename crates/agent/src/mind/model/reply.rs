//! Classifies a model's reply. `action::dialect` parses it; this module checks it against the current look, records it,
//! and sorts it by its consequence.

use action::Code;
use action::dialect::{self, RefusalCode, ReplyContext, Step};
use action::phone::AgentAction;
use model::{Answer, Element, Tool};

use super::ModelMind;
use crate::context::{Context, Look};
use crate::deadline::Halt;
use crate::journal::{JournalEntry, Prediction, StoredPrompt};

/// A classified reply.
pub(super) enum Reply {
    /// Actions to carry out.
    Actions {
        thought: String,
        raw: String,
        actions: Vec<AgentAction>,
        /// The parts that were not a known action and were read as another; empty if there were none.
        doubt: String,
    },
    /// Plain text.
    Text { raw: String },
    /// Nothing that can be carried out, and why.
    Invalid { raw: String, error: String },
}

/// The prompt that a reply answers, for the record.
pub(super) struct Request {
    pub(super) prompt: Option<StoredPrompt>,
    /// How many seconds it took, with retries.
    pub(super) took: f64,
}

impl ModelMind {
    /// Records that the model gave no readable reply after so many attempts. It counts as a step, so it is recorded
    /// like one.
    pub(super) async fn read_nothing(
        &mut self,
        error: String,
        request: Request,
        context: &mut Context,
        attempts: u32,
    ) -> Result<Reply, Halt> {
        let said = Prediction {
            mark: context.mark(),
            screenshot: context.look().and_then(|look| look.number),
            thought: String::new(),
            raw: String::new(),
            actions: Vec::new(),
            repairs: Vec::new(),
            error: Some(error.clone()),
            usage: model::Usage::default(),
            attempts,
            prompt: request.prompt,
            took: Some(request.took),
        };
        context.write(JournalEntry::Prediction(said)).await?;
        Ok(Reply::Invalid { raw: String::new(), error })
    }

    /// Parses an answer and records it.
    pub(super) async fn read(
        &mut self,
        answer: Answer,
        request: Request,
        context: &mut Context,
        picture: Option<&model::Picture>,
        tools: &[Tool],
        elements: &[Element],
    ) -> Result<Reply, Halt> {
        let shown: Vec<dialect::Element> = elements
            .iter()
            .map(|element| dialect::Element { index: element.index, bounds: element.bounds.map(Into::into) })
            .collect();
        let names: Vec<String> = tools.iter().map(|tool| tool.name.clone()).collect();
        let look = context.look();
        let reply_context = ReplyContext {
            screen: look.map(Look::screen),
            image: picture.map(model::Picture::size),
            elements: &shown,
            tools: &names,
        };
        let read = dialect::read(self.model.traits().dialect, &answer.raw, &reply_context);
        let mut entry = Prediction {
            mark: context.mark(),
            screenshot: look.and_then(|look| look.number),
            thought: answer.reasoning.unwrap_or_default(),
            raw: answer.raw.clone(),
            actions: Vec::new(),
            repairs: Vec::new(),
            error: None,
            usage: answer.usage,
            attempts: answer.attempts,
            prompt: request.prompt,
            took: Some(request.took),
        };
        let raw = answer.raw;
        let reply = match read {
            Err(refusal) if refusal.code == RefusalCode::NoAction && !raw.trim().is_empty() => {
                entry.error = Some(refusal.message);
                Reply::Text { raw }
            }
            Err(refusal) => {
                entry.error = Some(refusal.message.clone());
                Reply::Invalid { raw, error: refusal.message }
            }
            Ok(parsed) => {
                let text_only = parsed.repairs.iter().any(|repair| repair.code == Code::TextOnly);
                let unknown = parsed.repairs.iter().find(|repair| repair.code == Code::UnknownType);
                let doubt = unknown.map(|repair| repair.message.clone()).unwrap_or_default();
                if !parsed.thought.is_empty() {
                    entry.thought = parsed.thought;
                }
                entry.repairs = parsed.repairs;
                match located(parsed.steps) {
                    Err(error) => {
                        entry.error = Some(error.clone());
                        Reply::Invalid { raw, error }
                    }
                    Ok(_) if text_only => Reply::Text { raw },
                    Ok(actions) => {
                        context.learn_secrets(&actions).await?;
                        entry.actions.clone_from(&actions);
                        Reply::Actions { thought: entry.thought.clone(), raw, actions, doubt }
                    }
                }
            }
        };
        if let Reply::Actions { doubt, .. } = &reply
            && !doubt.is_empty()
        {
            context.warn(format!("the reply was repaired: {doubt}"));
            self.history.problem(doubt);
        }
        context.write(JournalEntry::Prediction(entry)).await?;
        Ok(reply)
    }
}

/// Returns the actions, unless one of them touches an unknown element.
fn located(steps: Vec<Step>) -> Result<Vec<AgentAction>, String> {
    let one = |step| match step {
        Step::Act(action) => Ok(action),
        Step::Touch(touch) => {
            let number = touch.element;
            Err(format!("element {number} is unknown: no elements were shown for this screen; give a point instead"))
        }
    };
    steps.into_iter().map(one).collect()
}
