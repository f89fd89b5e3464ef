//! Describes a screen in words fit for speech: its title, its content in reading order, its controls.
//!
//! Pure: works from the screen's elements and, if they contain no text ([`says_nothing`]), from the text read in its
//! picture. At most [`MOST_WORDS`] words, no ids, no coordinates. Omitted items are counted, so the listener knows that
//! there is more. Secrets were masked before, in the tree and in the picture.

mod item;
#[cfg(test)]
mod tests;
mod title;

use std::collections::HashSet;

use device::Tree;
use device::tree::{Element, Role};

use self::item::{Kind, SpokenItem};
use crate::affordance::message_parts;
use crate::reader::ReadText;

/// The most words of a description: half a minute of speech.
pub const MOST_WORDS: usize = 60;
/// Words of one item before it is cut short.
const MOST_OF_ONE: usize = 14;
/// Words for the content; the rest is for the controls.
const FOR_CONTENT: usize = 36;
/// A window that covers less than this, in hundredths of the screen, floats over something else.
const WHOLE: i64 = 88;
/// The status bar, in hundredths of the screen's height: anything that ends above it belongs to the phone, not the
/// screen.
const STATUS_BAR: i64 = 4;

/// Whether the elements have no content to read: no text, no row, no switch. A button only says what can be done, and
/// an image description what the image is; the content is in the picture.
pub fn says_nothing(tree: &Tree) -> bool {
    let (elements, names) = (heard(tree), tree.names());
    let says = |element: &&Element| {
        element.role != Role::Image && SpokenItem::of(tree, &names, element).is_some_and(|it| it.says())
    };
    elements.iter().find(says).is_none()
}

/// Describes the screen. `app` is the name that people use for the app in front.
pub fn read_screen(tree: &Tree, screen: (u32, u32), app: Option<&str>) -> String {
    read_screen_with_texts(tree, &[], screen, app)
}

