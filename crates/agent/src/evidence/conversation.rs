//! Whom a message or a call would reach: the conversation that is open, and the number that stands there.

use action::policy::{
    Conversation, ConversationKind, Question, speaks_of_calls, speaks_of_recipients, speaks_of_sending,
};
use device::Tree;
use device::tree::{Node, Role};

use super::shortened;

/// How far down a conversation's header reaches, and from where on it is written in, in hundredths of the screen.
const HEADER: i64 = 25;
const ENTRY: i64 = 45;
/// The fewest digits of a number that can be called.
const SHORTEST_NUMBER: usize = 5;

/// The conversation that the screen shows, if it is one: a header, and a field to write in below.
pub(super) fn open(tree: &Tree, screen: (u32, u32), wanted: &str) -> Option<Conversation> {
    let height = i64::from(screen.1).max(1);
    let at = |node: &Node| i64::from(node.bounds.centre().1) * 100 / height;
    let mut fields = tree.nodes.iter().filter(|node| node.role() == Role::Field && !node.state.password);
    let sends = || {
        tree.nodes
            .iter()
            .any(|node| node.is_interactive() && (speaks_of_sending(node.label()) || node.resource_id.contains("send")))
    };
    let writes = fields.clone().any(|field| at(field) >= ENTRY) || (fields.next().is_some() && sends());
    if !writes {
        return None;
    }
    // What scrolls is what was written.
    let scrolls =
        |place: usize| super::question::ancestors(tree, place).any(|above| tree.nodes[above].role() == Role::List);
    let in_header = |(place, node): &(usize, &Node)| {
        !node.bounds.is_empty() && at(node) <= HEADER && node.role() != Role::Field && !scrolls(*place)
    };
    let header: Vec<&Node> = tree.nodes.iter().enumerate().filter(in_header).map(|(_, node)| node).collect();
    let mut texts = header.iter().map(|node| node.text.trim()).filter(|text| !text.is_empty());
    let title = texts.next()?.to_owned();
    let below: Vec<&str> = texts.collect();
    let several = |text: &str| text.matches([',', '،', '、', '，']).count() >= 2 || speaks_of_recipients(text);
    let ids = tree.nodes.iter().any(|node| {
        let entry = node.resource_id.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        entry.contains("group") && !entry.contains("viewgroup") && !entry.contains("radiogroup")
    });
    let counted = title.trim_end_matches([')', '）']).ends_with(|c: char| c.is_ascii_digit())
        && title.contains(char::is_alphabetic);
    let listed =
        (title.contains([',', '،', '、', '，', '&', '+']) || title.starts_with('#') || counted) && !is_number(&title);
    let calls = header.iter().any(|node| node.is_interactive() && speaks_of_calls(node.label()));
    let named = !title.is_empty() && wanted.to_lowercase().contains(&title.to_lowercase());
    let kind = if ids || listed || several(&title) || below.iter().any(|text| several(text)) {
        ConversationKind::Group
    } else if calls || named || is_number(&title) || is_address(&title) || below.iter().any(|text| is_presence(text)) {
        ConversationKind::Person
    } else {
        ConversationKind::Unknown
    };
    Some(Conversation { title: shortened(&title), kind })
}

/// Texts of a screen that ask and in which a number is looked for.
const ASKED: usize = 3;

/// The number or address that pressing the element would call or write to, where it stands instead of a name.
pub(super) fn number(
    tree: &Tree,
    place: Option<usize>,
    conversation: Option<&Conversation>,
    question: Option<&Question>,
) -> Option<String> {
    let reaches = |text: &str| (is_number(text) || is_address(text)).then(|| shortened(text.trim()));
    let short = |text: &str| reaches(text).or_else(|| is_dialled(text).then(|| shortened(text.trim())));
    if let Some(found) = conversation.and_then(|conversation| short(&conversation.title)) {
        return Some(found);
    }
    let own =
        || place.map(|place| tree.whole_label(place)).and_then(|label| reaches(&label).or_else(|| number_in(&label)));
    // What was dialled stands in a field, or large above the keys.
    let dialled = || {
        let field = |node: &&Node| node.role() == Role::Field || node.resource_id.ends_with("digits");
        tree.nodes.iter().filter(field).find_map(|node| short(&node.text))
    };
    let asked = || question.iter().flat_map(|question| &question.texts).find_map(|text| number_in(text));
    // A whole screen asks at its top.
    let on_screen = || {
        let asks = |node: &&Node| !node.is_interactive() && node.label().contains(['?', '？', '؟']);
        tree.nodes.iter().filter(asks).take(ASKED).find_map(|node| number_in(node.label()))
    };
    own().or_else(dialled).or_else(asked).or_else(on_screen)
}

/// A number that stands among other words.
fn number_in(text: &str) -> Option<String> {
    let of_number = |c: char| c.is_numeric() || " +-().\u{a0}".contains(c);
    let runs = text.split(|c: char| !of_number(c)).map(str::trim);
    runs.filter(|run| is_number(run)).max_by_key(|run| run.len()).map(shortened)
}

/// What stands under the name of one person: whether they are there.
fn is_presence(text: &str) -> bool {
    const PRESENCE: [&str; 28] = [
        "online",
        "last seen",
        "active",
        "typing",
        "away",
        "offline",
        "available",
        "zuletzt",
        "schreibt",
        "en ligne",
        "vu ",
        "en línea",
        "últ. vez",
        "visto por",
        "em linha",
        "ultimo accesso",
        "в сети",
        "был",
        "печатает",
        "онлайн",
        "çevrimiçi",
        "son görülme",
        "在线",
        "上线",
        "オンライン",
        "온라인",
        "متصل",
        "آخر ظهور",
    ];
    let text = text.trim().to_lowercase();
    PRESENCE.iter().any(|presence| text.starts_with(presence))
}

/// A number that was dialled may be short: 112.
fn is_dialled(text: &str) -> bool {
    let text = text.trim();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits >= 2 && text.chars().all(|c| c.is_ascii_digit() || " +-()*#".contains(c))
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
