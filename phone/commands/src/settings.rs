//! `settings` (`cmd settings`): the three tables, with the argument syntax of `SettingsService`.

use super::arguments::Arguments;
use super::{Exit, Io, System, done};
use state::shared::Settings;
use std::collections::BTreeMap;

const HELP: &str = "\
Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
      Reset the global/secure table for a package with mode.
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}, case-insensitive";

/// Where the default values are stored, as `NAMESPACE/KEY`.
const DEFAULTS: &str = "settings:defaults";

/// Returns a table by the name that commands and content URIs use.
pub(super) fn table<'a>(settings: &'a mut Settings, name: &str) -> Option<&'a mut BTreeMap<String, String>> {
    match name.to_ascii_lowercase().as_str() {
        "system" => Some(&mut settings.system),
        "secure" => Some(&mut settings.secure),
        "global" => Some(&mut settings.global),
        _ => None,
    }
}

/// `settings …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let Some(mut verb) = words.next() else {
        io.out(HELP);
        return Exit::Status(255);
    };
    if verb == "--user" {
        words.next();
        verb = words.next().unwrap_or_default();
    }
    if verb == "help" || verb == "-h" {
        io.out(HELP);
        return Exit::Status(255);
    }
    if !matches!(verb, "get" | "put" | "delete" | "reset" | "list") {
        io.err(format!("Invalid command: {verb}"));
        return Exit::Status(255);
    }
    let mut operands = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "--user" => _ = words.next(),
            // Flags precede the operands; a value may begin with a dash.
            "--lineage" if operands.is_empty() => {}
            _ => operands.push(word),
        }
    }
    let Some((namespace, rest)) = operands.split_first() else {
        io.err("Bad arguments");
        return Exit::Status(255);
    };
    let shared = system.shared_mut();
    let installed = |name: &str| shared.packages.installed.contains_key(name);
    if let ("reset", [mode]) = (verb, rest)
        && !matches!(*mode, "untrusted_defaults" | "untrusted_clear" | "trusted_defaults")
        && !installed(mode)
    {
        io.err(format!("Invalid reset mode: {mode}"));
        return Exit::Status(255);
    }
    let Some(table) = table(&mut shared.settings, namespace) else {
        io.err(format!("Invalid namespace '{namespace}'"));
        return Exit::Status(255);
    };
    match (verb, rest) {
        ("list", _) => table.iter().for_each(|(key, value)| io.out(format!("{key}={value}"))),
        ("get", [key]) => io.out(table.get(*key).map_or("null", String::as_str)),
        ("delete", [key]) => io.out(format!("Deleted {} rows", usize::from(table.remove(*key).is_some()))),
        ("get" | "delete", [_, _, ..]) => {
            io.err("Too many arguments");
            return Exit::Status(255);
        }
        ("put", [key, value] | [key, value, _]) => {
            table.insert((*key).to_owned(), (*value).to_owned());
        }
        ("put", [key, value, _, "default"]) => {
            table.insert((*key).to_owned(), (*value).to_owned());
            shared.service_state.set(DEFAULTS, &format!("{namespace}/{key}"), value);
        }
        // Only a setting that was put with a default can go back to it.
        ("reset", [_]) => {
            let prefix = format!("{namespace}/");
            for (name, value) in shared.service_state.of(DEFAULTS) {
                if let Some(key) = name.strip_prefix(&prefix) {
                    table.insert(key.to_owned(), value.to_owned());
                }
            }
        }
        ("put", [_, _, _, _, ..]) => {
            io.err("Too many arguments");
            return Exit::Status(255);
        }
        _ => {
            io.err("Bad arguments");
            return Exit::Status(255);
        }
    }
    done()
}
