//! Asking the model, and reading what it says. The observation stays as it is however often it is asked.

use std::sync::Arc;

use action::Code;
use action::dialect::{self, RefusalCode, Scene, Size, Step};
use action::phone::{AgentAction, limits};
use device::Device;
use device::tree::Tree;
use model::{Answer, Element, Model, Next, Observation, Prompt, Tool};

use super::look::Look;
use super::patience::{End, boxed};
use super::run::Run;
use crate::error::AgentError;
use crate::event::Event;
use crate::human::Human;
use crate::line::{Line, Prediction, RetryOf};
use crate::redact::{Redactor, Secret};
use crate::summary::EndReason;
use crate::tools::Tools;

/// What a reply amounts to.
pub(super) enum Reply {
    /// Something to do.
    Actions(Said),
    /// Mere text.
    Text { raw: String },
    /// Nothing that can be carried out, and why.
    Invalid { raw: String, error: String },
}

/// A reply that can be carried out.
pub(super) struct Said {
    pub(super) thought: String,
    pub(super) raw: String,
    pub(super) actions: Vec<AgentAction>,
    /// What of it was no known action, and was read as another; empty if nothing was.
    pub(super) doubt: String,
}

impl<D: Device, M: Model, H: Human, T: Tools> Run<D, M, H, T> {
    /// One reply of the model to the present look.
    pub(super) async fn predict(&mut self) -> Result<Reply, End> {
        self.book.tell(Event::Asking { step: self.book.step });
        self.fit_picture().await?;
        let tools = self.tools.offered();
        let elements = self.elements();
        let mut failed = 0;
        let mut shorter = false;
        let answer = loop {
            let prompt = self.prompt(&tools, &elements, shorter).map_err(AgentError::Model)?;
            let error = match self.patience.wait(boxed(self.model.answer(&prompt))).await? {
                Ok(answer) => break Ok(answer),
                Err(error) => error,
            };
            match error.next() {
                Next::Retry if failed < self.settings.max_retries => {
                    failed += 1;
                    self.pause_before_retry(RetryOf::Prediction, failed, &error.to_string()).await?;
                }
                Next::Shorten if !shorter => {
                    shorter = true;
                    self.book.warn(format!("{error}; asking again without what went before"));
                }
                Next::Tell => break Err(error.to_string()),
                Next::Retry | Next::Shorten | Next::Stop => return Err(AgentError::Model(error).into()),
            }
        };
        self.history.told();
        self.shown = self.look.as_mut().and_then(|look| look.asked.clone());
        match answer {
            Ok(answer) => {
                self.account(&answer)?;
                boxed(self.read(answer, &tools, &elements)).await
            }
            Err(error) => Ok(Reply::Invalid { raw: String::new(), error }),
        }
    }

    fn account(&mut self, answer: &Answer) -> Result<(), End> {
        let usage = answer.usage;
        self.used.tokens = self.used.tokens.saturating_add(usage.input_tokens).saturating_add(usage.output_tokens);
        if let Some(cost) = usage.cost {
            self.used.cost = Some(self.used.cost.unwrap_or_default() + cost);
        } else if self.settings.budgets.money.is_some() {
            let message = "there is a budget of money, and nobody knows what the model costs: set \
                           `price_per_million_input` and `price_per_million_output` in its configuration";
            return Err(End::failed(EndReason::Money, message));
        }
        Ok(())
    }

    /// The picture as the model wants it, made once for a look.
    async fn fit_picture(&mut self) -> Result<(), End> {
        let traits = self.model.traits();
        let Some(look) = &mut self.look else { return Ok(()) };
        let Some(guarded) = look.guarded.as_ref().filter(|_| traits.vision && look.asked.is_none()) else {
            return Ok(());
        };
        let rule = traits.picture;
        let fitted = if rule.size(guarded.size()) == guarded.size() {
            guarded.clone()
        } else {
            let guarded = guarded.clone();
            // Millions of pixels: not on the thread that serves everybody.
            let fitted = tokio::task::spawn_blocking(move || guarded.fit(&rule)).await;
            let broken = |error: tokio::task::JoinError| model::ModelError::Picture(error.to_string());
            fitted.map_err(broken).and_then(|fitted| fitted).map_err(AgentError::Model)?
        };
        look.asked = Some(fitted);
        Ok(())
    }

    fn elements(&self) -> Vec<Element> {
        let shows = self.settings.use_accessibility_tree || !self.model.traits().vision;
        let tree = self.look.as_ref().and_then(Look::tree).filter(|_| shows);
        tree.map_or_else(Vec::new, |tree| elements(tree, &self.book.redactor))
    }

    fn prompt(&self, tools: &Arc<[Tool]>, elements: &[Element], shorter: bool) -> Result<Prompt, model::ModelError> {
        let redactor = &self.book.redactor;
        let goal = redactor.text(&self.task.goal);
        let remark = self.look.as_ref().and_then(|look| look.remark.clone());
        let problem = match (self.history.problem(), remark) {
            (Some(problem), Some(remark)) => Some(format!("{problem}\n{remark}")),
            (problem, remark) => problem.or(remark),
        };
        let problem = problem.map(|problem| redactor.owned(problem));
        let observation = Observation {
            goal: &goal,
            step: self.book.step,
            max_steps: self.settings.include_step_info.then_some(self.settings.max_steps),
            screen: self.look.as_ref().map_or(Size { w: 1, h: 1 }, |look| look.screen),
            picture: self.look.as_ref().and_then(|look| look.asked.as_ref()),
            elements,
            app: self.look.as_ref().and_then(|look| look.app.as_deref()),
            notes: self.history.notes(),
            tool_results: &self.history.results,
            last_error: problem.as_deref(),
            history: if shorter { &[] } else { self.history.past() },
            tools,
        };
        model::prompt::build(self.model.traits(), &observation)
    }

