//! Questions to people while a call waits. People are asked on their desktop, in the terminal, and by a link. An
//! agent's program may also show a question, and its answer counts as the person's, but only if the person has declared
//! that this program shows questions to people, and never for an action that always requires approval.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use action::QuestionKind;
use rmcp::model::{
    CallToolResponse, CallToolResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationSchema, InputRequest, InputRequiredResult, ProtocolVersion,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Peer, RoleServer};
use serde_json::Value;
use task::{EventKind, News, Open, Reply};
use tokio::task::JoinHandle;

use super::answer::Problem;
use super::call::Call;
use super::shared::Shared;
use super::tasks::is_agents;

/// The name of the one field of a question with words.
const ANSWER: &str = "answer";
/// How many calls may wait for their program to come back with an answer, and for how long.
const MOST_PENDING: usize = 64;
const LONGEST_PENDING: Duration = Duration::from_secs(600);

/// How the agent's program shows questions to people, if it does.
#[derive(Clone)]
pub(super) enum ElicitationMode {
    /// It does not, or the person has not allowed it.
    None,
    /// It is asked while the call waits.
    Elicits(Box<Peer<RoleServer>>),
    /// The call is answered with the question, and repeated with the answer.
    Returns,
}

impl ElicitationMode {
    pub(super) fn of(shared: &Shared, agent: &str, context: &RequestContext<RoleServer>) -> Self {
        let elicits = context.client_capabilities().is_some_and(|client| client.elicitation.is_some());
        if !elicits || !shared.options.shows_questions.contains(agent) {
            return Self::None;
        }
        let newest = |version: ProtocolVersion| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str();
        if context.protocol_version().is_some_and(newest) {
            Self::Returns
        } else {
            Self::Elicits(Box::new(context.peer.clone()))
        }
    }
}

/// Calls that wait for their program to come back.
#[derive(Default)]
pub(super) struct Pending {
    calls: Mutex<BTreeMap<String, Waiting>>,
}

struct Waiting {
    call: Arc<Call>,
    running: JoinHandle<CallToolResult>,
}

/// Waits for a call, and asks its questions meanwhile. A call that its program cancels is stopped.
pub(super) async fn wait_for_call(
    pending: &Arc<Pending>,
    call: Arc<Call>,
    mut running: JoinHandle<CallToolResult>,
    context: &RequestContext<RoleServer>,
    mode: ElicitationMode,
) -> Result<CallToolResponse, ErrorData> {
    let mut events = call.shared.service.watch_all(None);
    // A question that was asked before this began to listen, for example in the previous round.
    let mut open = open_question(&call);
    loop {
        let returned = call.returns_questions.load(Ordering::Relaxed);
        if let Some(question) = open.take().filter(|question| !(returned && is_agents(question))) {
            call.progress(format!("a person is asked: {}", question.title)).await;
            match &mode {
                ElicitationMode::Elicits(peer) if may_answer(&question) => elicit(Arc::clone(&call), peer, &question),
                ElicitationMode::Returns if may_answer(&question) => return pend(pending, call, running, &question),
                _ => {}
            }
        }
        tokio::select! {
            biased;
            ended = &mut running => {
                let result = ended.unwrap_or_else(|error| {
                    tracing::error!(%error, "a tool call panicked");
                    Problem::new("an internal error of the server ended this call; see its log").result()
                });
                return Ok(result.into());
            }
            () = context.ct.cancelled() => {
                running.abort();
                return Err(ErrorData::internal_error("the call was cancelled", None));
            }
            news = events.next() => open = match news {
                Some(News::Event(event)) if call.concerns(&event.task) => match &event.what {
                    EventKind::Question { question } => Some((**question).clone()),
                    _ => None,
                },
                Some(News::Lagged { .. }) => open_question(&call),
                _ => None,
            },
        }
    }
}

/// Returns the current open question of this call's tasks.
fn open_question(call: &Call) -> Option<Open> {
    let open = call.shared.service.questions().into_iter().map(|linked| linked.question);
    open.into_iter().find(|question| call.concerns(&question.task))
}

/// Returns whether the agent's program may show it: words, and approvals that need not be asked every time. Never a
/// secret.
fn may_answer(question: &Open) -> bool {
    match question.kind {
        QuestionKind::Ask => !question.secret,
        QuestionKind::Confirm => question.consent.is_some() && question.can_remember,
        QuestionKind::Auth => false,
    }
}

