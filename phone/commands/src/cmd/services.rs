//! `cmd display`, `role`, `telecom`, `user`, `deviceidle`, `thermalservice`, `sensor_privacy`, `vibrator_manager`,
//! `jobscheduler`, `usb`, `stats`, as far as scripts use them.

use super::super::arguments::Arguments;
use super::super::{Exit, Io, System, done, keycodes};
use super::unknown;

/// The default holder of each role.
const ROLES: &[(&str, &str)] = &[
    ("android.app.role.ASSISTANT", "com.google.android.googlequicksearchbox"),
    ("android.app.role.BROWSER", "com.android.chrome"),
    ("android.app.role.DIALER", "com.google.android.dialer"),
    ("android.app.role.HOME", "com.google.android.apps.nexuslauncher"),
    ("android.app.role.SMS", "com.google.android.apps.messaging"),
];

/// Whether this module handles the service.
pub(super) fn has(service: &str) -> bool {
    matches!(
        service,
        "display"
            | "role"
            | "telecom"
            | "user"
            | "deviceidle"
            | "thermalservice"
            | "sensor_privacy"
            | "vibrator_manager"
            | "jobscheduler"
            | "usb"
            | "stats"
    )
}

pub(super) fn run(service: &str, args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next();
    while words.option().is_some() {}
    match service {
        "display" => display(verb, &mut words, io, system),
        "role" => role(verb, &mut words, io, system),
        "telecom" => telecom(verb, &mut words, io, system),
        "user" => user(verb, args, io),
        "deviceidle" => deviceidle(verb, &mut words, io),
        "thermalservice" => match verb {
            Some("override-status" | "reset" | "inject-temperature" | "headroom") => done(),
            _ => unknown(
                verb,
                "Thermal service (thermalservice) commands:\n  help\n  override-status STATUS\n  reset",
                io,
            ),
        },
        "sensor_privacy" => match verb {
            Some("enable" | "disable" | "reset") => done(),
            _ => {
                unknown(verb, "Sensor privacy commands:\n  help\n  enable USER_ID SENSOR\n  disable USER_ID SENSOR", io)
            }
        },
        "vibrator_manager" => match verb {
            Some("list") => {
                io.out("0");
                done()
            }
            Some("synced" | "combined" | "sequential" | "xml" | "cancel") => done(),
            _ => unknown(verb, "Vibrator Manager commands:\n  help\n  list\n  synced [options] <effect>\n  cancel", io),
        },
        "jobscheduler" => match (verb, words.next()) {
            (Some("run" | "timeout" | "cancel"), Some(package)) if !system.shared().packages.is_installed(package) => {
                io.out(format!("unknown app package {package}"));
                Exit::Status(255)
            }
            (Some("run" | "timeout" | "cancel"), Some(package)) => {
                io.out(format!("Could not find job in package {package} / user 0"));
                Exit::Status(255)
            }
            (Some("monitor-battery" | "reset-execution-quota" | "reset-schedule-quota"), _) => done(),
            _ => {
                unknown(verb, "Job scheduler (jobscheduler) commands:\n  help\n  run [-f | --force] PACKAGE JOB_ID", io)
            }
        },
        "usb" => unknown(verb, "USB commands:\n  help", io),
        _ => match verb {
            Some("print-uid-map" | "print-stats" | "clear-puller-cache") => done(),
            _ => {
                unknown(verb, "usage: adb shell cmd stats print-stats-log [tag_required] [timestamp_nsec_optional]", io)
            }
        },
    }
}

