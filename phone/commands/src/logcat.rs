//! `logcat`: prints the log once, or follows it.

use super::{Exit, Io, LongRunning, System, done};
use machine::calendar::{local, midnight_ms, zone};
use state::shared::{LogLine, SYSTEM_SERVER, SYSTEM_UI, Shared};

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    Brief,
    Process,
    Tag,
    Thread,
    Raw,
    Time,
    #[default]
    Threadtime,
    Long,
}

/// The filters and the format of a `logcat`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Logcat {
    format: Format,
    epoch: bool,
    year: bool,
    zone: bool,
    micros: bool,
    uid: bool,
    /// A tag (or `*`) and its lowest level; the last match counts.
    filters: Vec<(String, char)>,
    containing: Option<String>,
    pid: Option<u32>,
    since: Option<i64>,
    /// The buffers; empty for the usual ones.
    buffers: Vec<&'static str>,
    /// The file that gets the lines instead of the output.
    file: Option<String>,
}

/// The buffers of `logd`, and whether `logcat` shows them without `-b`.
const BUFFERS: &[(&str, bool)] = &[
    ("main", true),
    ("radio", false),
    ("events", false),
    ("system", true),
    ("crash", true),
    ("stats", false),
    ("security", false),
    ("kernel", false),
];

/// The tags of Android's own services, which log into `system`.
const SYSTEM_TAGS: &[&str] = &[
    "ActivityManager",
    "ActivityTaskManager",
    "BatteryService",
    "DisplayPowerController",
    "InputMethodManagerService",
    "NotificationService",
    "PackageManager",
    "PowerManagerService",
    "ShutdownThread",
    "SystemServer",
    "SystemServerTiming",
    "WindowManager",
    "WifiService",
];

/// Returns the buffer of a line. Tags of the event log are in lower case with an underscore.
pub fn buffer_of(line: &LogLine) -> &'static str {
    let tag = line.tag.as_str();
    match tag {
        "AndroidRuntime" if line.level == 'E' => "crash",
        "RILJ" | "Telephony" => "radio",
        _ if SYSTEM_TAGS.contains(&tag) => "system",
        _ if EVENT_TAGS.iter().any(|prefix| tag.starts_with(prefix)) => "events",
        _ => "main",
    }
}

/// How the tags of the event log begin.
const EVENT_TAGS: &[&str] =
    &["am_", "wm_", "boot_progress_", "input_focus", "screen_toggled", "power_screen_", "sysui_"];

/// The levels, from verbose to silent.
const LEVELS: &str = "VDIWEFS";

impl Logcat {
    /// Formats a line with its newline; `None` if the filters hide it.
    pub fn line(&self, line: &LogLine, shared: &Shared) -> Option<String> {
        let lowest = |wanted: &str| self.filters.iter().rfind(|(tag, _)| tag == wanted).map(|(_, level)| *level);
        let lowest = lowest(&line.tag).or_else(|| lowest("*")).unwrap_or('V');
        let shown = rank(line.level) >= rank(lowest) && lowest != 'S' && self.has(buffer_of(line));
        let pid = pid(&line.tag);
        let wanted = self.containing.as_ref().is_none_or(|part| matches(&line.text, part));
        let wanted =
            wanted && self.pid.is_none_or(|only| only == pid) && self.since.is_none_or(|since| line.date >= since);
        (shown && wanted).then(|| self.write(line, pid, shared.clock.utc_offset_min))
    }

    /// Returns the file that gets the lines, if there is one.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Whether it shows a buffer.
    fn has(&self, buffer: &str) -> bool {
        match self.buffers.is_empty() {
            true => BUFFERS.iter().any(|(name, usual)| *usual && *name == buffer),
            false => self.buffers.contains(&buffer),
        }
    }

