//! The Wi-Fi networks in range, which of them the phone knows, and the one it uses. Settings and `cmd wifi` share them.

use serde::{Deserialize, Serialize};

use super::Shared;

/// A Wi-Fi network.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WifiNetwork {
    /// Its name, the SSID.
    pub name: String,
    /// Whether it has a password.
    pub locked: bool,
    /// Whether the phone knows it.
    pub saved: bool,
}

/// The networks in range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WifiNetworks {
    /// In the order of their ids.
    pub reach: Vec<WifiNetwork>,
    /// The name of the network used while Wi-Fi is on.
    pub joined: Option<String>,
}

impl Default for WifiNetworks {
    fn default() -> Self {
        let network = |name: &str, locked, saved| WifiNetwork { name: name.to_owned(), locked, saved };
        Self {
            reach: vec![
                network("AndroidWifi", false, true),
                network("Home", true, true),
                network("Coffee House", false, false),
                network("Linksys00042", true, false),
            ],
            joined: Some("AndroidWifi".to_owned()),
        }
    }
}

impl WifiNetworks {
    /// Returns a network by its name.
    pub fn get(&self, name: &str) -> Option<&WifiNetwork> {
        self.reach.iter().find(|network| network.name == name)
    }

    /// Joins a network, which saves it.
    pub fn join(&mut self, name: &str) {
        for network in self.reach.iter_mut().filter(|network| network.name == name) {
            network.saved = true;
            self.joined = Some(name.to_owned());
        }
    }

    /// Forgets a network, and leaves it if it is used.
    pub fn forget(&mut self, name: &str) {
        self.joined = self.joined.take().filter(|joined| joined != name);
        self.reach.iter_mut().filter(|network| network.name == name).for_each(|network| network.saved = false);
    }

    /// Whether they are those of a new phone.
    pub(super) fn is_new(&self) -> bool {
        *self == Self::default()
    }
}

impl Shared {
    /// Returns the network in use.
    pub fn network(&self) -> Option<&str> {
        self.wifi.joined.as_deref().filter(|_| self.settings.on("wifi_on"))
    }
}
