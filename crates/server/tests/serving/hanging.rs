//! A disk that hangs, under a server with one thread: requests that need no disk are still answered.

use std::process::Command;
use std::time::Duration;

use desktop::hub::Options;
use desktop::journal::Rolling;
use serde_json::json;
use server::Config;
use tokio::time::timeout;

use crate::rig::{Rig, window};

/// Opening a pipe for writing blocks until it is read: in place of the journal's next file, it is a disk that hangs.
#[cfg(unix)]
#[tokio::test]
async fn a_disk_that_hangs_keeps_only_those_who_write() {
    let rolling = Rolling { commands: 1, bytes: 1 << 20 };
    let options = Options { rolling, ..Options::default() };
    let rig = Rig::start_on(tempfile::tempdir().unwrap(), Config::default(), options).await;
    let agent = rig.agent("helper").await;
    let pipe = rig.folder.path().join("desktop/journal-000000000002.jsonl");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let body = window("w");
    let acting = rig.act(&agent, &body);
    tokio::pin!(acting);
    // The change has reached the disk when the window is there, and is not acknowledged.
    let reaching = async {
        while rig.view().await["windows"] == json!({}) {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        reply = &mut acting => panic!("it did not wait for the disk: {reply:?}"),
        reached = timeout(Duration::from_secs(60), reaching) => reached.unwrap(),
    }
    let others = async {
        assert_eq!(rig.ask("GET", "/healthz", &[], "").await.body, "ok\n");
        assert_eq!(rig.with(&agent, "GET", "/api/desktop", "").await.status, 200);
        let mut page = rig.page("").await;
        assert_eq!(page.until("SNAPSHOT").await["seq"], 1);
    };
    tokio::select! {
        reply = &mut acting => panic!("it did not wait for the disk: {reply:?}"),
        () = others => {}
    }
    // Reading the pipe fails, because it is no file, so the old file continues.
    let reader = tokio::task::spawn_blocking(move || std::fs::File::open(pipe));
    assert_eq!(acting.await.json()["seq"], 1);
    drop(reader.await);
    assert_eq!(rig.act(&agent, &window("v")).await.json()["seq"], 2);
}
