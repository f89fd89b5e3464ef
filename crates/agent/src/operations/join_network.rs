//! `join_network`: joins a Wi-Fi network that the phone knows. Preconditions: Wi-Fi is on, and the network is saved; an
//! open one is asked about. No password is ever typed. Strategy: the network on Android's page of Wi-Fi networks. Done
//! when the phone reports that it is connected to it.

use action::plan::Step;
use async_trait::async_trait;
use device::{Reading, Table};

use super::operation::{Begin, Change, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// `join_network`.
pub(super) struct JoinNetwork;

const PAGE: &str = "android.settings.WIFI_SETTINGS";
/// Keys of the network's own name, and of the question about an open one.
const NETWORK: &str = "network";
const ASKED: &str = "open network";

/// A saved network.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Saved {
    name: String,
    open: bool,
}

/// Parses `cmd wifi list-networks`: id, name and security, in columns; `None` if it is anything else.
fn saved(said: &str) -> Option<Vec<Saved>> {
    let said = said.trim();
    if said.starts_with("No networks") {
        return Some(Vec::new());
    }
    let mut lines = said.lines();
    lines.next().filter(|head| head.starts_with("Network Id"))?;
    let row = |line: &str| {
        let (id, rest) = line.trim().split_once(char::is_whitespace)?;
        let (name, security) = rest.trim().rsplit_once(char::is_whitespace)?;
        let name = name.trim().trim_matches('"').to_owned();
        (id.parse::<u32>().is_ok() && !name.is_empty()).then(|| Saved { name, open: security.starts_with("open") })
    };
    Some(lines.filter_map(row).collect())
}

/// Parses the network in use from `cmd wifi status`.
fn joined(said: &str) -> Option<String> {
    let rest = said.lines().find_map(|line| line.trim().strip_prefix("Wifi is connected to \""))?;
    rest.strip_suffix('"').map(str::to_owned)
}

async fn current(work: &mut Work<'_>) -> Result<Option<String>, Halt> {
    Ok(joined(&work.read(Reading::WifiStatus).await?))
}

#[async_trait]
impl Operation for JoinNetwork {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let said = work.text("name").to_owned();
        if work.setting(Table::Global, "wifi_on").await?.is_none_or(|on| on == "0") {
            let on = Step::new("toggle_setting").with("setting", "wifi").with("state", "on");
            let problem = work.problem("wifi_off", "wifi off", &[]);
            return Ok(problem.or(work.told("wifi on first", &[]), Change::First(vec![on])).into());
        }
        let Some(known) = saved(&work.read(Reading::WifiNetworks).await?) else {
            return Ok(work.problem("unknown_networks", "no networks told", &[("name", &said)]).into());
        };
        let Some(network) = known.iter().find(|network| folded(&network.name) == folded(&said)).cloned() else {
            let names: Vec<&str> = known.iter().map(|network| network.name.as_str()).collect();
            let values = [("name", said.as_str()), ("list", &names.join(", "))];
            return Ok(work.problem("unknown_network", "unknown network", &values).into());
        };
        let before = current(work).await?;
        let name = network.name;
        if before.as_ref() == Some(&name) {
            return Ok(Begin::Done(work.told("joined already", &[("name", &name)])));
        }
        if network.open && work.kept_text(ASKED) != name {
            // Asked once: a yes starts the step again, unchanged.
            work.keep(ASKED, name.clone());
            let problem = work.problem("open_network", "open network", &[("name", &name)]);
            return Ok(problem.or(work.told("join anyway", &[]), Change::First(Vec::new())).into());
        }
        work.keep(NETWORK, name.clone());
        if let Some(before) = before.filter(|before| known.iter().any(|network| network.name == *before)) {
            work.can_be_undone_by(&Step::new("join_network").with("name", before));
        }
        let open = Move::run(&["am", "start", "-a", PAGE]);
        Ok(Begin::Go(Ways::default().or_touches(vec![open, Move::Press(Sought::Exactly(name))])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let name = work.kept_text(NETWORK).to_owned();
        Ok(match current(work).await? {
            Some(joined) if joined == name => Check::Done(work.told("joined", &[("name", &name)])),
            _ => Check::NotYet,
        })
    }

    // Joining takes its time: association, then an address.
    fn patience(&self) -> std::time::Duration {
        std::time::Duration::from_secs(15)
    }

    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_read_as_android_lists_them() {
        let said = "Network Id      SSID                         Security type\n\
                    0            Home                             wpa2-psk\n\
                    1            Corner  Cafe                     open\n\
                    2            An SSID that is more than 32 bytes wpa3-sae^\n";
        let network = |name: &str, open| Saved { name: name.to_owned(), open };
        let expected = [
            network("Home", false),
            network("Corner  Cafe", true),
            network("An SSID that is more than 32 bytes", false),
        ];
        assert_eq!(saved(said), Some(expected.to_vec()));
        assert_eq!(saved("No networks"), Some(Vec::new()));
        assert_eq!(saved("cmd: Can't find service: wifi"), None);
        assert_eq!(joined("Wifi is enabled\nWifi is connected to \"Home\"\n"), Some("Home".to_owned()));
        assert_eq!(joined("Wifi is enabled\nWifi is not connected\n"), None);
    }
}
