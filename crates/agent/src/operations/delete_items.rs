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
        let known = Said::of(work.language(), &said);
        let found = match named(work, &said).await? {
            Some(items) => Some(Ok(items)),
            None => find(work, &known).await?,
        };
        let items = match found {
            Some(Ok(items)) => items,
            Some(Err(problem)) => return Ok(problem.into()),
            // No known kind of item: only a model can do it.
            None => {
                let summary = work.told("delete", &[("what", &said)]);
                work.keep("summary", summary);
                return Ok(Begin::Go(Ways::default()));
            }
        };
        if items.ids.is_empty() {
            return Ok(Begin::Done(work.told("nothing to delete", &[("what", &said)])));
        }
        if items.ids.len() > MOST {
            let count = items.ids.len().to_string();
            return Ok(work.problem("too_many", "too many to delete", &[("count", &count)]).into());
        }
        work.keep("uri", items.uri);
        work.keep("ids", items.ids.join(" "));
        work.keep("what", items.what.clone());
        let summary = work.told("delete", &[("what", &items.what)]);
        work.keep("summary", summary);
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
        Ok(Check::Done(work.told("items deleted", &[("what", &what)])))
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

/// The kinds of items that have whole names, their stores, and how each is told.
const NAMED: &[(&str, &str, &str, &str)] = &[
    ("contact ", PEOPLE, "display_name", "contact item"),
    ("photo ", PHOTOS, "_display_name", "photo item"),
    ("video ", VIDEOS, "_display_name", "video item"),
    ("recording ", SOUNDS, "_display_name", "recording item"),
];

/// Finds the one item of exactly this name: `photo IMG_1.jpg`, `contact Photo Shop`. Undoing a request names what it
/// made in this form, whatever the language.
async fn named(work: &mut Work<'_>, said: &str) -> Result<Option<Items>, Halt> {
    for &(kind, uri, column, told) in NAMED {
        let Some(name) = said.strip_prefix(kind) else { continue };
        let rows = work.rows(uri, &["_id", column], None).await?;
        let same = |row: &&Vec<String>| row.get(1).is_some_and(|known| known.to_lowercase() == name.trim());
        let found: Vec<Vec<String>> = rows.iter().filter(same).cloned().collect();
        if let [only] = found.as_slice() {
            let what = work.told(told, &[("name", only.get(1).map_or("", String::as_str))]);
            return Ok(Some(items(uri, &found, what)));
        }
    }
    Ok(None)
}

/// What the person wants deleted, word by word, and the names of things in their language.
struct Said {
    language: String,
    words: Vec<String>,
}

impl Said {
    fn of(language: &str, said: &str) -> Self {
        let words = said.split_whitespace().map(|word| word.trim_matches([',', '.', '“', '”', '"']).to_owned());
        Self { language: language.to_owned(), words: words.filter(|word| !word.is_empty()).collect() }
    }

    /// Where a name of the thing begins, and where it ends.
    fn find(&self, thing: &str) -> Option<(usize, usize)> {
        let mut names: Vec<Vec<&str>> =
            planner::names_in(&self.language, thing).iter().map(|name| name.split(' ').collect()).collect();
        // "text messages" before "text".
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let at = |start: usize, name: &[&str]| {
            self.words.get(start..start + name.len()).is_some_and(|words| words.iter().eq(name.iter()))
        };
        let found = |name: &Vec<&str>| {
            (0..self.words.len()).find(|start| at(*start, name)).map(|start| (start, start + name.len()))
        };
        names.iter().find_map(found)
    }

    /// Whether the thing is what should be deleted, and not a word of its name: "photo" in "the note called photo" is not.
    fn has(&self, thing: &str) -> bool {
        self.find(thing).is_some_and(|(start, _)| start <= self.kind_ends())
    }

    /// The index of the last word that can say what kind of items is meant: those before a colon, a person or a name.
    fn kind_ends(&self) -> usize {
        let leads = |word: &String| self.is(word, "article") || self.is(word, "newest");
        let begun = self.words.iter().position(|word| !leads(word)).unwrap_or_default();
        let ends = |at: &usize| self.words[*at].ends_with(':') || (*at > begun && self.is(&self.words[*at], "whose"));
        (0..self.words.len()).find(ends).unwrap_or(self.words.len())
    }

    /// Whether a word is a name of the thing.
    fn is(&self, word: &str, thing: &str) -> bool {
        planner::names_in(&self.language, thing).contains(&word)
    }

    /// These words without articles.
    fn bare(&self, words: &[String]) -> String {
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !self.is(word, "article")).collect();
        words.join(" ")
    }

    /// The name beside a thing: "contact Mom", "Kontakt von Mama", "Mom's contact".
    fn named(&self, thing: &str) -> Option<String> {
        let (start, end) = self.find(thing)?;
        let after = &self.words[end..];
        let after = if after.first().is_some_and(|word| self.is(word, "whose")) { &after[1..] } else { after };
        let name = self.bare(after);
        Some(if name.is_empty() { self.bare(&self.words[..start]) } else { name })
    }

    /// Whose messages: "from Mom", "von Mama", "de Mamá".
    fn whose(&self) -> Option<String> {
        let (_, end) = self.find("messages").or_else(|| self.find("message"))?;
        let link = (end..self.words.len()).find(|at| self.is(&self.words[*at], "whose"))?;
        let name = self.words[link + 1..].join(" ");
        (!name.is_empty()).then_some(name)
    }

    /// Everything but the names of the thing and articles.
    fn without(&self, thing: &str) -> String {
        let left: Vec<String> = self.words.iter().filter(|word| !self.is(word, thing)).cloned().collect();
        self.bare(&left)
    }
}

