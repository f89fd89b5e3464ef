//! `fingertip worker`: adds this machine's phones to a fleet.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use device::wire::Adb;
use device::{AdbDevice, DeviceError, Observer, Reading};
use fleet::{Worker as FleetWorker, WorkerOptions, WorkerPhone};
use jiff::Timestamp;
use task::folder::Folder;
use task::permissions::Permissions;
use task::{Options, Phones, Service};

use crate::config::{Config, LiveConfig};
use crate::machine::{Machine, random};
use crate::nats::{NatsOptions, host};
use crate::output;
use crate::phones::{BuiltIn, PhoneOptions, is_address};
use crate::signals::Signals;
use crate::telemetry::Telemetry;

/// The pool of workers that name none.
pub(crate) const DEFAULT_POOL: &str = "default";
/// The most simulated phones per worker: each takes a few megabytes.
const MOST_SIMULATED: usize = 500;

/// Add this machine's phones to a fleet: pulls tasks from NATS and runs them
#[derive(Args)]
#[command(after_help = "\
Prints its name, its phones and their pools, and works until it is drained: Ctrl+C finishes the running tasks, a second
Ctrl+C gives them back for other workers to continue. `fingertip fleet drain NAME` does the same remotely.
A phone is in the pools that --pool names (`default` without one), in that of its Android version (such as
`android14`), in that of its model, and in `sim` if it is simulated.
Without a server it waits, and continues when the server is back. It also waits for a phone that another worker holds:
a worker that was killed and restarted has its phones back after at most `[fleet] lease` seconds, or at once with
the same --name.

Examples:
  nats-server -js &
  fingertip worker --nats nats://127.0.0.1:4222 --sim 4
  fingertip worker --nats nats://hub:4222 --device R5CT10XYZ --device 10.0.0.7:5555 --pool lab-b
  fingertip worker --nats tls://hub:4222 --nats-creds worker.creds --sim 50 --name rack-1")]
pub(crate) struct Worker {
    /// A phone: a serial from `fingertip devices`, or HOST:PORT of its adbd; repeat for several
    #[arg(long = "device", value_name = "DEVICE")]
    devices: Vec<String>,
    /// Start this many new simulated phones, which end with this worker
    #[arg(long, value_name = "N", default_value_t = 0)]
    sim: usize,
    /// A pool for the phones; repeat for several
    #[arg(long = "pool", value_name = "NAME")]
    pools: Vec<String>,
    /// The worker's name; a worker that keeps its name gets its phones back at once after a restart
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    nats: NatsOptions,
    /// The data folder; the tasks write below its `workers/NAME`
    #[arg(long, value_name = "DIR")]
    data: Option<std::path::PathBuf>,
    /// The log level: error, warn, info, debug
    #[arg(long, value_name = "FILTER", env = "RUST_LOG", default_value = "warn")]
    log: String,
}

