//! `delete_items`: photos, somebody's messages, a contact, an event, the call history. Precondition: the items are
//! found; the question says what they are and how many. Strategy: delete them from the phone's own store. Done when the
//! store no longer has them. Other items are known only to their apps: a model handles them, or the person is told.

use async_trait::async_trait;

use super::messages::{find_person, same_number};
use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::deadline::Halt;

/// `delete_items`.
pub(super) struct DeleteItems;

/// The items to delete, and their store.
struct Items {
    /// As in `content://sms`.
    uri: &'static str,
    ids: Vec<String>,
    /// In words: `the photo IMG_1.jpg`.
    what: String,
}

const PHOTOS: &str = "content://media/external/images/media";
const VIDEOS: &str = "content://media/external/video/media";
const SOUNDS: &str = "content://media/external/audio/media";
const MESSAGES: &str = "content://sms";
const PEOPLE: &str = "content://com.android.contacts/raw_contacts";
const EVENTS: &str = "content://com.android.calendar/events";
const CALLS: &str = "content://call_log/calls";

/// The most items that are deleted one by one.
const MOST: usize = 200;

#[async_trait]
impl Operation for DeleteItems {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let said = work.text("items").to_lowercase();
        let items = match find(work, &said).await? {
            Some(Ok(items)) => items,
            Some(Err(problem)) => return Ok(problem.into()),
            // No known kind of item: only a model can do it.
            None => {
                work.keep("summary", format!("delete {said}"));
                return Ok(Begin::Go(Ways::default()));
            }
        };
        if items.ids.is_empty() {
            return Ok(Begin::Done(format!("There is nothing to delete: I found no {said}.")));
        }
        if items.ids.len() > MOST {
            let message = format!("There are {} of them, more than I delete at once.", items.ids.len());
            return Ok(Problem::new("too_many", message).into());
        }
        work.keep("uri", items.uri);
        work.keep("ids", items.ids.join(" "));
        work.keep("what", items.what.clone());
        work.keep("summary", format!("delete {}", items.what));
        let moves = items.ids.iter().map(|id| {
            let row = format!("{}/{id}", items.uri);
            Move::run(&["content", "delete", "--uri", &row])
        });
        Ok(Begin::Go(Ways::default().or_moves(moves.collect())))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (uri, ids) = (work.kept_text("uri").to_owned(), work.kept_text("ids").to_owned());
        if uri.is_empty() {
            return Ok(Check::Unclear);
        }
        let rows = work.rows(&uri, &["_id"], None).await?;
        let left = rows.iter().any(|row| ids.split(' ').any(|id| row.first().is_some_and(|own| own == id)));
        let what = work.kept_text("what").to_owned();
        if left {
            return Ok(Check::NotYet);
        }
        work.context.forget_directory();
        Ok(Check::Done(format!("Deleted: {what}.")))
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

/// The kinds of items that people call by their whole name, and their stores.
const NAMED: &[(&str, &str, &str)] = &[
    ("contact ", PEOPLE, "display_name"),
    ("photo ", PHOTOS, "_display_name"),
    ("video ", VIDEOS, "_display_name"),
    ("recording ", SOUNDS, "_display_name"),
];

/// Finds the one item that is called exactly this: `photo IMG_1.jpg`, `contact Photo Shop`.
async fn named(work: &mut Work<'_>, said: &str) -> Result<Option<Items>, Halt> {
    for &(kind, uri, column) in NAMED {
        let Some(name) = said.strip_prefix(kind) else { continue };
        let rows = work.rows(uri, &["_id", column], None).await?;
        let same = |row: &&Vec<String>| row.get(1).is_some_and(|known| known.to_lowercase() == name.trim());
        let found: Vec<Vec<String>> = rows.iter().filter(same).cloned().collect();
        if let [only] = found.as_slice() {
            let what = format!("the {kind}{}", only.get(1).map_or("", String::as_str));
            return Ok(Some(items(uri, &found, what)));
        }
    }
    Ok(None)
}

/// Resolves the words to items in one of the phone's stores; `None` if they mean anything else.
async fn find(work: &mut Work<'_>, said: &str) -> Result<Option<Result<Items, Problem>>, Halt> {
    let has = |words: &[&str]| kind(said).split_whitespace().any(|word| words.contains(&word));
    let newest = has(&["last", "latest", "newest", "recent"]);
    if let Some(found) = named(work, said).await? {
        return Ok(Some(Ok(found)));
    }
    if has(&["photo", "photos", "picture", "pictures", "image", "images", "selfie"]) {
        let mut rows = work.rows(PHOTOS, &["_id", "date_added", "_display_name"], None).await?;
        rows.sort_by_key(|row| std::cmp::Reverse(row.get(1).and_then(|date| date.parse::<i64>().ok())));
        let many = has(&["photos", "pictures", "images"]);
        if newest || !many {
            rows.truncate(1);
        }
        let what = match rows.as_slice() {
            [only] => format!("the photo {}", only.get(2).map_or("", String::as_str)),
            all => format!("all {} photos", all.len()),
        };
        return Ok(Some(Ok(items(PHOTOS, &rows, what))));
    }
    if has(&["message", "messages", "text", "texts", "sms"]) {
        return messages(work, said, newest).await.map(Some);
    }
    if let Some(name) = said.strip_prefix("contact ").or_else(|| said.strip_suffix(" contact")) {
        let name = name.trim_start_matches("of ").trim();
        let rows = work.rows(PEOPLE, &["_id", "display_name"], None).await?;
        let same = |row: &Vec<String>| row.get(1).is_some_and(|known| known.to_lowercase() == name);
        let exact: Vec<Vec<String>> = rows.iter().filter(|row| same(row)).cloned().collect();
        let near =
            |row: &Vec<String>| row.get(1).is_some_and(|own| own.to_lowercase().split(' ').any(|word| word == name));
        let found = if exact.is_empty() { rows.into_iter().filter(near).collect() } else { exact };
        if found.len() > 1 {
            let message = format!("There are {} people called {name}. Say the whole name.", found.len());
            return Ok(Some(Err(Problem::new("several", message))));
        }
        let what = format!("the contact {}", found.first().and_then(|row| row.get(1)).map_or(name, String::as_str));
        return Ok(Some(Ok(items(PEOPLE, &found, what))));
    }
    if has(&["appointment", "event", "meeting"]) {
        let title =
            ["appointment", "event", "meeting"].iter().fold(said.to_owned(), |text, word| text.replace(word, ""));
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let rows = work.rows(EVENTS, &["_id", "title"], None).await?;
        let same = |row: &Vec<String>| row.get(1).is_some_and(|known| known.to_lowercase().contains(&title));
        let found: Vec<Vec<String>> = rows.into_iter().filter(|row| !title.is_empty() && same(row)).collect();
        if found.len() > 1 {
            let message = format!("There are {} events called {title}. I delete only one that is clear.", found.len());
            return Ok(Some(Err(Problem::new("several", message))));
        }
        let what = format!("the event {}", found.first().and_then(|row| row.get(1)).map_or("", String::as_str));
        return Ok(Some(Ok(items(EVENTS, &found, what))));
    }
    if said.contains("call history") || said.contains("call log") || said == "calls" {
        let rows = work.rows(CALLS, &["_id"], None).await?;
        let what = format!("all {} calls of the call history", rows.len());
        return Ok(Some(Ok(items(CALLS, &rows, what))));
    }
    Ok(None)
}

/// The words that say what kind of items is meant: those before a place, a person or a list of names. "The expenses from
/// Pro Expense: Photo Frame" are no photos.
fn kind(said: &str) -> &str {
    let said = said.split(':').next().unwrap_or_default();
    let ends = [" from ", " in ", " of ", " to ", " with ", " called ", " named ", " titled ", " about ", " that "];
    let end = ends.iter().filter_map(|end| said.find(end)).min();
    end.map_or(said, |end| said.split_at(end).0)
}

/// The messages of the named person.
async fn messages(work: &mut Work<'_>, said: &str, newest: bool) -> Result<Result<Items, Problem>, Halt> {
    let name = said.rsplit_once(" from ").or_else(|| said.rsplit_once(" to ")).map(|(_, name)| name.trim().to_owned());
    let person = match &name {
        Some(name) => match find_person(work, name).await? {
            Ok(person) => Some(person),
            Err(problem) => return Ok(Err(problem)),
        },
        None => None,
    };
    let mut rows = work.rows(MESSAGES, &["_id", "date", "address"], None).await?;
    rows.sort_by_key(|row| std::cmp::Reverse(row.get(1).and_then(|date| date.parse::<i64>().ok())));
    if let Some((_, number)) = &person {
        rows.retain(|row| row.get(2).is_some_and(|address| same_number(address, number)));
    }
    let many = said.split_whitespace().any(|word| matches!(word, "messages" | "texts"));
    if newest || !many {
        rows.truncate(1);
    }
    let of = person.map_or_else(String::new, |(name, _)| format!(" of {name}"));
    let what = match rows.len() {
        1 => format!("the newest message{of}"),
        many => format!("all {many} messages{of}"),
    };
    Ok(Ok(items(MESSAGES, &rows, what)))
}

fn items(uri: &'static str, rows: &[Vec<String>], what: String) -> Items {
    let ids = rows.iter().filter_map(|row| row.first().cloned()).collect();
    Items { uri, ids, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_items_is_not_read_from_their_names() {
        for (said, expected) in [
            ("last photo", "last photo"),
            ("messages from sam", "messages"),
            ("photo of the text", "photo"),
            ("following expenses from pro expense: photo frame, text book", "following expenses"),
            ("dentist appointment with dr. lee", "dentist appointment"),
        ] {
            assert_eq!(kind(said), expected, "{said}");
        }
    }
}
