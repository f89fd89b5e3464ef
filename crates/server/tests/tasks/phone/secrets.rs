//! A phone's secrets appear in none of its frames.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use task::Phones;
use task::device::tree::{Bounds, Tree};

use super::page::{Page, rgb};
use crate::rig::Rig;

/// Returns a part of a picture, three bytes per pixel.
fn part(canvas: &[u8], width: u32, bounds: Bounds) -> Vec<u8> {
    let side = |side: i32| usize::try_from(side).unwrap();
    let (left, right) = (side(bounds.left) * 3, side(bounds.right) * 3);
    let rows = canvas.chunks(width as usize * 3).skip(side(bounds.top)).take(side(bounds.bottom - bounds.top));
    rows.flat_map(|row| row[left..right].to_vec()).collect()
}

async fn tree(rig: &Rig) -> Tree {
    rig.world.reach(Some("one")).await.unwrap().tree().await.unwrap()
}

/// Returns the centre of the element with this label.
async fn find(rig: &Rig, label: &str) -> (i32, i32) {
    let tree = tree(rig).await;
    let found = tree.nodes.iter().find(|node| node.label().contains(label));
    found.unwrap_or_else(|| panic!("{label}: {tree:?}")).bounds.centre()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_is_typed_is_in_no_frame() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    page.act(json!({"type": "shell", "command": "am start -a android.settings.WIFI_SETTINGS"})).await;
    page.until_shows(&rig).await;
    let (x, y) = find(&rig, "Linksys00042").await;
    page.act(json!({"type": "tap", "x": x, "y": y})).await;
    let field = loop {
        let now = tree(&rig).await;
        if let Some(node) = now.nodes.iter().find(|node| node.state.password) {
            break node.bounds;
        }
        page.hear().await;
    };
    let device = rig.world.reach(Some("one")).await.unwrap();
    let empty = part(&rgb(&device.capture().await.unwrap()), 360, field);
    let seen = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&seen);
    page.watches = Some(Box::new(move |canvas, width| {
        let shown = part(canvas, width, field);
        let hidden = shown.iter().all(|byte| *byte == 0x77);
        assert!(hidden || shown == empty, "something of what is typed is shown");
        count.fetch_add(usize::from(hidden), Ordering::Relaxed);
    }));
    for text in ["correct", " horse", " battery"] {
        page.act(json!({"type": "type", "text": text})).await;
    }
    page.until_shows(&rig).await;
    assert!(seen.load(Ordering::Relaxed) > 0, "the field is painted over");
    let typed = part(&rgb(&device.capture().await.unwrap()), 360, field);
    assert_ne!(part(&page.canvas, page.width, field), typed);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_that_is_known_is_in_no_frame() {
    let rig = Rig::start().await;
    let open = json!({"type": "open_url", "url": "smsto:+15550199"});
    rig.world.script("reads", &[open.clone(), json!({"type": "finish", "message": "done"})]);
    let (status, made) =
        rig.ask("POST", "/api/tasks", &json!({"goal": "Read it", "model": "reads", "yes": true})).await;
    assert_eq!(status, 201, "{made}");
    rig.end(made["task_id"].as_str().unwrap()).await;
    let now = tree(&rig).await;
    let code = now.nodes.iter().find(|node| node.label().contains("482913")).expect("the message").bounds;
    let device = rig.world.reach(Some("one")).await.unwrap();
    let secret = part(&rgb(&device.capture().await.unwrap()), 360, code);
    let mut page = Page::open(&rig, "one").await;
    page.watches = Some(Box::new(move |canvas, width| {
        assert_ne!(part(canvas, width, code), secret, "the code is shown");
    }));
    page.until_shows(&rig).await;
    page.act(json!({"type": "keyevent", "keycode": "KEYCODE_HOME"})).await;
    page.until_shows(&rig).await;
    page.act(open).await;
    page.until_shows(&rig).await;
    assert!(part(&page.canvas, page.width, code).iter().all(|byte| *byte == 0x77), "it is painted over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_screen_that_may_show_a_secret_is_withheld_without_its_elements() {
    let rig = Rig::start().await;
    let open = json!({"type": "open_url", "url": "smsto:+15550199"});
    rig.world.script("reads", &[open, json!({"type": "finish", "message": "done"})]);
    let (_, made) = rig.ask("POST", "/api/tasks", &json!({"goal": "Read it", "model": "reads", "yes": true})).await;
    rig.end(made["task_id"].as_str().unwrap()).await;
    let adbd = rig.world.adbd("one");
    for matching in ["uiautomator", "tcp:9008"] {
        adbd.faults.add(sim::adbd::Fault::Refuse { matching: matching.to_owned(), times: u64::MAX });
    }
    let mut page = Page::open(&rig, "one").await;
    while page.frames.is_empty() {
        page.hear().await;
    }
    assert!(page.secure && page.canvas.iter().all(|byte| *byte == 0x77), "nothing of it is shown");
    adbd.faults.clear();
    page.until_shows(&rig).await;
    assert!(!page.secure);
}
