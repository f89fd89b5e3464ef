//! The spoken descriptions of twelve screens, as rows: how to get there, and the expected words.
//!
//! `FINGERTIP_BLESS=1 cargo test -p agent` rewrites the words; then read them, aloud.

use std::path::Path;

use action::json::Json;
use action::phone::strict;
use agent::{MOST_WORDS, read_screen};
use device::{Actuator, Observer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sim::profile::Profile;

use crate::rig::Phone;

const FILE: &str = "tests/data/screens.jsonl";

#[derive(Deserialize, Serialize)]
struct Row {
    name: String,
    /// The setup: our actions, or requests to the phone's control service (with `op`).
    setup: Vec<Value>,
    /// The name that people use for the app in front.
    app: Option<String>,
    spoken: String,
}

async fn spoken(row: &Row) -> String {
    let phone = Phone::new(Profile::default());
    let device = phone.eyes();
    for step in &row.setup {
        if step.get("op").is_some() {
            phone.control(step).await;
            continue;
        }
        let written = step.to_string();
        let action = strict(&Json::strict(&written).unwrap().value).unwrap();
        device.act(&action).await.unwrap();
    }
    let tree = device.tree().await.unwrap_or_default();
    let picture = device.snapshot().await.unwrap().picture;
    read_screen(&tree, (picture.width, picture.height), row.app.as_deref())
}

#[tokio::test]
async fn a_screen_is_read_so_that_it_can_be_listened_to() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let text = std::fs::read_to_string(&file).unwrap();
    let mut rows: Vec<Row> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let bless = std::env::var_os("FINGERTIP_BLESS").is_some();
    for row in &mut rows {
        let now = spoken(row).await;
        let words = now.split_whitespace().count();
        assert!(words <= MOST_WORDS, "{}: {words} words: {now}", row.name);
        assert!(!now.contains(":id/") && !now.contains("android."), "{}: {now}", row.name);
        if bless {
            row.spoken = now;
        } else {
            assert_eq!(now, row.spoken, "{}", row.name);
        }
    }
    assert!(rows.len() >= 12, "only {} screens", rows.len());
    if bless {
        let lines: Vec<String> = rows.iter().map(|row| serde_json::to_string(row).unwrap() + "\n").collect();
        std::fs::write(&file, lines.concat()).unwrap();
    }
}
