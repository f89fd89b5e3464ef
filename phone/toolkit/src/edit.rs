//! Typing: a key changes the text of the focused field, and the app receives the whole new text. The app owns the text;
//! this module keeps only the caret and the selection.

use super::caret::{after, before, boundary};
use super::keyboard::KeyPress;
use super::scene::Scene;
use super::selection;
use super::state::{Focus, UiStates};
use super::text::Shaped;
use super::touch::Outcome;
use super::view::{Event, Kind, View};

/// Types a key into the focused field of the active window. Returns the events for the app: none if no field has the
/// focus or nothing changes.
pub fn type_key(scene: &Scene<'_>, states: &mut UiStates, key: &KeyPress) -> Vec<Outcome> {
    let Some(shown) = scene.active() else { return Vec::new() };
    let state = states.of(&shown.window.key);
    state.toolbar &= *key == KeyPress::SelectAll;
    let Some(focus) = state.focus.clone() else { return Vec::new() };
    let Some(field) = find(&shown.window.view, &focus.id).filter(|field| field.enabled) else { return Vec::new() };
    let Kind::Field { multiline, on_change, on_submit, .. } = &field.kind else { return Vec::new() };
    let told = |event: Event| {
        vec![Outcome::Event { window: shown.window.key.clone(), kind: shown.window.kind, event, taps: 1 }]
    };
    let caret = boundary(&field.text, focus.caret);
    let selected = selection::range(&field.text, &focus);
    let (from, to) = selected.as_ref().map_or((caret, caret), |range| (range.start, range.end));
    let (text, caret) = match key {
        KeyPress::Enter if !multiline => {
            return on_submit.map_or_else(Vec::new, |name| told(Event::with(name, field.text.clone())));
        }
        KeyPress::Enter => replace(&field.text, from, to, "\n"),
        KeyPress::Text(new) => {
            let one_line = new.replace("\r\n", " ").replace(['\n', '\r'], " ");
            replace(&field.text, from, to, if *multiline { new } else { &one_line })
        }
        KeyPress::Set(new) => (new.clone(), new.len()),
        KeyPress::Backspace | KeyPress::Delete if from < to => replace(&field.text, from, to, ""),
        KeyPress::Backspace => replace(&field.text, before(&field.text, caret), caret, ""),
        KeyPress::Delete => replace(&field.text, caret, after(&field.text, caret), ""),
        KeyPress::Left if from < to => (field.text.clone(), from),
        KeyPress::Right if from < to => (field.text.clone(), to),
        KeyPress::SelectAll => {
            state.focus = Some(Focus { id: focus.id, caret: field.text.len(), anchor: Some(0) });
            return Vec::new();
        }
        KeyPress::Left => (field.text.clone(), before(&field.text, caret)),
        KeyPress::Right => (field.text.clone(), after(&field.text, caret)),
        KeyPress::Up | KeyPress::Down | KeyPress::LineStart | KeyPress::LineEnd => {
            let shaped = shown.laid.find(&focus.id).and_then(|placed| placed.text.as_deref());
            let place = shaped.filter(|_| *multiline).map(|shaped| by_line(shaped, caret, key));
            let end = matches!(key, KeyPress::Down | KeyPress::LineEnd);
            let place = place.unwrap_or(if end { field.text.len() } else { 0 });
            (field.text.clone(), boundary(&field.text, place))
        }
        KeyPress::Start => (field.text.clone(), 0),
        KeyPress::End => (field.text.clone(), field.text.len()),
        KeyPress::Hide => return Vec::new(),
    };
    state.focus = Some(Focus::at(&focus.id, caret));
    if text == field.text { Vec::new() } else { told(Event::with(on_change, text)) }
}

/// Returns the caret position after a key that moves by line in a multiline text.
fn by_line(shaped: &Shaped, caret: usize, key: &KeyPress) -> usize {
    let (x, line) = shaped.caret(caret);
    let last = shaped.lines.len().saturating_sub(1);
    let to = |line: usize, x: f32| shaped.index_at(x, (line as f32 + 0.5) * shaped.line_height as f32);
    match key {
        KeyPress::Up if line == 0 => 0,
        KeyPress::Up => to(line - 1, x),
        KeyPress::Down if line >= last => usize::MAX,
        KeyPress::Down => to(line + 1, x),
        KeyPress::LineStart => to(line, 0.0),
        _ => to(line, f32::MAX),
    }
}