fn display(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    match verb {
        Some("get-displays") => {
            let display = system.display();
            let ((width, height), density) = (display.current_size(), display.current_density());
            let state = if system.is_awake() { "ON" } else { "OFF" };
            io.out("Displays:");
            io.out(format!(
                "Display id 0: DisplayInfo{{\"Built-in Screen\", displayId 0, displayGroupId 0, FLAG_SECURE, \
                 FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, real {width} x {height}, largest app {height} x {height}, \
                 smallest app {width} x {width}, appVsyncOff 1000000, presDeadline 16666666, mode 1, defaultMode 1, \
                 rotation {}, state {state}, type INTERNAL, uniqueId \"local:4619827259835644672\", app {width} x \
                 {height}, density {density} ({density}.0 x {density}.0) dpi, layerStack 0}}, isValid=true",
                display.rotation
            ));
        }
        Some("get-brightness") => {
            let level = system.shared().settings.system_number("screen_brightness", 128).clamp(0, 255);
            io.out(format!("{}", level as f64 / 255.0));
        }
        Some("set-brightness") => match words.next().and_then(|word| word.parse::<f64>().ok()) {
            Some(part) if (0.0..=1.0).contains(&part) => {
                let level = ((part * 255.0).round() as i64).to_string();
                system.shared_mut().settings.system.insert("screen_brightness".to_owned(), level);
            }
            _ => {
                io.err("Error: brightness should be a number between 0 and 1");
                return Exit::Status(1);
            }
        },
        Some("power-on") => system.key(keycodes::key::WAKEUP, false, 0),
        Some("power-off") => system.key(keycodes::key::SLEEP, false, 0),
        Some(
            "reset-brightness-configuration"
            | "ab-logging-enable"
            | "ab-logging-disable"
            | "dwb-logging-enable"
            | "set-match-content-frame-rate-pref"
            | "clear-user-preferred-display-mode"
            | "enable-display"
            | "disable-display",
        ) => {}
        Some("get-user-preferred-display-mode") => io.out("User preferred display mode: null"),
        Some("get-match-content-frame-rate-pref") => io.out("Match content frame rate type: 1"),
        _ => {
            return unknown(
                verb,
                "Display manager commands:\n  help\n  get-displays\n  set-brightness BRIGHTNESS\n  power-on\n  power-off",
                io,
            );
        }
    }
    done()
}

fn role(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    // Skips options such as `--user 0` with their values.
    let names: Vec<&str> = words
        .rest()
        .iter()
        .map(String::as_str)
        .filter(|word| word.parse::<u32>().is_err() && !word.starts_with('-'))
        .collect();
    let (name, package) = (names.first().copied().unwrap_or_default(), names.get(1).copied().unwrap_or_default());
    let Some((_, usual)) = ROLES.iter().find(|(known, _)| *known == name) else {
        return match verb {
            Some("get-role-holders") => done(),
            Some("add-role-holder" | "remove-role-holder" | "clear-role-holders") => {
                io.err("Error: see logcat for details.");
                Exit::Status(255)
            }
            Some("set-bypassing-role-qualification") => done(),
            _ => unknown(
                verb,
                "Role (role) commands:\n  help or -h\n  get-role-holders [--user USER_ID] ROLE\n  add-role-holder [--user USER_ID] ROLE PACKAGE [FLAGS]\n  remove-role-holder [--user USER_ID] ROLE PACKAGE [FLAGS]",
                io,
            ),
        };
    };
    let key = format!("role_holder:{name}");
    match verb {
        Some("get-role-holders") => {
            let holder = system.shared().settings.secure.get(&key).cloned().unwrap_or_else(|| (*usual).to_owned());
            if system.shared().packages.is_installed(&holder) {
                io.out(holder);
            }
        }
        Some("add-role-holder") if system.shared().packages.is_installed(package) => {
            system.shared_mut().settings.secure.insert(key, package.to_owned());
        }
        Some("remove-role-holder" | "clear-role-holders") => {
            system.shared_mut().settings.secure.remove(&key);
        }
        _ => {
            io.err("Error: see logcat for details.");
            return Exit::Status(255);
        }
    }
    done()
}

