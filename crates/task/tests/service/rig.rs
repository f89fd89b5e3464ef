//! A service over a folder of its own.

use std::sync::Arc;

use task::agent::Summary;
use task::{Event, EventKind, Limits, News, Reply, Service, Spec, Watching};

use crate::world::World;
pub(crate) use crate::world::open;

/// The service, its environment, and its folder.
pub(crate) struct Rig {
    pub(crate) service: Arc<Service>,
    pub(crate) world: Arc<World>,
    pub(crate) folder: tempfile::TempDir,
}

/// The usual scripts: one that finishes at once, and one that asks first.
pub(crate) async fn rig() -> Rig {
    rig_with(Limits::default()).await
}

pub(crate) async fn rig_with(limits: Limits) -> Rig {
    let world = World::usual().await;
    let folder = tempfile::tempdir().unwrap();
    let service = open(&world, folder.path(), limits);
    Rig { service, world, folder }
}

impl Rig {
    pub(crate) async fn start(&self, model: &str) -> String {
        self.service.start(spec(model)).await.unwrap()
    }

    /// Watches until a matching event; returns everything up to it.
    pub(crate) async fn until(&self, task: &str, fits: impl Fn(&EventKind) -> bool) -> Vec<Arc<Event>> {
        let mut watching = self.service.watch(task, None).await.unwrap();
        until(&mut watching, fits).await
    }

    /// Waits for the end of a task.
    pub(crate) async fn end(&self, task: &str) -> Summary {
        let events = self.until(task, |what| matches!(what, EventKind::Ended(_))).await;
        match &events.last().unwrap().what {
            EventKind::Ended(summary) => summary.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// Waits for a task's next question.
    pub(crate) async fn asked(&self, task: &str) -> task::Open {
        let events = self.until(task, |what| matches!(what, EventKind::Question { .. })).await;
        match &events.last().unwrap().what {
            EventKind::Question { question } => (**question).clone(),
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) async fn until(watching: &mut Watching, fits: impl Fn(&EventKind) -> bool) -> Vec<Arc<Event>> {
    let mut events = Vec::new();
    loop {
        match watching.next().await {
            Some(News::Event(event)) => {
                // A remote reader can parse it.
                let text = serde_json::to_string(&*event).unwrap();
                serde_json::from_str::<Event>(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                let found = fits(&event.what);
                events.push(event);
                if found {
                    return events;
                }
            }
            Some(News::Lagged { upto }) => panic!("lagged up to {upto}"),
            None => panic!("it ended with {:?}", events.last()),
        }
    }
}

pub(crate) fn spec(model: &str) -> Spec {
    Spec { model: Some(model.to_owned()), ..Spec::new("Find the thing") }
}

pub(crate) fn text(text: &str) -> Reply {
    Reply::Approve { text: Some(text.to_owned()), remember: false }
}

pub(crate) fn yes() -> Reply {
    Reply::Approve { text: None, remember: false }
}
