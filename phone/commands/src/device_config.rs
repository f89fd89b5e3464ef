//! `device_config` (`cmd device_config`): the flags that Google sets from outside, by namespace and name. The table is
//! empty at first; the commands fill and read it.

use super::{Exit, Io, System, done};

const HELP: &str = "\
Device Config (device_config) commands:
  help
      Print this help text.
  get NAMESPACE KEY
      Retrieve the current value of KEY from the given NAMESPACE.
  put NAMESPACE KEY VALUE [default]
      Change the contents of KEY to VALUE for the given NAMESPACE.
      {default} to set as the default value.
  delete NAMESPACE KEY
      Delete the entry for KEY for the given NAMESPACE.
  list_namespaces [--public]
      Prints the name of all (or just the public) namespaces.
  list [NAMESPACE]
      Print all keys and values defined, optionally for the given NAMESPACE.
  reset RESET_MODE [NAMESPACE]
      Reset all flag values, optionally for a NAMESPACE, according to RESET_MODE.
      RESET_MODE is one of {untrusted_defaults, untrusted_clear, trusted_defaults}
  set_sync_disabled_for_tests SYNC_DISABLED_MODE
      SYNC_DISABLED_MODE is one of: {none, persistent, until_reboot}
  get_sync_disabled_for_tests
      Prints one of the SYNC_DISABLED_MODEs, see above";

/// The service under which the sync mode is stored, and the prefix of the default values.
const SERVICE: &str = "device_config";
const DEFAULT: &str = "default:";

/// `device_config …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let refused = |io: &mut Io, why: &str| {
        io.err(why);
        Exit::Status(255)
    };
    let shared = system.shared_mut();
    let config = &mut shared.settings.config;
    match words.as_slice() {
        [] | ["help" | "-h", ..] => {
            io.out(HELP);
            return Exit::Status(255);
        }
        ["get", namespace, key] => io.out(config.get(&format!("{namespace}/{key}")).map_or("null", String::as_str)),
        ["put", namespace, key, value] | ["put", namespace, key, value, "default"] => {
            let name = format!("{namespace}/{key}");
            if words.len() == 5 {
                shared.service_state.set(SERVICE, &format!("{DEFAULT}{name}"), value);
            }
            config.insert(name, (*value).to_owned());
        }
        ["delete", namespace, key] => {
            let removed = config.remove(&format!("{namespace}/{key}")).is_some();
            io.out(if removed {
                format!("Successfully deleted {key} from {namespace}")
            } else {
                format!("Failed to delete {key} from {namespace}")
            });
        }
        ["list"] => config.iter().for_each(|(name, value)| io.out(format!("{name}={value}"))),
        ["list", namespace] => {
            let own = config.iter().filter_map(|(name, value)| Some((name.split_once('/')?, value)));
            own.filter(|((owner, _), _)| owner == namespace)
                .for_each(|((_, key), value)| io.out(format!("{key}={value}")));
        }
        ["list_namespaces"] | ["list_namespaces", "--public"] => {
            let mut names: Vec<&str> = config.keys().filter_map(|name| Some(name.split_once('/')?.0)).collect();
            names.dedup();
            names.iter().for_each(|name| io.out(name));
        }
        ["reset", "untrusted_defaults" | "untrusted_clear" | "trusted_defaults", namespace @ ..]
            if namespace.len() <= 1 =>
        {
            let own = |name: &str| namespace.iter().all(|only| name.split('/').next() == Some(only));
            config.retain(|name, _| !own(name));
            let defaults = shared.service_state.of(SERVICE).filter_map(|(name, value)| {
                name.strip_prefix(DEFAULT).filter(|name| own(name)).map(|name| (name.to_owned(), value.to_owned()))
            });
            config.extend(defaults);
        }
        ["reset", mode, ..] => return refused(io, &format!("Invalid reset mode: {mode}")),
        ["set_sync_disabled_for_tests", mode @ ("none" | "persistent" | "until_reboot")] => {
            shared.service_state.set(SERVICE, "sync_disabled", mode);
        }
        ["set_sync_disabled_for_tests", mode] => return refused(io, &format!("Invalid sync disabled mode: {mode}")),
        ["get_sync_disabled_for_tests"] => {
            io.out(shared.service_state.get(SERVICE, "sync_disabled").unwrap_or("none"));
        }
        ["is_sync_disabled_for_tests"] => {
            let on = shared.service_state.get(SERVICE, "sync_disabled").is_some_and(|mode| mode != "none");
            io.out(on.to_string());
        }
        ["get" | "put" | "delete" | "set_sync_disabled_for_tests" | "reset", ..] => {
            return refused(io, "Bad arguments");
        }
        [other, ..] => return refused(io, &format!("Invalid command: {other}")),
    }
    done()
}
