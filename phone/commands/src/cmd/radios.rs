//! `cmd connectivity`, `wifi`, `bluetooth_manager`, `location`, `phone`, `nfc`.

use super::super::arguments::{Arguments, exception};
use super::super::{Exit, Io, System, defaults, done, note, unknown};
use machine::identity::Identity;

pub(super) fn run(service: &str, args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next();
    match service {
        "connectivity" => connectivity(verb, words.next(), io, system),
        "wifi" => wifi(verb, &mut words, io, system),
        "bluetooth_manager" => bluetooth(verb, io, system),
        "location" => location(verb, &mut words, io, system),
        "nfc" => match verb {
            Some("enable-nfc") => switch(system, "nfc_on", true),
            Some("disable-nfc") => switch(system, "nfc_on", false),
            _ => unknown(verb, "Nfc (nfc) commands: enable-nfc, disable-nfc", io),
        },
        _ => phone(verb, words.next(), io, system),
    }
}

fn switch(system: &mut dyn System, setting: &str, on: bool) -> Exit {
    system.shared_mut().settings.switch(setting, on);
    done()
}

fn connectivity(verb: Option<&str>, value: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    const HELP: &str = "Connectivity service commands:\n  help\n    Print this help text.\n  airplane-mode [enable|disable]\n    Turn airplane mode on or off.\n  airplane-mode\n    Get airplane mode.";
    match (verb, value) {
        (Some("airplane-mode"), None) => {
            io.out(if system.shared().settings.on("airplane_mode_on") { "enabled" } else { "disabled" });
            done()
        }
        (Some("airplane-mode"), Some("enable")) => switch(system, "airplane_mode_on", true),
        (Some("airplane-mode"), Some("disable")) => switch(system, "airplane_mode_on", false),
        (Some("airplane-mode"), Some(_)) => {
            io.out(HELP);
            Exit::Status(255)
        }
        _ => unknown(verb, HELP, io),
    }
}

fn wifi(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let on = system.shared().settings.on("wifi_on");
    match verb {
        Some("status") => {
            io.out(if on { "Wifi is enabled" } else { "Wifi is disabled" });
            io.out("Wifi scanning is only available when wifi is enabled");
            if on {
                io.out("==== Primary ClientModeManager instance ====");
                match system.shared().network() {
                    Some(name) => {
                        io.out(format!("Wifi is connected to \"{name}\""));
                        io.out(information(name, &system.shared().identity));
                    }
                    None => io.out("Wifi is not connected"),
                }
            }
        }
        Some("set-wifi-enabled") => match words.next() {
            Some("enabled") => return switch(system, "wifi_on", true),
            Some("disabled") => return switch(system, "wifi_on", false),
            _ => {
                io.err("Invalid args for set-wifi-enabled: expected 'enabled' or 'disabled'");
                return Exit::Status(255);
            }
        },
        Some("list-networks") => {
            io.out("Network Id      SSID                         Security type");
            let known = system.shared().wifi.reach.iter().filter(|network| network.saved);
            let lines = known.enumerate().map(|(id, network)| {
                let security = if network.locked || network.name == defaults::SSID { "wpa2-psk" } else { "open" };
                format!("{id:<12} {:<32} {security}", network.name)
            });
            lines.collect::<Vec<_>>().into_iter().for_each(|line| io.out(line));
        }
        Some("list-scan-results") => {
            if on {
                io.out("    BSSID              Frequency      RSSI           Age(sec)     SSID                                 Flags");
                io.out(format!("  00:13:10:85:fe:01       2447    -50(0:-50/1:-50)      1.024    {:<32} [WPA2-PSK-CCMP-128][RSN-PSK-CCMP-128][ESS]", defaults::SSID));
            } else {
                io.out("No scan results");
            }
        }
        Some("start-scan") if !on => {
            io.err("Error: Wifi is disabled");
            return Exit::Status(255);
        }
        Some("start-scan") => {
            note(system.shared_mut(), "WifiService", "startScan uid=2000 packageName=com.android.shell");
        }
        Some("connect-network" | "add-network") => {
            let name = words.next().unwrap_or_default().to_owned();
            let saved = system.shared().wifi.get(&name).is_some_and(|network| network.saved);
            if on && saved {
                system.shared_mut().wifi.join(&name);
            } else {
                io.out(if on { "Connection failed with reason code: 1" } else { "Error: Wifi is disabled" });
                return Exit::Status(255);
            }
            io.out("Connection initiated ");
        }
        Some(
            verb @ ("forget-network"
            | "force-country-code"
            | "set-wifi-watchdog"
            | "network-requests-set-user-approved"),
        ) => {
            io.err(exception(
                verb,
                &format!("java.lang.SecurityException: Uid 2000 does not have access to {verb} wifi command (or such command doesn't exist)"),
                "com.android.server.wifi.WifiShellCommand.onCommand(WifiShellCommand.java)",
            ));
            return Exit::Status(255);
        }
        Some("is-verbose-logging") => {
            let on = system.shared().service_state.get("wifi", "verbose-logging") == Some("enabled");
            io.out(on.to_string());
        }
        Some("get-country-code") => io.out("Wifi Country Code = US"),
        _ => {
            return unknown(
                verb,
                "Wi-Fi (wifi) commands:\n  status\n  set-wifi-enabled enabled|disabled\n  list-networks\n  list-scan-results",
                io,
            );
        }
    }
    done()
}

