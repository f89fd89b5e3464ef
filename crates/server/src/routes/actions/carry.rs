//! Carrying out what an agent sent, and what follows from it.

use std::collections::BTreeSet;
use std::sync::Arc;

use action::OsAction;
use action::os::{Addressed, Batch, Checked, DialogConfirm, WindowId};
use axum::http::StatusCode;
use desktop::hub::{Committed, HubError};
use desktop::state::{Deed, Follow};
use desktop::wire::{Actor, ServerEvent};
use task::permissions::Asked;
use tokio::sync::oneshot;
use tokio::time::{Duration, Instant, timeout_at};

use super::results::{Answered, Outcome, Told};
use crate::desk::Desk;
use crate::follow::DialogAnswer;
use crate::mailbox::{AgentEvent, Feedback};
use crate::problem::Fault;

/// An answer, and what it waits for: by result, a page's feedback.
pub(super) struct Waiting {
    answered: Answered,
    feedback: Vec<(usize, oneshot::Receiver<Feedback>)>,
}

impl Waiting {
    fn nothing(answered: Answered) -> Self {
        Self { answered, feedback: Vec::new() }
    }

    /// Waits until all feedback is there, or `wait` is over: what is missing then is an error.
    pub(super) async fn settle(self, wait: Duration) -> Answered {
        let Self { mut answered, feedback } = self;
        let until = Instant::now() + wait;
        for (index, reply) in feedback {
            let told = timeout_at(until, reply).await;
            let Some(outcome) = answered.results.get_mut(index) else { continue };
            match told {
                Ok(Ok(feedback)) if feedback.ok => outcome.feedback = Some(Told::Rendering(feedback)),
                Ok(Ok(feedback)) => {
                    let why = feedback.error.clone().unwrap_or_default();
                    outcome.feedback = Some(Told::Rendering(feedback));
                    fail(outcome, "rendering_failed", format!("no page could: {why}"));
                }
                Ok(Err(_)) | Err(_) => {
                    let message = format!("no page answered within {} ms", wait.as_millis());
                    fail(outcome, "timeout", message);
                }
            }
        }
        answered
    }
}

fn fail(outcome: &mut Outcome, code: &'static str, message: impl Into<String>) {
    outcome.ok = false;
    outcome.error = Some(Fault::new(code, message));
}

/// Carries a batch out.
pub(super) fn out(desk: &Arc<Desk>, agent: &str, checked: Checked<Batch>) -> (StatusCode, Waiting) {
    let Checked { value: mut batch, ignored } = checked;
    let count = batch.actions.len();
    let requests: Vec<Option<String>> =
        batch.actions.iter().map(|addressed| addressed.envelope.request_id.clone()).collect();
    let remembered = take_remembered(desk, agent, &mut batch);
    // Where each action that is left stood in what was sent.
    let places: Vec<usize> = (0..count).filter(|index| !remembered.iter().any(|(at, _, _)| at == index)).collect();
    let touched = touched(desk, &batch);
    let committed = if batch.actions.is_empty() {
        Ok(Committed::default())
    } else {
        desk.apply(&Actor::Agent(agent.to_owned()), Deed::Batch(batch))
    };
    let committed = match committed {
        Ok(committed) => committed,
        Err(HubError::Refused(refused)) => {
            desk.metrics.actions_refused.add(count as u64);
            let faults = refused.0.into_iter().map(|(at, finding)| (place(&places, at), Fault::from(finding)));
            let answered = Answered::refused(requests, faults.collect());
            return (StatusCode::UNPROCESSABLE_ENTITY, Waiting::nothing(answered));
        }
        Err(error) => {
            tracing::error!(agent, %error, "an agent's actions were not carried out");
            let fault = Fault::new("failed", error.to_string());
            let faults = (0..count).map(|index| (index, fault.clone())).collect();
            return (StatusCode::SERVICE_UNAVAILABLE, Waiting::nothing(Answered::refused(requests, faults)));
        }
    };
    desk.metrics.actions_applied.add(count as u64);
    let outcome = |(index, request_id)| Outcome { index, ok: true, request_id, ..Outcome::default() };
    let results: Vec<Outcome> = requests.into_iter().enumerate().map(outcome).collect();
    let answered = Answered { seq: committed.seq, results, warnings: ignored };
    let mut waiting = Waiting::nothing(answered);
    for (index, dialog, confirmed) in remembered {
        answer_itself(desk, agent, &dialog, confirmed);
        if let Some(outcome) = waiting.answered.results.get_mut(index) {
            outcome.feedback = Some(Told::Dialog { confirmed, remembered: true });
        }
    }
    settle_windows(desk, agent, &touched);
    for follow in committed.follow {
        start(desk, agent, follow, &places, &mut waiting);
    }
    (StatusCode::OK, waiting)
}

