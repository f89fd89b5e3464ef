//! Carries out an agent's batch and its effects: all or nothing, one result per action.
//!
//! The answer comes at once, unless an action needs feedback that only a page can give; then it waits for that, with a
//! timeout. Once begun, a batch is finished even if the caller has gone: otherwise its outcome would be unknown.

mod read;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use action::os::{Addressed, Batch, Checked, DialogConfirm, WindowCapture, WindowId};
use action::{Code, Finding, OsAction, quoted};
use bytes::Bytes;
use tokio::sync::oneshot;
use tokio::time::{Duration, timeout_at};

use self::read::Unread;
use super::idempotency::{self, Digest, Key, Seen};
use super::reply::Reply;
use super::{Agents, OWNER, Observed};
use crate::hub::{Committed, HubError};
use crate::journal::answers::{Note, Request};
use crate::safe;
use crate::state::{Command, FollowUp};
use crate::wire::{
    ActionFeedback, ActionResult, Actor, AgentEvent, BatchReply, DialogAnswer, Fault, Rendering, ServerEvent,
};

/// Longer texts are parsed on another thread: parsing takes longer than waking it.
const LONG: usize = 64 << 10;

/// The sender, as identified by the credential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// An agent.
    Agent(String),
    /// The owner, who may speak for any agent.
    Owner,
}

/// How to deliver a batch.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// A batch that is sent again with the same key is carried out once.
    pub idempotency_key: Option<String>,
    /// How long to wait for feedback that only a page can give.
    pub wait: Duration,
}

impl Default for Delivery {
    /// No key, and ten seconds: longer than a page needs to draw a window, shorter than people's patience.
    fn default() -> Self {
        Self { idempotency_key: None, wait: Duration::from_secs(10) }
    }
}

/// An answer, and the page feedback that its results wait for.
struct Waiting {
    reply: Reply,
    feedback: Vec<(usize, oneshot::Receiver<Rendering>)>,
}

impl From<Reply> for Waiting {
    fn from(reply: Reply) -> Self {
        Self { reply, feedback: Vec::new() }
    }
}

impl Waiting {
    /// Waits until all feedback has come or `wait` has passed; missing feedback becomes an error.
    async fn settle(self, wait: Duration) -> Reply {
        let Self { mut reply, feedback } = self;
        let Reply::Applied(batch) = &mut reply else { return reply };
        let until = tokio::time::Instant::now() + wait;
        for (index, answer) in feedback {
            let told = timeout_at(until, answer).await;
            let Some(result) = batch.results.get_mut(index) else { continue };
            match told {
                Ok(Ok(rendering)) if rendering.ok => result.feedback = Some(ActionFeedback::Rendering(rendering)),
                Ok(Ok(rendering)) => {
                    let why = rendering.error.clone().unwrap_or_default();
                    result.feedback = Some(ActionFeedback::Rendering(rendering));
                    fail(result, "rendering_failed", format!("no page could draw it: {why}"));
                }
                Ok(Err(_)) | Err(_) => {
                    fail(result, "timeout", format!("no page answered within {} ms", wait.as_millis()));
                }
            }
        }
        reply
    }
}

fn fail(result: &mut ActionResult, code: &'static str, message: impl Into<String>) {
    result.ok = false;
    result.error = Some(Fault::new(code, message));
}

impl Agents {
    /// Carries out a batch from an agent in this process.
    pub async fn apply(self: &Arc<Self>, agent: &str, batch: Batch, delivery: Delivery) -> Arc<Reply> {
        let key = delivery.idempotency_key.map(|key| {
            let written = serde_json::to_vec(&batch).unwrap_or_default();
            ((agent.to_owned(), key), Digest::of(&written))
        });
        let (agents, sender) = (Arc::clone(self), agent.to_owned());
        let request = key.as_ref().map(|(key, digest)| idempotency::request(key, *digest));
        let mut checked = Checked { value: batch, ignored: Vec::new() };
        self.once(key, delivery.wait, async move {
            let began = Instant::now();
            if let Err(Unread::WrongAgent(fault, actions)) = read::name_sender(&mut checked, Some(&sender)) {
                (agents.observer)(Observed::Refused { actions });
                return Reply::WrongAgent(fault).into();
            }
            agents.carry_out(&sender, checked, request, began).await
        })
        .await
    }

    /// Carries out a batch that is sent as text.
    pub async fn apply_text(self: &Arc<Self>, sender: Sender, text: Bytes, delivery: Delivery) -> Arc<Reply> {
        let agent = match sender {
            Sender::Agent(name) => Some(name),
            Sender::Owner => None,
        };
        let key = delivery.idempotency_key.map(|key| {
            let owner = || OWNER.to_owned();
            ((agent.clone().unwrap_or_else(owner), key), Digest::of(&text))
        });
        let agents = Arc::clone(self);
        let request = key.as_ref().map(|(key, digest)| idempotency::request(key, *digest));
        self.once(key, delivery.wait, async move {
            let began = Instant::now();
            let read = if text.len() > LONG {
                let reading = tokio::task::spawn_blocking(move || read::read(agent.as_deref(), &text));
                match reading.await {
                    Ok(read) => read,
                    Err(_) => return Reply::Unfinished.into(),
                }
            } else {
                read::read(agent.as_deref(), &text)
            };
            match read {
                Ok((sender, checked)) => agents.carry_out(&sender, checked, request, began).await,
                Err(Unread::Malformed(batch)) => {
                    (agents.observer)(Observed::Refused { actions: batch.results.len() });
                    Reply::Malformed(batch).into()
                }
                Err(Unread::WrongAgent(fault, actions)) => {
                    (agents.observer)(Observed::Refused { actions });
                    Reply::WrongAgent(fault).into()
                }
            }
        })
        .await
    }

