//! Clients built on the TypeScript SDK, the newest of version 1 and of version 2: most agents in the wild use one of
//! them. Version 1 rejects the whole list of tools if it does not accept one schema.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::door::{NEWEST, OLDER};
use crate::inspector::packages;
use crate::rig::World;

/// The most tokens (o200k) of the tool list: every conversation pays for it.
const MOST_TOKENS: u64 = 2_400;

/// Runs `tests/clients/with_sdk.mjs` once per way of connecting.
fn check(sdk: &str, ways: &[[&str; 2]]) {
    let Some(packages) = packages() else { return };
    let world = World::new();
    let mut place = world.place();
    place["agent"] = "sdk".into();
    place["token"] = world.agent("sdk").into();
    for way in ways {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/with_sdk.mjs");
        let output = Command::new("node")
            .arg(script)
            .arg(&packages)
            .arg(sdk)
            .args(way)
            .env("FINGERTIP_MCP", place.to_string())
            .env("ANDROID_ADB_SERVER_PORT", "1")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "SDK {sdk} {way:?}: {out}{err}");
        let cost: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
        let tokens = cost["tokens"].as_u64().unwrap();
        assert!(tokens > 0 && tokens <= MOST_TOKENS, "SDK {sdk} {way:?}: {cost}");
    }
}

#[test]
fn version_1_of_the_typescript_sdk_lists_and_calls_tools() {
    check("1", &[["http", OLDER], ["stdio", OLDER]]);
}

#[test]
fn version_2_of_the_typescript_sdk_lists_and_calls_tools() {
    check("2", &[["http", OLDER], ["stdio", OLDER], ["http", NEWEST], ["stdio", NEWEST]]);
}
