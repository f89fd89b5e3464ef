//! `stty` and `tty`: the terminal of the shell.

use super::super::Shell;
use super::super::session::terminal::{FLAGS, KEYS, Settings};
use super::super::streams::Sink;
use super::call::Call;

impl Shell {
    /// Whether a stream is the terminal.
    pub(in super::super) fn is_terminal(&self, stream: &str) -> bool {
        let reaches = match stream {
            "" | "0" => self.streams.stdin.is_session(),
            "1" => matches!(self.streams.stdout, Sink::Session { .. }),
            "2" => matches!(self.streams.stderr, Sink::Session { .. }),
            _ => false,
        };
        reaches && self.budget.process.as_ref().is_some_and(|process| process.session().has_terminal())
    }
}

pub(super) fn tty(call: &mut Call<'_>) -> i32 {
    if call.shell.is_terminal("0") {
        return call.print("/dev/pts/0\n");
    }
    if !call.args.iter().any(|arg| arg == "-s") {
        call.io.out("not a tty\n");
    }
    1
}

pub(super) fn stty(call: &mut Call<'_>) -> i32 {
    let session = call.shell.budget.process.as_ref().map(|process| process.session().clone());
    let settings = session.as_ref().filter(|_| call.shell.is_terminal("0"));
    let Some(mut settings) = settings.and_then(|session| session.with_settings(|settings| settings.clone())) else {
        return call.fail("not a tty");
    };
    let mut words = call.args.iter();
    let all = call.args.iter().any(|arg| arg == "-a");
    if call.args.is_empty() || all {
        let text = described(&mut settings, all);
        return call.print(text);
    }
    while let Some(word) = words.next() {
        let (name, on) = word.strip_prefix('-').map_or((word.as_str(), true), |name| (name, false));
        match name {
            "size" => call.io.out(format!("{} {}\n", settings.rows, settings.columns)),
            "speed" => call.io.out("38400\n"),
            "g" => call.io.out(format!("500:5:bf:8a3b:{}:{}\n", settings.rows, settings.columns)),
            "raw" => settings.set_raw(on),
            "cooked" => settings.set_raw(!on),
            "sane" => settings.make_sane(),
            "rows" | "cols" | "columns" => {
                let Some(Ok(number)) = words.next().map(|number| number.parse()) else {
                    return call.fail(format!("missing arg to {name}"));
                };
                *if name == "rows" { &mut settings.rows } else { &mut settings.columns } = number;
            }
            _ if ACCEPTED.contains(&name) => {}
            _ => {
                if let Some((_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
                    *flag(&mut settings) = on;
                } else if let Some((_, key)) = KEYS.iter().find(|(known, _)| *known == name) {
                    match words.next().and_then(|text| key_code(text)) {
                        Some(code) => *key(&mut settings) = code,
                        None => return call.fail(format!("bad {name}")),
                    }
                } else {
                    return call.fail(format!("unknown option '{word}'"));
                }
            }
        }
    }
    session.and_then(|session| session.with_settings(|kept| *kept = settings));
    call.status
}

/// Settings that are accepted but have no effect on the simulated line.
const ACCEPTED: &[&str] = &[
    "brkint", "clocal", "cread", "crtscts", "cs8", "cstopb", "echoe", "echok", "echoke", "echonl", "evenp", "hupcl",
    "iexten", "ignbrk", "igncr", "ignpar", "imaxbel", "inlcr", "inpck", "istrip", "iutf8", "ixany", "ixoff", "ixon",
    "nl", "noflsh", "ocrnl", "onlret", "onocr", "parenb", "parmrk", "parodd", "tostop", "xcase",
];

/// Parses a key: `^C`, `x`, `undef` or a number.
fn key_code(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [b'^', b'-'] | b"undef" => Some(0),
        [b'^', b'?'] => Some(0x7f),
        [b'^', letter] => Some(letter.to_ascii_uppercase() & 0x1f),
        [single] if !single.is_ascii_digit() => Some(*single),
        _ => text.parse().ok(),
    }
}

/// Formats the output of `stty` and `stty -a`.
fn described(settings: &mut Settings, all: bool) -> String {
    let mut text = format!("speed 38400 baud; rows {}; columns {}; line = 0;\n", settings.rows, settings.columns);
    if !all {
        text = "speed 38400 baud; line = 0;\n".to_owned();
    }
    let mut sane = Settings::default();
    let mut keys = Vec::new();
    for (name, key) in KEYS {
        let code = *key(settings);
        if !all && code == *key(&mut sane) {
            continue;
        }
        let shown = match code {
            0 => "<undef>".to_owned(),
            0x7f => "^?".to_owned(),
            code @ 1..0x20 => format!("^{}", char::from(code | 0x40)),
            code => char::from(code).to_string(),
        };
        keys.push(format!("{name} = {shown};"));
    }
    if all {
        keys.push("min = 1; time = 0;".to_owned());
    }
    let mut flags = Vec::new();
    for (name, flag) in FLAGS {
        let on = *flag(settings);
        if all || on != *flag(&mut sane) {
            flags.push(format!("{}{name}", if on { "" } else { "-" }));
        }
    }
    for line in [keys, flags] {
        if !line.is_empty() {
            text.push_str(&line.join(" "));
            text.push('\n');
        }
    }
    text
}
