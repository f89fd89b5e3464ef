//! One item of a spoken screen: its kind, and its words.

use std::collections::HashMap;

use device::Tree;
use device::tree::{Bounds, Element, NameSource, Names, Node, Role, is_speaking};

use super::wording::{Wording, count, describes_picture, has_words, is_value, plain};
use crate::affordance::is_hint;

/// A name has at most so many words.
const MOST_OF_NAME: usize = 14;
/// The label above a field has at most so many words.
const MOST_OF_LABEL: usize = 6;
/// So many controls of one size in a row or a column are rows of a list.
const MANY: usize = 3;
/// So many buttons with one letter each are a keyboard.
const KEYS: usize = 8;
/// How many parts of an element are looked at.
const MOST_INSIDE: usize = 24;
/// A lower line of text is cut off by the edge of its list, in thousandths of the screen's height.
const CLIPPED: i64 = 5;

/// The kind of an item, as a listener would name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// A pressable item that says more than its name, or one of many alike.
    Row,
    /// An item that is on or off.
    State(bool),
    Field,
    Button,
    /// A button that cannot be pressed now.
    Disabled,
    /// A pressable item without a name. It may be near a text.
    Unnamed,
    /// A web page that tells nothing about its content.
    Web,
}

pub(super) struct SpokenItem {
    /// Its index in [`Tree::nodes`].
    pub(super) node: usize,
    pub(super) kind: Kind,
    pub(super) label: String,
    pub(super) bounds: Bounds,
    /// The content of a field, or the texts on a card that has a name of its own.
    more: Option<String>,
    /// Whether it is the selected one of several tabs.
    pub(super) selected: bool,
    /// Whether it is the description of a picture.
    pub(super) is_picture: bool,
    /// How late a button is mentioned: first those with words on them, then icons, then guessed names, then the
    /// buttons that every row has.
    pub(super) rank: u8,
}

/// The items of a screen in reading order.
pub(super) fn items(
    tree: &Tree,
    names: &Names,
    elements: &[Element],
    screen: (u32, u32),
    words: Wording<'_>,
) -> Vec<SpokenItem> {
    let alike = Alike::of(tree, elements);
    let mut items: Vec<SpokenItem> =
        elements.iter().filter_map(|element| SpokenItem::of(tree, names, element, &alike, words)).collect();
    let least = i64::from(screen.1) * CLIPPED / 1_000;
    items.retain(|item| {
        let is_clipped = item.kind == Kind::Text && i64::from(item.bounds.bottom - item.bounds.top) < least;
        !is_clipped && !item.is_mark()
    });
    // A listener does not need every key of a keyboard.
    if items.iter().filter(|item| item.is_letter()).count() >= KEYS {
        let first = items.iter_mut().find(|item| item.is_letter());
        first.into_iter().for_each(|key| {
            (key.kind, key.label, key.rank) = (Kind::Button, words.say("keys", &[]), 0);
        });
        items.retain(|item| !item.is_letter());
    }
    items
}

impl SpokenItem {
    fn of(tree: &Tree, names: &Names, element: &Element, alike: &Alike, words: Wording<'_>) -> Option<Self> {
        let node = &tree.nodes[element.node];
        if element.role == Role::Field {
            return Some(Self::field(names, element, node, words));
        }
        let kind = kind(tree, element, alike)?;
        let window = tree.nodes[tree.window(element.node)].bounds;
        let is_ground = node.bounds.area() * 2 >= window.area();
        match kind {
            // A map, a film, the dark around a sheet; a frame around something with a name.
            Kind::Unnamed if is_ground || has_inside(tree, element.node) => return None,
            // A row whose text is beyond the edge of its list.
            Kind::Unnamed if is_cut_off(tree, element.node) => return None,
            // An app may describe its pictures as pictures.
            Kind::Text if element.role == Role::Image && describes_picture(&element.label) => return None,
            // The description of a page is not part of its content.
            Kind::Text if is_ground && !is_speaking(&node.text) && has_inside(tree, element.node) => return None,
            Kind::Unnamed | Kind::Web => {}
            _ if element.label.is_empty() => return None,
            _ => {}
        }
        let label = match kind {
            Kind::Button | Kind::Disabled => words.action(spoken_label(node, &element.label)),
            _ => words.long(spoken_label(node, &element.label)),
        };
        let more = (matches!(kind, Kind::Button | Kind::Row) && element.source == NameSource::Own)
            .then(|| inside(tree, element.node, &element.label, words));
        Some(Self {
            node: element.node,
            kind,
            label,
            bounds: node.bounds,
            more: more.flatten(),
            selected: !is_value(&element.label) && is_selected(tree, element.node),
            is_picture: element.role == Role::Image,
            rank: rank(node, element) + if alike.is_one_of_many(tree, element.node) { 4 } else { 0 },
        })
    }

