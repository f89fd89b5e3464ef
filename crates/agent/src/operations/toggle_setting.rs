//! `toggle_setting`: switches a phone setting on or off. Strategies: Android's own commands, then the switch on its
//! page of Settings or in the quick settings. Done when the phone's setting has the value. `tell_setting` reads it.

use action::plan::Step;
use async_trait::async_trait;
use device::{Reading, Table};

use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{FindMethod, Sought, find, switch_of};
use crate::deadline::Halt;

/// `toggle_setting`.
pub(super) struct ToggleSetting;
/// `tell_setting`.
pub(super) struct TellSetting;

/// One switch.
struct Switch {
    name: &'static str,
    /// Where its state is stored.
    state: State,
    /// The commands that switch it on, and off.
    on: &'static [&'static [&'static str]],
    off: &'static [&'static [&'static str]],
    /// Its page in Settings, otherwise the quick settings.
    page: &'static str,
    /// The switch's name in the tables of affordances; empty if it is a button.
    affordance: &'static str,
}

/// Where the state of a switch is stored.
enum State {
    /// In `settings`: off is 0 or absent.
    Setting(Table, &'static str),
    NightMode,
    Nfc,
    /// Visible only on its page.
    Page,
}

#[rustfmt::skip]
const SWITCHES: &[Switch] = &[
    Switch {
        name: "wifi", state: State::Setting(Table::Global, "wifi_on"),
        on: &[&["svc", "wifi", "enable"], &["cmd", "wifi", "set-wifi-enabled", "enabled"]],
        off: &[&["svc", "wifi", "disable"], &["cmd", "wifi", "set-wifi-enabled", "disabled"]],
        page: "android.settings.WIFI_SETTINGS", affordance: "switch_wifi",
    },
    Switch {
        name: "bluetooth", state: State::Setting(Table::Global, "bluetooth_on"),
        on: &[&["cmd", "bluetooth_manager", "enable"], &["svc", "bluetooth", "enable"]],
        off: &[&["cmd", "bluetooth_manager", "disable"], &["svc", "bluetooth", "disable"]],
        page: "android.settings.BLUETOOTH_SETTINGS", affordance: "switch_bluetooth",
    },
    Switch {
        name: "airplane_mode", state: State::Setting(Table::Global, "airplane_mode_on"),
        on: &[&["cmd", "connectivity", "airplane-mode", "enable"]],
        off: &[&["cmd", "connectivity", "airplane-mode", "disable"]],
        page: "android.settings.AIRPLANE_MODE_SETTINGS", affordance: "switch_airplane_mode",
    },
    Switch {
        name: "dark_mode", state: State::NightMode,
        on: &[&["cmd", "uimode", "night", "yes"]],
        off: &[&["cmd", "uimode", "night", "no"]],
        page: "android.settings.DISPLAY_SETTINGS", affordance: "switch_dark_mode",
    },
    Switch {
        name: "location", state: State::Setting(Table::Secure, "location_mode"),
        on: &[&["cmd", "location", "set-location-enabled", "true"]],
        off: &[&["cmd", "location", "set-location-enabled", "false"]],
        page: "android.settings.LOCATION_SOURCE_SETTINGS", affordance: "switch_location",
    },
    Switch {
        name: "do_not_disturb", state: State::Setting(Table::Global, "zen_mode"),
        on: &[&["cmd", "notification", "set_dnd", "priority"]],
        off: &[&["cmd", "notification", "set_dnd", "off"]],
        page: "android.settings.ZEN_MODE_SETTINGS", affordance: "",
    },
    Switch {
        name: "mobile_data", state: State::Setting(Table::Global, "mobile_data"),
        on: &[&["svc", "data", "enable"]],
        off: &[&["svc", "data", "disable"]],
        page: "android.settings.NETWORK_OPERATOR_SETTINGS", affordance: "switch_mobile_data",
    },
    Switch {
        name: "nfc", state: State::Nfc,
        on: &[&["svc", "nfc", "enable"], &["cmd", "nfc", "enable-nfc"]],
        off: &[&["svc", "nfc", "disable"], &["cmd", "nfc", "disable-nfc"]],
        page: "android.settings.NFC_SETTINGS", affordance: "switch_nfc",
    },
    Switch {
        name: "hotspot", state: State::Page,
        on: &[],
        off: &[],
        page: "android.settings.TETHER_SETTINGS", affordance: "switch_hotspot",
    },
    Switch {
        name: "battery_saver", state: State::Setting(Table::Global, "low_power"),
        on: &[&["cmd", "power", "set-mode", "1"], &["settings", "put", "global", "low_power", "1"]],
        off: &[&["cmd", "power", "set-mode", "0"], &["settings", "put", "global", "low_power", "0"]],
        page: "android.settings.BATTERY_SAVER_SETTINGS", affordance: "switch_battery_saver",
    },
    Switch {
        name: "auto_rotate", state: State::Setting(Table::System, "accelerometer_rotation"),
        on: &[&["settings", "put", "system", "accelerometer_rotation", "1"]],
        off: &[&["settings", "put", "system", "accelerometer_rotation", "0"]],
        page: "android.settings.DISPLAY_SETTINGS", affordance: "switch_auto_rotate",
    },
    Switch {
        name: "auto_brightness", state: State::Setting(Table::System, "screen_brightness_mode"),
        on: &[&["settings", "put", "system", "screen_brightness_mode", "1"]],
        off: &[&["settings", "put", "system", "screen_brightness_mode", "0"]],
        page: "android.settings.DISPLAY_SETTINGS", affordance: "switch_auto_brightness",
    },
    Switch {
        name: "flashlight", state: State::Setting(Table::Secure, "flashlight_enabled"),
        on: &[],
        off: &[],
        page: "", affordance: "switch_flashlight",
    },
];

impl Switch {
    async fn is_on(&self, work: &mut Work<'_>) -> Result<Option<bool>, Halt> {
        Ok(match self.state {
            State::Setting(table, key) => Some(work.setting(table, key).await?.is_some_and(|value| value != "0")),
            State::NightMode => {
                let said = work.read(Reading::NightMode).await?;
                said.trim().strip_prefix("Night mode:").map(|mode| mode.trim() == "yes")
            }
            State::Nfc => match work.setting(Table::Global, "nfc_on").await? {
                Some(value) => Some(value != "0"),
                None => {
                    let said = work.read(Reading::Service("nfc")).await?;
                    said.lines().find_map(|line| line.trim().strip_prefix("mState=")).map(|state| state.trim() == "on")
                }
            },
            State::Page => work.seen().and_then(|tree| {
                let sought = Sought::Named(self.affordance);
                let place =
                    find(&tree, &sought, FindMethod::Layout).or_else(|| find(&tree, &sought, FindMethod::Search))?;
                switch_of(&tree, place).map(|(_, on)| on)
            }),
        })
    }

    fn ways(&self, on: bool) -> Ways {
        let commands = if on { self.on } else { self.off };
        let ways = commands.iter().fold(Ways::default(), |ways, words| ways.or_command(words));
        let sought = Sought::Named(self.affordance);
        ways.or_touches(match self.page {
            "" => vec![
                Move::run(&["cmd", "statusbar", "expand-settings"]),
                Move::Switch(sought, on),
                Move::run(&["cmd", "statusbar", "collapse"]),
            ],
            // A page with a button instead of a switch.
            page if self.affordance.is_empty() => {
                let press = if on { "zen_on" } else { "zen_off" };
                vec![Move::run(&["am", "start", "-a", page]), Move::Press(Sought::Named(press))]
            }
            page => vec![Move::run(&["am", "start", "-a", page]), Move::Switch(sought, on)],
        })
    }
}

fn switch(work: &Work<'_>) -> Option<(&'static Switch, bool)> {
    let row = SWITCHES.iter().find(|row| row.name == work.text("setting"))?;
    Some((row, work.text("state") != "off"))
}

#[async_trait]
impl Operation for ToggleSetting {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some((row, on)) = switch(work) else {
            return Ok(work.problem("unknown_setting", "no switch", &[("name", work.text("setting"))]).into());
        };
        let was = row.is_on(work).await?;
        if was == Some(on) && !matches!(row.state, State::Page) {
            return Ok(Begin::Done(work.told("setting already", &[("setting", row.name), ("state", word(on))])));
        }
        // Nothing is taken back that may have been so before.
        if was == Some(!on) {
            let back = Step::new("toggle_setting").with("setting", row.name).with("state", word(!on));
            work.can_be_undone_by(&back);
        }
        Ok(Begin::Go(row.ways(on)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some((row, on)) = switch(work) else { return Ok(Check::NotYet) };
        Ok(match row.is_on(work).await? == Some(on) {
            true => Check::Done(work.told("setting", &[("setting", row.name), ("state", word(on))])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

#[async_trait]
impl Operation for TellSetting {
    fn only_answers(&self) -> bool {
        true
    }

    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some((row, _)) = switch(work) else {
            return Ok(work.problem("unknown_setting", "no switch", &[("name", work.text("setting"))]).into());
        };
        // A switch that only its page shows is looked up there.
        if matches!(row.state, State::Page) {
            return Ok(Begin::Go(Ways::command(&["am", "start", "-a", row.page])));
        }
        Ok(match row.is_on(work).await? {
            Some(on) => Begin::Done(work.told("setting", &[("setting", row.name), ("state", word(on))])),
            None => work.problem("unknown_state", "setting unknown", &[("setting", row.name)]).into(),
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some((row, _)) = switch(work) else { return Ok(Check::NotYet) };
        Ok(match row.is_on(work).await? {
            Some(on) => Check::Done(work.told("setting", &[("setting", row.name), ("state", word(on))])),
            None => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

fn word(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_the_catalogue_has_its_row() {
        let rows: Vec<&str> = SWITCHES.iter().map(|row| row.name).collect();
        let missing: Vec<&&str> = action::plan::SETTINGS.iter().filter(|name| !rows.contains(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(rows.len(), action::plan::SETTINGS.len());
    }
}
