//! An observer that keeps its view of the desktop up to date only from the marks of each command, by looking up the new
//! values. Its view must always equal the desktop.

use std::collections::BTreeSet;

use desktop::state::{Desktop, Mark};
use serde_json::{Map, Value, json};

pub(crate) struct Mirror {
    view: Value,
    order: Vec<String>,
}

/// Returns an entry of one of the desktop's keyed parts.
fn part(now: &Value, part: &str, id: &str) -> Option<Value> {
    now[part].get(id).cloned()
}

impl Mirror {
    pub(crate) fn new(desktop: &Desktop) -> Self {
        let order = desktop.z_order().map(str::to_owned).collect();
        Self { view: serde_json::to_value(desktop.view(0)).unwrap(), order }
    }

    pub(crate) fn view(&self) -> Value {
        let mut view = self.view.clone();
        let monitor = |key: &String| key["monitor-".len()..].split('/').next().unwrap().parse::<u8>().unwrap();
        let mut order = self.order.clone();
        // Each monitor has its own order; they are listed one after the other.
        order.sort_by_key(monitor);
        view["zOrder"] = json!(order);
        view
    }

    pub(crate) fn apply(&mut self, desktop: &Desktop, marks: &[Mark]) {
        let now = serde_json::to_value(desktop.view(0)).unwrap();
        let mut stacked = BTreeSet::new();
        for mark in marks {
            // A window that is already gone needs no update.
            let place = match mark {
                Mark::Window(slot) | Mark::Frame(slot) | Mark::Content(slot) | Mark::Appended { slot, .. } => {
                    Some(slot)
                }
                Mark::Stack(slot) => Some(slot),
                _ => None,
            };
            let key = place.map(|slot| desktop.key(*slot));
            if key == Some(None) {
                continue;
            }
            let key = key.flatten().unwrap_or_default();
            match mark {
                Mark::Monitor(_) => self.view["monitors"] = now["monitors"].clone(),
                Mark::Active => self.view["activeMonitor"] = now["activeMonitor"].clone(),
                Mark::Window(_) => {
                    assert!(stacked.is_empty(), "the stacking order comes behind the windows");
                    self.put("windows", key, part(&now, "windows", key));
                    if part(&now, "windows", key).is_none_or(|window| window["variant"] == "panel") {
                        self.order.retain(|other| other != key);
                    }
                }
                Mark::Frame(_) => {
                    if let (Some(mine), Some(theirs)) = (self.window(key), now["windows"].get(key)) {
                        let content = mine["content"].take();
                        *mine = theirs.clone();
                        mine["content"] = content;
                    }
                }
                Mark::Closed(key) => {
                    self.put("windows", key, None);
                    self.order.retain(|other| **other != **key);
                }
                Mark::Stack(_) => {
                    assert!(stacked.insert(key.to_owned()), "each once");
                    self.order.retain(|other| other != key);
                    let below = desktop.below(key);
                    let at = below.map_or(0, |below| self.order.iter().position(|other| other == below).unwrap() + 1);
                    self.order.insert(at, key.to_owned());
                }
                Mark::Focused => self.view["focused"] = now["focused"].clone(),
                Mark::Content(_) => {
                    if let (Some(mine), Some(theirs)) = (self.window(key), now["windows"].get(key)) {
                        mine["content"] = theirs["content"].clone();
                    }
                }
                Mark::Appended { from, .. } => self.append(desktop, key, *from),
                Mark::Notification(id) => self.put("notifications", id, part(&now, "notifications", id)),
                Mark::Toast(id) => self.put("toasts", id, part(&now, "toasts", id)),
                Mark::Dialog(id) => self.put("dialogs", id, part(&now, "dialogs", id)),
                Mark::Question(id) => self.put("questions", id, part(&now, "questions", id)),
                Mark::Badge(app) => self.put("badges", app, part(&now, "badges", app)),
                Mark::History(_) | Mark::Shortcut(_) | Mark::Apps => {
                    for name in ["history", "shortcuts", "appsVersion"] {
                        self.view[name] = now[name].clone();
                    }
                }
            }
        }
    }

    fn window(&mut self, key: &str) -> Option<&mut Value> {
        self.view["windows"].get_mut(key)
    }

    /// Appends the current end of a text to its earlier beginning.
    fn append(&mut self, desktop: &Desktop, key: &str, from: usize) {
        let Some(theirs) = desktop.window(key) else { return };
        let Some(text) = theirs.content.as_text() else { return };
        let Some(mine) = self.window(key).map(|window| &mut window["content"]["data"]) else { return };
        // A text that the same command changed in another way is already current.
        if let (Some(had), Some(rest)) = (mine.as_str(), text.get(from..))
            && had.len() == from
        {
            *mine = format!("{had}{rest}").into();
        }
    }

    fn put(&mut self, part: &str, id: &str, value: Option<Value>) {
        let there: &mut Map<String, Value> = self.view[part].as_object_mut().unwrap();
        match value {
            Some(value) => _ = there.insert(id.to_owned(), value),
            None => _ = there.remove(id),
        }
    }
}
