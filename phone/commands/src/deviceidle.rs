//! `cmd deviceidle` (and `dumpsys deviceidle VERB`): Doze. The states follow each other as on a phone that lies still;
//! the list of exempt apps and the enabled modes are kept.

use super::arguments::Arguments;
use super::{Exit, Io, Shared, System, done, unknown};

const SERVICE: &str = "deviceidle";

/// The deep states, in order.
const DEEP: &[&str] = &["ACTIVE", "INACTIVE", "IDLE_PENDING", "SENSING", "LOCATING", "IDLE", "IDLE_MAINTENANCE"];
const LIGHT: &[&str] = &["ACTIVE", "INACTIVE", "IDLE", "WAITING_FOR_NETWORK", "IDLE_MAINTENANCE"];

fn state<'a>(kind: &str, shared: &'a Shared) -> &'a str {
    shared.service_state.get(SERVICE, kind).unwrap_or("ACTIVE")
}

fn is_enabled(kind: &str, shared: &Shared) -> bool {
    shared.service_state.get(SERVICE, &format!("{kind}-enabled")) != Some("false")
}

/// `cmd deviceidle …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next();
    while words.peek().is_some_and(|word| word == "-u" || word == "-r") {
        words.next();
    }
    let word = words.next();
    let kinds = |word: Option<&str>| -> Vec<&'static str> {
        match word {
            Some("light") => vec!["light"],
            Some("all") | None => vec!["deep", "light"],
            _ => vec!["deep"],
        }
    };
    let shared = system.shared_mut();
    match (verb, word) {
        (Some("get"), Some(kind @ ("deep" | "light"))) => io.out(state(kind, shared)),
        (Some("get"), Some("force")) => {
            let forced = shared.service_state.get(SERVICE, "forced").is_some();
            io.out(forced.to_string());
        }
        (Some("get"), Some("screen")) => io.out(system.is_awake().to_string()),
        (Some("get"), Some("charging")) => io.out(shared.hardware.power.plugged().to_string()),
        (Some("get"), Some("network")) => io.out(shared.settings.is_online().to_string()),
        (Some("enabled"), word) => {
            let on = kinds(word).into_iter().all(|kind| is_enabled(kind, shared));
            io.out(if on { "1" } else { "0" });
        }
        (Some(verb @ ("enable" | "disable")), word) => {
            for kind in kinds(word) {
                shared.service_state.set(
                    SERVICE,
                    &format!("{kind}-enabled"),
                    if verb == "enable" { "true" } else { "false" },
                );
                let name = if kind == "deep" { "Deep" } else { "Light" };
                io.out(format!("{name} idle mode {verb}d"));
            }
        }
        (Some("force-idle"), word) => {
            let kind = if word == Some("light") { "light" } else { "deep" };
            if !is_enabled(kind, shared) {
                io.out(format!("Unable to go {kind} idle; not enabled"));
                return Exit::Status(255);
            }
            shared.service_state.set(SERVICE, kind, "IDLE");
            shared.service_state.set(SERVICE, "forced", "true");
            io.out(format!("Now forced in to {kind} idle mode"));
        }
        (Some("unforce"), _) => {
            for name in ["deep", "light", "forced"] {
                shared.service_state.remove(SERVICE, name);
            }
            io.out("Light state: ACTIVE, deep state: ACTIVE");
        }
        (Some("step"), word) => {
            let kind = if word == Some("light") { "light" } else { "deep" };
            let order = if kind == "light" { LIGHT } else { DEEP };
            let now = order.iter().position(|name| *name == state(kind, shared)).unwrap_or(0);
            // From its maintenance window, the phone goes idle again.
            let next = order.get(now + 1).copied().unwrap_or("IDLE");
            shared.service_state.set(SERVICE, kind, next);
            io.out(format!("Stepped to {kind}: {next}"));
        }
        (Some(list @ ("whitelist" | "except-idle-whitelist" | "sys-whitelist")), Some(first)) => {
            return change(list, [first].into_iter().chain(words.rest().iter().map(String::as_str)), io, shared);
        }
        (Some("whitelist" | "except-idle-whitelist" | "sys-whitelist"), None) => {
            io.out("system-excidle,com.android.shell,2000\nsystem,com.android.shell,2000");
            for (name, _) in shared.service_state.of(SERVICE).filter(|(name, _)| name.starts_with("whitelist:")) {
                let package = name.trim_start_matches("whitelist:");
                io.out(format!("user,{package},{}", shared.packages.uid_of(package)));
            }
        }
        (Some("tempwhitelist"), Some(word)) => {
            let package = words.rest().iter().map(String::as_str).chain([word]).rfind(|word| !word.starts_with('-'));
            let package = package.filter(|name| shared.packages.is_installed(name)).map(str::to_owned);
            let Some(package) = package else {
                io.out(format!("Package must be specified; unknown package: {word}"));
                return Exit::Status(255);
            };
            shared.service_state.set(SERVICE, &format!("temp:{package}"), "10000");
        }
        (Some("tempwhitelist"), None) => {
            for (name, ms) in shared.service_state.of(SERVICE).filter(|(name, _)| name.starts_with("temp:")) {
                let package = name.trim_start_matches("temp:");
                io.out(format!("UID={}: +{ms}ms - shell", shared.packages.uid_of(package)));
            }
        }
        (Some("motion"), _) => {
            shared.service_state.set(SERVICE, "deep", "ACTIVE");
            shared.service_state.set(SERVICE, "light", "ACTIVE");
            io.out("Light state: ACTIVE, deep state: ACTIVE");
        }
        (Some("pre-idle-factor"), Some(factor @ ("0" | "1" | "2"))) => {
            shared.service_state.set(SERVICE, "pre-idle-factor", factor);
            io.out(format!("pre-idle-factor: {factor}"));
        }
        (Some("reset-pre-idle-factor"), _) => {
            shared.service_state.remove(SERVICE, "pre-idle-factor");
            io.out("pre-idle-factor: 0");
        }
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

/// `whitelist +PACKAGE -PACKAGE =PACKAGE …`
fn change<'a>(list: &str, words: impl Iterator<Item = &'a str>, io: &mut Io, shared: &mut Shared) -> Exit {
    for word in words {
        let package = word.trim_start_matches(['+', '-', '=']);
        let key = format!("{list}:{package}");
        match word.chars().next() {
            Some('+') if shared.packages.is_installed(package) => {
                shared.service_state.set(SERVICE, &key, "");
                io.out(format!("Added: {package}"));
            }
            Some('+') => io.out(format!("Unknown package: {package}")),
            Some('-') if shared.service_state.remove(SERVICE, &key) => io.out(format!("Removed: {package}")),
            Some('-') => io.out(format!("Unknown package: {package}")),
            Some('=') => io.out(shared.service_state.get(SERVICE, &key).is_some().to_string()),
            _ => {
                io.out(format!("Package must be prefixed with +, -, or =: {word}"));
                return Exit::Status(255);
            }
        }
    }
    done()
}
