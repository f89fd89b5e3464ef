//! Finds the recipient of a message or call: the open conversation, and the number on the screen.

use device::tree::{Node, Role};
use policy::{Conversation, ConversationKind, figures, speaks_of_calls, speaks_of_recipients, speaks_of_sending};

use super::layout::Layout;
use super::shortened;

/// Where a conversation's header ends and where its input field starts, in hundredths of the screen.
const HEADER: i64 = 25;
const ENTRY: i64 = 45;
/// How many texts of a header are read, and how many buttons may be the one that sends: a header has a line or two, and
/// a screen to write on has few buttons.
const MOST_HEADER: usize = 16;
const MOST_BUTTONS: usize = 128;
/// The longest label of a button that sends or calls.
const LONGEST_BUTTON: usize = 64;
/// The fewest digits of a number that can be called.
const SHORTEST_NUMBER: usize = 5;
/// The longest text that can be a dialled number.
const LONGEST_DIALLED: usize = 64;

/// Returns the conversation on the screen, if there is one: a header, and a field to write in below it.
pub(super) fn open(layout: &Layout<'_>, screen: (u32, u32), wanted: &str) -> Option<Conversation> {
    let height = i64::from(screen.1).max(1);
    let at = |place: usize| i64::from(layout.node(place).bounds.centre().1) * 100 / height;
    let mut fields = layout.fields.iter().filter(|place| !layout.node(*place).state.password).peekable();
    let first = *fields.peek()?;
    // An answer in a notification belongs to that notification.
    let package = &layout.node(first).package;
    let is_dialler = package.split('.').any(|part| part == "dialer" || part == "telecom");
    if package == "com.android.systemui" || is_dialler {
        return None;
    }
    if !fields.any(|field| at(field) >= ENTRY) && !sends(layout) {
        return None;
    }
    // Text that scrolls is a message, not the header.
    let in_header = |place: &usize| {
        let facts = layout.facts[*place];
        !layout.node(*place).bounds.is_empty()
            && at(*place) <= HEADER
            && facts.role != Role::Field
            && !facts.in_list
            && !layout.tree.is_status_bar(*place)
            && !layout.node(*place).resource_id.starts_with("com.android.systemui")
    };
    let header = || (0..layout.facts.len()).filter(in_header);
    let mut texts = header().map(|place| layout.node(place).text.trim()).filter(|text| !text.is_empty());
    let title = shortened(texts.next()?);
    let below: Vec<String> = texts.take(MOST_HEADER).map(shortened).collect();
    let several = |text: &str| text.matches([',', '،', '、', '，']).count() >= 2 || speaks_of_recipients(text);
    let is_group = |node: &Node| {
        let entry = node.resource_id.rsplit('/').next().unwrap_or_default();
        has_word(entry, "group") && !has_word(entry, "viewgroup") && !has_word(entry, "radiogroup")
    };
    let counted = title.trim_end_matches([')', '）']).ends_with(|c: char| c.is_ascii_digit())
        && title.contains(char::is_alphabetic);
    let listed =
        (title.contains([',', '،', '、', '，', '&', '+']) || title.starts_with('#') || counted) && !is_number(&title);
    let is_call = |place: usize| {
        let label = layout.label(place);
        layout.facts[place].interactive && label.len() <= LONGEST_BUTTON && speaks_of_calls(label)
    };
    let named = !title.is_empty() && wanted.to_lowercase().contains(&title.to_lowercase());
    let kind = if listed
        || several(&title)
        || below.iter().any(|text| several(text))
        || layout.tree.nodes.iter().any(is_group)
    {
        ConversationKind::Group
    } else if named
        || is_number(&title)
        || is_address(&title)
        || below.iter().any(|text| is_presence(text))
        || header().take(MOST_BUTTONS).any(is_call)
    {
        ConversationKind::Person
    } else {
        ConversationKind::Unknown
    };
    Some(Conversation { title, kind })
}

/// Whether the screen has a button that sends.
fn sends(layout: &Layout<'_>) -> bool {
    let named = |place: usize| layout.facts[place].interactive && layout.node(place).resource_id.contains("send");
    let says = |place: usize| speaks_of_sending(layout.label(place));
    let buttons = (0..layout.facts.len()).filter(|place| {
        let length = layout.label(*place).len();
        layout.facts[*place].interactive && length > 0 && length <= LONGEST_BUTTON
    });
    (0..layout.facts.len()).any(named) || buttons.take(MOST_BUTTONS).any(says)
}

/// Whether an identifier contains a word, in upper or lower case.
fn has_word(name: &str, word: &str) -> bool {
    name.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns the number or address that pressing the element would call or write to, if it is shown instead of a name:
/// the conversation's, or the one in the element's label.
pub(super) fn number(label: Option<&str>, conversation: Option<&Conversation>) -> Option<String> {
    conversation
        .and_then(|conversation| whole_number(&conversation.title))
        .or_else(|| label.and_then(|label| reached(label).or_else(|| number_in(label))))
}

/// Returns the dialled number: it is in a field, or in large type above the keys.
pub(super) fn dialled(layout: &Layout<'_>) -> Option<String> {
    let shows =
        |place: &usize| layout.facts[*place].role == Role::Field || layout.node(*place).resource_id.ends_with("digits");
    (0..layout.facts.len()).filter(shows).find_map(|place| whole_number(&layout.node(place).text))
}

fn reached(text: &str) -> Option<String> {
    (is_number(text) || is_address(text)).then(|| shortened(text.trim()))
}

fn whole_number(text: &str) -> Option<String> {
    // A longer text is not a number, so it is not parsed.
    let figures = if text.len() <= LONGEST_DIALLED { figures(text) } else { text.into() };
    reached(text).or_else(|| is_dialled(&figures).then(|| shortened(figures.trim())))
}

/// Returns the number inside a longer text.
pub(super) fn number_in(text: &str) -> Option<String> {
    let text = figures(text);
    let of_number = |c: char| c.is_numeric() || " +-().\u{a0}".contains(c);
    let runs = text.split(|c: char| !of_number(c)).map(str::trim);
    runs.filter(|run| is_number(run)).max_by_key(|run| run.len()).map(shortened)
}

/// Whether a text is the status line under a person's name: online, last seen.
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
    const LONGEST: usize = 64;
    let text = super::layout::cut(text.trim(), LONGEST).0.to_lowercase();
    PRESENCE.iter().any(|presence| text.starts_with(presence))
}

/// A dialled number may be short: 112.
fn is_dialled(text: &str) -> bool {
    let text = text.trim();
    if text.len() > LONGEST_DIALLED {
        return false;
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits >= 2 && text.chars().all(|c| c.is_ascii_digit() || " +-()*#".contains(c))
}

pub(super) fn is_number(text: &str) -> bool {
    let text = text.trim();
    if text.len() >= 40 {
        return false;
    }
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    digits >= SHORTEST_NUMBER
        && text.chars().all(|c| c.is_numeric() || " +-()./*#\u{a0}\u{202a}\u{202c}\u{200e}".contains(c))
}

pub(super) fn is_address(text: &str) -> bool {
    let text = text.trim();
    text.len() < 200
        && !text.contains(char::is_whitespace)
        && text.split_once('@').is_some_and(|(who, host)| !who.is_empty() && host.contains('.'))
}
