//! Asks people for what only they can give: answers, approvals, codes, files. Anything but a clear yes is a no.

use std::time::Duration;

use action::phone::{AgentAction, AskUser, Confirm, RequestHumanAuth, limits};
use model::Source;

use super::Pipeline;
use super::carried::Carried;
use super::judged::Passage;
use super::observed::{FocusedField, Observed, focused_field};
use crate::context::{Context, MYSELF, NOBODY};
use crate::deadline::{Halt, boxed};
use crate::effect::{Effect, EffectTrace, FailureReason};
use crate::human::{Answer, Artefact, Asks};
use crate::redact::Secret;

/// The outcome of a question, for the mind.
struct Came {
    text: String,
    failure: Option<FailureReason>,
    /// Only what a person said or chose counts as their word. Silence, and what this program says about an answer, do
    /// not.
    source: Source,
}

impl Came {
    /// The person's own answer.
    fn answer(text: impl Into<String>) -> Self {
        Self { text: text.into(), failure: None, source: Source::Person }
    }

    /// The person refused.
    fn refusal(text: impl Into<String>) -> Self {
        Self { text: text.into(), failure: Some(FailureReason::Person), source: Source::Person }
    }

    /// A message of this program, after it carried out the person's choice.
    fn done(text: impl Into<String>) -> Self {
        Self { text: text.into(), failure: None, source: Source::Tool }
    }

    /// A message of this program: there is no answer, or it could not be used.
    fn failed(reason: FailureReason, text: impl Into<String>) -> Self {
        Self { text: text.into(), failure: Some(reason), source: Source::Tool }
    }
}

pub(super) async fn ask_user(action: &AgentAction, ask: &AskUser, context: &mut Context) -> Result<Effect, Halt> {
    let most = time_for(ask.timeout_sec, AskUser::default_timeout(), context);
    let answer =
        context.ask(Some(action), Asks::Ask { question: ask.question.clone(), choices: Vec::new() }, most).await?;
    let came = match answer {
        Some(Answer::Text(text)) => {
            context.trail.answered(&text);
            Came::answer(context.recorder.redactor.answer(&ask.question, text))
        }
        Some(Answer::Yes { .. } | Answer::Approved { .. }) => Came::answer("yes"),
        Some(Answer::Myself) => Came::done(MYSELF),
        Some(Answer::No { why }) => Came::answer(because("no", why)),
        Some(Answer::Unavailable | Answer::Cancel) => Came::failed(FailureReason::Person, NOBODY),
        None => Came::failed(FailureReason::TimedOut, over(most)),
    };
    answered(action, came, context).await
}

pub(super) async fn confirm(action: &AgentAction, confirm: &Confirm, context: &mut Context) -> Result<Effect, Halt> {
    let most = time_for(confirm.timeout_sec, Confirm::default_timeout(), context);
    let answer = context.ask(Some(action), Asks::Confirm { message: confirm.message.clone() }, most).await?;
    let came = match answer {
        Some(Answer::Yes { .. }) => Came::answer("yes"),
        Some(Answer::No { why }) => Came::refusal(because("the person said no", why)),
        Some(Answer::Unavailable | Answer::Cancel) => Came::failed(FailureReason::Person, NOBODY),
        Some(Answer::Text(text)) => Came::refusal(format!("the person did not say yes: {text}")),
        Some(Answer::Approved { .. }) => Came::failed(FailureReason::Person, "the person did not say yes"),
        Some(Answer::Myself) => Came::failed(FailureReason::Person, MYSELF),
        None => Came::failed(FailureReason::TimedOut, format!("{}; take that as a no", over(most))),
    };
    answered(action, came, context).await
}

impl Pipeline {
    pub(super) async fn human_auth(
        &mut self,
        action: &AgentAction,
        auth: &RequestHumanAuth,
        context: &mut Context,
    ) -> Result<Carried, Halt> {
        let most = limits::auth_timeout(auth.timeout_sec);
        // The item goes where it was requested, and nowhere else.
        let field = context.present_tree().as_deref().and_then(focused_field);
        let asks = Asks::Auth { capability: auth.capability, instruction: auth.instruction.clone() };
        let answer = context.ask(Some(action), asks, most).await?;
        let came = match answer {
            Some(Answer::Approved { artefact: None } | Answer::Yes { .. }) => Came::answer("approved"),
            Some(Answer::Approved { artefact: Some(artefact) }) => {
                return self.deliver(action, artefact, field.as_ref(), context).await;
            }
            // A plain text answer to such a request is a code as well.
            Some(Answer::Text(text)) => {
                return self.deliver(action, Artefact::Text(Secret::new(text)), field.as_ref(), context).await;
            }
            Some(Answer::No { why }) => Came::refusal(because("rejected", why)),
            Some(Answer::Myself) => Came::failed(FailureReason::Person, MYSELF),
            Some(Answer::Unavailable | Answer::Cancel) => Came::failed(FailureReason::Person, NOBODY),
            None => Came::failed(FailureReason::TimedOut, format!("timeout: {}", over(most))),
        };
        Ok(answered(action, came, context).await?.into())
    }

