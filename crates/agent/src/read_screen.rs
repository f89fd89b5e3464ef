//! Describes a screen in words fit for speech: its title, its content in reading order, its controls.
//!
//! [`SpokenScreen`] holds the parts, and makes a text of at most [`MOST_WORDS`] words of them, without ids and
//! coordinates. Omitted items are counted, so the listener knows that there is more. Pure: works from the screen's
//! elements and, if they contain no text ([`says_nothing`]), from the text read in its picture. Secrets were masked
//! before, in the tree and in the picture.

mod item;
mod speech;
#[cfg(test)]
mod tests;
mod title;
mod wording;

use std::collections::HashMap;

use device::Tree;
use device::tree::{Bounds, Element, is_speaking};
use serde::Serialize;

use self::item::{Kind, SpokenItem};
pub use self::speech::MOST_WORDS;
use self::wording::{Wording, count, has_words, is_value, plain};
use crate::affordance::message_parts;
use crate::reader::ReadText;

/// A window that covers less than this, in hundredths of the screen, floats over something else.
const WHOLE: i64 = 88;
/// The status bar, in hundredths of the screen's height: anything that ends above it belongs to the phone, not the
/// screen.
const STATUS_BAR: i64 = 4;

/// A spoken screen, in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpokenScreen {
    /// The name that people use for the app in front.
    pub app: Option<String>,
    /// The title, or the selected tab.
    pub title: Option<String>,
    /// Whether it floats over something else, and asks.
    pub is_over: bool,
    /// Its texts, in reading order.
    pub content: Vec<String>,
    /// The text in its picture, if the elements have none.
    pub picture: Vec<String>,
    /// The text fields.
    pub fields: Vec<String>,
    /// The controls, the most important first.
    pub actions: Vec<String>,
    /// The disabled controls.
    pub disabled: Vec<String>,
    /// How many things can be pressed and have no name.
    pub unnamed: usize,
    /// The language of the listener, as a BCP 47 tag; English if it is empty.
    #[serde(skip)]
    pub language: String,
}

/// Whether the elements have no content to read: no text, no row, no switch. A button only says what can be done, and
/// an image description what the image is; the content is in the picture.
pub fn says_nothing(tree: &Tree) -> bool {
    let (elements, names) = (heard(tree), tree.names());
    let texts: Vec<Element> = elements.into_iter().filter(|one| one.role != device::tree::Role::Image).collect();
    !item::items(tree, &names, &texts, tree.screen(), Wording("")).iter().any(SpokenItem::is_content)
}

/// Describes the screen in English. `app` is the name that people use for the app in front.
pub fn read_screen(tree: &Tree, screen: (u32, u32), app: Option<&str>) -> String {
    SpokenScreen::of(tree, &[], screen, app, "en").to_speech()
}

impl SpokenScreen {
    /// Collects the parts of a screen, including the text read in its picture, for a listener with this language.
    pub fn of(tree: &Tree, texts: &[ReadText], screen: (u32, u32), app: Option<&str>, language: &str) -> Self {
        let words = Wording(language);
        let (elements, names) = (heard(tree), tree.names());
        let items = item::items(tree, &names, &elements, screen, words);
        let is_over = is_over(tree, screen);
        let app = app.map(|app| words.shortened(app));
        let is_home = app.as_deref() == Some(HOME);
        let title_of = |place: usize| words.shortened(&plain(tree.nodes[place].label()));
        // The label of a field is not the title of its screen.
        let names_field = |title: &str| items.iter().any(|item| item.kind == Kind::Field && item.label == title);
        let title_place = title::place(tree, &elements, screen, is_over).filter(|_| !is_home);
        let title_place = title_place.filter(|place| !names_field(&title_of(*place)));
        let title = title_place.map(title_of);
        let tab = || {
            let tab = items.iter().find(|item| item.selected && item.kind != Kind::Field && !is_value(&item.label));
            tab.filter(|_| !is_home).map(|tab| tab.label.clone())
        };
        let title = title.or_else(tab);
        // A header that can be pressed was said as the title. A button elsewhere that says the same is another.
        let is_header = |item: &SpokenItem| {
            let mut above = std::iter::successors(title_place, |place| tree.nodes[*place].parent);
            title.as_ref().is_some_and(|title| title.eq_ignore_ascii_case(&item.label))
                && (above.any(|place| place == item.node) || (title_place.is_none() && item.selected))
        };
        let items: Vec<SpokenItem> = items.into_iter().filter(|item| !is_header(item)).collect();
        let mut picture = written(texts, &items, screen, words);
        picture.retain(|text| !title.as_ref().is_some_and(|title| title.eq_ignore_ascii_case(text)));
        let of = |kind: Kind| items.iter().filter(move |item| item.kind == kind);
        let mut said = Self {
            app,
            is_over,
            content: content(&items, title.as_deref(), words),
            picture,
            fields: of(Kind::Field).map(|item| item.said(words)).collect(),
            actions: actions(&items, words),
            disabled: of(Kind::Disabled).map(|item| item.said(words)).collect(),
            unnamed: of(Kind::Unnamed).count(),
            title,
            language: language.to_owned(),
        };
        said.disabled.dedup();
        if items.is_empty() && said.picture.is_empty() {
            said.content = without_places(tree, words);
        }
        said
    }
}