    fn field(names: &Names, element: &Element, node: &Node, words: Wording<'_>) -> Self {
        let is_hint = node.shows_hint() || is_hint(&node.text) || is_placeholder(node);
        let written = match node.state.password {
            true => (!node.text.is_empty() && !is_hint).then(|| words.say("hidden", &[])),
            false => Some(words.shortened(&node.text)).filter(|text| !text.is_empty() && !is_hint),
        };
        let unknown = match node.state.password {
            true => "password",
            false if node.resource_id.contains("search") => "search field",
            false => "field",
        };
        let unknown = words.say(unknown, &[]);
        // The label of an empty field is its name; that of a field with content is the content.
        let name = if written.is_some() { "" } else { element.label.as_str() };
        let (beside, in_row) = names.field_label(element.node).unwrap_or_default();
        // The text above a field may be the page's heading, so a visible hint is more specific.
        let (row, above) = if in_row { (beside, "") } else { ("", beside) };
        let above = if count(above) > MOST_OF_LABEL { "" } else { above };
        let own = match written.is_some() {
            true => [node.description.as_str(), row, above, node.hint.as_str(), name],
            false => [node.description.as_str(), row, node.hint.as_str(), name, above],
        };
        let label = own.into_iter().map(str::trim).find(|name| is_speaking(name)).unwrap_or(&unknown);
        let (node, kind, bounds) = (element.node, Kind::Field, node.bounds);
        Self {
            node,
            kind,
            label: words.shortened(label),
            bounds,
            more: written,
            selected: false,
            is_picture: false,
            rank: 0,
        }
    }

    /// Whether the item is content, not a control.
    pub(super) fn is_content(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Row | Kind::State(_))
    }

    /// Whether it shows a single letter or sign, as a key does: "2" or "2, ABC".
    fn is_letter(&self) -> bool {
        let first = self.label.split(',').next().unwrap_or_default();
        matches!(self.kind, Kind::Row | Kind::Button) && first.chars().count() == 1 && self.label.chars().count() < 8
    }

    /// Whether it is a lone letter or sign that means nothing by itself: the placeholder for a person without a
    /// picture.
    fn is_mark(&self) -> bool {
        let mut letters = self.label.chars();
        let (first, alone) = (letters.next(), letters.next().is_none());
        // A Chinese character is a word, and an emoji may be the name of a button.
        let means = |first: char| first.is_numeric() || first >= '\u{2600}';
        match self.kind {
            Kind::Text | Kind::Row => alone && first.is_some_and(|first| !means(first)),
            Kind::Button => {
                alone && first.is_some_and(|first| !means(first) && !first.is_alphabetic() && !first.is_ascii())
            }
            _ => false,
        }
    }

    /// The texts on a card that has a name of its own.
    pub(super) fn card(&self) -> Option<&str> {
        self.more.as_deref().filter(|_| matches!(self.kind, Kind::Button | Kind::Row))
    }

    pub(super) fn said(&self, words: Wording<'_>) -> String {
        let said = match (self.kind, &self.more) {
            (Kind::State(on), _) => {
                let state = if on { "switched on" } else { "switched off" };
                // Some rows already say their state.
                let is_state = |text: &str| planner::names_of(state).any(|name| name == text.to_lowercase());
                let name = self.label.rsplit_once(", ").filter(|(_, last)| is_state(last));
                words.say(state, &[("name", name.map_or(self.label.as_str(), |(name, _)| name))])
            }
            (Kind::Field, Some(written)) if *written != self.label => {
                words.say("field with", &[("name", &self.label), ("text", written)])
            }
            (Kind::Web, _) => words.say("web page", &[]),
            _ => self.label.clone(),
        };
        if self.selected { words.say("selected", &[("name", &said)]) } else { said }
    }
}

