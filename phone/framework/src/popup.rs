//! A question made on purpose: any dialog, sheet or screen that an app could show, as data.
//!
//! Made by the control service, for tests and evaluation. What is pressed in it is kept by [`Phone::pop_up`]'s
//! phone until that is reset; whether a press counts as a deed is the maker's to say. It never reaches an app.

#[cfg(test)]
mod tests;
mod view;

use serde::{Deserialize, Serialize};

use super::Phone;
use toolkit::{Event, chrome};

/// The key of its window.
pub(super) const KEY: &str = "popup";
/// The event of an element that is pressed; its value is the element's number.
pub(super) const PRESS: &str = "popup";
/// The event of a field whose text changed.
const TEXT: &str = "popup_text";
/// The event of a field in which Enter was pressed.
const SUBMIT: &str = "popup_submit";

/// How many elements there may be, those of further questions among them.
const MOST_ELEMENTS: usize = 2_000;
/// How deep they may be nested, further questions counted too.
const DEEPEST: usize = 24;
/// The longest text of one of them, in bytes.
const LONGEST_TEXT: usize = 64 << 10;
/// How many presses are kept; the oldest go first.
const MOST_PRESSES: usize = 1_000;

/// Something that pops up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PopUp {
    /// Whose it is.
    pub package: String,
    /// What it looks like.
    pub layout: Layout,
    /// What it is about.
    pub title: String,
    /// What it says.
    pub message: String,
    /// Elements below each other, under the message.
    pub items: Vec<Item>,
    /// Its answers, from left to right.
    pub buttons: Vec<Button>,
}

/// What it looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// A card over the screen, with the ids of Android's dialogs.
    #[default]
    Dialog,
    /// A card without title and ids: title and message are texts like any other.
    Bare,
    /// A card at the bottom of the screen, its answers below each other.
    Sheet,
    /// A whole activity, without the ids of dialogs.
    Screen,
}

/// An answer: its text, or an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a button is a text or an element; an element's fields are those of `items`")]
pub enum Button {
    /// A button with this text.
    Text(String),
    /// An element.
    Item(Item),
}

/// An element.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Item {
    /// Its text.
    pub text: String,
    /// What accessibility says of it instead.
    pub description: String,
    /// Its resource id, whole (`com.shop:id/pay`) or only its name.
    pub resource_id: String,
    /// What it is; by default what its other fields make it.
    pub class: Option<Class>,
    /// Whether it can be pressed; by default buttons and what can be ticked.
    pub clickable: Option<bool>,
    /// Whether it is ticked, where it can be.
    pub checked: Option<bool>,
    /// What makes it a field for text.
    pub field: Option<Field>,
    /// Whether what is inside scrolls.
    pub scrollable: bool,
    /// Whether a key would press it from the start.
    pub focused: bool,
    /// Elements inside.
    pub inside: Vec<Item>,
    /// Where it lies, in dp from the window's corner: left, top, right, bottom. It lies over what is there.
    pub bounds: Option<[f32; 4]>,
    /// What pops up when it is pressed.
    pub then: Option<Box<PopUp>>,
    /// Whether a press leaves the question open.
    pub stays: bool,
    /// Whether a press does something that lasts; by default all but those that lead to a further question.
    pub deed: Option<bool>,
}

/// What makes an element a field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// What stands there while it is empty.
    pub hint: String,
    /// Whether its text is hidden.
    pub password: bool,
    /// Whether Enter presses it.
    pub submits: bool,
}

/// The classes that accessibility can report of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names of Android's classes")]
pub enum Class {
    Button,
    TextView,
    ImageView,
    ImageButton,
    CheckBox,
    Switch,
    RadioButton,
    View,
    LinearLayout,
    FrameLayout,
}

/// What was pressed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Press {
    /// The title, or where there is none the message.
    pub title: String,
    /// What the element says, or its id, or its number.
    pub pressed: String,
    /// Whether it is something that lasts.
    #[serde(skip)]
    pub(super) deed: bool,
}

impl Default for PopUp {
    fn default() -> Self {
        Self {
            package: chrome::ANDROID.to_owned(),
            layout: Layout::default(),
            title: String::new(),
            message: String::new(),
            items: Vec::new(),
            buttons: Vec::new(),
        }
    }
}

