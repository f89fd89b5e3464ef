//! Calls the address that the person set when a question waits for them: that there is one, for which task, and where
//! it is answered. What is asked, and anything that may be secret, is not in it.
//!
//! A task of its own that nobody waits for: whether somebody answers there holds up nothing. It tries a few times and
//! gives up; at most so many calls are under way.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use task::{LinkedQuestion, News, Service, What};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::app_state::AppState;

/// How many calls may be under way; more questions at once are told by one of them anyway.
const AT_ONCE: usize = 8;
/// How long a connection, and how long a whole call may take.
const CONNECT: Duration = Duration::from_secs(5);
const CALL: Duration = Duration::from_secs(10);
/// How long is waited before each further attempt.
const AGAIN: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(8)];
/// The longest title.
const LONGEST_TITLE: usize = 200;

/// What is sent.
#[derive(Debug, PartialEq, Serialize)]
struct Call<'a> {
    event: &'static str,
    /// The question, so that who is called twice knows it.
    id: &'a str,
    task: &'a str,
    /// What it is about, in a few words.
    title: String,
    /// Where it is answered; only where other devices reach this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'a str>,
}

/// Calls for every question that is asked from now on, until it is dropped.
pub(crate) async fn call(state: Arc<AppState>, tasks: Arc<Service>) {
    let Some(client) = client() else { return };
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut watching = tasks.watch_all(None);
    while let Some(news) = watching.next().await {
        let News::Event(event) = news else { continue };
        let What::Question { question } = &event.what else { continue };
        if state.setup.as_ref().and_then(|setup| setup.webhook()).is_none() {
            continue;
        }
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else {
            tracing::warn!("the webhook is slow; it is not called for every question");
            continue;
        };
        let (state, tasks, client, id) = (Arc::clone(&state), Arc::clone(&tasks), client.clone(), question.id.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = about(&state, &tasks, &client, &id) => {}
                () = state.stopped() => {}
            }
            drop(place);
        });
    }
}

/// Calls for one question, as long as it waits.
async fn about(state: &AppState, tasks: &Service, client: &reqwest::Client, id: &str) {
    let hook = |state: &AppState| state.setup.as_ref().and_then(|setup| setup.webhook());
    let Some(first) = hook(state) else { return };
    sleep(first.after).await;
    for wait in AGAIN.iter().map(Some).chain([None]) {
        // It may have been answered, or the webhook switched off.
        let open = tasks.questions().into_iter().find(|linked| linked.question.id == id);
        let (Some(open), Some(hook)) = (open, hook(state)) else { return };
        match send(client, &hook.url, &open).await {
            Sent::Taken => return,
            Sent::Refused(status) => {
                tracing::warn!(status, "the webhook refuses the call");
                return;
            }
            Sent::Failed => {}
        }
        match wait {
            Some(wait) => sleep(*wait).await,
            None => tracing::warn!("the webhook does not answer; the question waits on the desktop"),
        }
    }
}

/// What came of a call.
#[derive(Debug, PartialEq, Eq)]
enum Sent {
    Taken,
    /// Asking again would not help.
    Refused(u16),
    Failed,
}

async fn send(client: &reqwest::Client, url: &str, open: &LinkedQuestion) -> Sent {
    let Ok(body) = serde_json::to_vec(&about_question(open)) else { return Sent::Failed };
    let request = client.post(url).header(reqwest::header::CONTENT_TYPE, "application/json").body(body);
    // Neither the address nor an error that holds it is logged: it may be a secret.
    match request.send().await.map(|answer| answer.status().as_u16()) {
        Ok(200..=299) => Sent::Taken,
        Ok(status @ (300..=407 | 409..=428 | 430..=499)) => Sent::Refused(status),
        Ok(_) | Err(_) => Sent::Failed,
    }
}

fn about_question(open: &LinkedQuestion) -> Call<'_> {
    let question = &open.question;
    // A path leads nowhere from elsewhere.
    let link = Some(open.link.url.as_str()).filter(|url| !url.starts_with('/'));
    let title = question.title.chars().take(LONGEST_TITLE).collect();
    Call { event: "question", id: &question.id, task: &question.task, title, link }
}

/// Follows no redirect: what was set is what is called.
fn client() -> Option<reqwest::Client> {
    // Whoever comes second finds it installed: that is as good.
    drop(tokio_rustls::rustls::crypto::ring::default_provider().install_default());
    let builder = reqwest::Client::builder().connect_timeout(CONNECT).timeout(CALL);
    let builder = builder.redirect(reqwest::redirect::Policy::none());
    let built = builder.user_agent(concat!("fingertip/", env!("CARGO_PKG_VERSION"))).build();
    built.inspect_err(|_| tracing::warn!("there are no certificates here: the webhook cannot be called")).ok()
}
