//! Properties of every screen of every app, after any sequence of events.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::driver::{World, texts};
use toolkit::{Event, Kind, View};

/// Collects all events that a screen could send.
fn possible(view: &View, text: &str, number: u32, all: &mut Vec<Event>) {
    if view.enabled {
        all.extend(view.on_click.clone());
        all.extend(view.on_long_click.clone());
        all.extend(view.on_pinch.map(|name| Event::with(name, number.to_string())));
        match &view.kind {
            Kind::Field { on_change, on_submit, .. } => {
                all.push(Event::with(on_change, text));
                all.extend(on_submit.map(|name| Event::with(name, text)));
            }
            Kind::Slider { on_change, .. } => all.push(Event::with(on_change, number.to_string())),
            _ => {}
        }
    }
    for child in &view.children {
        possible(child, text, number, all);
    }
}

/// Checks the rules for screens.
fn check(view: &View, route: &str) {
    let mut ids = BTreeSet::new();
    laws(view, route, &mut ids, true);
}

/// `named` is whether clickable views must have a name: web pages may lack labels, as many do.
fn laws<'a>(view: &'a View, route: &str, ids: &mut BTreeSet<&'a str>, named: bool) {
    let named = named && view.id != "webview";
    if matches!(view.kind, Kind::List | Kind::Field { .. } | Kind::Slider { .. }) {
        assert!(!view.id.is_empty(), "a {:?} on `{route}` has no id", view.kind);
        assert!(ids.insert(&view.id), "two views on `{route}` have the id `{}`", view.id);
    }
    if named && (view.on_click.is_some() || view.on_long_click.is_some()) {
        assert!(!texts(view).is_empty(), "something that can be touched on `{route}` has no name: {view:?}");
    }
    if let Kind::Slider { value, max, .. } = view.kind {
        assert!(value <= max, "a slider on `{route}` is beyond its end");
    }
    for child in &view.children {
        laws(child, route, ids, named);
    }
}

/// Routes of all forms.
const ROUTES: &[&str] =
    &["", "/", "chat/", "chat/+1", "app/", "app/none", "permission/a/b", "wifi/x", "edit/-1", "info/é"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_that_can_be_done_breaks_an_app_or_a_law(
        steps in proptest::collection::vec((any::<u16>(), any::<u8>(), "\\PC{0,8}|[0-9+]{1,12}|[a-e]"), 1..60),
    ) {
        let mut world = World::new();
        for (choice, kind, text) in steps {
            world.shared.clock.now_ms += i64::from(choice);
            let mut all = Vec::new();
            if let Some((_, buttons)) = world.dialog.take() {
                all.extend(buttons.into_iter().map(|(_, event)| event));
            } else {
                possible(&world.view(), &text, u32::from(choice), &mut all);
            }
            // The test phone has no mail app.
            all.retain(|event| event.name != "mail");
            match kind % 8 {
                0 => world.back(),
                1 => {
                    let packages: Vec<String> = world.shared.packages.installed.keys().cloned().collect();
                    world.line(&format!("launch {}", packages[usize::from(choice) % packages.len()]));
                }
                _ if all.is_empty() => world.back(),
                _ => world.send(&all[usize::from(choice) % all.len()].clone()),
            }
            let route = world.stack.last().map(|(_, route)| route.clone()).unwrap_or_default();
            check(&world.view(), &route);
            world.stack.truncate(40);
        }
        // The loaded state equals the saved one.
        for (app, fresh) in world.apps.iter().zip(super::system_apps().iter_mut()) {
            fresh.load(&app.save());
            prop_assert_eq!(fresh.save(), app.save());
        }
    }

    #[test]
    fn an_event_out_of_place_breaks_nothing(which in 0..crate::SYSTEM.len(), route in 0..10_usize, value in "\\PC{0,12}") {
        let mut world = World::new();
        let names = ["open", "set", "join", "pick", "to", "draft", "send", "save", "delete", "call", "dial", "device",
            "uninstall", "grant", "hang_up", "answer", "launch", "chat", "forget", "wifi_connect", "system/font_scale",
            "digit", "start_timer", "day", "hour", "time_ok", "city", "edit_time", "add_minute", "lap",
            "create", "name", "text", "note", "go", "address", "link", "mode", "start", "play", "confirm", "amount"];
        for name in names {
            world.stack = vec![(which, ROUTES[route].to_owned())];
            check(&world.view(), ROUTES[route]);
            world.send(&Event::with(name, value.clone()));
            check(&world.view(), "after");
        }
    }
}

#[test]
fn what_cannot_be_read_leaves_an_app_as_it_is() {
    for app in &mut super::system_apps() {
        let before = app.save();
        app.load(&serde_json::Value::Null);
        app.load(&serde_json::json!({"query": 7, "form": []}));
        assert_eq!(app.save(), before, "{}", app.manifest().package);
    }
}

#[test]
fn manifests_are_whole_and_every_activity_shows_a_screen() {
    let world = World::new();
    let mut packages = BTreeSet::new();
    for app in &world.apps {
        let manifest = app.manifest();
        assert!(packages.insert(manifest.package), "{} twice", manifest.package);
        assert!(!manifest.activities.is_empty());
        for activity in manifest.activities {
            check(&app.view(activity.route, &world.shared), activity.route);
            assert!(activity.class.starts_with('.') || activity.class.contains('.'));
        }
        let first = manifest.activities[0];
        assert_eq!(app.class_of(first.route), first.class);
    }
}
