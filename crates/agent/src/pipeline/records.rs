//! Looks up in the phone's own records whom the person's words mean: the last caller, the last sender, the owner of a
//! number, whether a name fits several people, and whether a number is foreign. Done once in a task, when an action is
//! about to reach a person.

use device::{Reading, rows};

use crate::context::Context;
use crate::deadline::Halt;
use crate::provenance::{Provenance, is_same_address};

/// How many people a name may fit before they are only counted.
const MOST: usize = 16;

/// Resolves the descriptions in the person's words. Returns whether anything new is known.
pub(super) async fn resolve(context: &mut Context, provenance: &dyn Provenance) -> Result<bool, Halt> {
    if !context.trail.resolves() {
        return Ok(false);
    }
    let words = context.trail.grounding.clone();
    let people = context.directory().await?;
    // A description identifies a person only if no name is given.
    let named = people.contacts.iter().any(|person| words.names(&person.name));
    let mut found: Vec<String> = Vec::new();
    if words.describes_last_caller() && !named {
        found.extend(newest(context, "content://call_log/calls", &["date", "number", "name"]).await?);
    }
    if words.describes_last_writer() && !named {
        found.extend(newest(context, "content://sms/inbox", &["date", "address"]).await?);
    }
    let mut same: Vec<String> = Vec::new();
    let mut foreign: Vec<(String, String)> = Vec::new();
    for person in &people.contacts {
        let (own, others): (Vec<&String>, Vec<&String>) = person
            .numbers
            .iter()
            .partition(|number| words.says_number(number) || provenance.introduced_by(number).is_none());
        foreign.extend(others.into_iter().map(|number| (person.name.clone(), number.clone())));
        let numbers = own;
        let described = numbers.iter().any(|number| found.iter().any(|known| is_same_address(known, number)));
        if described || numbers.iter().any(|number| words.says_number(number)) {
            found.push(person.name.clone());
        }
        if words.names(&person.name) {
            same.push(person.name.clone());
            found.extend(numbers.into_iter().cloned());
        }
    }
    // One first name for several people: only the whole name is unambiguous.
    let whole = same.iter().filter(|name| words.spells_out(name)).count();
    let doubtful = if same.len() > 1 && whole == 0 { same } else { Vec::new() };
    context.trail.resolved(&found, doubtful.get(..doubtful.len().min(MOST)).unwrap_or_default());
    tracing::debug!(found = found.len(), foreign = foreign.len(), "asked the phone's records whom the words mean");
    context.trail.are_foreign(foreign);
    Ok(true)
}

/// Returns the values of the newest row, without its date.
async fn newest(context: &mut Context, uri: &str, columns: &[&str]) -> Result<Vec<String>, Halt> {
    let said = context.read(&Reading::Rows { uri, columns, filter: None }).await?;
    let rows = rows::parse(&said, columns);
    let date = |row: &Vec<String>| row.first().and_then(|date| date.trim().parse::<i64>().ok()).unwrap_or_default();
    let newest = rows.into_iter().max_by_key(date).unwrap_or_default();
    Ok(newest.into_iter().skip(1).filter(|value| !value.trim().is_empty() && value != "NULL").collect())
}