/// Resolves the words to items in one of the phone's stores; `None` if they mean anything else.
async fn find(work: &mut Work<'_>, said: &Said) -> Result<Option<Result<Items, Problem>>, Halt> {
    let newest = said.has("newest");
    if said.has("photo") || said.has("photos") {
        let mut rows = work.rows(PHOTOS, &["_id", "date_added", "_display_name"], None).await?;
        rows.sort_by_key(|row| std::cmp::Reverse(row.get(1).and_then(|date| date.parse::<i64>().ok())));
        if newest || !said.has("photos") {
            rows.truncate(1);
        }
        let what = match rows.as_slice() {
            [only] => work.told("photo item", &[("name", only.get(2).map_or("", String::as_str))]),
            all => work.told("photo items", &[("count", &all.len().to_string())]),
        };
        return Ok(Some(Ok(items(PHOTOS, &rows, what))));
    }
    if said.has("message") || said.has("messages") {
        return messages(work, said, newest).await.map(Some);
    }
    if let Some(name) = said.named("contact").filter(|name| !name.is_empty()) {
        let rows = work.rows(PEOPLE, &["_id", "display_name"], None).await?;
        let same = |row: &Vec<String>| row.get(1).is_some_and(|known| known.to_lowercase() == name);
        let exact: Vec<Vec<String>> = rows.iter().filter(|row| same(row)).cloned().collect();
        let near =
            |row: &Vec<String>| row.get(1).is_some_and(|own| own.to_lowercase().split(' ').any(|word| word == name));
        let found = if exact.is_empty() { rows.into_iter().filter(near).collect() } else { exact };
        if found.len() > 1 {
            let values = [("count", found.len().to_string()), ("name", name)];
            let values = values.each_ref().map(|(slot, value)| (*slot, value.as_str()));
            return Ok(Some(Err(work.problem("several", "several contacts", &values))));
        }
        let known = found.first().and_then(|row| row.get(1)).map_or(name.as_str(), String::as_str);
        let what = work.told("contact item", &[("name", known)]);
        return Ok(Some(Ok(items(PEOPLE, &found, what))));
    }
    if said.has("event") {
        let title = said.without("event");
        let rows = work.rows(EVENTS, &["_id", "title"], None).await?;
        let same = |row: &Vec<String>| row.get(1).is_some_and(|known| known.to_lowercase().contains(&title));
        let found: Vec<Vec<String>> = rows.into_iter().filter(|row| !title.is_empty() && same(row)).collect();
        if found.len() > 1 {
            let count = found.len().to_string();
            let values = [("count", count.as_str()), ("name", &title)];
            return Ok(Some(Err(work.problem("several", "several events to delete", &values))));
        }
        let known = found.first().and_then(|row| row.get(1)).map_or("", String::as_str);
        let what = work.told("event item", &[("name", known)]);
        return Ok(Some(Ok(items(EVENTS, &found, what))));
    }
    if said.has("call history") || (said.has("calls") && said.without("calls").is_empty()) {
        let rows = work.rows(CALLS, &["_id"], None).await?;
        let what = work.told("call items", &[("count", &rows.len().to_string())]);
        return Ok(Some(Ok(items(CALLS, &rows, what))));
    }
    Ok(None)
}

/// The messages of the named person.
async fn messages(work: &mut Work<'_>, said: &Said, newest: bool) -> Result<Result<Items, Problem>, Halt> {
    let person = match said.whose() {
        Some(name) => match find_person(work, &name).await? {
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
    if newest || !said.has("messages") {
        rows.truncate(1);
    }
    let name = person.map_or_else(String::new, |(name, _)| name);
    let what = match rows.len() {
        1 => work.told("message item", &[("name", &name)]),
        many => work.told("message items", &[("count", &many.to_string()), ("name", &name)]),
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
    fn what_is_meant_is_named_in_each_language() {
        for (language, said, thing, name) in [
            ("en", "contact mom", "contact", Some("mom")),
            ("en", "the contact of sam carter", "contact", Some("sam carter")),
            ("en", "mom contact", "contact", Some("mom")),
            ("de", "den kontakt mama", "contact", Some("mama")),
            ("de", "kontakt von sam carter", "contact", Some("sam carter")),
            ("es", "el contacto de mamá", "contact", Some("mamá")),
            ("es", "el contacto", "contact", Some("")),
            ("de", "alle fotos", "contact", None),
        ] {
            assert_eq!(Said::of(language, said).named(thing).as_deref(), name, "{said}");
        }
        for (language, said, whose) in [
            ("en", "all messages from sam", Some("sam")),
            ("en", "the texts", None),
            ("de", "die letzte nachricht von sam carter", Some("sam carter")),
            ("es", "todos los mensajes de texto de juan de la cruz", Some("juan de la cruz")),
            ("es", "mensajes", None),
        ] {
            assert_eq!(Said::of(language, said).whose().as_deref(), whose, "{said}");
        }
        assert_eq!(Said::of("es", "todas las llamadas").without("calls"), "");
    }

    #[test]
    fn the_kind_of_items_is_not_read_from_their_names() {
        for (said, thing, expected) in [
            ("last photo", "photo", true),
            ("all of my photos", "photos", true),
            ("messages from sam", "messages", true),
            ("photo of the text", "message", false),
            ("following expenses from pro expense: photo frame, text book", "photo", false),
            ("note: photos", "photos", false),
        ] {
            assert_eq!(Said::of("en", said).has(thing), expected, "{said}");
        }
    }
}
