//! `appops` (`cmd appops`): operations that an app may perform, besides and instead of its permissions. An operation
//! backed by a run-time permission stands for that permission. Any other is stored by name in the package's record.

use super::arguments::Arguments;
use super::{Exit, Io, System, done};
use state::shared::Package;

const HELP: &str = "\
AppOps service (appops) commands:
  help
    Print this help text.
  start [--user <USER_ID>] <PACKAGE | UID> <OP>
  stop [--user <USER_ID>] <PACKAGE | UID> <OP>
  set [--user <USER_ID>] <[--uid] PACKAGE | UID> <OP> <MODE>
    Set the mode for a particular application and operation.
  get [--user <USER_ID>] [--attribution <ATTRIBUTION_TAG>] <PACKAGE | UID> [<OP>]
    Return the mode for a particular application and optional operation.
  query-op [--user <USER_ID>] <OP> [<MODE>]
    Print all packages that currently have the given op in the given mode.
  reset [--user <USER_ID>] [<PACKAGE>]
    Reset the given application or all applications to default modes.";

/// Where the running operations are stored, as `PACKAGE/OPERATION`.
const RUNNING: &str = "appops:running";

/// The operations that Android names, with the permission behind each.
const OPS: &[(&str, &str)] = &[
    ("COARSE_LOCATION", "ACCESS_COARSE_LOCATION"),
    ("FINE_LOCATION", "ACCESS_FINE_LOCATION"),
    ("VIBRATE", ""),
    ("READ_CONTACTS", "READ_CONTACTS"),
    ("WRITE_CONTACTS", "WRITE_CONTACTS"),
    ("READ_CALL_LOG", "READ_CALL_LOG"),
    ("WRITE_CALL_LOG", "WRITE_CALL_LOG"),
    ("READ_CALENDAR", "READ_CALENDAR"),
    ("WRITE_CALENDAR", "WRITE_CALENDAR"),
    ("POST_NOTIFICATION", "POST_NOTIFICATIONS"),
    ("CALL_PHONE", "CALL_PHONE"),
    ("READ_SMS", "READ_SMS"),
    ("WRITE_SMS", ""),
    ("RECEIVE_SMS", "RECEIVE_SMS"),
    ("SEND_SMS", "SEND_SMS"),
    ("WRITE_SETTINGS", ""),
    ("SYSTEM_ALERT_WINDOW", ""),
    ("ACCESS_NOTIFICATIONS", ""),
    ("CAMERA", "CAMERA"),
    ("RECORD_AUDIO", "RECORD_AUDIO"),
    ("PLAY_AUDIO", ""),
    ("READ_CLIPBOARD", ""),
    ("WRITE_CLIPBOARD", ""),
    ("WAKE_LOCK", ""),
    ("GET_USAGE_STATS", ""),
    ("TOAST_WINDOW", ""),
    ("PROJECT_MEDIA", ""),
    ("ACTIVATE_VPN", ""),
    ("READ_PHONE_STATE", "READ_PHONE_STATE"),
    ("BODY_SENSORS", "BODY_SENSORS"),
    ("MOCK_LOCATION", ""),
    ("READ_EXTERNAL_STORAGE", "READ_EXTERNAL_STORAGE"),
    ("WRITE_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE"),
    ("TURN_SCREEN_ON", ""),
    ("GET_ACCOUNTS", "GET_ACCOUNTS"),
    ("RUN_IN_BACKGROUND", ""),
    ("REQUEST_INSTALL_PACKAGES", ""),
    ("PICTURE_IN_PICTURE", ""),
    ("START_FOREGROUND", ""),
    ("ACTIVITY_RECOGNITION", "ACTIVITY_RECOGNITION"),
    ("READ_MEDIA_AUDIO", "READ_MEDIA_AUDIO"),
    ("READ_MEDIA_VIDEO", "READ_MEDIA_VIDEO"),
    ("READ_MEDIA_IMAGES", "READ_MEDIA_IMAGES"),
    ("MANAGE_EXTERNAL_STORAGE", ""),
    ("RUN_ANY_IN_BACKGROUND", ""),
    ("SCHEDULE_EXACT_ALARM", ""),
    ("BLUETOOTH_SCAN", "BLUETOOTH_SCAN"),
    ("BLUETOOTH_CONNECT", "BLUETOOTH_CONNECT"),
    ("ACCESS_RESTRICTED_SETTINGS", ""),
];

/// `appops …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next().unwrap_or("help");
    while let Some(option) = words.option() {
        if matches!(option, "--user" | "--attribution") {
            words.next();
        }
    }
    match verb {
        "get" => get(&mut words, io, system),
        "set" => set(&mut words, io, system),
        "start" | "stop" => match (words.next(), words.next()) {
            (Some(package), Some(op)) if known(package, io, system) => {
                let Some((op, _)) = named(op, io) else { return Exit::Status(255) };
                let state = &mut system.shared_mut().service_state;
                let name = format!("{package}/{op}");
                match verb {
                    "start" => _ = state.set(RUNNING, &name, ""),
                    _ => _ = state.remove(RUNNING, &name),
                }
                done()
            }
            (Some(_), Some(_)) => Exit::Status(255),
            _ => usage("Error: Operation not specified.", io),
        },
        "query-op" => query(&mut words, io, system),
        "reset" => {
            let only = words.next();
            for (name, package) in &mut system.shared_mut().packages.installed {
                if only.is_none_or(|only| only == name) {
                    package.ops.clear();
                }
            }
            io.out(match only {
                Some(package) => format!("Reset all modes for: {package}"),
                None => "Reset all modes.".to_owned(),
            });
            done()
        }
        "write-settings" | "read-settings" => {
            io.out(if verb.starts_with('w') { "Current settings written." } else { "Last settings read." });
            done()
        }
        "help" | "-h" => {
            io.out(HELP);
            Exit::Status(255)
        }
        _ => {
            io.out(format!("Unknown command: {verb}"));
            Exit::Status(255)
        }
    }
}