fn place(places: &[usize], at: usize) -> usize {
    places.get(at).copied().unwrap_or(at)
}

/// Takes the dialogs out that a remembered choice answers; they are not shown.
fn take_remembered(desk: &Desk, agent: &str, batch: &mut Batch) -> Vec<(usize, DialogConfirm, bool)> {
    let mut taken = Vec::new();
    let mut index = 0;
    batch.actions.retain(|addressed| {
        let at = index;
        index += 1;
        let OsAction::DialogConfirm(dialog) = &addressed.action else { return true };
        let Some(options) = &dialog.permission_options else { return true };
        let asked = Asked::by_agent(agent, &options.tool_name, options.context.as_deref());
        let Some(confirmed) = desk.permissions.decision(&asked) else { return true };
        taken.push((at, dialog.clone(), confirmed));
        false
    });
    taken
}

fn answer_itself(desk: &Desk, agent: &str, dialog: &DialogConfirm, confirmed: bool) {
    let remembered = true;
    desk.dialogs.keep(&dialog.id, DialogAnswer { agent: agent.to_owned(), confirmed, remembered });
    desk.tell(agent, &AgentEvent::DialogFeedback { id: dialog.id.clone(), confirmed, remembered });
}

/// The keys of the windows that a batch is about, if anybody wants to know: something may have been pressed.
fn touched(desk: &Desk, batch: &Batch) -> BTreeSet<String> {
    if desk.presses().is_idle() {
        return BTreeSet::new();
    }
    let active = desk.hub.look(|desktop, _| desktop.active_monitor());
    let key = |addressed: &Addressed| {
        let window = WindowId::parse(addressed.action.window_id()?).ok()?;
        Some(window.key(batch.monitor_of(addressed).unwrap_or(active)))
    };
    batch.actions.iter().filter_map(key).collect()
}

/// What was pressed in this agent's windows is done with whatever it does to them.
fn settle_windows(desk: &Desk, agent: &str, touched: &BTreeSet<String>) {
    let own = touched.iter().filter(|key| desk.maker(key).as_deref() == Some(agent));
    own.for_each(|key| desk.pressed_done(key));
}

/// Asks pages for what only they can do.
fn start(desk: &Desk, agent: &str, follow: Follow, places: &[usize], waiting: &mut Waiting) {
    let pages = desk.clients.pages();
    let (index, key, request_id, captures) = match follow {
        Follow::DialogOpened { id, .. } => return desk.dialogs.forget(&id),
        Follow::Capture { key, request_id, index } => (place(places, index), key, request_id, true),
        Follow::FrameLoad { key, request_id, index } => (place(places, index), key, Some(request_id), false),
    };
    if pages == 0 {
        if let Some(outcome) = waiting.answered.results.get_mut(index) {
            outcome.applied = !captures;
            fail(outcome, "no_page", "no page is open that could show the window; open the desktop in a browser");
        }
        return;
    }
    let reply = if captures {
        let (name, reply) = desk.renderings.capture(agent, &key, request_id.as_deref(), pages);
        desk.hub.announce(&ServerEvent::Capture { request_id: name, key });
        reply
    } else {
        desk.renderings.frame(agent, &key, request_id.as_deref().unwrap_or_default(), pages)
    };
    if let Some(outcome) = waiting.answered.results.get_mut(index) {
        outcome.applied = !captures;
    }
    waiting.feedback.push((index, reply));
}