/// Classifies an element for a listener; `None` if it is only a frame.
fn kind(tree: &Tree, element: &Element, alike: &Alike) -> Option<Kind> {
    let node = &tree.nodes[element.node];
    let is_button = element.role == Role::Button || node.state.clickable;
    Some(match element.role {
        Role::List | Role::Group => return None,
        _ if node.class.contains("WebView") && node.is_interactive() => {
            return (!has_inside(tree, element.node)).then_some(Kind::Web);
        }
        // The name of a slider is said, its bare value is not.
        Role::Slider if !element.label.contains(char::is_alphabetic) => return None,
        Role::Slider => Kind::Text,
        // A switch that is part of a row was described with the row.
        Role::Switch | Role::Checkbox | Role::Radio if element.label.is_empty() => return None,
        Role::Switch | Role::Checkbox | Role::Radio => Kind::State(node.state.checked),
        _ if !node.is_interactive() && is_button && !node.state.enabled => Kind::Disabled,
        _ if !node.is_interactive() => Kind::Text,
        _ if element.label.is_empty() || element.source == NameSource::Near => Kind::Unnamed,
        _ => match switch_of(tree, element.node) {
            Some(on) => Kind::State(on),
            None if element.source.is_guess() => Kind::Button,
            // A long text that can be pressed is read, not pressed.
            None if count(&element.label) > MOST_OF_NAME => Kind::Row,
            // A number that can be pressed is a number.
            None if is_value(&element.label) && element.label.chars().count() > 1 => Kind::Row,
            // A control that every row offers is not a row.
            None if node.class.contains("Button") || alike.is_repeated(&element.label) => Kind::Button,
            None if is_row(tree, element, alike) => Kind::Row,
            None => Kind::Button,
        },
    })
}

/// Whether a pressable element is an entry of a list, or a card with several texts.
fn is_row(tree: &Tree, element: &Element, alike: &Alike) -> bool {
    let is_card = element.source == NameSource::Inside && element.label.contains(", ") && count(&element.label) > 4;
    let list = list_of(tree, element.node);
    let is_collection = |list: usize| {
        let class = &tree.nodes[list].class;
        ["ListView", "RecyclerView", "GridView"].iter().any(|kind| class.contains(kind))
    };
    is_card || list.is_some_and(is_collection) || (list.is_some() && alike.is_one_of_many(tree, element.node))
}

/// A column or a row of a list, by its edge and the size of its content.
#[derive(PartialEq, Eq, Hash)]
struct Line {
    list: usize,
    is_column: bool,
    edge: i32,
    size: (i32, i32),
}

/// How many pressable elements of a list have the same size and edge, and how many the same name.
struct Alike {
    places: HashMap<Line, usize>,
    labels: HashMap<String, usize>,
}

impl Alike {
    fn of(tree: &Tree, elements: &[Element]) -> Self {
        let (mut places, mut labels) = (HashMap::new(), HashMap::new());
        for element in elements.iter().filter(|element| tree.nodes[element.node].is_interactive()) {
            for line in lines(tree, element.node).into_iter().flatten() {
                *places.entry(line).or_default() += 1;
            }
            *labels.entry(element.label.to_lowercase()).or_default() += 1;
        }
        Self { places, labels }
    }

    fn is_repeated(&self, label: &str) -> bool {
        self.labels.get(&label.to_lowercase()).is_some_and(|count| *count >= MANY)
    }

    fn is_one_of_many(&self, tree: &Tree, place: usize) -> bool {
        lines(tree, place).into_iter().flatten().any(|line| self.places.get(&line).is_some_and(|count| *count >= MANY))
    }
}

/// The column and the row of its list that an element is in.
fn lines(tree: &Tree, place: usize) -> Option<[Line; 2]> {
    let list = list_of(tree, place)?;
    let Bounds { left, top, right, bottom } = tree.nodes[place].bounds;
    // A few pixels of rounding make no difference.
    let step = |pixels: i32| pixels / 8;
    let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
    let column = Line { list, is_column: true, edge: step(left), size: (step(width), 0) };
    let row = Line { list, is_column: false, edge: step(top), size: (step(width), step(height)) };
    Some([column, row])
}

