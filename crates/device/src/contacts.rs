//! The people in the phone's address book, from `content query`.

use crate::DeviceError;
use crate::connection::Connection;
use crate::rows::query;
use crate::wire::Connect;
use action::Contact;

const PHONES: &str = "content://com.android.contacts/data/phones";
const DATA: &str = "content://com.android.contacts/data";
const NICKNAMES: &str = "mimetype='vnd.android.cursor.item/nickname'";

/// Fetches the contacts; a phone without an address book has none.
pub(crate) async fn fetch<C: Connect>(phone: &Connection<C>) -> Result<Vec<Contact>, DeviceError> {
    // Free text comes last; see `rows`. Newer phones may lack the usage columns, which then count as zero.
    let full = ["contact_id", "times_contacted", "last_time_contacted", "data2", "data3", "data1", "display_name"];
    let rows = match query(phone, PHONES, &full, None).await {
        // Phones word the complaint about a missing column in many ways.
        Err(DeviceError::Phone { .. }) => {
            let rows = query(phone, PHONES, &["contact_id", "data2", "data3", "data1", "display_name"], None).await?;
            rows.map(|rows| rows.into_iter().filter_map(widened).collect())
        }
        rows => rows?,
    };
    let Some(rows) = rows else { return Ok(Vec::new()) };
    let nicknames = match query(phone, DATA, &["contact_id", "data1"], Some(NICKNAMES)).await {
        Ok(rows) => rows.unwrap_or_default(),
        // Nicknames are optional, but errors of the wire still count.
        Err(DeviceError::Phone { .. }) => Vec::new(),
        Err(error) => return Err(error),
    };
    Ok(contacts(&rows, &nicknames))
}

fn widened(row: Vec<String>) -> Option<Vec<String>> {
    let [id, kind, word, number, name] = <[String; 5]>::try_from(row).ok()?;
    Some(vec![id, "0".to_owned(), "0".to_owned(), kind, word, number, name])
}

/// The label for `data2`, by Android's constants (`CommonDataKinds.Phone.TYPE_…`), and `data3`, the person's own word.
fn label<'w>(kind: &str, word: &'w str) -> &'w str {
    match kind {
        "0" => word.trim(),
        "1" => "home",
        "2" => "mobile",
        "3" => "work",
        "4" => "work fax",
        "5" => "home fax",
        "6" | "18" => "pager",
        "10" => "company",
        "12" => "main",
        "13" => "other fax",
        "17" => "work mobile",
        "19" => "assistant",
        "" => "",
        _ => "other",
    }
}

/// Builds one contact per id, in the phone's order, with all its numbers.
fn contacts(rows: &[Vec<String>], nicknames: &[Vec<String>]) -> Vec<Contact> {
    let mut contacts: Vec<(&str, Contact)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for row in rows {
        let [id, times, last, kind, word, number, name] = row.as_slice() else { continue };
        let place = *places.entry(id.as_str()).or_insert_with(|| {
            let times_contacted = times.parse().ok().filter(|times| *times > 0);
            let last_contacted = last.parse().ok().filter(|last| *last > 0);
            let contact =
                Contact { name: name.trim().to_owned(), times_contacted, last_contacted, ..Contact::default() };
            contacts.push((id, contact));
            contacts.len() - 1
        });
        let Contact { numbers, labels, .. } = &mut contacts[place].1;
        if !number.trim().is_empty() && !numbers.contains(number) {
            numbers.push(number.clone());
            labels.push(label(kind, word).to_owned());
        }
    }
    for row in nicknames {
        let [id, alias] = row.as_slice() else { continue };
        if let Some(place) = places.get(id.as_str()) {
            let aliases = &mut contacts[*place].1.aliases;
            if !alias.trim().is_empty() && !aliases.contains(alias) {
                aliases.push(alias.trim().to_owned());
            }
        }
    }
    let labelled = |mut contact: Contact| {
        if contact.labels.iter().all(String::is_empty) {
            contact.labels.clear();
        }
        contact
    };
    let named = contacts.into_iter().map(|(_, contact)| contact).filter(|contact| !contact.name.is_empty());
    named.map(labelled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_has_all_their_numbers_and_names() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows = [
            row(&["7", "3", "1700000000000", "2", "", "+1 555 0100", "Sam Smith"]),
            row(&["7", "3", "1700000000000", "3", "", "+1 555 0101", "Sam Smith"]),
            row(&["7", "3", "1700000000000", "3", "", "+1 555 0101", "Sam Smith"]),
            row(&["7", "3", "1700000000000", "0", "Boat", "+1 555 0102", "Sam Smith"]),
            row(&["9", "0", "0", "2", "", "", "Sam Smith"]),
            row(&["10", "0", "0", "2", "", "1", ""]),
            row(&["11", "0", "0", "", "", "+1 555 0103", "Ann"]),
        ];
        let people = contacts(&rows, &[row(&["7", "Sammy"]), row(&["8", "nobody"])]);
        let json = serde_json::to_value(&people).unwrap();
        assert_eq!(
            json,
            serde_json::json!([
                {"name": "Sam Smith", "numbers": ["+1 555 0100", "+1 555 0101", "+1 555 0102"],
                 "labels": ["mobile", "work", "Boat"], "aliases": ["Sammy"],
                 "lastContacted": 1_700_000_000_000_i64, "timesContacted": 3},
                {"name": "Sam Smith", "numbers": []},
                {"name": "Ann", "numbers": ["+1 555 0103"]},
            ])
        );
    }
}