    /// Applies an argument of `-b`, or returns the first name that is not a buffer.
    fn take_buffers<'a>(&mut self, word: &'a str) -> Result<(), &'a str> {
        for name in word.split(',') {
            match name {
                "all" => self.buffers.extend(BUFFERS.iter().map(|(name, _)| *name)),
                "default" => self.buffers.extend(BUFFERS.iter().filter(|(_, usual)| *usual).map(|(name, _)| *name)),
                _ => match BUFFERS.iter().find(|(known, _)| *known == name) {
                    Some((known, _)) => self.buffers.push(known),
                    None => return Err(name),
                },
            }
        }
        Ok(())
    }

    fn write(&self, line: &LogLine, pid: u32, offset: i32) -> String {
        let LogLine { level, tag, text, .. } = line;
        let tid = pid + 14;
        let uid = if self.uid { " 1000" } else { "" };
        let moment = local(line.date, offset);
        let mut when = if self.epoch {
            format!("{}.{:03}", line.date.div_euclid(1000), line.date.rem_euclid(1000))
        } else {
            moment.strftime("%m-%d %H:%M:%S%.3f").to_string()
        };
        if self.year && !self.epoch {
            when = format!("{}-{when}", moment.year());
        }
        if self.micros {
            when += "000";
        }
        if self.zone && !self.epoch {
            when = format!("{when} {}", zone(offset, ""));
        }
        let written = |text: &str| match self.format {
            Format::Brief => format!("{level}/{tag:<8}({pid:>5}): {text}"),
            Format::Process => format!("{level}({pid:>5}) {text}  ({tag})"),
            Format::Tag => format!("{level}/{tag:<8}: {text}"),
            Format::Thread => format!("{level}({pid:>5}:{tid:>5}) {text}"),
            Format::Raw => text.to_owned(),
            Format::Time => format!("{when} {level}/{tag:<8}({pid:>5}): {text}"),
            Format::Threadtime => format!("{when}{uid} {pid:>5} {tid:>5} {level} {tag:<8}: {text}"),
            Format::Long => format!("[ {when} {pid:>5}:{tid:>5} {level}/{tag:<8} ]\n{text}\n"),
        };
        text.split('\n').map(|part| written(part) + "\n").collect()
    }

    /// Applies an argument of `-v`; `false` if the format does not exist.
    fn take_format(&mut self, word: &str) -> bool {
        for word in word.split(',') {
            match word {
                "brief" => self.format = Format::Brief,
                "process" => self.format = Format::Process,
                "tag" => self.format = Format::Tag,
                "thread" => self.format = Format::Thread,
                "raw" => self.format = Format::Raw,
                "time" => self.format = Format::Time,
                "threadtime" => self.format = Format::Threadtime,
                "long" => self.format = Format::Long,
                "epoch" => self.epoch = true,
                "year" => self.year = true,
                "zone" | "UTC" => self.zone = true,
                "usec" => self.micros = true,
                "uid" => self.uid = true,
                "color" | "colour" | "printable" | "descriptive" | "monotonic" | "nsec" => {}
                _ => return false,
            }
        }
        true
    }

    /// Applies a filter such as `ActivityManager:I` or `*:S`.
    fn take_filter(&mut self, word: &str) -> bool {
        for word in word.split_whitespace() {
            let (tag, level) = word.split_once(':').unwrap_or((word, if word == "*" { "D" } else { "V" }));
            let level = level.chars().next().unwrap_or('V').to_ascii_uppercase();
            if !LEVELS.contains(level) && level != '*' {
                return false;
            }
            self.filters.push((tag.to_owned(), if level == '*' { 'V' } else { level }));
        }
        true
    }
}