/// The name of the launcher.
pub const HOME: &str = "Home screen";

/// Returns a name for an app from its package, if the package contains a suitable word.
pub fn app_name(package: &str) -> Option<String> {
    const NO_NAMES: &str = "com org net app apps android google mobile client main lite pro plus debug release beta prod \
                            dev free application ui sys system internal example gms plat agent";
    if package.contains("launcher") {
        return Some(HOME.to_owned());
    }
    let mut parts = package.rsplit('.').filter(|part| part.len() > 2 && part.chars().all(|c| c.is_ascii_alphabetic()));
    let name = parts.find(|part| !NO_NAMES.split_whitespace().any(|known| known == *part))?;
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect())
}

/// Returns what the screen says, each thing once. A label and the number below or beside it are one thing.
fn content(items: &[SpokenItem], title: Option<&str>, words: Wording<'_>) -> Vec<String> {
    let mut said: Vec<(String, Bounds)> = Vec::new();
    let is_title = |text: &str| title.is_some_and(|title| title.eq_ignore_ascii_case(text));
    for item in items.iter().filter(|item| item.is_content() || item.kind == Kind::Web || item.card().is_some()) {
        let text = item.card().map_or_else(|| item.said(words), str::to_owned);
        // The label of a field is told with the field.
        let is_label = item.kind == Kind::Text && items.iter().any(|one| one.kind == Kind::Field && one.label == text);
        // A row and its switch have the same text, and so have an icon and its caption.
        let repeats = |(known, at): &(String, Bounds)| {
            let same_line = at.top < item.bounds.bottom && item.bounds.top < at.bottom;
            (same_line || item.is_picture) && known.eq_ignore_ascii_case(&text)
        };
        if !is_title(&plain(&text)) && !is_label && !said.iter().rev().take(MOST_COMPARED).any(repeats) {
            said.push((text, item.bounds));
        }
    }
    with_values(&said)
}

/// Joins labels with their values.
fn with_values(said: &[(String, Bounds)]) -> Vec<String> {
    let mut joined = Vec::with_capacity(said.len());
    let mut rest = said;
    while let [one, others @ ..] = rest {
        let pair = others.first().filter(|other| belong_together(one, other));
        // A label has the value after it rather than the one before it.
        let has_own = |label| others.get(1).is_some_and(|next| is_value(&one.0) && belong_together(label, next));
        match pair.filter(|other| !has_own(other)) {
            Some(other) => {
                joined.push(format!("{} {}", one.0, other.0));
                rest = &others[1..];
            }
            None => {
                joined.push(one.0.clone());
                rest = others;
            }
        }
    }
    joined
}

/// How many items back a repetition is looked for.
const MOST_COMPARED: usize = 12;

/// Whether one text is the label of a value, right above, below or before it.
fn belong_together((first, at): &(String, Bounds), (second, below): &(String, Bounds)) -> bool {
    let (one, other) = (is_value(first), is_value(second));
    let label = if one { second } else { first };
    if one == other || count(label) > 5 || !has_words(label) {
        return false;
    }
    let height = (at.bottom - at.top).max(below.bottom - below.top);
    let (gap, aside) = (below.top.saturating_sub(at.bottom), below.left.saturating_sub(at.right));
    let in_column = at.left.abs_diff(below.left) <= 8 || at.centre().0.abs_diff(below.centre().0) <= 8;
    let in_row = at.top < below.centre().1 && below.centre().1 < at.bottom;
    (in_column && (-height / 4..=height).contains(&gap)) || (in_row && other && aside >= 0)
}

