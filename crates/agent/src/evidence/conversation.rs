//! Whom a message or a call would reach: the conversation that is open, and the number that stands there.

use action::policy::{Conversation, ConversationKind, speaks_of_calls, speaks_of_recipients};
use device::Tree;
use device::tree::{Node, Role};

use super::shortened;

/// How far down a conversation's header reaches, and from where on it is written in, in hundredths of the screen.
const HEADER: i64 = 18;
const ENTRY: i64 = 45;
/// The fewest digits of a number that can be called.
const SHORTEST_NUMBER: usize = 5;

/// The conversation that the screen shows, if it is one: a header, and a field to write in below.
pub(super) fn open(tree: &Tree, screen: (u32, u32), wanted: &str) -> Option<Conversation> {
    let height = i64::from(screen.1).max(1);
    let at = |node: &Node| i64::from(node.bounds.centre().1) * 100 / height;
    let writes = tree.nodes.iter().any(|node| node.role() == Role::Field && at(node) >= ENTRY && !node.state.password);
    if !writes {
        return None;
    }
    let header: Vec<&Node> = tree.nodes.iter().filter(|node| !node.bounds.is_empty() && at(node) <= HEADER).collect();
    let mut texts = header.iter().map(|node| node.text.trim()).filter(|text| !text.is_empty());
    let title = texts.next()?.to_owned();
    let below: Vec<&str> = texts.collect();
    let several = |text: &str| text.matches([',', '،', '、', '，']).count() >= 2 || speaks_of_recipients(text);
    let ids = tree.nodes.iter().any(|node| {
        let entry = node.resource_id.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        entry.contains("group") && !entry.contains("viewgroup") && !entry.contains("radiogroup")
    });
    let listed = title.contains([',', '،', '、', '，', '&', '+']) && !is_number(&title);
    let calls = header.iter().any(|node| node.is_interactive() && speaks_of_calls(node.label()));
    let named = !title.is_empty() && wanted.to_lowercase().contains(&title.to_lowercase());
    let kind = if ids || listed || several(&title) || below.iter().any(|text| several(text)) {
        ConversationKind::Group
    } else if calls || named || is_number(&title) || is_address(&title) {
        ConversationKind::Person
    } else {
        ConversationKind::Unknown
    };
    Some(Conversation { title: shortened(&title), kind })
}

/// The number or address that pressing the element would call or write to, where it stands instead of a name.
pub(super) fn number(tree: &Tree, place: Option<usize>, conversation: Option<&Conversation>) -> Option<String> {
    let reaches = |text: &str| (is_number(text) || is_address(text)).then(|| shortened(text.trim()));
    if let Some(conversation) = conversation {
        return reaches(&conversation.title);
    }
    let own = place.and_then(|place| reaches(&tree.whole_label(place)));
    // What was dialled stands in a field.
    let dialled = || tree.nodes.iter().filter(|node| node.role() == Role::Field).find_map(|node| reaches(&node.text));
    let shown = || tree.nodes.iter().filter(|node| !node.is_interactive()).find_map(|node| reaches(&node.text));
    own.or_else(dialled).or_else(shown)
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    digits >= SHORTEST_NUMBER
        && text.len() < 40
        && text.chars().all(|c| c.is_numeric() || " +-()./*#\u{a0}\u{202a}\u{202c}\u{200e}".contains(c))
}

fn is_address(text: &str) -> bool {
    let text = text.trim();
    text.len() < 200
        && !text.contains(char::is_whitespace)
        && text.split_once('@').is_some_and(|(who, host)| !who.is_empty() && host.contains('.'))
}
