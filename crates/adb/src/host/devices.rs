//! The adb server's list of phones, and the choice among them.

use tokio::net::TcpStream;

use super::read_text;
use crate::auth::unauthorized;
use crate::device_info::DeviceInfo;
use crate::{Error, Result};

/// Returns the phone with this serial, or the only one.
pub(super) fn choose(mut devices: Vec<DeviceInfo>, serial: Option<&str>) -> Result<DeviceInfo> {
    if let Some(serial) = serial {
        devices.retain(|device| device.serial == serial);
    } else if devices.iter().any(DeviceInfo::is_ready) {
        devices.retain(DeviceInfo::is_ready);
    }
    if devices.len() > 1 {
        return Err(Error::SeveralDevices(devices));
    }
    let Some(device) = devices.pop() else {
        let said = serial.map_or("the adb server lists none".to_owned(), |serial| format!("`{serial}` is not listed"));
        return Err(Error::NoDevice(said));
    };
    match device.state.as_str() {
        "device" => Ok(device),
        "unauthorized" | "authorizing" => Err(unauthorized(&device.state)),
        state if state.starts_with("no permissions") => Err(Error::Unauthorized {
            reply: state.to_owned(),
            remedy: "give this user access to the phone's USB device (udev rules, group plugdev)".to_owned(),
        }),
        state => Err(Error::Offline(format!("`{}` is {state}", device.serial))),
    }
}

/// The changing lists of phones, from `host:track-devices`.
#[derive(Debug)]
pub struct Tracker(TcpStream);

impl Tracker {
    pub(super) fn new(socket: TcpStream) -> Self {
        Self(socket)
    }

    /// Waits for the next list, without a timeout. Fails if the server ends. Do not call it again after dropping its
    /// future: a list may be half read.
    pub async fn next(&mut self) -> Result<Vec<DeviceInfo>> {
        Ok(DeviceInfo::parse_list(&read_text(&mut self.0).await?))
    }
}
