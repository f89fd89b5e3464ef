//! Finds on a screen the facts about an outward deed: the person it reaches, the contact it changes, whether it sends a
//! web form, and which of the person's text it would lose.
//!
//! Reads only the tree and the trail. `policy` judges the facts.

use action::phone::AgentAction;
use device::tree::Role;

use super::layout::Layout;
use super::{Trail, shortened};

/// How many recipients, rows and fields are read.
const MOST: usize = 32;
/// How many containers around an element may be its row.
const ROW: usize = 4;
/// Which texts at the top of a screen may be the name of a person.
const HEADING: usize = 3;
/// The shortest text whose loss is worth a question, in characters. A shorter one may be a hint.
const WORTH_KEEPING: usize = 4;
/// Ends of resource ids, hints and descriptions of fields that hold recipients.
const ADDRESS_FIELDS: [&str; 18] = [
    "to",
    "cc",
    "bcc",
    "recipient",
    "recipients",
    "recipients_edit",
    "an",
    "à",
    "para",
    "a:",
    "aan",
    "do",
    "кому",
    "kime",
    "إلى",
    "收件人",
    "宛先",
    "받는사람",
];

/// Returns the people that the screen shows as addressed or chosen. In a reply, an address that this task did not write
/// counts as the name in it: a reply to Nora's mail goes to `nora@…`. In a new mail it does not: a link can lead to any
/// `nora@…`.
pub(super) fn addressed(layout: &Layout<'_>, trail: &Trail) -> Vec<String> {
    let answers = trail.grounding.describes_last_writer();
    let named = |address: String| match address.split_once('@') {
        Some((name, _)) if answers && !trail.has_typed(&address) && !trail.has_typed(name) => {
            name.replace(['.', '_', '-', '+'], " ").trim_matches(['<', '"', ' ']).to_owned()
        }
        _ => address,
    };
    shown_recipients(layout).into_iter().map(named).collect()
}

fn shown_recipients(layout: &Layout<'_>) -> Vec<String> {
    let mut people: Vec<String> = Vec::new();
    let (mut has_field, mut rows) = (false, Vec::new());
    for place in layout.fields.iter().take(MOST) {
        let node = layout.node(place);
        let is_address = [&node.resource_id, &node.description].into_iter().any(|name| {
            let last = name.rsplit(['/', ':']).next().unwrap_or_default().trim().to_lowercase();
            ADDRESS_FIELDS.contains(&last.as_str())
        });
        if is_address {
            has_field = true;
            rows.push(place);
            let parts = node.text.split([',', ';', '\n']).map(str::trim);
            // An empty field shows its hint.
            people.extend(
                parts.filter(|part| part.contains('@') || part.chars().any(|c| c.is_ascii_digit())).map(shortened),
            );
        }
    }
    if has_field {
        // A finished address becomes a chip in the row of the field.
        let rows: Vec<(i32, i32)> =
            rows.iter().map(|place| layout.node(*place).bounds).map(|row| (row.top, row.bottom)).collect();
        let in_row = |place: &usize| {
            let middle = layout.node(*place).bounds.centre().1;
            rows.iter().any(|(top, bottom)| (*top..*bottom).contains(&middle))
        };
        let chips = layout.texts.iter().chain(layout.choices.iter()).filter(in_row).map(|place| layout.label(place));
        people.extend(
            chips.filter(|text| text.len() < 200 && super::conversation::is_address(text)).take(MOST).map(shortened),
        );
    } else if layout.fields.iter().next().is_none() {
        people.extend(chosen(layout));
    }
    people.sort();
    people.dedup();
    people.truncate(MOST);
    people
}

/// Returns the names of the rows that are ticked in a list.
fn chosen(layout: &Layout<'_>) -> Vec<String> {
    let ticked = (0..layout.facts.len()).filter(|place| {
        let (node, facts) = (layout.node(*place), layout.facts[*place]);
        facts.in_list && (node.state.checked || node.state.selected) && !node.bounds.is_empty()
    });
    ticked.take(MOST).filter_map(|place| row_name(layout, place)).collect()
}

/// Returns the first text of the row that contains an element.
fn row_name(layout: &Layout<'_>, place: usize) -> Option<String> {
    let first = |of: usize| {
        let inside = layout.texts.within(layout.whole(of)).first().map(|text| layout.label(*text));
        inside.or_else(|| Some(layout.label(of)).filter(|label| !label.is_empty() && of != place))
    };
    let around = layout.ancestors(place).take(ROW).take_while(|above| layout.facts[*above].role != Role::List);
    std::iter::once(place).chain(around).find_map(first).map(shortened)
}

/// Words of a sheet from which something is attached to a conversation.
const ATTACHED: [&str; 40] = [
    "gallery",
    "document",
    "documents",
    "contact",
    "location",
    "camera",
    "audio",
    "poll",
    "file",
    "files",
    "photo",
    "photos",
    "video",
    "music",
    "galerie",
    "dokument",
    "kontakt",
    "standort",
    "kamera",
    "datei",
    "umfrage",
    "fotos",
    "galería",
    "documento",
    "contacto",
    "ubicación",
    "cámara",
    "galleria",
    "posizione",
    "contatto",
    "galeria",
    "localização",
    "contato",
    "文件",
    "位置",
    "相册",
    "拍摄",
    "名片",
    "写真",
    "갤러리",
];

