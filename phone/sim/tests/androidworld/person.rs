//! A person at the screen: sees what the accessibility tree shows, taps, holds, swipes, types. Sends only commands of
//! fingers and keys.

use super::host::Host;

/// A person who uses the phone.
pub(crate) struct Person<'a> {
    host: &'a Host,
}

/// The duration of a reader's swipe over two thirds of a list. After the release the list glides on for another ninth
/// (325 ms at that speed), so that consecutive pages overlap. In 400 ms the swipe would move 1.2 pages, and the rows
/// between two looks would be missed.
const UNHURRIED_MS: u32 = 2000;

/// An element on the screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Element {
    pub(crate) text: String,
    pub(crate) description: String,
    pub(crate) hint: String,
    pub(crate) id: String,
    pub(crate) class: String,
    pub(crate) checked: bool,
    pub(crate) scrollable: bool,
    /// Left, top, right, bottom.
    pub(crate) bounds: [i32; 4],
}

impl Element {
    /// Whether a person would call it this: by its text, its description or its hint.
    pub(crate) fn is(&self, label: &str) -> bool {
        self.text == label || self.description == label || (self.text.is_empty() && self.hint == label)
    }

    /// Returns its centre.
    pub(crate) fn middle(&self) -> (i32, i32) {
        let [left, top, right, bottom] = self.bounds;
        (i32::midpoint(left, right), i32::midpoint(top, bottom))
    }
}

impl<'a> Person<'a> {
    pub(crate) fn new(host: &'a Host) -> Self {
        Self { host }
    }

    /// Returns all elements on the screen, in the order of the tree.
    pub(crate) fn look(&self) -> Vec<Element> {
        let xml = self.host.shell("uiautomator dump /dev/tty");
        xml.split("<node ").skip(1).map(|node| element(node.split('>').next().unwrap_or_default())).collect()
    }

