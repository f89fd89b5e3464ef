//! Sends a message, step by step: `find_contact`, `open_conversation`, `type_text`, `send`.
//!
//! Precondition: the contact is known, with a number. Strategies: the app's own address of a conversation, then its
//! list of people; the input field; the send button. Done when the conversation with that person is shown, when the
//! text is in the field, and when the phone's own message store has one more message with that text to that number. In
//! an app without such a store: when the text is among the messages and no longer in the field.

use action::Contact;
use action::plan::Step;
use async_trait::async_trait;
use device::tree::{Node, Role, Tree};

use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{FindMethod, Sought, find, folded, is_hint};
use crate::deadline::Halt;

/// `find_contact`.
pub(super) struct FindContact;
/// `open_conversation`.
pub(super) struct OpenConversation;
/// `type_text`.
pub(super) struct TypeText;
/// `send`.
pub(super) struct Send;

/// The address of a conversation in apps that publish one; `{}` is the number, digits only.
pub(super) const ADDRESSES: &[(&str, &str)] = &[
    ("com.whatsapp", "https://wa.me/{}"),
    ("com.whatsapp.w4b", "https://wa.me/{}"),
    ("org.telegram.messenger", "tg://resolve?phone={}"),
    ("org.thoughtcrime.securesms", "sgnl://signal.me/#p/+{}"),
    ("com.viber.voip", "viber://chat?number=%2B{}"),
];

/// Keys of the recipient.
pub(super) const NAME: &str = "contact";
pub(super) const NUMBER: &str = "number";

