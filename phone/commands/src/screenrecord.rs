//! `screenrecord [OPTIONS] FILE`: records the screen until its time limit or an interrupt.

use super::{Exit, Film, Io, LongRunning, System, done};

/// The longest recording, in seconds.
const LONGEST: u64 = 180;

const USAGE: &str = "\
Usage: screenrecord [options] <filename>

Android screenrecord v1.4.  Records the device's display to a .mp4 file.

Options:
--size WIDTHxHEIGHT
    Set the video size, e.g. \"1280x720\".  Default is the device's main
    display resolution (if supported), 1280x720 if not.
--bit-rate RATE
    Set the video bit rate, in bits per second.  Value may be specified as
    bits or megabits, e.g. '4000000' is equivalent to '4M'.  Default 20Mbps.
--time-limit TIME
    Set the maximum recording time, in seconds.  Default is 180. Set to 0
    to remove the time limit.
--display-id ID
    specify the physical display ID to record. Default is the primary display.
--verbose
    Display interesting information on stdout.
--version
    Show Android screenrecord version.
--help
    Show this message.

Recording continues until Ctrl-C is hit or the time limit is reached.
";

/// `screenrecord …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut film = Film { path: None, size: None, limit_ms: LONGEST * 1000, bare: false };
    let mut path = None;
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let (option, glued) = match word.split_once('=') {
            Some((option, value)) if word.starts_with("--") => (option, Some(value)),
            _ => (word, None),
        };
        match option {
            "--help" | "-h" => {
                io.err(USAGE.trim_end());
                return done();
            }
            "--version" => {
                io.out("1.4");
                return done();
            }
            "--size" | "--bit-rate" | "--time-limit" | "--codec-name" | "--output-format" | "--display-id" => {
                let Some(value) = glued.or_else(|| words.next()) else {
                    io.err(format!("screenrecord: option '{option}' requires an argument"));
                    return Exit::Status(2);
                };
                if let Err(why) = take(option, value, &mut film) {
                    io.err(why);
                    return Exit::Status(2);
                }
            }
            _ if word.starts_with("--") => {}
            _ => path = Some(word),
        }
    }
    match path {
        None => {
            io.err("Must specify output file (see --help).");
            return Exit::Status(2);
        }
        Some("-") => film.bare = true,
        Some(path) => film.path = Some(path.to_owned()),
    }
    match system.record(film) {
        Ok(Some(pid)) => Exit::LongRunning(LongRunning::Recording { pid }),
        Ok(None) => done(),
        Err(why) => {
            io.err(why);
            Exit::Status(1)
        }
    }
}

/// Applies an option with its value, or returns the error message.
fn take(option: &str, value: &str, film: &mut Film) -> Result<(), String> {
    match option {
        "--time-limit" => match value.parse::<u64>() {
            // Zero means as long as storage lasts.
            Ok(0) => film.limit_ms = u64::from(u32::MAX),
            Ok(seconds @ 1..=LONGEST) => film.limit_ms = seconds * 1000,
            _ => return Err(format!("Time limit {value}s outside acceptable range [1,{LONGEST}]")),
        },
        "--size" => {
            let sides =
                value.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
            match sides {
                Some((width @ 16..=4096, height @ 16..=4096)) => film.size = Some((width, height)),
                Some((width, height)) => {
                    return Err(format!("Invalid size {width}x{height}, must be from 16 to 4096 each way"));
                }
                None => return Err(format!("Invalid size '{value}', must be width x height")),
            }
        }
        "--bit-rate" => {
            let digits = value.trim_end_matches(['M', 'm']);
            if !digits.parse::<u32>().is_ok_and(|rate| rate > 0) {
                return Err(format!("Bit rate {value}bps outside acceptable range [100000,200000000]"));
            }
        }
        "--output-format" => match value {
            "mp4" => film.bare = false,
            "h264" => film.bare = true,
            _ => return Err(format!("Unknown format '{value}'")),
        },
        _ => {}
    }
    Ok(())
}
