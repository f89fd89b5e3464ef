//! Small commands that clients run occasionally.

use super::arguments::Arguments;
use super::{Exit, Io, System, done};

/// `getenforce`
pub(super) fn getenforce(_: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    io.out("Enforcing");
    done()
}

/// `setenforce`: refused without root.
pub(super) fn setenforce(_: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    io.err("setenforce: Couldn't set enforcing status: Permission denied");
    Exit::Status(1)
}

/// `bmgr …`: backups are enabled, but have no target.
pub(super) fn bmgr(args: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    match args.first().map(String::as_str) {
        Some("enabled") => io.out("Backup Manager currently enabled"),
        Some("enable") => {
            let on = args.get(1).is_none_or(|word| word == "true");
            io.out(format!("Backup Manager now {}", if on { "enabled" } else { "disabled" }));
        }
        Some("list") => io.out("  * com.android.localtransport/.LocalTransport"),
        Some("transport" | "backup" | "backupnow" | "restore" | "run" | "wipe" | "init" | "activate") => {
            io.out("Backup finished with result: Success");
        }
        _ => io.err("usage: bmgr [--user <userId>] [backup|restore|list|transport|run]"),
    }
    done()
}

/// `locksettings …`: the PIN that unlocks the phone. To change it, the caller must give the old one.
pub(super) fn locksettings(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next().unwrap_or_default();
    let mut old = "";
    while let Some(option) = words.option() {
        match option {
            "--old" => old = words.next().unwrap_or_default(),
            "--user" => _ = words.next(),
            _ => {}
        }
    }
    let value = words.next().unwrap_or_default();
    let known = system.shared().pin.clone();
    let changes = matches!(verb, "clear" | "verify" | "set-pin" | "set-pattern" | "set-password");
    if changes && known.as_deref().is_some_and(|known| known != old) {
        io.out(format!("Old password '{old}' didn't match"));
        return Exit::Status(255);
    }
    let secure = &mut system.shared_mut().settings.secure;
    match verb {
        "get-disabled" => io.out((secure.get("lockscreen.disabled").map(String::as_str) == Some("1")).to_string()),
        "set-disabled" => {
            let on = value == "true";
            secure.insert("lockscreen.disabled".to_owned(), if on { "1" } else { "0" }.to_owned());
            io.out(format!("Lock screen disabled set to {on}"));
        }
        "verify" => io.out("Lock credential verified successfully"),
        "clear" => {
            system.shared_mut().pin = None;
            io.out("Lock credential cleared");
        }
        "set-pin" | "set-pattern" | "set-password" => {
            let name = match verb {
                "set-pin" => "Pin",
                "set-pattern" => "Pattern",
                _ => "Password",
            };
            if value.len() < 4 {
                io.out(format!("New {} should be at least 4 characters", name.to_lowercase()));
                return Exit::Status(255);
            }
            // A pattern or password unlocks nothing, since the lock screen has only a PIN pad.
            if verb == "set-pin" && state::profile::is_pin(value) {
                system.shared_mut().pin = Some(value.to_owned());
            }
            io.out(format!("{name} set to '{value}'"));
        }
        "help" | "" => io.out("lockSettings service commands:\n\nclear, get-disabled, set-disabled, set-password, set-pattern, set-pin, verify"),
        other => {
            io.out(format!("Unknown command: {other}"));
            return Exit::Status(255);
        }
    }
    done()
}

/// `device_config …`: no flag is configured.
pub(super) fn device_config(args: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    match args.first().map(String::as_str) {
        Some("get") => io.out("null"),
        Some("delete") => io.out("Failed to delete"),
        Some("is_sync_disabled_for_tests") => io.out("false"),
        Some("get_sync_disabled_for_tests") => io.out("none"),
        Some("list" | "list_namespaces" | "put" | "reset" | "set_sync_disabled_for_tests") => {}
        _ => {
            io.err("Invalid command");
            return Exit::Status(255);
        }
    }
    done()
}

/// `dpm …`: the phone has no device owner.
pub(super) fn dpm(args: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    match args.first().map(String::as_str) {
        Some("list-owners") => {
            io.out("no owners");
            done()
        }
        _ => {
            io.err("usage: dpm [subcommand] [options]");
            Exit::Status(255)
        }
    }
}