/// The spoken label of an element with a text and a description: the more informative one.
fn spoken_label<'e>(node: &'e Node, label: &'e str) -> &'e str {
    let (text, description) = (node.text.trim(), node.description.trim());
    if !is_speaking(text) || !is_speaking(description) || label != text || count(description) > 10 {
        return label;
    }
    let abbreviates = text.chars().count() <= 4 && text == text.to_uppercase() && has_words(text) && !is_value(text);
    let says_more = description.to_lowercase().contains(&text.to_lowercase());
    if says_more || abbreviates { description } else { label }
}

/// Whether the text of a field is its placeholder: the word of its id or its description, or an ending that no person
/// types.
fn is_placeholder(node: &Node) -> bool {
    let text = plain(&node.text).trim_end_matches([':', '*', '.', '…']).trim().to_lowercase();
    let id = node.resource_id.rsplit('/').next().unwrap_or_default().to_lowercase();
    let is_of_id = id.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == text);
    let described = node.description.to_lowercase();
    let is_described = !described.is_empty() && text.ends_with(described.trim()) && count(&text) > 1;
    !text.is_empty() && (is_of_id || is_described || node.text.ends_with('\u{a0}'))
}

/// The texts on a card that its own label does not tell, at least two.
fn inside(tree: &Tree, place: usize, label: &str, words: Wording<'_>) -> Option<String> {
    let label = label.to_lowercase();
    let parts = (place + 1..tree.nodes.len()).take_while(|at| tree.nodes[*at].parent.is_some_and(|up| up >= place));
    let texts = parts.take(MOST_INSIDE).map(|at| &tree.nodes[at]).filter(|part| !part.is_interactive());
    let texts = texts.map(|part| part.text.trim()).filter(|text| is_speaking(text));
    let texts: Vec<&str> = texts.filter(|text| !label.contains(&text.to_lowercase())).collect();
    (texts.len() > 1).then(|| words.shortened(&texts.join(", ")))
}

fn has_inside(tree: &Tree, place: usize) -> bool {
    let parts = (place + 1..tree.nodes.len()).take_while(|at| tree.nodes[*at].parent.is_some_and(|up| up >= place));
    parts.take(MOST_INSIDE).any(|at| is_speaking(tree.nodes[at].label()))
}

/// Whether an element ends where its list ends.
fn is_cut_off(tree: &Tree, place: usize) -> bool {
    let (own, list) = (tree.nodes[place].bounds, list_of(tree, place).map(|list| tree.nodes[list].bounds));
    list.is_some_and(|list| own.top <= list.top || own.bottom >= list.bottom)
}

/// Whether an element is selected, or is all that a selected tab shows.
fn is_selected(tree: &Tree, place: usize) -> bool {
    let node = &tree.nodes[place];
    let is_tab = |at: usize| tree.nodes[at].state.selected && tree.nodes[at].role() != Role::List;
    let above = node.parent.filter(|above| *above < place);
    is_tab(place) || above.is_some_and(|above| is_tab(above) && tree.nodes[above].is_interactive())
}

fn rank(node: &Node, element: &Element) -> u8 {
    match element.source {
        source if source.is_guess() => 2,
        NameSource::Own if !is_speaking(&node.text) => 1,
        _ => 0,
    }
}

/// Returns whether the switch at the end of a row is on, if the row has one.
fn switch_of(tree: &Tree, place: usize) -> Option<bool> {
    let inside = tree.nodes[place + 1..].iter().take_while(|node| node.parent.is_some_and(|parent| parent >= place));
    inside.take(16).find(|node| node.state.checkable).map(|node| node.state.checked)
}

/// Returns the innermost list around a node.
pub(super) fn list_of(tree: &Tree, place: usize) -> Option<usize> {
    let above = |place: &usize| tree.nodes[*place].parent.filter(|parent| parent < place);
    std::iter::successors(above(&place), above).find(|above| tree.nodes[*above].role() == Role::List)
}

pub(super) fn in_a_list(tree: &Tree, place: usize) -> bool {
    list_of(tree, place).is_some()
}
