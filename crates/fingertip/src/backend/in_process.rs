//! The task service in this process.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use jiff::Timestamp;
use task::folder::{Folder, Paths};
use task::permissions::Permissions;
use task::retention::Retention;
use task::{ListFilter, Options, Page, Service, State, View};

use crate::config::{Config, LiveConfig};
use crate::machine::Machine;
use crate::phones::PhoneOptions;
use crate::pruning::prune_in_passing;
use crate::telemetry::Telemetry;

/// The service in this process.
pub(crate) struct InProcess {
    pub(crate) service: Arc<Service>,
    pub(crate) permissions: Arc<Permissions>,
    machine: Arc<Machine>,
    telemetry: Option<Telemetry>,
    /// Whether another process that is not a server is running tasks of this folder.
    busy: bool,
    /// How long runs are kept.
    history: Retention,
    places: Paths,
    /// Holds the folder's lock for as long as the service lives.
    folder: Option<Folder>,
}

impl InProcess {
    /// Opens the service on a folder that we own, or read-only on one that we do not.
    pub(super) async fn open(
        folder: Option<Folder>,
        data: &Path,
        which: &PhoneOptions,
        config: &Config,
    ) -> Result<Self> {
        let places = Paths::new(data);
        let permissions = Arc::new(Permissions::open(&places.permissions())?);
        let live = Arc::new(LiveConfig::new(data, config.clone()));
        let machine = match &folder {
            Some(folder) => Machine::owning(folder, which.device.clone(), live).await,
            None => Machine::looking(which.device.clone(), live),
        };
        let options = Options { settings: config.executor.clone(), ..Options::default() };
        let service = Service::open(places.clone(), Arc::clone(&permissions), machine.environment(), options)?;
        // Who only looks runs nothing.
        let telemetry = folder.as_ref().map(|_| Telemetry::start(&service, &config.telemetry)).transpose()?;
        let busy = folder.is_none() && Folder::owner(data).is_some();
        let history = config.history;
        Ok(Self { service, permissions, machine, telemetry, busy, history, places, folder })
    }

    pub(super) async fn list(&self, limit: usize, filter: ListFilter) -> Result<Page> {
        // What runs in another process looks interrupted here until it is corrected.
        let mut wanted = filter.clone();
        if self.busy && !wanted.states.is_empty() {
            wanted.states.push(State::Interrupted);
        }
        let mut page = self.service.list_where(wanted, limit, None).await?;
        page.tasks.iter_mut().for_each(|view| self.correct(view));
        page.tasks.retain(|view| filter.states.is_empty() || filter.states.contains(&view.state));
        Ok(page)
    }

    pub(super) async fn show(&self, id: &str) -> Result<View> {
        let mut view = self.service.show(id).await?;
        self.correct(&mut view);
        Ok(view)
    }

    /// Marks a task without an end as cut off, unless the process that runs it is still alive.
    fn correct(&self, view: &mut View) {
        if self.busy && view.state == State::Interrupted && view.reason.is_none() {
            view.state = State::Running;
            view.resumable = false;
        }
    }

    /// Deletes old runs that were announced, and announces others. Returns what to tell the person.
    pub(super) async fn prune_in_passing(&self) -> Result<Vec<String>> {
        match self.folder {
            Some(_) => prune_in_passing(&self.service, &self.places, self.history, Timestamp::now()).await,
            None => Ok(Vec::new()),
        }
    }

    pub(super) async fn close(self) -> Result<()> {
        self.service.shutdown().await;
        if let Some(telemetry) = self.telemetry {
            telemetry.finish().await;
        }
        self.machine.close_tools().await;
        if self.folder.is_some() {
            self.machine.close_phone().await.context("cannot save the built-in phone; its latest changes are lost")?;
        }
        Ok(())
    }
}
