//! Reads the file of contacts and apps leniently, because every export has its own form.

use std::path::Path;

use action::{App, Contact, Directory};
use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// Reads `{"contacts": […], "apps": […]}`.
pub(super) fn read(file: &Path) -> Result<Directory> {
    let size = std::fs::metadata(file).with_context(|| format!("cannot read `{}`", file.display()))?.len();
    if size > MOST_BYTES {
        bail!("`{}` has {size} bytes; at most {MOST_BYTES} are read", file.display());
    }
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .with_context(|| format!("`{}` is not JSON", file.display()))?;
    if !value.is_object() {
        bail!("`{}` must hold an object with `contacts` and `apps`", file.display());
    }
    Ok(directory(&value))
}

fn directory(value: &Value) -> Directory {
    let list = |name: &str| value.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let app = |value: &Value| {
        let label = text(value.get("label").or_else(|| value.get("name")).unwrap_or(value))?;
        Some(App { label, package: value.get("package").and_then(text).unwrap_or_default() })
    };
    Directory {
        contacts: list("contacts").iter().filter_map(contact).collect(),
        apps: list("apps").iter().filter_map(app).collect(),
    }
}

fn contact(value: &Value) -> Option<Contact> {
    let either = |camel: &str, snake: &str| value.get(camel).or_else(|| value.get(snake));
    Some(Contact {
        name: text(value.get("name").unwrap_or(value))?,
        numbers: texts(either("numbers", "number")),
        labels: texts(either("labels", "label")),
        aliases: texts(either("aliases", "nickname")),
        last_contacted: either("lastContacted", "last_contacted").and_then(moment),
        times_contacted: either("timesContacted", "times_contacted").and_then(count),
    })
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Reads a list of texts, or one text.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(items)) => items.iter().filter_map(text).collect(),
        Some(other) => text(other).into_iter().collect(),
        None => Vec::new(),
    }
}

/// Returns milliseconds since 1970, from milliseconds, seconds, RFC 3339 or a date.
fn moment(value: &Value) -> Option<i64> {
    /// Smaller numbers are seconds: as milliseconds this would be 1973.
    const SECONDS_BELOW: i64 = 100_000_000_000;
    let scaled = |number: i64| if number.abs() < SECONDS_BELOW { number.saturating_mul(1000) } else { number };
    match value {
        #[expect(clippy::cast_possible_truncation, reason = "what is too great saturates")]
        Value::Number(number) => number.as_i64().or_else(|| number.as_f64().map(|number| number as i64)).map(scaled),
        Value::String(text) => {
            let text = text.trim();
            let stamp = text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond);
            let local = || {
                let time: jiff::civil::DateTime = text.parse().ok()?;
                time.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|time| time.timestamp().as_millisecond())
            };
            stamp.or_else(local).or_else(|| text.parse().ok().map(scaled))
        }
        _ => None,
    }
}

fn count(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn moments_in_every_spelling() {
        let expected = Some(1_772_704_800_000);
        for value in [
            json!(1_772_704_800_000_i64),
            json!(1_772_704_800),
            json!("2026-03-05T10:00:00Z"),
            json!("2026-03-05T11:00:00+01:00"),
            json!("2026-03-05T10:00:00"),
            json!("1772704800"),
        ] {
            assert_eq!(moment(&value), expected, "{value}");
        }
        assert_eq!(moment(&json!("yesterday")), None);
        assert_eq!(moment(&json!(null)), None);
    }

    #[test]
    fn what_is_odd_is_passed_over() {
        let read = directory(&json!({
            "contacts": [{"name": "Sam", "numbers": "555", "timesContacted": "3"}, {"numbers": ["1"]}, {"name": " "}, 7, "Ann"],
            "apps": [{"label": "WhatsApp", "package": "com.whatsapp"}, {"package": "x"}, "Maps"],
        }));
        let names: Vec<&str> = read.contacts.iter().map(|contact| contact.name.as_str()).collect();
        assert_eq!(names, ["Sam", "7", "Ann"]);
        assert_eq!(read.contacts[0].numbers, ["555"]);
        assert_eq!(read.contacts[0].times_contacted, Some(3));
        assert_eq!(read.apps.iter().map(|app| app.label.as_str()).collect::<Vec<_>>(), ["WhatsApp", "Maps"]);
        assert_eq!(directory(&json!({"contacts": {}, "apps": null})), Directory::default());
    }
}
