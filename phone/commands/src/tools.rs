//! Small commands that clients run occasionally.

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

/// The transport of a phone without an account.
const TRANSPORT: &str = "com.android.localtransport/.LocalTransport";

/// `bmgr …`: backups can be enabled, but the phone has no place for them, so none is ever made.
pub(super) fn bmgr(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    if words.first() == Some(&"--user") {
        words.drain(..words.len().min(2));
    }
    let secure = &mut system.shared_mut().settings.secure;
    let is_on = |on: bool| if on { "enabled" } else { "disabled" };
    match words.as_slice() {
        ["enabled"] => {
            let on = secure.get("backup_enabled").is_some_and(|value| value == "1");
            io.out(format!("Backup Manager currently {}", is_on(on)));
        }
        ["enable", rest @ ..] => {
            let on = rest.first().is_none_or(|word| *word == "true");
            secure.insert("backup_enabled".to_owned(), if on { "1" } else { "0" }.to_owned());
            io.out(format!("Backup Manager now {}", is_on(on)));
        }
        ["list", "sets"] => io.out("No restore sets"),
        ["list", ..] => io.out(format!("  * {TRANSPORT}")),
        ["transport", name] if *name == TRANSPORT => io.out(format!("Selected transport {name} (formerly {name})")),
        ["transport", name] => io.err(format!("Error selecting transport {name}: Unknown transport")),
        ["backupnow" | "fullbackup", ..] => {
            let on = secure.get("backup_enabled").is_some_and(|value| value == "1");
            let why = if on { "Transport error" } else { "Backup is not allowed" };
            io.out(format!("Backup finished with result: {why}"));
        }
        ["backup" | "restore" | "run" | "wipe" | "init" | "activate", ..] => {
            io.err("Error: Could not access the Backup Manager.  Is the system running?");
            return Exit::Status(1);
        }
        _ => {
            io.err("usage: bmgr [--user <userId>] [backup|restore|list|transport|run]");
            return Exit::Status(1);
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
