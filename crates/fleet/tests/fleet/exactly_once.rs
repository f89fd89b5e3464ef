//! Tasks that send messages, while everything around them dies: none is lost, none is sent twice.

use std::collections::BTreeMap;
use std::time::Duration;

use fleet::FleetState;

use crate::chaos::{Chaos, Deed};
use crate::phones::Plugged;
use crate::rig::{Rig, text};

/// Runs so many tasks on four phones of two workers while this is done to them.
async fn check(deeds: &[Deed], tasks: usize) {
    let Some(mut rig) = Rig::new().await else { return };
    let phones = Plugged::several(4).await;
    let mut ids = Vec::new();
    for number in 0..tasks {
        ids.push(rig.submit(text(number)).await);
    }
    let mut chaos = Chaos::new(&rig, [&phones[..2], &phones[2..]]).await;
    let mut ended = BTreeMap::new();
    let fleet = rig.fleet.clone();
    let waiting = fleet.wait(&ids, |state| drop(ended.insert(state.id.clone(), state.clone())));
    tokio::select! {
        waited = tokio::time::timeout(Duration::from_secs(60 + 6 * tasks as u64), waiting) => {
            if waited.is_err() {
                let states = rig.fleet.states().await.unwrap();
                let open: Vec<_> = states.iter().filter(|state| !state.state.is_over()).collect();
                panic!("not all end: {open:#?}\n{}\n{}", rig.log("one"), rig.log("two"));
            }
            waited.unwrap().unwrap();
        }
        () = chaos.rage(&rig.fleet, &mut rig.nats, deeds) => {}
    }
    for state in ended.values() {
        assert_eq!(state.state, FleetState::Success, "{state:?}");
    }
    let mut sent = Vec::new();
    for phone in &phones {
        sent.extend(phone.sent().await.into_iter().filter(|body| body.starts_with("Job ")));
    }
    sent.sort();
    let mut expected: Vec<String> = (0..tasks).map(|number| format!("Job {number} is done")).collect();
    expected.sort();
    assert_eq!(sent, expected, "after {:?}", chaos.done());
    assert_eq!(chaos.done().is_empty(), deeds.is_empty(), "nothing was done to them");
    eprintln!("{tasks} tasks, each done once, through {:?}", chaos.done());
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_without_trouble_are_done_once() {
    check(&[], 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_that_are_killed_lose_nothing_and_send_nothing_twice() {
    check(&[Deed::KillWorker], 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_that_sleep_past_their_lease_send_nothing_twice() {
    check(&[Deed::StopWorker], 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_loses_nothing() {
    check(&[Deed::KillServer, Deed::CutCable], 6).await;
}

/// All of it at once, with as many tasks as `FINGERTIP_FLEET_TASKS` says: `cargo xtask soak` says so.
#[tokio::test(flavor = "multi_thread")]
async fn everything_that_dies_at_once_sends_nothing_twice() {
    let Some(tasks) = std::env::var("FINGERTIP_FLEET_TASKS").ok().and_then(|text| text.parse().ok()) else { return };
    check(&[Deed::KillWorker, Deed::StopWorker, Deed::KillServer, Deed::CutCable], tasks).await;
}
