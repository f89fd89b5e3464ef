//! `cmd display`, `role`, `telecom`, `user`, `thermalservice`, `sensor_privacy`, `vibrator_manager`,
//! `jobscheduler`, `usb`, `stats`, as far as scripts use them.

use super::super::arguments::Arguments;
use super::super::{Exit, Io, System, done, keycodes, unknown};

/// The default holder of each role.
pub(in super::super) const ROLES: &[(&str, &str)] = &[
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
        "thermalservice" => thermal(verb, &mut words, io, system),
        "sensor_privacy" => privacy(verb, &mut words, io, system),
        "vibrator_manager" => vibrator(verb, &mut words, io, system),
        "jobscheduler" => match (verb, words.next()) {
            (Some("run" | "timeout" | "cancel"), Some(package)) if !system.shared().packages.is_installed(package) => {
                io.out(format!("unknown app package {package}"));
                Exit::Status(255)
            }
            (Some("run" | "timeout" | "cancel"), Some(package)) => {
                io.out(format!("Could not find job in package {package} / user 0"));
                Exit::Status(255)
            }
            _ => {
                unknown(verb, "Job scheduler (jobscheduler) commands:\n  help\n  run [-f | --force] PACKAGE JOB_ID", io)
            }
        },
        "usb" => unknown(verb, "USB commands:\n  help", io),
        _ => match verb {
            Some("print-uid-map") => {
                let packages = &system.shared().packages;
                for (name, package) in &packages.installed {
                    let (uid, code) = (packages.uid_of(name), package.version_code);
                    io.out(format!("{name}, v{code}, {}, null ({uid})", package.version_name));
                }
                done()
            }
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
        Some("set-user-preferred-display-mode") => {
            let numbers: Vec<&str> = words.rest().iter().map(String::as_str).collect();
            let [width, height, rate, ..] = numbers.as_slice() else {
                io.err("Error: no width, height and refresh rate specified");
                return Exit::Status(1);
            };
            let mode = format!("{width} {height} {rate}");
            if !numbers.iter().all(|word| word.parse::<f64>().is_ok_and(|number| number > 0.0)) {
                io.err("Error: invalid format of width, height or refresh rate");
                return Exit::Status(1);
            }
            system.shared_mut().service_state.set("display", "user-preferred-mode", &mode);
        }
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
    const DIALER: &str = "role_holder:android.app.role.DIALER";
    let usual = "com.google.android.dialer";
    match verb {
        Some("get-system-dialer") => io.out(usual),
        Some("get-default-dialer") => {
            io.out(system.shared().settings.secure.get(DIALER).map_or(usual, String::as_str));
        }
        Some("set-default-dialer") => {
            let dials = |package: &&str| {
                let dial = state::app::Intent {
                    action: Some("android.intent.action.DIAL".to_owned()),
                    package: Some((*package).to_owned()),
                    ..Default::default()
                };
                *package == usual || !system.resolve(&dial).is_empty()
            };
            match words.next().filter(dials).map(str::to_owned) {
                Some(package) => {
                    io.out(format!("Success - {package} set as default dialer."));
                    system.shared_mut().settings.secure.insert(DIALER.to_owned(), package);
                }
                None => {
                    io.err("Error - package is not an installed Dialer app or is already the default dialer.");
                    return Exit::Status(255);
                }
            }
        }
        Some("is-non-in-call-service-bound") => io.out("false"),
        Some("get-max-phones") => io.out("1"),
        Some("get-sim-config") => io.out("SS"),
        Some("cleanup-stuck-calls") => {
            let shared = system.shared_mut();
            if shared.calls.current.as_ref().is_some_and(|(_, state)| state != "ringing") {
                shared.calls.current = None;
            }
            io.out("Success - cleaned up stuck calls");
        }
        Some("wait-on-handlers") => io.out("Success - handlers are idle"),
        Some("set-phone-account-enabled" | "set-phone-account-disabled") => {
            io.err("Error - phone account is not registered");
            return Exit::Status(255);
        }
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

/// `override-status N`, `reset`: the temperature status, which `dumpsys thermalservice` shows.
fn thermal(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let state = &mut system.shared_mut().service_state;
    match (verb, words.next()) {
        (Some("override-status"), Some(status @ ("0" | "1" | "2" | "3" | "4" | "5" | "6"))) => {
            state.set("thermalservice", "status", status);
            done()
        }
        (Some("override-status"), _) => {
            io.err("Error: Invalid thermal status, expected 0 to 6");
            Exit::Status(255)
        }
        (Some("reset"), _) => {
            state.remove("thermalservice", "status");
            done()
        }
        _ => unknown(verb, "Thermal service (thermalservice) commands:\n  help\n  override-status STATUS\n  reset", io),
    }
}

/// `enable|disable|reset USER SENSOR`: whether apps get nothing from the microphone or the camera.
fn privacy(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let Some(verb @ ("enable" | "disable" | "reset")) = verb else {
        return unknown(
            verb,
            "Sensor privacy commands:\n  help\n  enable USER_ID SENSOR\n  disable USER_ID SENSOR",
            io,
        );
    };
    words.next();
    let Some(sensor @ ("microphone" | "camera")) = words.next() else {
        io.err("Invalid sensor");
        return Exit::Status(255);
    };
    let state = &mut system.shared_mut().service_state;
    match verb {
        "enable" => _ = state.set("sensor_privacy", sensor, "enabled"),
        _ => _ = state.remove("sensor_privacy", sensor),
    }
    done()
}

/// The phone has one vibrator, number 0. `dumpsys vibrator_manager` shows the last vibration.
fn vibrator(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    match verb {
        Some("list") => io.out("0"),
        Some(kind @ ("synced" | "combined" | "sequential")) => {
            let effect: Vec<&str> =
                words.rest().iter().map(String::as_str).skip_while(|word| word.starts_with('-')).collect();
            match effect.first() {
                Some(&("oneshot" | "waveform" | "prebaked" | "primitives")) => {
                    let said = effect.join(" ");
                    let ms = effect.get(1).and_then(|word| word.parse::<u64>().ok()).filter(|_| effect[0] == "oneshot");
                    system.shared_mut().service_state.set("vibrator_manager", "last", &format!("{kind} {said}"));
                    io.takes_ms = ms.unwrap_or(0).min(10_000);
                }
                other => {
                    io.err(format!("Error: unknown effect {}", other.copied().unwrap_or("null")));
                    return Exit::Status(255);
                }
            }
        }
        Some("cancel") => _ = system.shared_mut().service_state.set("vibrator_manager", "last", "cancelled"),
        _ => {
            return unknown(
                verb,
                "Vibrator Manager commands:\n  help\n  list\n  synced [options] <effect>\n  cancel",
                io,
            );
        }
    }
    done()
}
