//! Tasks that are given back: by a worker that is replaced, and by a person who cancels them too early.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use fleet::{FleetState, Limits};
use jiff::Timestamp;
use task::device::Device;
use task::{Phone, Phones, State, Taker, Unreachable};
use tokio::sync::{Notify, Semaphore};

use crate::hired::Hired;
use crate::people::{asks, code, worker};
use crate::phones::Plugged;
use crate::rig::{Rig, text};
use crate::world::{Addresses, limits};

/// Phones that can be reached only when the test allows it.
struct Gate {
    phones: Addresses,
    reached: Notify,
    open: Semaphore,
}

#[async_trait]
impl Phones for Gate {
    async fn reach(&self, name: Option<&str>) -> Result<Arc<dyn Device>, Unreachable> {
        self.reached.notify_one();
        drop(self.open.acquire().await);
        self.phones.reach(name).await
    }

    async fn list(&self) -> Result<Vec<Phone>, Unreachable> {
        self.phones.list().await
    }
}

/// Five workers, one after the other, each replaced while the task waits for a person.
#[tokio::test(flavor = "multi_thread")]
async fn deployments_neither_bury_a_task_nor_forget_the_time_it_used() {
    let limits = Limits { takes: 2, ..limits(3000) };
    let Some(rig) = Rig::with(limits).await else { return };
    let phone = Plugged::new().await;
    let task = rig.submit(asks()).await;
    let asked = async |takes| {
        let asked =
            rig.until(&task, |state| state.state.is_over() || state.takes == takes && !state.questions.is_empty());
        let asked = asked.await;
        assert_eq!(asked.state, FleetState::Running, "{asked:?}");
        asked.questions[0].id.clone()
    };
    for takes in 1..=4 {
        let hired = Hired::start(&rig, limits, "one", &phone).await;
        asked(takes).await;
        hired.clock.put(100);
        hired.stop().await;
        assert_eq!(rig.fleet.state(&task).await.unwrap().state, FleetState::Queued);
    }
    let _last = Hired::start(&rig, limits, "one", &phone).await;
    let question = asked(5).await;
    rig.fleet.answer(&worker(&rig.fleet).await, &question, &code()).await.unwrap();
    let ended = rig.end(&task).await;
    assert_eq!(ended.state, FleetState::Success, "{ended:?}");
    let seconds = ended.duration_s.unwrap();
    // Four times a hundred, each counted once.
    assert!((400.0..800.0).contains(&seconds), "{seconds}");
}

/// On its own threads, which are abandoned if one of them blocks: the test then fails instead of hanging.
#[test]
fn a_task_that_waits_for_its_phone_is_cancelled_and_its_worker_drains() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let tested = runtime.block_on(runtime.spawn(async {
        let Some(rig) = Rig::new().await else { return };
        let phone = Plugged::new().await;
        let hired = Hired::start(&rig, limits(3000), "one", &phone).await;
        hired.service.take(Some(&phone.address), &Taker::Person).await.unwrap();
        let task = rig.submit(text(1)).await;
        while !hired.service.show(&task).await.is_ok_and(|view| view.state == State::Queued) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        rig.fleet.cancel(&task, "ann", Timestamp::now()).await.unwrap();
        let ended = rig.end(&task).await;
        assert_eq!(ended.state, FleetState::Interrupted, "{ended:?}");
        hired.drain().await;
    }));
    runtime.shutdown_background();
    tested.unwrap();
}

/// The task is taken but does not run yet when its worker is told to give its tasks back.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_stops_while_it_takes_a_task_gives_it_back() {
    let Some(rig) = Rig::new().await else { return };
    let phone = Plugged::new().await;
    let gate = Arc::new(Gate { phones: Addresses::default(), reached: Notify::new(), open: Semaphore::new(0) });
    let hired = Hired::reaching(&rig, limits(3000), "one", &phone, Arc::<Gate>::clone(&gate)).await;
    let task = rig.submit(asks()).await;
    gate.reached.notified().await;
    let stopped = tokio::spawn(hired.stop());
    rig.until_worker("one", |worker| worker.draining).await;
    gate.open.add_permits(1);
    stopped.await.unwrap();
    assert_eq!(rig.fleet.state(&task).await.unwrap().state, FleetState::Queued);
}