    /// Returns a picture of a window, drawn by a page.
    pub async fn capture(self: &Arc<Self>, agent: &str, window_id: &str, wait: Duration) -> Result<Rendering, Fault> {
        let action = OsAction::WindowCapture(WindowCapture { window_id: window_id.to_owned() });
        let batch = Batch { agent_id: None, monitor_id: None, actions: vec![Addressed::from(action)] };
        let reply = self.apply(agent, batch, Delivery { idempotency_key: None, wait }).await;
        let result = reply.batch().and_then(|batch| batch.results.first());
        match result {
            Some(ActionResult { ok: true, feedback: Some(ActionFeedback::Rendering(rendering)), .. }) => {
                Ok(rendering.clone())
            }
            Some(ActionResult { error: Some(fault), .. }) => Err(fault.clone()),
            _ => Err(Fault::new("failed", "the window was not drawn")),
        }
    }

    /// Carries out a batch unless that was done before. Returns the new or the earlier answer.
    async fn once(
        self: &Arc<Self>,
        key: Option<(Key, Digest)>,
        wait: Duration,
        batch: impl Future<Output = Waiting> + Send + 'static,
    ) -> Arc<Reply> {
        let Some((key, digest)) = key else {
            // The effects of a batch happen even if the caller has gone.
            return match tokio::spawn(batch).await {
                Ok(waiting) => Arc::new(waiting.settle(wait).await),
                Err(_) => Arc::new(Reply::Unfinished),
            };
        };
        let mut answered = match self.idempotency.look(&key, digest) {
            Seen::Another => return Arc::new(Reply::KeyReused),
            Seen::Again(answered) => answered,
            Seen::New(answer) => {
                let (agents, answered) = (Arc::clone(self), answer.subscribe());
                tokio::spawn(async move {
                    let reply = batch.await.settle(wait).await;
                    // On disk before it is sent: a repeated request gets the same answer.
                    if let Some(answered) = idempotency::written(&key, digest, &reply)
                        && let Err(error) = agents.hub.note(Note::Answered(answered)).await
                    {
                        tracing::error!(%error, "an answer would not survive a crash");
                    }
                    agents.idempotency.keep(&key, &answer, Arc::new(reply));
                });
                answered
            }
        };
        let answer = answered.wait_for(Option::is_some).await.ok().and_then(|answer| answer.clone());
        answer.unwrap_or_else(|| Arc::new(Reply::Unfinished))
    }

    async fn carry_out(
        &self,
        agent: &str,
        checked: Checked<Batch>,
        request: Option<Request>,
        began: Instant,
    ) -> Waiting {
        let Checked { value: mut batch, ignored: mut warnings } = checked;
        warnings.extend(refused_styles(&batch));
        let actions = batch.actions.len();
        let requests: Vec<Option<String>> =
            batch.actions.iter().map(|addressed| addressed.envelope.request_id.clone()).collect();
        let remembered = self.take_remembered(agent, &mut batch);
        // The original index of each remaining action.
        let places: Vec<usize> =
            (0..actions).filter(|index| !remembered.iter().any(|(at, _, _)| at == index)).collect();
        let touched = self.touched(&batch);
        let committed = if batch.actions.is_empty() {
            Ok(Committed::default())
        } else {
            // The journal names all actions, including those that a remembered choice has answered.
            let all = (!remembered.is_empty()).then(|| requests.clone());
            let request = request.map(|request| Request { requests: all, ..request });
            self.command_for(Actor::Agent(agent.to_owned()), Command::Batch(batch), request).await
        };
        let committed = match committed {
            Ok(committed) => committed,
            Err(HubError::Refused(refused)) => {
                (self.observer)(Observed::Refused { actions });
                let faults = refused.0.into_iter().map(|(at, finding)| (place(&places, at), Fault::from(finding)));
                return Reply::Refused(BatchReply::refused(requests, faults.collect())).into();
            }
            Err(error) => {
                tracing::error!(agent, %error, "an agent's actions were not carried out");
                let fault = Fault::new("failed", error.to_string());
                let faults = (0..actions).map(|index| (index, fault.clone())).collect();
                return Reply::Failed(BatchReply::refused(requests, faults)).into();
            }
        };
        let result = |(index, request_id)| ActionResult { index, ok: true, request_id, ..ActionResult::default() };
        let results = requests.into_iter().enumerate().map(result).collect();
        let mut reply = BatchReply { seq: committed.seq, results, warnings };
        for (index, dialog, confirmed) in remembered {
            self.answer_itself(agent, &dialog, confirmed);
            if let Some(result) = reply.results.get_mut(index) {
                result.feedback = Some(ActionFeedback::Dialog { confirmed, remembered: true });
            }
        }
        self.settle_windows(agent, &touched);
        let mut feedback = Vec::new();
        for follow_up in committed.follow_ups {
            feedback.extend(self.follow_up(agent, follow_up, &places, &mut reply));
        }
        (self.observer)(Observed::Applied { actions, took: began.elapsed() });
        Waiting { reply: Reply::Applied(reply), feedback }
    }

