//! Phones, models and tools for a service: simulated phones on free ports, models that read from a script. Also used by
//! the server's tests.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::dialect::DialectName;
use async_trait::async_trait;
use policy::KnownTool;
use serde_json::{Map, Value, json};
use sim::adbd::Adbd;
use sim::profile::{Profile, Screen};
use task::agent::model::{Model, Script, System, Tool, Traits};
use task::agent::{Need, NoReader, NoScripts, Settings, SystemClock, ToolError, Tools};
use task::device::wire::Adb;
use task::device::{self, AdbDevice, Device, clock};
use task::folder::Paths;
use task::permissions::Permissions;
use task::{Environment, Limits, Models, NoModel, Options, Phone, Phones, Service, Unreachable};
use tokio::net::TcpListener;

/// The phones, models and tools of a test.
#[derive(Default)]
pub(crate) struct World {
    phones: Mutex<HashMap<String, Arc<dyn Device>>>,
    adbds: Mutex<HashMap<String, Plugged>>,
    scripts: Mutex<HashMap<String, String>>,
    /// Whether the next lookup of the tools panics.
    pub(crate) panics: AtomicBool,
}

/// A simulated phone on its socket.
struct Plugged {
    adbd: Arc<Adbd>,
    address: std::net::SocketAddr,
    listening: tokio::task::JoinHandle<std::io::Result<()>>,
}

#[async_trait]
impl Phones for World {
    async fn reach(&self, name: Option<&str>) -> Result<Arc<dyn Device>, Unreachable> {
        let name = name.unwrap_or("one");
        let found = self.phones.lock().unwrap().get(name).cloned();
        found.ok_or_else(|| Unreachable(format!("there is no phone `{name}`")))
    }

    async fn list(&self) -> Result<Vec<Phone>, Unreachable> {
        let mut ids: Vec<String> = self.phones.lock().unwrap().keys().cloned().collect();
        ids.sort();
        Ok(ids.into_iter().map(|id| Phone { name: format!("phone {id}"), id, trouble: None }).collect())
    }
}

impl Models for World {
    fn find(&self, word: Option<&str>, dialect: Option<DialectName>) -> Result<Option<Arc<dyn Model>>, NoModel> {
        let word = word.unwrap_or("done");
        let text = self.scripts.lock().unwrap().get(word).cloned();
        let text = text.ok_or_else(|| NoModel(format!("there is no model `{word}`")))?;
        let traits = Traits::of(dialect.unwrap_or(DialectName::AUTO));
        Script::of(word, &text, traits, Arc::new(System))
            .map(|script| Some(Arc::new(script) as Arc<dyn Model>))
            .map_err(|error| NoModel(error.to_string()))
    }

    fn has(&self, name: &str) -> bool {
        self.scripts.lock().unwrap().contains_key(name)
    }
}

#[async_trait]
impl Tools for World {
    async fn offered(&self, _: &Need<'_>) -> Arc<[Tool]> {
        assert!(!self.panics.swap(false, Ordering::Relaxed), "the box of tools fell down");
        Arc::default()
    }

    fn find(&self, _: &str) -> Option<KnownTool> {
        None
    }

    async fn call(&self, name: &str, _: &Map<String, Value>, _: Duration) -> Result<String, ToolError> {
        Err(ToolError::Unknown(name.to_owned()))
    }
}

impl World {
    /// Two phones; a model that finishes at once, and one that asks first.
    pub(crate) async fn usual() -> Arc<Self> {
        let world = Self::default();
        world.phone("one").await;
        world.phone("two").await;
        let finish = json!({"type": "finish", "message": "done"});
        let ask = json!({"type": "ask_user", "question": "Which one?"});
        world.script("done", std::slice::from_ref(&finish));
        world.script("asks", &[ask, finish]);
        Arc::new(world)
    }

    /// Adds a model that answers with these actions, one per step.
    pub(crate) fn script(&self, name: &str, actions: &[Value]) {
        let line = |action: &Value| json!({ "raw": { "thought": "next", "action": action } }).to_string();
        let text: Vec<String> = actions.iter().map(line).collect();
        self.scripts.lock().unwrap().insert(name.to_owned(), text.join("\n"));
    }

