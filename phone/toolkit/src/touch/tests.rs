//! Tests of touch input and its results. One dp is one pixel.

use super::super::chrome::{self, DialogSpec, StatusBar};
use super::super::keyboard::Keyboard;
use super::super::screen::Display;
use super::super::style::{Icon, Size};
use super::super::window::Window;
use super::*;

/// A touch event: down, move or up at a point and a time.
#[derive(Clone, Copy)]
enum Step {
    Down(i32, i32, u64),
    Move(i32, i32, u64),
    Up(i32, i32, u64),
    Wait(u64),
}
use Step::{Down, Move, Up, Wait};

fn display() -> Display {
    Display { width: 400, height: 800, density_dpi: 160, ..Display::default() }
}

/// A bar with a button and a field (24 to 74, 74 to 130), a slider (130 to 174), then a list of rows 100 high.
fn screen() -> Window {
    let row = |number: usize| {
        let view = View::stack(vec![]).width(Size::Fill).height(Size::Dp(100.0)).id(&format!("row{number}"));
        view.on_click(Event::with("open", number.to_string())).on_long_click(Event::with("hold", number.to_string()))
    };
    let view = View::column(vec![
        View::row(vec![
            View::icon_button(Icon::Add, "Add", Event::new("add")),
            View::icon_button(Icon::Delete, "Delete", Event::new("delete")).enabled(false),
        ])
        .height(Size::Dp(50.0)),
        View::field("name", "abc", "Name", "named"),
        View::new(Kind::Slider { value: 0, max: 100, on_change: "level" }).id("level").width(Size::Fill),
        View::list("list", (0..50).map(row).collect()),
    ]);
    Window { key: "app".to_owned(), package: "p".to_owned(), view, kind: WindowKind::App }
}

/// Plays steps on windows. Returns the outcomes as short words, and the state.
fn play(windows: &[Window], steps: &[Step]) -> (Vec<String>, UiStates) {
    let display = display();
    let mut states = UiStates::default();
    let mut touch = Touch::default();
    let mut words = Vec::new();
    for step in steps {
        let (Down(.., now) | Move(.., now) | Up(.., now) | Wait(now)) = *step;
        let scene = Scene::new(windows, &display, &states, now);
        let outcomes = match *step {
            Down(x, y, now) => touch.down(&scene, &mut states, x, y, now),
            Move(x, y, now) => touch.moved(&scene, &mut states, x, y, now),
            Up(x, y, now) => touch.up(&scene, &mut states, x, y, now),
            Wait(now) => touch.tick(&scene, &mut states, now),
        };
        words.extend(outcomes.into_iter().map(|outcome| match outcome {
            Outcome::Event { event, taps, .. } => format!("{}:{}x{taps}", event.name, event.value),
            Outcome::Focused { id, .. } => format!("focus {id}"),
            Outcome::Key(event) => format!("key {}:{}", event.name, event.value),
            Outcome::Outside { window } => format!("outside {window}"),
            Outcome::PullShade => "pull".to_owned(),
            Outcome::PushShade => "push".to_owned(),
        }));
    }
    (words, states)
}

fn check(windows: &[Window], steps: &[Step], expected: &[&str]) {
    assert_eq!(play(windows, steps).0, expected);
}

#[test]
fn taps_and_holds() {
    let app = [screen()];
    check(&app, &[Down(20, 50, 0), Up(20, 50, 80)], &["add:x1"]);
    check(&app, &[Down(70, 50, 0), Up(70, 50, 80)], &[]);
    check(&app, &[Down(300, 50, 0), Up(300, 50, 80)], &[]);
    check(&app, &[Down(20, 250, 0), Up(22, 251, 80)], &["open:0x1"]);
    check(&app, &[Down(20, 250, 0), Up(20, 250, 80), Down(20, 250, 200), Up(20, 250, 260)], &["open:0x1", "open:0x2"]);
    check(&app, &[Down(20, 250, 0), Up(20, 250, 80), Down(20, 250, 900), Up(20, 250, 960)], &["open:0x1", "open:0x1"]);
    check(&app, &[Down(20, 350, 0), Wait(499), Wait(500), Wait(700), Up(20, 350, 800)], &["hold:1x1"]);
    check(&app, &[Down(20, 350, 0), Up(20, 350, 800)], &["hold:1x1"]);
    // A view without a long-press event is tapped, however long the press.
    check(&app, &[Down(20, 50, 0), Up(20, 50, 5_000)], &["add:x1"]);
}

#[test]
fn a_field_gets_the_focus_and_the_caret_where_it_is_touched() {
    let (words, states) = play(&[screen()], &[Down(390, 100, 0), Up(390, 100, 50)]);
    assert_eq!(words, ["focus name"]);
    assert_eq!(states.get("app").unwrap().focus, Some(Focus::at("name", 3)));
    let (_, states) = play(&[screen()], &[Down(2, 100, 0), Up(2, 100, 50)]);
    assert_eq!(states.get("app").unwrap().focus, Some(Focus::at("name", 0)));
}

