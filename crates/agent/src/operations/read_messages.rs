//! `read_messages`: reads the newest messages aloud: unread ones, those of a day, or those of one person; or tells when a
//! person last wrote. Changes nothing; leaves out codes unless the person asked for them (see `redact`).

use async_trait::async_trait;
use device::Reading;

use jiff::Timestamp;
use jiff::civil::Date;

use super::messages::{find_person, same_number};
use super::notifications::{NotificationRecord, parse_notifications};
use super::operation::{Answer, Begin};
use super::search_messages::{Message, messages, name, when};
use super::work::Work;
use crate::deadline::Halt;

/// `read_messages`.
pub(super) struct ReadMessages;

/// How many are read out at once.
const MOST: usize = 3;
/// How many of a day, which the person has named.
const MOST_OF_DAY: usize = 5;

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
        let numbers = match &person {
            None => Vec::new(),
            // They may write from any of their numbers.
            Some((name, number)) => {
                let known = work.contact(name).await?.map(|contact| contact.numbers);
                known.filter(|numbers| numbers.contains(number)).unwrap_or_else(|| vec![number.clone()])
            }
        };
        let name = person.as_ref().map_or("", |(name, _)| name.as_str()).to_owned();
        if work.flag("only_when") {
            return only_when(work, &name, &numbers).await.map(Begin::Done);
        }
        if let Some(day) = work.date("date").await? {
            return of_day(work, day, &name, &numbers).await.map(Begin::Done);
        }
        let columns = ["_id", "read", "address", "body"];
        let rows = work.rows("content://sms/inbox", &columns, None).await?;
        let wanted = |row: &&Vec<String>| match (row.as_slice(), &person) {
            ([_, _, address, _], Some(_)) => numbers.iter().any(|number| same_number(address, number)),
            ([_, read, ..], None) => read == "0",
            _ => false,
        };
        let found: Vec<&Vec<String>> = rows.iter().filter(wanted).collect();
        if found.is_empty() {
            return Ok(Begin::Done(work.told("no messages", &[("name", &name)])));
        }
        let mut said = vec![work.told("messages", &[("name", &name), ("count", &found.len().to_string())])];
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

/// Whether a message came from one of these numbers, or from anybody.
fn came_from(message: &Message, numbers: &[String]) -> bool {
    !message.sent && (numbers.is_empty() || numbers.iter().any(|number| same_number(number, &message.address)))
}

/// Tells when the last message came.
async fn only_when(work: &mut Work<'_>, person: &str, numbers: &[String]) -> Result<String, Halt> {
    let all = messages(work).await?;
    let Some(last) = all.iter().find(|one| came_from(one, numbers)) else {
        return Ok(work.told("no messages", &[("name", person)]));
    };
    let (from, when) = (name(work, &last.address).await?, when(work, last.at).await?);
    Ok(work.told("last wrote", &[("name", &from), ("when", &when)]))
}

/// Reads out the messages of a day, in their order.
async fn of_day(work: &mut Work<'_>, day: Date, person: &str, numbers: &[String]) -> Result<String, Halt> {
    let zone = work.zone().await?;
    let on_day = |one: &Message| {
        Timestamp::from_millisecond(one.at).is_ok_and(|at| zone.to_datetime(at).date() == day)
            && came_from(one, numbers)
    };
    let mut found: Vec<Message> = messages(work).await?.into_iter().filter(on_day).collect();
    found.reverse();
    let today = work.now().await?.date();
    let day = planner::near_day_in_words(work.plan, day, today);
    if found.is_empty() {
        return Ok(work.told("no messages then", &[("day", &day), ("name", person)]));
    }
    let count = found.len().to_string();
    let mut said = vec![work.told("messages then", &[("day", &day), ("name", person), ("count", &count)])];
    for one in found.iter().take(MOST_OF_DAY) {
        let from = name(work, &one.address).await?;
        said.push(format!("{from}: {}", one.body.trim()));
    }
    Ok(said.join(" "))
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