fn replace(text: &str, from: usize, to: usize, new: &str) -> (String, usize) {
    let mut changed = text.to_owned();
    changed.replace_range(from..to, new);
    (changed, from + new.len())
}

fn find<'a>(view: &'a View, id: &str) -> Option<&'a View> {
    if view.id == id && matches!(view.kind, Kind::Field { .. }) {
        return Some(view);
    }
    view.children.iter().find_map(|child| find(child, id))
}

/// Returns the focused field of the active window, if the window still contains it.
pub fn focused<'a>(scene: &'a Scene<'_>, states: &UiStates) -> Option<&'a View> {
    let shown = scene.active()?;
    let focus = states.get(&shown.window.key)?.focus.as_ref()?;
    find(&shown.window.view, &focus.id)
}

#[cfg(test)]
mod tests {
    use super::super::screen::Display;
    use super::super::window::{Window, WindowKind};
    use super::*;

    /// Types keys into a field with a given text and caret, applying the events as an app would.
    fn check(text: &str, caret: usize, multiline: bool, keys: &[KeyPress], expected: (&str, usize)) {
        let mut text = text.to_owned();
        let mut states = UiStates::default();
        states.of("app").focus = Some(Focus::at("note", caret));
        let display = Display::default();
        for key in keys {
            let mut field = View::field("note", text.clone(), "", "changed");
            if let Kind::Field { multiline: many, on_submit, .. } = &mut field.kind {
                *many = multiline;
                *on_submit = Some("sent");
            }
            let windows =
                [Window { key: "app".to_owned(), package: "p".to_owned(), view: field, kind: WindowKind::App }];
            let scene = Scene::new(&windows, &display, &states, 0);
            assert!(focused(&scene, &states).is_some());
            for outcome in type_key(&scene, &mut states, key) {
                let Outcome::Event { event, .. } = outcome else { panic!("{outcome:?}") };
                match event.name.as_ref() {
                    "changed" => text = event.value,
                    "sent" => text = format!("sent:{}", event.value),
                    other => panic!("{other}"),
                }
            }
        }
        assert_eq!((text.as_str(), states.of("app").focus.clone().unwrap().caret), expected);
    }

    #[test]
    fn keys_change_the_text_at_the_caret() {
        use KeyPress::*;
        let t = |text: &str| Text(text.to_owned());
        check("", 0, false, &[t("h"), t("i")], ("hi", 2));
        check("héllo", 99, false, &[Left, Left, t("X")], ("hélXlo", 5));
        check("ab", 1, false, &[Backspace], ("b", 0));
        check("ab", 0, false, &[Backspace], ("ab", 0));
        check("ab", 1, false, &[Delete], ("a", 1));
        check("a👨‍👩‍👧‍👦", 99, false, &[Backspace], ("a", 1));
        check("e\u{301}", 99, false, &[Backspace], ("", 0));
        check("a", 99, false, &[t("b\nc")], ("ab c", 4));
        check("a", 99, true, &[Enter, t("b\nc")], ("a\nb\nc", 5));
        check("hi", 99, false, &[Enter], ("sent:hi", 99));
        check("old", 99, false, &[Set("$(rm -rf /)".to_owned())], ("$(rm -rf /)", 11));
        check("ab", 0, false, &[End, t("c"), Start, t("z")], ("zabc", 1));
        check("héllo", 1, false, &[SelectAll, t("X"), t("y")], ("Xy", 2));
        check("héllo", 1, false, &[SelectAll, Backspace], ("", 0));
        check("héllo", 1, true, &[SelectAll, Enter], ("\n", 1));
        check("héllo", 1, false, &[SelectAll, Left, t("X")], ("Xhéllo", 1));
        check("héllo", 1, false, &[SelectAll, Right, Delete, t("X")], ("hélloX", 7));
        check("", 0, false, &[SelectAll, Backspace, t("a")], ("a", 1));
        check("one\ntwo\n\nfour", 0, true, &[Down, LineEnd, t("!"), Up, LineStart, t(">")], (">one\ntwo!\n\nfour", 1));
        check("one\ntwo\n\nfour", 99, true, &[Up, t("3"), Up, Up, Up, t("0")], ("0one\ntwo\n3\nfour", 1));
        check("one\ntwo", 0, true, &[Down, Down, t("!")], ("one\ntwo!", 8));
        check("one two", 3, false, &[LineEnd, t("!"), LineStart, t(">")], (">one two!", 1));
    }
}