/// Whether the screen is a sheet from which something is attached: several of its choices are kinds of attachments.
pub(super) fn is_attach_sheet(layout: &Layout<'_>) -> bool {
    const FEWEST: usize = 3;
    let choices = layout.choices.iter().filter(|place| layout.facts[*place].role != Role::Field);
    let is_kind = |place: &usize| {
        let (label, more) = layout.whole_label(*place, MOST * 2);
        !more && ATTACHED.contains(&label.trim().to_lowercase().as_str())
    };
    layout.fields.iter().next().is_none() && choices.take(MOST * 2).filter(is_kind).take(FEWEST).count() == FEWEST
}

/// Whether the screen picks something to send in a messenger: a list under a title that says so.
pub(super) fn is_picker(layout: &Layout<'_>, place: usize, headings: &[String]) -> bool {
    let picks = || {
        let title = headings.first().map(|title| title.trim().to_lowercase()).unwrap_or_default();
        ATTACHED.contains(&title.as_str()) || policy::speaks_of_sending(&title)
    };
    layout.facts[place].in_list && layout.fields.iter().next().is_none() && picks()
}

/// Whether the screen is a pad of digits.
pub(super) fn is_keypad(layout: &Layout<'_>) -> bool {
    const FEWEST: usize = 9;
    let is_digit = |place: usize| {
        let (label, _) = layout.whole_label(place, 16);
        let first = label.split(',').next().unwrap_or_default().trim().to_owned();
        first.chars().count() == 1 && first.chars().all(char::is_numeric)
    };
    layout.choices.iter().take(128).filter(|place| is_digit(*place)).count() >= FEWEST
}

/// Whether the screen offers devices or people nearby to send something to.
pub(super) fn is_nearby_share(headings: &[String]) -> bool {
    const TITLES: [&str; 5] =
        ["quick share", "nearby share", "airdrop", "send via bluetooth", "choose bluetooth device"];
    headings.first().is_some_and(|title| TITLES.iter().any(|known| title.trim().eq_ignore_ascii_case(known)))
}

/// Whether the screen offers ready answers to a caller: sentences under a number or a name.
pub(super) fn is_ready_answer(layout: &Layout<'_>, place: usize, label: &str) -> bool {
    const SENTENCE: usize = 3;
    let phone =
        layout.node(place).package.split('.').any(|part| part == "dialer" || part == "incallui" || part == "telecom");
    phone && !layout.facts[place].in_list && label.split_whitespace().count() >= SENTENCE && !has_field(layout)
}

/// Returns the recipient of a reply in a notification: the title of the notification that contains the field.
pub(super) fn notified(layout: &Layout<'_>, place: usize) -> Option<String> {
    const SYSTEM: &str = "com.android.systemui";
    if layout.node(place).package != SYSTEM {
        return None;
    }
    let has_field = |of: usize| !layout.fields.within(layout.whole(of)).is_empty();
    let row = layout.ancestors(place).find(|above| has_field(*above))?;
    let around = std::iter::once(row).chain(layout.ancestors(row)).take(ROW * 2);
    let title = |of: usize| {
        let texts = layout.texts.within(layout.whole(of));
        let named = texts.iter().find(|text| layout.node(**text).resource_id.ends_with("title"));
        named.or_else(|| texts.iter().find(|text| !layout.tree.is_status_bar(**text))).map(|text| layout.label(*text))
    };
    around.into_iter().find_map(title).map(shortened)
}

/// Whether a press calls a person although no word says so: a number on a contact's page, a row in the phone app.
pub(super) fn dials(layout: &Layout<'_>, place: usize, label: &str) -> bool {
    let node = layout.node(place);
    let is_part = |wanted: &[&str]| node.package.split('.').any(|part| wanted.contains(&part));
    let phone = is_part(&["dialer", "phone", "incallui", "telecom"]);
    let facts = layout.facts[place];
    let has_number = || {
        let inner = layout.texts.within(layout.whole(place)).iter().take(MOST).map(|text| layout.label(*text));
        inner.chain([label]).any(super::conversation::is_number)
    };
    if facts.role == Role::Field {
        return phone && super::conversation::dialled(layout).is_some();
    }
    let messenger = policy::is_messenger(&node.package);
    // A row with a number, a text and a time is a conversation, which it opens; a number with its kind is dialled.
    let is_conversation =
        || messenger && facts.in_list && layout.texts.within(layout.whole(place)).iter().take(3).count() > 2;
    // A button in a row says what it does; the row itself calls.
    let is_row = !node.class.contains("Button") && !node.class.contains("Image");
    let row = phone && is_row && facts.in_list && !node.state.checkable && !label.trim().is_empty();
    facts.presses
        && (row
            || ((phone || messenger || is_part(&["contacts"]))
                && label.len() < 64
                && has_number()
                && !is_conversation()
                && !has_field(layout)))
}

