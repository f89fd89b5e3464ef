//! `cmd`: the shell interface of services. Services that have a command (`am`, `pm`, `wm`, …) forward to it.

mod alarm;
mod device;
pub(super) mod kept;
mod radios;
mod services;

pub(super) use self::services::ROLES;

use super::arguments::Arguments;
use super::{
    Exit, Io, System, am, appops, battery, content, device_config, deviceidle, ime, input, locksettings, pm, service,
    settings, wm,
};

/// `cmd [-w] SERVICE …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let name = loop {
        match words.next() {
            Some("-w") => {}
            Some("-l") => {
                io.out("Currently running services:");
                service::SERVICES.iter().for_each(|(name, _)| io.out(format!("  {name}")));
                return Exit::Status(0);
            }
            Some(name) => break name,
            None => {
                io.err("cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.");
                return Exit::Status(20);
            }
        }
    };
    let rest = words.rest();
    if let Some(exit) = kept::run(name, rest, io, system) {
        return exit;
    }
    match name {
        "activity" | "activity_task" => am::run(rest, io, system),
        "package" => pm::run(rest, io, system),
        "window" => wm::run(rest, io, system),
        "input" => input::run(rest, io, system),
        "settings" => settings::run(rest, io, system),
        "input_method" => ime::run(rest, io, system),
        "content" => content::run(rest, io, system),
        "lock_settings" => locksettings::run(rest, io, system),
        "device_config" => device_config::run(rest, io, system),
        "appops" => appops::run(rest, io, system),
        "battery" => battery::run(rest, io, system),
        "connectivity" | "wifi" | "bluetooth_manager" | "location" | "phone" | "nfc" => {
            radios::run(name, rest, io, system)
        }
        "media_session" => media(rest, io, system),
        "deviceidle" => deviceidle::run(rest, io, system),
        "alarm" => alarm::run(rest, io, system),
        "audio" => device::audio(rest, io, system),
        "uimode" | "statusbar" | "notification" | "overlay" | "power" | "locale" => device::run(name, rest, io, system),
        "clipboard" if system.has_clipboard_command() => device::clipboard(rest, io, system),
        _ if services::has(name) => services::run(name, rest, io, system),
        _ if service::exists(name) => {
            // Binder's answer for a service without a shell.
            io.err("No shell command implementation.");
            Exit::Status(0)
        }
        _ => {
            io.err(format!("cmd: Can't find service: {name}"));
            Exit::Status(20)
        }
    }
}

/// `media …` and `cmd media_session …`
pub(super) fn media(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    device::media(args, io, system)
}
