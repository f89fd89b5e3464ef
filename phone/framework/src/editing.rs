//! Editing the focused field: select, cut, copy and paste. Called for keys, the text toolbar and the keyboard's
//! commands.

use super::Phone;
use commands::Shade;
use toolkit::{Focus, KeyPress, Kind, View, Window, selected_range, text_toolbar};

impl Phone {
    /// Returns the key of the window that receives typed text.
    fn edited_window(&self) -> Option<&str> {
        let made = self.overlays.dialog.as_ref().is_some_and(|dialog| dialog.made.is_some());
        match made {
            _ if self.overlays.shade != Shade::Closed => Some(super::notifications::SHADE),
            true => Some(super::popup::KEY),
            false => self.front_screen().map(|(_, screen)| screen.key.as_str()),
        }
    }

    /// Returns the focused field and its caret.
    fn focused_field(&self) -> Option<(View, Focus)> {
        let key = self.edited_window()?;
        let focus = self.display.ui.get(key)?.focus.clone()?;
        let windows = self.windows_now();
        let window = windows.iter().find(|window| window.key == key)?;
        find(&window.view, &focus.id).map(|view| (view.clone(), focus))
    }

    /// Returns the text of the focused field.
    pub(super) fn focused_text(&self) -> Option<String> {
        self.focused_field().map(|(field, _)| field.text)
    }

    /// Performs `cut`, `copy`, `paste` or `select_all` in the focused field. Hidden text is never copied.
    pub(super) fn edit_text(&mut self, verb: &str) {
        let Some((field, focus)) = self.focused_field() else { return };
        let hidden = matches!(field.kind, Kind::Field { password: true, .. });
        let selected = selected_range(&field.text, &focus).filter(|_| !hidden);
        match (verb, selected) {
            ("select_all", _) => self.press(&KeyPress::SelectAll),
            ("paste", _) => {
                if let Some(text) = self.shared.clipboard.clone() {
                    self.press(&KeyPress::Text(text));
                }
            }
            ("cut" | "copy", Some(part)) => {
                let end = part.end;
                self.shared.clipboard = field.text.get(part).map(str::to_owned);
                if verb == "cut" {
                    return self.press(&KeyPress::Backspace);
                }
                let Some(key) = self.edited_window().map(str::to_owned) else { return };
                let state = self.display.ui.of(&key);
                state.focus = Some(Focus::at(&focus.id, end));
                state.toolbar = false;
            }
            _ => {}
        }
    }

    /// Returns the text toolbar of the focused field in the front window, if it is requested.
    pub(super) fn text_toolbar(&self, front: Option<&Window>) -> Option<Window> {
        let front = front.filter(|window| self.input.typing_into.as_ref() == Some(&window.key))?;
        let state = self.display.ui.get(&front.key)?;
        let field = find(&front.view, &state.focus.as_ref()?.id)?;
        text_toolbar::window(&front.package, field, state, self.shared.clipboard.is_some())
    }

    /// Closes the text toolbar and clears the selection; Back does this first. Returns whether there was one.
    pub(super) fn close_text_toolbar(&mut self) -> bool {
        let Some(key) = self.edited_window().map(str::to_owned) else { return false };
        let typing = self.input.typing_into.as_ref() == Some(&key);
        let state = self.display.ui.of(&key);
        if !std::mem::take(&mut state.toolbar) || !typing {
            return false;
        }
        if let Some(focus) = state.focus.as_mut() {
            focus.anchor = None;
        }
        true
    }
}

fn find<'v>(view: &'v View, id: &str) -> Option<&'v View> {
    if view.id == id && matches!(view.kind, Kind::Field { .. }) {
        return Some(view);
    }
    view.children.iter().find_map(|child| find(child, id))
}