    /// Removes the dialogs that a remembered choice answers; they are not shown.
    fn take_remembered(&self, agent: &str, batch: &mut Batch) -> Vec<(usize, DialogConfirm, bool)> {
        let mut taken = Vec::new();
        let mut index = 0;
        batch.actions.retain(|addressed| {
            let at = index;
            index += 1;
            let OsAction::DialogConfirm(dialog) = &addressed.action else { return true };
            let Some(options) = &dialog.permission_options else { return true };
            let decision = self.choices.decision(agent, &options.tool_name, options.context.as_deref());
            let Some(confirmed) = decision else { return true };
            taken.push((at, dialog.clone(), confirmed));
            false
        });
        taken
    }

    fn answer_itself(&self, agent: &str, dialog: &DialogConfirm, confirmed: bool) {
        let remembered = true;
        self.dialog_answers.keep(&dialog.id, agent, DialogAnswer { confirmed, remembered });
        self.notify(agent, AgentEvent::DialogFeedback { id: dialog.id.clone(), confirmed, remembered });
    }

    /// Returns the keys of the windows that a batch touches, if any presses are pending.
    fn touched(&self, batch: &Batch) -> BTreeSet<String> {
        if self.buttons().is_idle() {
            return BTreeSet::new();
        }
        let active = self.hub.look(|desktop, _| desktop.active_monitor());
        let key = |addressed: &Addressed| {
            let window = WindowId::parse(addressed.action.window_id()?).ok()?;
            Some(window.key(batch.monitor_of(addressed).unwrap_or(active)))
        };
        batch.actions.iter().filter_map(key).collect()
    }

    /// Completes the pending presses in the windows of this agent that it touched.
    fn settle_windows(&self, agent: &str, touched: &BTreeSet<String>) {
        let own = touched.iter().filter(|key| self.window_agent(key).as_deref() == Some(agent));
        own.for_each(|key| self.next_press(key));
    }

    /// Sends pages the requests that only they can fulfil. Returns the pending results.
    fn follow_up(
        &self,
        agent: &str,
        follow_up: FollowUp,
        places: &[usize],
        reply: &mut BatchReply,
    ) -> Option<(usize, oneshot::Receiver<Rendering>)> {
        let pages = self.pages.count();
        let (index, key, request_id, captures) = match follow_up {
            FollowUp::DialogOpened { id, .. } => {
                self.dialog_answers.forget(&id);
                return None;
            }
            FollowUp::ToastPressed { .. } => return None,
            FollowUp::GaveWay { key, moved, index } => {
                reply.warnings.push(gave_way(&key, moved, place(places, index)));
                return None;
            }
            FollowUp::Capture { key, request_id, index } => (place(places, index), key, request_id, true),
            FollowUp::FrameLoad { key, request_id, index } => (place(places, index), key, Some(request_id), false),
        };
        if let Some(result) = reply.results.get_mut(index) {
            result.applied = !captures;
            if pages == 0 {
                fail(result, "no_page", "no page is open to show the window; open the desktop in a browser");
            }
        }
        if pages == 0 {
            return None;
        }
        let answer = if captures {
            let (name, answer) = self.renderings.capture(agent, &key, request_id.as_deref(), pages);
            self.hub.announce(&ServerEvent::Capture { request_id: name, key });
            answer
        } else {
            self.renderings.frame(agent, &key, request_id.as_deref().unwrap_or_default(), pages)
        };
        Some((index, answer))
    }
}

/// Tells an agent where its window is, if not where it wanted it.
fn gave_way(key: &str, moved: bool, index: usize) -> Finding {
    let done = if moved { "was moved beside it" } else { "is below it" };
    let message = format!("window {} would have covered a part of the desktop, so it {done}", quoted(key));
    Finding::new(Code::NotAllowed, format!("actions[{index}].windowId"), message)
}

/// Names each declaration in a new window's style that pages will not show.
fn refused_styles(batch: &Batch) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, addressed) in batch.actions.iter().enumerate() {
        let OsAction::WindowCreate(create) = &addressed.action else { continue };
        let Some(style) = &create.window_style else { continue };
        found.extend(safe::refused(style, &format!("actions[{index}].windowStyle")));
    }
    found
}

fn place(places: &[usize], at: usize) -> usize {
    places.get(at).copied().unwrap_or(at)
}
