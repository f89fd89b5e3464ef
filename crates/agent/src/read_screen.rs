//! Describes a screen in words fit for speech: its title, its content in reading order, its controls.
//!
//! Pure: works from the screen's elements and, if they contain no text ([`says_nothing`]), from the text read in its
//! picture. At most [`MOST_WORDS`] words, no ids, no coordinates. Omitted items are counted, so the listener knows that
//! there is more. Secrets were masked before, in the tree and in the picture.

use device::Tree;
use device::tree::{Element, Node, Role};

use crate::reader::ReadText;

/// The most words of a description: half a minute of speech.
pub const MOST_WORDS: usize = 60;
/// Words of one item before it is cut short.
const MOST_OF_ONE: usize = 14;
/// Words for the content; the rest is for the controls.
const FOR_CONTENT: usize = 36;
/// A window that covers less than this, in hundredths of the screen, floats over something else.
const WHOLE: i64 = 88;
/// A text above this line, in hundredths of the screen's height, can be the title.
const HEADER: i64 = 22;

/// The status bar, in hundredths of the screen's height: anything that ends above it belongs to the phone, not the
/// screen.
const STATUS_BAR: i64 = 4;

/// Whether the elements have no content to read: no text, no row, no switch. A button only says what can be done, and
/// an image description what the image is; the content is in the picture.
pub fn says_nothing(tree: &Tree) -> bool {
    let elements = tree.elements();
    let says =
        |element: &&Element| element.role != Role::Image && SpokenItem::of(tree, element).is_some_and(|it| it.says());
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
    let elements = tree.elements();
    let items: Vec<SpokenItem> = elements.iter().filter_map(|element| SpokenItem::of(tree, element)).collect();
    let written = written(texts, &items, screen);
    if items.is_empty() && written.is_empty() {
        let whose = app.map(|app| format!(" {app} is in front.")).unwrap_or_default();
        return format!("Nothing can be read on this screen.{whose}");
    }
    let over = is_over(tree, screen);
    let title = title(tree, &elements, screen);
    let mut spoken = Spoken::default();
    spoken.sentence(&head(app, title.as_deref(), over));
    let is_said = |said: &String| title.as_deref() != Some(said.as_str()) && said.chars().count() > 1;
    let mut content: Vec<String> =
        items.iter().filter(|item| item.says()).map(SpokenItem::said).filter(is_said).collect();
    // A row and its switch have the same text.
    content.dedup();
    spoken.list("", &content, FOR_CONTENT);
    spoken.list("The picture says:", &written, FOR_CONTENT);
    let fields: Vec<String> = items.iter().filter(|item| item.kind == Kind::Field).map(SpokenItem::said).collect();
    spoken.list("You can write in", &fields, MOST_WORDS);
    let named = items.iter().filter(|item| item.kind == Kind::Button && !item.label.is_empty() && !item.is_key());
    let buttons: Vec<String> = named.map(SpokenItem::said).collect();
    spoken.list(if over { "You can choose" } else { "You can press" }, &buttons, MOST_WORDS);
    let nameless = items.iter().filter(|item| item.kind == Kind::Button && item.label.is_empty()).count();
    match nameless {
        0 => {}
        1 => spoken.sentence("One button has no name"),
        count => spoken.sentence(&format!("{count} buttons have no name")),
    }
    spoken.text
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
    let root = tree.nodes.iter().rfind(|node| node.parent.is_none() && !node.bounds.is_empty());
    root.is_some_and(|root| root.bounds.area() * 100 < whole * WHOLE)
}

/// Returns the screen's title: the first text at its top that cannot be pressed.
fn title(tree: &Tree, elements: &[Element], screen: (u32, u32)) -> Option<String> {
    let height = i64::from(screen.1).max(1);
    let top = |node: &Node| i64::from(node.bounds.centre().1) * 100 / height <= HEADER;
    let is_title = |element: &&Element| {
        let node = &tree.nodes[element.node];
        !node.is_interactive() && (top(node) || is_over(tree, screen)) && element.role == Role::Text
    };
    elements.iter().find(is_title).map(|element| shortened(&element.label))
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

/// The kind of an item, as a listener would name it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    /// A pressable item that says more than its name.
    Row,
    /// An item that is on or off.
    State(bool),
    Field,
    Button,
}

struct SpokenItem {
    kind: Kind,
    label: String,
    /// The content of a field.
    written: Option<String>,
}

