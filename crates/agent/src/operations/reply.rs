//! `reply`: answers the newest text message. Asks first, because nobody said the name; then it is a message like any
//! other.

use action::plan::Step;
use async_trait::async_trait;

use super::messages::{is_number, same_number};
use super::operation::{Answer, Begin, Change, Problem};
use super::work::Work;
use crate::deadline::Halt;

/// `reply`.
pub(super) struct Reply;

#[async_trait]
impl Answer for Reply {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let rows = work.rows("content://sms/inbox", &["_id", "date", "address", "body"], None).await?;
        let date = |row: &Vec<String>| row.get(1).and_then(|date| date.parse::<i64>().ok());
        let Some([_, _, address, body]) = rows.iter().max_by_key(|row| date(row)).map(Vec::as_slice) else {
            return Ok(Problem::new("no_messages", work.told("nothing to answer", &[])).into());
        };
        // A sender may call itself anything, and a name would find whoever has it in the contacts.
        if !is_number(address) {
            return Ok(work.problem("no_number", "sender without number", &[("name", address)]).into());
        }
        let directory = work.directory().await?;
        let known = directory.contacts.iter().find(|one| one.numbers.iter().any(|own| same_number(own, address)));
        let name = known.map_or(address.as_str(), |contact| contact.name.as_str()).to_owned();
        // Two contacts may have the same name, and the first number of a contact may be another one.
        let found = work.contact(&name).await?.and_then(|contact| contact.numbers.first().cloned());
        let whom =
            if found.is_some_and(|number| same_number(&number, address)) { name.clone() } else { address.clone() };
        let text = work.text("text").to_owned();
        let problem = Problem::new("reply_whom", work.told("last message", &[("name", &name), ("body", body.trim())]));
        let question = work.told("reply to them", &[("name", &name), ("text", &text)]);
        // The app that the person named, or the one that this phone sends text messages with.
        let open = match work.text("app") {
            "" => {
                let package = work.handler("android.intent.action.SENDTO", Some("smsto:")).await?;
                let step = Step::new("open_app");
                package.map_or_else(
                    || step.clone().with("name", "Messages"),
                    |package| step.clone().with("package", package),
                )
            }
            app => Step::new("open_app").with("name", app),
        };
        let steps = vec![
            open,
            Step::new("find_contact").with("name", whom),
            Step::new("open_conversation"),
            Step::new("type_text").with("text", text),
            Step::new("send"),
        ];
        Ok(problem.or(question, Change::Steps(steps)).into())
    }
}
