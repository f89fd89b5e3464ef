//! `reply`: answers the newest text message. Asks first, because nobody said the name; then it is a message like any
//! other.

use action::plan::Step;
use async_trait::async_trait;

use super::messages::same_number;
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
        let directory = work.directory().await?;
        let known = directory.contacts.iter().find(|one| one.numbers.iter().any(|own| same_number(own, address)));
        let name = known.map_or(address.as_str(), |contact| contact.name.as_str()).to_owned();
        let text = work.text("text").to_owned();
        let problem = Problem::new("reply_whom", work.told("last message", &[("name", &name), ("body", body.trim())]));
        let question = work.told("reply to them", &[("name", &name), ("text", &text)]);
        let steps = vec![
            Step::new("open_app").with("name", "Messages"),
            Step::new("find_contact").with("name", name),
            Step::new("open_conversation"),
            Step::new("type_text").with("text", text),
            Step::new("send"),
        ];
        Ok(problem.or(question, Change::Steps(steps)).into())
    }
}
