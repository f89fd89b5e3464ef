//! A phone as a person enters it: a serial of the adb server, or `HOST:PORT` of its adbd.

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
/// How many phones can be stored.
const MOST: usize = 64;
/// The longest address: a host name has at most 253 characters.
const LONGEST: usize = 260;

/// Checks that the entry can be a serial or an address.
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
        return Err(SetupError::invalid("address", "the built-in phone is always available"));
    }
    if config.phones.len() >= MOST {
        return Err(SetupError::invalid("address", format!("there are already {MOST} phones; remove one first")));
    }
    Ok(vec![Change::File(Edit::AddPhone(address))])
}

pub(super) fn remove(config: &Config, address: String) -> Decided {
    if !config.phones.contains(&address) {
        return Err(SetupError::Missing("the settings have no phone with that address".to_owned()));
    }
    Ok(vec![Change::File(Edit::RemovePhone(address))])
}

/// Connects to the phone and asks for its name.
pub(super) async fn try_it(address: &str) -> Tried {
    let began = Instant::now();
    let (ok, message) = match tokio::time::timeout(PATIENCE, connect(address)).await {
        Ok(Ok(name)) => (true, format!("It works: {name} answers.")),
        Ok(Err(why)) => (false, why),
        Err(_) => {
            let seconds = PATIENCE.as_secs();
            let advice = "Is it switched on, unlocked, and on the same network?";
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

/// Connects through the adb server, which has to know the phone.
async fn through(serial: &str, options: adb::Options) -> Result<Adb, String> {
    let server = Server::from_env().map_err(|error| error.to_string())?;
    let listed = server.devices().await.map_err(|error| {
        format!(
            "The adb server on this machine does not answer ({error}). Start it with `adb start-server`, from \
             Android's platform tools, or enter the phone's address as HOST:PORT."
        )
    })?;
    if listed.is_empty() {
        return Err(
            "The adb server is running but sees no phone. Turn on USB debugging in the phone's developer options, \
                    plug it in, and allow this computer in the dialog on the phone."
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
            "Couldn't connect to a phone at {address}: {said}. Is it switched on and on the same network? Over a USB \
             cable, `adb tcpip 5555` makes it listen; the address under “Wireless debugging” only works through the \
             adb server (`adb pair`, `adb connect`)."
        ),
        _ => format!("{said}."),
    }
}
