//! `search_messages`: finds text messages by what they say, of everybody or of one person, and reads out the newest ones.
//! Changes nothing; leaves out codes unless the person asked for them (see `redact`).

use async_trait::async_trait;
use jiff::Timestamp;

use super::messages::{is_number, same_number};
use super::operation::{Answer, Begin};
use super::work::Work;
use crate::affordance::{folded, holds_words};
use crate::deadline::Halt;

/// `search_messages`.
pub(super) struct SearchMessages;

/// How many are read out at once.
const MOST: usize = 3;
/// Android's type of a message that was sent.
const SENT: &str = "2";

/// One message of the provider.
pub(super) struct Message {
    pub(super) at: i64,
    pub(super) sent: bool,
    pub(super) address: String,
    pub(super) body: String,
}

/// The messages, newest first.
pub(super) async fn messages(work: &mut Work<'_>) -> Result<Vec<Message>, Halt> {
    let rows = work.rows("content://sms", &["_id", "date", "type", "address", "body"], None).await?;
    let read = |row: Vec<String>| match <[String; 5]>::try_from(row) {
        Ok([_, at, kind, address, body]) => Some(Message { at: at.parse().ok()?, sent: kind == SENT, address, body }),
        Err(_) => None,
    };
    let mut found: Vec<Message> = rows.into_iter().filter_map(read).collect();
    found.sort_by_key(|message| std::cmp::Reverse(message.at));
    Ok(found)
}

/// Whom a message is from or to: the name in the contacts, or the number.
pub(super) async fn name(work: &mut Work<'_>, address: &str) -> Result<String, Halt> {
    let directory = work.directory().await?;
    let known = directory.contacts.iter().find(|one| one.numbers.iter().any(|own| same_number(own, address)));
    Ok(known.map_or(address, |contact| contact.name.as_str()).to_owned())
}

/// `yesterday at 14:05`
pub(super) async fn when(work: &mut Work<'_>, at: i64) -> Result<String, Halt> {
    let (now, zone) = (work.now().await?, work.zone().await?);
    let at = Timestamp::from_millisecond(at).map_or(now, |at| zone.to_datetime(at));
    let day = planner::near_day_in_words(work.plan, at.date(), now.date());
    Ok(work.told("event when", &[("day", &day), ("time", &at.strftime("%H:%M").to_string())]))
}

/// How well a text fits what is looked for: its words in a row, or all of them somewhere.
fn fit(body: &str, query: &str) -> u8 {
    let (body, query) = (folded(body), folded(query));
    let words: Vec<&str> = body.split(|letter: char| !letter.is_alphanumeric()).collect();
    // `party` is also found in `parties`, and `Schlüssel` in `Schlüsselkasten`.
    let has = |word: &str| words.iter().any(|own| *own == word || word.len() > 3 && own.starts_with(word));
    match () {
        () if query.is_empty() => 0,
        () if holds_words(&body, &query) => 2,
        () if query.split_whitespace().all(has) => 1,
        () => 0,
    }
}

/// What is looked for without the article before it: "the party" is also found as "a party".
fn without_article<'t>(language: &str, query: &'t str) -> &'t str {
    match query.split_once(' ') {
        Some((first, rest)) if planner::names_in(language, "article").contains(&first.to_lowercase().as_str()) => rest,
        _ => query,
    }
}

#[async_trait]
impl Answer for SearchMessages {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let query = without_article(work.language(), work.text("query")).to_owned();
        let said = work.text("contact").to_owned();
        let mut numbers = Vec::new();
        let mut person = String::new();
        if is_number(&said) {
            numbers.push(said.clone());
            person.clone_from(&said);
        } else if !said.is_empty() {
            let Some(contact) = work.contact(&said).await? else {
                return Ok(work.problem("contact_not_found", "nobody called", &[("name", &said)]).into());
            };
            (person, numbers) = (contact.name, contact.numbers);
        }
        let mut found: Vec<(u8, Message)> = messages(work)
            .await?
            .into_iter()
            .filter(|one| {
                said.is_empty() || !one.sent && numbers.iter().any(|number| same_number(number, &one.address))
            })
            .map(|one| (fit(&one.body, &query), one))
            .filter(|(fit, _)| *fit > 0)
            .collect();
        let best = found.iter().map(|(fit, _)| *fit).max().unwrap_or_default();
        found.retain(|(fit, _)| *fit == best);
        if found.is_empty() {
            return Ok(Begin::Done(work.told("no message says", &[("query", &query), ("name", &person)])));
        }
        let mut list = Vec::new();
        for (_, one) in found.iter().take(MOST) {
            let (name, when) = (name(work, &one.address).await?, when(work, one.at).await?);
            let key = if one.sent { "message to" } else { "message from" };
            list.push(work.told(key, &[("name", &name), ("when", &when), ("body", one.body.trim())]));
        }
        let more = found.len().saturating_sub(MOST);
        let more = if more > 0 { more.to_string() } else { String::new() };
        Ok(Begin::Done(work.told("messages say", &[("list", &list.join(" ")), ("more", &more)])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_found_by_its_words() {
        for (body, query, expected) in [
            ("The door code is 4711", "door code", 2),
            ("The code of the door", "door code", 1),
            ("Two parties tonight!", "part", 1),
            ("Der Schlüsselkasten", "schlüssel", 1),
            ("A door", "door code", 0),
            ("anything", "", 0),
            ("scar", "car", 0),
        ] {
            assert_eq!(fit(body, query), expected, "{body} {query}");
        }
    }
}
