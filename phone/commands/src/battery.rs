//! `dumpsys battery` and `cmd battery`, which can also set the charger, the level and the temperature.

use super::arguments::Arguments;
use super::{Exit, Io, System, defaults, done};
use state::shared::Power;

/// Runs the command.
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next();
    while words.option().is_some() {}
    let hardware = &mut system.shared_mut().hardware;
    match (verb, words.next(), words.next()) {
        (Some("set"), Some(what), Some(value)) => {
            let Ok(number) = value.parse::<i32>() else {
                io.out(format!("Bad value: {value}"));
                return Exit::Status(255);
            };
            let (small, power) = (u8::try_from(number).unwrap_or_default(), &mut hardware.power);
            match what {
                "level" => hardware.battery = u8::try_from(number.clamp(0, 100)).unwrap_or_default(),
                "ac" => power.ac = number != 0,
                "usb" => power.usb = number != 0,
                "wireless" => power.wireless = number != 0,
                "dock" | "counter" | "invalid" => {
                    system.shared_mut().service_state.set("battery", what, value);
                }
                "status" => power.status = Some(small),
                "present" => power.present = number != 0,
                "temp" => power.temperature = number,
                _ => {
                    io.out(format!("Unknown set option: {what}"));
                    return Exit::Status(255);
                }
            }
        }
        (Some("set"), ..) => {
            io.out("No property specified");
            return Exit::Status(255);
        }
        (Some("get"), Some(what), _) => {
            let power = &hardware.power;
            let value = match what {
                "level" => hardware.battery.to_string(),
                "ac" => power.ac.to_string(),
                "usb" => power.usb.to_string(),
                "wireless" => power.wireless.to_string(),
                "status" => power.status(hardware.battery).to_string(),
                "present" => power.present.to_string(),
                "temp" => power.temperature.to_string(),
                "counter" | "dock" | "invalid" => {
                    let set = system.shared().service_state.get("battery", what).map(str::to_owned);
                    set.unwrap_or_else(|| match what {
                        "counter" => counter(system.shared().hardware.battery).to_string(),
                        _ => "0".to_owned(),
                    })
                }
                _ => {
                    io.out(format!("Unknown get option: {what}"));
                    return Exit::Status(255);
                }
            };
            io.out(value);
        }
        (Some("unplug"), ..) => {
            (hardware.power.ac, hardware.power.usb, hardware.power.wireless) = (false, false, false);
        }
        (Some("reset"), ..) => {
            hardware.battery = defaults::BATTERY;
            hardware.power = Power::default();
        }
        // The charger stays connected and does not charge.
        (Some("suspend_input"), ..) => hardware.power.status = Some(4),
        (None | Some("-a"), ..) => {
            let (level, power) = (hardware.battery, &hardware.power);
            io.out(format!(
                "Current Battery Service state:\n  AC powered: {}\n  USB powered: {}\n  Wireless powered: {}\n  Dock powered: false",
                power.ac, power.usb, power.wireless
            ));
            io.out("  Max charging current: 500000\n  Max charging voltage: 5000000");
            io.out(format!(
                "  Charge counter: {}\n  status: {}\n  health: {}\n  present: {}",
                counter(level),
                power.status(level),
                power.health,
                power.present
            ));
            io.out(format!(
                "  level: {level}\n  scale: 100\n  voltage: {}\n  temperature: {}\n  technology: Li-ion",
                3600 + u32::from(level) * 7,
                power.temperature
            ));
        }
        (Some(other), ..) => {
            io.out(format!("Unknown command: {other}"));
            return Exit::Status(255);
        }
    }
    done()
}

fn counter(level: u8) -> u32 {
    u32::from(level) * 43_000
}