fn usage(line: &str, io: &mut Io) -> Exit {
    io.err(line);
    Exit::Status(255)
}

fn known(package: &str, io: &mut Io, system: &dyn System) -> bool {
    let there = system.shared().packages.is_installed(package);
    if !there {
        io.err(format!("Error: No UID for {package} in user 0"));
    }
    there
}

/// Parses the name of an operation: `MOCK_LOCATION`, or the public `android:mock_location`.
fn named(word: &str, io: &mut Io) -> Option<&'static (&'static str, &'static str)> {
    let name = word.strip_prefix("android:").unwrap_or(word).to_ascii_uppercase();
    let found = OPS.iter().find(|(op, _)| *op == name);
    if found.is_none() {
        io.err(format!("Error: Unknown operation string: {word}"));
    }
    found
}

/// Returns the mode of an operation, if it was set or its permission determines it.
fn mode<'a>(package: &'a Package, (op, permission): &(&str, &str)) -> Option<&'a str> {
    if let Some(mode) = package.ops.get(*op) {
        return Some(mode);
    }
    let granted = package.permissions.get(&format!("android.permission.{permission}"))?;
    Some(if *granted { "allow" } else { "ignore" })
}

fn get(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Exit {
    let Some(package) = words.next() else { return usage("Error: Package not specified.", io) };
    if !known(package, io, system) {
        return Exit::Status(255);
    }
    let Some(found) = system.shared().packages.get(package) else { return Exit::Status(255) };
    let wanted = match words.next() {
        None => None,
        Some(word) => match named(word, io) {
            Some(op) => Some(op),
            None => return Exit::Status(255),
        },
    };
    let mut any = false;
    for op in OPS.iter().filter(|op| wanted.is_none_or(|wanted| wanted == *op)) {
        let running = system.shared().service_state.get(RUNNING, &format!("{package}/{}", op.0)).is_some();
        if let Some(mode) = mode(found, op).or_else(|| running.then_some("allow")) {
            io.out(format!("{}: {mode}{}", op.0, if running { "; time=+0ms ago (running)" } else { "" }));
            any = true;
        }
    }
    if !any {
        io.out("No operations.");
        if wanted.is_some() {
            io.out("Default mode: default");
        }
    }
    done()
}

fn set(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let (package, op, mode) = (words.next(), words.next(), words.next());
    let Some(package) = package else { return usage("Error: Package not specified.", io) };
    let (Some(op), Some(mode)) = (op, mode) else {
        return usage(if op.is_none() { "Error: Operation not specified." } else { "Error: Mode not specified." }, io);
    };
    if !known(package, io, system) {
        return Exit::Status(255);
    }
    let Some((op, permission)) = named(op, io) else { return Exit::Status(255) };
    if !matches!(mode, "allow" | "ignore" | "deny" | "default" | "foreground") {
        return usage(&format!("Error: Mode {mode} is not valid"), io);
    }
    let Some(found) = system.shared_mut().packages.get_mut(package) else { return Exit::Status(255) };
    if let Some(granted) = found.permissions.get_mut(&format!("android.permission.{permission}")) {
        match mode {
            "allow" | "foreground" => *granted = true,
            "ignore" | "deny" => *granted = false,
            _ => {}
        }
    } else if mode == "default" {
        found.ops.remove(*op);
    } else {
        found.ops.insert((*op).to_owned(), mode.to_owned());
    }
    done()
}

/// `query-op OP [MODE]`: lists the packages with this mode, by default `allow`.
fn query(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Exit {
    let Some(word) = words.next() else { return usage("Error: Operation not specified.", io) };
    let Some(op) = named(word, io) else { return Exit::Status(255) };
    let wanted = words.next().unwrap_or("allow");
    let having = system.shared().packages.installed.iter().filter(|(_, package)| mode(package, op) == Some(wanted));
    let names: Vec<&String> = having.map(|(name, _)| name).collect();
    if names.is_empty() {
        io.out("No packages");
    }
    names.iter().for_each(|name| io.out(name));
    done()
}

/// Prints the operations of every package, for `dumpsys appops`.
pub(super) fn dump(io: &mut Io, system: &dyn System) {
    io.out("Current AppOps Service state:");
    let packages = &system.shared().packages;
    for (name, package) in &packages.installed {
        io.out(format!("  Uid {}:\n    Package {name}:", packages.uid_of(name)));
        for op in OPS {
            if let Some(mode) = mode(package, op) {
                io.out(format!("      {} ({mode}):", op.0));
            }
        }
    }
}