    async fn read(&mut self, answer: Answer, tools: &[Tool], elements: &[Element]) -> Result<Reply, End> {
        let shown: Vec<dialect::Element> = elements
            .iter()
            .take(model::prompt::MAX_ELEMENTS)
            .map(|element| dialect::Element { index: element.index, bounds: element.bounds.map(Into::into) })
            .collect();
        let names: Vec<String> = tools.iter().map(|tool| tool.name.clone()).collect();
        let look = self.look.as_ref();
        let scene = Scene {
            screen: look.map(|look| look.screen),
            image: look.and_then(|look| look.asked.as_ref()).map(model::Picture::size),
            elements: &shown,
            tools: &names,
        };
        let read = dialect::read(self.model.traits().dialect, &answer.raw, &scene);
        let mut line = Prediction {
            mark: self.book.mark(),
            screenshot: look.and_then(|look| look.number),
            thought: answer.reasoning.unwrap_or_default(),
            raw: answer.raw.clone(),
            actions: Vec::new(),
            repairs: Vec::new(),
            error: None,
            usage: answer.usage,
            attempts: answer.attempts,
        };
        let raw = answer.raw;
        let reply = match read {
            Err(refusal) if refusal.code == RefusalCode::NoAction && !raw.trim().is_empty() => {
                line.error = Some(refusal.message);
                Reply::Text { raw }
            }
            Err(refusal) => {
                line.error = Some(refusal.message.clone());
                Reply::Invalid { raw, error: refusal.message }
            }
            Ok(reading) => {
                let text_only = reading.repairs.iter().any(|repair| repair.code == Code::TextOnly);
                let unknown = reading.repairs.iter().find(|repair| repair.code == Code::UnknownType);
                let doubt = unknown.map(|repair| repair.message.clone()).unwrap_or_default();
                if !reading.thought.is_empty() {
                    line.thought = reading.thought;
                }
                line.repairs = reading.repairs;
                match located(reading.steps) {
                    Err(error) => {
                        line.error = Some(error.clone());
                        Reply::Invalid { raw, error }
                    }
                    Ok(_) if text_only => Reply::Text { raw },
                    Ok(actions) => {
                        self.learn_secrets(&actions).await?;
                        line.actions.clone_from(&actions);
                        Reply::Actions(Said { thought: line.thought.clone(), raw, actions, doubt })
                    }
                }
            }
        };
        if let Reply::Actions(said) = &reply
            && !said.doubt.is_empty()
        {
            self.book.warn(format!("the reply was repaired: {}", said.doubt));
            self.history.problems.push(said.doubt.clone());
        }
        self.thinking = line.thought.clone();
        self.book.write(Line::Prediction(line))?;
        Ok(reply)
    }

    /// What goes into a password field is a secret from before it is first written down.
    async fn learn_secrets(&mut self, actions: &[AgentAction]) -> Result<(), End> {
        if !actions.iter().any(|action| matches!(action, AgentAction::Type(_))) {
            return Ok(());
        }
        let Some(tree) = self.tree().await? else { return Ok(()) };
        let screen = self.look.as_ref().map_or((1, 1), |look| (look.screen.w, look.screen.h));
        let mut hidden = tree.nodes.iter().any(|node| node.state.focused && node.state.password);
        for action in actions {
            match action {
                AgentAction::Tap(tap) => {
                    let (x, y) = limits::pixel((tap.x, tap.y), screen);
                    let at = i32::try_from(x).ok().zip(i32::try_from(y).ok()).and_then(|(x, y)| tree.at(x, y));
                    hidden = at.is_some_and(|node| node.state.password);
                }
                AgentAction::Type(text) if hidden => self.book.redactor.add(&Secret::new(text.text.clone())),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The actions, unless one of them is a touch on an element that nobody knows.
fn located(steps: Vec<Step>) -> Result<Vec<AgentAction>, String> {
    let one = |step| match step {
        Step::Act(action) => Ok(action),
        Step::Touch(touch) => {
            let number = touch.element;
            Err(format!("element {number} is not known: no elements were shown for this screen; give a point instead"))
        }
    };
    steps.into_iter().map(one).collect()
}

/// The elements as the model is shown them, without secrets.
fn elements(tree: &Tree, redactor: &Redactor) -> Vec<Element> {
    let numbered = tree.elements().into_iter().take(model::prompt::MAX_ELEMENTS);
    let shown = numbered.filter_map(|element| {
        let node = tree.nodes.get(element.node)?;
        let words = [
            (node.state.checked, "checked"),
            (node.state.selected, "selected"),
            (node.state.focused, "focused"),
            (!node.state.enabled, "disabled"),
            (node.state.password, "password"),
            (node.state.scrollable, "scrollable"),
        ];
        let hidden = node.state.password && !element.label.is_empty();
        let bounds = node.bounds;
        Some(Element {
            index: i64::try_from(element.number).unwrap_or(i64::MAX),
            label: if hidden { crate::redact::MASK.to_owned() } else { redactor.owned(element.label) },
            role: element.role.as_str().to_owned(),
            bounds: [bounds.left, bounds.top, bounds.right, bounds.bottom],
            state: words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect(),
        })
    });
    shown.collect()
}
