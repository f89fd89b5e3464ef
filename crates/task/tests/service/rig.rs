//! A service over a folder of its own, with phones that listen on free ports and models that read from a text.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::dialect::DialectName;
use serde_json::{Map, Value, json};
use sim::adbd::Adbd;
use sim::profile::{Profile, Screen};
use task::agent::model::{Endpoint, Script, System, Tool, Traits};
use task::agent::{Settings, SystemClock, ToolError};
use task::device::AdbDevice;
use task::device::wire::Adb;
use task::folder::Paths;
use task::permissions::Permissions;
use task::{
    Event, Later, Limits, Models, News, NoModel, Options, Outside, Phone, Phones, Reply, Service, Spec, ToolBox,
    Unreachable, Watching, What,
};
use tokio::net::TcpListener;

/// What the service is given, and the folder it works on.
pub(crate) struct Rig {
    pub(crate) service: Arc<Service>,
    pub(crate) outside: Arc<World>,
    pub(crate) folder: tempfile::TempDir,
}

/// Phones, models and tools of a test.
#[derive(Default)]
pub(crate) struct World {
    phones: Mutex<HashMap<String, Arc<AdbDevice>>>,
    scripts: Mutex<HashMap<String, String>>,
    /// Whether the next one to look into the box of tools breaks off.
    pub(crate) panics: AtomicBool,
}

impl Phones for World {
    fn reach<'a>(&'a self, name: Option<&'a str>) -> Later<'a, Result<Arc<AdbDevice>, Unreachable>> {
        let name = name.unwrap_or("one");
        let found = self.phones.lock().unwrap().get(name).cloned();
        Box::pin(async move { found.ok_or_else(|| Unreachable(format!("there is no phone `{name}`"))) })
    }

    fn list(&self) -> Later<'_, Result<Vec<Phone>, Unreachable>> {
        let mut ids: Vec<String> = self.phones.lock().unwrap().keys().cloned().collect();
        ids.sort();
        let phones = ids.into_iter().map(|id| Phone { name: format!("phone {id}"), id, trouble: None }).collect();
        Box::pin(async move { Ok(phones) })
    }
}

impl Models for World {
    fn find(&self, word: Option<&str>, dialect: Option<DialectName>) -> Result<Arc<Endpoint>, NoModel> {
        let word = word.unwrap_or("done");
        let text = self.scripts.lock().unwrap().get(word).cloned();
        let text = text.ok_or_else(|| NoModel(format!("there is no model `{word}`")))?;
        let traits = Traits::of(dialect.unwrap_or(DialectName::AUTO));
        Script::of(word, &text, traits, Arc::new(System))
            .map(|script| Arc::new(Endpoint::Script(script)))
            .map_err(|error| NoModel(error.to_string()))
    }
}

impl ToolBox for World {
    fn offered(&self) -> Arc<[Tool]> {
        assert!(!self.panics.swap(false, Ordering::Relaxed), "the box of tools fell down");
        Arc::default()
    }

    fn call<'a>(
        &'a self,
        name: &'a str,
        _: &'a Map<String, Value>,
        _: Duration,
    ) -> Later<'a, Result<String, ToolError>> {
        Box::pin(async move { Err(ToolError::Unknown(name.to_owned())) })
    }
}

impl World {
    /// A model that answers with these actions, one a step.
    pub(crate) fn script(&self, name: &str, actions: &[Value]) {
        let line = |action: &Value| json!({ "raw": { "thought": "next", "action": action } }).to_string();
        let text: Vec<String> = actions.iter().map(line).collect();
        self.scripts.lock().unwrap().insert(name.to_owned(), text.join("\n"));
    }

    async fn phone(&self, name: &str) {
        let now = || 1_789_000_000_000;
        let screen = Screen { width: 360, height: 640, density: 160 };
        let phone = sim::phone::Phone::new(Profile { screen, ..Profile::default() }, now());
        let adbd = Adbd::new(phone, Arc::new(now));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(adbd.listen(listener));
        let way = Adb::direct(address, adb::Options::default());
        let clock = Arc::new(task::device::clock::SystemClock::default());
        let device = AdbDevice::new(name, way, clock, task::device::Options::default());
        self.phones.lock().unwrap().insert(name.to_owned(), Arc::new(device));
    }
}

/// The usual scripts: done at once, and one that asks first.
pub(crate) async fn rig() -> Rig {
    rig_with(Limits::default()).await
}

pub(crate) async fn rig_with(limits: Limits) -> Rig {
    let world = Arc::new(World::default());
    world.phone("one").await;
    world.phone("two").await;
    world.script("done", &[json!({"type": "finish", "message": "done"})]);
    let ask = json!({"type": "ask_user", "question": "Which one?"});
    world.script("asks", &[ask, json!({"type": "finish", "message": "done"})]);
    let folder = tempfile::tempdir().unwrap();
    let service = open(&world, folder.path(), limits);
    Rig { service, outside: world, folder }
}

/// A service over this folder.
pub(crate) fn open(world: &Arc<World>, folder: &Path, limits: Limits) -> Arc<Service> {
    let next = AtomicU64::new(1);
    let random = move || {
        let n = next.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        let mut bits = [0; 32];
        bits.iter_mut().zip(n.iter().cycle()).for_each(|(bit, n)| *bit = *n);
        Ok(bits)
    };
    let outside = Outside {
        phones: Arc::<World>::clone(world),
        models: Arc::<World>::clone(world),
        tools: Arc::<World>::clone(world),
        clock: Arc::new(SystemClock::new()),
        random: Arc::new(random),
    };
    let places = Paths::new(folder);
    let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
    let step_delay = Some(Duration::from_millis(20));
    let settings = Settings { step_delay, settle_maximum: Duration::from_millis(200), ..Settings::default() };
    Service::open(places, permissions, outside, Options { settings, limits, public_url: None }).unwrap()
}

impl Rig {
    pub(crate) async fn start(&self, model: &str) -> String {
        self.service.start(spec(model)).await.unwrap()
    }

    /// Watches until something is told that fits; everything up to it.
    pub(crate) async fn until(&self, task: &str, fits: impl Fn(&What) -> bool) -> Vec<Arc<Event>> {
        let mut watching = self.service.watch(task, None).await.unwrap();
        until(&mut watching, fits).await
    }

    /// The end of a task: what was told of it.
    pub(crate) async fn end(&self, task: &str) -> task::agent::Summary {
        let events = self.until(task, |what| matches!(what, What::Ended(_))).await;
        match &events.last().unwrap().what {
            What::Ended(summary) => summary.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// The question that a task asks next.
    pub(crate) async fn asked(&self, task: &str) -> task::Open {
        let events = self.until(task, |what| matches!(what, What::Question(_))).await;
        match &events.last().unwrap().what {
            What::Question(question) => (**question).clone(),
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) async fn until(watching: &mut Watching, fits: impl Fn(&What) -> bool) -> Vec<Arc<Event>> {
    let mut events = Vec::new();
    loop {
        match watching.next().await {
            Some(News::Event(event)) => {
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
