//! Simulated phones for tests, which outlive the workers that use them.

use std::sync::Arc;

use sim::adbd::Adbd;
use sim::profile::{Profile, Screen};
use task::device::wire::Adb;
use task::device::{AdbDevice, Device, clock};
use tokio::net::TcpListener;

/// A phone on a port.
pub(crate) struct Plugged {
    pub(crate) address: String,
}

/// The phones' time, in milliseconds since 1970.
fn now() -> i64 {
    1_789_000_000_000
}

impl Plugged {
    pub(crate) async fn new() -> Self {
        let screen = Screen { width: 360, height: 640, density: 160 };
        let phone = sim::bare_phone(Profile { screen, ..Profile::default() }, now());
        let adbd = Adbd::new(phone, Arc::new(now));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(adbd.listen(listener));
        Self { address }
    }

    pub(crate) async fn several(count: usize) -> Vec<Self> {
        let mut phones = Vec::new();
        for _ in 0..count {
            phones.push(Self::new().await);
        }
        phones
    }

    /// Returns the messages that this phone sent.
    pub(crate) async fn sent(&self) -> Vec<String> {
        use action::phone::{AgentAction, Shell};
        let command = "content query --uri content://sms/sent --projection body".to_owned();
        let device = reach(&self.address);
        let ran = device.act(&AgentAction::Shell(Shell { command, reason: None })).await.unwrap();
        let task::device::Acted::Ran(ran) = ran else { panic!("{ran:?}") };
        ran.stdout.lines().filter_map(|row| row.split_once("body=")).map(|(_, body)| body.trim().to_owned()).collect()
    }
}

/// Connects to a phone by its address.
pub(crate) fn reach(address: &str) -> Arc<dyn Device> {
    let wire = Adb::direct(address, Default::default());
    Arc::new(AdbDevice::new(address, wire, Arc::new(clock::SystemClock::default()), Default::default()))
}
