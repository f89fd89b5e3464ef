//! One table of the verbs of `cmd` that only set or print a value of their service. The value is kept in
//! [`state::shared::ServiceState`], so that a client reads back what it has set, and `dumpsys SERVICE` lists it.

use super::super::{Exit, Io, System, done};

/// A verb's effect on its arguments.
#[derive(Clone, Copy)]
pub(super) enum Act {
    /// Stores the word at this place, under the name.
    Set(usize),
    /// Stores the first word under the name with the second one: `NAME:WORD`.
    SetFor,
    /// Stores a fixed value under the name.
    Fix(&'static str),
    /// Removes every value whose name begins so.
    Clear,
    /// Prints the value of the name, or this text.
    Get(&'static str),
}

/// A verb: the service, the verb, the allowed words (none means any), the name, what to do.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str, Act);

const BOOLEAN: &[&str] = &["true", "false"];
const SWITCH: &[&str] = &["enabled", "disabled"];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("display", "reset-brightness-configuration", &[], "brightness-configuration", Act::Clear),
    ("display", "ab-logging-enable", &[], "ab-logging", Act::Fix("true")),
    ("display", "ab-logging-disable", &[], "ab-logging", Act::Fix("false")),
    ("display", "dwb-logging-enable", &[], "dwb-logging", Act::Fix("true")),
    ("display", "dwb-logging-disable", &[], "dwb-logging", Act::Fix("false")),
    ("display", "set-match-content-frame-rate-pref", &["0", "1", "2", "3"], "match-content-frame-rate", Act::Set(0)),
    ("display", "get-match-content-frame-rate-pref", &[], "match-content-frame-rate", Act::Get("Match content frame rate type: 1")),
    ("display", "clear-user-preferred-display-mode", &[], "user-preferred-mode", Act::Clear),
    ("display", "get-user-preferred-display-mode", &[], "user-preferred-mode", Act::Get("User preferred display mode: null")),
    ("jobscheduler", "monitor-battery", &["on", "off"], "monitor-battery", Act::Set(0)),
    ("power", "set-adaptive-power-saver-enabled", BOOLEAN, "adaptive-power-saver", Act::Set(0)),
    ("power", "set-fixed-performance-mode-enabled", BOOLEAN, "fixed-performance-mode", Act::Set(0)),
    ("power", "suppress-ambient-display", &[], "ambient-suppression", Act::SetFor),
    ("power", "set-prox", &["list", "acquire", "release"], "prox", Act::Set(0)),
    ("power", "set-face-down-detector", BOOLEAN, "face-down-detector", Act::Set(0)),
    ("role", "set-bypassing-role-qualification", BOOLEAN, "bypassing-qualification", Act::Set(0)),
    ("wifi", "set-verbose-logging", SWITCH, "verbose-logging", Act::Set(0)),
    ("wifi", "set-scan-always-available", SWITCH, "scan-always-available", Act::Set(0)),
];

/// Runs a verb of the table; none if it is not in it.
pub(super) fn run(service: &str, args: &[String], io: &mut Io, system: &mut dyn System) -> Option<Exit> {
    let (verb, words) = args.split_first()?;
    let (_, _, choices, name, act) = ROWS.iter().find(|(owner, known, ..)| owner == &service && known == verb)?;
    let state = &mut system.shared_mut().service_state;
    let word = |at: usize| words.get(at).map(String::as_str);
    let refused = |io: &mut Io| {
        let wanted = if choices.is_empty() { "an argument".to_owned() } else { choices.join(" or ") };
        io.err(format!("Error: expected {wanted} after \"{verb}\""));
        Some(Exit::Status(255))
    };
    match act {
        Act::Get(usual) => match (state.get(service, name), usual.split_once(": ")) {
            (Some(value), Some((label, _))) => io.out(format!("{label}: {value}")),
            _ => io.out(usual),
        },
        Act::Clear => state.remove_all(service, name),
        Act::Fix(value) => _ = state.set(service, name, value),
        Act::Set(at) => match word(*at).filter(|word| choices.is_empty() || choices.contains(word)) {
            Some(word) => _ = state.set(service, name, word),
            None => return refused(io),
        },
        Act::SetFor => match (word(0), word(1)) {
            (Some(of), Some(value)) => _ = state.set(service, &format!("{name}:{of}"), value),
            _ => return refused(io),
        },
    }
    Some(done())
}

/// Prints the values of a service, for `dumpsys`.
pub(in super::super) fn dump(service: &str, io: &mut Io, system: &dyn System) {
    for (name, value) in system.shared().service_state.of(service) {
        io.out(format!("  {name}={value}"));
    }
}
