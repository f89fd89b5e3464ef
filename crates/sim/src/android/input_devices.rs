//! `getevent` and `sendevent`: the phone's input devices as the kernel shows them, in the words of Android 14.
//!
//! Two of them: the keys, and the touch panel, which measures its own way (0 to 32767 on both sides, as the emulator's
//! does) and numbers its fingers (protocol B). What is written to the panel reaches the screen as fingers.

use super::{Exit, Io, LongRunning, System, done};

/// The largest value of the panel's axes.
pub(crate) const PANEL_MOST: i32 = 32_767;
/// How many fingers the panel tells apart.
pub(crate) const SLOTS: usize = 10;

/// One device: where it is, what it is called, its kinds of events with their codes, its properties.
struct InputDevice {
    path: &'static str,
    name: &'static str,
    keys: &'static [(u16, &'static str)],
    axes: &'static [(u16, &'static str, i32)],
    property: &'static str,
}

const DEVICES: &[InputDevice] = &[
    InputDevice {
        path: "/dev/input/event1",
        name: "virtio_input_multi_touch_1",
        keys: &[(0x14a, "BTN_TOUCH")],
        axes: &[
            (0x2f, "ABS_MT_SLOT", 9),
            (0x35, "ABS_MT_POSITION_X", PANEL_MOST),
            (0x36, "ABS_MT_POSITION_Y", PANEL_MOST),
            (0x39, "ABS_MT_TRACKING_ID", 65_535),
            (0x3a, "ABS_MT_PRESSURE", 1_024),
        ],
        property: "INPUT_PROP_DIRECT",
    },
    InputDevice {
        path: "/dev/input/event0",
        name: "gpio-keys",
        keys: &[(0x72, "KEY_VOLUMEDOWN"), (0x73, "KEY_VOLUMEUP"), (0x74, "KEY_POWER")],
        axes: &[],
        property: "<none>",
    },
];

/// `getevent [-pl] [DEVICE]`; without `-p` it would follow what happens.
pub(super) fn getevent(args: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    let (mut shows, mut names, mut wanted) = (false, false, None);
    for word in args {
        match word.strip_prefix('-') {
            Some(letters) => {
                for letter in letters.chars() {
                    match letter {
                        'p' | 'i' => shows = true,
                        'l' => names = true,
                        't' | 'n' | 's' | 'S' | 'v' | 'd' | 'q' | 'c' | 'r' => {}
                        _ => {
                            io.err("Usage: getevent [-t] [-n] [-s switchmask] [-S] [-v [mask]] [-d] [-p] [-i] [-l] [-q] [-c count] [-r] [device]");
                            return Exit::Status(1);
                        }
                    }
                }
            }
            None => wanted = Some(word.as_str()),
        }
    }
    if let Some(path) = wanted.filter(|path| DEVICES.iter().all(|device| device.path != *path)) {
        io.err(format!("could not open {path}, No such file or directory"));
        return Exit::Status(1);
    }
    let chosen = DEVICES.iter().filter(|device| wanted.is_none_or(|path| device.path == path));
    for (number, device) in chosen.enumerate() {
        io.out(format!("add device {}: {}\n  name:     \"{}\"", number + 1, device.path, device.name));
        if shows {
            io.put(described(device, names));
        }
    }
    if shows { done() } else { Exit::LongRunning(LongRunning::Forever) }
}

/// The events of a device with the ranges of its axes.
fn described(device: &InputDevice, names: bool) -> String {
    use std::fmt::Write as _;
    let called = |code: u16, name: &str| if names { format!("{name:<21}") } else { format!("{code:04x} ") };
    let mut text = "  events:\n    KEY (0001): ".to_owned();
    text.extend(device.keys.iter().map(|(code, name)| called(*code, name) + " "));
    text.push('\n');
    for (number, (code, name, most)) in device.axes.iter().enumerate() {
        let head = if number == 0 { "    ABS (0003): " } else { "                " };
        let range = format!("value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0");
        let _ = writeln!(text, "{head}{} : {range}", called(*code, name));
    }
    let _ = writeln!(text, "  input props:\n    {}", device.property);
    text
}

/// `sendevent DEVICE TYPE CODE VALUE`, as toybox reads it: numbers as `atoi` does, and `-1` only behind `--`.
pub(super) fn sendevent(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words: Vec<&str> = Vec::new();
    let mut options = true;
    for word in args {
        match word.strip_prefix('-') {
            Some("-") if options => options = false,
            Some(rest) if options && !rest.is_empty() => {
                let letter = rest.chars().next().unwrap_or('-');
                io.err(format!("sendevent: Unknown option '{letter}' (see \"sendevent --help\")"));
                return Exit::Status(1);
            }
            _ => words.push(word),
        }
    }
    let [path, kind, code, value] = words.as_slice() else {
        let most = if words.len() < 4 { "Need 4 arguments" } else { "Max 4 arguments" };
        io.err(format!("sendevent: {most} (see \"sendevent --help\")"));
        return Exit::Status(1);
    };
    let Some(device) = DEVICES.iter().find(|device| device.path == *path) else {
        io.err(format!("sendevent: {path}: No such file or directory"));
        return Exit::Status(1);
    };
    let part = |text: &str| u16::try_from(number(text)).unwrap_or_default();
    if !device.axes.is_empty() {
        system.panel(part(kind), part(code), number(value));
    }
    done()
}

/// As `atoi` reads it on a 64-bit phone: digits as far as they go, the lowest 32 bits of them.
fn number(text: &str) -> i32 {
    let (sign, digits) = match text.trim_start().strip_prefix('-') {
        Some(rest) => (-1_i64, rest),
        None => (1, text.trim_start()),
    };
    let digits = digits.bytes().take_while(u8::is_ascii_digit);
    let value = digits.fold(0_i64, |sum, digit| sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    (sign.saturating_mul(value)) as i32
}
