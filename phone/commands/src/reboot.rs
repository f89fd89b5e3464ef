//! `reboot`: the phone goes down and boots Android again, whatever the reason.

use super::{Exit, Io, LongRunning, System, note};

/// `reboot [-p] [REASON]`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut reason = "";
    for word in args {
        match word.strip_prefix('-') {
            Some("p") => reason = "shutdown",
            Some(_) => {
                io.err("usage: reboot [-p] [rebootcommand]");
                return Exit::Status(1);
            }
            None => reason = word,
        }
    }
    go_down(reason, system)
}

/// Takes the phone down, for a reason that the log names.
pub(super) fn go_down(reason: &str, system: &mut dyn System) -> Exit {
    note(system.shared_mut(), "ShutdownThread", format!("Rebooting, reason: {reason}"));
    Exit::LongRunning(LongRunning::Reboot)
}
