//! All windows of a screen, laid out and in z-order: the shared input of drawing, the accessibility tree and touch.

use super::Rect;
use super::field;
use super::layout::{Laid, lay_out, natural_size};
use super::screen::Display;
use super::state::{UiState, UiStates};
use super::text_toolbar;
use super::window::{Window, WindowKind};

/// A window with its position and its views laid out.
#[derive(Debug)]
pub struct LaidOutWindow<'a> {
    /// The window.
    pub window: &'a Window,
    /// The bounds of the window.
    pub rect: Rect,
    /// The laid-out views.
    pub laid: Laid<'a>,
}

/// All windows with their positions, the lowest first.
#[derive(Debug)]
pub struct Scene<'a> {
    /// The display.
    pub display: &'a Display,
    /// The windows, the lowest first.
    pub windows: Vec<LaidOutWindow<'a>>,
    /// The time that the scene shows.
    pub now_ms: u64,
}

impl<'a> Scene<'a> {
    /// Lays out windows.
    pub fn new(windows: &'a [Window], display: &'a Display, states: &UiStates, now_ms: u64) -> Self {
        let last_app = windows.iter().rposition(|window| window.kind == WindowKind::App);
        let mut order: Vec<&Window> = windows
            .iter()
            .enumerate()
            .filter(|(number, window)| window.kind != WindowKind::App || Some(*number) == last_app)
            .map(|(_, window)| window)
            .collect();
        order.sort_by_key(|window| window.kind);

        let content = display.content();
        let ime = order
            .iter()
            .find(|window| window.kind == WindowKind::Ime)
            .map_or(0, |window| natural_size(&window.view, display, content.width(), keyboard_room(content)).1);
        let above_ime = Rect { bottom: content.bottom - ime, ..content };
        let nothing = UiState::default();
        let mut laid_out: Vec<LaidOutWindow<'a>> = Vec::with_capacity(order.len());
        for window in order {
            let rect = match window.kind {
                WindowKind::TextToolbar => {
                    let below = laid_out.last().and_then(|below| Some((below, states.get(&below.window.key)?)));
                    let beside = below.and_then(|(below, state)| field::selected_bounds(display, state, &below.laid));
                    // The field is scrolled out of sight, so its toolbar is hidden too.
                    let Some(beside) = beside else { continue };
                    text_toolbar::place(&window.view, display, above_ime, beside)
                }
                _ => place(window, display, above_ime),
            };
            let state = states.get(&window.key).unwrap_or(&nothing);
            let mut laid = lay_out(&window.view, display, rect, state, now_ms);
            if mirrors(display, window.kind) {
                laid.mirror(&rect);
            }
            laid_out.push(LaidOutWindow { window, rect, laid });
        }
        Self { display, windows: laid_out, now_ms }
    }

    /// Returns the window that receives keys and is dumped for accessibility: the highest app window,
    /// dialog, sheet or shade.
    pub fn active(&self) -> Option<&LaidOutWindow<'a>> {
        let front = |shown: &&LaidOutWindow<'_>| {
            use WindowKind::{App, Dialog, Shade, Sheet};
            matches!(shown.window.kind, App | Dialog | Sheet | Shade)
        };
        self.windows.iter().rev().find(front)
    }

    /// Returns the window with this key.
    pub fn window(&self, key: &str) -> Option<&LaidOutWindow<'a>> {
        self.windows.iter().find(|shown| shown.window.key == key)
    }

    /// Returns the window that receives a touch at a point, and whether the point is inside it: a dialog and the shade
    /// also receive touches outside them.
    pub fn at(&self, x: i32, y: i32) -> Option<(&LaidOutWindow<'a>, bool)> {
        // The keyboard for a reply in the shade.
        let keyboard = self.windows.iter().find(|shown| shown.window.kind == WindowKind::Ime);
        if let Some(keyboard) = keyboard.filter(|shown| shown.rect.contains(x, y)) {
            return Some((keyboard, true));
        }
        for shown in self.windows.iter().rev() {
            let inside = shown.rect.contains(x, y);
            match shown.window.kind {
                WindowKind::Toast => {}
                WindowKind::Dialog | WindowKind::Sheet | WindowKind::Shade => return Some((shown, inside)),
                _ if inside => return Some((shown, true)),
                _ => {}
            }
        }
        None
    }
}

/// Whether a window is mirrored for right-to-left: all are except the keyboard, whose keys stay in place.
pub(super) fn mirrors(display: &Display, kind: WindowKind) -> bool {
    display.right_to_left && kind != WindowKind::Ime
}

/// Returns the most height the keyboard may take. In landscape its keys are lower, so that the field stays visible.
fn keyboard_room(content: Rect) -> i32 {
    if content.width() > content.height() { content.height() / 2 } else { content.height() * 2 / 3 }
}

fn place(window: &Window, display: &Display, above_ime: Rect) -> Rect {
    let content = display.content();
    match window.kind {
        WindowKind::App | WindowKind::TextToolbar => above_ime,
        WindowKind::Ime => Rect { top: above_ime.bottom, ..content },
        WindowKind::Status => display.status_bar(),
        WindowKind::Navigation => display.navigation_bar(),
        WindowKind::Dialog => {
            let side = display.px(24.0).min(content.width() / 8);
            let room = (content.width() - 2 * side).min(display.px(400.0));
            let (width, height) = natural_size(&window.view, display, room, (above_ime.height() - 2 * side).max(1));
            centered(above_ime, width, height)
        }
        WindowKind::Sheet => {
            let room = above_ime.height() * 4 / 5;
            let (_, height) = natural_size(&window.view, display, above_ime.width(), room.max(1));
            Rect { top: above_ime.bottom - height, ..above_ime }
        }
        WindowKind::Toast => {
            let room = (content.width() - display.px(64.0)).max(1);
            let (width, height) = natural_size(&window.view, display, room, content.height());
            let bottom = above_ime.bottom - display.px(32.0);
            Rect { top: bottom - height, bottom, ..centered(above_ime, width, height) }
        }
        WindowKind::Shade => {
            let (_, height) = natural_size(&window.view, display, content.width(), above_ime.bottom);
            Rect::new(0, 0, content.right, height)
        }
        WindowKind::HeadsUp => {
            let room = (content.width() - display.px(16.0)).min(display.px(560.0)).max(1);
            let (width, height) = natural_size(&window.view, display, room, content.height());
            let left = content.left + (content.width() - width) / 2;
            let top = content.top + display.px(4.0);
            Rect::new(left, top, left + width, top + height)
        }
    }
}

fn centered(room: Rect, width: i32, height: i32) -> Rect {
    let left = room.left + (room.width() - width) / 2;
    let top = room.top + (room.height() - height) / 2;
    Rect::new(left, top, left + width, top + height)
}
