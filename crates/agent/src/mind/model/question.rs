//! Builds the prompt: the picture in the model's format, the elements, the history. Without secrets.

use std::sync::Arc;

use action::dialect::Size;
use device::tree::Tree;
use model::{Element, Observation, Part, Prompt, Role, Tool};

use super::ModelMind;
use crate::context::{Context, Look, Meter};
use crate::deadline::Halt;
use crate::error::AgentError;
use crate::journal::StoredPrompt;
use crate::reader::ReadText;
use crate::redact::Redactor;

impl ModelMind {
    /// Returns the picture of the current look in the model's format, converted once for each look.
    pub(super) async fn fit_picture(&mut self, context: &mut Context) -> Result<Option<model::Picture>, Halt> {
        let traits = self.model.traits();
        let Some(look) = context.look() else { return Ok(None) };
        let (Some(guarded), Some(number)) = (look.picture().filter(|_| traits.vision), look.number) else {
            return Ok(None);
        };
        if let Some((_, fitted)) = self.fitted.as_ref().filter(|(of, _)| *of == number) {
            return Ok(Some(fitted.clone()));
        }
        let rule = traits.picture;
        let fitted = if rule.size(guarded.size()) == guarded.size() {
            guarded.clone()
        } else {
            let guarded = guarded.clone();
            // Millions of pixels: convert them on a blocking thread.
            let fitted = tokio::task::spawn_blocking(move || guarded.fit(&rule)).await;
            let broken = |error: tokio::task::JoinError| model::ModelError::Picture(error.to_string());
            fitted.map_err(broken).and_then(|fitted| fitted).map_err(AgentError::Model)?
        };
        self.fitted = Some((number, fitted.clone()));
        Ok(Some(fitted))
    }

    /// Returns the screen's content if the model should get it: the elements, otherwise the recognised text.
    pub(super) async fn elements(&self, context: &mut Context) -> Result<Vec<Element>, Halt> {
        if !context.settings().use_accessibility_tree && self.model.traits().vision {
            return Ok(Vec::new());
        }
        if let Some(tree) = context.look().and_then(Look::tree) {
            return Ok(of_tree(tree, context.redactor()));
        }
        let texts = context.read_picture().await?;
        Ok(of_texts(texts, context.redactor()))
    }

    pub(super) fn prompt(
        &self,
        context: &Context,
        picture: Option<&model::Picture>,
        tools: &Arc<[Tool]>,
        elements: &[Element],
        shorter: bool,
    ) -> Result<Prompt, model::ModelError> {
        let redactor = context.redactor();
        let goal = redactor.text(self.goal.as_deref().unwrap_or(&context.task().goal));
        let look = context.look();
        let problems = self.history.problems().chain(look.and_then(Look::remark));
        let problems: Vec<&str> = problems.collect();
        let problem = (!problems.is_empty()).then(|| redactor.owned(problems.join("\n")));
        let settings = context.settings();
        let observation = Observation {
            goal: &goal,
            step: context.step(),
            max_steps: settings.include_step_info.then_some(settings.max_steps),
            screen: look.map_or(Size { w: 1, h: 1 }, Look::screen),
            picture,
            elements,
            app: look.and_then(Look::app),
            notes: self.history.notes(),
            tool_results: self.history.results(),
            last_error: problem.as_deref(),
            history: if shorter { &[] } else { self.history.past() },
            tools,
        };
        model::prompt::build(self.model.traits(), &observation)
    }
}

/// Returns a prompt as the record keeps it: its text with a line for each picture. A repeated request of one step
/// replaces the one `before` and keeps its number.
pub(super) fn stored(prompt: &Prompt, before: Option<StoredPrompt>, meter: &mut Meter) -> StoredPrompt {
    let (mut text, mut pictures) = (String::new(), 0);
    for message in &prompt.messages {
        let role = match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        text.push_str(&format!("=== {role}\n"));
        for part in &message.parts {
            match part {
                Part::Text(words) => text.push_str(words),
                Part::Picture(picture) => {
                    pictures += 1;
                    text.push_str(&format!("[picture {}x{}]", picture.width, picture.height));
                }
            }
            text.push('\n');
        }
    }
    let number = before.map_or_else(
        || {
            meter.prompts += 1;
            meter.prompts
        },
        |before| before.number,
    );
    StoredPrompt { number, characters: text.chars().count(), pictures, text }
}

/// The elements of a screen, numbered.
fn of_tree(tree: &Tree, redactor: &Redactor) -> Vec<Element> {
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

/// The texts read in a picture, numbered in the same way.
fn of_texts(texts: Vec<ReadText>, redactor: &Redactor) -> Vec<Element> {
    let element = |(index, ReadText { text, bounds }): (i64, ReadText)| Element {
        index,
        label: redactor.owned(text),
        role: "text".to_owned(),
        bounds: [bounds.left, bounds.top, bounds.right, bounds.bottom],
        state: Vec::new(),
    };
    (1..).zip(texts).take(model::prompt::MAX_ELEMENTS).map(element).collect()
}
