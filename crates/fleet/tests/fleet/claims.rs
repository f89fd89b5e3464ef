//! The ownership of phones: a killed worker leaves its claims behind, and no two workers share a phone.

use fleet::{FleetState, Worker};
use jiff::Timestamp;

use crate::hired::{Hired, options};
use crate::phones::Plugged;
use crate::rig::{PATIENCE, Rig, text};
use crate::world::{limits, service};

/// A worker without a configured name has a new one each time it is started.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_started_again_at_once_waits_for_the_phone_of_its_dead_self() {
    let Some(rig) = Rig::new().await else { return };
    let phone = Plugged::new().await;
    let mut first = rig.worker("host-a1b2", &[&phone]);
    let task = rig.submit(text(1)).await;
    assert_eq!(rig.end(&task).await.state, FleetState::Success);
    first.kill().await;
    let _second = Hired::start(&rig, limits(3000), "host-c3d4", &phone).await;
    // It stays, reports what it waits for, and has no phone to show.
    let presence = rig.until_worker("host-c3d4", |_| true).await;
    assert!(presence.phones.is_empty(), "{presence:?}");
    let expected = format!(
        "the phone `{}` belongs to the worker `host-a1b2` on `here`; `host-c3d4` takes it when that worker ends, or has \
         not been heard of for 3 s",
        phone.address
    );
    assert_eq!(presence.waiting.iter().map(|phone| phone.why.as_str()).collect::<Vec<_>>(), [expected.as_str()]);
    let task = rig.submit(text(2)).await;
    assert_eq!(rig.end(&task).await.worker.as_deref(), Some("host-c3d4"));
    rig.until_worker("host-c3d4", |seen| (seen.phones.len(), seen.waiting.len()) == (1, 0)).await;
}

/// The name and the host may be those of another worker; only the owner identifies a dead predecessor.
#[tokio::test(flavor = "multi_thread")]
async fn a_phone_is_taken_over_from_a_dead_self_and_from_nobody_who_lives() {
    // Long, because nothing renews the claims here.
    let Some(rig) = Rig::with(limits(600_000)).await else { return };
    let phone = Plugged::new().await;
    let start = async |owner: &str| {
        let service = service(&rig.data(owner));
        Worker::start(&rig.fleet, &service, options("rack-1", owner, &phone), Timestamp::now()).await.unwrap()
    };
    let first = start("first").await;
    assert_eq!((first.phones().len(), first.waiting().len()), (1, 0));
    // A live worker, whatever its name.
    let second = start("second").await;
    assert_eq!((second.phones().len(), second.waiting().len()), (0, 1));
    // The first one, killed and restarted.
    drop(first);
    let again = start("first").await;
    assert_eq!((again.phones().len(), again.waiting().len()), (1, 0));
    // A worker that ends releases its phones, and nothing that it waits for.
    let ended = tokio::time::timeout(PATIENCE, second.run(std::future::ready(()), std::future::pending()));
    ended.await.unwrap();
    assert_eq!(start("third").await.waiting().len(), 1);
    tokio::time::timeout(PATIENCE, again.run(std::future::ready(()), std::future::pending())).await.unwrap();
    let third = start("third").await;
    assert_eq!(third.phones().len(), 1, "{:?}", third.waiting());
}