    /// Delivers an item from the person. A code is typed and never shown.
    async fn deliver(
        &mut self,
        action: &AgentAction,
        artefact: Artefact,
        field: Option<&FocusedField>,
        context: &mut Context,
    ) -> Result<Carried, Halt> {
        let mut paused = None;
        let came = match artefact {
            Artefact::Text(secret) => {
                let (came, halted) = boxed(self.deliver_text(secret, field, context)).await?;
                paused = halted;
                came
            }
            Artefact::Location { coordinates } => Came::answer(format!("approved; the person is at {coordinates}")),
            Artefact::File { name, bytes } => match boxed(self.push_file(action, (&name, &bytes), context)).await? {
                Ok(path) => Came::done(format!("approved; the person's file is on the phone: {path}")),
                Err((reason, why)) => {
                    Came::failed(reason, format!("approved, but the file could not be put on the phone: {why}"))
                }
            },
        };
        let effect = answered(action, came, context).await?;
        Ok(Carried { paused, ..effect.into() })
    }

    /// Types the person's text into the field that had the focus when they were asked. If another field has it by now,
    /// nothing is typed, and the mind gets a handle that it can type into the right one.
    async fn deliver_text(
        &mut self,
        given: Secret,
        field: Option<&FocusedField>,
        context: &mut Context,
    ) -> Result<(Came, Option<crate::control::PauseReason>), Halt> {
        // They may answer with the handle of a code on the phone's screen.
        let given = match context.recorder.redactor.reveal(given.reveal()) {
            Ok(secret) => secret,
            Err(handle) => {
                let why = format!("approved, but `{handle}` is no longer known");
                return Ok((Came::failed(FailureReason::Person, why), None));
            }
        };
        context.recorder.redactor.add(&given);
        // A line break would press Enter.
        let text = given.reveal().trim_end_matches(['\r', '\n']).to_owned();
        #[cfg(test)]
        let blind = super::mutation::is(super::mutation::Mutation::TypesIntoAnything);
        #[cfg(not(test))]
        let blind = false;
        if text.is_empty() || (text.contains(char::is_control) && !blind) {
            let why = "approved, but what the person gave is empty or has a line break, which would press Enter, so it \
                       was not typed; ask them for one line";
            return Ok((Came::failed(FailureReason::Person, why), None));
        }
        let given = Secret::new(text);
        context.recorder.redactor.add(&given);
        let observed = Observed::of(AgentAction::text(given.reveal()), context).await?;
        if !blind && (field.is_none() || observed.field().as_ref() != field) {
            let handle = context.recorder.redactor.handle_of(&given);
            let said = format!(
                "approved, but nothing was typed: the field that had the focus when the person was asked does not have \
                 it now; tap the right field and type `{handle}`"
            );
            return Ok((Came::done(said), None));
        }
        let judged = match self.gate.judge_given(observed, "person", context).await? {
            Passage::Open(judged) => *judged,
            Passage::Shut(why) | Passage::Handed(why) => return Ok((Came::failed(FailureReason::Refused, why), None)),
        };
        let typed = boxed(self.act(judged, context)).await?;
        let came = match typed.effect.failure {
            None => Came::done("approved; what the person gave was typed into the field"),
            Some(failure) => {
                Came::failed(failure.reason, format!("approved, but it could not be typed: {}", failure.message))
            }
        };
        Ok((came, typed.paused))
    }
}

async fn answered(action: &AgentAction, came: Came, context: &mut Context) -> Result<Effect, Halt> {
    // Time has passed, so the screen may have changed.
    context.eyes.close();
    let Came { text, failure, source } = came;
    let (result, effect) = match failure {
        None => (Ok(text), Effect::NONE),
        Some(reason) => (Err(text.clone()), Effect::failed(reason, text)),
    };
    context.write_effect(None, action, &effect, EffectTrace::default()).await?;
    context.report(action.name(), result, source).await?;
    Ok(effect)
}

/// The agent's own timeout if it gave one, otherwise the configured one.
fn time_for(given: action::Finite, default: action::Finite, context: &Context) -> Duration {
    if given == default { context.settings.ask_timeout } else { limits::answer_timeout(given) }
}

fn because(what: &str, why: Option<String>) -> String {
    why.map_or_else(|| what.to_owned(), |why| format!("{what}: {why}"))
}

fn over(most: Duration) -> String {
    format!("no answer within {} s", most.as_secs_f64())
}