/// Returns what can be pressed. Equal names are said once, with how many there are.
fn actions(items: &[SpokenItem], words: Wording<'_>) -> Vec<String> {
    let mut buttons: Vec<&SpokenItem> = items.iter().filter(|item| item.kind == Kind::Button).collect();
    // Reading order, unless some will not be mentioned.
    if buttons.iter().map(|item| count(&item.label)).sum::<usize>() > speech::FOR_ACTIONS {
        buttons.sort_by_key(|item| item.rank);
    }
    let mut times: HashMap<String, usize> = HashMap::new();
    for item in &buttons {
        *times.entry(item.said(words).to_lowercase()).or_default() += 1;
    }
    let named = buttons.into_iter().filter_map(|item| {
        let said = item.said(words);
        let times = times.remove(&said.to_lowercase())?;
        Some(if times > 1 { words.say("times", &[("name", &said), ("count", &times.to_string())]) } else { said })
    });
    named.collect()
}

/// The texts of a screen whose elements have no places: some tools save a screen without them.
fn without_places(tree: &Tree, words: Wording<'_>) -> Vec<String> {
    let has_places = tree.nodes.iter().any(|node| !node.bounds.is_empty());
    let texts = tree.nodes.iter().filter(|_| !has_places).map(|node| node.label());
    let mut texts: Vec<String> = texts.filter(|text| is_speaking(text)).map(|text| words.shortened(text)).collect();
    texts.dedup();
    texts
}

/// The elements of a screen that have a purpose, by their index in [`Tree::nodes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreenParts {
    /// The title.
    pub title: Option<usize>,
    /// The field for a message, if the screen is for writing one.
    pub message_field: Option<usize>,
    /// The button that sends the message.
    pub send: Option<usize>,
}

/// Finds the title of a screen, and where a message is written and sent.
pub fn screen_parts(tree: &Tree, screen: (u32, u32)) -> ScreenParts {
    let title = title::place(tree, &heard(tree), screen, is_over(tree, screen));
    let (message_field, send) = message_parts(tree);
    ScreenParts { title, message_field, send }
}

/// The elements that a listener hears of: those of the window in front, without the keyboard and the phone's own bars.
fn heard(tree: &Tree) -> Vec<Element> {
    let mut elements = tree.elements();
    let front = tree.floating_window();
    let in_front = |element: &Element| front.is_none_or(|front| tree.window(element.node) == front);
    let keyboard = tree.keyboard_window();
    let is_key = |element: &Element| keyboard.is_some_and(|keyboard| tree.window(element.node) == keyboard);
    elements.retain(|element| in_front(element) && !is_key(element) && !tree.is_system_bar(element.node));
    elements
}

/// Returns the texts of the picture that are neither in the status bar nor the name of an element.
fn written(texts: &[ReadText], items: &[SpokenItem], screen: (u32, u32), words: Wording<'_>) -> Vec<String> {
    let bar = i64::from(screen.1) * STATUS_BAR / 100;
    let below = texts.iter().filter(|text| i64::from(text.bounds.bottom) > bar);
    let below = below.map(|text| words.shortened(&text.text));
    let is_new = |text: &String| !text.is_empty() && !items.iter().any(|item| item.label.eq_ignore_ascii_case(text));
    below.filter(is_new).collect()
}

/// Whether the window in front floats over something else, and asks.
fn is_over(tree: &Tree, screen: (u32, u32)) -> bool {
    let whole = i64::from(screen.0) * i64::from(screen.1);
    let is_window = |place: &usize| {
        let node = &tree.nodes[*place];
        node.parent.is_none() && !node.bounds.is_empty() && !tree.is_system_bar(*place)
    };
    let windows = (0..tree.nodes.len()).filter(is_window);
    // Without a dialog among several windows, the largest one is the screen.
    let front = tree.floating_window().or_else(|| windows.max_by_key(|place| tree.nodes[*place].bounds.area()));
    front.is_some_and(|front| tree.nodes[front].bounds.area() * 100 < whole * WHOLE)
}