/// Asks through the program, while the person is also asked everywhere else; the first answer counts.
fn elicit(call: Arc<Call>, peer: &Peer<RoleServer>, question: &Open) {
    let (peer, question) = (peer.clone(), question.clone());
    tokio::spawn(async move {
        let Some(params) = form(&question) else { return };
        if let Ok(result) = peer.create_elicitation(params).await {
            answer(&call.shared, &question, &result);
        }
    });
}

fn answer(shared: &Shared, question: &Open, result: &ElicitResult) {
    let said = result.content.as_ref().and_then(|content| content.get(ANSWER)).and_then(Value::as_str);
    let reply = match (result.action.clone(), question.kind) {
        (ElicitationAction::Accept, QuestionKind::Ask) => match said {
            Some(said) => Reply::Approve { text: Some(said.to_owned()), remember: false },
            None => return,
        },
        (ElicitationAction::Accept, _) => Reply::Approve { text: None, remember: false },
        (ElicitationAction::Decline, _) => Reply::Reject { why: None },
        // They closed it: a person may still answer elsewhere.
        _ => return,
    };
    if let Err(error) = shared.service.answer(&question.id, reply) {
        tracing::info!(%error, question = question.id, "an answer came too late");
    }
}

fn form(question: &Open) -> Option<ElicitRequestParams> {
    let schema = match question.kind {
        QuestionKind::Ask => {
            let text = rmcp::model::StringSchema::new().title("Answer");
            ElicitationSchema::builder().required_string_property(ANSWER, |_| text).build().ok()?
        }
        _ => ElicitationSchema::builder().build().ok()?,
    };
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message: shown(question), requested_schema: schema })
}

/// Returns the text that the program shows: what is needed in our own words, then the details.
fn shown(question: &Open) -> String {
    match question.kind {
        QuestionKind::Ask => question.message.clone(),
        _ => format!("{}\n{}", question.title, question.message),
    }
}

/// Answers the call with the question, and keeps the work running until the program comes back.
fn pend(
    pending: &Arc<Pending>,
    call: Arc<Call>,
    running: JoinHandle<CallToolResult>,
    question: &Open,
) -> Result<CallToolResponse, ErrorData> {
    let Some(params) = form(question) else {
        return Err(ErrorData::internal_error("the question cannot be shown", None));
    };
    let requests = BTreeMap::from([(question.id.clone(), InputRequest::Elicitation(ElicitRequest::new(params)))]);
    let handle = question.id.clone();
    let mut calls = pending.calls.lock().unwrap_or_else(PoisonError::into_inner);
    if calls.len() >= MOST_PENDING {
        running.abort();
        return Ok(Problem::new("too many calls wait for people's answers; try again later").result().into());
    }
    calls.insert(handle.clone(), Waiting { call, running });
    drop(calls);
    let (pending, of) = (Arc::clone(pending), handle.clone());
    tokio::spawn(async move {
        tokio::time::sleep(LONGEST_PENDING).await;
        if let Some(waiting) = pending.take(&of) {
            waiting.running.abort();
        }
    });
    Ok(InputRequiredResult::new(Some(requests), Some(handle)).into())
}

impl Pending {
    fn take(&self, handle: &str) -> Option<Waiting> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).remove(handle)
    }
}

/// Continues a call when the program comes back with the person's answer.
pub(super) async fn go_on(
    pending: &Arc<Pending>,
    agent: &str,
    handle: &str,
    responses: Option<BTreeMap<String, Value>>,
    context: &RequestContext<RoleServer>,
    mode: ElicitationMode,
) -> Result<CallToolResponse, ErrorData> {
    let gone = || ErrorData::invalid_params("`requestState` belongs to no waiting call; call again without it", None);
    let waiting = pending.take(handle).ok_or_else(gone)?;
    if waiting.call.agent != agent {
        let mut calls = pending.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.insert(handle.to_owned(), waiting);
        return Err(gone());
    }
    if matches!(mode, ElicitationMode::Returns)
        && let Some(question) =
            open_question(&waiting.call).filter(|question| question.id == handle && may_answer(question))
        && let Some(said) = responses.and_then(|mut responses| responses.remove(handle))
        && let Ok(result) = serde_json::from_value::<ElicitResult>(said)
    {
        answer(&waiting.call.shared, &question, &result);
    }
    wait_for_call(pending, waiting.call, waiting.running, context, mode).await
}
