//! This machine as the task service sees it: phones, configured models, the picture reader, randomness.
//!
//! `serve` creates it, and every command that runs a task itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use action::dialect::DialectName;
use adb::host::Server;
use agent::{NoReader, NoScripts, NoTools, Reader, Scripts, SystemClock, Tools};
use anyhow::{Result, bail};
use async_trait::async_trait;
use device::{AdbDevice, Device, Observer};
use mcp::client::Servers;
use model::{Choice, Endpoint, Model, System};
use sim::profile::Profile;
use task::folder::Folder;
use task::{Environment, Models, NoModel, Phone, Phones, Unreachable};

use crate::config::LiveConfig;
use crate::phones::{self, BUILT_IN, BuiltIn, loopback};
use crate::reader::PictureReader;
use crate::scripts::SandboxedScripts;
use crate::tools;

/// This machine's phones and models.
pub(crate) struct Machine {
    /// The phone for tasks that name none.
    usual: Option<String>,
    config: Arc<LiveConfig>,
    /// The built-in phone, or why there is none. Only the owner of the data folder runs it.
    built_in: Result<BuiltIn, String>,
    reader: Arc<dyn Reader>,
    scripts: Arc<dyn Scripts>,
    /// The MCP servers; none for read-only commands.
    servers: Option<Arc<Servers>>,
    /// The connected phones by id: one phone is one device, whatever name was used for it.
    known: Mutex<BTreeMap<String, Arc<AdbDevice>>>,
}

impl Machine {
    /// Creates it with the built-in phone of a folder that we own; other commands use that phone too.
    pub(crate) async fn owning(folder: &Folder, usual: Option<String>, config: Arc<LiveConfig>) -> Arc<Self> {
        // A failure here must not keep people from other phones.
        let built_in = async { BuiltIn::share(folder, Profile::default(), loopback().await?).await }.await;
        let built_in = built_in.map_err(|error| format!("{error:#}"));
        if let Err(why) = &built_in {
            tracing::warn!("there is no built-in phone: {why}");
        }
        let reader = Arc::new(PictureReader::new(folder.ocr_models()));
        let scripts = Arc::new(SandboxedScripts::new(folder.runs(), folder.files(), Arc::new(random)));
        let servers = Some(Arc::new(tools::servers(config.data(), &config.now())));
        Arc::new(Self { usual, config, built_in, reader, scripts, servers, known: Mutex::default() })
    }

    /// Creates it without the built-in phone, for read-only commands.
    pub(crate) fn looking(usual: Option<String>, config: Arc<LiveConfig>) -> Arc<Self> {
        let built_in = Err("the data folder is open read-only".to_owned());
        let (reader, scripts) = (Arc::new(NoReader), Arc::new(NoScripts));
        Arc::new(Self { usual, config, built_in, reader, scripts, servers: None, known: Mutex::default() })
    }

    /// Returns the environment of a task service.
    pub(crate) fn environment(self: &Arc<Self>) -> Environment {
        let tools: Arc<dyn Tools> = match &self.servers {
            Some(servers) => Arc::clone(servers) as Arc<dyn Tools>,
            None => Arc::new(NoTools),
        };
        Environment {
            phones: Arc::clone(self) as Arc<dyn Phones>,
            models: Arc::clone(self) as Arc<dyn Models>,
            tools,
            scripts: Arc::clone(&self.scripts),
            reader: Arc::clone(&self.reader),
            clock: Arc::new(SystemClock::new()),
            random: Arc::new(random),
        }
    }

    /// Adds a phone, which is reachable by its id from now on.
    pub(crate) fn add(&self, device: AdbDevice) -> Arc<AdbDevice> {
        let device = Arc::new(device);
        self.known().insert(device.id().to_owned(), Arc::clone(&device));
        device
    }

    /// Saves the built-in phone.
    pub(crate) async fn save_phone(&self) -> Result<()> {
        match &self.built_in {
            Ok(phone) => phone.save().await,
            Err(_) => Ok(()),
        }
    }

    /// Stops the MCP servers.
    pub(crate) async fn close_tools(&self) {
        if let Some(servers) = &self.servers {
            servers.close().await;
        }
    }

    /// Disconnects all other clients of the built-in phone, and saves it.
    pub(crate) async fn close_phone(&self) -> Result<()> {
        match &self.built_in {
            Ok(phone) => phone.close().await,
            Err(_) => Ok(()),
        }
    }

    async fn find(&self, name: Option<&str>) -> Result<Arc<AdbDevice>> {
        let name = name.or(self.usual.as_deref());
        if let Some(known) = name.and_then(|name| self.known().get(name).cloned()) {
            return Ok(known);
        }
        let device = match (name, &self.built_in) {
            (Some(BUILT_IN), Ok(phone)) => Arc::new(phone.device()),
            (Some(BUILT_IN), Err(why)) => bail!("{why}"),
            _ => phones::reach(name).await?.device,
        };
        let id = device.id().to_owned();
        Ok(Arc::clone(self.known().entry(id).or_insert(device)))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<AdbDevice>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Phones for Machine {
    async fn reach(&self, name: Option<&str>) -> Result<Arc<dyn Device>, Unreachable> {
        let found = self.find(name).await.map_err(|error| Unreachable(format!("{error:#}")))?;
        Ok(found)
    }

    async fn list(&self) -> Result<Vec<Phone>, Unreachable> {
        let mut phones = vec![Phone { id: BUILT_IN.to_owned(), name: "the built-in phone".to_owned(), trouble: None }];
        // Without an adb server there are no other phones, which is not an error here.
        let listed = match Server::from_env() {
            Ok(server) => server.devices().await.unwrap_or_default(),
            Err(_) => Vec::new(),
        };
        phones.extend(listed.into_iter().map(|device| {
            let trouble = (!device.is_ready()).then(|| device.state.to_string());
            let name = device.model.clone().unwrap_or_else(|| device.serial.clone());
            Phone { id: device.serial, name, trouble }
        }));
        let listed: Vec<String> = phones.iter().map(|phone| phone.id.clone()).collect();
        let config = self.config.now();
        let mut direct: BTreeSet<String> = self.known().keys().cloned().collect();
        direct.extend(config.phones.iter().cloned());
        direct.retain(|id| !listed.contains(id));
        phones.extend(direct.into_iter().map(|id| {
            // A phone without an address belongs to the adb server, which does not see it.
            let trouble = (!phones::is_address(&id)).then(|| "not connected".to_owned());
            Phone { name: id.clone(), id, trouble }
        }));
        Ok(phones)
    }
}

impl Models for Machine {
    fn find(&self, word: Option<&str>, dialect: Option<DialectName>) -> Result<Option<Arc<dyn Model>>, NoModel> {
        let config = self.config.now();
        let Some(word) = word.or(config.default_model.as_deref()) else { return Ok(None) };
        let choice = Choice::find(word, &config.models).map_err(|error| NoModel(error.to_string()))?;
        let opened = Endpoint::open(choice, dialect, |name| std::env::var(name).ok(), Arc::new(System));
        opened.map(|model| Some(Arc::new(model) as Arc<dyn Model>)).map_err(|error| NoModel(error.to_string()))
    }

    fn has(&self, name: &str) -> bool {
        self.config.now().models.contains_key(name)
    }
}

/// Returns 256 unpredictable bits.
pub(crate) fn random() -> std::io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}