/// Describes the screen, including the text read in its picture.
pub fn read_screen_with_texts(tree: &Tree, texts: &[ReadText], screen: (u32, u32), app: Option<&str>) -> String {
    let app = app.map(shortened);
    let app = app.as_deref();
    let (elements, names) = (heard(tree), tree.names());
    let items: Vec<SpokenItem> = elements.iter().filter_map(|element| SpokenItem::of(tree, &names, element)).collect();
    let written = written(texts, &items, screen);
    if items.is_empty() && written.is_empty() {
        let whose = app.map(|app| format!(" {app} is in front.")).unwrap_or_default();
        return format!("Nothing can be read on this screen.{whose}");
    }
    let over = is_over(tree, screen);
    let title_place = title::place(tree, &elements, screen, over);
    let title = title_place.map(|place| shortened(tree.nodes[place].label()));
    let mut spoken = Spoken::default();
    spoken.sentence(&head(app, title.as_deref(), over));
    // A row and its switch have the same text, and so have an icon and its caption.
    let mut told: HashSet<String> = HashSet::new();
    let mut once = |said: &String| said.chars().count() > 1 && told.insert(said.to_lowercase());
    let is_title = |said: &String| title.as_ref().is_some_and(|title| title.eq_ignore_ascii_case(said));
    let content = items.iter().filter(|item| item.says()).map(SpokenItem::said);
    let content: Vec<String> = content.filter(|said| !is_title(said)).filter(&mut once).collect();
    let fields: Vec<String> = items.iter().filter(|item| item.kind == Kind::Field).map(SpokenItem::said).collect();
    // A header that can be pressed was said as the title. A button elsewhere that says the same is another.
    let is_header = |item: &SpokenItem| {
        let mut above = std::iter::successors(title_place, |place| tree.nodes[*place].parent);
        is_title(&item.label) && above.any(|place| place == item.node)
    };
    let named = items.iter().filter(|item| item.kind == Kind::Button && !item.label.is_empty() && !item.is_key());
    let named = named.filter(|item| !is_header(item));
    let mut named: Vec<&SpokenItem> = named.collect();
    // Reading order, unless some will not be mentioned.
    if named.iter().map(|item| count(&item.label)).sum::<usize>() > MOST_WORDS - FOR_CONTENT {
        named.sort_by_key(|item| item.rank);
    }
    let buttons: Vec<String> = named.into_iter().map(SpokenItem::said).filter(&mut once).collect();
    spoken.list("", &content, FOR_CONTENT);
    spoken.list("The picture says:", &written, FOR_CONTENT);
    spoken.list("You can write in", &fields, MOST_WORDS);
    spoken.list(if over { "You can choose" } else { "You can press" }, &buttons, MOST_WORDS);
    let nameless = items.iter().filter(|item| item.kind == Kind::Button && item.label.is_empty() && !item.ground);
    let nameless = nameless.count();
    match nameless {
        0 => {}
        1 => spoken.sentence("One button has no name"),
        count => spoken.sentence(&format!("{count} buttons have no name")),
    }
    spoken.text
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
fn written(texts: &[ReadText], items: &[SpokenItem], screen: (u32, u32)) -> Vec<String> {
    let bar = i64::from(screen.1) * STATUS_BAR / 100;
    let below = texts.iter().filter(|text| i64::from(text.bounds.bottom) > bar).map(|text| shortened(&text.text));
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

fn head(app: Option<&str>, title: Option<&str>, over: bool) -> String {
    let asks = title.is_some_and(|title| title.ends_with(['?', '？', '؟']));
    match (app, title) {
        (_, Some(title)) if over && asks => format!("A question: {title}"),
        (Some(app), Some(title)) if over => format!("{app} shows a window: {title}"),
        (None, Some(title)) if over => format!("A window: {title}"),
        (Some(app), Some(title)) if app.eq_ignore_ascii_case(title) => app.to_owned(),
        (Some(app), Some(title)) => format!("{app}: {title}"),
        (Some(app), None) => app.to_owned(),
        (None, Some(title)) => title.to_owned(),
        (None, None) => "A screen without a title".to_owned(),
    }
}

/// A label for speech: one line, limited in words, without final punctuation.
fn shortened(label: &str) -> String {
    let mut words = label.split_whitespace();
    let mut spoken: Vec<&str> = words.by_ref().take(MOST_OF_ONE).collect();
    if words.next().is_some() {
        spoken.push("and so on");
    }
    let spoken = spoken.join(" ");
    spoken.trim_end_matches(['.', ',', ':', ';', '。']).to_owned()
}

/// Sentences within the remaining words.
#[derive(Default)]
struct Spoken {
    text: String,
    words: usize,
}

impl Spoken {
    fn sentence(&mut self, sentence: &str) {
        let words = count(sentence);
        if self.words + words > MOST_WORDS {
            return;
        }
        self.words += words;
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(sentence);
        if !sentence.ends_with(['?', '!', '.', '？', '。', '؟']) {
            self.text.push('.');
        }
    }

    /// Speaks as many of these items as fit into `until` words from the beginning, and the number of those left out.
    fn list(&mut self, lead: &str, items: &[String], until: usize) {
        // "and 12 more" must still fit.
        const REST: usize = 3;
        let mut room = until.min(MOST_WORDS).saturating_sub(self.words + count(lead) + REST);
        let fitting = items.iter().take_while(|item| {
            let words = count(item);
            let fits = words <= room;
            room = room.saturating_sub(words);
            fits
        });
        let told: Vec<&str> = fitting.map(String::as_str).collect();
        if told.is_empty() {
            return;
        }
        let lead = if lead.is_empty() { String::new() } else { format!("{lead} ") };
        let left = items.len() - told.len();
        let rest = if left > 0 { format!("; and {left} more") } else { String::new() };
        self.sentence(&format!("{lead}{}{rest}", told.join("; ")));
    }
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}
