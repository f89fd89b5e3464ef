//! `edit_contact`: changes or adds a number or an e-mail address of a contact. Preconditions: exactly one contact has
//! that name, and it is clear which entry is replaced. The question before names the old and the new value. Strategies:
//! the contacts' provider; where the entry is the first of its kind, the form of the contacts app, by Android's intent
//! and by hand. Done when the provider has the new value, and no longer the old one.

use action::plan::Step;
use async_trait::async_trait;

use super::messages::{digits, is_number, same_number};
use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use super::write_mail::is_address;
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// `edit_contact`.
pub(super) struct EditContact;

const EDIT: &str = "android.intent.action.EDIT";
const VIEW: &str = "android.intent.action.VIEW";
const DATA: &str = "content://com.android.contacts/data";
const PEOPLE: &str = "content://com.android.contacts/raw_contacts";
/// Keys of what the check needs: the contact, the value it gets, and the one it loses.
const OWNER: &str = "raw contact";
const NEW: &str = "new value";
const OLD: &str = "old value";

/// The kind of entry: how it is stored, and where the form has it.
struct Kind {
    uri: &'static str,
    mime: &'static str,
    field: &'static str,
    /// Android's constant for its label: a mobile number, another address.
    label: &'static str,
    same: fn(&str, &str) -> bool,
}

const NUMBERS: Kind = Kind {
    uri: "content://com.android.contacts/data/phones",
    mime: "vnd.android.cursor.item/phone_v2",
    field: "phone_field",
    label: "data2:i:2",
    same: same_number,
};
const EMAILS: Kind = Kind {
    uri: "content://com.android.contacts/data/emails",
    mime: "vnd.android.cursor.item/email_v2",
    field: "email_field",
    label: "data2:i:3",
    same: same_text,
};

fn same_text(a: &str, b: &str) -> bool {
    a.trim().eq_ignore_ascii_case(b.trim())
}

/// The value that is set, and its kind.
fn wanted(work: &Work<'_>) -> (&'static Kind, String) {
    match work.text("email").trim() {
        "" => (&NUMBERS, work.text("number").trim().to_owned()),
        email => (&EMAILS, email.to_owned()),
    }
}

/// An entry of a contact.
#[derive(Clone)]
struct Entry {
    id: String,
    held: String,
}

/// The entries of this kind that a contact has.
async fn entries(work: &mut Work<'_>, kind: &Kind, owner: &str) -> Result<Vec<Entry>, Halt> {
    let rows = work.rows(kind.uri, &["_id", "raw_contact_id", "data1"], None).await?;
    let entry = |row: &Vec<String>| match row.as_slice() {
        [id, of, held] if of == owner => Some(Entry { id: id.clone(), held: held.trim().to_owned() }),
        _ => None,
    };
    Ok(rows.iter().filter_map(entry).collect())
}

/// The name and the id of the one contact that is meant. A choice between namesakes names a number: `Mom (555 0103)`.
async fn owner(work: &mut Work<'_>) -> Result<Result<(String, String), Problem>, Halt> {
    let said = work.text("name").to_owned();
    let chosen = said.strip_suffix(')').and_then(|said| said.rsplit_once(" (")).filter(|(_, one)| is_number(one));
    let name = match chosen {
        Some((name, _)) => name.to_owned(),
        None => match work.contact(&said).await? {
            Some(contact) => contact.name,
            None => return Ok(Err(work.problem("contact_not_found", "nobody called", &[("name", &said)]))),
        },
    };
    let rows = work.rows(PEOPLE, &["_id", "display_name"], None).await?;
    let same = |row: &Vec<String>| match row.as_slice() {
        [id, known] if folded(known) == folded(&name) => Some(id.clone()),
        _ => None,
    };
    let mut ids: Vec<String> = rows.iter().filter_map(same).collect();
    if let Some((_, number)) = chosen {
        let mut with = Vec::new();
        for id in ids {
            if entries(work, &NUMBERS, &id).await?.iter().any(|entry| same_number(&entry.held, number)) {
                with.push(id);
            }
        }
        ids = with;
    }
    Ok(match ids.as_slice() {
        [only] => Ok((name, only.clone())),
        [] => Err(work.problem("contact_not_found", "nobody called", &[("name", &name)])),
        _ => Err(work.problem("namesakes", "namesakes in contacts", &[("name", &name)])),
    })
}

/// The entry that is replaced; `None` if the value is added.
fn replaced(work: &Work<'_>, kind: &Kind, name: &str, known: &[Entry]) -> Result<Option<Entry>, Problem> {
    let list = known.iter().map(|entry| entry.held.as_str()).collect::<Vec<_>>().join(", ");
    let old = work.text("old");
    if !old.is_empty() {
        let found = known.iter().find(|entry| (kind.same)(&entry.held, old)).cloned();
        let values = [("name", name), ("old", old), ("list", &list)];
        return found.map(Some).ok_or_else(|| work.problem("no_such_detail", "no such detail", &values));
    }
    match known {
        _ if work.flag("add") => Ok(None),
        [] => Ok(None),
        [only] => Ok(Some(only.clone())),
        _ => Err(work.problem("several", "which to replace", &[("name", name), ("list", &list)])),
    }
}

