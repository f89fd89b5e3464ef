//! Dates from milliseconds, without the real clock or time zone.

use crate::calendar::{MONTHS, Moment, WEEKDAYS, day_of_date, weekday, zone};

/// Milliseconds of `YYYY-MM-DD[ T]hh:mm[:ss]`, given in local time.
pub(super) fn parse(text: &str, offset_minutes: i32) -> Option<i64> {
    let (date, time) = text.split_once([' ', 'T']).unwrap_or((text, "00:00"));
    let numbers =
        |text: &str, sign: char| text.split(sign).map(|part| part.parse::<i64>().ok()).collect::<Option<Vec<_>>>();
    let date = numbers(date, '-')?;
    let [year, month, day] = date.as_slice() else { return None };
    if !(1..=12).contains(month) || !(1..=31).contains(day) || !(0..=9999).contains(year) {
        return None;
    }
    let time = numbers(time, ':')?;
    let (hour, minute) = (*time.first()?, *time.get(1)?);
    let second = time.get(2).copied().unwrap_or(0);
    if !(0..24).contains(&hour) || !(0..60).contains(&minute) || !(0..=60).contains(&second) {
        return None;
    }
    let seconds = day_of_date(*year, *month, *day) * 86_400 + hour * 3600 + minute * 60 + second;
    Some((seconds - i64::from(offset_minutes) * 60) * 1000)
}

/// `strftime`, with `%N` for nanoseconds and `%3N` for milliseconds.
pub(super) fn format(format: &str, ms: i64, offset_minutes: i32) -> String {
    let moment = Moment::new(ms, offset_minutes);
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

fn field(out: &mut String, letter: char, at: &Moment, ms: i64, offset: i32, pad: Option<char>, width: Option<usize>) {
    let two = |value: i64| match pad {
        Some('-') => value.to_string(),
        Some('_') => format!("{value:>2}"),
        _ => format!("{value:02}"),
    };
    let name = |names: &[&str], index: usize| names.get(index).copied().unwrap_or("?").to_owned();
    let short = |text: String| text.chars().take(3).collect::<String>();
    let month = name(&MONTHS, (at.month - 1) as usize);
    let (week_day, year_day) = (weekday(at.days), at.days - day_of_date(at.year, 1, 1) + 1);
    let twelve = if at.hour % 12 == 0 { 12 } else { at.hour % 12 };
    let again = |text: &str| format(text, ms, offset);
    out.push_str(&match letter {
        'Y' => at.year.to_string(),
        'C' => two(at.year / 100),
        'y' => two(at.year % 100),
        'm' => two(at.month),
        'd' => two(at.day),
        'e' => format!("{:>2}", at.day),
        'H' => two(at.hour),
        'k' => format!("{:>2}", at.hour),
        'I' => two(twelve),
        'l' => format!("{twelve:>2}"),
        'M' => two(at.minute),
        'S' => two(at.second),
        's' => ms.div_euclid(1000).to_string(),
        'N' => format!("{:09}", at.milli * 1_000_000).chars().take(width.unwrap_or(9)).collect(),
        'j' => format!("{:03}", year_day),
        'p' => if at.hour < 12 { "AM" } else { "PM" }.to_owned(),
        'P' => if at.hour < 12 { "am" } else { "pm" }.to_owned(),
        'A' => name(&WEEKDAYS, week_day),
        'a' => short(name(&WEEKDAYS, week_day)),
        'B' => month,
        'b' | 'h' => short(month),
        'u' => if week_day == 0 { 7 } else { week_day }.to_string(),
        'w' => week_day.to_string(),
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