/// `logcat …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut logcat = Logcat::default();
    let (mut once, mut clear, mut sizes, mut statistics) = (false, false, false, false);
    let mut size = None;
    let (mut last, mut most) = (None, None);
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        // Long options have their value after `=` or in the next word.
        let (option, glued) = match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, Some(value)),
            _ => (word, None),
        };
        match option {
            "-d" | "--dump" => once = true,
            "-c" | "--clear" => clear = true,
            "-g" | "--buffer-size" if glued.is_none() => sizes = true,
            "-s" | "--silent" => logcat.filters.insert(0, ("*".to_owned(), 'S')),
            "-D" | "-I" | "--dividers" | "--wrap" => {}
            "-L" | "--last" => {
                // Without a crash of the kernel, no log of the last boot is left.
                io.err("logcat: Logcat read failure: No such file or directory");
                return Exit::Status(1);
            }
            "-B" | "--binary" => {
                io.err("logcat: --binary is not supported for this log device");
                return Exit::Status(1);
            }
            "-S" | "--statistics" => statistics = true,
            "-p" | "--prune" => {
                io.out(system.shared().service_state.get(SERVICE, "prune").unwrap_or("~!"));
                return done();
            }
            "-v" | "--format" => {
                let value = glued.or_else(|| words.next()).unwrap_or_default();
                if !logcat.take_format(value) {
                    io.err(format!("logcat: Invalid parameter \"{value}\" to -v"));
                    return Exit::Status(1);
                }
            }
            "-t" | "-T" | "--tail" => {
                once |= option == "-t";
                let value = glued.or_else(|| words.next()).unwrap_or_default();
                match (value.parse::<usize>(), time(value, system.shared())) {
                    (Ok(count), _) => last = Some(count),
                    (Err(_), Some(since)) => logcat.since = Some(since),
                    (Err(_), None) => {
                        io.err(format!("logcat: -t \"{value}\" not in time format"));
                        return Exit::Status(1);
                    }
                }
            }
            "-e" | "--regex" => logcat.containing = glued.or_else(|| words.next()).map(str::to_owned),
            "-m" | "--max-count" => most = glued.or_else(|| words.next()).and_then(|value| value.parse::<usize>().ok()),
            "--pid" => logcat.pid = glued.or_else(|| words.next()).and_then(|value| value.parse().ok()),
            "-b" | "--buffer" => {
                let value = glued.or_else(|| words.next()).unwrap_or_default();
                if let Err(name) = logcat.take_buffers(value) {
                    io.err(format!("logcat: Unknown buffer '{name}' listed in -b"));
                    return Exit::Status(1);
                }
            }
            "-f" | "--file" => logcat.file = glued.or_else(|| words.next()).map(str::to_owned),
            "-G" | "--buffer-size" => size = Some(glued.or_else(|| words.next()).unwrap_or_default()),
            "-P" => {
                let list = words.next().unwrap_or_default();
                system.shared_mut().service_state.set(SERVICE, "prune", list);
                return done();
            }
            "-r" | "--rotate-kbytes" | "-n" | "--rotate-count" | "--uid" | "--id" => {
                _ = glued.or_else(|| words.next());
            }
            "-h" | "--help" => {
                io.err("Usage: logcat [OPTION]... [FILTERSPEC]...");
                return Exit::Status(1);
            }
            _ if option.starts_with('-') && option.len() > 1 => {
                // Grouped letters such as `-dv` are rare and not supported: each must be separate.
                io.err(format!("logcat: unknown option -- {}\nTry \"logcat --help\" for help.", &option[1..]));
                return Exit::Status(1);
            }
            _ => {
                if !logcat.take_filter(word) {
                    io.err(format!("logcat: Invalid filter expression '{word}'"));
                    return Exit::Status(1);
                }
            }
        }
    }
    if clear {
        system.shared_mut().log.retain(|line| !logcat.has(buffer_of(line)));
        return done();
    }
    if let Some(size) = size {
        return resize(size, &logcat, io, system);
    }
    if sizes {
        for (buffer, _) in BUFFERS.iter().filter(|(name, _)| logcat.has(name)) {
            let size = system.shared().service_state.get(SERVICE, buffer).unwrap_or("256 KiB");
            let used = system.shared().log.lines().filter(|line| buffer_of(line) == *buffer);
            let used: usize = used.map(|line| line.text.len() + line.tag.len() + 30).sum::<usize>().div_ceil(1024);
            io.out(format!("{buffer}: ring buffer is {size} ({used} KiB consumed, {used} KiB readable), max entry is 5120 B, max payload is 4068 B"));
        }
        return done();
    }
    if logcat.buffers.contains(&"kernel") && logcat.buffers.len() == 1 {
        io.err("logcat: Logcat read failure: Operation not permitted");
        return Exit::Status(1);
    }
    let shared = system.shared();
    if statistics {
        for (buffer, _) in BUFFERS.iter().filter(|(name, _)| logcat.has(name)) {
            let count = shared.log.lines().filter(|line| buffer_of(line) == *buffer).count();
            io.out(format!("{buffer:<12} entries {count}"));
        }
        return done();
    }
    let lines: Vec<(&str, String)> =
        shared.log.lines().filter_map(|line| Some((buffer_of(line), logcat.line(line, shared)?))).collect();
    let from = last.map_or(0, |last| lines.len().saturating_sub(last));
    let mut begun = Vec::new();
    let mut text = String::new();
    for (buffer, line) in lines.iter().skip(from).take(most.unwrap_or(usize::MAX)) {
        if !begun.contains(buffer) {
            begun.push(buffer);
            text += &format!("--------- beginning of {buffer}\n");
        }
        text += line;
    }
    let count = lines.len();
    match &logcat.file {
        None => io.put(&text),
        Some(path) => {
            if let Err(why) = system.write_file(path, text.as_bytes()) {
                io.err(format!("logcat: couldn't open output file '{path}': {why}"));
                return Exit::Status(1);
            }
        }
    }
    if once || most.is_some_and(|most| count - from >= most) {
        done()
    } else {
        Exit::LongRunning(LongRunning::Logcat(logcat))
    }
}

