//! The adb server's list of phones, and the choice among them.

use tokio::net::TcpStream;

use super::read_text;
use crate::auth::unauthorized;
use crate::{Error, Result};

/// One phone, as the adb server lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Its serial, or `HOST:PORT`.
    pub serial: String,
    /// `device` when it is ready; `offline`, `unauthorized`, `no permissions …` when it is not.
    pub state: String,
    /// Its model, if the list has it.
    pub model: Option<String>,
    /// Its product, if the list has it.
    pub product: Option<String>,
    /// The server's number for it, if the list has it.
    pub transport_id: Option<u64>,
}

impl DeviceInfo {
    /// Whether commands can be sent to it.
    pub fn is_ready(&self) -> bool {
        self.state == "device"
    }

    /// Reads `host:devices`, `host:devices-l` or a list of `host:track-devices`.
    pub fn parse_list(text: &str) -> Vec<Self> {
        text.lines().filter_map(Self::parse).collect()
    }

    /// `127.0.0.1:5555        device product:sdk model:Pixel_8 device:emu transport_id:1`, or with a tab
    /// `emulator-5554\tdevice`. The state may be several words: `no permissions (user in plugdev group; …)`.
    fn parse(line: &str) -> Option<Self> {
        let (serial, rest) = line.trim().split_once(char::is_whitespace)?;
        let mut device = Self { serial: serial.to_owned(), ..Self::default() };
        let mut state: Vec<&str> = Vec::new();
        for word in rest.split_whitespace() {
            match word.split_once(':') {
                Some(("usb" | "device" | "features", _)) => {}
                Some(("model", model)) => device.model = Some(model.to_owned()),
                Some(("product", product)) => device.product = Some(product.to_owned()),
                Some(("transport_id", id)) => device.transport_id = id.parse().ok(),
                _ => state.push(word),
            }
        }
        device.state = state.join(" ");
        (!device.state.is_empty()).then_some(device)
    }
}

/// The phone that is meant: the one with this serial, or the only one there is.
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

/// The lists of phones as they change, from `host:track-devices`.
#[derive(Debug)]
pub struct Tracker(TcpStream);

impl Tracker {
    pub(super) fn new(socket: TcpStream) -> Self {
        Self(socket)
    }

    /// The next list; waits for it without a time-out. An error when the server ends. Not to be called
    /// again when the wait was given up half-way: a list may be half read.
    pub async fn next(&mut self) -> Result<Vec<DeviceInfo>> {
        Ok(DeviceInfo::parse_list(&read_text(&mut self.0).await?))
    }
}
