//! `date`, `sleep`, `uptime`.

use super::calendar;
use super::call::Call;
use machine::files::ROOT;

pub(super) fn date(call: &mut Call<'_>) -> i32 {
    let options = match call.options("ud:D:r:Is:R") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let offset = if options.has('u') { 0 } else { call.os.utc_offset_minutes() };
    let zone = if options.has('u') { None } else { call.os.zone_name() };
    let named = |format: &str| match &zone {
        // A zone name contains no `%`, so the format cannot misread it.
        Some(zone) => format.replace("%Z", zone),
        None => format.to_owned(),
    };
    let mut now_ms = call.io.now_ms;
    if let Some(text) = options.value('d') {
        let parsed = match text.strip_prefix('@') {
            Some(seconds) => seconds.parse::<f64>().ok().map(|seconds| (seconds * 1000.0) as i64),
            None => calendar::parse(text, offset),
        };
        let Some(parsed) = parsed else { return call.fail(format!("bad date {text}")) };
        now_ms = parsed;
    }
    if let Some(name) = options.value('r') {
        let path = call.path(name);
        match call.os.with_files(|files| files.stat(&path)) {
            Ok(stat) => now_ms = stat.mtime_ms,
            Err(error) => return call.fail(format!("'{name}': {error}")),
        }
    }
    let operand = options.operands.first().filter(|operand| !operand.starts_with('+'));
    if let Some(wanted) = operand.map(String::as_str).or(options.value('s')) {
        let Some(set_ms) = calendar::parse_setting(wanted, now_ms, offset) else {
            return call.fail(format!("bad date '{wanted}'"));
        };
        if call.os.user() != ROOT || !call.os.set_clock(set_ms) {
            call.fail("cannot set date: Operation not permitted");
        }
        now_ms = set_ms;
    }
    let text = match options.operands.first().filter(|operand| operand.starts_with('+')) {
        None if options.has('I') => calendar::format("%F", now_ms, offset),
        None if options.has('R') => calendar::format("%a, %d %b %Y %T %z", now_ms, offset),
        None => calendar::format(&named("%a %b %e %H:%M:%S %Z %Y"), now_ms, offset),
        Some(operand) => calendar::format(&named(operand.get(1..).unwrap_or_default()), now_ms, offset),
    };
    call.print(format!("{text}\n"))
}

pub(super) fn sleep(call: &mut Call<'_>) -> i32 {
    let unit_ms = if call.name == "usleep" { 0.001 } else { 1000.0 };
    let Some(text) = call.args.first() else {
        let name = call.name;
        return call.fail(format!("Needs 1 argument (see \"{name} --help\")"));
    };
    let digits = text.trim_end_matches(['s', 'm', 'h', 'd']);
    let factor = match text.get(digits.len()..) {
        Some("m") => 60.0,
        Some("h") => 3600.0,
        Some("d") => 86_400.0,
        _ => 1.0,
    };
    match digits.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0) {
        Some(seconds) => {
            call.pause((seconds * factor * unit_ms) as u64);
            call.status
        }
        None => call.fail(format!("Not a number '{text}'")),
    }
}

pub(super) fn uptime(call: &mut Call<'_>) -> i32 {
    let up_ms = call.os.files().uptime_ms();
    let minutes = up_ms / 60_000;
    let time = calendar::format("%H:%M:%S", call.io.now_ms, call.os.utc_offset_minutes());
    let days = match minutes / 1440 {
        0 => String::new(),
        1 => "1 day, ".to_owned(),
        days => format!("{days} days, "),
    };
    let text = format!(
        " {time} up {days}{:>2}:{:02},  0 users,  load average: 1.20, 1.10, 1.05\n",
        minutes / 60 % 24,
        minutes % 60
    );
    call.print(text)
}
