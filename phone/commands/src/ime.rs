//! `ime` (`cmd input_method`): the installed, enabled and selected keyboards.
//!
//! The source of truth is `secure/enabled_input_methods` (separated by colons) and `secure/default_input_method`.

use super::arguments::{Arguments, hash};
use super::{Component, Exit, Io, System, defaults, done};

const HELP: &str = "\
ime <command>:
  list [-a] [-s]
    prints all enabled input methods.
      -a: see all input methods
      -s: only a single summary line of each
  enable [--user <USER_ID>] <ID>
    allows the given input method ID to be used.
  disable [--user <USER_ID>] <ID>
    disallows the given input method ID to be used.
  set [--user <USER_ID>] <ID>
    switches to the given input method ID.
  reset [--user <USER_ID>]
    reset currently selected/enabled IMEs to the default ones as if
    the device is initially booted w/ the current locale.";

/// Returns the enabled ids in order.
pub(super) fn enabled(system: &dyn System) -> Vec<String> {
    let list = system.shared().settings.secure.get("enabled_input_methods").cloned().unwrap_or_default();
    // Subtypes are written as `id;subtype;subtype`.
    list.split(':')
        .map(|entry| entry.split(';').next().unwrap_or_default().to_owned())
        .filter(|id| !id.is_empty())
        .collect()
}

fn store(system: &mut dyn System, ids: &[String]) {
    system.shared_mut().settings.secure.insert("enabled_input_methods".to_owned(), ids.join(":"));
}

fn select(system: &mut dyn System, id: &str) {
    system.shared_mut().settings.secure.insert("default_input_method".to_owned(), id.to_owned());
}

/// Returns the installed id that a word names: `pkg/.Class` and `pkg/pkg.Class` are the same.
fn find(system: &dyn System, word: &str) -> Option<String> {
    let wanted = Component::parse(word)?;
    system.input_methods().into_iter().find(|id| Component::parse(id).as_ref() == Some(&wanted))
}

/// `ime …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let Some(verb) = words.next() else {
        io.out(HELP);
        return Exit::Status(255);
    };
    let (mut all, mut short) = (false, false);
    while let Some(option) = words.option() {
        match option {
            "-a" => all = true,
            "-s" => short = true,
            "-as" | "-sa" => (all, short) = (true, true),
            "--user" => _ = words.next(),
            _ => {
                io.err(format!("Unknown option: {option}"));
                return Exit::Status(255);
            }
        }
    }
    match verb {
        "list" => list(all, short, io, system),
        "enable" | "disable" | "set" => return change(verb, words.next().unwrap_or_default(), io, system),
        "reset" => {
            let stock = defaults::KEYBOARD.to_owned();
            select(system, &stock);
            store(system, std::slice::from_ref(&stock));
            io.out(format!("Reset current and enabled IMEs for user #0\n  Newly selected IME: {stock}"));
        }
        "tracing" => {}
        "help" | "-h" => {
            io.out(HELP);
            return Exit::Status(255);
        }
        _ => {
            io.out(format!("Unknown command: {verb}"));
            return Exit::Status(255);
        }
    }
    done()
}

fn list(all: bool, short: bool, io: &mut Io, system: &dyn System) {
    let enabled = enabled(system);
    for id in system.input_methods() {
        if !all && !enabled.contains(&id) {
            continue;
        }
        if short {
            io.out(id);
            continue;
        }
        let component = Component::parse(&id).unwrap_or_else(|| Component::new(&id, ".Ime"));
        io.out(format!("{id}:"));
        io.out(format!(
            "  mId={id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true"
        ));
        io.out("  mIsDefaultResId=0x0\n  Service:");
        io.out("    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n    ServiceInfo:");
        io.out(format!("      name={}\n      packageName={}", component.class, component.package));
        io.out("      enabled=true exported=true directBootAware=false\n      permission=android.permission.BIND_INPUT_METHOD");
        io.out(format!("      flags=0x{:x}", hash(&id) & 0xf));
    }
}

fn change(verb: &str, word: &str, io: &mut Io, system: &mut dyn System) -> Exit {
    let mut ids = enabled(system);
    let Some(id) = find(system, word) else {
        match verb {
            "set" => io.err(format!("Unknown input method {word} cannot be selected for user #0")),
            "enable" => io.err(format!("Unknown input method {word} cannot be enabled for user #0")),
            _ => io.err(format!("Unknown input method {word} cannot be disabled for user #0")),
        }
        return Exit::Status(255);
    };
    match verb {
        "enable" => {
            if ids.contains(&id) {
                io.out(format!("Input method {id}: already enabled for user #0"));
            } else {
                ids.push(id.clone());
                store(system, &ids);
                io.out(format!("Input method {id}: now enabled for user #0"));
            }
        }
        "disable" => {
            if ids.contains(&id) {
                ids.retain(|other| *other != id);
                store(system, &ids);
                let selected = system.shared().settings.secure.get("default_input_method").cloned();
                if selected.as_ref() == Some(&id) {
                    let next = ids.first().cloned().unwrap_or_else(|| defaults::KEYBOARD.to_owned());
                    select(system, &next);
                }
                io.out(format!("Input method {id}: now disabled for user #0"));
            } else {
                io.out(format!("Input method {id}: already disabled for user #0"));
            }
        }
        _ if !ids.contains(&id) => {
            io.err(format!("Unknown input method {word} cannot be selected for user #0"));
            return Exit::Status(255);
        }
        _ => {
            select(system, &id);
            io.out(format!("Input method {id} selected for user #0"));
        }
    }
    done()
}
