//! `svc`: the old command that switches radios, still used by many scripts.

use std::collections::BTreeMap;

use super::arguments::Arguments;
use super::{Exit, Io, System, done, keycodes, reboot};

const HELP: &str = "\
Available commands:
    help     Show information about the subcommands
    power    Control the power manager
    data     Control mobile data connectivity
    wifi     Control the Wi-Fi manager
    usb      Control Usb state
    nfc      Control NFC functions
    bluetooth Control Bluetooth functions
    system-server System server process related command";

/// `svc …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let (service, verb) = (words.next(), words.next());
    let setting = match service {
        Some("wifi") => "wifi_on",
        Some("data") => "mobile_data",
        Some("bluetooth") => "bluetooth_on",
        Some("nfc") => "nfc_on",
        Some("power") => return power(verb, words.next(), io, system),
        Some("usb") => return usb(verb, words.next(), io, system),
        Some("system-server") => {
            io.err("System server process related command\n\nusage: svc system-server wait-for-crash [timeout]");
            return done();
        }
        _ => {
            io.err(HELP);
            return done();
        }
    };
    match verb {
        Some("enable") => system.shared_mut().settings.switch(setting, true),
        Some("disable") => system.shared_mut().settings.switch(setting, false),
        _ => {
            let name = service.unwrap_or_default();
            io.err(format!("Control the {name} manager\n\nusage: svc {name} [enable|disable]"));
        }
    }
    done()
}

fn power(verb: Option<&str>, value: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    match (verb, value) {
        (Some("stayon"), Some(value)) => {
            let sources = match value {
                "true" => "15",
                "ac" => "1",
                "usb" => "2",
                "wireless" => "4",
                "dock" => "8",
                _ => "0",
            };
            let key = "stay_on_while_plugged_in".to_owned();
            system.shared_mut().settings.global.insert(key, sources.to_owned());
        }
        (Some("reboot"), reason) => return reboot::go_down(reason.unwrap_or_default(), system),
        (Some("shutdown"), _) => return reboot::go_down("shutdown", system),
        (Some("forcesuspend"), _) => system.key(keycodes::key::SLEEP, false, 0),
        _ => io.err(
            "Control the power manager\n\nusage: svc power stayon [true|false|usb|ac|wireless|dock]\n         Set the \
             'keep awake while plugged in' setting.\n       svc power reboot [reason]\n         Perform a runtime \
             shutdown and reboot device with specified reason.\n       svc power shutdown\n         Perform a runtime \
             shutdown and power off the device.",
        ),
    }
    done()
}

/// The functions of the cable that a person can choose.
const FUNCTIONS: &[&str] = &["mtp", "ptp", "rndis", "midi", "ncm", "uvc"];

/// `svc usb …`: the cable's functions are in `sys.usb.config`, next to `adb`, which stays on.
fn usb(verb: Option<&str>, value: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    let props = &mut system.shared_mut().props;
    match (verb, value) {
        (Some("getFunctions"), _) => {
            let functions = props.get("sys.usb.config").map(String::as_str).unwrap_or_default();
            let chosen: Vec<&str> = functions.split(',').filter(|name| *name != "adb" && !name.is_empty()).collect();
            io.err(format!("[{}]", chosen.join(",")));
        }
        (Some("setFunctions"), None) => set_functions(props, None),
        (Some("setFunctions"), Some(name)) if FUNCTIONS.contains(&name) => set_functions(props, Some(name)),
        (Some("setScreenUnlockedFunctions"), name) if name.is_none_or(|name| FUNCTIONS.contains(&name)) => {
            let name = name.unwrap_or("none").to_owned();
            props.insert("persist.sys.usb.screenUnlocked".to_owned(), name);
        }
        (Some("getUsbSpeed"), _) => io.err("-1"),
        (Some("getGadgetHalVersion" | "getUsbHalVersion"), _) => io.err("unknown"),
        _ => io.err(
            "Control Usb state\n\nusage: svc usb setFunctions [function]\n         Set the current usb function and \
             optionally the sysfs path.\n       svc usb getFunctions\n         Gets the list of currently enabled \
             functions",
        ),
    }
    done()
}

fn set_functions(props: &mut BTreeMap<String, String>, name: Option<&str>) {
    let functions = name.map_or_else(|| "adb".to_owned(), |name| format!("{name},adb"));
    props.insert("sys.usb.config".to_owned(), functions.clone());
    props.insert("sys.usb.state".to_owned(), functions);
}
