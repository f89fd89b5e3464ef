//! Signal names and numbers, as `kill`, `trap` and `timeout` accept them.

use super::state::AT_ERROR;

/// All signals, sorted by number.
pub(super) const SIGNALS: &[(&str, u32)] = &[
    ("EXIT", 0),
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ILL", 4),
    ("TRAP", 5),
    ("ABRT", 6),
    ("BUS", 7),
    ("FPE", 8),
    ("KILL", 9),
    ("USR1", 10),
    ("SEGV", 11),
    ("USR2", 12),
    ("PIPE", 13),
    ("ALRM", 14),
    ("TERM", 15),
    ("CHLD", 17),
    ("CONT", 18),
    ("STOP", 19),
    ("ERR", AT_ERROR),
];

/// Returns the name of a signal, or its number if it has none.
pub(super) fn signal_name(number: u32) -> String {
    SIGNALS
        .iter()
        .find(|(_, known)| *known == number)
        .map_or_else(|| number.to_string(), |(name, _)| (*name).to_owned())
}

/// Parses a signal given by name or number.
pub(super) fn signal(text: &str) -> Option<u32> {
    let name = text.to_ascii_uppercase();
    let name = name.strip_prefix("SIG").unwrap_or(&name);
    SIGNALS.iter().find(|(known, _)| *known == name).map(|(_, number)| *number).or_else(|| name.parse().ok())
}
