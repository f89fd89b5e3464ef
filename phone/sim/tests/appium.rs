//! Appium's UiAutomator2 server over the wire: installed, instrumented, and queried over HTTP as its driver does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use adb::{Client, Options};
use serde_json::{Value, json};
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

const START: i64 = 1_794_650_400_000;
const RUNNER: &str = "io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner";

/// A phone with the server installed.
async fn phone() -> Client {
    let adbd = Adbd::new(sim::bare_phone(Profile::default().running_ahead(), START), Arc::new(|| START));
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    tokio::spawn(async move { adbd.serve(theirs).await });
    let client = Client::over(ours, "sim", Options::default()).await.unwrap();
    for bytes in [
        include_bytes!("../../apk/tests/apks/appium.apk").as_slice(),
        include_bytes!("../../apk/tests/apks/appium-test.apk").as_slice(),
    ] {
        let mut stream = client.open(&format!("abb_exec:package\0install\0-S\0{}", bytes.len())).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).await.unwrap();
        assert_eq!(said, "Success\n");
    }
    client
}

/// Sends one request on a new stream. Returns the status and the body.
async fn ask(client: &Client, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = BufReader::new(client.open("tcp:6790").await.unwrap());
    let head = format!("{method} {path} HTTP/1.1\r\nHost: phone\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    stream.flush().await.unwrap();
    let (mut first, mut length) = (String::new(), 0);
    stream.read_line(&mut first).await.unwrap();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut said = vec![0; length];
    stream.read_exact(&mut said).await.unwrap();
    let said: Value = serde_json::from_slice(&said).unwrap();
    (first.split(' ').nth(1).unwrap().parse().unwrap(), said["value"].clone())
}

/// Instruments the server. Returns its stream and its session.
async fn start(client: &Client) -> (adb::Stream, String) {
    let running = client.open(&format!("shell:am instrument -w {RUNNER}")).await.unwrap();
    // Waits until the phone has received the command.
    client.shell("true").await.unwrap();
    while client.open("tcp:6790").await.is_err() {
        tokio::task::yield_now().await;
    }
    let wanted = json!({"capabilities": {"firstMatch": [{"platformName": "Android"}], "alwaysMatch": {}}});
    let (status, session) = ask(client, "POST", "/session", &wanted).await;
    assert_eq!(status, 200);
    (running, format!("/session/{}", session["sessionId"].as_str().unwrap()))
}

fn by(strategy: &str, selector: &str) -> Value {
    json!({"strategy": strategy, "selector": selector, "context": "", "multiple": false})
}

async fn find(client: &Client, session: &str, strategy: &str, selector: &str) -> String {
    let (status, found) = ask(client, "POST", &format!("{session}/element"), &by(strategy, selector)).await;
    assert_eq!(status, 200, "{strategy} {selector}: {found}");
    format!("{session}/element/{}", found["element-6066-11e4-a52e-4f735466cecf"].as_str().unwrap())
}

#[tokio::test]
async fn the_driver_finds_reads_and_touches() {
    let client = phone().await;
    assert!(client.open("tcp:6790").await.is_err(), "it listens before it is started");
    let (_running, session) = start(&client).await;
    client.shell("am start -n com.android.settings/.Settings").await.unwrap();
    let nothing = Value::Null;
    // All locator strategies for the same row.
    let rows = [
        ("xpath", "//android.widget.TextView[@text='Connected devices']"),
        ("xpath", "//*[contains(@text, 'Connected') and @resource-id='android:id/title']"),
        ("-android uiautomator", r#"new UiSelector().text("Connected devices")"#),
        ("-android uiautomator", r#"new UiSelector().resourceId("android:id/title").textStartsWith("Connected")"#),
    ];
    for (strategy, selector) in rows {
        let element = find(&client, &session, strategy, selector).await;
        let text = ask(&client, "GET", &format!("{element}/text"), &nothing).await;
        assert_eq!(text, (200, json!("Connected devices")), "{selector}");
    }
    let (_, titles) = ask(&client, "POST", &format!("{session}/elements"), &by("id", "android:id/title")).await;
    assert!(titles.as_array().unwrap().len() > 5, "{titles}");
    let scrolling =
        r#"new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(new UiSelector().text("About phone"))"#;
    let about = find(&client, &session, "-android uiautomator", scrolling).await;
    assert_eq!(ask(&client, "POST", &format!("{about}/click"), &json!({})).await, (200, nothing.clone()));
    let (_, source) = ask(&client, "GET", &format!("{session}/source"), &nothing).await;
    assert!(source.as_str().unwrap().contains("text=\"Model\""), "{source}");
    // An element of the previous screen is stale, and an unknown one does not exist.
    let (status, stale) = ask(&client, "GET", &format!("{about}/text"), &nothing).await;
    assert_eq!((status, &stale["error"]), (404, &json!("stale element reference")), "{stale}");
    let (status, missing) = ask(&client, "POST", &format!("{session}/element"), &by("accessibility id", "Nope")).await;
    assert_eq!((status, &missing["error"]), (404, &json!("no such element")));
    // Types with a finger and with keys.
    client.shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact").await.unwrap();
    let field = find(&client, &session, "class name", "android.widget.EditText").await;
    for (text, replace, holds) in [("Ada", false, "Ada"), (" King", false, "Ada King"), ("Zoë", true, "Zoë")] {
        ask(&client, "POST", &format!("{field}/value"), &json!({"text": text, "replace": replace})).await;
        assert_eq!(ask(&client, "GET", &format!("{field}/text"), &nothing).await.1, json!(holds));
    }
    let (_, rect) = ask(&client, "GET", &format!("{field}/rect"), &nothing).await;
    assert!(rect["width"].as_i64().unwrap() > 300, "{rect}");
    let (_, picture) = ask(&client, "GET", &format!("{field}/screenshot"), &nothing).await;
    assert!(picture.as_str().unwrap().starts_with("iVBORw0KGgo"), "no PNG");
    // A held finger counts as a long press.
    client.shell("input keyevent HOME").await.unwrap();
    let icon = find(&client, &session, "xpath", "//*[@text='Phone']").await;
    let id = icon.rsplit('/').next().unwrap();
    let held = json!({"actions": [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": [
        {"type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": {"element-6066-11e4-a52e-4f735466cecf": id}},
        {"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 900}, {"type": "pointerUp", "button": 0}]}]});
    assert_eq!(ask(&client, "POST", &format!("{session}/actions"), &held).await, (200, nothing.clone()));
    let (_, alert) = ask(&client, "GET", &format!("{session}/alert/text"), &nothing).await;
    assert!(alert.as_str().unwrap().contains("Phone"), "{alert}");
    assert_eq!(ask(&client, "DELETE", &session, &nothing).await, (200, nothing.clone()));
    let (status, over) = ask(&client, "GET", &format!("{session}/source"), &nothing).await;
    assert_eq!((status, &over["error"]), (404, &json!("invalid session id")));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_in_webdrivers_words() {
    let client = phone().await;
    let (running, session) = start(&client).await;
    let rows = [
        ("POST", "element", by("xpath", "//*["), "invalid selector"),
        ("POST", "element", by("-android uiautomator", "new Bomb()"), "invalid selector"),
        ("POST", "element", by("css selector", "a"), "invalid selector"),
        ("POST", "element", Value::Null, "invalid selector"),
        ("GET", "element/none/text", Value::Null, "no such element"),
        ("POST", "actions", json!({"actions": 7}), "invalid argument"),
        (
            "POST",
            "actions",
            json!({"actions": [{"type": "pointer", "actions": [{"type": "fly"}]}]}),
            "invalid argument",
        ),
        ("POST", "appium/gestures/scroll", json!({"direction": "inwards"}), "invalid argument"),
        ("POST", "orientation", json!({"orientation": "DIAGONAL"}), "invalid argument"),
        ("POST", "alert/accept", Value::Null, "no such alert"),
        ("GET", "nothing/of/the/kind", Value::Null, "unknown command"),
    ];
    for (method, path, body, error) in rows {
        let (status, said) = ask(&client, method, &format!("{session}/{path}"), &body).await;
        assert!(status >= 400, "{path}: {said}");
        assert_eq!(said["error"], error, "{path}: {said}");
    }
    // The server ends with its command.
    drop(running);
    while client.open("tcp:6790").await.is_ok() {
        tokio::task::yield_now().await;
    }
}