/// Formats the connection for `cmd wifi status` and `dumpsys wifi`.
pub(in super::super) fn information(network: &str, identity: &Identity) -> String {
    format!(
        "WifiInfo: SSID: \"{network}\", BSSID: 00:13:10:85:fe:01, MAC: {}, IP: /{}, Security type: 2, \
         Supplicant state: COMPLETED, Wi-Fi standard: 5, RSSI: -50, Link speed: 65Mbps, Frequency: 2447MHz, Net ID: 0",
        identity.mac, identity.address
    )
}

fn bluetooth(verb: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    match verb {
        Some("enable") => switch(system, "bluetooth_on", true),
        Some("disable") => switch(system, "bluetooth_on", false),
        Some(verb) if verb.starts_with("wait-for-state:") => {
            let reached = (verb == "wait-for-state:STATE_ON") == system.shared().settings.on("bluetooth_on");
            io.out(format!("{verb}: {}", if reached { "Success" } else { "Failed with Timeout" }));
            Exit::Status(if reached { 0 } else { 255 })
        }
        _ => unknown(verb, "Bluetooth Manager Commands:\n  enable\n  disable\n  wait-for-state:<STATE>", io),
    }
}

fn location(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    match verb {
        Some("is-location-enabled") => {
            let secure = &system.shared().settings.secure;
            io.out(secure.get("location_mode").is_some_and(|mode| mode != "0").to_string());
            done()
        }
        Some("set-location-enabled") => {
            let mode = match words.next() {
                Some("true") => "3",
                Some("false") => "0",
                _ => {
                    io.err("Error: true or false expected");
                    return Exit::Status(255);
                }
            };
            system.shared_mut().settings.secure.insert("location_mode".to_owned(), mode.to_owned());
            done()
        }
        Some("providers") => providers(words, io, system),
        _ => unknown(
            verb,
            "Location service commands:\n  is-location-enabled [--user <USER_ID>]\n  set-location-enabled true|false [--user <USER_ID>]",
            io,
        ),
    }
}

fn phone(verb: Option<&str>, value: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    match (verb, value) {
        (Some("data"), Some("enable")) => switch(system, "mobile_data", true),
        (Some("data"), Some("disable")) => switch(system, "mobile_data", false),
        _ => unknown(verb, "Telephony Commands:\n  data enable|disable\n  ims\n  sms\n  cc", io),
    }
}

/// `cmd location providers …`: test providers, through which a developer sets the position. Android allows them to an
/// app that may mock the location; for the shell, `appops set com.android.shell android:mock_location allow` does it.
fn providers(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let verb = words.next().unwrap_or_default();
    let known =
        ["add-test-provider", "remove-test-provider", "set-test-provider-enabled", "set-test-provider-location"];
    if !known.contains(&verb) {
        return unknown(Some(verb), "", io);
    }
    let shell = system.shared().packages.get("com.android.shell");
    let allowed = shell.and_then(|shell| shell.ops.get("MOCK_LOCATION")).is_some_and(|mode| mode == "allow");
    if !allowed {
        let why = "java.lang.SecurityException: com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION";
        io.err(exception(verb, why, "com.android.server.location.LocationManagerService.addTestProvider"));
        return Exit::Status(255);
    }
    let provider = words.next().unwrap_or_default();
    let place = words.rest().iter().skip_while(|word| *word != "--location").nth(1);
    let shared = system.shared_mut();
    let exists = shared.service_state.get("location", provider).is_some();
    match verb {
        "add-test-provider" => _ = shared.service_state.set("location", provider, "test"),
        _ if !exists => {
            let why = format!("java.lang.IllegalArgumentException: {provider} provider is not a test provider");
            io.err(exception(verb, &why, "com.android.server.location.LocationManagerService"));
            return Exit::Status(255);
        }
        "remove-test-provider" => _ = shared.service_state.remove("location", provider),
        "set-test-provider-enabled" => {
            let on = words.next().unwrap_or("true");
            shared.service_state.set("location", provider, if on == "true" { "enabled" } else { "disabled" });
        }
        _ => {
            let parts = place.and_then(|place| place.split_once(','));
            let parsed = parts.and_then(|(lat, lon)| Some((lat.parse::<f64>().ok()?, lon.parse::<f64>().ok()?)));
            match parsed.filter(|(lat, lon)| lat.abs() <= 90.0 && lon.abs() <= 180.0) {
                Some((latitude, longitude)) => {
                    shared.hardware.position.latitude = latitude;
                    shared.hardware.position.longitude = longitude;
                }
                None => {
                    io.err("Error: no location, expected --location LATITUDE,LONGITUDE");
                    return Exit::Status(255);
                }
            }
        }
    }
    done()
}
