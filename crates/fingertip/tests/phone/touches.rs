//! Touches through an adb server share an open shell: each happens once, also two at a time and after a cut.

use std::time::Duration;

use action::phone::AgentAction;
use device::{Actuator, Observer};
use sim::profile::Profile;

use crate::rig::{Rig, private_server, rig};

const QUESTION: &str = r#"{"op":"pop_up","layout":"screen","package":"com.example.count","title":"Count",
    "buttons":[{"text":"Press","class":"Button","stays":true}]}"#;

/// Returns how often the button was pressed, from the phone's own state.
async fn presses(phone: &Rig) -> usize {
    let state = phone.control(r#"{"op":"state"}"#).await;
    state.pointer("/state/deeds/popups").or(state.pointer("/deeds/popups")).unwrap().as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_touch_is_done_once_through_the_adb_server() {
    let phone = rig(Profile::default()).await;
    let Some(server) = private_server().await else { return };
    let device = server.through(&phone).await;
    phone.control(&QUESTION.replace('\n', " ")).await;
    let tree = device.tree().await.unwrap();
    let button = tree.nodes.iter().find(|node| node.text == "Press").unwrap();
    let (x, y) = button.bounds.centre();
    let tap = AgentAction::tap(x.into(), y.into());
    for _ in 0..20 {
        device.act(&tap).await.unwrap();
    }
    assert_eq!(presses(&phone).await, 20);
    // A caller that finds the shell in use opens another.
    for _ in 0..5 {
        let (first, second) = tokio::join!(device.act(&tap), device.act(&tap));
        first.and(second).unwrap();
    }
    assert_eq!(presses(&phone).await, 30);
    // After a cut the open shell is gone: unsent touches may be retried, touches that may have been sent are not.
    phone.control(r#"{"op":"cut"}"#).await;
    server.server.connect(&phone.address).await.unwrap();
    server.server.wait_for(&phone.address, "device", Duration::from_secs(10)).await.unwrap();
    let before = presses(&phone).await;
    let done = device.act(&tap).await.is_ok();
    let after = presses(&phone).await;
    assert!(after == before + 1 || (!done && after == before), "{before} {done} {after}");
    device.act(&tap).await.unwrap();
    assert_eq!(presses(&phone).await, after + 1);
}
