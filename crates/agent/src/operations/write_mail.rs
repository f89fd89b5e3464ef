//! `write_mail`. Preconditions: the recipient's address is known, by the contacts or because it was said, and there is a
//! mail app. Strategies: Android's intent, which opens the filled form, and the app's own button to send; then the form
//! by hand. Done when the app's folder of sent mails, which was counted before, shows one more with that subject to that
//! person.

use async_trait::async_trait;
use device::tree::{Node, Role, Tree};

use super::operation::{Begin, Check, Operation, Problem};
use super::search_web::escaped;
use super::tell_contact::addresses;
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{Sought, folded, holds_words};
use crate::deadline::Halt;

/// `write_mail`.
pub(super) struct WriteMail;

const SENDTO: &str = "android.intent.action.SENDTO";
/// The key of the recipient's address.
const ADDRESS: &str = "mail address";

/// How often the folder is counted until two looks agree.
const LOOKS: usize = 4;

/// Whether it is one address. What has a meaning in a `mailto:` address, or separates several, is not part of one:
/// otherwise a contact could be sent on to others, as in `sam@a.example?cc=eve@b.example`.
pub(super) fn is_address(text: &str) -> bool {
    let parts = text.split_once('@').filter(|(who, host)| !who.is_empty() && !host.contains('@'));
    let host_is_full = parts.is_some_and(|(_, host)| host.contains('.') && !host.starts_with('.'));
    let forbidden = |letter: char| letter.is_whitespace() || letter.is_control() || "?,%#/&;:<>\"\\".contains(letter);
    host_is_full && !text.contains(forbidden)
}

/// The address of a mail's form, with its text.
fn mailto(address: &str, subject: &str, text: &str) -> String {
    let (who, host) = address.split_once('@').unwrap_or((address, ""));
    format!("mailto:{}@{}?subject={}&body={}", escaped(who), escaped(host), escaped(subject), escaped(text))
}

/// The name and the address of the recipient.
async fn recipient(work: &mut Work<'_>) -> Result<Result<(String, String), Problem>, Halt> {
    let (said, address) = (work.text("recipient").to_owned(), work.text("address").trim().to_owned());
    let (name, address) = if address.is_empty() {
        let Some(contact) = work.contact(&said).await? else {
            return Ok(Err(work.problem("contact_not_found", "nobody called", &[("name", &said)])));
        };
        let all = addresses(work, &contact.name).await?;
        match all.as_slice() {
            [] => return Ok(Err(work.problem("no_email", "no email", &[("name", &contact.name)]))),
            [only] => (contact.name, only.trim().to_owned()),
            several => {
                let list = several.join(", ");
                let values = [("name", contact.name.as_str()), ("list", &list)];
                return Ok(Err(work.problem("several_emails", "several emails", &values)));
            }
        }
    } else {
        (address.clone(), address)
    };
    Ok(match is_address(&address) {
        true => Ok((name, address)),
        false => Err(work.problem("bad_email", "bad email", &[("email", &address)])),
    })
}

/// Whether the node's label is a name of this thing, in any language.
fn is_called(node: &Node, thing: &str) -> bool {
    let label = folded(node.label());
    planner::names_of(thing).any(|name| folded(name) == label)
}

/// How many mails with this subject to this person the folder of sent mails shows; `None` if another screen is shown:
/// its name is the title of the screen, above the mails, and no drawer or form covers it.
fn sent(tree: &Tree, subject: &str, to: &[&str]) -> Option<i64> {
    let height = tree.nodes.first().map_or(2400, |root| root.bounds.bottom);
    let texts = || tree.nodes.iter().filter(|node| node.role() != Role::Field);
    let is_title = |node: &&Node| is_called(node, "sent folder") && node.bounds.top < height / 4;
    let title = texts().find(is_title)?;
    let covered = texts().filter(|node| is_called(node, "mail folder")).count() > 1
        || tree.nodes.iter().any(|node| node.role() == Role::Field && node.bounds.top > title.bounds.bottom);
    if covered {
        return None;
    }
    let (subject, to): (String, Vec<String>) = (folded(subject), to.iter().map(|name| folded(name)).collect());
    // A row names its recipient above the subject or beside it: `To: Sam Carter`.
    let names = |node: &Node| to.iter().any(|name| !name.is_empty() && holds_words(&folded(node.label()), name));
    let is_beside = |subject: &Node, node: &Node| {
        let row = subject.bounds.bottom - subject.bounds.top;
        node.bounds.bottom > subject.bounds.top - 2 * row && node.bounds.top < subject.bounds.bottom
    };
    let subjects = texts().filter(|node| node.bounds.top >= title.bounds.bottom && folded(node.label()) == subject);
    let rows = subjects.filter(|subject| texts().any(|node| is_beside(subject, node) && names(node)));
    i64::try_from(rows.count()).ok()
}

