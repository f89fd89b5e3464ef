//! Tasks that send messages while workers and servers are killed: none is lost, none is sent twice.

use std::collections::BTreeMap;
use std::time::Duration;

use fleet::{FleetState, Limits, Submission, Submitter, TaskState};
use jiff::Timestamp;

use crate::chaos::{Chaos, Disturbance};
use crate::disk::Disk;
use crate::phones::Plugged;
use crate::process::Process;
use crate::rig::{PATIENCE, Rig, text, usual};
use crate::server::Nats;
use crate::world::{limits, random};

/// Runs this many tasks on four phones of two workers under these disturbances.
async fn check(disturbances: &[Disturbance], tasks: usize) {
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
        waited = tokio::time::timeout(PATIENCE + Duration::from_secs(6 * tasks as u64), waiting) => {
            if waited.is_err() {
                let states = rig.fleet.states().await.unwrap();
                let open: Vec<_> = states.iter().filter(|state| !state.state.is_over()).collect();
                panic!("not all end: {open:#?}\n{}\n{}", rig.log("one"), rig.log("two"));
            }
            waited.unwrap().unwrap();
        }
        () = chaos.rage(&rig.fleet, &mut rig.nats, disturbances) => {}
    }
    for state in ended.values() {
        assert_eq!(state.state, FleetState::Success, "{state:?}");
    }
    let mut expected: Vec<String> = (0..tasks).map(|number| format!("Job {number} is done")).collect();
    expected.sort();
    assert_eq!(sent(&phones).await, expected, "after {:?}", chaos.done());
    assert_eq!(chaos.done().is_empty(), disturbances.is_empty(), "nothing was done to them");
    eprintln!("{tasks} tasks, each done once, through {:?}", chaos.done());
}

/// Returns the messages that the phones sent.
async fn sent(phones: &[Plugged]) -> Vec<String> {
    let mut sent = Vec::new();
    for phone in phones {
        sent.extend(phone.sent().await.into_iter().filter(|body| body.starts_with("Job ")));
    }
    sent.sort();
    sent
}

/// The server has no room for records: tasks break off before their next action, and continue when there is room.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_full_stops_tasks_before_they_act_and_they_go_on() {
    let Some(rig) = Rig::with(Limits { record_bytes: 24 << 10, ..limits(3000) }).await else { return };
    // One phone for each: a draft that another task left behind would be asked about.
    let phones = Plugged::several(4).await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(rig.submit(text(number)).await);
    }
    let _worker = rig.worker("one", &[&phones[0], &phones[1], &phones[2], &phones[3]]);
    let full = |state: &TaskState| state.message.as_deref().is_some_and(|said| said.contains("cannot be written"));
    // Some of them show why they wait.
    tokio::time::timeout(PATIENCE, async {
        while !rig.fleet.states().await.unwrap().iter().any(full) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await
    .unwrap_or_else(|_| panic!("{}", rig.log("one")));
    let context = async_nats::jetstream::new(async_nats::connect(rig.nats.url()).await.unwrap());
    let mut records = context.get_stream("FINGERTIP_RECORDS").await.unwrap();
    let mut config = records.info().await.unwrap().config.clone();
    config.max_bytes = 64 << 20;
    context.update_stream(config).await.unwrap();
    for id in &ids {
        let ended = rig.end(id).await;
        assert_eq!(ended.state, FleetState::Success, "{ended:?}");
    }
    assert_eq!(sent(&phones).await, ["Job 0 is done", "Job 1 is done", "Job 2 is done", "Job 3 is done"]);
}

/// The disk of the server's store is full, and the server accepts nothing more. An operator makes room and restarts it:
/// nothing is lost, and nothing is done twice.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_full_loses_nothing_and_sends_nothing_twice() {
    let Some(disk) = Disk::of(16).await else { return };
    let Some(nats) = Nats::on_disk(&disk).await else { return };
    let mut rig = Rig::on(nats).await;
    let phones = Plugged::several(2).await;
    let mut ids = Vec::new();
    for number in 0..6 {
        ids.push(rig.submit(text(number)).await);
    }
    let _worker = rig.worker("one", &[&phones[0], &phones[1]]);
    rig.until(&ids[0], |state| state.state == FleetState::Running).await;
    disk.fill(8 << 10);
    // Until the server refuses.
    let refused = async {
        loop {
            let mut submitter = Submitter::new(&rig.fleet, "ben");
            let how = Submission { pool: "nobody".to_owned(), ..usual() };
            match submitter.submit(text(99), &how, Timestamp::now(), random().unwrap()).await {
                Ok(_) => {}
                Err(error) => break error.to_string(),
            }
        }
    };
    let refused = tokio::time::timeout(PATIENCE, refused).await.unwrap();
    assert!(refused.contains("NATS") && !refused.contains('\n'), "{refused}");
    eprintln!("with a full disk: {refused}");
    disk.clear();
    rig.nats.kill().await;
    rig.nats.up().await;
    for id in &ids {
        assert_eq!(rig.end(id).await.state, FleetState::Success);
    }
    let expected: Vec<String> = (0..6).map(|number| format!("Job {number} is done")).collect();
    assert_eq!(sent(&phones).await, expected);
}

/// One of three servers is killed while tasks run: the other two have everything.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_three_servers_is_killed_and_nothing_is_lost() {
    let Some([one, two, mut three]) = Nats::three().await else { return };
    let urls = format!("{},{},{}", one.url(), two.url(), three.url());
    let rig = Rig::on(one).await;
    let phones = Plugged::several(2).await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(rig.submit(text(number)).await);
    }
    let mut start = rig.start("one", &[&phones[0], &phones[1]]);
    start.url = urls;
    let _worker = Process::start(&start);
    rig.until(&ids[0], |state| state.state == FleetState::Running).await;
    three.kill().await;
    for id in &ids {
        let ended = rig.end(id).await;
        assert_eq!(ended.state, FleetState::Success, "{ended:?}");
    }
    assert_eq!(sent(&phones).await, ["Job 0 is done", "Job 1 is done", "Job 2 is done", "Job 3 is done"]);
    drop(two);
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_without_trouble_are_done_once() {
    check(&[], 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_that_are_killed_lose_nothing_and_send_nothing_twice() {
    check(&[Disturbance::KillWorker], 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_that_sleep_past_their_lease_send_nothing_twice() {
    check(&[Disturbance::StopWorker], 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_loses_nothing() {
    check(&[Disturbance::KillServer, Disturbance::CutCable], 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_network_loses_nothing_and_sends_nothing_twice() {
    check(&[Disturbance::SlowCable], 6).await;
}

/// All disturbances: a few tasks, or as many as `FINGERTIP_FLEET_TASKS` says, which `cargo xtask soak` sets.
#[tokio::test(flavor = "multi_thread")]
async fn everything_that_dies_at_once_sends_nothing_twice() {
    let tasks = std::env::var("FINGERTIP_FLEET_TASKS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    check(
        &[
            Disturbance::KillWorker,
            Disturbance::StopWorker,
            Disturbance::KillServer,
            Disturbance::CutCable,
            Disturbance::SlowCable,
        ],
        tasks,
    )
    .await;
}
