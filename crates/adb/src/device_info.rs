//! A phone in the adb server's list: its serial, its state and its details.

/// One phone, as the adb server lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Its serial, or `HOST:PORT`.
    pub serial: String,
    /// `device` if it is ready; otherwise `offline`, `unauthorized`, `no permissions …`.
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

    /// Parses `host:devices`, `host:devices-l` or a list of `host:track-devices`.
    pub fn parse_list(text: &str) -> Vec<Self> {
        text.lines().filter_map(Self::parse).collect()
    }

    /// Parses `127.0.0.1:5555        device product:sdk model:Pixel_8 device:emu transport_id:1`, or with a tab
    /// `emulator-5554\tdevice`. The state may have several words: `no permissions (user in plugdev group; …)`.
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
