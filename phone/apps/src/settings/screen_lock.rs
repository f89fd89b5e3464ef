//! Screen lock: none, swipe or a PIN. Changing a PIN requires the old one.

use serde::{Deserialize, Serialize};

use super::Settings;
use super::page::{Page, sub};
use kit::widgets::Row;
use state::app::{Cx, Effect};
use state::profile::is_pin;
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

pub(super) const SCREEN_LOCK: Page = sub("screen_lock", "Choose a screen lock", lock_rows);
pub(super) const CONFIRM_PIN: Page = sub("confirm_pin", "Confirm your PIN", pin_rows);
pub(super) const SET_PIN: Page = sub("set_pin", "Set a PIN", pin_rows);
pub(super) const REPEAT_PIN: Page = sub("repeat_pin", "Re-enter your PIN", pin_rows);

const FIELD: &str = "password_entry";
const DISABLED: &str = "lockscreen.disabled";

/// The PIN being typed, and the one typed before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct LockForm {
    typed: String,
    first: String,
    problem: String,
    /// The lock wanted once the old PIN is confirmed: `PIN`, `None` or `Swipe`.
    wanted: String,
}

/// Returns the name of the current lock.
pub(super) fn current(shared: &Shared) -> &'static str {
    let disabled = shared.settings.secure.get(DISABLED).is_some_and(|off| off == "1");
    match (&shared.pin, disabled) {
        (Some(_), _) => "PIN",
        (None, true) => "None",
        (None, false) => "Swipe",
    }
}

fn lock_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let now = current(shared);
    let choice = |title: &'static str, icon: Icon| {
        let summary = if title == now { "Current screen lock" } else { "" };
        Row::new(title).summary(summary).icon(icon).on(Event::with("lock_choose", title)).view()
    };
    let refused = |title: &str| Row::new(title).on(Event::with("toast", "Only a PIN can be set on this phone")).view();
    vec![
        choice("None", Icon::Close),
        choice("Swipe", Icon::Phone),
        refused("Pattern"),
        choice("PIN", Icon::Lock),
        refused("Password"),
    ]
}

fn pin_rows(state: &Settings, _shared: &Shared, _subject: &str) -> Vec<View> {
    let form = &state.lock_form;
    let mut field = View::field(FIELD, &form.typed, "PIN", "pin_text");
    if let Kind::Field { password, on_submit, .. } = &mut field.kind {
        (*password, *on_submit) = (true, Some("pin_next"));
    }
    let mut next = View::button("Next", Event::new("pin_next")).id("next_button");
    next.kind = Kind::Button { primary: true };
    let clear = View::button("Clear", Event::with("pin_text", "")).id("clear_button");
    let message = if form.problem.is_empty() { "PIN must be at least 4 digits" } else { &form.problem };
    let color = if form.problem.is_empty() { Color::Muted } else { Color::Error };
    vec![
        View::text(message).id("description_text").text_style(TextStyle::BodySmall).color(color).padding(16.0, 8.0),
        View::row(vec![field]).padding(16.0, 8.0),
        View::row(vec![clear, View::new(Kind::Space).width(Size::Weight(1.0)), next]).padding(16.0, 16.0),
    ]
}

/// Handles an event of these pages. Returns whether it was one.
pub(super) fn event(state: &mut Settings, route: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
    match event.name.as_ref() {
        "lock_choose" => {
            state.lock_form = LockForm { wanted: event.value.clone(), ..LockForm::default() };
            if cx.shared.pin.is_some() {
                ask_for("confirm_pin", cx);
            } else {
                choose(&event.value, cx);
            }
        }
        "pin_text" => {
            state.lock_form.typed = event.value.chars().filter(char::is_ascii_digit).take(17).collect();
            state.lock_form.problem.clear();
        }
        "pin_next" => next(&mut state.lock_form, route, cx),
        _ => return false,
    }
    true
}

fn next(form: &mut LockForm, route: &str, cx: &mut Cx<'_>) {
    let typed = std::mem::take(&mut form.typed);
    form.problem.clear();
    match route {
        "confirm_pin" if cx.shared.pin.as_deref() == Some(typed.as_str()) => {
            cx.pop();
            choose(&form.wanted, cx);
        }
        "confirm_pin" => "Wrong PIN".clone_into(&mut form.problem),
        "set_pin" if is_pin(&typed) => {
            form.first = typed;
            cx.pop();
            ask_for("repeat_pin", cx);
        }
        "set_pin" => "PIN must be at least 4 digits".clone_into(&mut form.problem),
        "repeat_pin" if typed == form.first && is_pin(&typed) => {
            cx.shared.pin = Some(typed);
            cx.shared.settings.secure.remove(DISABLED);
            *form = LockForm::default();
            cx.pop();
            cx.toast("Screen lock was changed");
        }
        "repeat_pin" => "PINs don't match".clone_into(&mut form.problem),
        _ => {}
    }
}

fn choose(wanted: &str, cx: &mut Cx<'_>) {
    if wanted == "PIN" {
        return ask_for("set_pin", cx);
    }
    cx.shared.pin = None;
    let disabled = if wanted == "None" { "1" } else { "0" };
    cx.shared.settings.secure.insert(DISABLED.to_owned(), disabled.to_owned());
    cx.toast("Screen lock was changed");
}

fn ask_for(route: &str, cx: &mut Cx<'_>) {
    cx.push(route);
    cx.effects.push(Effect::Focus(FIELD.to_owned()));
}
