//! Chooses the phone: the only one, the one with this serial, the only one of this model, or one at an address.

use adb::host::Server;
use adb::{DeviceInfo, Options};

use crate::wire::{Adb, WireError};

/// The chosen phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The adb server lists it under this serial.
    Listed(DeviceInfo),
    /// It is not listed: connect to `HOST:PORT`.
    Address(String),
}

/// The reason why no phone can be chosen. The person has to act; the message says how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// No phone is connected.
    #[error(
        "no phone is connected: plug one in and switch on USB debugging in its developer options, or name one \
         as HOST:PORT"
    )]
    None,
    /// There is no phone with this name.
    #[error("there is no phone `{wanted}`{}", others(.there))]
    NoSuch {
        /// The requested name.
        wanted: String,
        /// The connected phones.
        there: Vec<DeviceInfo>,
    },
    /// There are several phones.
    #[error("there are several phones; name one by its serial:{}", listed(.0))]
    Several(Vec<DeviceInfo>),
    /// It does not trust this computer yet.
    #[error(
        "`{0}` does not trust this computer yet: unlock it and answer its question about USB debugging; if there is \
         none, unplug it and plug it in again, or revoke USB debugging authorisations in its developer options"
    )]
    Unauthorized(String),
    /// It is connected but does not answer.
    #[error(
        "`{0}` is offline: unplug it and plug it in again (on the network: `adb disconnect` and `adb connect`), or \
         wait until it has started"
    )]
    Offline(String),
    /// This computer may not open its USB port.
    #[error("this user has no access to `{0}`: add a udev rule, join the group `plugdev`, then plug it in again")]
    NoPermission(String),
    /// It is running something other than Android.
    #[error("`{serial}` is in `{state}`: start Android on it first")]
    NotRunning {
        /// Its serial.
        serial: String,
        /// Its state.
        state: String,
    },
}

/// The reason why no phone was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// No phone can be chosen.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// The adb server did not answer.
    #[error("could not get the list of phones from the adb server: {0}")]
    Server(#[from] WireError),
}

/// Returns the route to the chosen phone: directly for an address, otherwise through the adb server. Does not connect
/// yet.
pub async fn find(server: &Server, wanted: Option<&str>, options: Options) -> Result<Adb, FindError> {
    if let Some(address) = wanted.map(str::trim).filter(|wanted| is_address(wanted)) {
        return Ok(Adb::direct(address, options));
    }
    let devices = server.devices().await.map_err(|error| WireError::Unreachable(error.to_string()))?;
    Ok(match select(&devices, wanted)? {
        Chosen::Listed(device) => Adb::through(server.clone(), device.serial, options),
        Chosen::Address(address) => Adb::direct(address, options),
    })
}

/// Returns the phone that `wanted` refers to, among those that the adb server lists.
pub fn select(devices: &[DeviceInfo], wanted: Option<&str>) -> Result<Chosen, SelectError> {
    let found = match wanted.map(str::trim).filter(|wanted| !wanted.is_empty()) {
        Some(wanted) => match named(devices, wanted) {
            found if !found.is_empty() => found,
            _ if is_address(wanted) => return Ok(Chosen::Address(wanted.to_owned())),
            _ => return Err(SelectError::NoSuch { wanted: wanted.to_owned(), there: devices.to_vec() }),
        },
        // Unusable phones do not make the choice ambiguous.
        None if devices.iter().any(DeviceInfo::is_ready) => devices.iter().filter(|one| one.is_ready()).collect(),
        None => devices.iter().collect(),
    };
    match found.as_slice() {
        [] => Err(SelectError::None),
        [one] => usable(one).map(|()| Chosen::Listed((*one).clone())),
        several => Err(SelectError::Several(several.iter().map(|one| (*one).clone()).collect())),
    }
}

fn named<'d>(devices: &'d [DeviceInfo], wanted: &str) -> Vec<&'d DeviceInfo> {
    let by_serial: Vec<&DeviceInfo> = devices.iter().filter(|one| one.serial == wanted).collect();
    if !by_serial.is_empty() {
        return by_serial;
    }
    let fold = |name: &str| name.replace('_', " ").to_lowercase();
    devices.iter().filter(|one| one.model.as_deref().is_some_and(|model| fold(model) == fold(wanted))).collect()
}

