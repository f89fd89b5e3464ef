//! Which phone a command means, and the way to it: the built-in one, one of the adb server's, or an address.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use adb::host::Server;
use anyhow::{Context, Result, bail};
use device::clock::SystemClock;
use device::wire::Adb;
use device::{AdbDevice, Chosen, Options, select};
use sim::adbd::Adbd;
use sim::phone::{Phone, SavedPhone};
use sim::profile::Profile;
use task::folder::{Paths, write_atomically};
use tokio::net::TcpListener;

use crate::config::Entry;

/// Options of every command that has to do with a phone.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Which {
    /// The phone: `sim` (built in), a serial of `fingertip devices`, or HOST:PORT straight to its adbd
    #[arg(long, value_name = "DEVICE", global = true, env = "ANDROID_SERIAL")]
    pub(crate) device: Option<String>,
    /// The data folder; by default $FINGERTIP_DATA, else the platform's data directory
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) data: Option<PathBuf>,
}

/// A phone that was reached, and what has to live as long as it is used.
pub(crate) struct Reached {
    /// The phone.
    pub(crate) device: Arc<AdbDevice>,
    /// Where its adbd listens, if it is reached straight.
    pub(crate) address: Option<String>,
    /// The built-in phone, if it is that one: its adbd and where its state is kept.
    built_in: Option<(Arc<Adbd>, PathBuf)>,
}

impl Which {
    /// The data folder.
    pub(crate) fn data(&self) -> Result<PathBuf> {
        let given = self.data.clone().or_else(|| std::env::var_os("FINGERTIP_DATA").map(PathBuf::from));
        match given.or_else(|| dirs::data_dir().map(|dir| dir.join("fingertip"))) {
            Some(file) if file.exists() && !file.is_dir() => {
                bail!("the data folder `{}` is no folder; name another with --data DIR", file.display())
            }
            Some(dir) => Ok(dir),
            None => bail!("there is no data folder: give one with --data DIR"),
        }
    }

    /// What is not in the file, and where it comes from.
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
            // The flag wins; who gives both the same value cannot tell them apart either.
            let from_env = std::env::var("ANDROID_SERIAL").is_ok_and(|serial| serial == *device);
            let source = if from_env { "env ANDROID_SERIAL" } else { "flag --device" };
            entries.push(entry("device", device.clone(), source));
        }
        entries
    }

    /// The phone that is meant.
    pub(crate) async fn reach(&self) -> Result<Reached> {
        reach(self.device.as_deref(), &self.data()?).await
    }
}

/// The phone of this name, or the only one there is.
pub(crate) async fn reach(name: Option<&str>, data: &Path) -> Result<Reached> {
    if name == Some(BUILT_IN) {
        return built_in(data).await;
    }
    let options = adb::Options::default();
    let straight = |address: &str| Reached {
        device: Arc::new(AdbDevice::adb(Adb::direct(address, options.clone()))),
        address: Some(address.to_owned()),
        built_in: None,
    };
    if let Some(address) = name.filter(|name| is_address(name)) {
        return Ok(straight(address));
    }
    let server = Server::from_env()?;
    let devices = server.devices().await.with_context(|| {
        "cannot ask the adb server for its phones; use `--device sim` for the built-in phone, or `--device HOST:PORT`"
    })?;
    let chosen = select(&devices, name);
    let chosen = chosen.map_err(|error| anyhow::anyhow!("{error}; `--device sim` is the built-in phone"))?;
    Ok(match chosen {
        Chosen::Address(address) => straight(&address),
        Chosen::Listed(listed) => {
            let device = Arc::new(AdbDevice::adb(Adb::through(server, listed.serial, options.clone())));
            Reached { device, address: None, built_in: None }
        }
    })
}

/// The name of the built-in phone.
pub(crate) const BUILT_IN: &str = "sim";

async fn built_in(data: &Path) -> Result<Reached> {
    let kept = Paths::new(data).phone().join("state.json");
    let phone = load(&kept)?.map_or_else(
        || Ok(Phone::new(Profile::default(), now_ms())),
        |saved| Phone::load(Profile::default(), saved, now_ms()).with_context(|| unreadable(&kept)),
    )?;
    let adbd = Adbd::new(phone, Arc::new(now_ms));
    let listener = TcpListener::bind("127.0.0.1:0").await.context("cannot open a port for the built-in phone")?;
    let address = listener.local_addr()?.to_string();
    let way = Adb::direct(address.clone(), adb::Options::default());
    tokio::spawn(Arc::clone(&adbd).listen(listener));
    // Its port is another each time; its name is what leads to it again.
    let device = AdbDevice::new(BUILT_IN, way, Arc::new(SystemClock::default()), Options::default());
    Ok(Reached { device: Arc::new(device), address: Some(address), built_in: Some((adbd, kept)) })
}

impl Reached {
    /// Keeps the state of the built-in phone, so that the next command finds it.
    pub(crate) async fn keep(&self) -> Result<()> {
        let Some((adbd, path)) = &self.built_in else { return Ok(()) };
        let saved = adbd.save().await?;
        if let Some(first) = saved.left_out().first() {
            crate::output::hint(&format!(
                "{} of the built-in phone's files are too large to be kept with it, `{first}` among them",
                saved.left_out().len()
            ));
        }
        write_atomically(path, &saved.to_json())
            .with_context(|| format!("cannot keep the phone's state in `{}`", path.display()))
    }
}

/// `127.0.0.1:5555`: a serial has no colon with digits behind it, unless it is an address anyway.
fn is_address(name: &str) -> bool {
    name.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}

/// The time, in milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn load(path: &Path) -> Result<Option<SavedPhone>> {
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read the phone's state in `{}`", path.display()));
        }
    };
    Ok(Some(SavedPhone::parse(&text).with_context(|| unreadable(path))?))
}

fn unreadable(path: &Path) -> String {
    format!("cannot take the built-in phone from `{}`", path.display())
}
