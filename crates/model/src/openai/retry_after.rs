//! Parses the headers in which an endpoint asks the client to wait.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::header::{HeaderMap, RETRY_AFTER};

/// How long the endpoint asks the client to wait: `retry-after-ms`, or `Retry-After` in seconds or as a date.
pub(super) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let seconds = |number: f64| Duration::try_from_secs_f64(number).ok();
    if let Some(millis) = text("retry-after-ms").and_then(|text| text.parse::<f64>().ok()) {
        return seconds(millis / 1000.0);
    }
    let value = text(RETRY_AFTER.as_str())?;
    match value.parse::<f64>() {
        Ok(number) => seconds(number),
        Err(_) => Some(date(value)?.duration_since(now).unwrap_or(Duration::ZERO)),
    }
}

/// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, the only date format that servers may write.
fn date(text: &str) -> Option<SystemTime> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut words = text.split_once(", ")?.1.split(' ');
    let mut number = |most: u64| words.next().and_then(|word| word.parse::<u64>().ok()).filter(|n| *n <= most);
    let day = number(31).filter(|day| *day > 0)?;
    let month = words.next().and_then(|word| MONTHS.iter().position(|month| *month == word))?;
    let year = words.next()?.parse::<u64>().ok().filter(|year| (1970..=9999).contains(year))?;
    let mut clock = words.next()?.split(':').map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if hour > 23 || minute > 59 || second > 60 || words.next() != Some("GMT") || words.next().is_some() {
        return None;
    }
    // Days since 1970-01-01, with years that begin in March so that the leap day is the last.
    let month = month as u64 + 1;
    let (year, shifted) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days =
        (365 * year + year / 4 - year / 100 + year / 400 + (153 * shifted + 2) / 5 + day - 1).checked_sub(719_468)?;
    Some(UNIX_EPOCH + Duration::from_secs(days * 86_400 + hour * 3_600 + minute * 60 + second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_read_in_every_form() {
        let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
        let cases: &[(&str, &str, Option<u64>)] = &[
            ("retry-after", "7", Some(7_000)),
            ("retry-after", " 0.5 ", Some(500)),
            ("retry-after-ms", "120", Some(120)),
            // 784,111,777 is this date in seconds; it is the example of RFC 9110.
            ("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT", Some(0)),
            ("retry-after", "Sun, 06 Nov 1994 08:50:07 GMT", Some(30_000)),
            ("retry-after", "Tue, 29 Feb 2000 00:00:00 GMT", Some(167_670_623_000)),
            ("retry-after", "Sat, 05 Nov 1994 08:49:37 GMT", Some(0)),
            ("retry-after", "Sun, 06 Nov 1994 08:49:37", None),
            ("retry-after", "Sun, 00 Nov 1994 08:49:37 GMT", None),
            ("retry-after", "-5", None),
            ("retry-after", "1e400", None),
            ("retry-after", "soon", None),
            ("retry-after", "NaN", None),
        ];
        for (name, value, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(*name, value.parse().unwrap());
            let found = retry_after(&headers, now).map(|wait| u64::try_from(wait.as_millis()).unwrap());
            assert_eq!(found, *expected, "{name}: {value}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }
}
