//! Formats and parses dates, independent of the host's clock and time zone.

use jiff::civil::DateTime;

use machine::calendar::{local, midnight_ms, zone};

/// Parses `YYYY-MM-DD[ T]hh:mm[:ss]` in local time into milliseconds.
pub(super) fn parse(text: &str, offset_minutes: i32) -> Option<i64> {
    let (date, time) = text.split_once([' ', 'T']).unwrap_or((text, "00:00"));
    let numbers =
        |text: &str, sign: char| text.split(sign).map(|part| part.parse::<i64>().ok()).collect::<Option<Vec<_>>>();
    let date = numbers(date, '-')?;
    let [year, month, day] = date.as_slice() else { return None };
    let time = numbers(time, ':')?;
    let (hour, minute) = (*time.first()?, *time.get(1)?);
    let second = time.get(2).copied().unwrap_or(0);
    if !(0..24).contains(&hour) || !(0..60).contains(&minute) || !(0..=60).contains(&second) {
        return None;
    }
    let midnight = midnight_ms(*year, *month, *day)?;
    Some(midnight + (hour * 3600 + minute * 60 + second - i64::from(offset_minutes) * 60) * 1000)
}

/// Parses a new clock setting: `MMDDhhmm[[CC]YY][.SS]`, `@SECONDS`, `YYYY-MM-DD[ hh:mm[:ss]]`, or `hh:mm[:ss]` of
/// today.
pub(super) fn parse_setting(text: &str, now_ms: i64, offset_minutes: i32) -> Option<i64> {
    if let Some(seconds) = text.strip_prefix('@') {
        return seconds
            .parse::<f64>()
            .ok()
            .filter(|seconds| seconds.is_finite())
            .map(|seconds| (seconds * 1000.0) as i64);
    }
    if text.contains('-') {
        return parse(text, offset_minutes);
    }
    if text.contains(':') {
        return parse(&format!("{} {text}", format("%F", now_ms, offset_minutes)), offset_minutes);
    }
    let (digits, seconds) = text.split_once('.').unwrap_or((text, "00"));
    if !digits.bytes().chain(seconds.bytes()).all(|byte| byte.is_ascii_digit()) || seconds.len() != 2 {
        return None;
    }
    let two = |at: usize| digits.get(at..at + 2);
    let year = match digits.len() {
        8 => i64::from(local(now_ms, offset_minutes).year()),
        // As in POSIX, the years 69 to 99 belong to the last century.
        10 => two(8)?.parse::<i64>().map(|year| if year < 69 { 2000 + year } else { 1900 + year }).ok()?,
        12 => digits.get(8..)?.parse().ok()?,
        _ => return None,
    };
    let text = format!("{year:04}-{}-{} {}:{}:{seconds}", two(0)?, two(2)?, two(4)?, two(6)?);
    parse(&text, offset_minutes)
}

/// `strftime`, with `%N` for nanoseconds and `%3N` for milliseconds.
pub(super) fn format(format: &str, ms: i64, offset_minutes: i32) -> String {
    let moment = local(ms, offset_minutes);
    let mut out = String::new();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut pad = None;
        let mut width = None;
        while let Some(flag) = chars.peek().copied().filter(|c| "-_0".contains(*c) || c.is_ascii_digit()) {
            match flag.to_digit(10).filter(|digit| *digit > 0) {
                Some(digit) => width = Some(digit as usize),
                None => pad = Some(flag),
            }
            chars.next();
        }
        let Some(letter) = chars.next() else {
            out.push('%');
            break;
        };
        field(&mut out, letter, &moment, ms, offset_minutes, pad, width);
    }
    out
}

fn field(out: &mut String, letter: char, at: &DateTime, ms: i64, offset: i32, pad: Option<char>, width: Option<usize>) {
    let two = |value: i64| match pad {
        Some('-') => value.to_string(),
        Some('_') => format!("{value:>2}"),
        _ => format!("{value:02}"),
    };
    let (year, month, day) = (i64::from(at.year()), i64::from(at.month()), i64::from(at.day()));
    let (hour, week_day) = (i64::from(at.hour()), at.weekday());
    let twelve = if hour % 12 == 0 { 12 } else { hour % 12 };
    let name = |format: &'static str| at.strftime(format).to_string();
    let again = |text: &str| format(text, ms, offset);
    out.push_str(&match letter {
        'Y' => year.to_string(),
        'C' => two(year / 100),
        'y' => two(year % 100),
        'm' => two(month),
        'd' => two(day),
        'e' => format!("{day:>2}"),
        'H' => two(hour),
        'k' => format!("{hour:>2}"),
        'I' => two(twelve),
        'l' => format!("{twelve:>2}"),
        'M' => two(at.minute().into()),
        'S' => two(at.second().into()),
        's' => ms.div_euclid(1000).to_string(),
        'N' => format!("{:09}", at.subsec_nanosecond()).chars().take(width.unwrap_or(9)).collect(),
        'j' => format!("{:03}", at.day_of_year()),
        'p' => if hour < 12 { "AM" } else { "PM" }.to_owned(),
        'P' => if hour < 12 { "am" } else { "pm" }.to_owned(),
        'A' => name("%A"),
        'a' => name("%a"),
        'B' => name("%B"),
        'b' | 'h' => name("%b"),
        'U' => two((i64::from(at.day_of_year()) + 6 - i64::from(week_day.to_sunday_zero_offset())) / 7),
        'W' => two((i64::from(at.day_of_year()) + 6 - i64::from(week_day.to_monday_zero_offset())) / 7),
        'G' => name("%G"),
        'g' => name("%g"),
        'V' => name("%V"),
        'u' => week_day.to_monday_one_offset().to_string(),
        'w' => week_day.to_sunday_zero_offset().to_string(),
        'z' => zone(offset, ""),
        'Z' if offset == 0 => "UTC".to_owned(),
        'Z' => format!("GMT{}", zone(offset, ":")),
        'F' => again("%Y-%m-%d"),
        'T' | 'X' => again("%H:%M:%S"),
        'R' => again("%H:%M"),
        'D' | 'x' => again("%m/%d/%y"),
        'r' => again("%I:%M:%S %p"),
        'c' => again("%a %b %e %H:%M:%S %Y"),
        'n' => "\n".to_owned(),
        't' => "\t".to_owned(),
        '%' => "%".to_owned(),
        other => format!("%{other}"),
    });
}
