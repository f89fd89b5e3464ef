//! Network & internet: Wi-Fi and its networks, mobile data, aeroplane mode, hotspot.

use serde::{Deserialize, Serialize};

use super::page::{Page, about_one, page, sub};
use super::{Settings, keys};
use kit::widgets::{self, Row};
use state::app::{Cx, Effect};
use state::shared::Shared;
use toolkit::{Event, Icon, Kind, Size, View};

pub(super) const NETWORK: Page = page(
    "network",
    "Network & internet",
    ".Settings$NetworkDashboardActivity",
    &["android.settings.WIRELESS_SETTINGS"],
    network_rows,
);
pub(super) const INTERNET: Page = page(
    "internet",
    "Internet",
    ".Settings$NetworkProviderSettingsActivity",
    &[
        "android.settings.WIFI_SETTINGS",
        "android.settings.NETWORK_PROVIDER_SETTINGS",
        "android.net.wifi.PICK_WIFI_NETWORK",
        "android.settings.panel.action.INTERNET_CONNECTIVITY",
        "android.settings.panel.action.WIFI",
    ],
    internet_rows,
);
pub(super) const WIFI_DETAILS: Page = about_one(sub("wifi", "Network details", details_rows), &[]);
pub(super) const WIFI_PASSWORD: Page = about_one(sub("wifi_password", "Connect to Wi-Fi", password_rows), &[]);
pub(super) const MOBILE: Page = page(
    "mobile",
    "SIMs",
    ".Settings$MobileNetworkActivity",
    &["android.settings.NETWORK_OPERATOR_SETTINGS", "android.settings.DATA_ROAMING_SETTINGS"],
    mobile_rows,
);
pub(super) const AIRPLANE: Page = page(
    "airplane",
    "Network & internet",
    ".Settings$AirplaneModeSettingsActivity",
    &["android.settings.AIRPLANE_MODE_SETTINGS"],
    network_rows,
);
pub(super) const HOTSPOT: Page = page(
    "hotspot",
    "Hotspot & tethering",
    ".Settings$TetherSettingsActivity",
    &["android.settings.TETHER_SETTINGS"],
    hotspot_rows,
);

/// A network that is being joined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Joining {
    /// Its name.
    name: String,
    /// The password being typed.
    password: String,
}

/// Returns the carrier of the mobile network.
fn carrier(shared: &Shared) -> String {
    let named = shared.props.get("gsm.sim.operator.alpha").filter(|name| !name.is_empty());
    named.cloned().unwrap_or_else(|| "T-Mobile".to_owned())
}

fn network_rows(state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let airplane = keys::AIRPLANE.is_on(shared);
    let internet = match shared.network() {
        Some(name) => name.to_owned(),
        None if shared.settings.is_online() => carrier(shared),
        None if airplane => "Airplane mode is on".to_owned(),
        None => "Networks available".to_owned(),
    };
    let sims = if airplane { "Airplane mode is on".to_owned() } else { carrier(shared) };
    let hotspot = if state.hotspot { "On" } else { "Off" };
    vec![
        Row::new("Internet").summary(internet).icon(Icon::Wifi).opens("internet").view(),
        Row::new("SIMs").summary(sims).icon(Icon::MobileData).opens("mobile").enabled(!airplane).view(),
        keys::AIRPLANE.icon_row(Icon::AirplaneMode, "Airplane mode", shared),
        Row::new("Hotspot & tethering").summary(hotspot).icon(Icon::Share).opens("hotspot").view(),
    ]
}

fn internet_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let mut rows = vec![keys::WIFI.icon_row(Icon::Wifi, "Wi-Fi", shared)];
    if !keys::AIRPLANE.is_on(shared) {
        let summary = match (keys::MOBILE_DATA.is_on(shared), keys::WIFI.is_on(shared)) {
            (true, true) => "LTE",
            (true, false) => "Connected / LTE",
            (false, _) => "Mobile data is off",
        };
        rows.push(Row::new(carrier(shared)).summary(summary).icon(Icon::MobileData).opens("mobile").view());
    }
    if !keys::WIFI.is_on(shared) {
        rows.push(widgets::section("To see available networks, turn on Wi-Fi"));
        return rows;
    }
    let current = shared.network();
    let (first, rest): (Vec<_>, Vec<_>) = shared.wifi.reach.iter().partition(|network| current == Some(&network.name));
    for network in first.into_iter().chain(rest) {
        let joined = current == Some(&network.name);
        let summary = match (joined, network.saved) {
            (true, _) => "Connected",
            (_, true) => "Saved",
            _ => "",
        };
        let mut row = Row::new(&network.name).summary(summary).icon(Icon::Wifi);
        if network.locked {
            row = row.trailing(View::icon(Icon::Lock).description("Secured"));
        }
        let event = if joined { "open" } else { "join" };
        let value = if joined { format!("wifi/{}", network.name) } else { network.name.clone() };
        rows.push(row.on(Event::with(event, value)).view());
    }
    rows
}

