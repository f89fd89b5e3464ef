//! The value types of operation arguments, and their checks.
//!
//! The rows of the table name them, and the reader calls them. A checked value is canonical: a whole number is an
//! integer, a word is spelt as in its list. Relative days stay relative, because nothing here knows the current day;
//! the executor resolves them by the phone's own calendar.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::fields::{Item, one_of};
use crate::finding::{Code, did_you_mean, quoted};
use crate::json::Json;

/// The settings that can be switched on and off.
pub const SETTINGS: &[&str] = &[
    "wifi",
    "bluetooth",
    "flashlight",
    "airplane_mode",
    "dark_mode",
    "location",
    "do_not_disturb",
    "mobile_data",
    "nfc",
    "hotspot",
    "battery_saver",
    "auto_rotate",
    "auto_brightness",
];

/// The days of the week.
pub const DAYS: &[&str] = &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The directions of scrolling.
pub const DIRECTIONS: &[&str] = &["up", "down", "left", "right"];

/// Which files are meant, if not one by its name.
pub(super) const FILES_MEANT: &[&str] = &["newest", "all"];

/// Where something is added to a note.
pub(super) const NOTE_PLACES: &[&str] = &["top", "end"];

/// What can be done with what is playing.
pub(super) const MEDIA_COMMANDS: &[&str] = &["pause", "stop", "next", "previous"];

/// The sounds that have a volume of their own.
pub(super) const STREAMS: &[&str] = &["media", "ring", "alarm", "notification", "call"];

/// What the contacts have of a person.
pub(super) const CONTACT_DETAILS: &[&str] = &["number", "email"];

/// What can be done during a call.
pub(super) const CALL_COMMANDS: &[&str] = &["speaker-on", "speaker-off", "mute", "unmute", "hold", "resume"];

/// Which e-mails are read out.
pub(super) const MAILS: &[&str] = &["newest", "unread"];

/// What can be done with the stopwatch.
pub(super) const STOPWATCH_COMMANDS: &[&str] = &["start", "pause", "reset"];

/// What can be done with a timer.
pub(super) const TIMER_COMMANDS: &[&str] = &["pause", "resume"];

/// The spans of days that people ask about: what is left of the week or month, the next weekend, the next week.
pub(super) const SPANS: &[&str] = &["week", "weekend", "next-week", "month"];

/// What the phone does when it is called.
pub(super) const RINGER_MODES: &[&str] = &["normal", "vibrate", "silent"];

/// The sizes of texts, relative to the present one or to all that there are.
pub(super) const TEXT_SIZES: &[&str] = &["smaller", "larger", "smallest", "largest", "normal"];

/// The units of measurement, by their symbols.
pub const UNITS: &[&str] = &[
    "mm", "cm", "m", "km", "in", "ft", "yd", "mi", "mg", "g", "kg", "t", "oz", "lb", "st", "ml", "cl", "l", "tsp",
    "tbsp", "floz", "cup", "pt", "qt", "gal", "C", "F", "K", "kmh", "mph", "s", "min", "h", "d", "wk", "yr", "m2",
    "ft2", "ha", "acre", "km2",
];

/// The states of a setting.
const STATES: &[&str] = &["on", "off"];

/// The longest timer that Android's `AlarmClock.EXTRA_LENGTH` accepts: a day.
const LONGEST: i64 = 86_400;

/// Schemes that reach into the phone or run code, instead of opening a destination.
const REFUSED_SCHEMES: &[&str] = &["javascript", "data", "file", "content"];

/// The values that an argument accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ArgumentKind {
    /// Any text that is not blank.
    Text,
    /// A whole number within bounds.
    Whole {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// `on` or `off`.
    State,
    /// A time of day as `HH:MM`, 24 hours.
    Time,
    /// A day: `2026-03-05`, `03-05` (the next one), `today`, `tomorrow`, or a day of the week (the next one).
    Date,
    /// A list of days of the week.
    Days,
    /// A number of seconds, up to a day.
    Duration,
    /// A level from 0 to 100.
    Level,
    /// A setting of the phone.
    Setting,
    /// An address with its scheme: `https://example.com`, `geo:0,0?q=bakery`.
    Url,
    /// `up`, `down`, `left` or `right`.
    Direction,
    /// One word of a list.
    OneOf {
        /// The list.
        values: &'static [&'static str],
    },
    /// `true` or `false`.
    Boolean,
}

impl fmt::Display for ArgumentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("text"),
            Self::Whole { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::State => f.write_str("`on` or `off`"),
            Self::Time => f.write_str("a time as `HH:MM`, 24 hours"),
            Self::Date => f.write_str("a day as `YYYY-MM-DD`, `MM-DD`, `today`, `tomorrow` or a day of the week"),
            Self::Days => f.write_str("a list of days of the week, in full"),
            Self::Duration => write!(f, "a whole number of seconds from 1 to {LONGEST}"),
            Self::Level => f.write_str("a whole number from 0 to 100"),
            Self::Setting => f.write_str(&one_of(SETTINGS)),
            Self::Url => f.write_str("an address with its scheme, such as `https://example.com`"),
            Self::Direction => f.write_str(&one_of(DIRECTIONS)),
            Self::OneOf { values } => f.write_str(&one_of(values)),
            Self::Boolean => f.write_str("true or false"),
        }
    }
}

