//! `search_mail`: searches the mails and says which ones fit. Precondition: Gmail is installed. Strategy: its search.
//! Changes nothing.

use async_trait::async_trait;

use super::mails;
use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::deadline::Halt;

/// `search_mail`.
pub(super) struct SearchMail;

/// How many are told at once.
const MOST: usize = 3;

#[async_trait]
impl Operation for SearchMail {
    fn only_answers(&self) -> bool {
        true
    }

    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let app = match mails::app(work).await? {
            Ok(app) => app,
            Err(problem) => return Ok(problem.into()),
        };
        let mut moves = mails::search(&app, work.text("query"));
        moves.push(Move::UnlessDone);
        Ok(Begin::Go(Ways::default().or_touches(moves)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let query = work.text("query").to_owned();
        let Some(rows) = mails::listed(work, Some(&query)).await? else { return Ok(Check::NotYet) };
        if rows.is_empty() {
            return Ok(Check::Done(work.told("no mails found", &[("query", &query)])));
        }
        let list = mails::told(work, &rows, MOST);
        let more = if rows.len() > MOST { "yes" } else { "" };
        let values = [("count", rows.len().to_string()), ("query", query), ("list", list), ("more", more.to_owned())];
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Ok(Check::Done(work.told("mails found", &values)))
    }

    fn repeats(&self) -> bool {
        true
    }

    fn lasts(&self) -> bool {
        false
    }
}