impl Worker {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        crate::log::start(&self.log)?;
        let mut signals = Signals::new()?;
        if self.devices.is_empty() && self.sim == 0 {
            bail!("a worker needs phones: name some with --device, or simulate some with --sim N");
        }
        if self.sim > MOST_SIMULATED {
            bail!("--sim {}: one worker can have at most {MOST_SIMULATED}; start another worker for more", self.sim);
        }
        let root = PhoneOptions { data: self.data.clone(), device: None }.data()?;
        let config = Config::load(&root)?;
        let nonce: String = random()?.iter().take(2).map(|byte| format!("{byte:02x}")).collect();
        let name = match &self.name {
            Some(name) if name.is_empty() || name.len() > 100 || !plain(name) => {
                bail!("`{name}` is not a valid worker name: use letters, digits, `-` and `_`")
            }
            Some(name) => name.clone(),
            None => format!("{}-{nonce}", host().replace('.', "-")),
        };
        let fleet = tokio::select! {
            fleet = self.nats.connect_patiently(&config, &name) => fleet?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        let data = root.join("workers").join(&name);
        let folder = Folder::open(&data).with_context(|| format!("is a worker `{name}` already running here?"))?;
        let live = Arc::new(LiveConfig::new(&root, config.clone()));
        let machine = Machine::owning(&folder, None, live).await;
        let (phones, simulated) = self.phones(&machine, &name, &nonce).await?;
        let permissions = Arc::new(Permissions::open(&folder.permissions())?);
        let options = Options { settings: config.executor.clone(), ..Options::default() };
        let service = Service::open((*folder).clone(), permissions, machine.environment(), options)?;
        let telemetry = Telemetry::start(&service, &config.telemetry)?;
        if phones.is_empty() {
            bail!("none of this worker's phones can be reached; check the cables and addresses, then start it again");
        }
        let owner = task::identity(&folder, random()?)?;
        let options = WorkerOptions { name: name.clone(), host: host(), owner, phones };
        let worker = FleetWorker::start(&fleet, &service, options, Timestamp::now()).await?;
        output::line(format_args!("Worker: {name}"))?;
        for phone in worker.phones() {
            output::line(format_args!("  {}  in {}", phone.name, phone.labels.join(", ")))?;
        }
        for phone in worker.waiting() {
            output::hint(&format!("waiting: {}", phone.why));
        }
        let mut again = signals.clone();
        let drain = async {
            signals.next().await;
            output::hint("draining: finishing the running tasks; press Ctrl+C again to give them back");
        };
        let stop = async {
            again.next().await;
            again.next().await;
        };
        worker.run(drain, stop).await;
        service.shutdown().await;
        telemetry.finish().await;
        machine.close_tools().await;
        drop(simulated);
        Ok(ExitCode::SUCCESS)
    }

    /// Connects the phones, each with its name in the fleet.
    async fn phones(
        &self,
        machine: &Arc<Machine>,
        worker: &str,
        nonce: &str,
    ) -> Result<(Vec<WorkerPhone>, Vec<BuiltIn>)> {
        let pools = if self.pools.is_empty() { vec![DEFAULT_POOL.to_owned()] } else { self.pools.clone() };
        let (mut phones, mut simulated) = (Vec::new(), Vec::new());
        for device in &self.devices {
            match machine.reach(Some(device)).await {
                Ok(reached) => phones.push(described(&*reached, fleet_name(device), &pools).await),
                Err(error) => output::hint(&format!("skipped: {error}")),
            }
        }
        for number in 1..=self.sim {
            let phone = BuiltIn::fresh().await?;
            // A new id each time: actions on a phone that is gone must not be looked for on a new one.
            let id = format!("{worker}-sim-{number}-{nonce}");
            let wire = Adb::direct(&phone.address, adb::Options::default());
            let clock = Arc::new(device::clock::SystemClock::default());
            let device = machine.add(AdbDevice::new(&id, wire, clock, device::Options::default()));
            let labels: Vec<String> = pools.iter().cloned().chain(["sim".to_owned()]).collect();
            phones.push(described(&*device, id, &labels).await);
            simulated.push(phone);
        }
        Ok((phones, simulated))
    }
}

/// Describes a phone, with the labels it reports about itself.
async fn described(device: &dyn Observer, name: String, pools: &[String]) -> WorkerPhone {
    let (model, release) = (Reading::Property("ro.product.model"), Reading::Property("ro.build.version.release"));
    let told = |said: Result<String, DeviceError>| said.unwrap_or_default().trim().to_owned();
    let (model, release) = (told(device.read(&model).await), told(device.read(&release).await));
    let release: String = release.chars().take_while(char::is_ascii_digit).collect();
    let mut labels = pools.to_vec();
    labels.push(model.chars().take(60).collect());
    if !release.is_empty() {
        labels.push(format!("android{release}"));
    }
    WorkerPhone::labelled(device.id().to_owned(), name, &labels)
}

/// Returns the fleet's name of a phone. A serial means the same phone everywhere, a loopback address only here.
fn fleet_name(device: &str) -> String {
    let here = is_address(device)
        && (device.starts_with("127.") || device.starts_with("localhost") || device.starts_with("[::1]"));
    if here { format!("{}/{device}", host()) } else { device.to_owned() }
}

fn plain(name: &str) -> bool {
    name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
}