fn has_field(layout: &Layout<'_>) -> bool {
    layout.fields.iter().next().is_some()
}

/// Returns the person that a call from this element reaches, where neither a conversation nor a number tells: the name
/// in its label, the name of its row, the name above it.
pub(super) fn called(
    layout: &Layout<'_>,
    place: usize,
    label: &str,
    headings: &[String],
    trail: &Trail,
) -> Option<String> {
    if let Some(name) = policy::named_in_call_label(label) {
        return Some(name);
    }
    if layout.facts[place].in_list
        && let Some(name) = row_name(layout, place).filter(|name| !policy::speaks_of_calls(name))
    {
        return Some(name);
    }
    // The words of buttons are not names.
    let is_name = |text: &&String| !policy::speaks_of_calls(text) && !policy::speaks_of_sending(text);
    let mut headings = headings.iter().filter(is_name).take(HEADING);
    let named = headings.clone().find(|heading| trail.grounding.names(heading));
    named.or_else(|| headings.next()).cloned()
}

/// A form for a contact.
pub(super) struct ContactForm {
    /// The name, and what this task typed.
    pub(super) about: Vec<String>,
    /// The texts of all fields.
    pub(super) fields: Vec<String>,
}

/// Reads a form for a contact.
pub(super) fn contact_form(layout: &Layout<'_>, headings: &[String], trail: &Trail) -> Option<ContactForm> {
    let fields: Vec<usize> = layout.fields.iter().take(MOST).collect();
    let first = fields.first()?;
    let package = &layout.node(*first).package;
    let app = package.split('.').any(|part| part == "contacts" || part == "contact" || part == "dialer");
    let named = headings.iter().take(HEADING).any(|text| policy::speaks_of_contacts(text));
    if fields.len() < 2 || !(app || named) {
        return None;
    }
    let written = |place: &usize| {
        let node = layout.node(*place);
        Some(node.text.trim()).filter(|text| !node.shows_hint() && *text != node.description.trim())
    };
    let typed = |text: &&str| trail.has_typed(text);
    let texts: Vec<&str> = fields.iter().filter_map(written).collect();
    let mut about: Vec<String> = texts.iter().copied().filter(typed).map(shortened).collect();
    // The name identifies the contact, regardless of who typed it.
    about.extend(
        texts.first().filter(|text| !text.chars().any(|c| c.is_ascii_digit() || c == '@')).map(|text| shortened(text)),
    );
    about.sort();
    about.dedup();
    Some(ContactForm { about, fields: texts.into_iter().map(shortened).collect() })
}

/// Whether the element would send a filled-in form of a web page.
pub(super) fn is_web_form(layout: &Layout<'_>, place: usize) -> bool {
    let node = layout.node(place);
    let is_web = |place: usize| {
        let node = layout.node(place);
        node.class.ends_with("WebView") || node.resource_id.ends_with("webview")
    };
    let Some(page) = layout.ancestors(place).find(|above| is_web(*above)) else { return false };
    let role = layout.facts[place].role;
    let sends = role == Role::Field
        || (role == Role::Button && node.class.ends_with("Button") && !node.class.ends_with("RadioButton"));
    let fields = layout.fields.within(layout.inside(page));
    // The only button of a page submits the page.
    let buttons = layout.buttons.within(layout.inside(page)).len();
    let filled = |field: &usize| {
        let node = layout.node(*field);
        let name = format!("{} {}", node.resource_id, node.description).to_lowercase();
        !node.shows_hint()
            && !["search", "query", "q"]
                .iter()
                .any(|word| name.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word))
    };
    let is_button = role == Role::Button;
    // The first button after the fields submits them.
    let behind = fields.last().and_then(|last| layout.buttons.within(last + 1..layout.whole(page).end).first());
    let is_first_behind = behind == Some(&place);
    sends
        && ((fields.iter().any(filled) && (!is_button || is_first_behind))
            || (is_button && (buttons == 1 || policy::speaks_of_submitting(layout.label(place)))))
}

/// Returns the person's text that this action would lose.
pub(super) fn loses(action: &AgentAction, layout: &Layout<'_>, trail: &Trail) -> Option<String> {
    let clears = match action {
        AgentAction::ClearText(_) => true,
        action if policy::deletes_text(action) => true,
        AgentAction::Type(_) => trail.has_selected_all(),
        _ => false,
    };
    if !clears {
        return None;
    }
    let field = layout.fields.iter().filter(|place| layout.node(*place).state.focused).last()?;
    let node = layout.node(field);
    let name = node.resource_id.rsplit('/').next().unwrap_or_default().to_lowercase();
    let throwaway = ["search", "query", "url", "omnibox"].iter().any(|word| name.contains(word));
    let text = node.text.trim();
    let is_hint = node.shows_hint() || text == node.description.trim() || crate::affordance::is_hint(text);
    // A date or a number is a value that a form proposes.
    let kept = text.chars().count() >= WORTH_KEEPING
        && text.contains(char::is_alphabetic)
        && !node.state.password
        && !throwaway
        && !is_hint;
    (kept && !trail.has_typed(text)).then(|| shortened(text))
}
