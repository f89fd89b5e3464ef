//! The floating toolbar beside selected text: cut, copy, paste, select all. It is a window of its own, as on Android.
//! The phone handles its buttons, because it owns the clipboard.

use super::Rect;
use super::layout::natural_size;
use super::screen::Display;
use super::selection;
use super::state::UiState;
use super::style::{Color, Size, TextStyle};
use super::view::{Event, Kind, View};
use super::window::{Window, WindowKind};

/// The key of the toolbar's window.
pub const KEY: &str = "text_toolbar";

/// The gap between the toolbar and the text, in dp.
const GAP_DP: f32 = 8.0;

/// Builds the toolbar for the focused field of a window, if it is requested and has at least one button. The events are
/// `cut`, `copy`, `paste` (only if `can_paste`) and `select_all`.
pub fn window(package: &str, field: &View, state: &UiState, can_paste: bool) -> Option<Window> {
    let focus = state.focus.as_ref().filter(|_| state.toolbar)?;
    let Kind::Field { password, .. } = field.kind else { return None };
    let selected = selection::range(&field.text, focus);
    let all = field.text.is_empty() || selected == Some(0..field.text.len());
    let can_copy = selected.is_some() && !password;
    let items = [
        (can_copy, "Cut", "cut"),
        (can_copy, "Copy", "copy"),
        (can_paste, "Paste", "paste"),
        (!all, "Select all", "select_all"),
    ];
    let buttons: Vec<View> =
        items.into_iter().filter(|(shown, ..)| *shown).map(|(_, text, event)| button(text, event)).collect();
    if buttons.is_empty() {
        return None;
    }
    let view = View::row(buttons)
        .id("android:id/floating_popup_container")
        .width(Size::Wrap)
        .padding(4.0, 0.0)
        .background(Color::Surface, 24.0)
        .style(|style| style.elevation = 6.0);
    Some(Window { key: KEY.to_owned(), package: package.to_owned(), view, kind: WindowKind::TextToolbar })
}

fn button(text: &str, event: &'static str) -> View {
    let label = View::text(text).id("android:id/floating_toolbar_menu_item_text").text_style(TextStyle::Label);
    View::row(vec![label.style(|style| style.max_lines = 1)])
        .description(text)
        .width(Size::Wrap)
        .height(Size::Dp(48.0))
        .padding(14.0, 0.0)
        .on_click(Event::new(event))
}

/// Places the toolbar above the text, or below it if there is no room, or over it if neither fits.
pub(super) fn place(view: &View, display: &Display, room: Rect, beside: Rect) -> Rect {
    let gap = display.px(GAP_DP);
    let (width, height) = natural_size(view, display, (room.width() - 2 * gap).max(1), room.height().max(1));
    let above = beside.top - gap - height;
    let top = if above >= room.top { above } else { beside.bottom + gap };
    let top = top.min(room.bottom - height).max(room.top);
    let left = (beside.center().0 - width / 2).min(room.right - gap - width).max(room.left + gap);
    Rect::new(left, top, left + width, top + height)
}
