//! `svc`: the old command that switches radios, still used by many scripts.

use super::arguments::Arguments;
use super::{Exit, Io, System, done};

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
        Some("usb") => {
            match verb {
                Some("getFunctions") => io.err("[]"),
                Some("getUsbSpeed") => io.err("-1"),
                Some("getGadgetHalVersion" | "getUsbHalVersion") => io.err("unknown"),
                _ => {}
            }
            return done();
        }
        Some("system-server") => return done(),
        _ => {
            io.err(HELP);
            return done();
        }
    };
    match verb {
        Some("enable") => system.shared_mut().settings.switch(setting, true),
        Some("disable") => system.shared_mut().settings.switch(setting, false),
        Some("prefer") => {}
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
        (Some("reboot" | "shutdown" | "forcesuspend"), _) => {}
        _ => io.err(
            "Control the power manager\n\nusage: svc power stayon [true|false|usb|ac|wireless|dock]\n         Set the \
             'keep awake while plugged in' setting.\n       svc power reboot [reason]\n         Perform a runtime \
             shutdown and reboot device with specified reason.\n       svc power shutdown\n         Perform a runtime \
             shutdown and power off the device.",
        ),
    }
    done()
}
