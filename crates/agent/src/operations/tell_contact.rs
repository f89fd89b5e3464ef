//! `tell_contact`: whose number it is, and the e-mail address of a person, by the phone's own contacts. Changes nothing.

use async_trait::async_trait;

use super::messages::same_number;
use super::operation::{Answer, Begin};
use super::work::Work;
use crate::affordance::folded;
use crate::deadline::Halt;

/// `tell_contact`.
pub(super) struct TellContact;

const EMAILS: &str = "content://com.android.contacts/data/emails";

/// The e-mail addresses of a contact, without repetitions.
pub(super) async fn addresses(work: &mut Work<'_>, name: &str) -> Result<Vec<String>, Halt> {
    let name = folded(name);
    let rows = work.rows(EMAILS, &["_id", "data1", "display_name"], None).await?;
    let mut found: Vec<String> = Vec::new();
    for row in rows {
        if let [_, address, known] = row.as_slice()
            && folded(known) == name
            && !found.contains(address)
        {
            found.push(address.clone());
        }
    }
    Ok(found)
}

#[async_trait]
impl Answer for TellContact {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (number, said) = (work.text("number").to_owned(), work.text("name").to_owned());
        if !number.is_empty() {
            let directory = work.directory().await?;
            let has = |contact: &&action::Contact| contact.numbers.iter().any(|own| same_number(own, &number));
            let mut names: Vec<&str> = directory.contacts.iter().filter(has).map(|one| one.name.as_str()).collect();
            names.dedup();
            return Ok(Begin::Done(match names.as_slice() {
                [] => work.told("number of nobody", &[("number", &number)]),
                names => work.told("number of", &[("number", &number), ("name", &names.join(", "))]),
            }));
        }
        let Some(contact) = work.contact(&said).await? else {
            return Ok(work.problem("contact_not_found", "nobody called", &[("name", &said)]).into());
        };
        let email = work.text("detail") == "email";
        let list = if email { addresses(work, &contact.name).await? } else { contact.numbers.clone() };
        let key = match (email, list.is_empty()) {
            (true, true) => "no email",
            (true, false) => "email of",
            (false, true) => "no number",
            (false, false) => "numbers of",
        };
        Ok(Begin::Done(work.told(key, &[("name", &contact.name), ("list", &list.join(", "))])))
    }
}