/// Counts the mails in the folder of sent mails once two looks agree: a list that is still loading shows too few.
async fn counted(work: &mut Work<'_>) -> Result<Option<i64>, Halt> {
    let (name, address) = (work.kept_text("mail to").to_owned(), work.kept_text(ADDRESS).to_owned());
    let subject = work.text("subject").to_owned();
    let mut last = None;
    for _ in 0..LOOKS {
        let count = work.look().await?.and_then(|tree| sent(&tree, &subject, &[&name, &address]));
        if count.is_none() || count == last {
            return Ok(count);
        }
        last = count;
    }
    Ok(None)
}

#[async_trait]
impl Operation for WriteMail {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (name, address) = match recipient(work).await? {
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        let Some(app) = work.handler(SENDTO, Some("mailto:")).await? else {
            return Ok(work.problem("no_mail_app", "no mail app", &[]).into());
        };
        // Naming a contact counts as naming their address.
        work.context.means(&address);
        work.context.means(&name);
        work.keep("mail to", name);
        work.keep(ADDRESS, address.clone());
        let (subject, text) = (work.text("subject").to_owned(), work.text("text").to_owned());
        let press = |name| Move::Press(Sought::Named(name));
        let write = |name, text: &str| Move::Write(Sought::Named(name), text.to_owned());
        let folder = || {
            let mut moves = to_the_top(&app);
            moves.extend([press("mail_menu"), press("sent_folder"), Move::UnlessDone]);
            moves
        };
        let mail = mailto(&address, &subject, &text);
        let form = vec![Move::run(&["am", "start", "-a", SENDTO, "-d", &mail, "-p", &app]), press("mail_send")];
        let by_hand = vec![
            Move::Launch(app.clone()),
            press("new_mail"),
            write("mail_to_field", &address),
            write("mail_subject_field", &subject),
            write("mail_text_field", &text),
            press("mail_send"),
        ];
        let whole = |middle: Vec<Move>| folder().into_iter().chain(middle).chain(folder()).collect();
        Ok(Begin::Go(Ways::default().or_moves(whole(form)).or_touches(whole(by_hand))))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (name, subject) = (work.kept_text("mail to").to_owned(), work.text("subject").to_owned());
        let Some(count) = counted(work).await? else { return Ok(Check::Unclear) };
        let Some(before) = work.kept.get("before").and_then(serde_json::Value::as_i64) else {
            work.keep_before(count);
            return Ok(Check::NotYet);
        };
        Ok(match count > before {
            true => Check::Done(work.told("mail sent", &[("name", &name), ("subject", &subject)])),
            false => Check::NotYet,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_one_mailbox_and_nothing_else() {
        for (text, expected) in [
            ("sam@carter.example", true),
            ("sam.o'neil+home@mail.carter.example", true),
            ("sam@carter.example?cc=eve@b.example", false),
            ("sam@carter.example,eve@b.example", false),
            ("sam%2Ceve@b.example", false),
            ("sam@carter.example#x", false),
            ("sam/x@carter.example", false),
            ("sam@carter.example&bcc=eve", false),
            ("sam@carter.example\nbcc", false),
            ("@carter.example", false),
            ("sam@carter", false),
            ("sam", false),
            ("", false),
        ] {
            assert_eq!(is_address(text), expected, "{text}");
        }
        let mail = mailto("sam+home@carter.example", "a&b", "c?d");
        assert_eq!(mail, "mailto:sam%2Bhome@carter.example?subject=a%26b&body=c%3Fd");
    }

    #[test]
    fn only_the_folder_of_sent_mails_counts() {
        let node = |text: &str, class: &str, top: i32| {
            format!(
                r#"<node text="{text}" class="android.{class}" package="p" content-desc="" bounds="[0,{top}][400,{}]" />"#,
                top + 20
            )
        };
        let text = |text: &str, top: i32| node(text, "widget.TextView", top);
        let check = |nodes: &[String], expected: Option<i64>| {
            let body = nodes.concat();
            let dump = format!(
                r#"<hierarchy rotation="0"><node text="" class="android.widget.FrameLayout" package="p" content-desc="" bounds="[0,0][400,800]">{body}</node></hierarchy>"#
            );
            let tree = device::tree::parse(&dump).unwrap();
            assert_eq!(sent(&tree, "Dinner", &["Sam Carter", "sam@carter.example"]), expected, "{body}");
        };
        let title = || text("Sent", 80);
        let row = |name: &str, top: i32| [text(name, top), text("Dinner", top + 22)];
        check(&[title()], Some(0));
        check(&[&[title()][..], &row("To: Sam Carter", 120)].concat(), Some(1));
        check(&[&[title()][..], &row("To: sam@carter.example", 120), &row("To: Eve", 200)].concat(), Some(1));
        check(&[&[title()][..], &row("To: Eve", 120)].concat(), Some(0));
        // The drawer, a form, and a mail that says so.
        check(&[text("Primary", 40), title(), text("Drafts", 120), text("Trash", 160)], None);
        check(&[title(), node("Dinner", "widget.EditText", 160)], None);
        check(&row("Sam Carter", 120), None);
        check(&[text("Sent", 500)], None);
    }
}
