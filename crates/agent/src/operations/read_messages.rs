//! `read_messages`: reads the newest messages aloud, either unread ones or those of one person. Changes nothing; leaves
//! out codes unless the person asked for them (see `redact`).

use async_trait::async_trait;
use device::Reading;

use super::messages::{find_person, same_number};
use super::notifications::{NotificationRecord, parse_notifications};
use super::operation::{Answer, Begin};
use super::work::Work;
use crate::deadline::Halt;

/// `read_messages`.
pub(super) struct ReadMessages;

/// How many are read out at once.
const MOST: usize = 3;

#[async_trait]
impl Answer for ReadMessages {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let app = work.text("app").to_owned();
        if !app.is_empty()
            && let Some(said) = in_app(work, &app).await?
        {
            return Ok(Begin::Done(said));
        }
        let contact = work.text("contact").to_owned();
        let person = match contact.as_str() {
            "" => None,
            said => match find_person(work, said).await? {
                Ok(person) => Some(person),
                Err(problem) => return Ok(problem.into()),
            },
        };
        let columns = ["_id", "read", "address", "body"];
        let rows = work.rows("content://sms/inbox", &columns, None).await?;
        let wanted = |row: &&Vec<String>| match (row.as_slice(), &person) {
            ([_, _, address, _], Some((_, number))) => same_number(address, number),
            ([_, read, ..], None) => read == "0",
            _ => false,
        };
        let found: Vec<&Vec<String>> = rows.iter().filter(wanted).collect();
        if found.is_empty() {
            let name = person.as_ref().map_or("", |(name, _)| name.as_str());
            return Ok(Begin::Done(work.told("no messages", &[("name", name)])));
        }
        let name = person.as_ref().map_or("", |(name, _)| name.as_str());
        let mut said = vec![work.told("messages", &[("name", name), ("count", &found.len().to_string())])];
        let directory = work.directory().await?;
        // For one person, only the last message is read.
        let most = if person.is_some() { 1 } else { MOST };
        for row in found.iter().take(most) {
            let [_, _, address, body] = row.as_slice() else { continue };
            let known = directory.contacts.iter().find(|one| one.numbers.iter().any(|own| same_number(own, address)));
            let name = known.map_or(address.as_str(), |contact| contact.name.as_str());
            said.push(match &person {
                Some(_) => body.trim().to_owned(),
                None => format!("{name}: {}", body.trim()),
            });
        }
        Ok(Begin::Done(said.join(" ")))
    }
}

/// Reads another messenger's notifications; `None` if the app is the phone's own.
async fn in_app(work: &mut Work<'_>, app: &str) -> Result<Option<String>, Halt> {
    let Some(found) = work.app(app).await? else { return Ok(Some(work.told("not installed", &[("app", app)]))) };
    if work.handler("android.intent.action.SENDTO", Some("smsto:")).await?.as_deref() == Some(&found.package) {
        return Ok(None);
    }
    let said = work.read(Reading::Notifications).await?;
    let of_app: Vec<NotificationRecord> =
        parse_notifications(&said).into_iter().filter(|one| one.package == found.package).collect();
    if of_app.is_empty() {
        return Ok(Some(work.told("no messages in app", &[("app", &found.label)])));
    }
    let told: Vec<String> = of_app.iter().take(MOST).map(|one| format!("{}: {}", one.title, one.text)).collect();
    Ok(Some(told.join(". ")))
}
