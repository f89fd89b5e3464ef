//! `block_number`: blocks the numbers of a contact, or one number, and lets them through again. Preconditions: the
//! phone shows its blocked numbers, and none of them is an emergency number. Strategies: the provider of blocked
//! numbers, then Android's page for them. Done when the provider has the numbers, or none of them.

use action::plan::Step;
use async_trait::async_trait;
use device::{Reading, rows};

use super::messages::{digits, is_number, same_number};
use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `block_number`.
pub(super) struct BlockNumber;

const BLOCKED: &str = "content://com.android.blockednumber/blocked";
/// Android's page of blocked numbers (`TelecomManager.ACTION_MANAGE_BLOCKED_NUMBERS`).
const MANAGE: &str = "android.telecom.action.MANAGE_BLOCKED_NUMBERS";
/// Emergency numbers: the shortest numbers of any country, and never a contact's.
const EMERGENCY: &[&str] = &["112", "911", "999", "000", "110", "111", "118", "119", "113", "115", "117", "122"];
/// Keys of the numbers and of the person.
const NUMBERS: &str = "numbers";
const PERSON: &str = "person";

/// A blocked number.
struct Blocked {
    id: String,
    number: String,
}

/// The blocked numbers; `None` if the phone does not show them.
async fn blocked(work: &mut Work<'_>) -> Result<Option<Vec<Blocked>>, Halt> {
    let columns = ["_id", "original_number"];
    let said = work.read(Reading::Rows { uri: BLOCKED, columns: &columns, filter: None }).await?;
    if said.trim().starts_with("No result found") {
        return Ok(Some(Vec::new()));
    }
    if !said.trim_start().starts_with("Row:") {
        return Ok(None);
    }
    let row = |row: Vec<String>| match row.as_slice() {
        [id, number] => Some(Blocked { id: id.clone(), number: number.trim().to_owned() }),
        _ => None,
    };
    Ok(Some(rows::parse(&said, &columns).into_iter().filter_map(row).collect()))
}

/// The person's name (empty for a bare number) and the numbers that are meant.
async fn meant(work: &mut Work<'_>) -> Result<Result<(String, Vec<String>), Problem>, Halt> {
    let (said, number) = (work.text("name").to_owned(), work.text("number").trim().to_owned());
    let number = if number.is_empty() && is_number(&said) { said.clone() } else { number };
    if !number.is_empty() {
        return Ok(match is_number(&number) && digits(&number).len() >= 3 {
            true => Ok((String::new(), vec![number])),
            false => Err(work.problem("bad_number", "bad number", &[("number", &number)])),
        });
    }
    // A choice between namesakes names a number: `Mom (555 0103)`.
    if let Some((name, one)) = said.strip_suffix(')').and_then(|said| said.rsplit_once(" ("))
        && is_number(one)
    {
        return Ok(Ok((name.to_owned(), vec![one.to_owned()])));
    }
    let Some(contact) = work.contact(&said).await? else {
        return Ok(Err(work.problem("contact_not_found", "nobody called", &[("name", &said)])));
    };
    Ok(match contact.numbers.is_empty() {
        true => Err(work.problem("contact_without_number", "no number", &[("name", &contact.name)])),
        false => Ok((contact.name, contact.numbers)),
    })
}

/// The strategies for blocking these numbers.
fn block(numbers: &[String]) -> Ways {
    let insert = |number: &String| {
        let value = format!("original_number:s:{number}");
        Move::run(&["content", "insert", "--uri", BLOCKED, "--bind", &value])
    };
    let by_hand = |number: &String| {
        let write = Move::Write(Sought::Named("block_field"), number.clone());
        let open = Move::run(&["am", "start", "-a", MANAGE]);
        [open, Move::Press(Sought::Named("block_add")), write, Move::Press(Sought::Named("block_ok"))]
    };
    let commands = numbers.iter().map(insert).collect();
    Ways::default().or_moves(commands).or_touches(numbers.iter().flat_map(by_hand).collect())
}

/// The strategies for letting these numbers through. On the page every number has the same button, so it is used only
/// where there is one number.
fn unblock(all: &[Blocked], ids: &[&str]) -> Ways {
    let delete = |id: &&str| Move::run(&["content", "delete", "--uri", &format!("{BLOCKED}/{id}")]);
    let ways = Ways::default().or_moves(ids.iter().map(delete).collect());
    if all.len() > 1 {
        return ways;
    }
    let open = Move::run(&["am", "start", "-a", MANAGE]);
    ways.or_touches(vec![open, Move::Press(Sought::Named("unblock")), Move::Press(Sought::Named("block_ok"))])
}

fn told(work: &Work<'_>, key: &str, name: &str, numbers: &[String]) -> String {
    work.told(key, &[("name", name), ("list", &numbers.join(", "))])
}

#[async_trait]
impl Operation for BlockNumber {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let on = work.text("state") != "off";
        let (name, numbers) = match meant(work).await? {
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        if let Some(number) = numbers.iter().find(|number| EMERGENCY.contains(&digits(number).as_str())) {
            return Ok(work.problem("emergency_number", "emergency number", &[("number", number)]).into());
        }
        let Some(all) = blocked(work).await? else {
            return Ok(work.problem("no_blocking", "no blocking", &[]).into());
        };
        let is_blocked = |number: &String| all.iter().any(|known| same_number(&known.number, number));
        let meant: Vec<String> = numbers.into_iter().filter(|number| is_blocked(number) != on).collect();
        if meant.is_empty() {
            let said = if name.is_empty() { work.text("number").to_owned() } else { name.clone() };
            let said = if said.is_empty() { work.text("name").to_owned() } else { said };
            let key = if on { "blocked already" } else { "not blocked" };
            return Ok(Begin::Done(told(work, key, &name, &[said])));
        }
        let key = match (on, name.is_empty()) {
            (true, false) => "block",
            (true, true) => "block number",
            (false, false) => "unblock",
            (false, true) => "unblock number",
        };
        let summary = told(work, key, &name, &meant);
        work.keep("summary", summary);
        work.keep(NUMBERS, meant.clone());
        work.keep(PERSON, name.clone());
        if let [only] = meant.as_slice() {
            let back = if on { "off" } else { "on" };
            work.can_be_undone_by(&Step::new("block_number").with("number", only.clone()).with("state", back));
        }
        // The person named whom they mean, and with that the numbers.
        meant.iter().for_each(|number| work.context.means(number));
        if on {
            return Ok(Begin::Go(block(&meant)));
        }
        let ids = all.iter().filter(|known| meant.iter().any(|number| same_number(&known.number, number)));
        let ids: Vec<&str> = ids.map(|known| known.id.as_str()).collect();
        Ok(Begin::Go(unblock(&all, &ids)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let on = work.text("state") != "off";
        let numbers: Vec<String> = match work.kept.get(NUMBERS).and_then(serde_json::Value::as_array) {
            Some(list) => list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
            None => return Ok(Check::NotYet),
        };
        let Some(all) = blocked(work).await? else { return Ok(Check::Unclear) };
        let is_blocked = |number: &String| all.iter().any(|known| same_number(&known.number, number));
        if numbers.iter().any(|number| is_blocked(number) != on) {
            return Ok(Check::NotYet);
        }
        let name = work.kept_text(PERSON).to_owned();
        Ok(Check::Done(told(work, if on { "blocked" } else { "unblocked" }, &name, &numbers)))
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}
