//! `locksettings` (`cmd lock_settings`): the PIN that unlocks the phone. To change it, the caller must give the old one.
//!
//! The lock screen has a PIN pad and nothing else. A pattern or a password is therefore refused with Android's message
//! for an unacceptable credential. No command reports a credential that is not set.

use super::arguments::Arguments;
use super::{Exit, Io, System, done};

/// The shortest credential that Android takes.
const SHORTEST: usize = 4;

/// `locksettings …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
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
        "set-pin" | "set-pattern" | "set-password" => return set(verb, value, io, system),
        "help" | "" => io.out("lockSettings service commands:\n\nclear, get-disabled, set-disabled, set-password, set-pattern, set-pin, verify"),
        other => {
            io.out(format!("Unknown command: {other}"));
            return Exit::Status(255);
        }
    }
    done()
}

fn set(verb: &str, value: &str, io: &mut Io, system: &mut dyn System) -> Exit {
    let name = verb.strip_prefix("set-").unwrap_or(verb);
    if value.len() < SHORTEST {
        io.out(format!("New {name} should be at least {SHORTEST} characters"));
        return Exit::Status(255);
    }
    if verb == "set-pin" && state::profile::is_pin(value) {
        system.shared_mut().pin = Some(value.to_owned());
        io.out(format!("Pin set to '{value}'"));
        return done();
    }
    io.out("New credential doesn't satisfy admin policies: Weak credential type");
    Exit::Status(255)
}
