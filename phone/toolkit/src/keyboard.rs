//! The soft keyboard: pages of keys as views, and what a touched key types.

use serde::{Deserialize, Serialize};

use super::style::{Align, Color, Icon, Size, TextStyle};
use super::view::{Event, Kind, View};

/// The package of the keyboard's window.
pub const PACKAGE: &str = "com.google.android.inputmethod.latin";
/// The key of the keyboard's window.
pub const KEY: &str = "ime";

/// Something typed, whether on glass or by `input`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPress {
    /// A text is inserted at the caret.
    Text(String),
    /// The whole text is replaced, as accessibility's `ACTION_SET_TEXT` does.
    Set(String),
    /// A line break, or what the field does when it is submitted.
    Enter,
    /// What is before the caret goes.
    Backspace,
    /// What is after the caret goes.
    Delete,
    /// The caret goes one letter back.
    Left,
    /// The caret goes one letter on.
    Right,
    /// The caret goes to the line above.
    Up,
    /// The caret goes to the line below.
    Down,
    /// The caret goes to the start of its line.
    LineStart,
    /// The caret goes to the end of its line.
    LineEnd,
    /// The caret goes to the start.
    Start,
    /// The caret goes to the end.
    End,
    /// The whole text is selected.
    SelectAll,
    /// The keyboard goes away.
    Hide,
}

/// Which keys are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Page {
    /// Small letters.
    #[default]
    Letters,
    /// Capitals, for one letter.
    Shifted,
    /// Capitals until told otherwise.
    Locked,
    /// Digits and signs.
    Symbols,
    /// The rarer signs.
    MoreSymbols,
    /// Faces and things.
    Emoji,
}

/// The keyboard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keyboard {
    /// Which keys are shown.
    pub page: Page,
}

const LETTERS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SYMBOLS: [&str; 3] = ["1234567890", "@#$_&-+()/", "*\"':;!?"];
const MORE_SYMBOLS: [&str; 3] = ["~`|•√π÷×§∆", "£¢€¥^°={}\\", "%©®™✓[]"];
const EMOJI: [&str; 4] = ["😀😁😂🙂😉😊😍😘", "😎🤔😐😴😢😭😡👍", "👎👏🙏💪👋🎉❤🔥", "⭐☀🌙🌈🍕☕🚗🏠"];

/// How high a key is, in dp, where there is room.
const KEY_DP: f32 = 44.0;

/// The names that the keys' events have; the value of `type` is the text.
const TYPE: &str = "type";
const DO: &str = "do";

impl Keyboard {
    /// Takes a key's event; gives what it types, or nothing if it only turned a page.
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

    /// The keys as they are now.
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

/// A key that types what stands on it.
fn key(text: &str) -> View {
    plain(text, text, Event::with(TYPE, text)).id(&format!("key_pos_{text}"))
}

fn plain(text: &str, description: &str, event: Event) -> View {
    let mut view = View::text(text).description(description).on_click(event).text_style(TextStyle::Title);
    view.style.elevation = 0.5;
    view.background(Color::Surface, 6.0).width(Size::Weight(1.0)).height(Size::Fill).align(Align::Center)
}

/// A key with a word on it that turns the page.
fn word(text: &str, description: &str, action: &str, weight: f32) -> View {
    plain(text, description, Event::with(DO, action))
        .id(&format!("key_pos_{action}"))
        .text_style(TextStyle::Label)
        .background(Color::Outline, 6.0)
        .width(Size::Weight(weight))
}

/// A key with a sign on it that does something.
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

    /// Touches keys by id and collects what they type.
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
