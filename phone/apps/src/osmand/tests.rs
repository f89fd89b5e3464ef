//! Tests beyond the benchmark's tasks: broken files and databases, other entry points, bounds.

use machine::files::Files;
use state::app::{App, Cx, Effect, Intent};
use state::shared::{Clock, Shared};
use toolkit::{Event, View};

use super::*;

fn shared() -> Shared {
    Shared { files: Files::phone(0), clock: Clock::at(1_697_384_040_000), ..Shared::default() }
}

fn texts(view: &View) -> Vec<String> {
    let own = [&view.text, &view.description].into_iter().filter(|text| !text.is_empty()).cloned();
    own.chain(view.children.iter().flat_map(texts)).collect()
}

fn send(app: &mut OsmAnd, shared: &mut Shared, route: &str, event: Event) -> Vec<Effect> {
    let mut cx = Cx { shared, effects: Vec::new() };
    app.event(route, &event, &mut cx);
    cx.effects
}

#[test]
fn broken_files_are_said_to_be() {
    let (mut app, mut shared) = (OsmAnd::default(), shared());
    let database = Markers::FILE.path_of(PACKAGE);
    for path in [format!("{}/favorites.gpx", folder::FAVORITES), format!("{}/x.gpx", folder::TRACKS), database] {
        let folder = path.rsplit_once('/').unwrap().0.to_owned();
        shared.files.as_system(|files| {
            files.make_dirs(&folder, 0).unwrap();
            files.write(&path, b"garbage".repeat(200), 0).unwrap();
        });
    }
    for (route, says) in [
        ("places", "favorites.gpx cannot be read"),
        ("tracks", "x"),
        ("track/x", "The track cannot be read"),
        ("track/../../x", "The track cannot be read"),
        ("markers", "The database cannot be read"),
    ] {
        let seen = texts(&app.view(route, &shared));
        assert!(seen.iter().any(|text| text.starts_with(says)), "{route}: {seen:?}");
    }
    // The map keeps working, and the unreadable file is not overwritten.
    app.view("map", &shared);
    app.form.name = "Home".to_owned();
    let effects = send(&mut app, &mut shared, "favorite/47.1,9.5/Home", Event::new("save_favorite"));
    assert_eq!(effects, [Effect::Toast("favorites.gpx cannot be read".to_owned())]);
    let effects = send(&mut app, &mut shared, "place/47.1,9.5/Home", Event::new("add_marker"));
    assert!(matches!(effects.as_slice(), [Effect::Toast(text)] if text.contains("cannot be read")), "{effects:?}");
}

#[test]
fn other_apps_show_places_here() {
    let mut shared = shared();
    for (data, route) in [
        ("geo:47.1,9.5", "place/47.1000000,9.5000000/47.10000, 9.50000"),
        ("geo:0,0?q=Vaduz", "place/47.1393000,9.5228000/Vaduz"),
        ("http://osmand.net/go?lat=47.2&lon=9.5&z=12", "place/47.2000000,9.5000000/47.20000, 9.50000"),
        ("geo:0,0?q=Nowhere", "map"),
        ("geo:x,y", "map"),
    ] {
        let mut cx = Cx { shared: &mut shared, effects: Vec::new() };
        let intent = Intent { data: Some(data.to_owned()), ..Intent::default() };
        assert_eq!(OsmAnd::default().start(&intent, "map", &mut cx), route, "{data}");
    }
}

#[test]
fn a_route_is_saved_once_and_found_among_the_tracks() {
    let (mut app, mut shared) = (OsmAnd::default(), shared());
    for (place, name) in [("47.1,9.5/A", "A"), ("47.2,9.6/B", "B")] {
        send(&mut app, &mut shared, "plan", Event::new("plan_search"));
        send(&mut app, &mut shared, "search", Event::with("choose", place));
        send(&mut app, &mut shared, "plan", Event::new("plan_add"));
        send(&mut app, &mut shared, "plan", Event::new("plan_add"));
        assert_eq!(app.plan.last().map(|(_, name)| name.as_str()), Some(name));
    }
    assert_eq!(app.plan.len(), 2, "a point is not added twice in a row");
    app.form.track = "a/b: c".to_owned();
    send(&mut app, &mut shared, "plan_save", Event::new("track_save"));
    assert_eq!(folder::tracks(&shared), ["a_b_ c"]);
    assert_eq!(folder::track(&shared, "a_b_ c").unwrap().track, [(47.1, 9.5), (47.2, 9.6)]);
    app.plan = vec![((1.0, 1.0), String::new()); 2];
    app.form.track = "a_b_ c".to_owned();
    let effects = send(&mut app, &mut shared, "plan_save", Event::new("track_save"));
    assert_eq!(effects, [Effect::Toast("A track of that name already exists".to_owned())]);
    send(&mut app, &mut shared, "tracks", Event::with("track_delete_yes", "a_b_ c"));
    assert!(folder::tracks(&shared).is_empty());
}

#[test]
fn nothing_that_is_sent_breaks_it() {
    let (mut app, mut shared) = (OsmAnd::default(), shared());
    for value in ["", "-1", "NaN", "inf", "1e999", "é/é", "99999999999999999999"] {
        for name in
            ["pinch", "choose", "show", "favorite_delete", "marker_pass", "open", "track_name", "menu_item", "query"]
        {
            send(&mut app, &mut shared, &format!("place/{value}"), Event::with(name, value));
        }
        for route in
            ["map", "place/", "track/", "search", "plan", "plan_save", "favorite/x", "configure", "menu", "welcome"]
        {
            app.view(&format!("{route}{value}"), &shared);
        }
        app.load(&serde_json::json!({"zoom": 1e30, "middle": [0.0, 0.0]}));
        assert!(app.zoom <= 17.0);
    }
}

#[test]
fn a_finger_drags_the_map_and_a_tap_looks_at_a_point() {
    let (mut app, mut shared) = (OsmAnd::default(), shared());
    let before = app.middle;
    for value in ["down 200 300 400 600", "move 150 300 400 600", "up 100 300 400 600"] {
        assert_eq!(send(&mut app, &mut shared, "map", Event::with("pan", value)), []);
    }
    assert!(app.middle.1 > before.1 && (app.middle.0 - before.0).abs() < 1e-9, "{:?}", app.middle);
    app.middle = (47.1393, 9.5228);
    send(&mut app, &mut shared, "map", Event::with("pan", "down 205 300 400 600"));
    let effects = send(&mut app, &mut shared, "map", Event::with("pan", "up 205 300 400 600"));
    assert_eq!(effects, [Effect::Push("place/47.1393000,9.5228000/Vaduz".to_owned())]);
    for value in ["", "up 1 1 1 1", "move nan 1 1 1", "down 1e30 -1e30 0 0"] {
        send(&mut app, &mut shared, "plan", Event::with("pan", value));
    }
}
