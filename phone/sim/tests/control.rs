//! The control service on the wire: its effects on the phone's apps.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use adb::{Client, Options, Stream};
use serde_json::{Value, json};
use sim::adbd::{Adbd, CONTROL};
use sim::profile::Profile;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const START: i64 = 1_794_650_400_000;

async fn ask(control: &mut BufReader<Stream>, request: Value) -> Value {
    control.write_all(format!("{request}\n").as_bytes()).await.unwrap();
    control.flush().await.unwrap();
    let mut line = String::new();
    control.read_line(&mut line).await.unwrap();
    serde_json::from_str(&line).unwrap()
}

#[tokio::test]
async fn permissions_are_taken_away_and_something_is_put_before_the_camera() {
    let adbd = Adbd::new(sim::bare_phone(Profile::default(), START), Arc::new(|| START));
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    tokio::spawn(async move { adbd.serve(theirs).await });
    let client = Client::over(ours, "sim", Options::default()).await.unwrap();
    let mut control = BufReader::new(client.open(CONTROL).await.unwrap());
    let done = json!({"ok": true});
    let camera = "com.android.camera2";
    let long = "x".repeat(201);
    for (request, answer) in [
        (json!({"op": "permissions", "package": camera, "granted": false}), done.clone()),
        (json!({"op": "camera_scene", "kind": "letter", "lines": ["Gate B7"]}), done.clone()),
        (
            json!({"op": "permissions", "package": "org.none", "granted": true}),
            json!({"error": "unknown package `org.none`"}),
        ),
        (json!({"op": "camera_scene", "lines": []}), json!({"error": "a scene has from 1 to 40 lines, not 0"})),
        (
            json!({"op": "camera_scene", "lines": [long]}),
            json!({"error": format!("the line `{long}` is longer than 200 characters")}),
        ),
    ] {
        assert_eq!(ask(&mut control, request.clone()).await, answer, "{request}");
    }
    client.shell(&format!("monkey -p {camera} 1")).await.unwrap();
    let tree = client.shell("uiautomator dump /dev/tty").await.unwrap();
    assert!(tree.text().contains("Allow Camera to take pictures and record video?"), "{}", tree.text());
    let state = ask(&mut control, json!({"op": "state"})).await;
    assert_eq!(state["shared"]["scene"], json!({"kind": "letter", "lines": ["Gate B7"]}));
    assert_eq!(state["screen"]["dialog"]["message"], "Allow Camera to take pictures and record video?");
}

/// A phone over the wire with its control service and a clock that the test sets.
async fn served(profile: Profile) -> (Client, BufReader<Stream>, Arc<AtomicI64>) {
    let clock = Arc::new(AtomicI64::new(START));
    let told = Arc::clone(&clock);
    let adbd = Adbd::new(sim::bare_phone(profile, START), Arc::new(move || told.load(Ordering::Relaxed)));
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    tokio::spawn(async move { adbd.serve(theirs).await });
    let client = Client::over(ours, "sim", Options::default()).await.unwrap();
    let control = BufReader::new(client.open(CONTROL).await.unwrap());
    (client, control, clock)
}

async fn dump(client: &Client) -> String {
    client.shell("uiautomator dump /dev/tty").await.unwrap().text().into_owned()
}

/// Returns the centre of the element with this text, in the form that `input tap` takes.
fn middle(tree: &str, text: &str) -> String {
    let node = tree.split(&format!("text=\"{text}\"")).nth(1).unwrap_or_else(|| panic!("no `{text}` in {tree}"));
    let bounds = node.split("bounds=\"").nth(1).unwrap().split('"').next().unwrap();
    let edges: Vec<i32> = bounds.split(|c: char| !c.is_ascii_digit()).filter_map(|edge| edge.parse().ok()).collect();
    format!("{} {}", (edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2)
}

#[tokio::test]
async fn clear_takes_slow_screens_back() {
    let (client, mut control, _clock) = served(Profile::default().running_ahead()).await;
    let slow = json!({"op": "happen", "kind": "slow_screens", "package": "com.android.settings", "ms": 3000});
    ask(&mut control, slow).await;
    client.shell("am start -a android.settings.SETTINGS").await.unwrap();
    assert!(!dump(&client).await.contains("Network &amp; internet"));
    assert_eq!(ask(&mut control, json!({"op": "clear"})).await, json!({"ok": true}));
    assert!(dump(&client).await.contains("Network &amp; internet"), "the delayed screen is complete");
    client.shell("am force-stop com.android.settings; am start -a android.settings.SETTINGS").await.unwrap();
    assert!(dump(&client).await.contains("Network &amp; internet"), "later screens are fast");
}

#[tokio::test]
async fn who_does_not_wait_for_a_slow_screen_touches_nothing() {
    let (client, mut control, clock) = served(Profile::default().running_ahead()).await;
    client.shell("am start -a android.settings.SETTINGS").await.unwrap();
    let place = middle(&dump(&client).await, "Network &amp; internet");
    client.shell("am force-stop com.android.settings").await.unwrap();

    let slow =
        json!({"op": "happen", "kind": "slow_screens", "package": "com.android.settings", "ms": 3000, "screens": 3});
    assert_eq!(ask(&mut control, slow).await, json!({"ok": true}));
    client.shell("am start -W -a android.settings.SETTINGS").await.unwrap();
    let tree = dump(&client).await;
    assert!(tree.contains("android.widget.ProgressBar") && !tree.contains("Network &amp; internet"), "{tree}");
    let first = client.exec("screencap -p").await.unwrap();
    client.shell(&format!("input tap {place}")).await.unwrap();
    clock.fetch_add(2_000, Ordering::Relaxed);
    assert!(!dump(&client).await.contains("Network &amp; internet"));
    assert_ne!(client.exec("screencap -p").await.unwrap(), first, "the indicator goes on");
    clock.fetch_add(1_000, Ordering::Relaxed);
    let tree = dump(&client).await;
    assert!(
        tree.contains("Network &amp; internet") && !tree.contains("ProgressBar"),
        "the touch came too early: {tree}"
    );

    // The next slow screen; a long gesture takes phone time, but no real time.
    client.shell(&format!("input tap {place}")).await.unwrap();
    assert!(!dump(&client).await.contains("Airplane mode"));
    client.shell("input swipe 500 500 500 500 3000").await.unwrap();
    let tree = dump(&client).await;
    assert!(tree.contains("Airplane mode"), "{tree}");

    // Back leads to a screen that is already loaded, and the third slow screen is the last.
    client.shell("input keyevent 4").await.unwrap();
    for (number, at_once) in [(3, false), (4, true)] {
        client.shell(&format!("input tap {place}")).await.unwrap();
        assert_eq!(dump(&client).await.contains("Airplane mode"), at_once, "screen {number}");
        client.shell("input keyevent 4").await.unwrap();
        assert!(dump(&client).await.contains("Network &amp; internet"));
    }
}
