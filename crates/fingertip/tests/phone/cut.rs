//! Cuts the wire at each command in turn: a typed error within the timeout, a clean reconnection, no hang.

use std::time::Duration;

use action::AgentAction;
use device::{Actuator, Device, Observer};
use sim::profile::{Profile, Screen};

use crate::rig::rig;

/// Every kind of operation, by name.
const OPERATIONS: &[&str] = &["snapshot", "tree", "current_app", "apps", "directory", "tap", "type", "open_app"];

async fn operate(device: &impl Device, operation: &str) -> Result<(), String> {
    let said = |error: device::DeviceError| format!("{error:?}");
    match operation {
        "snapshot" => device.snapshot().await.map(drop).map_err(said),
        "tree" => device.tree().await.map(drop).map_err(said),
        "current_app" => device.current_app().await.map(drop).map_err(said),
        "apps" => device.apps().await.map(drop).map_err(said),
        "directory" => device.directory().await.map(drop).map_err(said),
        "tap" => device.act(&AgentAction::tap(540.into(), 2184.into())).await.map(drop).map_err(said),
        "type" => device.act(&AgentAction::text("héllo")).await.map(drop).map_err(said),
        _ => {
            let open = action::phone::OpenApp { name: "Settings".to_owned(), reason: None };
            device.act(&AgentAction::OpenApp(open)).await.map(drop).map_err(said)
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_wire_is_an_error_and_then_a_new_connection() {
    // A small screen, because this tests the wire.
    let screen = Screen { width: 360, height: 640, density: 160 };
    let phone = rig(Profile { screen, ..Profile::default() }).await;
    for operation in OPERATIONS {
        for at in 1..=6 {
            for after in [false, true] {
                let device = phone.direct(Duration::from_secs(5));
                device.current_app().await.unwrap();
                let answer =
                    phone.control(&format!(r#"{{"op":"fault","fault":"drop","at":{at},"after":{after}}}"#)).await;
                assert_eq!(answer["ok"], true, "{answer}");
                let limit = Duration::from_secs(30);
                let ended = tokio::time::timeout(limit, operate(&device, operation)).await;
                assert!(ended.is_ok(), "{operation} hangs when the wire is cut at command {at} (after: {after})");
                phone.control(r#"{"op":"clear"}"#).await;
                // Whatever the result, the next observation works.
                let looked = tokio::time::timeout(limit, device.current_app()).await.unwrap();
                assert!(looked.is_ok(), "{operation}, cut at {at}, after: {after}: {looked:?}");
            }
        }
    }
}

/// A tap whose answer was lost is never resent automatically.
#[tokio::test(flavor = "multi_thread")]
async fn a_tap_is_not_sent_twice() {
    let phone = rig(Profile::default()).await;
    let device = phone.direct(Duration::from_secs(5));
    device.snapshot().await.unwrap();
    phone.control(r#"{"op":"fault","fault":"drop","at":1,"after":true}"#).await;
    let key = action::phone::Keyevent { keycode: "KEYCODE_VOLUME_UP".to_owned(), reason: None };
    let before = phone.control(r#"{"op":"state"}"#).await["shared"]["settings"]["system"]["volume_music"].clone();
    let acted = device.act(&AgentAction::Keyevent(key)).await;
    let after = phone.control(r#"{"op":"state"}"#).await["shared"]["settings"]["system"]["volume_music"].clone();
    let number = |value: &serde_json::Value| value.as_str().and_then(|text| text.parse::<i64>().ok()).unwrap_or(8);
    assert_eq!(number(&after), number(&before) + 1, "pressed once: {acted:?}");
}
