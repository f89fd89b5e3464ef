//! `read_mail`: reads the newest mail aloud, of everybody or of one sender, or says which mails are unread. Precondition:
//! Gmail is installed. Strategy: its inbox, or its search for the sender. The newest mail is opened, which marks it as
//! read; the unread ones are only listed. Codes are left out unless the person asked for them (see `redact`).

use async_trait::async_trait;

use super::mails::{self, Row};
use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `read_mail`.
pub(super) struct ReadMail;

/// How many are told at once.
const MOST: usize = 3;
/// The key of the search for a sender.
const SEARCHED: &str = "mail search";

/// Gmail's search for mails of a sender: every word of the name.
fn query(name: &str) -> String {
    let words = name.split_whitespace().map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).map(|word| format!("from:{word}")).collect::<Vec<_>>().join(" ")
}

fn unread(work: &Work<'_>, rows: &[Row]) -> String {
    let name = work.text("contact");
    let found: Vec<Row> = rows.iter().filter(|row| row.unread && mails::by(&row.from, name)).cloned().collect();
    if found.is_empty() {
        let key = if name.is_empty() { "no unread mail" } else { "no mail from" };
        return work.told(key, &[("name", name)]);
    }
    // Rows further down may be unread as well.
    let more = if rows.last().is_some_and(|row| row.unread) || found.len() > MOST { "yes" } else { "" };
    let list = mails::told(work, &found, MOST);
    work.told("unread mails", &[("count", &found.len().to_string()), ("list", &list), ("more", more)])
}

#[async_trait]
impl Operation for ReadMail {
    fn only_answers(&self) -> bool {
        true
    }

    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let app = match mails::app(work).await? {
            Ok(app) => app,
            Err(problem) => return Ok(problem.into()),
        };
        let name = work.text("contact").to_owned();
        let first = Move::Press(Sought::Named("first_mail"));
        let mut moves = if name.is_empty() {
            mails::inbox(&app)
        } else {
            let query = query(&name);
            work.keep(SEARCHED, query.clone());
            mails::search(&app, &query)
        };
        moves.push(Move::UnlessDone);
        if work.text("which") != "unread" {
            moves.push(first);
        }
        Ok(Begin::Go(Ways::default().or_touches(moves)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (name, query) = (work.text("contact").to_owned(), work.kept_text(SEARCHED).to_owned());
        let query = (!query.is_empty()).then_some(query.as_str());
        if let Some(rows) = mails::listed(work, query).await? {
            let of = |row: &&Row| mails::by(&row.from, &name);
            let key = if name.is_empty() { "no mail at all" } else { "no mail from" };
            return Ok(match rows.iter().find(of) {
                None => Check::Done(work.told(key, &[("name", &name)])),
                Some(_) if work.text("which") == "unread" => Check::Done(unread(work, &rows)),
                Some(_) => Check::NotYet,
            });
        }
        let opened = work.seen().and_then(|tree| mails::opened(&tree, &name));
        Ok(match opened {
            Some(mail) if work.text("which") != "unread" => {
                let subject = mail.subject.trim_end_matches(['.', ' ']);
                let values =
                    [("name", mail.from.as_str()), ("when", &mail.when), ("subject", subject), ("body", &mail.body)];
                Check::Done(work.told("mail read", &values))
            }
            _ => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn lasts(&self) -> bool {
        false
    }
}