impl PopUp {
    /// A question with these answers.
    pub fn question(title: &str, message: &str, buttons: &[&str]) -> Self {
        let buttons = buttons.iter().map(|text| Button::Text((*text).to_owned())).collect();
        Self { title: title.to_owned(), message: message.to_owned(), buttons, ..Self::default() }
    }

    /// Why it cannot be shown.
    pub fn problem(&self) -> Option<String> {
        let mut left = MOST_ELEMENTS;
        self.bounded(0, &mut left).err()
    }

    fn bounded(&self, depth: usize, left: &mut usize) -> Result<(), String> {
        if self.package.is_empty() {
            return Err("the `package` is empty; leave it out for a dialog of Android".to_owned());
        }
        [&self.package, &self.title, &self.message].into_iter().try_for_each(|text| short(text))?;
        self.elements().try_for_each(|item| item.bounded(depth + 1, left))
    }

    /// Its own elements: what stands under the message, then the answers.
    fn elements(&self) -> impl Iterator<Item = ItemRef<'_>> {
        let buttons = self.buttons.iter().map(|button| match button {
            Button::Text(text) => ItemRef::Text(text),
            Button::Item(item) => ItemRef::Item(item),
        });
        self.items.iter().map(ItemRef::Item).chain(buttons)
    }

    /// All elements, each before what is inside it: the place is its number.
    fn numbered(&self) -> Vec<ItemRef<'_>> {
        fn add<'a>(item: ItemRef<'a>, all: &mut Vec<ItemRef<'a>>) {
            all.push(item);
            if let ItemRef::Item(item) = item {
                item.inside.iter().for_each(|inside| add(ItemRef::Item(inside), all));
            }
        }
        let mut all = Vec::new();
        self.elements().for_each(|item| add(item, &mut all));
        all
    }

    /// The element with a number, to be changed; nothing for a plain button, of which nothing changes.
    fn element_mut(&mut self, number: usize) -> Option<&mut Item> {
        fn find<'a>(item: &'a mut Item, left: &mut usize) -> Option<&'a mut Item> {
            if *left == 0 {
                return Some(item);
            }
            *left -= 1;
            item.inside.iter_mut().find_map(|inside| find(inside, left))
        }
        let mut left = number;
        for item in &mut self.items {
            if let Some(found) = find(item, &mut left) {
                return Some(found);
            }
        }
        for button in &mut self.buttons {
            match button {
                Button::Text(_) if left == 0 => return None,
                Button::Text(_) => left -= 1,
                Button::Item(item) => {
                    if let Some(found) = find(item, &mut left) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// The numbers of what can be pressed, in the order in which keys go through it.
    pub(super) fn pressable(&self) -> Vec<usize> {
        self.numbered().iter().enumerate().filter(|(_, item)| item.is_pressable()).map(|(number, _)| number).collect()
    }

    /// The number of what a key would press from the start.
    pub(super) fn focused(&self) -> Option<usize> {
        self.numbered().iter().position(|item| matches!(item, ItemRef::Item(item) if item.focused))
    }

    fn named(&self) -> String {
        if self.title.is_empty() { self.message.clone() } else { self.title.clone() }
    }
}

/// An element, or the text of a plain button.
#[derive(Clone, Copy)]
enum ItemRef<'a> {
    Text(&'a str),
    Item(&'a Item),
}

impl ItemRef<'_> {
    fn is_pressable(self) -> bool {
        match self {
            Self::Text(_) => true,
            Self::Item(item) => item.is_pressable(),
        }
    }

    fn name(self, number: usize) -> String {
        let item = match self {
            Self::Text(text) => return text.to_owned(),
            Self::Item(item) => item,
        };
        let inner = item.inside.iter().map(|inside| &inside.text);
        let names = [&item.text, &item.description].into_iter().chain(inner).chain([&item.resource_id]);
        let mut names = names.filter(|name| !name.is_empty());
        names.next().cloned().unwrap_or_else(|| format!("element {number}"))
    }

    fn bounded(self, depth: usize, left: &mut usize) -> Result<(), String> {
        *left = left.checked_sub(1).ok_or_else(|| format!("there are more than {MOST_ELEMENTS} elements"))?;
        if depth > DEEPEST {
            return Err(format!("elements and further questions are nested deeper than {DEEPEST}"));
        }
        let item = match self {
            Self::Text(text) => return short(text),
            Self::Item(item) => item,
        };
        [&item.text, &item.description, &item.resource_id].into_iter().try_for_each(|text| short(text))?;
        if item.bounds.is_some_and(|sides| sides.iter().any(|side| !(0.0..=4_000.0).contains(side))) {
            return Err("a side of `bounds` is not from 0 to 4000".to_owned());
        }
        item.inside.iter().try_for_each(|inside| ItemRef::Item(inside).bounded(depth + 1, left))?;
        item.then.as_ref().map_or(Ok(()), |then| then.bounded(depth + 1, left))
    }
}

fn short(text: &str) -> Result<(), String> {
    if text.len() > LONGEST_TEXT {
        return Err(format!("a text is {} bytes long; {LONGEST_TEXT} are the most", text.len()));
    }
    Ok(())
}

impl Item {
    fn is_pressable(&self) -> bool {
        self.clickable.unwrap_or_else(|| {
            let class = matches!(self.class, Some(Class::Button | Class::ImageButton));
            self.field.is_none() && (class || self.checked.is_some() || self.then.is_some())
        })
    }

    fn is_deed(&self) -> bool {
        self.deed.unwrap_or(self.then.is_none())
    }
}

impl Phone {
    /// Something pops up over the screen, as real phones do.
    pub fn pop_up(&mut self, popup: PopUp) {
        self.hide_keyboard_now();
        self.display.ui.forget(KEY);
        let focus = popup.focused();
        let (package, title, message) = (popup.package.clone(), popup.title.clone(), popup.message.clone());
        let made = Some(Box::new(popup));
        self.overlays.dialog = Some(super::Dialog {
            package,
            title,
            message,
            buttons: Vec::new(),
            made,
            focus,
            permission: None,
            trouble: None,
        });
    }

    /// What was pressed in what popped up since the phone was new or brought back.
    pub fn presses(&self) -> &[Press] {
        &self.overlays.presses
    }

    /// Something in it was pressed or typed. Whether it was such an event.
    pub(super) fn popup_event(&mut self, event: &Event) -> bool {
        if self.overlays.dialog.as_ref().is_none_or(|dialog| dialog.made.is_none()) {
            return false;
        }
        let field = self.display.ui.get(KEY).and_then(|state| state.focus.as_ref()).map(|focus| focus.id.clone());
        match event.name.as_ref() {
            PRESS => {
                if let Ok(number) = event.value.parse() {
                    self.press_popup(number);
                }
            }
            TEXT | SUBMIT => {
                let made = self.overlays.dialog.as_mut().and_then(|dialog| dialog.made.as_deref_mut());
                let number = made.as_ref().zip(field).and_then(|(popup, id)| popup.field_number(&id));
                if event.name == SUBMIT {
                    number.into_iter().for_each(|number| self.press_popup(number));
                } else if let Some(item) = made.zip(number).and_then(|(popup, number)| popup.element_mut(number)) {
                    item.text.clone_from(&event.value);
                }
            }
            _ => return false,
        }
        true
    }

    /// The element with this number is pressed.
    pub(super) fn press_popup(&mut self, number: usize) {
        let Some(mut dialog) = self.overlays.dialog.take() else { return };
        let Some(popup) = dialog.made.as_deref_mut() else { return };
        let Some(item) = popup.numbered().get(number).copied() else { return };
        if let (Some(permission), ItemRef::Item(item)) = (&dialog.permission, item) {
            return self.answer_permission(permission, &item.resource_id);
        }
        if let (Some(package), ItemRef::Item(item)) = (&dialog.trouble, item) {
            return self.answer_trouble(package, &item.resource_id);
        }
        let (deed, then) = match item {
            ItemRef::Text(_) => (true, None),
            ItemRef::Item(item) => (item.is_deed(), item.then.clone()),
        };
        if self.overlays.presses.len() >= MOST_PRESSES {
            self.overlays.presses.remove(0);
        }
        self.overlays.presses.push(Press { title: popup.named(), pressed: item.name(number), deed });
        let changed = popup.element_mut(number);
        let stays = changed.as_ref().is_some_and(|item| item.stays || item.checked.is_some());
        if let Some(on) = changed.and_then(|item| item.checked.as_mut()) {
            *on = !*on;
        }
        match then {
            Some(then) => self.pop_up(*then),
            None if stays => self.overlays.dialog = Some(dialog),
            None => self.hide_keyboard_now(),
        }
    }
}
