//! Commands that the user `shell` may not run on a consumer build, with Android's refusals: `iptables`, `dmesg`,
//! `remount`. Also `log`, which it may run.

use super::{Exit, Io, System, done};

/// `iptables …` and `ip6tables …`
pub(super) fn iptables(args: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    if args.iter().any(|word| word == "-V" || word == "--version") {
        io.out("iptables v1.8.7 (legacy)");
        return done();
    }
    let table = args.iter().skip_while(|word| *word != "-t").nth(1).map_or("filter", String::as_str);
    io.err(format!(
        "iptables v1.8.7 (legacy): can't initialize iptables table `{table}': Permission denied (you must be root)\n\
         Perhaps iptables or your kernel needs to be upgraded."
    ));
    Exit::Status(3)
}

/// `remount`
pub(super) fn remount(_: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    io.err("Not running as root. Try \"adb root\" first.");
    Exit::Status(1)
}

/// `dmesg`
pub(super) fn dmesg(_: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    io.err("dmesg: klogctl: Permission denied");
    Exit::Status(1)
}

/// `log [-p PRIORITY] [-t TAG] MESSAGE…`
pub(super) fn log(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let (mut level, mut tag, mut words) = ('I', "log", args.iter());
    let mut text: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-p" if text.is_empty() => match words.next().and_then(|word| word.chars().next()) {
                Some(letter) if "vdiwef".contains(letter.to_ascii_lowercase()) => level = letter.to_ascii_uppercase(),
                Some(letter) => {
                    io.err(format!("log: bad -p '{letter}'"));
                    return Exit::Status(1);
                }
                None => {
                    io.err("log: Missing argument to -p");
                    return Exit::Status(1);
                }
            },
            "-t" if text.is_empty() => match words.next() {
                Some(word) => tag = word,
                None => {
                    io.err("log: Missing argument to -t");
                    return Exit::Status(1);
                }
            },
            word => text.push(word),
        }
    }
    let text: String = text.join(" ").chars().take(4000).collect();
    system.shared_mut().log(level, tag, text);
    done()
}