/// The strategies. The form shows the first entry only, so it is used only where that is the one.
fn ways(app: Option<String>, name: &str, owner: &str, kind: &Kind, new: &str, old: Option<(&Entry, bool)>) -> Ways {
    let value = format!("data1:s:{new}");
    let (of, mime) = (format!("raw_contact_id:i:{owner}"), format!("mimetype:s:{}", kind.mime));
    let ways = match old {
        Some((entry, _)) => {
            let row = format!("{DATA}/{}", entry.id);
            Ways::command(&["content", "update", "--uri", &row, "--bind", &value])
        }
        None => {
            let words = ["content", "insert", "--uri", DATA, "--bind", &of, "--bind", &mime, "--bind", &value];
            let words: Vec<&str> = words.into_iter().chain(["--bind", kind.label]).collect();
            Ways::command(&words)
        }
    };
    if !old.is_none_or(|(_, first)| first) {
        return ways;
    }
    let person = format!("content://com.android.contacts/contacts/{owner}");
    let form = || {
        let write = Move::Write(Sought::Named(kind.field), new.to_owned());
        vec![write, Move::Press(Sought::Named("save"))]
    };
    let opened = |mut moves: Vec<Move>| {
        moves.extend(form());
        moves
    };
    let view = vec![Move::run(&["am", "start", "-a", VIEW, "-d", &person]), Move::Press(Sought::Named("edit_contact"))];
    let ways = ways.or_touches(opened(vec![Move::run(&["am", "start", "-a", EDIT, "-d", &person])]));
    let ways = ways.or_touches(opened(view));
    let Some(app) = app else { return ways };
    let mut moves = to_the_top(&app);
    moves.extend([Move::Press(Sought::Exactly(name.to_owned())), Move::Press(Sought::Named("edit_contact"))]);
    ways.or_touches(opened(moves))
}

#[async_trait]
impl Operation for EditContact {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (kind, new) = wanted(work);
        if kind.field == NUMBERS.field && (!is_number(&new) || digits(&new).len() < 3) {
            return Ok(work.problem("bad_number", "bad number", &[("number", &new)]).into());
        }
        if kind.field == EMAILS.field && !is_address(&new) {
            return Ok(work.problem("bad_email", "bad email", &[("email", &new)]).into());
        }
        let (name, owner) = match owner(work).await? {
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        let known = entries(work, kind, &owner).await?;
        let values = [("name", name.as_str()), ("new", &new)];
        if known.iter().any(|entry| (kind.same)(&entry.held, &new)) {
            return Ok(Begin::Done(work.told("contact has it", &values)));
        }
        let old = match replaced(work, kind, &name, &known) {
            Ok(old) => old,
            Err(problem) => return Ok(problem.into()),
        };
        let held = old.as_ref().map_or("", |entry| entry.held.as_str()).to_owned();
        let key = if old.is_some() { "change of contact" } else { "addition to contact" };
        let summary = work.told(key, &[("name", &name), ("new", &new), ("old", &held)]);
        work.keep("summary", summary);
        work.keep(OWNER, owner.clone());
        work.keep(NEW, new.clone());
        work.keep(OLD, held.clone());
        work.keep("person", name.clone());
        if old.is_some() {
            let detail = if kind.field == EMAILS.field { "email" } else { "number" };
            let back = Step::new("edit_contact").with("name", name.clone()).with(detail, held).with("old", new.clone());
            work.can_be_undone_by(&back);
        }
        let app = work.app("Contacts").await?.map(|app| app.package);
        let first = |entry: &Entry| known.first().is_some_and(|first| first.id == entry.id);
        // An added value goes into the form's empty field, if the contact has none of the kind.
        let in_form = old.as_ref().map(|entry| (entry, first(entry)));
        if old.is_none() && !known.is_empty() {
            let words = ways(None, &name, &owner, kind, &new, None);
            return Ok(Begin::Go(Ways { touches: Vec::new(), ..words }));
        }
        Ok(Begin::Go(ways(app, &name, &owner, kind, &new, in_form)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (kind, _) = wanted(work);
        let (owner, new, old) = (work.kept_text(OWNER), work.kept_text(NEW), work.kept_text(OLD));
        let (owner, new, old) = (owner.to_owned(), new.to_owned(), old.to_owned());
        if owner.is_empty() {
            return Ok(Check::NotYet);
        }
        let known = entries(work, kind, &owner).await?;
        let has = |value: &str| known.iter().any(|entry| (kind.same)(&entry.held, value));
        if !has(&new) || !old.is_empty() && has(&old) {
            return Ok(Check::NotYet);
        }
        // A later step may write to this contact.
        work.context.forget_directory();
        let name = work.kept_text("person").to_owned();
        let key = if old.is_empty() { "contact extended" } else { "contact changed" };
        Ok(Check::Done(work.told(key, &[("name", &name), ("new", &new), ("old", &old)])))
    }

    // The check reads the provider, so nothing is added twice.
    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        Some(work.problem("no_way", "contact elsewhere", &[("name", work.kept_text("person"))]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_the_first_entry_is_changed_by_the_provider_alone() {
        let entry = Entry { id: "102".to_owned(), held: "555".to_owned() };
        let all = |old| ways(Some("app".to_owned()), "Sam", "1", &NUMBERS, "5550177; reboot", old);
        assert_eq!(all(Some((&entry, false))).touches, Vec::<Vec<Move>>::new());
        assert_eq!(all(Some((&entry, true))).touches.len(), 3);
        let update = "content update --uri content://com.android.contacts/data/102 --bind 'data1:s:5550177; reboot'";
        assert_eq!(all(Some((&entry, false))).commands, [vec![Move::Run(update.to_owned())]]);
    }
}