impl SpokenItem {
    fn of(tree: &Tree, element: &Element) -> Option<Self> {
        let node = &tree.nodes[element.node];
        let switch = switch_of(tree, element.node);
        let kind = match element.role {
            Role::List | Role::Slider | Role::Group => return None,
            Role::Field => Kind::Field,
            // A switch that is part of a row was described with the row.
            Role::Switch | Role::Checkbox | Role::Radio if element.label.is_empty() => return None,
            Role::Switch | Role::Checkbox | Role::Radio => Kind::State(node.state.checked),
            _ if node.is_interactive() => match switch {
                Some(on) => Kind::State(on),
                None if element.label.contains(", ") || in_a_list(tree, element.node) => Kind::Row,
                None => Kind::Button,
            },
            _ => Kind::Text,
        };
        if kind != Kind::Button && kind != Kind::Field && element.label.is_empty() {
            return None;
        }
        if kind != Kind::Field {
            return Some(Self { kind, label: shortened(&element.label), written: None });
        }
        let written = match node.state.password {
            true => (!node.text.is_empty()).then(|| "hidden".to_owned()),
            false => Some(shortened(&node.text)).filter(|text| !text.is_empty()),
        };
        let name = node.description.trim();
        let label = if name.is_empty() { if node.state.password { "the password" } else { "the field" } } else { name };
        Some(Self { kind, label: shortened(label), written })
    }

    /// Whether the item is content, not a control.
    fn says(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Row | Kind::State(_))
    }

    /// Whether it is a key of a keyboard: nobody wants to hear them all.
    fn is_key(&self) -> bool {
        let first = self.label.split([',', ' ']).next().unwrap_or_default();
        first.chars().count() == 1
    }

    fn said(&self) -> String {
        match (self.kind, &self.written) {
            (Kind::State(on), _) => {
                let state = if on { "on" } else { "off" };
                // Some rows already say their state.
                let name = self.label.rsplit_once(", ").filter(|(_, last)| last.eq_ignore_ascii_case(state));
                format!("{} is {state}", name.map_or(self.label.as_str(), |(name, _)| name))
            }
            (Kind::Field, Some(written)) if *written != self.label => format!("{} (now: {written})", self.label),
            _ => self.label.clone(),
        }
    }
}

/// Returns whether the switch at the end of a row is on, if the row has one.
fn switch_of(tree: &Tree, place: usize) -> Option<bool> {
    let inside = tree.nodes[place + 1..].iter().take_while(|node| node.parent.is_some_and(|parent| parent >= place));
    inside.take(16).find(|node| node.state.checkable).map(|node| node.state.checked)
}

