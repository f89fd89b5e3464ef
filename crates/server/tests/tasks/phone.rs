//! A phone watched over its socket: frames, and a person's input, with the simulated phone behind the real wire.

mod hand;
mod page;
mod secrets;

use std::time::{Duration, Instant};

use serde_json::json;

use self::page::Page;
use crate::rig::Rig;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_show_what_the_phone_shows() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    assert_eq!((page.width, page.height), (360, 640));
    assert!(page.frames[0].whole && !page.secure);
    let whole = page.frames[0].bytes;
    // After a small change, less than the whole picture is sent.
    page.act(json!({"type": "launch_app", "packageName": "com.android.settings"})).await;
    page.until_shows(&rig).await;
    page.act(json!({"type": "swipe", "x1": 180, "y1": 100, "x2": 180, "y2": 90})).await;
    page.until_shows(&rig).await;
    assert!(page.frames.iter().skip(1).all(|frame| !frame.whole));
    assert!(page.frames.iter().skip(1).any(|frame| frame.bytes < whole), "{:?}", page.frames);
    let numbers: Vec<u32> = page.frames.iter().map(|frame| frame.number).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_at_rest_sends_nothing() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    page.silent_for_looks(&rig, "one", 8).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_pages_cost_one_look_and_none_costs_none() {
    let rig = Rig::start().await;
    let adbd = rig.world.adbd("one");
    let mut pages = Vec::new();
    for _ in 0..10 {
        pages.push(Page::open(&rig, "one").await);
    }
    for page in &mut pages {
        page.until_shows(&rig).await;
    }
    let (before, began) = (adbd.heard("screencap"), Instant::now());
    pages[0].silent_for_looks(&rig, "one", 10).await;
    let (looks, passed) = (adbd.heard("screencap") - before, began.elapsed());
    // One loop never looks more often than this; ten would on any machine that keeps up.
    let most = passed.as_millis() / 40 + 3;
    assert!(u128::from(looks) <= most, "{looks} looks in {passed:?}");
    drop(pages);
    // The last viewer stops; then nobody looks.
    let mut tick = tokio::time::interval(Duration::from_millis(100));
    let (mut last, mut quiet) = (adbd.heard("screencap"), 0);
    for _ in 0..600 {
        tick.tick().await;
        let now = adbd.heard("screencap");
        quiet = if now == last { quiet + 1 } else { 0 };
        last = now;
        if quiet == 8 {
            return;
        }
    }
    panic!("the phone is still looked at");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_slow_gets_the_newest_only() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    page.paints = false;
    let before = page.frames.len();
    for package in ["com.android.settings", "com.google.android.deskclock", "com.android.settings"] {
        page.act(json!({"type": "launch_app", "packageName": package})).await;
        page.act(json!({"type": "keyevent", "keycode": "KEYCODE_HOME"})).await;
    }
    page.act(json!({"type": "launch_app", "packageName": "com.google.android.deskclock"})).await;
    page.silent_for_looks(&rig, "one", 3).await;
    assert!(page.frames.len() - before <= 2, "{} frames nobody painted", page.frames.len() - before);
    page.paints = true;
    page.say(&json!({"type": "SHOWN", "frame": page.frames.last().unwrap().number})).await;
    page.until_shows(&rig).await;
    assert!(page.frames.len() - before <= 4, "the newest, not all of them");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_sees_a_page_that_is_hidden() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    page.say(&json!({"type": "PAUSE"})).await;
    page.act(json!({"type": "launch_app", "packageName": "com.android.settings"})).await;
    let before = page.frames.len();
    page.say(&json!({"type": "GO_ON"})).await;
    page.until_shows(&rig).await;
    assert!(page.frames[before].whole, "a whole frame comes first");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_vanishes_is_waited_for() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    rig.world.unplug("one").await;
    page.until_said("TROUBLE").await;
    assert!(rig.get("/api/devices").await["devices"][0]["trouble"].is_string());
    rig.world.plug("one").await;
    page.until_said("BACK").await;
    page.act(json!({"type": "launch_app", "packageName": "com.android.settings"})).await;
    page.until_shows(&rig).await;
    assert!(rig.get("/api/devices").await["devices"][0]["trouble"].is_null());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_is_turned_has_another_size() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    for (to, size) in [("landscape", (640, 360)), ("portrait", (360, 640)), ("auto", (360, 640))] {
        page.ask(&json!({"type": "ROTATE", "to": to})).await;
        page.until_shows(&rig).await;
        assert_eq!((page.width, page.height), size, "{to}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_watches_elements_is_told_what_stands_on_the_screen() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    page.say(&json!({"type": "WATCH_ELEMENTS", "on": true})).await;
    page.until_said("ELEMENTS").await;
    page.act(json!({"type": "launch_app", "packageName": "com.android.settings"})).await;
    let labels = |page: &Page| -> Vec<String> {
        let elements = page.elements.as_array().unwrap();
        elements.iter().map(|element| element["label"].as_str().unwrap().to_owned()).collect()
    };
    while !labels(&page).iter().any(|label| label.contains("Network")) {
        page.hear().await;
    }
    let first = &page.elements[0];
    assert!(first["index"] == 1 && first["role"].is_string() && first["bounds"].as_array().unwrap().len() == 4);
    page.say(&json!({"type": "WATCH_ELEMENTS", "on": false})).await;
}