fn telecom(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let dialer = "com.google.android.dialer";
    match verb {
        Some("get-default-dialer" | "get-system-dialer") => io.out(dialer),
        Some("set-default-dialer") => {
            match words.next().filter(|package| system.shared().packages.is_installed(package)) {
                Some(package) => io.out(format!("Success - {package} set as default dialer.")),
                None => {
                    io.err("Error - package is not an installed Dialer app or is already the default dialer.");
                    return Exit::Status(255);
                }
            }
        }
        Some("is-non-in-call-service-bound") => io.out("false"),
        Some("get-max-phones") => io.out("1"),
        Some("get-sim-config") => io.out("SS"),
        Some("wait-on-handlers" | "cleanup-stuck-calls" | "reset-car-mode" | "cleanup-orphan-phone-accounts") => {}
        Some("set-phone-account-enabled") => io.out("Success - phone account has been enabled."),
        _ => return unknown(verb, "usage: telecom [subcommand] [options]", io),
    }
    done()
}

fn user(verb: Option<&str>, args: &[String], io: &mut Io) -> Exit {
    let verbose = args.iter().any(|word| word == "-v" || word == "--verbose");
    match verb {
        Some("list") if verbose => io.out("1 users:\n\n0: id=0, name=Owner, type=full.SYSTEM, flags=ADMIN|FULL|INITIALIZED|MAIN|PRIMARY|SYSTEM (running) (current) (visible)"),
        Some("list") => io.out("Users:\n\tUserInfo{0:Owner:4c13} running"),
        Some("get-main-user") => io.out("Main user id: 0"),
        Some("is-headless-system-user-mode" | "is-visible-background-users-supported") => io.out("false"),
        Some("is-user-visible") => io.out("true"),
        Some("can-switch-to-headless-system-user") => io.out("false"),
        Some("report-system-user-package-whitelist-problems") => io.out("No violations"),
        _ => return unknown(verb, "User manager (user) commands:\nhelp\n  Prints this help text.\nlist [-v | --verbose] [--all]\n  Prints all users on the system.", io),
    }
    done()
}

fn deviceidle(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io) -> Exit {
    match (verb, words.next()) {
        (Some("get"), Some("deep" | "light")) => io.out("ACTIVE"),
        (Some("get"), Some("force")) => io.out("false"),
        (Some("get"), Some("screen" | "charging" | "network")) => io.out("true"),
        (Some("enabled"), _) => io.out("1"),
        (Some("enable"), _) => io.out("Deep idle mode enabled\nLight idle mode enabled"),
        (Some("disable"), _) => io.out("Deep idle mode disabled\nLight idle mode disabled"),
        (Some("force-idle"), _) => io.out("Now forced in to deep idle mode"),
        (Some("unforce"), _) => io.out("Light state: ACTIVE, deep state: ACTIVE"),
        (Some("step"), _) => io.out("Stepped to deep: INACTIVE"),
        (Some("whitelist" | "except-idle-whitelist" | "sys-whitelist"), Some(change)) if change.starts_with('+') => {
            io.out(format!("Added: {}", change.trim_start_matches('+')));
        }
        (Some("whitelist" | "except-idle-whitelist" | "sys-whitelist"), Some(change)) if change.starts_with('-') => {
            io.out(format!("Removed: {}", change.trim_start_matches('-')));
        }
        (Some("whitelist" | "except-idle-whitelist" | "sys-whitelist"), _) => {
            io.out("system-excidle,com.android.shell,2000\nsystem,com.android.shell,2000")
        }
        (Some("tempwhitelist" | "motion" | "pre-idle-factor" | "reset-pre-idle-factor"), _) => {}
        _ => {
            return unknown(
                verb,
                "Device idle controller (deviceidle) commands:\n  help\n  step [light|deep]\n  force-idle [light|deep]\n  unforce\n  get [light|deep|force|screen|charging|network]\n  disable [light|deep|all]\n  enable [light|deep|all]\n  enabled [light|deep|all]\n  whitelist",
                io,
            );
        }
    }
    done()
}
