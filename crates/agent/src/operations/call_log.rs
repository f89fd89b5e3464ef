//! `tell_calls` and `call_back`: what the phone's call log has. Calling back asks first, because nobody said the name.

use action::plan::Step;
use async_trait::async_trait;
use jiff::Timestamp;

use super::messages::same_number;
use super::operation::{Answer, Begin, Change, Problem};
use super::work::Work;
use crate::deadline::Halt;

/// `tell_calls`.
pub(super) struct TellCalls;
/// `call_back`.
pub(super) struct CallBack;

/// How many calls are read out at once.
const MOST: usize = 3;
/// Android's types of calls.
const INCOMING: &str = "1";
const OUTGOING: &str = "2";
const MISSED: &str = "3";
const REJECTED: &str = "5";

/// One call of the log.
struct Call {
    kind: String,
    at: i64,
    number: String,
}

/// The calls, newest first.
async fn calls(work: &mut Work<'_>) -> Result<Vec<Call>, Halt> {
    let rows = work.rows("content://call_log/calls", &["_id", "type", "date", "number"], None).await?;
    let read = |row: &Vec<String>| match row.as_slice() {
        [_, kind, at, number] => Some(Call { kind: kind.clone(), at: at.parse().ok()?, number: number.clone() }),
        _ => None,
    };
    let mut calls: Vec<Call> = rows.iter().filter_map(read).collect();
    calls.sort_by_key(|call| std::cmp::Reverse(call.at));
    Ok(calls)
}

/// The name of a number, or the number itself; empty if it was withheld.
async fn name(work: &mut Work<'_>, number: &str) -> Result<String, Halt> {
    let directory = work.directory().await?;
    let known = directory.contacts.iter().find(|one| one.numbers.iter().any(|own| same_number(own, number)));
    Ok(known.map_or(number, |contact| contact.name.as_str()).trim().to_owned())
}

#[async_trait]
impl Answer for TellCalls {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (now, offset) = (work.now().await?, work.offset().await?);
        let mut list = Vec::new();
        for call in calls(work).await?.iter().filter(|call| call.kind != OUTGOING).take(MOST) {
            let at = Timestamp::from_millisecond(call.at).map_or(now, |at| offset.to_datetime(at));
            let day = planner::near_day_in_words(work.plan, at.date(), now.date());
            let time = at.strftime("%H:%M").to_string();
            let missed = if matches!(call.kind.as_str(), MISSED | REJECTED) { "yes" } else { "" };
            let name = match name(work, &call.number).await? {
                name if name.is_empty() => work.told("withheld number", &[]),
                name => name,
            };
            list.push(work.told("one call", &[("name", &name), ("time", &time), ("day", &day), ("missed", missed)]));
        }
        Ok(Begin::Done(match list.is_empty() {
            true => work.told("no calls", &[]),
            false => list.join(" "),
        }))
    }
}

#[async_trait]
impl Answer for CallBack {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let dialled = work.flag("dialled");
        let meant = |call: &&Call| match dialled {
            true => call.kind == OUTGOING,
            false => [INCOMING, MISSED, REJECTED].contains(&call.kind.as_str()),
        };
        let all = calls(work).await?;
        let Some(call) = all.iter().find(meant).filter(|call| !call.number.trim().is_empty()) else {
            return Ok(Problem::new("no_calls", work.told("nobody to call", &[])).into());
        };
        let name = name(work, &call.number).await?;
        let mut step = Step::new("call_contact").with("number", call.number.as_str());
        if name != call.number {
            step = step.with("name", name.as_str());
        }
        let key = if dialled { "last dialled" } else { "last caller" };
        let problem = Problem::new("call_whom", work.told(key, &[("name", &name)]));
        Ok(problem.or(work.told("call them", &[("name", &name)]), Change::Step(step)).into())
    }
}
