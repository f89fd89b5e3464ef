//! The soft keyboard: pages of keys as views, and the text that each key types.

use serde::{Deserialize, Serialize};

use super::style::{Align, Color, Icon, Size, TextStyle};
use super::view::{Event, Kind, View};

/// The package of the keyboard's window.
pub const PACKAGE: &str = "com.google.android.inputmethod.latin";
/// The key of the keyboard's window.
pub const KEY: &str = "ime";

/// A key press, from the touchscreen or from the `input` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPress {
    /// Inserts text at the caret.
    Text(String),
    /// Replaces the whole text, as accessibility's `ACTION_SET_TEXT` does.
    Set(String),
    /// Inserts a line break, or performs the field's submit action.
    Enter,
    /// Deletes the letter before the caret.
    Backspace,
    /// Deletes the letter after the caret.
    Delete,
    /// Moves the caret one letter back.
    Left,
    /// Moves the caret one letter forward.
    Right,
    /// Moves the caret to the line above.
    Up,
    /// Moves the caret to the line below.
    Down,
    /// Moves the caret to the start of its line.
    LineStart,
    /// Moves the caret to the end of its line.
    LineEnd,
    /// Moves the caret to the start of the text.
    Start,
    /// Moves the caret to the end of the text.
    End,
    /// Selects the whole text.
    SelectAll,
    /// Hides the keyboard.
    Hide,
}

/// A page of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Page {
    /// Lower-case letters.
    #[default]
    Letters,
    /// Capitals, for one letter.
    Shifted,
    /// Capitals, until Shift is pressed again.
    Locked,
    /// Digits and symbols.
    Symbols,
    /// Less common symbols.
    MoreSymbols,
    /// Emoji.
    Emoji,
}

/// The keyboard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keyboard {
    /// The page that is shown.
    pub page: Page,
}

const LETTERS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SYMBOLS: [&str; 3] = ["1234567890", "@#$_&-+()/", "*\"':;!?"];
const MORE_SYMBOLS: [&str; 3] = ["~`|•√π÷×§∆", "£¢€¥^°={}\\", "%©®™✓[]"];
const EMOJI: [&str; 4] = ["😀😁😂🙂😉😊😍😘", "😎🤔😐😴😢😭😡👍", "👎👏🙏💪👋🎉❤🔥", "⭐☀🌙🌈🍕☕🚗🏠"];

/// The height of a key in dp, if there is room.
const KEY_DP: f32 = 44.0;

/// The names of the keys' events; the value of `type` is the text.
const TYPE: &str = "type";
const DO: &str = "do";

impl Keyboard {
    /// Handles a key's event. Returns the key press, or `None` if the key only switched the page.
    pub fn press(&mut self, event: &Event) -> Option<KeyPress> {
        if event.name == TYPE {
            if self.page == Page::Shifted {
                self.page = Page::Letters;
            }
            return Some(KeyPress::Text(event.value.clone()));
        }
        let page = match event.value.as_str() {
            "enter" => return Some(KeyPress::Enter),
            "backspace" => return Some(KeyPress::Backspace),
            "hide" => return Some(KeyPress::Hide),
            "shift" => match self.page {
                Page::Letters => Page::Shifted,
                Page::Shifted => Page::Locked,
                Page::Symbols => Page::MoreSymbols,
                Page::MoreSymbols => Page::Symbols,
                Page::Locked | Page::Emoji => Page::Letters,
            },
            "symbols" => Page::Symbols,
            "emoji" => Page::Emoji,
            _ => Page::Letters,
        };
        self.page = page;
        None
    }

    /// Builds the keys of the current page.
    pub fn view(&self) -> View {
        let mut rows: Vec<View> = match self.page {
            Page::Letters | Page::Shifted | Page::Locked => self.letters(),
            Page::Symbols => self.page_of(&SYMBOLS, "=\\<", "more symbols"),
            Page::MoreSymbols => self.page_of(&MORE_SYMBOLS, "?123", "symbols"),
            Page::Emoji => EMOJI.iter().map(|row| line(row.chars().map(|letter| key(&letter.to_string())))).collect(),
        };
        rows.push(self.last_row());
        let (lines, gap, around) = (rows.len() as f32, 8.0, 16.0);
        View::column(rows)
            .id("keyboard_view")
            .height(Size::Dp(lines * KEY_DP + (lines - 1.0) * gap + around))
            .padding(4.0, around / 2.0)
            .gap(gap)
            .background(Color::SurfaceVariant, 0.0)
    }

