//! A person's input on the phone they watch: held, taken over, given back; and malicious input.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::page::Page;
use crate::rig::Rig;

/// The holder of the phone `one`, whenever pages are told a change.
struct Holders {
    subscription: desktop::hub::Subscription,
    last: Value,
}

impl Holders {
    fn new(rig: &Rig) -> Self {
        Self { subscription: rig.hub.subscribe(None), last: Value::Null }
    }

    async fn until(&mut self, kind: Option<&str>) {
        let expected = kind.map_or(Value::Null, |kind| json!(kind));
        loop {
            for message in self.subscription.next().await.unwrap() {
                let value: Value = serde_json::from_slice(&message).unwrap();
                if value["type"] == "PHONE" && value["event"]["id"] == "one" {
                    self.last = value["event"]["holder"]["kind"].clone();
                    if self.last == expected {
                        return;
                    }
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_told_whose_the_phone_is() {
    let rig = Rig::start().await;
    let mut holders = Holders::new(&rig);
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    let task = rig.task("asks").await;
    let question = rig.question(&task).await;
    holders.until(Some("task")).await;
    let home = json!({"type": "INPUT", "action": {"type": "keyevent", "keycode": "KEYCODE_HOME"}});
    let refused = page.try_to(&home).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("ERROR"), &json!("held")), "{refused}");
    assert!(refused["message"].as_str().unwrap().contains(&task));
    assert_eq!(rig.post("/api/devices/one/take", &Value::Null).await, 204);
    holders.until(Some("person")).await;
    page.ask(&home).await;
    assert_eq!(rig.post("/api/devices/one/release", &Value::Null).await, 204);
    holders.until(Some("task")).await;
    let answer = format!("/api/questions/{}/answer", question["id"].as_str().unwrap());
    rig.post(&answer, &json!({"kind": "approve", "text": "blue"})).await;
    rig.end(&task).await;
    holders.until(None).await;
    // Touching a free phone takes it.
    page.ask(&home).await;
    holders.until(Some("person")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_told_that_a_phone_is_gone_and_back() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    let mut told = rig.hub.subscribe(None);
    let mut trouble = async |there: bool| {
        loop {
            for message in told.next().await.unwrap() {
                let value: Value = serde_json::from_slice(&message).unwrap();
                if value["type"] == "PHONE" && value["event"]["trouble"].is_null() == there {
                    return;
                }
            }
        }
    };
    rig.world.unplug("one").await;
    trouble(false).await;
    rig.world.plug("one").await;
    trouble(true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_is_followed_and_a_wheel_turns() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.act(json!({"type": "launch_app", "packageName": "com.android.settings"})).await;
    page.until_shows(&rig).await;
    let before = page.canvas.clone();
    page.ask(&json!({"type": "TOUCH", "phase": "down", "x": 180, "y": 500})).await;
    for y in (200..500).rev().step_by(30) {
        page.ask(&json!({"type": "TOUCH", "phase": "move", "x": 180, "y": y})).await;
    }
    page.ask(&json!({"type": "TOUCH", "phase": "up", "x": 180, "y": 200})).await;
    page.until_shows(&rig).await;
    assert_ne!(page.canvas, before, "the list moved with the finger");
    let moved = page.canvas.clone();
    page.ask(&json!({"type": "SCROLL", "x": 180, "y": 300, "dx": 0, "dy": -250})).await;
    page.until_shows(&rig).await;
    assert_ne!(page.canvas, moved, "the list moved with the wheel");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_fingers_make_a_map_larger() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.act(json!({"type": "launch_app", "packageName": "com.google.android.apps.maps"})).await;
    page.until_shows(&rig).await;
    let before = page.canvas.clone();
    page.ask(&json!({"type": "PINCH", "x": 180, "y": 300, "scale": 2})).await;
    page.until_shows(&rig).await;
    assert_ne!(page.canvas, before, "the map is larger");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_mean_harm_are_told_what_is_wrong() {
    let rig = Rig::start().await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
    let rows = [
        ("nonsense".to_owned(), "syntax"),
        ("[]".to_owned(), "wrong_type"),
        ("{}".to_owned(), "missing"),
        (json!({"type": "EXPLODE", "n": 1000}).to_string(), "unknown_type"),
        (json!({"type": "INPUT", "n": 1000, "action": {"type": "explode"}}).to_string(), "unknown_type"),
        (json!({"type": "INPUT", "n": 1000, "action": {"type": "shell", "command": ""}}).to_string(), "refused"),
        (json!({"type": "INPUT", "n": 1000, "action": {"type": "finish", "message": "x"}}).to_string(), "not_allowed"),
        (json!({"type": "TOUCH", "n": 1000, "phase": "down", "x": {}, "y": 1}).to_string(), "wrong_type"),
        ("[".repeat(50_000), "syntax"),
    ];
    for (text, expected) in rows {
        let from = page.said.len();
        page.raw(Message::text(text.clone())).await;
        while page.said.len() == from {
            page.hear().await;
        }
        let shown: String = text.chars().take(80).collect();
        assert_eq!(page.said[from]["code"], expected, "{shown}: {}", page.said[from]);
    }
    let from = page.said.len();
    page.raw(Message::binary(vec![0; 100])).await;
    while page.said.len() == from {
        page.hear().await;
    }
    assert_eq!(page.said[from]["code"], "wrong_type");
    // A touch beyond the screen lands at its edge; the phone is unchanged.
    page.act(json!({"type": "tap", "x": 99999, "y": -5})).await;
    page.ask(&json!({"type": "TOUCH", "phase": "cancel", "x": 1e300, "y": -1e300})).await;
    page.until_shows(&rig).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sends_too_much_is_let_go() {
    let rig = Rig::start().await;
    let check = async |message: Message, times: usize| {
        let mut page = Page::open(&rig, "one").await;
        for _ in 0..times {
            page.raw(message.clone()).await;
        }
        loop {
            match page.next().await {
                Some(Message::Close(_)) | None => return,
                Some(_) => {}
            }
        }
    };
    check(Message::text("x".repeat(1 << 20)), 1).await;
    check(Message::text(json!({"type": "WATCH_ELEMENTS", "on": false}).to_string()), 5_000).await;
    let mut page = Page::open(&rig, "one").await;
    page.until_shows(&rig).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_watches_and_only_phones_that_are_known() {
    let rig = Rig::start().await;
    let (status, _) = rig.bytes(Some(&rig.token), "GET", "/ws/phone/nobody", "").await;
    assert_eq!(status, 404);
    let (status, _) = rig.bytes(Some(&rig.token), "GET", "/ws/phone/one", "").await;
    assert_eq!(status, 400);
    let (status, _) = rig.bytes(None, "GET", "/ws/phone/one", "").await;
    assert_eq!(status, 401);
    let (_, agent) = rig.ask("POST", "/api/agents", &json!({"name": "helper"})).await;
    let (status, _) = rig.bytes(agent["token"].as_str(), "GET", "/ws/phone/one", "").await;
    assert_eq!(status, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_dropped_lies_on_the_phone() {
    let rig = Rig::start().await;
    let drop = async |name: &str, data: &str| {
        rig.bytes(Some(&rig.token), "POST", &format!("/api/devices/one/files{name}"), data).await
    };
    let (status, body) = drop("?name=My%20list.txt", "milk").await;
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, &body["path"]), (201, &json!("/sdcard/Download/My_list.txt")));
    assert_eq!(drop("", "milk").await.0, 400);
    let (status, _) = rig.bytes(Some(&rig.token), "POST", "/api/devices/nobody/files?name=a", "x").await;
    assert_eq!(status, 404);
}
