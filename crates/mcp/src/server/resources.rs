//! Resources that an agent may read and watch: screens, their elements, its tasks and what is on record about them, the
//! desktop. What an address means is in `address`, what is read from records in `record`.

mod address;
mod record;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::request::Parts;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use desktop::wire::Audience;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate, ResourceUpdatedNotificationParam};
use rmcp::service::SubscriptionContext;
use rmcp::{ErrorData, Peer, RoleServer};
use task::{News, TaskError};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use self::address::{Address, ROOT};
use super::clients::Agent;
use super::screen;
use super::shared::Shared;

/// How many resources one session may watch.
const MOST_WATCHED: usize = 64;
/// How many tasks are listed.
const MOST_TASKS: usize = 20;
/// The time between two notifications about one resource: the client then reads the newest state.
const BETWEEN: Duration = Duration::from_millis(250);
/// The largest file that is returned.
const MOST_BYTES: u64 = 16 << 20;

/// Lists the current resources.
pub(super) async fn list(shared: &Shared, agent: &str) -> Vec<Resource> {
    let mut list = vec![
        Resource::new(format!("{ROOT}desktop/state"), "The desktop").with_mime_type("application/json"),
        Resource::new(format!("{ROOT}desktop/schema"), "Desktop actions").with_mime_type("application/schema+json"),
    ];
    for phone in shared.service.phones().await.unwrap_or_default() {
        let at = |what: &str| format!("{ROOT}phone/{}/{what}", phone.id);
        list.push(Resource::new(at("screen"), format!("{}: screen", phone.name)).with_mime_type("image/png"));
        list.push(
            Resource::new(at("snapshot"), format!("{}: snapshot", phone.name)).with_mime_type("application/json"),
        );
        list.push(Resource::new(at("elements"), format!("{}: elements", phone.name)).with_mime_type("text/plain"));
    }
    let tasks = shared.service.list(MOST_TASKS, None).await.map(|page| page.tasks).unwrap_or_default();
    for task in tasks.iter().filter(|task| task.asked_by.as_deref() == Some(agent)) {
        let at = |what: &str| format!("{ROOT}task/{}/{what}", task.id);
        list.push(Resource::new(at("report"), format!("{}: report", task.goal)).with_mime_type("text/markdown"));
        list.push(Resource::new(at("why"), format!("{}: why", task.goal)).with_mime_type("application/json"));
        list.push(
            Resource::new(at("trajectory"), format!("{}: trajectory", task.goal)).with_mime_type("application/json"),
        );
    }
    list
}

/// Returns the templates of the addresses.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template =
        |path: &str, name: &str, kind: &str| ResourceTemplate::new(format!("{ROOT}{path}"), name).with_mime_type(kind);
    vec![
        template("phone/{device}/screen", "A phone's screen", "image/png"),
        template("phone/{device}/snapshot", "A phone's screen with its size, app and time", "application/json"),
        template("phone/{device}/elements", "The elements on a phone's screen", "text/plain"),
        template("task/{task_id}/report", "What a task did", "text/markdown"),
        template("task/{task_id}/why", "Why a task ended, and what to try", "application/json"),
        template("task/{task_id}/step/{number}", "Everything about one step of a task", "application/json"),
        template("task/{task_id}/step/{number}/tree", "The elements that were seen in a step", "text/plain"),
        template("task/{task_id}/step/{number}/picture", "The picture that was seen in a step", "image/png"),
        template("task/{task_id}/step/{number}/prompt", "What the model was asked in a step", "text/plain"),
        template("task/{task_id}/diff/{other}", "Two tasks compared, and where they part", "application/json"),
        template("tasks{?status,since,grep}", "Your tasks, filtered", "application/json"),
        template("task/{task_id}/trajectory", "Every step of a task", "application/json"),
    ]
}

