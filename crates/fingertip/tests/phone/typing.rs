//! Typing: any text ends up in the field exactly, and no part of it is executed.

use std::time::Duration;

use action::AgentAction;
use action::json::Json;
use action::phone;
use device::{Actuator, Device};
use sim::profile::Profile;

use crate::rig::{Rig, private_server, rig};

fn action(json: &str) -> AgentAction {
    phone::strict(&Json::strict(json).unwrap().value).unwrap()
}

fn torture() -> Vec<String> {
    let mut texts: Vec<String> = [
        "plain words",
        "São; rm -rf /sdcard/keepsake",
        "x; rm -rf /sdcard/keepsake; touch /sdcard/pwned",
        "$(touch /sdcard/pwned) `touch /sdcard/pwned` ${IFS} $HOME",
        "a & b && c || d | e > /sdcard/pwned < x ; #",
        "quotes ' \" ` \\ '' \"\" \\' \\\"",
        "100%s sure, %25, %%s %s%s",
        "tabs\tno, * ? [a-z] {b,c} ~ !",
        "你好，世界",
        "👩‍👩‍👧‍👦 🇩🇪 👍🏽",
        "e\u{301}a\u{308}o\u{308}\u{332}",
        "שלום עולם مرحبا",
        "-n -e --help",
        " leading and trailing ",
        "(round) [square] {curly} <angle>",
        "two\nlines\n\nand a third",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.push("0123456789".repeat(1000));
    texts
}

/// Opens the field of a new message and empties it.
async fn open_field(phone: &Rig, device: &impl Device) {
    phone.control(r#"{"op":"reset"}"#).await;
    device.act(&action(r#"{"type":"shell","command":"touch /sdcard/keepsake"}"#)).await.unwrap();
    device
        .act(&action(r#"{"type":"shell","command":"am start -a android.intent.action.SENDTO -d smsto:+15550101"}"#))
        .await
        .unwrap();
    let tree = device.tree().await.unwrap();
    let field = tree.nodes.iter().find(|node| node.class.contains("EditText")).unwrap();
    let (x, y) = field.bounds.centre();
    device.act(&AgentAction::tap(x.into(), y.into())).await.unwrap();
}

async fn holds(phone: &Rig) -> String {
    phone.control(r#"{"op":"state"}"#).await["screen"]["focusedText"].as_str().unwrap_or_default().to_owned()
}

async fn check(phone: &Rig, device: &impl Device, text: &str) {
    open_field(phone, device).await;
    let typed = device.act(&AgentAction::text(text)).await;
    assert!(typed.is_ok(), "{text:?}: {typed:?}");
    assert_eq!(holds(phone).await, text, "{typed:?}");
    // No part of it was executed; checked after each text, because the next one starts with a fresh phone.
    let listed = device.act(&action(r#"{"type":"shell","command":"ls /sdcard"}"#)).await.unwrap();
    let listed = serde_json::to_string(&listed).unwrap();
    assert!(listed.contains("keepsake") && !listed.contains("pwned"), "{text:?} was carried out: {listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_field_holds_exactly_the_text() {
    let phone = rig(Profile::default()).await;
    let device = phone.direct(Duration::from_secs(20));
    for text in torture() {
        check(&phone, &device, &text).await;
    }
    // No part of it was executed, and the person's keyboard is restored.
    let listed = device
        .act(&action(r#"{"type":"shell","command":"ls /sdcard; settings get secure default_input_method"}"#))
        .await
        .unwrap();
    let listed = serde_json::to_string(&listed).unwrap();
    assert!(!listed.contains("pwned") && listed.contains("LatinIME"), "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_field_holds_exactly_the_text_through_the_adb_server() {
    let Some(server) = private_server().await else { return };
    let phone = rig(Profile::default()).await;
    let device = server.through(&phone).await;
    for text in torture().iter().take(9) {
        check(&phone, &device, text).await;
    }
}

/// Without a keyboard for it, ASCII still works, and other text is rejected with every method that was tried.
#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_cannot_be_typed_is_refused_and_nothing_is_typed() {
    let phone = rig(Profile { adb_keyboard: false, ..Profile::default() }).await;
    let device = phone.direct(Duration::from_secs(20));
    check(&phone, &device, "plain; $(words)").await;
    open_field(&phone, &device).await;
    let refused = device.act(&AgentAction::text("你好")).await.unwrap_err().to_string();
    assert!(refused.contains("clipboard") && refused.contains("keyboard"), "{refused}");
    assert_eq!(holds(&phone).await, "");
    // With a real clipboard, that method is used, and the person's clipboard is restored.
    let phone = rig(Profile { clipboard_command: true, adb_keyboard: false, ..Profile::default() }).await;
    let device = phone.direct(Duration::from_secs(20));
    check(&phone, &device, "你好 👋").await;
}