    /// Wraps a phone.
    pub(crate) fn wrap<D: Device + 'static>(&self, name: &str, wrap: impl FnOnce(Arc<dyn Device>) -> Arc<D>) -> Arc<D> {
        let mut phones = self.phones.lock().unwrap();
        let wrapped = wrap(phones.remove(name).unwrap());
        phones.insert(name.to_owned(), Arc::<D>::clone(&wrapped));
        wrapped
    }

    /// Returns the simulated end of a phone.
    #[allow(dead_code, reason = "not every test that uses this world needs it")]
    pub(crate) fn adbd(&self, name: &str) -> Arc<Adbd> {
        Arc::clone(&self.adbds.lock().unwrap()[name].adbd)
    }

    /// Disconnects a phone.
    #[allow(dead_code, reason = "not every test that uses this world needs it")]
    pub(crate) async fn unplug(&self, name: &str) {
        let listening = {
            let mut adbds = self.adbds.lock().unwrap();
            std::mem::replace(&mut adbds.get_mut(name).unwrap().listening, tokio::spawn(async { Ok(()) }))
        };
        listening.abort();
        _ = listening.await;
    }

    /// Reconnects it at the same address.
    #[allow(dead_code, reason = "not every test that uses this world needs it")]
    pub(crate) async fn plug(&self, name: &str) {
        let (adbd, address) = {
            let adbds = self.adbds.lock().unwrap();
            (Arc::clone(&adbds[name].adbd), adbds[name].address)
        };
        let listener = TcpListener::bind(address).await.unwrap();
        let listening = tokio::spawn(adbd.listen(listener));
        self.adbds.lock().unwrap().get_mut(name).unwrap().listening = listening;
    }

    async fn phone(&self, name: &str) {
        let now = || 1_789_000_000_000;
        let screen = Screen { width: 360, height: 640, density: 160 };
        let phone = sim::bare_phone(Profile { screen, run_ahead: true, ..Profile::default() }, now());
        let adbd = Adbd::new(phone, Arc::new(now));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let listening = tokio::spawn(Arc::clone(&adbd).listen(listener));
        self.adbds.lock().unwrap().insert(name.to_owned(), Plugged { adbd, address, listening });
        let way = Adb::direct(address.to_string(), Default::default());
        let clock = Arc::new(clock::SystemClock::default());
        let device = AdbDevice::new(name, way, clock, device::Options::default());
        self.phones.lock().unwrap().insert(name.to_owned(), Arc::new(device));
    }
}

/// Opens a service over this folder.
pub(crate) fn open(world: &Arc<World>, folder: &Path, limits: Limits) -> Arc<Service> {
    let places = Paths::new(folder);
    let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
    open_with(world, folder, permissions, limits)
}

/// Like [`open`], with permissions that the caller shares.
pub(crate) fn open_with(
    world: &Arc<World>,
    folder: &Path,
    permissions: Arc<Permissions>,
    limits: Limits,
) -> Arc<Service> {
    let places = Paths::new(folder);
    let environment = environment(world);
    Service::open(places, permissions, environment, options(limits)).unwrap()
}

/// Options with the shortest waits.
pub(crate) fn options(limits: Limits) -> Options {
    let step_delay = Some(Duration::from_millis(20));
    let settings = Settings { step_delay, settle_maximum: Duration::from_millis(200), ..Settings::default() };
    Options { settings, limits, public_url: None }
}

/// The environment of a service.
pub(crate) fn environment(world: &Arc<World>) -> Environment {
    let next = AtomicU64::new(1);
    let random = move || {
        let n = next.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        let mut bits = [0; 32];
        bits.iter_mut().zip(n.iter().cycle()).for_each(|(bit, n)| *bit = *n);
        Ok(bits)
    };
    Environment {
        phones: Arc::<World>::clone(world),
        models: Arc::<World>::clone(world),
        tools: Arc::<World>::clone(world),
        scripts: Arc::new(NoScripts),
        reader: Arc::new(NoReader),
        clock: Arc::new(SystemClock::new()),
        random: Arc::new(random),
    }
}