fn details_rows(_state: &Settings, shared: &Shared, subject: &str) -> Vec<View> {
    let Some(network) = shared.wifi.get(subject) else { return Vec::new() };
    let joined = shared.network() == Some(subject);
    let security = if network.locked { "WPA2/WPA3-Personal" } else { "None" };
    let forget = View::button("Forget", Event::with("forget", subject)).id("button1").width(Size::Weight(1.0));
    let other = if joined { ("Disconnect", "leave") } else { ("Connect", "join") };
    let other = View::button(other.0, Event::with(other.1, subject)).id("button2").width(Size::Weight(1.0));
    vec![
        Row::new(subject).summary(if joined { "Connected" } else { "Saved" }).icon(Icon::Wifi).view(),
        View::row(vec![forget, other]).padding(16.0, 8.0).gap(12.0),
        Row::new("Signal strength").summary("Excellent").view(),
        Row::new("Security").summary(security).view(),
        Row::new("IP address").summary(if joined { shared.identity.address.as_str() } else { "Unavailable" }).view(),
    ]
}

fn password_rows(state: &Settings, _shared: &Shared, subject: &str) -> Vec<View> {
    let mut field = View::field("password", &state.joining.password, "Password", "wifi_password");
    if let Kind::Field { password, on_submit, .. } = &mut field.kind {
        *password = true;
        *on_submit = Some("wifi_connect");
    }
    // The password of such a network has at least eight characters.
    let connect = View::button("Connect", Event::new("wifi_connect")).id("button1");
    let connect = connect.width(Size::Weight(1.0)).enabled(state.joining.password.chars().count() >= 8);
    let cancel = View::button("Cancel", Event::new("navigate_up")).id("button2").width(Size::Weight(1.0));
    vec![
        Row::new(subject).summary("WPA2/WPA3-Personal").icon(Icon::Wifi).view(),
        View::column(vec![field]).padding(16.0, 8.0),
        View::row(vec![cancel, connect]).padding(16.0, 8.0).gap(12.0),
    ]
}

fn mobile_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        widgets::section(carrier(shared)),
        keys::MOBILE_DATA.row("Mobile data", "Access data using mobile network", shared),
        keys::ROAMING.row("Roaming", "Connect to data services when roaming", shared),
        Row::new("Preferred network type").summary("5G (recommended)").view(),
    ]
}

fn hotspot_rows(state: &Settings, _shared: &Shared, _subject: &str) -> Vec<View> {
    let summary = if state.hotspot { "AndroidAP_1234" } else { "Not sharing internet or content with other devices" };
    vec![
        widgets::switch_row("Wi-Fi hotspot", summary, state.hotspot, Event::new("hotspot")).view(),
        Row::new("Hotspot name").summary("AndroidAP_1234").view(),
        Row::new("Security").summary("WPA3-Personal").view(),
    ]
}

/// Handles an event of these pages. Returns whether it was one.
pub(super) fn event(state: &mut Settings, event: &Event, cx: &mut Cx<'_>) -> bool {
    let (joining, networks) = (&mut state.joining, &mut cx.shared.wifi);
    match event.name.as_ref() {
        "hotspot" => state.hotspot = !state.hotspot,
        "join" => match networks.get(&event.value) {
            Some(network) if network.locked && !network.saved => {
                *joining = Joining { name: event.value.clone(), ..Joining::default() };
                cx.push(format!("wifi_password/{}", event.value));
                cx.effects.push(Effect::Focus("password".to_owned()));
            }
            Some(_) => networks.join(&event.value),
            None => {}
        },
        "leave" => networks.joined = None,
        "forget" => {
            networks.forget(&event.value);
            cx.pop();
        }
        "wifi_password" => joining.password.clone_from(&event.value),
        "wifi_connect" => {
            if joining.password.chars().count() >= 8 {
                networks.join(&std::mem::take(joining).name);
                cx.pop();
            }
        }
        _ => return false,
    }
    true
}
