//! The mails that Gmail's screens show: the rows of a list, and an opened conversation. For `read_mail` and
//! `search_mail`. Android offers no other way to mails: their provider is closed to other apps.

use device::tree::{Node, Tree};

use super::operation::Problem;
use super::ways::Move;
use super::work::{Work, to_the_top};
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// The app whose screens are known.
const GMAIL: &str = "com.google.android.gm";
const SENDTO: &str = "android.intent.action.SENDTO";
/// How often a list is read until two looks agree: one that is still loading shows too few.
const LOOKS: usize = 4;
/// The longest text of a mail that is read out, in characters.
const LONGEST: usize = 800;

/// A row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) from: String,
    pub(super) subject: String,
    pub(super) unread: bool,
}

/// An opened mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    pub(super) from: String,
    pub(super) when: String,
    pub(super) subject: String,
    pub(super) body: String,
}

/// The mail app, if its screens are known.
pub(super) async fn app(work: &mut Work<'_>) -> Result<Result<String, Problem>, Halt> {
    let Some(other) = work.handler(SENDTO, Some("mailto:")).await? else {
        return Ok(Err(work.problem("no_mail_app", "no mail app", &[])));
    };
    let directory = work.directory().await?;
    if directory.apps.iter().any(|app| app.package == GMAIL) {
        return Ok(Ok(GMAIL.to_owned()));
    }
    let label = directory.apps.iter().find(|app| app.package == other).map_or(other.clone(), |app| app.label.clone());
    Ok(Err(work.problem("unknown_mail_app", "mail app only gmail", &[("app", &label)])))
}

/// Opens the inbox.
pub(super) fn inbox(app: &str) -> Vec<Move> {
    let mut moves = to_the_top(app);
    moves.extend([Move::Press(Sought::Named("mail_menu")), Move::Press(Sought::Named("inbox_folder"))]);
    moves
}

/// Searches the mails.
pub(super) fn search(app: &str, query: &str) -> Vec<Move> {
    let mut moves = to_the_top(app);
    moves.push(Move::Press(Sought::Named("search")));
    moves.push(Move::Write(Sought::Named("search_field"), query.to_owned()));
    moves.push(Move::Key("KEYCODE_ENTER"));
    moves
}

fn is(node: &Node, id: &str) -> bool {
    node.resource_id.rsplit('/').next() == Some(id)
}

/// The rows on the screen.
fn rows(tree: &Tree) -> Vec<Row> {
    let places = (0..tree.nodes.len()).filter(|place| is(&tree.nodes[*place], "viewified_conversation_item_view"));
    let row = |place: usize| {
        let (row, rest) = (tree.nodes.get(place)?, tree.nodes.get(place + 1..)?);
        let inside = |id: &str| {
            rest.iter().take_while(|node| !is(node, "viewified_conversation_item_view")).find(|node| is(node, id))
        };
        let senders = inside("senders")?;
        let described = folded(&row.description);
        Some(Row {
            from: senders.label().trim().to_owned(),
            subject: inside("subject").map_or("", Node::label).trim().to_owned(),
            unread: senders.state.selected || planner::names_of("unread").any(|word| described.starts_with(word)),
        })
    };
    places.filter_map(row).collect()
}

/// Reads the list of mails once two looks agree; `None` if another screen is shown. A list of results is only read
/// under its `query`.
pub(super) async fn listed(work: &mut Work<'_>, query: Option<&str>) -> Result<Option<Vec<Row>>, Halt> {
    let mut last = None;
    for _ in 0..LOOKS {
        let Some(tree) = work.look().await? else { return Ok(None) };
        let is_list = tree.nodes.iter().any(|node| is(node, "thread_list_view") && node.package == GMAIL);
        let field = tree.nodes.iter().find(|node| is(node, "open_search"));
        let asked = match (query, field) {
            (Some(query), Some(field)) => folded(&field.text) == folded(query),
            (None, None) => true,
            _ => false,
        };
        let found = (is_list && asked).then(|| rows(&tree));
        if found.is_none() || found == last {
            return Ok(found);
        }
        last = found;
    }
    Ok(last)
}

/// The newest mail of the opened conversation, by this sender if one is given.
pub(super) fn opened(tree: &Tree, from: &str) -> Option<Opened> {
    let subject = tree.nodes.iter().find(|node| is(node, "subject_and_folder_view"))?.label().trim().to_owned();
    let heads: Vec<usize> = (0..tree.nodes.len()).filter(|place| is(&tree.nodes[*place], "sender_name")).collect();
    let wanted = |place: &&usize| by(tree.nodes[**place].label(), from);
    let head = heads.iter().rev().find(wanted).or(heads.last())?;
    let rest = tree.nodes.get(head + 1..)?;
    let inside = |id: &str| rest.iter().take_while(|node| !is(node, "sender_name")).find(|node| is(node, id));
    let text = |id: &str| inside(id).map_or("", Node::label).split_whitespace().collect::<Vec<_>>().join(" ");
    let body = text("message_body");
    let cut: String = body.chars().take(LONGEST).collect();
    let body = if cut.len() < body.len() { format!("{cut}…") } else { body };
    Some(Opened { from: tree.nodes[*head].label().trim().to_owned(), when: text("upper_date"), subject, body })
}

/// Whether a sender is the person: every word of the name is one of theirs.
pub(super) fn by(sender: &str, name: &str) -> bool {
    let sender = folded(sender);
    let known: Vec<&str> = sender.split(|letter: char| !letter.is_alphanumeric()).collect();
    let name = folded(name);
    let mut words = name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| known.contains(&word))
}

/// The sentence for some rows.
pub(super) fn told(work: &Work<'_>, rows: &[Row], most: usize) -> String {
    let one = |row: &Row| {
        let subject = row.subject.trim_end_matches(['.', ' ']);
        work.told("one mail", &[("name", &row.from), ("subject", subject)])
    };
    rows.iter().take(most).map(one).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_is_known_by_the_words_of_the_name() {
        for (sender, name, expected) in [
            ("Nora Lindqvist", "Nora", true),
            ("Nora Lindqvist", "nora lindqvist", true),
            ("Eleanora Smith", "Nora", false),
            ("nora@example.com", "Nora", true),
            ("Nora Lindqvist", "Nora Smith", false),
            ("Anybody", "", true),
        ] {
            assert_eq!(by(sender, name), expected, "{sender} {name}");
        }
    }

    #[test]
    fn the_newest_mail_of_the_sender_is_read() {
        let node = |id: &str, text: &str| {
            format!(
                r#"<node text="{text}" resource-id="com.google.android.gm:id/{id}" class="android.widget.TextView" package="com.google.android.gm" content-desc="" bounds="[0,0][100,20]" />"#
            )
        };
        let mail = |from: &str, body: &str| {
            [node("sender_name", from), node("upper_date", "10:12"), node("message_body", body)].concat()
        };
        let body = [
            node("subject_and_folder_view", "Lunch"),
            mail("Nora", "First."),
            mail("Nora", "At one."),
            mail("me", "Fine."),
        ];
        let dump = format!(r#"<hierarchy rotation="0">{}</hierarchy>"#, body.concat());
        let tree = device::tree::parse(&dump).unwrap();
        assert_eq!(opened(&tree, "Nora").unwrap().body, "At one.");
        assert_eq!(opened(&tree, "").unwrap().body, "Fine.");
        assert_eq!(rows(&tree), Vec::<Row>::new());
    }
}