/// The service under which sizes and the prune list are stored.
const SERVICE: &str = "logd";

/// `-G 1M`: the size of the buffers, at least 64 KiB and at most 256 MiB.
fn resize(size: &str, logcat: &Logcat, io: &mut Io, system: &mut dyn System) -> Exit {
    let (digits, unit) = size.split_at(size.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(size.len()));
    let scale = match unit {
        "" => Some(1_u64),
        "K" => Some(1 << 10),
        "M" => Some(1 << 20),
        "G" => Some(1 << 30),
        _ => None,
    };
    let bytes = digits.parse::<u64>().ok().zip(scale).and_then(|(number, scale)| number.checked_mul(scale));
    let Some(bytes) = bytes.filter(|bytes| (64 << 10..=256 << 20).contains(bytes)) else {
        io.err(format!("logcat: Invalid argument to -G: {size}"));
        return Exit::Status(1);
    };
    let shown =
        if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{} KiB", bytes >> 10) };
    for (buffer, _) in BUFFERS.iter().filter(|(name, _)| logcat.has(name)) {
        system.shared_mut().service_state.set(SERVICE, buffer, &shown);
    }
    done()
}

fn rank(level: char) -> usize {
    LEVELS.find(level).unwrap_or(0)
}

/// Returns the pid for a tag. All log lines come from Android's own services, except those of the status bar and the
/// shade.
fn pid(tag: &str) -> u32 {
    match tag {
        "StatusBar" | "SystemUI" => SYSTEM_UI,
        _ => SYSTEM_SERVER,
    }
}

/// Whether a text contains a pattern with alternatives and `.*`, which is all that filters need here.
fn matches(text: &str, pattern: &str) -> bool {
    pattern.split('|').any(|choice| {
        let mut rest = text;
        choice.split(".*").all(|part| match rest.find(part) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    })
}

/// `MM-DD hh:mm:ss.mmm`, `YYYY-MM-DD hh:mm:ss.mmm` or `seconds.mmm`.
fn time(text: &str, shared: &Shared) -> Option<i64> {
    if !text.contains(':') {
        let (seconds, fraction) = text.split_once('.')?;
        let millis: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
        return seconds.parse::<i64>().ok()?.checked_mul(1000)?.checked_add(millis);
    }
    let (date, clock) = text.trim().split_once(' ')?;
    let parts: Option<Vec<i64>> = date.split('-').map(|part| part.parse().ok()).collect();
    let this_year = i64::from(shared.clock.local(shared.clock.now_ms).year());
    let (year, month, day) = match parts?.as_slice() {
        [month, day] => (this_year, *month, *day),
        [year, month, day] => (*year, *month, *day),
        _ => return None,
    };
    let midnight = midnight_ms(year, month, day)?;
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let millis: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    let mut seconds = 0_i64;
    for part in clock.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let local = midnight.checked_add(seconds.checked_mul(1000)?)?.checked_add(millis)?;
    Some(local.saturating_sub(i64::from(shared.clock.utc_offset_min) * 60_000))
}
