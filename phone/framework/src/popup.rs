//! Pop-ups made on purpose: any dialog, sheet or screen that an app could show, as data.
//!
//! The control service creates them for tests and evaluation. The phone records presses in a pop-up until it is reset;
//! the creator decides whether a press counts as a deed. No press reaches an app.

#[cfg(test)]
mod tests;
mod view;

use serde::{Deserialize, Serialize};

use super::Phone;
use toolkit::{Event, chrome};

/// The key of the pop-up's window.
pub(super) const KEY: &str = "popup";
/// The event of a pressed element; its value is the element's number.
pub(super) const PRESS: &str = "popup";
/// The event of a field whose text changed.
const TEXT: &str = "popup_text";
/// The event of a field in which Enter was pressed.
const SUBMIT: &str = "popup_submit";

/// The most elements, including those of nested pop-ups.
const MOST_ELEMENTS: usize = 2_000;
/// The deepest nesting, including nested pop-ups.
const DEEPEST: usize = 24;
/// The longest text of an element, in bytes.
const LONGEST_TEXT: usize = 64 << 10;
/// The most presses kept; the oldest are dropped first.
const MOST_PRESSES: usize = 1_000;

/// A pop-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PopUp {
    /// The package that shows it.
    pub package: String,
    /// Its layout.
    pub layout: Layout,
    /// Its title.
    pub title: String,
    /// Its message.
    pub message: String,
    /// Elements below each other, under the message.
    pub items: Vec<Item>,
    /// Its buttons, from left to right.
    pub buttons: Vec<Button>,
}

/// The layout of a pop-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// A card over the screen, with the ids of Android's dialogs.
    #[default]
    Dialog,
    /// A card without title and ids: title and message are ordinary texts.
    Bare,
    /// A card at the bottom of the screen, with its buttons below each other.
    Sheet,
    /// A whole activity, without the ids of dialogs.
    Screen,
}

/// A button: its text, or an element.
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
    /// The content description.
    pub description: String,
    /// The resource id, complete (`com.shop:id/pay`) or only its name.
    pub resource_id: String,
    /// The class; derived from its other fields by default.
    pub class: Option<Class>,
    /// Whether it can be pressed; by default buttons and checkable elements can.
    pub clickable: Option<bool>,
    /// Whether it is checked, if it is checkable.
    pub checked: Option<bool>,
    /// Makes it a text field.
    pub field: Option<Field>,
    /// Whether its content scrolls.
    pub scrollable: bool,
    /// Whether it has the key focus from the start.
    pub focused: bool,
    /// Nested elements.
    pub inside: Vec<Item>,
    /// The bounds in dp from the window's corner: left, top, right, bottom. It covers other elements.
    pub bounds: Option<[f32; 4]>,
    /// The pop-up that appears when it is pressed.
    pub then: Option<Box<PopUp>>,
    /// Whether a press leaves the pop-up open.
    pub stays: bool,
    /// Whether a press has a lasting effect; by default all presses do, except those that open another pop-up.
    pub deed: Option<bool>,
}

/// The properties of a text field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// The hint shown while it is empty.
    pub hint: String,
    /// Whether its text is hidden.
    pub password: bool,
    /// Whether Enter presses it.
    pub submits: bool,
}

/// The classes that accessibility can report for an element.
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

/// A recorded press.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Press {
    /// The pop-up's title, or else its message.
    pub title: String,
    /// The element's text, id or number.
    pub pressed: String,
    /// Whether it has a lasting effect.
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
    /// Creates a dialog with these buttons.
    pub fn question(title: &str, message: &str, buttons: &[&str]) -> Self {
        let buttons = buttons.iter().map(|text| Button::Text((*text).to_owned())).collect();
        Self { title: title.to_owned(), message: message.to_owned(), buttons, ..Self::default() }
    }

    /// Returns why it cannot be shown.
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

    /// Returns its own elements: those under the message, then the buttons.
    fn elements(&self) -> impl Iterator<Item = ItemRef<'_>> {
        let buttons = self.buttons.iter().map(|button| match button {
            Button::Text(text) => ItemRef::Text(text),
            Button::Item(item) => ItemRef::Item(item),
        });
        self.items.iter().map(ItemRef::Item).chain(buttons)
    }

    /// Returns all elements, each before its nested ones; the position is the element's number.
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

    /// Returns the element with a number for changing; `None` for a plain button, which never changes.
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

    /// Returns the numbers of the pressable elements, in focus order.
    pub(super) fn pressable(&self) -> Vec<usize> {
        self.numbered().iter().enumerate().filter(|(_, item)| item.is_pressable()).map(|(number, _)| number).collect()
    }

    /// Returns the number of the element that has the key focus from the start.
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
            return Err(format!("elements and pop-ups are nested deeper than {DEEPEST} levels"));
        }
        let item = match self {
            Self::Text(text) => return short(text),
            Self::Item(item) => item,
        };
        [&item.text, &item.description, &item.resource_id].into_iter().try_for_each(|text| short(text))?;
        if item.bounds.is_some_and(|sides| sides.iter().any(|side| !(0.0..=4_000.0).contains(side))) {
            return Err("each side of `bounds` must be from 0 to 4000".to_owned());
        }
        item.inside.iter().try_for_each(|inside| ItemRef::Item(inside).bounded(depth + 1, left))?;
        item.then.as_ref().map_or(Ok(()), |then| then.bounded(depth + 1, left))
    }
}

fn short(text: &str) -> Result<(), String> {
    if text.len() > LONGEST_TEXT {
        return Err(format!("a text is {} bytes long; the limit is {LONGEST_TEXT}", text.len()));
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
    /// Shows a pop-up over the screen.
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

    /// Returns the presses in pop-ups since the phone was created or reset.
    pub fn presses(&self) -> &[Press] {
        &self.overlays.presses
    }

    /// Handles an event of a pop-up. Returns whether it was one.
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

    /// Presses the element with this number.
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
