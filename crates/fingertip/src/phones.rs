//! Selects the phone of a command and connects to it: the built-in phone, one of the adb server's, or an address.
//!
//! A data folder has one built-in phone for all commands. It runs in the process that owns the folder, and other
//! processes connect to it there. If no process owns the folder, the command takes it while it runs.

mod built_in;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use adb::host::Server;
use anyhow::{Context, Result, bail};
use device::clock::SystemClock;
use device::wire::Adb;
use device::{AdbDevice, Chosen, Options, select};
use sim::profile::Profile;
use task::folder::Folder;

pub(crate) use self::built_in::{BuiltIn, loopback};
use crate::claim::{Claim, claim};
use crate::config::Entry;
use crate::signals::Signals;

/// The options of every command that uses a phone.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct PhoneOptions {
    /// The phone: `sim` (built in), a serial from `fingertip devices`, or HOST:PORT of its adbd
    #[arg(long, value_name = "DEVICE", global = true, env = "ANDROID_SERIAL")]
    pub(crate) device: Option<String>,
    /// The data folder; by default $FINGERTIP_DATA, else the platform's data directory
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) data: Option<PathBuf>,
}

/// A connected phone, and everything that must live as long as it is used.
pub(crate) struct Reached {
    /// The phone.
    pub(crate) device: Arc<AdbDevice>,
    /// The address of its adbd, if the connection is direct.
    pub(crate) address: Option<String>,
    /// The built-in phone, if it runs in this command, and the folder that this command owns meanwhile.
    owned: Option<(BuiltIn, Folder)>,
}

impl PhoneOptions {
    /// Returns the data folder.
    pub(crate) fn data(&self) -> Result<PathBuf> {
        let given = self.data.clone().or_else(|| std::env::var_os("FINGERTIP_DATA").map(PathBuf::from));
        match given.or_else(|| dirs::data_dir().map(|dir| dir.join("fingertip"))) {
            Some(file) if file.exists() && !file.is_dir() => {
                bail!("the data folder `{}` is not a folder; choose another with --data DIR", file.display())
            }
            Some(dir) => Ok(dir),
            None => bail!("no default data folder is known; give one with --data DIR"),
        }
    }

    /// Lists the settings that are not in the file, with their sources.
    pub(crate) fn entries(&self, data: &Path) -> Vec<Entry> {
        let env = |name: &str| std::env::var_os(name).is_some();
        let entry = |key: &str, value: String, source: &str| Entry {
            key: key.to_owned(),
            value: value.into(),
            source: source.to_owned(),
            note: None,
        };
        let data_source = match (&self.data, env("FINGERTIP_DATA")) {
            (Some(_), _) => "flag --data",
            (None, true) => "env FINGERTIP_DATA",
            (None, false) => "default",
        };
        let mut entries = vec![entry("data", data.display().to_string(), data_source)];
        if let Some(device) = &self.device {
            // The flag wins. If both have the same value, they cannot be told apart.
            let from_env = std::env::var("ANDROID_SERIAL").is_ok_and(|serial| serial == *device);
            let source = if from_env { "env ANDROID_SERIAL" } else { "flag --device" };
            entries.push(entry("device", device.clone(), source));
        }
        entries
    }

    /// Connects to the chosen phone.
    pub(crate) async fn reach(&self) -> Result<Reached> {
        let data = self.data()?;
        if self.device.as_deref() != Some(BUILT_IN) {
            return reach(self.device.as_deref()).await;
        }
        match claim(&data, |owner| owner.phone.clone()).await? {
            Claim::Theirs(address) => Ok(Reached::straight(built_in_device(&address), &address)),
            Claim::Ours(folder) => {
                let phone = BuiltIn::start(&folder, Profile::default(), loopback().await?).await?;
                let (device, address) = (phone.device(), Some(phone.address.clone()));
                Ok(Reached { device: Arc::new(device), address, owned: Some((phone, folder)) })
            }
        }
    }

    /// Runs `work` with the chosen phone; returns `None` if the person interrupts it. Saves the built-in phone
    /// afterwards, whatever the result.
    pub(crate) async fn with_phone<T>(&self, work: impl AsyncFnOnce(&Reached) -> Result<T>) -> Result<Option<T>> {
        let cut_off = async |reached: &Reached, mut signals: Signals| {
            tokio::select! {
                worked = work(reached) => worked.map(Some),
                () = signals.next() => Ok(None),
            }
        };
        self.with_phone_to_the_end(cut_off).await
    }

    /// Does the same with work that listens to the signals itself, because it has something to put back.
    pub(crate) async fn with_phone_to_the_end<T>(
        &self,
        work: impl AsyncFnOnce(&Reached, Signals) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let mut signals = Signals::new()?;
        let reached = tokio::select! {
            reached = self.reach() => reached?,
            () = signals.next() => return Ok(None),
        };
        let worked = work(&reached, signals).await;
        let saved = reached.close().await;
        let worked = worked?;
        saved?;
        Ok(worked)
    }
}

impl Reached {
    fn straight(device: AdbDevice, address: &str) -> Self {
        Self { device: Arc::new(device), address: Some(address.to_owned()), owned: None }
    }

    /// Saves the built-in phone, if it ran here, and releases the folder.
    async fn close(self) -> Result<()> {
        match self.owned {
            Some((phone, folder)) => {
                let saved = phone.close().await;
                drop(folder);
                saved
            }
            None => Ok(()),
        }
    }
}

/// Connects to the phone of this name, which is not the built-in one, or to the only phone there is.
pub(crate) async fn reach(name: Option<&str>) -> Result<Reached> {
    let options = adb::Options::default();
    let straight = |address: &str| Reached::straight(AdbDevice::adb(Adb::direct(address, options.clone())), address);
    if let Some(address) = name.filter(|name| is_address(name)) {
        return Ok(straight(address));
    }
    let server = Server::from_env()?;
    let devices = server.devices().await.with_context(|| {
        "cannot list the phones of the adb server; use `--device sim` for the built-in phone, or `--device HOST:PORT`"
    })?;
    let chosen = select(&devices, name);
    let chosen = chosen.map_err(|error| anyhow::anyhow!("{error}; or use the built-in phone with `--device sim`"))?;
    Ok(match chosen {
        Chosen::Address(address) => straight(&address),
        Chosen::Listed(listed) => {
            let device = Arc::new(AdbDevice::adb(Adb::through(server, listed.serial, options.clone())));
            Reached { device, address: None, owned: None }
        }
    })
}

/// Starts a new phone for measurements, which is not saved.
pub(crate) async fn fresh() -> Result<Reached> {
    let phone = BuiltIn::fresh().await?;
    Ok(Reached::straight(phone.device(), &phone.address))
}

/// The name of the built-in phone.
pub(crate) const BUILT_IN: &str = "sim";

/// Connects to the built-in phone at this address. Its port differs each time, so its name identifies it.
pub(crate) fn built_in_device(address: &str) -> AdbDevice {
    let wire = Adb::direct(address, adb::Options::default());
    AdbDevice::new(BUILT_IN, wire, Arc::new(SystemClock::default()), Options::default())
}

/// Whether the name is an address such as `127.0.0.1:5555`. A serial has no colon followed by digits, unless it is an
/// address anyway.
pub(crate) fn is_address(name: &str) -> bool {
    name.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}

/// Returns the time in milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
