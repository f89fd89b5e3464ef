//! Field types of desktop actions beyond the plain ones: ids, ranges, kinds.
//!
//! The counterpart of [`crate::fields`], for the strict reader only: it makes no repairs, and `null` in an optional
//! field counts as absent.

use std::ops::RangeInclusive;

use super::id::{IdError, MonitorId, WindowId, check_id, monitor_problem};
use super::unit_enum::UnitEnum;
use crate::fields::{Fields, Item, Need, one_of, word};
use crate::finding::{Code, did_you_mean, quoted};
use crate::json::Json;
use crate::number::Finite;

/// Reads field types of desktop actions beyond the plain ones.
pub(super) trait OsFields<'r, 'j> {
    /// Whether the field is present and not `null`.
    fn given(&mut self, name: &'static str) -> bool;
    /// Records that a field is missing.
    fn missing(&mut self, name: &'static str, expected: &str);
    /// Reads a required text.
    fn req_text(&mut self, name: &'static str) -> String;
    /// Reads an optional text.
    fn opt_text(&mut self, name: &'static str) -> Option<String>;
    /// Reads a required boolean.
    fn req_flag(&mut self, name: &'static str) -> bool;
    /// Reads an optional boolean.
    fn opt_flag(&mut self, name: &'static str) -> Option<bool>;
    /// Reads a required word from a closed list.
    fn req_word<T: UnitEnum>(&mut self, name: &'static str) -> Option<T>;
    /// Reads an optional word from a closed list.
    fn opt_word<T: UnitEnum>(&mut self, name: &'static str) -> Option<T>;
    /// Reads a required number in `range`; the range contains zero.
    fn req_number(&mut self, name: &'static str, range: RangeInclusive<f64>) -> Finite;
    /// Reads an optional number in `range`; the range contains zero.
    fn opt_number(&mut self, name: &'static str, range: RangeInclusive<f64>) -> Option<Finite>;
    /// Reads a required whole number in `range`.
    fn req_whole(&mut self, name: &'static str, range: RangeInclusive<u64>) -> u64;
    /// Reads an optional whole number in `range`.
    fn opt_whole(&mut self, name: &'static str, range: RangeInclusive<u64>) -> Option<u64>;
    /// Reads the optional object under `name` with `read`.
    fn opt_object<T>(&mut self, name: &'static str, read: impl FnOnce(&mut Fields<'_, 'j>) -> T) -> Option<T>;
    /// Reads a required id.
    fn id(&mut self, name: &'static str) -> String;
    /// Reads an optional id.
    fn opt_id(&mut self, name: &'static str) -> Option<String>;
    /// Reads the id of the target window.
    fn window_id(&mut self) -> String;
    /// Reads the optional monitor.
    fn monitor_id(&mut self) -> Option<MonitorId>;
    /// Reads the word that decides which other fields exist.
    fn kind(&mut self, name: &'static str) -> Option<&'r str>;
    /// Records that the kind `given` is unknown.
    fn unknown_kind(&mut self, name: &'static str, given: &str, what: &str, known: &[&'static str]);
    /// Calls `read` with the place of the field, which must be present.
    fn at<T>(&mut self, name: &'static str, read: impl FnOnce(Item<'_>) -> T) -> T;
}

/// Any finite number.
pub(super) const ANY: RangeInclusive<f64> = f64::MIN..=f64::MAX;
/// Any finite number that is not negative.
pub(super) const NOT_NEGATIVE: RangeInclusive<f64> = 0.0..=f64::MAX;
/// The largest whole number that every JSON reader keeps exact.
pub(super) const MAX_WHOLE: u64 = 9_007_199_254_740_991;

impl<'r, 'j> OsFields<'r, 'j> for Fields<'r, 'j> {
    fn given(&mut self, name: &'static str) -> bool {
        !matches!(self.raw(name), None | Some(Json::Null))
    }

    fn missing(&mut self, name: &'static str, expected: &str) {
        self.note(Code::Missing, name, &format!("`{name}` is missing; expected {expected}"), &"nothing");
    }

    fn req_text(&mut self, name: &'static str) -> String {
        self.text(name, Need::Required, "")
    }

    fn opt_text(&mut self, name: &'static str) -> Option<String> {
        match self.raw(name)? {
            Json::Null => None,
            Json::Text(text) => Some(text.clone().into_owned()),
            _ => self.optional_text(name),
        }
    }

    fn req_flag(&mut self, name: &'static str) -> bool {
        if !self.has(name) {
            self.missing(name, "true or false");
        }
        self.optional_bool(name).unwrap_or(false)
    }

    fn opt_flag(&mut self, name: &'static str) -> Option<bool> {
        match self.raw(name)? {
            Json::Null => None,
            Json::Bool(value) => Some(*value),
            _ => self.optional_bool(name),
        }
    }

    fn req_word<T: UnitEnum>(&mut self, name: &'static str) -> Option<T> {
        if !self.has(name) {
            self.missing(name, &one_of(T::NAMES));
        }
        self.optional_word(name, T::NAMES)
    }

    fn opt_word<T: UnitEnum>(&mut self, name: &'static str) -> Option<T> {
        match self.raw(name)? {
            Json::Null => None,
            found => found.as_text().and_then(word).or_else(|| self.optional_word(name, T::NAMES)),
        }
    }

    fn req_number(&mut self, name: &'static str, range: RangeInclusive<f64>) -> Finite {
        let value = self.number(name, Need::Required, Finite::ZERO);
        if !range.contains(&value.get()) {
            let problem = if *range.end() == f64::MAX {
                format!("`{name}` must not be negative, got {value}")
            } else {
                format!("`{name}` must be from {} to {}, got {value}", range.start(), range.end())
            };
            self.note(Code::OutOfRange, name, &problem, &Finite::ZERO);
        }
        value
    }

    fn opt_number(&mut self, name: &'static str, range: RangeInclusive<f64>) -> Option<Finite> {
        if self.given(name) { Some(self.req_number(name, range)) } else { None }
    }

    fn req_whole(&mut self, name: &'static str, range: RangeInclusive<u64>) -> u64 {
        let value = match self.raw(name) {
            Some(Json::Number(number)) if number.value.is_finite() => number.value,
            // A value that is not a number gets the same message as for any other number field.
            _ => {
                self.number(name, Need::Required, Finite::ZERO);
                return *range.start();
            }
        };
        #[expect(clippy::cast_precision_loss, reason = "no bound lies beyond `MAX_WHOLE`")]
        let (least, most) = (*range.start() as f64, *range.end() as f64);
        if value.fract() != 0.0 || !(least..=most).contains(&value) {
            let problem = format!("`{name}` must be a whole number from {least} to {most}, got {value}");
            self.note(Code::OutOfRange, name, &problem, range.start());
            return *range.start();
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be whole and in range")]
        {
            value as u64
        }
    }

    fn opt_whole(&mut self, name: &'static str, range: RangeInclusive<u64>) -> Option<u64> {
        if self.given(name) { Some(self.req_whole(name, range)) } else { None }
    }

    fn opt_object<T>(&mut self, name: &'static str, read: impl FnOnce(&mut Fields<'_, 'j>) -> T) -> Option<T> {
        if self.given(name) { self.object(name, Need::Optional, read) } else { None }
    }

    fn id(&mut self, name: &'static str) -> String {
        let Some(Json::Text(text)) = self.raw(name) else { return self.req_text(name) };
        if let Err(error) = check_id(text) {
            note_id(self, name, error);
        }
        text.clone().into_owned()
    }

    fn opt_id(&mut self, name: &'static str) -> Option<String> {
        if self.given(name) { Some(self.id(name)) } else { None }
    }

    fn window_id(&mut self) -> String {
        let Some(Json::Text(text)) = self.raw("windowId") else { return self.req_text("windowId") };
        if let Err(error) = WindowId::parse(text) {
            note_id(self, "windowId", error);
        }
        text.clone().into_owned()
    }

    fn monitor_id(&mut self) -> Option<MonitorId> {
        if !self.given("monitorId") {
            return None;
        }
        let Some(Json::Text(text)) = self.raw("monitorId") else {
            self.optional_text("monitorId");
            return None;
        };
        let monitor = MonitorId::parse(text);
        if monitor.is_none() {
            self.note(Code::UnknownValue, "monitorId", &monitor_problem(text), &"nothing");
        }
        monitor
    }

    fn kind(&mut self, name: &'static str) -> Option<&'r str> {
        match self.raw(name) {
            Some(Json::Text(text)) => Some(text),
            _ => {
                self.req_text(name);
                None
            }
        }
    }

    fn unknown_kind(&mut self, name: &'static str, given: &str, what: &str, known: &[&'static str]) {
        let hint = did_you_mean(given, known.iter().copied());
        self.note(Code::UnknownType, name, &format!("{} is not a known {what}{hint}", quoted(given)), &"nothing");
    }

    fn at<T>(&mut self, name: &'static str, read: impl FnOnce(Item<'_>) -> T) -> T {
        let place = self.place();
        read(Item { path: place.path.field(name), manner: place.manner, findings: place.findings })
    }
}

fn note_id(fields: &mut Fields<'_, '_>, name: &'static str, error: IdError) {
    fields.note(error.code(), name, &format!("`{name}` {error}"), &"nothing");
}

/// Reads an object whose kind one of its fields decides. For an unknown kind it reports nothing more, because the other
/// fields have no meaning.
pub(super) fn of_kind<'j, T>(
    value: &Json<'j>,
    mut item: Item<'_>,
    read: impl FnOnce(&mut Fields<'_, 'j>) -> Option<T>,
) -> Option<T> {
    let Some(object) = value.as_object() else {
        item.note(Code::WrongType, format!("expected an object, not {}", value.kind()));
        return None;
    };
    let mut fields = Fields::new(object, item.path, item.manner, item.findings);
    let value = read(&mut fields)?;
    fields.close();
    Some(value)
}

/// Reads a finite number in a list or record.
pub(super) fn finite(value: &Json<'_>, item: &mut Item<'_>) -> Option<Finite> {
    let Json::Number(number) = value else {
        item.note(Code::WrongType, format!("expected a number, not {}", value.kind()));
        return None;
    };
    let finite = Finite::new(number.value);
    if finite.is_none() {
        item.note(Code::OutOfRange, format!("{} is too large", quoted(number.text)));
    }
    finite
}
