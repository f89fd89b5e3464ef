//! Calls the configured address when a question waits for a person: with its task, and where to answer it. The
//! question's text, and anything that may be secret, is not in it.
//!
//! Nothing waits for this: a webhook that does not answer delays no task. `schedule` decides which question is next and
//! when; at most a few calls are under way, and a question that has to wait keeps its place.

mod address;
mod schedule;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use task::{Event, EventKind, LinkedQuestion, News, Service};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

pub use self::address::names_private_address;
use self::address::{NotPublic, PublicOnly};
use self::schedule::{Schedule, Sent};
use crate::app_state::AppState;
use crate::setup::Webhook;

/// How many calls may be under way. Further questions wait their turn.
const AT_ONCE: usize = 8;
/// How long a connection, and a whole call, may take.
const CONNECT: Duration = Duration::from_secs(5);
const CALL: Duration = Duration::from_secs(10);
/// The longest title.
const LONGEST_TITLE: usize = 200;

/// The body of a call.
#[derive(Debug, PartialEq, Serialize)]
struct Call<'a> {
    event: &'static str,
    /// The question's id, so that a repeated call can be recognised.
    id: &'a str,
    task: &'a str,
    /// Its subject, in a few words.
    title: String,
    /// Where to answer it; only if other devices can reach this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'a str>,
}

/// Calls for every waiting question, until the server stops.
pub(crate) async fn call(state: Arc<AppState>, tasks: Arc<Service>) {
    let (Some(public), Some(any)) = (client(false), client(true)) else { return };
    let (mut watching, mut calls) = (tasks.watch_all(None), JoinSet::new());
    let mut schedule = Schedule::default();
    // A question may have been asked before this began to watch.
    catch_up(&mut schedule, &state, &tasks);
    loop {
        while calls.len() < AT_ONCE
            && let Some(id) = schedule.take_due(Instant::now())
        {
            // The question may have been answered, or the webhook turned off.
            let open = tasks.questions().into_iter().find(|linked| linked.question.id == id);
            match (open, hook(&state)) {
                (Some(open), Some(hook)) => {
                    let client = if hook.private { any.clone() } else { public.clone() };
                    calls.spawn(async move { (id, send(&client, &hook, &open).await) });
                }
                _ => drop(schedule.called(&id, Sent::Taken, Instant::now())),
            }
        }
        // A question that is already due waits for a call to end.
        let wake = schedule.next_due().filter(|_| calls.len() < AT_ONCE);
        let due = async {
            match wake {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            news = watching.next() => match news {
                Some(News::Event(event)) => heard(&mut schedule, &state, &event),
                Some(News::Lagged { .. }) => catch_up(&mut schedule, &state, &tasks),
                None => return,
            },
            Some(called) = calls.join_next() => if let Ok((id, sent)) = called {
                note(&mut schedule, &id, sent);
            },
            () = due => {}
            () = state.stopped() => return,
        }
    }
}

fn hook(state: &AppState) -> Option<Webhook> {
    state.setup.as_ref().and_then(|setup| setup.webhook())
}

fn heard(schedule: &mut Schedule, state: &AppState, event: &Event) {
    match &event.what {
        EventKind::Question { question } => {
            if let Some(hook) = hook(state) {
                schedule.add(&question.id, Instant::now() + hook.after);
            }
        }
        EventKind::QuestionClosed { id, .. } => schedule.remove(id),
        _ => {}
    }
}

/// Reads the open questions themselves: some may have been asked or closed in missed events.
fn catch_up(schedule: &mut Schedule, state: &AppState, tasks: &Service) {
    let after = hook(state).map(|hook| hook.after);
    // Without a webhook there is nothing to call.
    let open = after.map_or_else(Vec::new, |_| tasks.questions());
    let open = open.into_iter().map(|linked| linked.question.id).collect();
    schedule.replace(&open, Instant::now() + after.unwrap_or_default());
}

fn note(schedule: &mut Schedule, id: &str, sent: Sent) {
    if let Sent::Refused(status) = sent {
        tracing::warn!(status, "the webhook rejected the call");
    }
    if sent == Sent::Blocked {
        tracing::warn!(
            "the webhook was not called: its address is this machine or its network; `webhook_private = true` under \
             `[server]` allows it"
        );
    }
    if schedule.called(id, sent, Instant::now()) {
        tracing::warn!("the webhook does not answer; the question waits on the desktop");
    }
}

async fn send(client: &reqwest::Client, hook: &Webhook, open: &LinkedQuestion) -> Sent {
    if !hook.private && names_private_address(&hook.url) {
        return Sent::Blocked;
    }
    let Ok(body) = serde_json::to_vec(&about_question(open)) else { return Sent::Failed };
    let request = client.post(&hook.url).header(reqwest::header::CONTENT_TYPE, "application/json").body(body);
    // Neither the address nor an error that contains it is logged: it may be a secret.
    match request.send().await.map(|answer| answer.status().as_u16()) {
        Ok(200..=299) => Sent::Taken,
        Ok(status @ (300..=407 | 409..=428 | 430..=499)) => Sent::Refused(status),
        Err(error) if is_not_public(&error) => Sent::Blocked,
        Ok(_) | Err(_) => Sent::Failed,
    }
}

fn is_not_public(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<NotPublic>() {
            return true;
        }
        cause = error.source();
    }
    false
}

fn about_question(open: &LinkedQuestion) -> Call<'_> {
    let question = &open.question;
    // A path is useless on another device.
    let link = Some(open.link.url.as_str()).filter(|url| !url.starts_with('/'));
    let title = question.title.chars().take(LONGEST_TITLE).collect();
    Call { event: "question", id: &question.id, task: &question.task, title, link }
}

/// Follows no redirect: only the configured address is called. Unless `private` addresses are allowed, names resolve to
/// public ones alone, and no proxy is asked, which would resolve them itself.
fn client(private: bool) -> Option<reqwest::Client> {
    // If a provider is already installed, that one is used.
    drop(tokio_rustls::rustls::crypto::ring::default_provider().install_default());
    let builder = reqwest::Client::builder().connect_timeout(CONNECT).timeout(CALL);
    let builder = builder.redirect(reqwest::redirect::Policy::none());
    let builder = if private { builder } else { builder.dns_resolver(Arc::new(PublicOnly)).no_proxy() };
    let built = builder.user_agent(concat!("fingertip/", env!("CARGO_PKG_VERSION"))).build();
    built.inspect_err(|_| tracing::warn!("this machine has no root certificates: the webhook cannot be called")).ok()
}
