//! `getevent` and `sendevent`: the kernel's input devices, with the output of Android 14.
//!
//! There are two devices: the keys, and the touch panel. The panel uses its own coordinates (0 to 32767 on both axes,
//! as in the emulator) and numbers its fingers (protocol B). Events written to the panel reach the screen as fingers.

use super::{Exit, Io, LongRunning, System, done};

/// The maximum value of the panel's axes.
pub const PANEL_MOST: i32 = 32_767;
/// How many fingers the panel distinguishes.
pub const SLOTS: usize = 10;

/// A device: its path, its name, its event types with their codes, its properties.
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

/// An event of a device, as the kernel reports it to all readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputEvent {
    /// The time, in microseconds since boot.
    pub time_us: u64,
    /// The number of the device: `/dev/input/eventN`.
    pub device: u8,
    /// The type, such as `EV_ABS`.
    pub kind: u16,
    /// The axis or key.
    pub code: u16,
    /// Its value.
    pub value: i32,
}

const USAGE: &str = "Usage: getevent [-t] [-n] [-s switchmask] [-S] [-v [mask]] [-d] [-p] [-i] [-l] [-q] [-c count] [-r] [device]\n    -t: show time stamps\n    -n: don't print newlines\n    -s: print switch states for given bits\n    -S: print all switch states\n    -v: verbosity mask (errs=1, dev=2, name=4, info=8, vers=16, pos. events=32, props=64)\n    -d: show HID descriptor, if available\n    -p: show possible events (errs, dev, name, pos. events)\n    -i: show all device info and possible events\n    -l: label event types and names in plain text\n    -q: quiet (clear verbosity mask)\n    -c: print given number of events then exit\n    -r: print rate events are received";

/// A `getevent` that follows the events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Getevent {
    labels: bool,
    times: bool,
    no_newlines: bool,
    /// The only device to show; none for all.
    only: Option<u8>,
    /// The remaining number of events to show; none for no limit.
    left: Option<u64>,
}

impl Getevent {
    /// Formats an event; none if it belongs to another device.
    pub fn line(&mut self, event: &InputEvent) -> Option<String> {
        if self.only.is_some_and(|only| only != event.device) || self.is_done() {
            return None;
        }
        if let Some(left) = &mut self.left {
            *left -= 1;
        }
        let mut line = String::new();
        if self.times {
            line.push_str(&format!("[{:>8}.{:06}] ", event.time_us / 1_000_000, event.time_us % 1_000_000));
        }
        if self.only.is_none() {
            line.push_str(&format!("/dev/input/event{}: ", event.device));
        }
        line.push_str(&match self.labels {
            false => format!("{:04x} {:04x} {:08x}", event.kind, event.code, event.value),
            true => labelled(event),
        });
        line.push_str(if self.no_newlines { "" } else { "\n" });
        Some(line)
    }

    /// Whether it has shown the requested number of events.
    pub fn is_done(&self) -> bool {
        self.left == Some(0)
    }
}

/// Formats an event with names instead of numbers where they exist, in columns.
fn labelled(event: &InputEvent) -> String {
    let kind = match event.kind {
        0 => Some("EV_SYN"),
        1 => Some("EV_KEY"),
        3 => Some("EV_ABS"),
        _ => None,
    };
    let device = DEVICES.iter().find(|device| device.number() == Some(event.device));
    let keys =
        || device.and_then(|device| device.keys.iter().find(|(code, _)| *code == event.code)).map(|(_, name)| *name);
    let axes = || {
        device.and_then(|device| device.axes.iter().find(|(code, ..)| *code == event.code)).map(|(_, name, _)| *name)
    };
    let code = match event.kind {
        0 if event.code == 0 => Some("SYN_REPORT"),
        1 => keys(),
        3 => axes(),
        _ => None,
    };
    let value = match (event.kind, event.value) {
        (1, 0) => Some("UP"),
        (1, 1) => Some("DOWN"),
        (1, 2) => Some("REPEAT"),
        _ => None,
    };
    let kind = kind.map_or_else(|| format!("{:04x}", event.kind), str::to_owned);
    let code = code.map_or_else(|| format!("{:04x}", event.code), str::to_owned);
    let value = value.map_or_else(|| format!("{:08x}", event.value), str::to_owned);
    format!("{kind:<12.12} {code:<20.20} {value:<20.20}")
}

impl InputDevice {
    /// Returns the N of `/dev/input/eventN`.
    fn number(&self) -> Option<u8> {
        self.path.strip_prefix("/dev/input/event")?.parse().ok()
    }
}

/// `getevent [-tnslqpi] [-c COUNT] [DEVICE]`; without `-p`, `-i` or `-S` it follows the events.
pub(super) fn getevent(args: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    let (mut shows, mut ends, mut quiet, mut wanted) = (false, false, false, None);
    let mut follow = Getevent::default();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
            wanted = Some(word.as_str());
            continue;
        };
        for letter in letters.chars() {
            match letter {
                'p' | 'i' => (shows, ends) = (true, true),
                'l' => follow.labels = true,
                't' => follow.times = true,
                'n' => follow.no_newlines = true,
                'S' => ends = true,
                'q' => quiet = true,
                's' => ends = words.next().is_some(),
                'c' => match words.next().and_then(|count| count.parse().ok()) {
                    Some(count) => follow.left = Some(count).filter(|count| *count > 0),
                    None => {
                        io.err(USAGE);
                        return Exit::Status(1);
                    }
                },
                'v' | 'd' | 'r' => {}
                _ => {
                    io.err(USAGE);
                    return Exit::Status(1);
                }
            }
        }
    }
    if let Some(path) = wanted.filter(|path| DEVICES.iter().all(|device| device.path != *path)) {
        io.err(format!("could not open {path}, No such file or directory"));
        return Exit::Status(1);
    }
    let chosen: Vec<&InputDevice> =
        DEVICES.iter().filter(|device| wanted.is_none_or(|path| device.path == path)).collect();
    if let (Some(_), [device]) = (wanted, chosen.as_slice()) {
        follow.only = device.number();
        quiet |= !shows;
    }
    for (number, device) in chosen.iter().enumerate().filter(|_| !quiet) {
        io.out(format!("add device {}: {}\n  name:     \"{}\"", number + 1, device.path, device.name));
        if shows {
            io.put(described(device, follow.labels));
        }
    }
    if ends { done() } else { Exit::LongRunning(LongRunning::Getevent(follow)) }
}

/// Formats the event types of a device with the ranges of its axes.
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

/// `sendevent DEVICE TYPE CODE VALUE`, as toybox parses it: numbers with `atoi`, and `-1` only after `--`.
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
    match device.axes.is_empty() {
        false => system.panel(part(kind), part(code), number(value)),
        true => system.hardware_key(part(kind), part(code), number(value)),
    }
    done()
}

/// Parses like `atoi` on a 64-bit phone: the leading digits, truncated to 32 bits.
fn number(text: &str) -> i32 {
    let (sign, digits) = match text.trim_start().strip_prefix('-') {
        Some(rest) => (-1_i64, rest),
        None => (1, text.trim_start()),
    };
    let digits = digits.bytes().take_while(u8::is_ascii_digit);
    let value = digits.fold(0_i64, |sum, digit| sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    (sign.saturating_mul(value)) as i32
}