    /// Returns the texts on the screen from top to bottom.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.look().into_iter().map(|element| element.text).filter(|text| !text.is_empty()).collect()
    }

    /// Whether an element has this label.
    pub(crate) fn sees(&self, label: &str) -> bool {
        self.look().iter().any(|element| element.is(label))
    }

    /// Finds the element with this label; the last of several, since the topmost comes last.
    pub(crate) fn find(&self, label: &str) -> Element {
        let seen = self.look();
        seen.iter().rev().find(|element| element.is(label)).cloned().unwrap_or_else(|| {
            let names: Vec<String> = seen
                .iter()
                .map(|element| format!("{}{}", element.text, element.description))
                .filter(|name| !name.is_empty())
                .collect();
            panic!("there is no `{label}` on the screen of {}: {names:?}", self.host.front())
        })
    }

    /// Finds the first element whose resource id ends with `id`.
    pub(crate) fn find_id(&self, id: &str) -> Element {
        let wanted = format!(":id/{id}");
        let seen = self.look();
        let found = seen.iter().find(|element| element.id.ends_with(&wanted)).cloned();
        found.unwrap_or_else(|| panic!("nothing has the id {id} on the screen of {}", self.host.front()))
    }

    /// Taps the element with this label.
    pub(crate) fn tap(&self, label: &str) {
        self.tap_on(&self.find(label));
    }

    /// Taps an element.
    pub(crate) fn tap_on(&self, element: &Element) {
        let (x, y) = element.middle();
        self.tap_at(x, y);
    }

    /// Taps a point.
    pub(crate) fn tap_at(&self, x: i32, y: i32) {
        self.host.shell(&format!("input tap {x} {y}"));
    }

    /// Holds the element with this label.
    pub(crate) fn hold(&self, label: &str) {
        self.hold_on(&self.find(label));
    }

    /// Holds an element.
    pub(crate) fn hold_on(&self, element: &Element) {
        let (x, y) = element.middle();
        self.host.shell(&format!("input swipe {x} {y} {x} {y} 1000"));
    }

    /// Swipes from one point to another, and waits until the list has come to rest.
    pub(crate) fn swipe(&self, from: (i32, i32), to: (i32, i32), ms: u32) {
        self.host.shell(&format!("input swipe {} {} {} {} {ms}", from.0, from.1, to.0, to.1));
        self.wait(2000);
    }

    /// Drags from one point to another and pauses before the release, so that nothing glides on.
    pub(crate) fn drag(&self, from: (i32, i32), to: (i32, i32)) {
        for (action, (x, y)) in [("DOWN", from), ("MOVE", to), ("UP", to)] {
            self.host.shell(&format!("input motionevent {action} {x} {y}"));
            self.wait(500);
        }
    }

    /// Swipes up until an element has this label, and returns it. Fails when nothing moves any more.
    pub(crate) fn scroll_to(&self, label: &str) -> Element {
        for _ in 0..60 {
            let seen = self.look();
            if let Some(found) = seen.iter().rev().find(|element| element.is(label)) {
                return found.clone();
            }
            let Some(list) = seen.iter().rev().find(|element| element.scrollable) else { break };
            let (x, y) = list.middle();
            let reach = (list.bounds[3] - list.bounds[1]) / 3;
            let before: Vec<_> = seen.iter().map(|element| (element.text.clone(), element.bounds)).collect();
            self.swipe((x, y + reach), (x, y - reach), UNHURRIED_MS);
            if self.look().iter().map(|element| (element.text.clone(), element.bounds)).eq(before) {
                break;
            }
        }
        self.find(label)
    }

    /// Swipes until the element is visible, and taps it.
    pub(crate) fn scroll_and_tap(&self, label: &str) {
        let found = self.scroll_to(label);
        self.tap_on(&found);
    }

    /// Types at the caret.
    pub(crate) fn type_text(&self, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.key("KEYCODE_ENTER");
            }
            if !line.is_empty() {
                let quoted = line.replace('\'', "'\"'\"'").replace(' ', "%s");
                self.host.shell(&format!("input text '{quoted}'"));
            }
        }
    }

    /// Taps the field with this label, and types.
    pub(crate) fn type_into(&self, label: &str, text: &str) {
        self.tap(label);
        self.type_text(text);
    }

    /// Presses a key, such as `KEYCODE_BACK`.
    pub(crate) fn key(&self, key: &str) {
        self.host.shell(&format!("input keyevent {key}"));
    }

    /// Selects and deletes everything in the focused field.
    pub(crate) fn clear_field(&self) {
        self.host.shell("input keycombination 113 29");
        self.key("KEYCODE_DEL");
    }

    pub(crate) fn back(&self) {
        self.key("KEYCODE_BACK");
    }

    pub(crate) fn home(&self) {
        self.key("KEYCODE_HOME");
    }

    /// Opens an app from the home screen: all apps, then its icon.
    pub(crate) fn open(&self, app: &str) {
        self.home();
        self.swipe((540, 1900), (540, 600), 200);
        self.scroll_and_tap(app);
    }

    /// Waits.
    pub(crate) fn wait(&self, ms: i64) {
        self.host.pass(ms);
    }
}

/// Parses an element from the attributes of its node.
fn element(attributes: &str) -> Element {
    let value = |name: &str| {
        let found =
            attributes.split_once(&format!(" {name}=\"")).or_else(|| attributes.split_once(&format!("{name}=\"")));
        found.map_or_else(String::new, |(_, rest)| unescape(rest.split('"').next().unwrap_or_default()))
    };
    let mut bounds = [0; 4];
    for (edge, number) in
        bounds.iter_mut().zip(value("bounds").split(['[', ']', ',']).filter_map(|edge| edge.parse().ok()))
    {
        *edge = number;
    }
    Element {
        text: value("text"),
        description: value("content-desc"),
        hint: value("hint"),
        id: value("resource-id"),
        class: value("class"),
        checked: value("checked") == "true",
        scrollable: value("scrollable") == "true",
        bounds,
    }
}

fn unescape(text: &str) -> String {
    let named = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    named.replace("&#10;", "\n").replace("&#39;", "'").replace("&amp;", "&")
}