/// Reads a resource.
pub(super) async fn read(shared: &Shared, agent: &str, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let address = Address::read(uri).ok_or_else(|| unknown(uri))?;
    let text = |text: String, kind: &str| ResourceContents::text(text, uri).with_mime_type(kind);
    let contents = match &address {
        Address::Screen(device) => {
            let device = shared.phone(Some(device)).await.map_err(wrong)?;
            let look = shared.service.look(&device, true).await.map_err(wrong)?;
            let picture = look.picture.ok_or_else(|| unknown(uri))?;
            ResourceContents::blob(STANDARD.encode(&picture.png), uri).with_mime_type("image/png")
        }
        Address::Snapshot(device) => {
            let device = shared.phone(Some(device)).await.map_err(wrong)?;
            let snapshot = shared.service.snapshot(Some(&device)).await.map_err(wrong)?;
            text(serde_json::to_string(&snapshot).map_err(wrong)?, "application/json")
        }
        Address::Elements(device) => {
            let device = shared.phone(Some(device)).await.map_err(wrong)?;
            let look = shared.service.look(&device, false).await.map_err(wrong)?;
            text(look.tree.as_deref().map(screen::lines).unwrap_or_default(), "text/plain")
        }
        Address::Trajectory(task) => {
            own(shared, agent, task).await?;
            let path = shared.service.trajectory(task).map_err(wrong)?;
            let read = tokio::task::spawn_blocking(move || {
                let length = std::fs::metadata(&path)?.len();
                if length > MOST_BYTES {
                    return Err(std::io::Error::other(format!("it has {length} bytes; the limit is {MOST_BYTES}")));
                }
                std::fs::read_to_string(path)
            });
            let read = read.await.map_err(|error| wrong(error.to_string()))?;
            let read = read.map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => wrong("it is written when the task is over"),
                _ => wrong(error.to_string()),
            });
            text(read?, "application/json")
        }
        Address::Why(_) | Address::Step(..) | Address::Diff(..) | Address::Tasks(_) => {
            record::read(shared, agent, &address, uri).await?
        }
        Address::Report(task) => text(own(shared, agent, task).await?, "text/markdown"),
        Address::Desktop => {
            let state = shared.agents.state(Audience::Agents).await.map_err(|error| wrong(error.to_string()))?;
            text(String::from_utf8_lossy(&state).into_owned(), "application/json")
        }
        Address::DesktopSchema => {
            let schema = action::schema::of::<action::OsAction>().to_value();
            text(schema.to_string(), "application/schema+json")
        }
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

/// Describes a task of this agent; others' tasks are not found.
async fn own(shared: &Shared, agent: &str, task: &str) -> Result<String, ErrorData> {
    let view = shared.service.show(task).await.map_err(wrong)?;
    if view.asked_by.as_deref() != Some(agent) {
        return Err(wrong(TaskError::NoTask(task.chars().take(60).collect())));
    }
    let state = serde_json::to_value(view.state).unwrap_or_default();
    let said = view.error.or(view.message).unwrap_or_default();
    Ok(format!(
        "# {}\n\n{} after {} steps on {}.\n\n{said}\n",
        view.goal,
        state.as_str().unwrap_or_default(),
        view.steps,
        view.device
    ))
}

fn unknown(uri: &str) -> ErrorData {
    ErrorData::resource_not_found(format!("there is nothing at `{}`", uri.chars().take(100).collect::<String>()), None)
}

fn wrong(error: impl ToString) -> ErrorData {
    ErrorData::invalid_params(error.to_string(), None)
}

/// The resources that one session watches.
#[derive(Default)]
pub(super) struct Subscriptions {
    watched: Mutex<HashMap<String, AbortHandle>>,
}

impl Subscriptions {
    pub(super) async fn add(
        &self,
        shared: &Arc<Shared>,
        agent: &str,
        uri: &str,
        peer: Peer<RoleServer>,
    ) -> Result<(), ErrorData> {
        let address = Address::read(uri).ok_or_else(|| unknown(uri))?;
        check(shared, agent, &address).await?;
        let (shared, changed) = (Arc::clone(shared), uri.to_owned());
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if watched.len() >= MOST_WATCHED && !watched.contains_key(uri) {
            return Err(wrong(format!("you already watch {MOST_WATCHED} resources; end one first")));
        }
        let watching = tokio::spawn(async move {
            let (tell, mut told) = mpsc::channel(1);
            let watching = watch(&shared, address, tell);
            let telling = async {
                while told.recv().await.is_some() {
                    let news = ResourceUpdatedNotificationParam::new(&changed);
                    if peer.notify_resource_updated(news).await.is_err() {
                        return;
                    }
                    tokio::time::sleep(BETWEEN).await;
                }
            };
            tokio::join!(watching, telling);
        });
        if let Some(before) = watched.insert(uri.to_owned(), watching.abort_handle()) {
            before.abort();
        }
        Ok(())
    }

    pub(super) fn remove(&self, uri: &str) {
        if let Some(watching) = self.watched.lock().unwrap_or_else(PoisonError::into_inner).remove(uri) {
            watching.abort();
        }
    }
}

