//! A phone as a person enters it: a serial of the adb server, or `HOST:PORT` straight to its adbd.

use std::time::{Duration, Instant};

use adb::host::Server;
use device::wire::{Adb, WireError};
use device::{AdbDevice, Chosen, DeviceError, Observer, Reading, select};
use server::SetupError;
use server::http::{NewPhone, Tried};

use super::Decided;
use crate::config::{Change, Config, Edit};
use crate::phones::{BUILT_IN, is_address};
use crate::plain_text::plain;

/// How long a phone may take: pages wait for thirty seconds.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many phones can be kept.
const MOST: usize = 64;
/// The longest address: a host's name has at most 253 letters.
const LONGEST: usize = 260;

/// What was entered, if it can be a serial or an address.
pub(super) fn address(phone: &NewPhone) -> Result<String, SetupError> {
    let address = phone.address.trim();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:[]".contains(&byte);
    if !address.is_empty() && address.len() <= LONGEST && address.bytes().all(plain) {
        return Ok(address.to_owned());
    }
    let message = "expected a serial as `adb devices` prints it, or an address such as `192.168.1.20:5555`";
    Err(SetupError::invalid("address", message))
}

pub(super) fn add(config: &Config, address: String) -> Decided {
    if address == BUILT_IN {
        return Err(SetupError::invalid("address", "the built-in phone is always there"));
    }
    if config.phones.len() >= MOST {
        return Err(SetupError::invalid("address", format!("there are {MOST} phones already; remove one first")));
    }
    Ok(vec![Change::File(Edit::AddPhone(address))])
}

pub(super) fn remove(config: &Config, address: String) -> Decided {
    if !config.phones.contains(&address) {
        return Err(SetupError::Missing("there is no phone of that address in the settings".to_owned()));
    }
    Ok(vec![Change::File(Edit::RemovePhone(address))])
}

/// Connects to it and asks what it is called.
pub(super) async fn try_it(address: &str) -> Tried {
    let began = Instant::now();
    let (ok, message) = match tokio::time::timeout(PATIENCE, connect(address)).await {
        Ok(Ok(name)) => (true, format!("It works: {name} answers.")),
        Ok(Err(why)) => (false, why),
        Err(_) => {
            let seconds = PATIENCE.as_secs();
            let advice = "Is the phone switched on, in the same network, and does it ask to be unlocked?";
            (false, format!("The phone did not answer within {seconds} seconds. {advice}"))
        }
    };
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Tried { ok, message, took_ms }
}

async fn connect(address: &str) -> Result<String, String> {
    if address == BUILT_IN {
        return Ok("the built-in phone".to_owned());
    }
    let options = adb::Options::default();
    let route = if is_address(address) { Adb::direct(address, options) } else { through(address, options).await? };
    let device = AdbDevice::adb(route);
    let read = |name| {
        let device = &device;
        async move { device.read(&Reading::Property(name)).await.map(|said| plain(said.trim(), 80)) }
    };
    let model = read("ro.product.model").await.map_err(|error| in_plain_words(&error, address))?;
    let maker = read("ro.product.manufacturer").await.unwrap_or_default();
    Ok(match (maker.as_str(), model.as_str()) {
        (_, "") => "the phone".to_owned(),
        ("", model) => model.to_owned(),
        (maker, model) if model.to_lowercase().starts_with(&maker.to_lowercase()) => model.to_owned(),
        (maker, model) => format!("{maker} {model}"),
    })
}

/// The way through the adb server, which has to know the phone.
async fn through(serial: &str, options: adb::Options) -> Result<Adb, String> {
    let server = Server::from_env().map_err(|error| error.to_string())?;
    let listed = server.devices().await.map_err(|error| {
        format!(
            "The adb server of this machine does not answer ({error}). Start it with `adb start-server`, from Android's \
             platform tools, or enter the phone's address as HOST:PORT."
        )
    })?;
    if listed.is_empty() {
        return Err(
            "The adb server is there but sees no phone. Switch on USB debugging in the phone's developer options, \
                    plug it in, and allow this computer in the dialog that the phone shows."
                .to_owned(),
        );
    }
    match select(&listed, Some(serial)) {
        Ok(Chosen::Listed(found)) => Ok(Adb::through(server, found.serial, options)),
        Ok(Chosen::Address(address)) => Ok(Adb::direct(address, options)),
        Err(error) => Err(plain(&format!("{error}."), 600)),
    }
}

fn in_plain_words(error: &DeviceError, address: &str) -> String {
    let said = plain(&error.to_string(), 400);
    match error {
        DeviceError::Wire(WireError::Unreachable(_)) if is_address(address) => format!(
            "Nothing that can be used answers at {address}: {said}. Is the phone on and in the same network? Once by \
             cable, `adb tcpip 5555` makes it listen there; the address of “Wireless debugging” works through the adb \
             server only (`adb pair`, `adb connect`)."
        ),
        _ => format!("{said}."),
    }
}