impl ArgumentKind {
    /// Returns the canonical form of `value` for the argument `name`; problems are recorded.
    pub(super) fn read(self, name: &str, value: &Json<'_>, place: &mut Item<'_>) -> Option<Value> {
        match (self, value) {
            (Self::Boolean, Json::Bool(value)) => Some((*value).into()),
            (Self::Whole { min, max }, Json::Number(number)) => self.whole(name, number, min..=max, place),
            (Self::Duration, Json::Number(number)) => self.whole(name, number, 1..=LONGEST, place),
            (Self::Level, Json::Number(number)) => self.whole(name, number, 0..=100, place),
            (Self::Days, Json::List(days)) => self.days(name, days, place),
            (Self::State, Json::Text(text)) => word(name, text, STATES, place),
            (Self::Setting, Json::Text(text)) => word(name, text, SETTINGS, place),
            (Self::Direction, Json::Text(text)) => word(name, text, DIRECTIONS, place),
            (Self::OneOf { values }, Json::Text(text)) => word(name, text, values, place),
            (Self::Text, Json::Text(text)) => self.text(name, text, place, |_| true),
            (Self::Time, Json::Text(text)) => self.text(name, text, place, is_time),
            (Self::Date, Json::Text(text)) => self.text(name, text, place, is_date),
            (Self::Url, Json::Text(text)) => self.text(name, text, place, is_url),
            (_, other) => {
                place.note(Code::WrongType, format!("`{name}` must be {self}, not {}", other.kind()));
                None
            }
        }
    }

    fn whole(
        self,
        name: &str,
        number: &crate::json::Number<'_>,
        range: std::ops::RangeInclusive<i64>,
        place: &mut Item<'_>,
    ) -> Option<Value> {
        // Every range here is well within the exact range of `f64`; `3.0` and `3e0` are whole, too.
        #[expect(clippy::cast_possible_truncation, reason = "checked to be whole; what is too great saturates")]
        let whole = (number.value.fract() == 0.0).then_some(number.value as i64);
        let within = whole.filter(|value| range.contains(value));
        if within.is_none() {
            place.note(Code::OutOfRange, format!("`{name}` must be {self}, not {}", quoted(number.text)));
        }
        within.map(Value::from)
    }

    fn text(self, name: &str, text: &str, place: &mut Item<'_>, fits: fn(&str) -> bool) -> Option<Value> {
        if text.trim().is_empty() {
            place.note(Code::Blank, format!("`{name}` is blank; expected {self}"));
            return None;
        }
        if !fits(text) {
            place.note(Code::OutOfRange, format!("`{name}` must be {self}, not {}", quoted(text)));
            return None;
        }
        Some(text.into())
    }

    fn days(self, name: &str, days: &[Json<'_>], place: &mut Item<'_>) -> Option<Value> {
        if days.is_empty() {
            place.note(Code::OutOfRange, format!("`{name}` is empty; expected {self}, or nothing at all"));
            return None;
        }
        let mut read: Vec<Value> = Vec::with_capacity(DAYS.len());
        for (index, day) in days.iter().enumerate() {
            let (list, manner) = (place.path, place.manner);
            let mut item = Item { path: list.item(index), manner, findings: place.findings };
            let Some(text) = day.as_text() else {
                item.note(Code::WrongType, format!("`{name}` must be {self}, not {}", day.kind()));
                continue;
            };
            let Some(day) = word(name, text, DAYS, &mut item) else { continue };
            if read.contains(&day) {
                item.note(Code::OutOfRange, format!("`{name}` has {} twice", quoted(text)));
            } else {
                read.push(day);
            }
        }
        Some(Value::Array(read))
    }
}

/// Returns the word of the closed list `known` that `text` matches.
fn word(name: &str, text: &str, known: &[&'static str], place: &mut Item<'_>) -> Option<Value> {
    if known.contains(&text) {
        return Some(text.into());
    }
    let folded = text.trim().to_lowercase();
    if known.contains(&folded.as_str()) {
        place.note(Code::Respelled, format!("`{name}` is spelt {}, expected `{folded}`", quoted(text)));
        return Some(folded.into());
    }
    let hint = did_you_mean(text, known.iter().copied());
    place.note(Code::UnknownValue, format!("`{name}` cannot be {}; expected {}{hint}", quoted(text), one_of(known)));
    None
}

/// A number of exactly `digits` digits.
fn digits(text: &str, digits: usize) -> Option<u32> {
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

fn is_time(text: &str) -> bool {
    text.split_once(':').is_some_and(|(hour, minute)| {
        digits(hour, 2).is_some_and(|hour| hour < 24) && digits(minute, 2).is_some_and(|minute| minute < 60)
    })
}

fn is_date(text: &str) -> bool {
    if matches!(text, "today" | "tomorrow") || DAYS.contains(&text) {
        return true;
    }
    let parts: Vec<&str> = text.split('-').collect();
    match parts.as_slice() {
        [year, month, day] => digits(year, 4).is_some_and(|year| is_day(Some(year), month, day)),
        [month, day] => is_day(None, month, day),
        _ => false,
    }
}

/// Whether the month has that day, in that year or (without a year) in any year.
fn is_day(year: Option<u32>, month: &str, day: &str) -> bool {
    let leap =
        year.is_none_or(|year| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)));
    let last = match digits(month, 2) {
        Some(2) if leap => 29,
        Some(2) => 28,
        Some(4 | 6 | 9 | 11) => 30,
        Some(1..=12) => 31,
        _ => return false,
    };
    digits(day, 2).is_some_and(|day| (1..=last).contains(&day))
}

fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let spelt = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    // `example.com:8080/` is a host and a port; `com.example.app://home` is a scheme.
    let leads = match rest.strip_prefix("//") {
        Some(rest) => !rest.is_empty(),
        None => !rest.is_empty() && !scheme.contains('.'),
    };
    let refused = REFUSED_SCHEMES.iter().any(|refused| scheme.eq_ignore_ascii_case(refused));
    spelt && leads && !refused && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}
