//! The environment of a worker in a test: phones by their addresses, the planner, a script that asks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use fleet::Limits;
use task::agent::{Clock, NoReader, NoScripts, NoTools, Settings, SystemClock};
use task::device::Device;
use task::folder::Paths;
use task::permissions::Permissions;
use task::{Environment, Models, NoModel, Options, Phone, Phones, Service, Unreachable};

use crate::phones::reach;

/// The phones of a worker, by their addresses.
#[derive(Default)]
pub(crate) struct Addresses(Mutex<HashMap<String, Arc<dyn Device>>>);

#[async_trait]
impl Phones for Addresses {
    async fn reach(&self, name: Option<&str>) -> Result<Arc<dyn Device>, Unreachable> {
        let name = name.ok_or_else(|| Unreachable("name a phone".to_owned()))?;
        Ok(Arc::clone(self.0.lock().unwrap().entry(name.to_owned()).or_insert_with(|| reach(name))))
    }

    async fn list(&self) -> Result<Vec<Phone>, Unreachable> {
        Ok(Vec::new())
    }
}

/// Only the planner, and a script that asks.
pub(crate) struct Scripted;

impl Models for Scripted {
    fn find(
        &self,
        word: Option<&str>,
        dialect: Option<action::dialect::DialectName>,
    ) -> Result<Option<Arc<dyn task::agent::model::Model>>, NoModel> {
        use task::agent::model::{Script, System, Traits};
        let Some(word) = word else { return Ok(None) };
        let ask = r#"{"type":"ask_user","question":"Which code?","timeoutSec":600}"#;
        let (tap, finish) = (r#"{"type":"tap","x":180,"y":40}"#, r#"{"type":"finish","message":"done"}"#);
        let lines = match word {
            "done" => vec![finish],
            "asks" => vec![ask, finish],
            "asks-after-a-tap" => vec![tap, ask, finish],
            _ => return Err(NoModel(format!("there is no model `{word}`"))),
        };
        let lines: Vec<String> =
            lines.iter().map(|line| format!(r#"{{"raw":{{"thought":"next","action":{line}}}}}"#)).collect();
        let text = lines.join("\n");
        let traits = Traits::of(dialect.unwrap_or(action::dialect::DialectName::AUTO));
        let script = Script::of(word, &text, traits, Arc::new(System)).map_err(|error| NoModel(error.to_string()))?;
        Ok(Some(Arc::new(script)))
    }

    fn has(&self, _: &str) -> bool {
        false
    }
}

/// Opens a service over a folder.
pub(crate) fn service(data: &std::path::Path) -> Arc<Service> {
    service_with(data, Arc::new(SystemClock::new()), Arc::new(Addresses::default()))
}

/// Like [`service`], with this clock and these phones.
pub(crate) fn service_with(data: &std::path::Path, clock: Arc<dyn Clock>, phones: Arc<dyn Phones>) -> Arc<Service> {
    let places = Paths::new(data);
    let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
    let environment = Environment {
        phones,
        models: Arc::new(Scripted),
        tools: Arc::new(NoTools),
        scripts: Arc::new(NoScripts),
        reader: Arc::new(NoReader),
        clock,
        random: Arc::new(random),
    };
    let options = Options { settings: Settings::default(), ..Options::default() };
    Service::open(places, permissions, environment, options).unwrap()
}

pub(crate) fn random() -> std::io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes)
}

pub(crate) fn limits(lease_ms: u64) -> Limits {
    Limits { lease: Duration::from_millis(lease_ms), takes: 1000, ..Limits::default() }
}
