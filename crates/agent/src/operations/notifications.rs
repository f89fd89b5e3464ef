//! `read_notifications`: reads the notifications aloud. Changes nothing.

use async_trait::async_trait;
use device::Reading;

use super::operation::{Answer, Begin};
use super::work::Work;
use crate::deadline::Halt;

/// `read_notifications`.
pub(super) struct ReadNotifications;

/// How many are read out at once.
const MOST: usize = 5;

/// One notification from the dump.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NotificationRecord {
    pub(super) package: String,
    pub(super) title: String,
    pub(super) text: String,
}

/// Parses the notifications in `dumpsys notification --noredact`.
pub(super) fn parse_notifications(said: &str) -> Vec<NotificationRecord> {
    let mut all: Vec<NotificationRecord> = Vec::new();
    for line in said.lines() {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("NotificationRecord(") {
            let package = rest.split("pkg=").nth(1).and_then(|rest| rest.split_whitespace().next());
            all.push(NotificationRecord {
                package: package.unwrap_or_default().to_owned(),
                ..NotificationRecord::default()
            });
        }
        let Some(last) = all.last_mut() else { continue };
        if let Some(title) = line.strip_prefix("android.title=") {
            last.title = value(title);
        } else if let Some(text) = line.strip_prefix("android.text=") {
            last.text = value(text);
        }
    }
    all.retain(|one| !one.title.is_empty() || !one.text.is_empty());
    all
}

/// `String (Sam)` or `SpannableString (Sam)`
fn value(written: &str) -> String {
    let inner = written.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    inner.unwrap_or_default().trim().to_owned()
}

#[async_trait]
impl Answer for ReadNotifications {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let said = work.read(Reading::Notifications).await?;
        let all = parse_notifications(&said);
        if all.is_empty() {
            return Ok(Begin::Done(work.told("notifications", &[])));
        }
        let directory = work.directory().await?;
        let mut told = vec![work.told("notifications", &[("count", &all.len().to_string())])];
        for one in all.iter().take(MOST) {
            let app = directory.apps.iter().find(|app| app.package == one.package).map(|app| app.label.as_str());
            let app = app.map_or_else(|| work.told("the system", &[]), str::to_owned);
            let text = [one.title.as_str(), one.text.as_str()].into_iter().filter(|part| !part.is_empty());
            told.push(format!("{app}: {}.", text.collect::<Vec<_>>().join(", ").trim_end_matches('.')));
        }
        Ok(Begin::Done(told.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_in_the_shade_is_read() {
        let said = "  Notification List:\n    NotificationRecord(0x1: pkg=a.b user=UserHandle{0} id=1\n      extras={\n \
                    android.title=String (Sam)\n android.text=SpannableString (See you (later))\n      }\n    \
                    NotificationRecord(0x2: pkg=c.d user=UserHandle{0} id=2\n      extras={\n android.title=null\n }\n";
        let one = NotificationRecord { package: "a.b".into(), title: "Sam".into(), text: "See you (later)".into() };
        assert_eq!(parse_notifications(said), [one]);
        assert_eq!(parse_notifications("nothing"), []);
    }
}
