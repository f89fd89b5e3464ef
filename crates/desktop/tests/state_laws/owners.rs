//! The items that an agent's command must not change: the windows of the person, and the view of the parts of the
//! desktop.

use std::collections::BTreeSet;

use serde_json::Value;

/// Checks an agent's command by the desktop before and after it.
pub(crate) fn check_agent(before: &Value, after: &Value) {
    let persons = |view: &Value| -> Vec<(String, Value)> {
        let windows = view["windows"].as_object().unwrap().iter().filter(|(_, window)| window.get("agent").is_none());
        windows.map(|(key, window)| (key.clone(), without_bounds_if_maximized(window))).collect()
    };
    assert_eq!(persons(before), persons(after), "the person's windows are as they were");
    let (old, new) = (covered(before), covered(after));
    let newly: Vec<_> = new.difference(&old).collect();
    assert!(newly.is_empty(), "agents' windows newly cover parts: {newly:?}");
    let part_in_view =
        |view: &Value| view["windows"].as_object().unwrap().values().any(|window| is_seen_part(view, window));
    if part_in_view(before) {
        assert_eq!(before["activeMonitor"], after["activeMonitor"], "a monitor with a part stays in view");
    }
}

/// A maximised window fills the work area, which panels change.
fn without_bounds_if_maximized(window: &Value) -> Value {
    let mut window = window.clone();
    if window["maximized"] == true {
        window["bounds"] = Value::Null;
    }
    window
}

fn is_part(window: &Value) -> bool {
    window["content"]["data"].as_str().is_some_and(|data| data.starts_with("fingertip:"))
}

fn is_seen_part(view: &Value, window: &Value) -> bool {
    is_part(window) && window["minimized"] == false && window["monitorId"] == view["activeMonitor"]
}

/// Returns the pairs of an agent's window and a part that it lies over.
fn covered(view: &Value) -> BTreeSet<(String, String)> {
    let order: Vec<&str> = view["zOrder"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    let seen = |key: &str| view["windows"][key]["minimized"] == false;
    let mut pairs = BTreeSet::new();
    for (at, part) in order.iter().enumerate().filter(|(_, key)| seen(key) && is_part(&view["windows"][**key])) {
        for over in order.iter().skip(at + 1).filter(|key| seen(key)) {
            let (part_window, window) = (&view["windows"][*part], &view["windows"][*over]);
            if window.get("agent").is_some()
                && window["monitorId"] == part_window["monitorId"]
                && overlap(window, part_window)
            {
                pairs.insert(((*over).to_owned(), (*part).to_owned()));
            }
        }
    }
    pairs
}

fn overlap(a: &Value, b: &Value) -> bool {
    let side = |window: &Value, name: &str| window["bounds"][name].as_f64().unwrap();
    let along =
        |at: &str, size: &str| side(a, at) < side(b, at) + side(b, size) && side(b, at) < side(a, at) + side(a, size);
    along("x", "w") && along("y", "h")
}
