//! What only a person can give. The time is kept here; whatever is no clear yes is a no.

use std::time::Duration;

use action::phone::{AgentAction, AskUser, Confirm, RequestHumanAuth, limits};
use device::{DeviceError, Next};
use model::Source;

use super::Hands;
use super::dispatch::Carried;
use super::look::is_lost;
use crate::deadline::{End, Halt, boxed};
use crate::effect::{Effect, FailureReason};
use crate::event::Event;
use crate::human::{Answer, Artefact, Asks, Question};
use crate::journal::RetryOf;
use crate::redact::Secret;
use crate::settings::OnAskTimeout;
use crate::summary::EndReason;

const NOBODY: &str = "nobody is there to answer";
/// What the mind is told when a person took something upon themselves.
pub(super) const MYSELF: &str = "the person wanted to do this themselves: they may have done it, or left it; look at \
                                 the screen, and do not do it for them";

impl Hands {
    /// Asks a person and waits; nothing when the time is over. Their `cancel` ends the task.
    pub(crate) async fn ask(&mut self, asks: Asks, most: Duration) -> Result<Option<Answer>, Halt> {
        self.meter.questions += 1;
        let (id, task_id) = (self.meter.questions, self.task.id.clone());
        let mut question = Question { id, task_id, asks, timeout: most };
        self.recorder.redactor.question(&mut question);
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
            Some(Answer::Cancel) => Err(End::failed(EndReason::Cancel, "the person ended the task when asked").into()),
            None => {
                tracing::warn!(step = self.step(), "no answer within {} s", most.as_secs_f64());
                match self.settings.on_ask_timeout {
                    OnAskTimeout::Tell => Ok(None),
                    OnAskTimeout::Abort => {
                        let message =
                            format!("nobody answered within {} s, and that was to end it", most.as_secs_f64());
                        Err(End::failed(EndReason::AskTimeout, message).into())
                    }
                }
            }
            answer => Ok(answer),
        }
    }

    pub(super) async fn ask_user(&mut self, action: &AgentAction, ask: &AskUser) -> Result<Effect, Halt> {
        let most = self.time_for(ask.timeout_sec, AskUser::default_timeout());
        let answer = self.ask(Asks::Ask { question: ask.question.clone(), choices: Vec::new() }, most).await?;
        let came = match answer {
            Some(Answer::Text(text)) => {
                self.trail.answered(&text);
                Ok(self.recorder.redactor.answer(&ask.question, text))
            }
            Some(Answer::Yes { .. } | Answer::Approved { .. }) => Ok("yes".to_owned()),
            Some(Answer::Myself) => Ok(MYSELF.to_owned()),
            Some(Answer::No { why }) => Ok(why.map_or_else(|| "no".to_owned(), |why| format!("no: {why}"))),
            Some(Answer::Unavailable | Answer::Cancel) => Err((FailureReason::Person, NOBODY.to_owned())),
            None => Err((FailureReason::TimedOut, over(most))),
        };
        self.answered(action, came).await
    }

    pub(super) async fn confirm(&mut self, action: &AgentAction, confirm: &Confirm) -> Result<Effect, Halt> {
        let most = self.time_for(confirm.timeout_sec, Confirm::default_timeout());
        let answer = self.ask(Asks::Confirm { message: confirm.message.clone() }, most).await?;
        let came = match answer {
            Some(Answer::Yes { .. }) => Ok("yes".to_owned()),
            Some(Answer::No { why }) => {
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                Err((FailureReason::Person, format!("the person said no{why}")))
            }
            Some(Answer::Unavailable | Answer::Cancel) => Err((FailureReason::Person, NOBODY.to_owned())),
            Some(Answer::Text(text)) => Err((FailureReason::Person, format!("the person did not say yes: {text}"))),
            Some(Answer::Approved { .. }) => Err((FailureReason::Person, "the person did not say yes".to_owned())),
            Some(Answer::Myself) => Err((FailureReason::Person, MYSELF.to_owned())),
            None => Err((FailureReason::TimedOut, format!("{}; take that as a no", over(most)))),
        };
        self.answered(action, came).await
    }

    pub(super) async fn human_auth(&mut self, action: &AgentAction, auth: &RequestHumanAuth) -> Result<Carried, Halt> {
        let most = limits::auth_timeout(auth.timeout_sec);
        let asks = Asks::Auth { capability: auth.capability, instruction: auth.instruction.clone() };
        let answer = self.ask(asks, most).await?;
        let came = match answer {
            Some(Answer::Approved { artefact: None } | Answer::Yes { .. }) => Ok("approved".to_owned()),
            Some(Answer::Approved { artefact: Some(artefact) }) => return self.deliver(action, artefact).await,
            // A bare answer to such a request is a code as well.
            Some(Answer::Text(text)) => return self.deliver(action, Artefact::Text(Secret::new(text))).await,
            Some(Answer::No { why }) => {
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                Err((FailureReason::Person, format!("rejected{why}")))
            }
            Some(Answer::Myself) => Err((FailureReason::Person, MYSELF.to_owned())),
            Some(Answer::Unavailable | Answer::Cancel) => Err((FailureReason::Person, NOBODY.to_owned())),
            None => Err((FailureReason::TimedOut, format!("timeout: {}", over(most)))),
        };
        Ok(self.answered(action, came).await?.into())
    }

    /// Takes what the person gave to where it belongs. A code is typed, and seen by nobody.
    async fn deliver(&mut self, action: &AgentAction, artefact: Artefact) -> Result<Carried, Halt> {
        let mut paused = None;
        let came = match artefact {
            Artefact::Text(secret) => {
                // They may answer with the handle of a code that the phone shows.
                let secret = match self.recorder.redactor.reveal(secret.reveal()) {
                    Ok(secret) => secret,
                    Err(handle) => {
                        let why = format!("approved, but nobody knows `{handle}` any more");
                        return Ok(self.answered(action, Err((FailureReason::Person, why))).await?.into());
                    }
                };
                self.recorder.redactor.add(&secret);
                // They took their time: what is on the screen now is what it is typed into.
                boxed(self.observe()).await?;
                let typed = boxed(self.act(&AgentAction::text(secret.reveal()), None)).await?;
                paused = typed.paused;
                match typed.effect.failure {
                    None => Ok("approved; what the person gave was typed into the field".to_owned()),
                    Some(failure) => {
                        Err((failure.reason, format!("approved, but it could not be typed: {}", failure.message)))
                    }
                }
            }
            Artefact::Location { coordinates } => Ok(format!("approved; the person is at {coordinates}")),
            Artefact::File { name, bytes } => match boxed(self.push_file(action, &name, &bytes)).await? {
                Ok(path) => {
                    // Nobody has read what is in it, so running it is asked about.
                    self.trail.wrote(vec![path.clone()]);
                    Ok(format!("approved; the file that the person gave is on the phone: {path}"))
                }
                Err(error) => {
                    Err(((&error).into(), format!("approved, but the file could not be put on the phone: {error}")))
                }
            },
        };
        let effect = self.answered(action, came).await?;
        Ok(Carried { effect, acted: None, paused })
    }

    /// Puts a file on the phone, however often that has to be tried; where it lies then. Like every action it is on
    /// record before and after.
    pub(super) async fn push_file(
        &mut self,
        action: &AgentAction,
        name: &str,
        bytes: &[u8],
    ) -> Result<Result<String, DeviceError>, Halt> {
        let number = self.write_intent(action, None).await?;
        let modified = u32::try_from(self.deadline.clock.time().as_second()).unwrap_or_default();
        let mut failed = 0;
        let pushed = loop {
            let pushed = tokio::select! {
                biased;
                end = self.deadline.over() => {
                    let why = "the task was stopped while the file was on its way";
                    let effect = Effect::failed(FailureReason::MaybeSent, why);
                    self.write_effect(Some(number), action, &effect, None).await?;
                    return Err(end.into());
                }
                pushed = self.device.push_file(name, bytes, modified) => pushed,
            };
            let error = match pushed {
                Err(error) if error.next() == Next::Retry && failed < self.settings.max_retries => error,
                pushed => break pushed,
            };
            failed += 1;
            if is_lost(&error) {
                boxed(self.reconnect(error)).await?;
            } else {
                self.pause_before_retry(RetryOf::Action, failed, &error.to_string()).await?;
            }
        };
        let effect = match &pushed {
            Ok(_) => Effect::NONE,
            Err(error) => Effect::failed(error.into(), error.to_string()),
        };
        self.write_effect(Some(number), action, &effect, None).await?;
        Ok(pushed)
    }

    async fn answered(
        &mut self,
        action: &AgentAction,
        came: Result<String, (FailureReason, String)>,
    ) -> Result<Effect, Halt> {
        // Time has passed: what the phone shows now may be something else.
        self.look = None;
        let (came, effect) = match came {
            Ok(text) => (Ok(text), Effect::NONE),
            Err((reason, why)) => (Err(why.clone()), Effect::failed(reason, why)),
        };
        self.write_effect(None, action, &effect, None).await?;
        self.report(action.name(), came, Source::Person).await?;
        Ok(effect)
    }

    /// The agent's own time-out, where it gave one; else the configured one.
    fn time_for(&self, given: action::Finite, default: action::Finite) -> Duration {
        if given == default { self.settings.ask_timeout } else { limits::answer_timeout(given) }
    }
}

fn over(most: Duration) -> String {
    format!("no answer within {} s", most.as_secs_f64())
}
