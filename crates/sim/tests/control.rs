//! The control service on the wire: what a test can make of the phone's apps.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use adb::{Client, Options, Stream};
use serde_json::{Value, json};
use sim::adbd::{Adbd, CONTROL};
use sim::phone::Phone;
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
    let adbd = Adbd::new(Phone::new(Profile::default(), START), Arc::new(|| START));
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
            json!({"error": "there is no package `org.none`"}),
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