impl Drop for Subscriptions {
    fn drop(&mut self) {
        let watched = self.watched.get_mut().unwrap_or_else(PoisonError::into_inner);
        watched.values().for_each(AbortHandle::abort);
    }
}

/// Watches for a client of the newest protocol version, as long as it listens.
pub(super) async fn listen(shared: &Arc<Shared>, context: SubscriptionContext) -> Result<(), ErrorData> {
    let parts = context.request_context().extensions.get::<Parts>();
    let agent = parts.and_then(|parts| parts.extensions.get::<Agent>()).cloned();
    let Some(Agent(agent)) = agent else { return Err(ErrorData::internal_error("the caller is unknown", None)) };
    let uris: Vec<String> = context.accepted().resource_subscriptions.clone().unwrap_or_default();
    if uris.len() > MOST_WATCHED {
        return Err(wrong(format!("at most {MOST_WATCHED} resources can be watched at once")));
    }
    let (tell, mut told) = mpsc::channel(1);
    let mut watching = tokio::task::JoinSet::new();
    for uri in uris {
        let address = Address::read(&uri).ok_or_else(|| unknown(&uri))?;
        check(shared, &agent, &address).await?;
        let (shared, tell) = (Arc::clone(shared), tell.clone());
        watching.spawn(async move {
            let (each, mut changes) = mpsc::channel(1);
            let passing = async {
                while changes.recv().await.is_some() {
                    if tell.send(uri.clone()).await.is_err() {
                        return;
                    }
                    tokio::time::sleep(BETWEEN).await;
                }
            };
            tokio::join!(watch(&shared, address, each), passing);
        });
    }
    drop(tell);
    loop {
        tokio::select! {
            () = context.cancelled() => return Ok(()),
            news = told.recv() => match news {
                Some(uri) => if context.sink().notify_resource_updated(uri).await.is_err() { return Ok(()) },
                // Nothing will change any more: the client decides when to stop listening.
                None => { context.cancelled().await; return Ok(()) }
            },
        }
    }
}

async fn check(shared: &Shared, agent: &str, address: &Address) -> Result<(), ErrorData> {
    match address {
        Address::Trajectory(task) | Address::Report(task) | Address::Why(task) | Address::Step(task, ..) => {
            own(shared, agent, task).await.map(drop)
        }
        Address::Diff(a, b) => {
            own(shared, agent, a).await?;
            own(shared, agent, b).await.map(drop)
        }
        Address::Screen(device) | Address::Snapshot(device) | Address::Elements(device) => {
            shared.phone(Some(device)).await.map(drop).map_err(wrong)
        }
        Address::Tasks(_) | Address::Desktop | Address::DesktopSchema => Ok(()),
    }
}

/// Reports every change, until the last listener is gone. Several changes may be reported as one.
async fn watch(shared: &Arc<Shared>, address: Address, changed: mpsc::Sender<()>) {
    // One pending notification is enough: the client then reads the newest state.
    let tell = || !matches!(changed.try_send(()), Err(mpsc::error::TrySendError::Closed(())));
    match address {
        Address::Screen(device) | Address::Snapshot(device) | Address::Elements(device) => {
            let mut phone = shared.service.watch_phone(&device).await;
            // The existing state is not a change.
            phone.next(true).await;
            while tokio::select! { _ = phone.next(true) => tell(), () = changed.closed() => false } {}
        }
        Address::Tasks(_) => {
            let mut events = shared.service.watch_all(None);
            while tokio::select! { news = events.next() => news.is_some() && tell(), () = changed.closed() => false } {}
        }
        // The second of two tasks is usually the one that still runs.
        Address::Trajectory(task)
        | Address::Report(task)
        | Address::Why(task)
        | Address::Step(task, ..)
        | Address::Diff(_, task) => {
            let Ok(mut events) = shared.service.watch(&task, None).await else { return };
            loop {
                let news = tokio::select! { news = events.next() => news, () = changed.closed() => return };
                match news {
                    Some(News::Event(_) | News::Lagged { .. }) if tell() => {}
                    _ => return,
                }
            }
        }
        Address::Desktop => {
            let mut changes = shared.agents.changes();
            while tokio::select! { change = changes.changed() => change.is_ok() && tell(), () = changed.closed() => false }
            {
            }
        }
        Address::DesktopSchema => {}
    }
}