    fn letters(&self) -> Vec<View> {
        let capital = self.page != Page::Letters;
        let letter = |letter: char| key(&if capital { letter.to_ascii_uppercase() } else { letter }.to_string());
        let [first, second, third] = LETTERS.map(|row| row.chars().map(letter).collect::<Vec<_>>());
        let half = || View::new(Kind::Space).width(Size::Weight(0.5)).height(Size::Dp(1.0));
        let shift = special(Icon::Shift, if self.page == Page::Locked { "Caps lock" } else { "Shift" }, "shift");
        let shift = shift.selected(capital).background(if capital { Color::Primary } else { Color::Outline }, 6.0);
        let shift = if capital { shift.color(Color::OnPrimary) } else { shift };
        vec![
            line(first),
            line(std::iter::once(half()).chain(second).chain([half()])),
            line(std::iter::once(shift).chain(third).chain([special(Icon::Backspace, "Delete", "backspace")])),
        ]
    }

    fn page_of(&self, rows: &[&str; 3], other: &str, description: &str) -> Vec<View> {
        let [first, second, third] =
            rows.map(|row| row.chars().map(|letter| key(&letter.to_string())).collect::<Vec<_>>());
        let turn = word(other, description, "shift", 1.5);
        vec![
            line(first),
            line(second),
            line(std::iter::once(turn).chain(third).chain([special(Icon::Backspace, "Delete", "backspace")])),
        ]
    }

    fn last_row(&self) -> View {
        let letters = matches!(self.page, Page::Letters | Page::Shifted | Page::Locked);
        let turn =
            if letters { word("?123", "Symbols", "symbols", 1.5) } else { word("ABC", "Letters", "letters", 1.5) };
        let space = plain(" ", "Space", Event::with(TYPE, " ")).id("key_pos_space").width(Size::Weight(4.0));
        let mut space = space;
        space.text = String::new();
        let enter = special(Icon::Enter, "Enter", "enter").background(Color::Primary, 22.0).color(Color::OnPrimary);
        line([turn, key(","), special(Icon::Emoji, "Emoji", "emoji").width(Size::Weight(1.0)), space, key("."), enter])
    }
}

fn line(keys: impl IntoIterator<Item = View>) -> View {
    View::row(keys.into_iter().collect()).gap(5.0).height(Size::Weight(1.0))
}

/// Builds a key that types its label.
fn key(text: &str) -> View {
    plain(text, text, Event::with(TYPE, text)).id(&format!("key_pos_{text}"))
}

fn plain(text: &str, description: &str, event: Event) -> View {
    let mut view = View::text(text).description(description).on_click(event).text_style(TextStyle::Title);
    view.style.elevation = 0.5;
    view.background(Color::Surface, 6.0).width(Size::Weight(1.0)).height(Size::Fill).align(Align::Center)
}

/// Builds a key with a label that switches the page.
fn word(text: &str, description: &str, action: &str, weight: f32) -> View {
    plain(text, description, Event::with(DO, action))
        .id(&format!("key_pos_{action}"))
        .text_style(TextStyle::Label)
        .background(Color::Outline, 6.0)
        .width(Size::Weight(weight))
}

/// Builds a key with an icon that performs an action.
fn special(icon: Icon, description: &str, action: &str) -> View {
    View::icon_button(icon, description, Event::with(DO, action))
        .id(&format!("key_pos_{action}"))
        .background(Color::Outline, 6.0)
        .width(Size::Weight(1.5))
        .height(Size::Fill)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find<'a>(view: &'a View, id: &str) -> Option<&'a View> {
        if view.id == id { Some(view) } else { view.children.iter().find_map(|child| find(child, id)) }
    }

    /// Presses keys by id and compares the key presses they produce.
    fn check(ids: &[&str], expected: &[KeyPress]) {
        let mut keyboard = Keyboard::default();
        let typed: Vec<KeyPress> = ids
            .iter()
            .filter_map(|id| {
                let view = keyboard.view();
                let key = find(&view, id).unwrap_or_else(|| panic!("no {id} on {:?}", keyboard.page));
                keyboard.press(key.on_click.as_ref().unwrap())
            })
            .collect();
        assert_eq!(typed, expected);
    }

    #[test]
    fn keys_type_what_stands_on_them() {
        let text = |text: &str| KeyPress::Text(text.to_owned());
        check(&["key_pos_shift", "key_pos_H", "key_pos_i"], &[text("H"), text("i")]);
        check(
            &["key_pos_shift", "key_pos_shift", "key_pos_A", "key_pos_B", "key_pos_shift", "key_pos_c"],
            &[text("A"), text("B"), text("c")],
        );
        check(
            &["key_pos_symbols", "key_pos_1", "key_pos_shift", "key_pos_€", "key_pos_letters", "key_pos_space"],
            &[text("1"), text("€"), text(" ")],
        );
        check(
            &["key_pos_emoji", "key_pos_🎉", "key_pos_letters", "key_pos_backspace", "key_pos_enter"],
            &[text("🎉"), KeyPress::Backspace, KeyPress::Enter],
        );
    }
}
