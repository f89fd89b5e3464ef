//! Faulty servers and messages: reported in one sentence, and the work continues.

use std::time::Duration;

use async_nats::jetstream::{self, stream};
use fleet::{Access, Fleet, FleetState, Limits};
use futures_util::future::join_all;

use crate::phones::Plugged;
use crate::rig::{PATIENCE, Rig, text};
use crate::server::{Nats, Stranger, program};

async fn refused(access: &Access) -> String {
    Fleet::connect(access, "test", Limits::default()).await.unwrap_err().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_does_not_do_is_told_in_one_sentence() {
    if program().is_none() {
        return;
    }
    let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let locked = Nats::with(&["-js", "--user", "ann", "--pass", "secret"]).await.unwrap();
    let plain = Nats::with(&[]).await.unwrap();
    let with = |user: &str| locked.url().replace("nats://", &format!("nats://{user}@"));
    for (url, parts) in [
        (format!("nats://{nobody}"), ["cannot reach NATS", "is `nats-server -js` running there?"]),
        (locked.url(), ["rejected our credentials", "--nats-creds"]),
        (with("ann:wrong"), ["rejected our credentials", "--nats-creds"]),
        (plain.url(), ["has no JetStream", "nats-server -js"]),
    ] {
        let said = refused(&Access::new(&url)).await;
        assert!(parts.iter().all(|part| said.contains(part)), "{url}: {said}");
        assert!(!said.contains("wrong") && !said.contains('\n'), "{said}");
    }
    Fleet::connect(&Access::new(with("ann:secret")), "test", Limits::default()).await.unwrap();
    let missing = Access { credentials: Some("/no/such.creds".into()), ..Access::new(locked.url()) };
    assert!(refused(&missing).await.starts_with("cannot use `/no/such.creds`"));
}

/// What other programs send in place of a server: an old server, a future one, and none at all.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_server_of_ours_is_told_in_one_sentence() {
    let info = |version: &str| {
        let fields =
            r#""server_id":"N","server_name":"N","host":"0.0.0.0","port":4222,"max_payload":1048576,"proto":1"#;
        format!("INFO {{{fields},\"jetstream\":true,\"headers\":true,\"version\":\"{version}\"}}\r\n")
    };
    let cases = [
        (info("2.9.10"), ["is version 2.9.10", "2.10 or newer is needed"]),
        (info("1.4.1"), ["is version 1.4.1", "2.10 or newer is needed"]),
        (info("2.10-"), ["has no JetStream", "nats-server -js"]),
        (info("of\\u001b[2J yesterday"), ["is version of [2J yesterday", "2.10 or newer is needed"]),
        ("INFO {]\r\n".to_owned(), ["cannot reach NATS", "is `nats-server -js` running there?"]),
        ("HTTP/1.1 400 Bad Request\r\n\r\n".to_owned(), ["cannot reach NATS", "is `nats-server -js` running there?"]),
        ("\u{0}\u{16}\u{3}".repeat(1000), ["cannot reach NATS", "is `nats-server -js` running there?"]),
        (String::new(), ["cannot reach NATS", "is `nats-server -js` running there?"]),
    ];
    // All at once, because silent ones are waited for.
    join_all(cases.map(|(greeting, parts)| async move {
        let stranger = Stranger::saying(greeting.clone()).await;
        let said = refused(&Access::new(stranger.url())).await;
        assert!(parts.iter().all(|part| said.contains(part)), "{greeting:?}: {said}");
        assert!(said.len() < 500 && !said.contains(char::is_control), "{greeting:?}: {said:?}");
    }))
    .await;
}

/// A server reserves the maximum size of streams: with little room a fleet is small, and with none it is an error.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_little_room_has_a_small_fleet() {
    for (room, fits) in [("100MB", true), ("32MB", true), ("1MB", false)] {
        let Some(nats) = Nats::with_room(room).await else { return };
        if !fits {
            let said = refused(&Access::new(nats.url())).await;
            assert!(said.contains("NATS is full: there is no room to make `FINGERTIP_RECORDS`"), "{said}");
            continue;
        }
        works_on(nats, room).await;
    }
}

/// A cluster of three with little room words it differently.
#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_with_little_room_has_a_small_fleet() {
    let Some([one, _two, _three]) = Nats::three_with_room("100MB").await else { return };
    works_on(one, "three servers").await;
}

async fn works_on(nats: Nats, case: &str) {
    let rig = Rig::on(nats).await;
    let phone = Plugged::new().await;
    let _worker = rig.worker("one", &[&phone]);
    assert_eq!(rig.end(&rig.submit(text(1)).await).await.state, FleetState::Success, "{case}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_somebody_else_made_is_left_alone() {
    let Some(nats) = Nats::start().await else { return };
    let context = jetstream::new(async_nats::connect(nats.url()).await.unwrap());
    let theirs = stream::Config {
        name: "FINGERTIP_TASKS".to_owned(),
        subjects: vec!["theirs.>".to_owned()],
        ..Default::default()
    };
    context.create_stream(theirs).await.unwrap();
    let said = refused(&Access::new(nats.url())).await;
    assert!(said.contains("`FINGERTIP_TASKS`") && said.contains("is not ours") && said.contains("theirs.>"), "{said}");
    let found = context.get_stream("FINGERTIP_TASKS").await.unwrap();
    assert_eq!(found.cached_info().config.subjects, ["theirs.>"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_no_sense_are_put_aside_and_the_others_are_done() {
    let Some(rig) = Rig::new().await else { return };
    let context = jetstream::new(async_nats::connect(rig.nats.url()).await.unwrap());
    let subject = "fingertip.v1.tasks.pool.default.normal.eve";
    for payload in ["", "{}", "no JSON", r#"{"version":7,"id":"x"}"#, "\u{0}"] {
        context.publish(subject, payload.into()).await.unwrap().await.unwrap();
    }
    let task = rig.submit(text(1)).await;
    let phone = Plugged::new().await;
    let _worker = rig.worker("one", &[&phone]);
    assert_eq!(rig.end(&task).await.state, FleetState::Success);
    // Its end is published before it is removed from the queue.
    let cleared = tokio::time::timeout(PATIENCE, async {
        loop {
            let overview = rig.fleet.overview().await.unwrap();
            if overview.queue.is_empty() {
                break overview;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    assert_eq!(cleared.await.unwrap().dead, 5);
    // Invalid commands are answered, and have no effect.
    let client = async_nats::connect(rig.nats.url()).await.unwrap();
    let said = client.request("fingertip.v1.command.one", "what?".into()).await.unwrap();
    assert!(String::from_utf8_lossy(&said.payload).contains("does not understand"));
}