#[test]
fn a_word_is_selected_by_holding_it_or_tapping_it_twice() {
    let hold = [Down(20, 100, 0), Up(20, 100, 800)];
    let twice = [Down(20, 100, 0), Up(20, 100, 50), Down(21, 100, 200), Up(21, 100, 250)];
    let slowly = [Down(20, 100, 0), Up(20, 100, 50), Down(21, 100, 600), Up(21, 100, 650)];
    for (steps, words, anchor) in [
        (hold.as_slice(), &["focus name"] as &[&str], Some(0)),
        (&twice, &["focus name", "focus name"], Some(0)),
        (&slowly, &["focus name", "focus name"], None),
    ] {
        let (said, states) = play(&[screen()], steps);
        let state = states.get("app").unwrap();
        assert_eq!(said, words);
        assert_eq!(state.toolbar, anchor.is_some());
        assert_eq!(state.focus.as_ref().unwrap().anchor, anchor);
    }
    // A touch elsewhere hides the toolbar and keeps the selection.
    let (_, states) = play(&[screen()], &[hold.as_slice(), &[Down(20, 50, 900), Up(20, 50, 950)]].concat());
    let state = states.get("app").unwrap();
    assert_eq!((state.toolbar, state.focus.as_ref().unwrap().anchor), (false, Some(0)));
}

#[test]
fn a_slider_follows_the_finger() {
    let app = [screen()];
    check(&app, &[Down(200, 150, 0), Up(200, 150, 50)], &["level:50x1"]);
    check(
        &app,
        &[Down(12, 150, 0), Move(106, 150, 30), Move(900, 150, 60), Up(900, 150, 70)],
        &["level:25x1", "level:100x1"],
    );
}

#[test]
fn a_list_is_dragged_and_flung() {
    let slow = [Down(200, 600, 0), Move(200, 500, 400), Move(200, 400, 800), Up(200, 400, 1_500)];
    let (words, states) = play(&[screen()], &slow);
    assert!(words.is_empty());
    assert_eq!(states.get("app").unwrap().offset("list", 9_000, 4_000), 200);

    let quick = [Down(200, 600, 0), Move(200, 500, 50), Move(200, 400, 100), Up(200, 400, 105)];
    let (words, states) = play(&[screen()], &quick);
    assert!(words.is_empty());
    let place = |now| states.get("app").unwrap().offset("list", now, 4_000);
    assert_eq!(place(105), 200);
    assert!(place(300) > 300 && place(5_000) > place(300) && place(5_000) == place(50_000));
    assert!(states.moving(300) && !states.moving(5_000));

    // Only down and up, far apart: an `input swipe` without moves in between.
    let (_, states) = play(&[screen()], &[Down(200, 600, 0), Up(200, 300, 200)]);
    assert!(states.get("app").unwrap().offset("list", 5_000, 4_000) > 500);

    // A touch stops the fling and does not open the view under the finger.
    let mut caught = quick.to_vec();
    caught.extend([Down(200, 500, 200), Up(200, 500, 260)]);
    let (words, states) = play(&[screen()], &caught);
    assert!(words.is_empty());
    assert!(!states.moving(260));
}

#[test]
fn windows_take_what_is_theirs() {
    let spec = DialogSpec { title: "Sure?".to_owned(), buttons: vec!["OK".to_owned()], ..DialogSpec::default() };
    let dialog = chrome::dialog("dialog", "android", &spec);
    let status = chrome::status_bar(&StatusBar::default());
    let all = [screen(), chrome::navigation_bar(), status.clone()];
    check(&all, &[Down(200, 780, 0), Up(200, 780, 50)], &["home:x1"]);
    check(&all, &[Down(90, 780, 0), Up(90, 780, 50)], &["back:x1"]);
    check(&all, &[Down(200, 5, 0), Move(200, 200, 100), Up(200, 300, 150)], &["pull"]);

    let asked = [screen(), dialog, chrome::navigation_bar()];
    check(&asked, &[Down(20, 50, 0), Up(20, 50, 50)], &["outside dialog"]);
    check(&asked, &[Down(200, 780, 0), Up(200, 780, 50)], &["home:x1"]);
    let display = display();
    let states = UiStates::default();
    let scene = Scene::new(&asked, &display, &states, 0);
    let (x, y) = scene.window("dialog").unwrap().laid.find("button1").unwrap().bounds.center();
    check(&asked, &[Down(x, y, 0), Up(x, y, 50)], &["dialog_button:0x1"]);

    let typing = [screen(), chrome::ime(&Keyboard::default()), chrome::navigation_bar()];
    let scene = Scene::new(&typing, &display, &states, 0);
    let ime = scene.window("ime").unwrap();
    assert_eq!(ime.rect.bottom, scene.window("app").unwrap().rect.bottom + ime.rect.height());
    let (x, y) = ime.laid.find("key_pos_g").unwrap().bounds.center();
    check(&typing, &[Down(x, y, 0), Up(x, y, 50)], &["key type:g"]);

    let shade = chrome::shade("Today", 128, &[], None, &[]);
    let pulled = [screen(), shade, chrome::navigation_bar(), status];
    check(&pulled, &[Down(200, 780, 0), Up(200, 780, 50)], &["home:x1"]);
    check(&pulled, &[Down(200, 700, 0), Up(200, 700, 50)], &["outside notification_shade"]);
    check(&pulled, &[Down(6, 100, 0), Up(6, 10, 150)], &["push"]);
}

#[test]
fn hits_find_the_highest() {
    let window = screen();
    let display = display();
    let windows = [window];
    let scene = Scene::new(&windows, &display, &UiStates::default(), 0);
    let laid = &scene.windows[0].laid;
    for (x, y, id) in [(200, 100, Some("name")), (200, 150, Some("level")), (200, 280, Some("row1")), (300, 50, None)] {
        assert_eq!(hit(laid, x, y).map(|number| laid.nodes[number].view.id.as_str()), id, "{x} {y}");
    }
}