#[async_trait]
impl Operation for FindContact {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let name = work.text("name").to_owned();
        Ok(match find_person(work, &name).await? {
            Ok((name, number)) => {
                work.keep(NAME, name.clone());
                work.keep(NUMBER, number.clone());
                // Whoever asks for nothing else wants to know the number.
                let shown = if work.plan.steps.len() == 1 { number } else { String::new() };
                Begin::Done(work.told("found", &[("name", &name), ("number", &shown)]))
            }
            // In an app with its own conversations, it may be a group or a name known only there.
            Err(problem) if is_sms(work).await? => problem.into(),
            Err(_) => {
                work.keep(NAME, name.clone());
                work.keep(NUMBER, "");
                Begin::Done(work.told("looks in app", &[("name", &name)]))
            }
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(match work.kept_text(NAME) {
            "" => Check::NotYet,
            name => Check::Done(work.told("found", &[("name", name)])),
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn goes_on_from_screen(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

/// Returns the name and number of a person, or why there is none. A number stands for itself.
pub(super) async fn find_person(work: &mut Work<'_>, said: &str) -> Result<Result<(String, String), Problem>, Halt> {
    if is_number(said) {
        work.context.means(said);
        return Ok(Ok((said.to_owned(), said.to_owned())));
    }
    let Some(contact) = work.contact(said).await? else {
        let empty = work.directory().await?.contacts.is_empty();
        let key = if empty { "no contacts" } else { "nobody called" };
        return Ok(Err(work.problem("contact_not_found", key, &[("name", said)])));
    };
    let Some(number) = reachable(&contact).cloned() else {
        return Ok(Err(work.problem("contact_without_number", "no number", &[("name", &contact.name)])));
    };
    // Naming a contact counts as naming their number.
    work.context.means(&number);
    work.context.means(&contact.name);
    Ok(Ok((contact.name, number)))
}

/// The number for messages: a mobile one, otherwise the first.
fn reachable(contact: &Contact) -> Option<&String> {
    let mobile = |label: &String| label.split(' ').any(|word| word.eq_ignore_ascii_case("mobile"));
    let place = contact.labels.iter().position(mobile).unwrap_or_default();
    contact.numbers.get(place).or_else(|| contact.numbers.first())
}

pub(super) fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits >= 3 && text.chars().all(|letter| letter.is_ascii_digit() || "+-(). /*#".contains(letter))
}

/// The digits of a number.
pub(super) fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}

/// Whether two numbers are the same, with or without a country code.
pub(super) fn same_number(a: &str, b: &str) -> bool {
    let (a, b) = (digits(a), digits(b));
    let shorter = a.len().min(b.len());
    shorter > 0 && (a == b || shorter >= 7 && (a.ends_with(&b) || b.ends_with(&a)))
}

/// Whether the message goes through the phone's own text messages.
async fn is_sms(work: &mut Work<'_>) -> Result<bool, Halt> {
    let package = work.kept_text("package").to_owned();
    let sms = work.handler("android.intent.action.SENDTO", Some("smsto:")).await?;
    Ok(package.is_empty() || sms.as_deref() == Some(package.as_str()))
}

#[async_trait]
impl Operation for OpenConversation {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (name, number) = (work.kept_text(NAME).to_owned(), work.kept_text(NUMBER).to_owned());
        let package = work.kept_text("package").to_owned();
        if name.is_empty() {
            return Ok(work.problem("no_contact", "nobody to write to", &[]).into());
        }
        let mut ways = Ways::default();
        if is_sms(work).await? && !number.is_empty() {
            let address = format!("smsto:{}", compact(&number));
            ways = ways.or_command(&["am", "start", "-a", "android.intent.action.SENDTO", "-d", &address]);
        } else if let Some((_, address)) = ADDRESSES.iter().find(|(known, _)| *known == package)
            && !number.is_empty()
        {
            let address = address.replace("{}", &digits(&number));
            let view = ["am", "start", "-a", "android.intent.action.VIEW", "-d", &address, "-p", &package];
            ways = ways.or_command(&view);
        }
        let mut touches = Vec::new();
        // Without a named app it is the phone's own.
        let app = match package.as_str() {
            "" => work.handler("android.intent.action.SENDTO", Some("smsto:")).await?,
            package => Some(package.to_owned()),
        };
        if let Some(app) = app {
            touches.extend(to_the_top(&app));
        }
        touches.push(Move::Press(Sought::Named("new_conversation")));
        if is_number(&name) {
            // A number that the phone does not know is not listed, so it is typed.
            let number = compact(&name);
            touches.push(Move::Write(Sought::Named("recipient_field"), number.clone()));
            touches.push(Move::PressIfThere(Sought::Named("recipient_ok")));
            touches.push(Move::UnlessDone);
            touches.push(Move::Press(Sought::Says(number)));
        } else {
            touches.push(Move::Press(Sought::Says(name)));
        }
        Ok(Begin::Go(ways.or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some(tree) = work.look().await? else { return Ok(Check::NotYet) };
        let (name, number) = (work.kept_text(NAME), work.kept_text(NUMBER));
        let writes = field(&tree).is_some();
        Ok(match writes && is_with(&tree, name, number) {
            true => Check::Done(work.told("conversation", &[("name", name)])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn goes_on_from_screen(&self) -> bool {
        true
    }
}

/// The number without formatting.
fn compact(number: &str) -> String {
    number.chars().filter(|letter| letter.is_ascii_digit() || "+*#".contains(*letter)).collect()
}

/// Whether the header of the screen names this person.
pub(super) fn is_with(tree: &Tree, name: &str, number: &str) -> bool {
    let height = tree.nodes.first().map_or(2400, |root| root.bounds.bottom);
    let name = folded(name);
    tree.nodes.iter().filter(|node| node.bounds.top < height / 4 && node.role() != Role::Field).any(|node| {
        let label = folded(node.label());
        !label.is_empty() && (label == name || is_number(&label) && same_number(&label, number))
    })
}

/// The input field for a message.
pub(super) fn field(tree: &Tree) -> Option<&Node> {
    let sought = Sought::Named("message_field");
    let place = find(tree, &sought, FindMethod::Layout).or_else(|| find(tree, &sought, FindMethod::Search))?;
    tree.nodes.get(place)
}

/// Returns the steps that clear the draft of a message. A message that a later step sends is no draft, and a field that
/// already holds a text would lose it.
fn clears_draft(work: &Work<'_>, into_message: bool) -> Option<Vec<Step>> {
    let is_empty = |field: &Node| field.shows_hint() || is_hint(&field.text);
    let (name, package) = (work.kept_text(NAME), work.kept_text("package"));
    let sends = work.plan.steps.iter().any(|step| step.op == "send");
    if !into_message || sends || name.is_empty() || !work.seen().is_some_and(|tree| field(&tree).is_some_and(is_empty))
    {
        return None;
    }
    let open = (!package.is_empty()).then(|| Step::new("open_app").with("package", package));
    let found = Step::new("find_contact").with("name", name);
    let rest = [found, Step::new("open_conversation"), Step::new("type_text").with("text", "")];
    Some(open.into_iter().chain(rest).collect())
}

#[async_trait]
impl Operation for TypeText {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let text = work.text("text").to_owned();
        work.keep("text", text.clone());
        let into_message = work.plan.steps.iter().any(|step| step.op == "open_conversation");
        if let Some(clear) = clears_draft(work, into_message) {
            work.can_be_undone_by_all(&clear);
        }
        let sought = if into_message { Sought::Named("message_field") } else { Sought::Caret };
        Ok(Begin::Go(Ways::default().or_touches(vec![Move::Write(sought, text)])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let text = work.text("text").trim();
        let is_text =
            |node: &Node| node.text.trim() == text || text.is_empty() && (node.shows_hint() || is_hint(&node.text));
        let holds = |node: &Node| node.role() == Role::Field && is_text(node);
        Ok(match work.seen().is_some_and(|tree| tree.nodes.iter().any(holds)) {
            true => Check::Done(work.told("wrote", &[("text", text)])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn goes_on_from_screen(&self) -> bool {
        true
    }
}

#[async_trait]
impl Operation for Send {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let before = sent(work).await?;
        work.keep_before(before);
        Ok(Begin::Go(Ways::default().or_touches(vec![Move::Press(Sought::Named("send"))])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let before = work.kept_number("before");
        let (name, text) = (work.kept_text(NAME).to_owned(), work.kept_text("text").to_owned());
        if sent(work).await? > before {
            return Ok(Check::Done(work.told("sent", &[("text", &text), ("name", &name)])));
        }
        if failed(work).await? {
            return Ok(Check::Stop(work.problem("not_sent", "not sent", &[("name", &name)])));
        }
        // Another app's messages are only visible in the conversation itself.
        let seen = is_sms(work).await? || work.seen().is_some_and(|tree| is_with(&tree, &name, work.kept_text(NUMBER)));
        Ok(if seen { Check::NotYet } else { Check::Unclear })
    }

    fn goes_on_from_screen(&self) -> bool {
        true
    }
}

const SMS: &str = "content://sms";

/// Counts the text messages with the recorded text to the recorded number.
pub(super) async fn sent_texts(work: &mut Work<'_>) -> Result<i64, Halt> {
    texts(work, &["2", "4", "6"]).await
}

/// Counts the messages with this text to this number, as far as the phone shows.
async fn sent(work: &mut Work<'_>) -> Result<i64, Halt> {
    // 2 is sent, 4 is outgoing, 6 is queued.
    count(work, &["2", "4", "6"]).await
}

async fn failed(work: &mut Work<'_>) -> Result<bool, Halt> {
    Ok(is_sms(work).await? && count(work, &["5"]).await? > 0)
}

async fn count(work: &mut Work<'_>, kinds: &[&str]) -> Result<i64, Halt> {
    if is_sms(work).await? { texts(work, kinds).await } else { shown(work).await }
}

/// Counts the text messages of these types with the recorded text to the recorded number.
async fn texts(work: &mut Work<'_>, kinds: &[&str]) -> Result<i64, Halt> {
    let (number, text) = (work.kept_text(NUMBER).to_owned(), work.kept_text("text").to_owned());
    let rows = work.rows(SMS, &["_id", "type", "address", "body"], Some("type!=1")).await?;
    let same = |row: &&Vec<String>| match row.as_slice() {
        [_, kind, address, body] => {
            kinds.contains(&kind.as_str()) && same_number(address, &number) && body.trim() == text.trim()
        }
        _ => false,
    };
    Ok(i64::try_from(rows.iter().filter(same).count()).unwrap_or(i64::MAX))
}

/// Counts the messages with the recorded text in the conversation, once the text is no longer in the field.
async fn shown(work: &mut Work<'_>) -> Result<i64, Halt> {
    let text = work.kept_text("text").to_owned();
    let Some(tree) = work.look().await? else { return Ok(0) };
    let still_there = field(&tree).is_some_and(|field| field.text.trim() == text.trim());
    let said = |node: &&Node| node.role() != Role::Field && node.text.trim() == text.trim();
    let found = if still_there { 0 } else { tree.nodes.iter().filter(said).count() };
    Ok(i64::try_from(found).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_with_and_without_the_code_of_a_country() {
        assert!(same_number("+1 555-123-4567", "5551234567"));
        assert!(same_number("112", "112"));
        assert!(!same_number("12", "112"));
        assert!(!same_number("", ""));
        assert!(is_number("+43 1 234") && !is_number("Sam 2") && !is_number("12"));
        assert_eq!(compact("+1 (555) 123"), "+1555123");
    }
}
