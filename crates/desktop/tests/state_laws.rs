//! The invariants of the desktop, after any sequence of commands by several agents and people.
//!
//! There are few names, so that they collide: windows are created twice, moved after they were closed, locked by one
//! agent and written by another.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "state_laws/commands.rs"]
mod commands;
#[path = "state_laws/mirror.rs"]
mod mirror;
#[path = "state_laws/owners.rs"]
mod owners;

use std::collections::BTreeSet;

use desktop::state::{Command, Desktop};
use desktop::wire::{Actor, PersonAction, PersonCommand, Viewport};
use proptest::prelude::*;
use serde_json::Value;

use self::commands::commands;
use self::mirror::Mirror;

fn view(desktop: &Desktop) -> Value {
    serde_json::to_value(desktop.view(0)).unwrap()
}

fn saved(desktop: &Desktop) -> String {
    serde_json::to_string(&desktop.save()).unwrap()
}

/// Checks the invariants.
fn check_laws(view: &Value) {
    let windows = view["windows"].as_object().unwrap();
    let layer = |key: &str| windows[key]["variant"].as_str().unwrap().to_owned();
    let monitor = |key: &str| windows[key]["monitorId"].as_str().unwrap().to_owned();

    let order: Vec<&str> = view["zOrder"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    let stacked: BTreeSet<&str> = order.iter().copied().collect();
    let expected: BTreeSet<&str> = windows.keys().map(String::as_str).filter(|key| layer(key) != "panel").collect();
    assert_eq!(stacked, expected, "the stacking order holds every window but the panels");
    assert_eq!(stacked.len(), order.len(), "each once");
    let numbers: Vec<(u8, bool)> =
        order.iter().map(|key| (monitor(key)["monitor-".len()..].parse().unwrap(), layer(key) == "standard")).collect();
    assert!(numbers.is_sorted(), "monitor after monitor, widgets below: {order:?}");

    if let Some(focused) = view["focused"].as_str() {
        assert_eq!(windows[focused]["minimized"], false, "the focused window can be seen");
        assert!(stacked.contains(focused));
    }
    let viewport = |id: &str| {
        let monitors = view["monitors"].as_array().unwrap();
        let found = monitors.iter().find(|monitor| monitor["id"] == id).unwrap();
        (found["viewport"]["w"].as_f64().unwrap(), found["viewport"]["h"].as_f64().unwrap())
    };
    viewport(view["activeMonitor"].as_str().unwrap());
    for (key, window) in windows {
        let side = |name: &str| window["bounds"][name].as_f64().unwrap();
        let (x, y, w, h) = (side("x"), side("y"), side("w"), side("h"));
        let (room_w, room_h) = viewport(&monitor(key));
        let (top, bottom) = work_area(view, &monitor(key), room_h);
        match window["variant"].as_str().unwrap() {
            "panel" => {
                assert!(w == room_w && h <= room_h / 3.0, "{key} is as wide as its monitor: {window}");
                let on_edge =
                    if window["dockEdge"] == "top" { y + h <= top + ROUNDING } else { y >= bottom - ROUNDING };
                assert!(on_edge && y >= -ROUNDING && y + h <= room_h + ROUNDING, "{key} sits on its edge: {window}");
            }
            _ => {
                assert!(x >= 0.0 && x + w <= room_w, "{key} lies inside: {window}");
                // A person's window stays where it is when an agent opens a panel.
                let persons = window.get("agent").is_none() && window["maximized"] == false;
                let (top, bottom) = if persons { (0.0, room_h) } else { (top, bottom) };
                assert!(
                    y >= top - ROUNDING && y + h <= bottom + ROUNDING,
                    "{key} lies in the work area {top} to {bottom}: {window}"
                );
                let least = 90_f64.min(bottom - top) - ROUNDING;
                assert!(w >= 160_f64.min(room_w) && h >= least, "{key} is large enough: {window}");
            }
        }
        if window["maximized"] == true {
            let off = (y - top).abs().max((y + h - bottom).abs());
            assert!(w == room_w && off <= ROUNDING, "{key} fills its work area: {window}");
        }
        assert_eq!(window["maximized"] == true, window.get("previousBounds").is_some(), "{window}");
    }
    assert!(view["history"].as_array().unwrap().len() <= 200);
}

/// How far sums of heights in another order may differ.
const ROUNDING: f64 = 1e-6;

/// Returns where the work area of a monitor begins and ends: panels do not overlap, and leave a third free.
fn work_area(view: &Value, monitor: &str, height: f64) -> (f64, f64) {
    let (mut top, mut bottom) = (0.0, height);
    let panels = view["windows"].as_object().unwrap().values();
    for panel in panels.filter(|window| window["variant"] == "panel" && window["monitorId"] == monitor) {
        let high = panel["bounds"]["h"].as_f64().unwrap();
        if panel["dockEdge"] == "top" {
            top += high;
        } else {
            bottom -= high;
        }
    }
    assert!(bottom - top >= (height / 3.0).floor() - ROUNDING, "panels leave {top} to {bottom} of {height}");
    (top, bottom)
}

/// Returns the part of the view that a person's undo and redo affect: windows and their places, icons, notices. Not the
/// focus.
fn undoable(mut view: Value) -> Value {
    let kept = ["windows", "shortcuts", "notifications", "toasts"];
    view.as_object_mut().unwrap().retain(|name, _| kept.contains(&name.as_str()));
    for window in view["windows"].as_object_mut().unwrap().values_mut() {
        window.as_object_mut().unwrap().remove("lockedBy");
    }
    view
}

fn person(command: PersonCommand) -> Command {
    Command::Person { actions: vec![PersonAction::Command(command)] }
}

fn undo() -> Command {
    person(PersonCommand::Undo {})
}

fn redo() -> Command {
    person(PersonCommand::Redo {})
}

/// Returns whether this is a person's command that they can undo completely: a viewport or a held toast cannot be
/// undone.
fn is_deed(command: &Command) -> bool {
    let plain = |action: &PersonAction| match action {
        PersonAction::Os(_) => true,
        PersonAction::Command(command) => {
            matches!(command, PersonCommand::Open { .. } | PersonCommand::MoveShortcut { .. })
        }
    };
    matches!(command, Command::Person { actions } if actions.iter().all(plain))
}

/// Returns what only agents can change of existing windows: their contents and titles.
fn shown(view: &Value) -> Vec<(String, Value, Value)> {
    let windows = view["windows"].as_object().unwrap().iter();
    windows.map(|(key, window)| (key.clone(), window["content"].clone(), window["title"].clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_laws_hold_after_any_commands(commands in commands(60)) {
        let mut desktop = Desktop::new(Viewport::default());
        let mut mirror = Mirror::new(&desktop);
        for (step, (actor, command, now)) in commands.iter().enumerate() {
            let (before, kept) = (saved(&desktop), view(&desktop));
            match desktop.apply(actor, command, *now) {
                Err(refused) => {
                    prop_assert!(!refused.0.is_empty());
                    prop_assert_eq!(&before, &saved(&desktop), "step {}: {:?} was refused", step, command);
                }
                Ok(_) => {
                    let (after, applied) = (view(&desktop), desktop.applied());
                    check_laws(&after);
                    if matches!(actor, Actor::Agent(_)) {
                        owners::check_agent(&kept, &after);
                    }
                    prop_assert_eq!(applied.marks.is_empty(), kept == after && applied.marks.is_empty());
                    if applied.marks.is_empty() {
                        prop_assert_eq!(&kept, &after, "step {}: {:?} changed without a mark", step, command);
                    }
                    mirror.apply(&desktop, &applied.marks);
                    prop_assert_eq!(&mirror.view(), &after, "step {}: {:?}", step, command);
                    let loaded = Desktop::load(before.as_bytes()).unwrap();
                    prop_assert_eq!(&saved(&loaded), &before);
                }
            }
            let due = desktop.next_expiry();
            let shown = desktop.toasts().count() + desktop.notifications().count();
            prop_assert!(due.is_none() || shown > 0);
        }
    }

    #[test]
    fn a_loaded_desktop_goes_on_like_the_saved_one(first in commands(30), second in commands(30)) {
        let mut desktop = Desktop::new(Viewport { w: 800, h: 600 });
        for (actor, command, now) in &first {
            _ = desktop.apply(actor, command, *now);
        }
        let mut loaded = Desktop::load(saved(&desktop).as_bytes()).unwrap();
        for (actor, command, now) in &second {
            prop_assert_eq!(desktop.apply(actor, command, *now), loaded.apply(actor, command, *now));
        }
        prop_assert_eq!(saved(&desktop), saved(&loaded));
    }

    #[test]
    fn a_person_takes_everything_back_and_does_it_again(before in commands(30), commands in commands(40)) {
        let mut desktop = Desktop::new(Viewport::default());
        let page = Actor::Person("page".to_owned());
        for (actor, command, now) in before.iter().filter(|(actor, ..)| matches!(actor, Actor::Agent(_))) {
            _ = desktop.apply(actor, command, *now);
        }
        let mut views = vec![undoable(view(&desktop))];
        for (actor, command, now) in commands.iter().filter(|(_, command, _)| is_deed(command)) {
            if desktop.apply(actor, command, *now).is_ok() && views.last() != Some(&undoable(view(&desktop))) {
                views.push(undoable(view(&desktop)));
            }
        }
        let mut mirror = Mirror::new(&desktop);
        for (command, mut left) in [(undo(), views.clone()), (redo(), views.iter().rev().cloned().collect())] {
            while desktop.apply(&page, &command, 0).is_ok() {
                prop_assert!(desktop.applied().note.is_some());
                let now = view(&desktop);
                check_laws(&now);
                mirror.apply(&desktop, &desktop.applied().marks);
                prop_assert_eq!(&mirror.view(), &now);
                // Each step leads to an earlier state, and not to a later one than the step before.
                let now = undoable(now);
                let at = left.iter().rposition(|view| *view == now);
                prop_assert!(at.is_some(), "{command:?} leads to what never was: {now:#}");
                left.truncate(at.unwrap_or(0) + 1);
            }
            prop_assert_eq!(left.len(), 1, "{:?} goes all the way", command);
        }
    }

    #[test]
    fn undo_keeps_what_agents_did(commands in commands(60)) {
        let mut desktop = Desktop::new(Viewport::default());
        for (actor, command, now) in &commands {
            _ = desktop.apply(actor, command, *now);
        }
        let page = Actor::Person("page".to_owned());
        for command in [undo(), redo(), undo()] {
            let mut steps = 0;
            loop {
                let before = shown(&view(&desktop));
                let saved_before = saved(&desktop);
                if desktop.apply(&page, &command, 0).is_err() {
                    prop_assert_eq!(saved_before, saved(&desktop));
                    break;
                }
                let after = shown(&view(&desktop));
                for window in before {
                    let there = after.iter().find(|(key, ..)| *key == window.0);
                    prop_assert!(there.is_none_or(|there| *there == window), "{:?} became {:?}", window, there);
                }
                steps += 1;
                prop_assert!(steps <= 100, "what is undone is not undone again");
            }
        }
    }

    #[test]
    fn a_windows_changes_are_taken_back_one_by_one(commands in commands(40)) {
        let mut desktop = Desktop::new(Viewport::default());
        for (actor, command, now) in commands.iter().filter(|(actor, ..)| matches!(actor, Actor::Agent(_))) {
            _ = desktop.apply(actor, command, *now);
        }
        let page = Actor::Person("page".to_owned());
        let keys: Vec<String> = desktop.windows().map(|(key, _)| key.to_owned()).collect();
        for key in keys {
            let mut mirror = Mirror::new(&desktop);
            let others = |view: Value| {
                let mut shown = shown(&view);
                shown.retain(|(other, ..)| *other != key);
                shown
            };
            let before = others(view(&desktop));
            while desktop.apply(&page, &person(PersonCommand::UndoAgent { window_id: key.clone() }), 0).is_ok() {
                let now = view(&desktop);
                check_laws(&now);
                mirror.apply(&desktop, &desktop.applied().marks);
                prop_assert_eq!(&mirror.view(), &now);
                let loaded = Desktop::load(saved(&desktop).as_bytes()).unwrap();
                prop_assert_eq!(saved(&loaded), saved(&desktop));
            }
            prop_assert_eq!(before, others(view(&desktop)));
        }
    }
}
