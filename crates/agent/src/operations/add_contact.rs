//! `add_contact`. Preconditions: no contact of that name has that number; if the name exists with another number, the
//! person is asked. Strategies: Android's intent, which opens the filled form, and its button; then the form by hand.
//! Done when the contacts' provider has the name with the number or the address.

use action::plan::Step;
use async_trait::async_trait;

use super::messages::{digits, same_number};
use super::operation::{Begin, Change, Check, Operation};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// `add_contact`.
pub(super) struct AddContact;

const INSERT: &str = "android.intent.action.INSERT";
/// The MIME type for a new contact, from Android's documentation.
const CONTACT: &str = "vnd.android.cursor.dir/contact";
const PEOPLE: &str = "content://com.android.contacts/contacts";
const PHONES: &str = "content://com.android.contacts/data/phones";
const EMAILS: &str = "content://com.android.contacts/data/emails";
/// The key that records that the person was asked about a contact of the same name.
const SAME_NAME: &str = "same name";

/// Whether the provider has an entry of that name for which `fits` holds.
async fn has(work: &mut Work<'_>, uri: &str, fits: impl Fn(&str) -> bool) -> Result<bool, Halt> {
    let name = folded(work.text("name"));
    let rows = work.rows(uri, &["_id", "data1", "display_name"], None).await?;
    Ok(rows.iter().any(|row| match row.as_slice() {
        [_, data, known] => folded(known) == name && fits(data),
        _ => false,
    }))
}

/// Whether the contact has all the given details.
async fn is_there(work: &mut Work<'_>) -> Result<bool, Halt> {
    let (number, email) = (work.text("number").to_owned(), work.text("email").to_owned());
    let numbered = number.is_empty() || has(work, PHONES, |known| same_number(known, &number)).await?;
    Ok(numbered && (email.is_empty() || has(work, EMAILS, |known| known.eq_ignore_ascii_case(&email)).await?))
}

fn ways(work: &Work<'_>, app: &str) -> Ways {
    let (name, number, email) = (work.text("name"), work.text("number"), work.text("email"));
    let mut words = vec!["am", "start", "-a", INSERT, "-t", CONTACT, "-p", app, "--es", "name", name];
    let (first, last) = name.split_once(' ').unwrap_or((name, ""));
    let write = |name, text: &str| Move::Write(Sought::Named(name), text.to_owned());
    let mut touches = to_the_top(app);
    touches.push(Move::Press(Sought::Named("new_contact")));
    touches.push(write("first_name_field", first));
    if !last.is_empty() {
        touches.push(write("last_name_field", last));
    }
    if !number.is_empty() {
        words.extend(["--es", "phone", number]);
        touches.push(write("phone_field", number));
    }
    if !email.is_empty() {
        words.extend(["--es", "email", email]);
        touches.push(write("email_field", email));
    }
    let save = Move::Press(Sought::Named("save"));
    touches.push(save.clone());
    Ways::default().or_moves(vec![Move::run(&words), save]).or_touches(touches)
}

#[async_trait]
impl Operation for AddContact {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (name, number, email) =
            (work.text("name").to_owned(), work.text("number").to_owned(), work.text("email").to_owned());
        if !number.is_empty() && digits(&number).len() < 3 {
            return Ok(work.problem("bad_number", "bad number", &[("number", &number)]).into());
        }
        if !email.is_empty() && !email.split_once('@').is_some_and(|(who, host)| !who.is_empty() && !host.is_empty()) {
            return Ok(work.problem("bad_email", "bad email", &[("email", &email)]).into());
        }
        if is_there(work).await? {
            return Ok(Begin::Done(work.told("contact already", &[("name", &name)])));
        }
        let directory = work.directory().await?;
        let known = directory.contacts.iter().any(|contact| folded(&contact.name) == folded(&name));
        if known && work.kept_text(SAME_NAME) != name {
            // Asked once: a yes starts the step again, unchanged.
            work.keep(SAME_NAME, name.clone());
            let problem = work.problem("contact_exists", "contact exists", &[("name", &name)]);
            return Ok(problem.or(work.told("another contact", &[]), Change::First(Vec::new())).into());
        }
        let app = match work.handler(INSERT, Some(PEOPLE)).await? {
            Some(app) => Some(app),
            None => work.app("Contacts").await?.map(|app| app.package),
        };
        let Some(app) = app else {
            return Ok(work.problem("no_contacts_app", "no contacts app", &[]).into());
        };
        // Of two with this name, nobody knows which one to remove.
        if !known {
            work.can_be_undone_by(&Step::new("delete_items").with("items", format!("contact {name}")));
        }
        Ok(Begin::Go(ways(work, &app)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        if !is_there(work).await? {
            return Ok(Check::NotYet);
        }
        // A later step may write to this contact.
        work.context.forget_directory();
        Ok(Check::Done(work.told("contact added", &[("name", work.text("name"))])))
    }
}
