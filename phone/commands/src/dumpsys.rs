//! `dumpsys`: the state of the phone's services, limited to the lines that clients look for.

mod activity;
mod device;
mod facts;
mod screen;
mod services;
mod window;

use super::arguments::Arguments;
use super::{Exit, Io, System, battery, cmd, device_config, deviceidle, done, pm, service};

/// `dumpsys [OPTIONS] [SERVICE [ARGS]]`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    while let Some(option) = words.option() {
        match option {
            "-l" => {
                io.out("Currently running services:");
                service::SERVICES.iter().for_each(|(name, _)| io.out(format!("  {name}")));
                return done();
            }
            // A time limit or a priority. `-d` is not an option of Android's, but Midscene passes it.
            "-t" | "-T" | "--priority" | "-d" => _ = words.next(),
            "--help" => {
                io.err("usage: dumpsys\n         To dump all services.\nor:\n       dumpsys [-t TIMEOUT] [--priority LEVEL] [--clients] [--dump] [--pid] [--thread] [--help | -l | --skip SERVICES | SERVICE [ARGS]]");
                return done();
            }
            "--skip" => while words.next().is_some() {},
            _ => {}
        }
    }
    match words.next() {
        Some(name) => one(name, words.rest(), io, system),
        None => {
            io.out("Currently running services:");
            service::SERVICES.iter().for_each(|(name, _)| io.out(format!("  {name}")));
            for (name, _) in service::SERVICES {
                io.out("-------------------------------------------------------------------------------");
                io.out(format!("DUMP OF SERVICE {name}:"));
                one(name, &[], io, system);
            }
            done()
        }
    }
}

fn one(name: &str, args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    match name {
        "deviceidle" if !args.is_empty() => return deviceidle::run(args, io, system),
        "device_config" => _ = device_config::run(&["list".to_owned()], io, system),
        _ => {
            let exit = state_of(name, args, io, system);
            // The values that a command has set, except in a dump of an app's own.
            if exit == done() && args.is_empty() && !matches!(name, "activity" | "package") {
                cmd::kept::dump(name, io, system);
            }
            return exit;
        }
    }
    done()
}

/// Prints what one service knows.
fn state_of(name: &str, args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    match name {
        "window" => window::dump(args, io, system),
        "display" => screen::display(io, system),
        "input" => screen::input(io, system),
        "SurfaceFlinger" => screen::surface_flinger(args, io, system),
        "power" => device::power(io, system),
        "input_method" => screen::input_method(io, system),
        "battery" => return battery::run(args, io, system),
        "activity" | "activity_task" => activity::dump(args, io, system),
        "package" => pm::dump::dump(args, io, system),
        "telephony.registry" | "phone" | "telecom" => device::telephony(io, system),
        "notification" => device::notification(args, io, system),
        "wifi" => device::wifi(io, system),
        "connectivity" => device::connectivity(io, system),
        "audio" => device::audio(io, system),
        "meminfo" => device::meminfo(args, io, system),
        "cpuinfo" => device::cpuinfo(io, system),
        "media.camera" => device::camera(io),
        "media_session" => device::media_session(io, system),
        "alarm" => device::alarm(io, system),
        "uimode" | "bluetooth_manager" | "location" | "statusbar" | "deviceidle" | "user" | "gfxinfo"
        | "usagestats" => {
            device::other(name, io, system);
        }
        _ if facts::dump(name, io, system) => {}
        _ if service::exists(name) => {}
        _ => io.err(format!("Can't find service: {name}")),
    }
    done()
}