fn usable(device: &DeviceInfo) -> Result<(), SelectError> {
    let serial = device.serial.clone();
    match device.state.as_str() {
        "device" => Ok(()),
        "unauthorized" | "authorizing" => Err(SelectError::Unauthorized(serial)),
        "offline" | "connecting" => Err(SelectError::Offline(serial)),
        state if state.starts_with("no permissions") => Err(SelectError::NoPermission(serial)),
        state => Err(SelectError::NotRunning { serial, state: state.to_owned() }),
    }
}

/// Whether the text is `HOST:PORT` or `[::1]:5555`.
fn is_address(wanted: &str) -> bool {
    let Some((host, port)) = wanted.rsplit_once(':') else { return false };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    !host.is_empty() && !host.contains(char::is_whitespace) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

fn listed(devices: &[DeviceInfo]) -> String {
    let line = |one: &DeviceInfo| {
        let model = one.model.as_deref().map_or_else(String::new, |model| format!(" ({})", model.replace('_', " ")));
        let state = if one.is_ready() { String::new() } else { format!(", {}", one.state) };
        format!("\n  {}{model}{state}", one.serial)
    };
    devices.iter().map(line).collect()
}

fn others(devices: &[DeviceInfo]) -> String {
    if devices.is_empty() { "; no phone is connected".to_owned() } else { format!("; there are:{}", listed(devices)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str =
        "39281FDJH005ZK         device usb:1-1 product:husky model:Pixel_8_Pro device:husky transport_id:1";
    const TWO: &str =
        "emulator-5554          device product:sdk_gphone64 model:sdk_gphone64 device:emu64 transport_id:2";
    const NET: &str = "192.168.1.20:5555      offline transport_id:3";
    const NEW: &str = "R58M12ABCDE            unauthorized usb:1-2 transport_id:4";
    const UDEV: &str = "????????????           no permissions (user in plugdev group; are your udev rules wrong?)";
    const LOADER: &str = "FA7BN1A00001           bootloader usb:1-3 transport_id:5";

    #[test]
    fn the_phone_that_is_meant_is_found_or_the_way_to_it_is_told() {
        type Row<'a> = (&'a [&'a str], Option<&'a str>, Result<&'a str, &'a str>);
        let rows: [Row<'_>; 17] = [
            (&[], None, Err("no phone is connected: plug one in")),
            (&[ONE], None, Ok("39281FDJH005ZK")),
            (&[ONE, NET, NEW], None, Ok("39281FDJH005ZK")),
            (
                &[ONE, TWO],
                None,
                Err(
                    "several phones; name one by its serial:\n  39281FDJH005ZK (Pixel 8 Pro)\n  emulator-5554 (sdk gphone64)",
                ),
            ),
            (&[NET, NEW], None, Err("192.168.1.20:5555, offline\n  R58M12ABCDE, unauthorized")),
            (&[NEW], None, Err("answer its question about USB debugging")),
            (&[NET], None, Err("is offline: unplug it")),
            (&[UDEV], None, Err("udev rule")),
            (&[LOADER], None, Err("is in `bootloader`: start Android")),
            (&[ONE, TWO], Some("emulator-5554"), Ok("emulator-5554")),
            (&[ONE, TWO], Some("pixel 8 pro"), Ok("39281FDJH005ZK")),
            (&[ONE, TWO], Some(""), Err("several phones")),
            (&[ONE, NEW], Some("R58M12ABCDE"), Err("does not trust this computer")),
            (&[ONE], Some("nope"), Err("no phone `nope`; there are:\n  39281FDJH005ZK (Pixel 8 Pro)")),
            (&[], Some("nope"), Err("no phone `nope`; no phone is connected")),
            (&[ONE], Some("127.0.0.1:5555"), Ok("at 127.0.0.1:5555")),
            (&[ONE, NET], Some("192.168.1.20:5555"), Err("is offline")),
        ];
        for (lines, wanted, expected) in rows {
            let devices = DeviceInfo::parse_list(&lines.join("\n"));
            let chosen = select(&devices, wanted).map(|chosen| match chosen {
                Chosen::Listed(one) => one.serial,
                Chosen::Address(address) => format!("at {address}"),
            });
            match (chosen, expected) {
                (Ok(chosen), Ok(expected)) => assert_eq!(chosen, expected),
                (Err(error), Err(expected)) => assert!(error.to_string().contains(expected), "{error} / {expected}"),
                (chosen, expected) => panic!("{chosen:?} where {expected:?} was due"),
            }
        }
        assert!(is_address("[::1]:5555") && !is_address("host:0") && !is_address("emulator-5554") && !is_address(":5"));
    }
}