fn in_a_list(tree: &Tree, place: usize) -> bool {
    let above = |place: &usize| tree.nodes[*place].parent.filter(|parent| parent < place);
    std::iter::successors(above(&place), above).any(|above| tree.nodes[above].role() == Role::List)
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

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: (u32, u32) = (400, 800);

    fn check(nodes: &str, app: Option<&str>, expected: &str) {
        let dump = format!(r#"<hierarchy rotation="0">{nodes}</hierarchy>"#);
        let tree = device::tree::parse(&dump).unwrap();
        let spoken = read_screen(&tree, SCREEN, app);
        assert_eq!(spoken, expected);
        assert!(count(&spoken) <= MOST_WORDS, "{} words: {spoken}", count(&spoken));
    }

    fn node(class: &str, text: &str, more: &str, bounds: &str, inside: &str) -> String {
        format!(
            r#"<node class="android.widget.{class}" text="{text}" enabled="true" {more} bounds="{bounds}">{inside}</node>"#
        )
    }

    #[test]
    fn a_dialog_is_a_question_with_its_choices() {
        let title = node("TextView", "Delete 12 photos?", "", "[60,300][340,340]", "");
        let message = node("TextView", "This cannot be undone.", "", "[60,340][340,380]", "");
        let cancel = node("Button", "Cancel", r#"clickable="true""#, "[60,400][150,440]", "");
        let delete = node("Button", "Delete", r#"clickable="true""#, "[200,400][300,440]", "");
        let card = node("FrameLayout", "", "", "[50,290][350,450]", &[title, message, cancel, delete].concat());
        let expected = "A question: Delete 12 photos? This cannot be undone. You can choose Cancel; Delete.";
        check(&card, Some("Photos"), expected);
    }

    #[test]
    fn what_is_on_or_off_says_so_and_fields_say_what_stands_in_them() {
        let title = node("TextView", "Internet", "", "[10,40][200,80]", "");
        let switch =
            node("Switch", "", r#"clickable="true" checkable="true" checked="true""#, "[300,110][380,150]", "");
        let label = node("TextView", "Wi-Fi", "", "[10,110][200,150]", "");
        let row = node("LinearLayout", "", r#"clickable="true""#, "[0,100][400,160]", &[label, switch].concat());
        let field = node("EditText", "hello", r#"content-desc="Message" clickable="true""#, "[0,700][300,760]", "");
        let secret = node("EditText", "1234", r#"password="true" clickable="true""#, "[0,600][300,660]", "");
        let icon = node("ImageButton", "", r#"clickable="true""#, "[320,700][390,760]", "");
        let all = node("FrameLayout", "", "", "[0,0][400,800]", &[title, row, secret, field, icon].concat());
        let expected = "Settings: Internet. Wi-Fi is on. You can write in the password (now: hidden); Message (now: hello). One button has no name.";
        check(&all, Some("Settings"), expected);
    }

    #[test]
    fn a_screen_of_nothing_says_so() {
        check("", None, "Nothing can be read on this screen.");
        check("", Some("Maps"), "Nothing can be read on this screen. Maps is in front.");
    }

    #[test]
    fn where_the_elements_say_nothing_the_picture_does() {
        let text = |text: &str, top| {
            let bounds = device::tree::Bounds { left: 10, top, right: 200, bottom: top + 20 };
            ReadText { text: text.to_owned(), bounds }
        };
        // The status bar's clock is not part of the screen, and the button already has its name.
        let texts = [text("9:41", 2), text("PLATFORM 4", 200), text("Next train 10 min.", 240), text("SHUTTER", 700)];
        let check = |nodes: &str, silent: bool, expected: &str| {
            let whole = node("FrameLayout", "", "", "[0,0][400,800]", nodes);
            let tree = device::tree::parse(&format!(r#"<hierarchy rotation="0">{whole}</hierarchy>"#)).unwrap();
            assert_eq!(says_nothing(&tree), silent, "{nodes}");
            assert_eq!(read_screen_with_texts(&tree, &texts, SCREEN, Some("Camera")), expected);
        };
        let finder = node("ImageView", "", r#"content-desc="Viewfinder""#, "[0,100][400,600]", "");
        let shutter = node("Button", "Shutter", r#"clickable="true""#, "[100,680][300,740]", "");
        let expected = "Camera. Viewfinder. The picture says: PLATFORM 4; Next train 10 min. You can press Shutter.";
        check(&[finder, shutter].concat(), true, expected);
        check("", true, "Camera. The picture says: PLATFORM 4; Next train 10 min; SHUTTER.");
        let words = node("TextView", "Hold still", "", "[0,400][400,440]", "");
        let expected = "Camera. Hold still. The picture says: PLATFORM 4; Next train 10 min; SHUTTER.";
        check(&words, false, expected);
    }

    #[test]
    fn a_long_list_is_cut_and_counted() {
        let rows: String = (0..200)
            .map(|row| {
                let text = format!("Row number {row} with some more words in it");
                node("TextView", &text, r#"clickable="true""#, "[0,100][400,160]", "")
            })
            .collect();
        let list = node("ListView", "", r#"scrollable="true""#, "[0,80][400,800]", &rows);
        let dump =
            format!(r#"<hierarchy rotation="0">{}</hierarchy>"#, node("FrameLayout", "", "", "[0,0][400,800]", &list));
        let spoken = read_screen(&device::tree::parse(&dump).unwrap(), SCREEN, Some("Mail"));
        assert!(spoken.contains("and 197 more") && count(&spoken) <= MOST_WORDS, "{spoken}");
    }

    #[test]
    fn no_screen_is_longer_than_can_be_listened_to() {
        let long = "word ".repeat(5_000);
        let text = node("TextView", &long, "", "[0,100][400,160]", "");
        let button = node("Button", &long, r#"clickable="true""#, "[0,200][400,260]", "");
        let all = node("FrameLayout", "", "", "[0,0][400,800]", &[text.repeat(50), button.repeat(50)].concat());
        let tree = device::tree::parse(&format!(r#"<hierarchy rotation="0">{all}</hierarchy>"#)).unwrap();
        let spoken = read_screen(&tree, SCREEN, Some(&long));
        assert!(count(&spoken) <= MOST_WORDS, "{} words", count(&spoken));
    }
}
