//! `cmd alarm`: sets the clock and the time zone of the phone.

use super::super::arguments::Arguments;
use super::super::{Exit, Io, System, done, unknown};
use machine::calendar::Zone;

const HELP: &str = "\
Alarm manager service (alarm) commands:
  help
    Print this help text.
  set-time TIME
    Set the system clock time to TIME where TIME is milliseconds
    since the Epoch.
  set-timezone TZ
    Set the system timezone to TZ where TZ is an Olson id.
  get-config-version
    Returns an integer denoting the version of device_config keys the service is sync'ed to.";

pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    match words.next() {
        Some("set-time") => {
            let wanted = words.next().unwrap_or_default();
            let Ok(ms) = wanted.parse::<i64>() else {
                io.err(format!("Error: java.lang.NumberFormatException: For input string: \"{wanted}\""));
                return Exit::Status(255);
            };
            if !system.set_clock(ms) {
                io.err("Could not set the time");
                return Exit::Status(255);
            }
            done()
        }
        Some("set-timezone") => {
            let Some(zone) = words.next() else {
                io.err("Error: Argument expected after \"set-timezone\"");
                return Exit::Status(255);
            };
            // Java treats an unknown zone as GMT, but keeps its name.
            let known = if Zone::named(zone).is_some() { zone } else { "GMT" };
            system.shared_mut().props.insert("persist.sys.timezone".to_owned(), known.to_owned());
            done()
        }
        Some("get-config-version") => {
            io.out("1");
            done()
        }
        verb => unknown(verb, HELP, io),
    }
}
