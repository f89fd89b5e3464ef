//! The disturbances of the chaos tests, at moments that a seed decides.

use std::time::Duration;

use fleet::{Fleet, FleetState};

use crate::cable::{Cable, CableCondition};
use crate::phones::Plugged;
use crate::process::{Process, Start};
use crate::rig::{LEASE, Rig};
use crate::server::Nats;

/// How much longer than a lease a disturbance lasts.
const PAST: Duration = Duration::from_millis(300);

/// A disturbance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disturbance {
    /// kill -9 of a worker, which is restarted.
    KillWorker,
    /// A worker is suspended for longer than its lease, and continues.
    StopWorker,
    /// kill -9 of the server, which is restarted on its store.
    KillServer,
    /// The link from a worker to the server is cut, for longer than its lease.
    CutCable,
    /// Both links are slow for a while, one with high latency and the other with low bandwidth.
    SlowCable,
}

/// Two workers, each with a link to the server that can be cut.
pub(crate) struct Chaos {
    workers: Vec<(Start, Cable, Process)>,
    seed: u64,
    done: Vec<Disturbance>,
}

impl Chaos {
    pub(crate) async fn new(rig: &Rig, phones: [&[Plugged]; 2]) -> Self {
        let mut workers = Vec::new();
        for (name, phones) in ["one", "two"].into_iter().zip(phones) {
            let cable = Cable::to(&rig.nats).await;
            let mut start = rig.start(name, &phones.iter().collect::<Vec<_>>());
            start.url = cable.url();
            let process = Process::start(&start);
            workers.push((start, cable, process));
        }
        let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
        Self { workers, seed: 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed + 1), done: Vec::new() }
    }

    /// Returns the disturbances so far, in order.
    pub(crate) fn done(&self) -> &[Disturbance] {
        &self.done
    }

    /// Repeats disturbances until it is dropped.
    pub(crate) async fn rage(&mut self, fleet: &Fleet, nats: &mut Nats, disturbances: &[Disturbance]) {
        if disturbances.is_empty() {
            std::future::pending::<()>().await;
        }
        // Nothing is disturbed before something runs.
        while fleet.states().await.is_ok_and(|states| states.iter().all(|state| state.state == FleetState::Queued)) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        loop {
            let pause = if self.done.is_empty() { self.below(700) } else { 500 + self.below(2000) };
            tokio::time::sleep(Duration::from_millis(pause)).await;
            let disturbance = disturbances[usize::try_from(self.below(disturbances.len() as u64)).unwrap()];
            let who = usize::try_from(self.below(2)).unwrap();
            self.done.push(disturbance);
            let (start, cable, process) = &mut self.workers[who];
            match disturbance {
                Disturbance::KillWorker => {
                    process.kill().await;
                    *process = Process::start(start);
                }
                Disturbance::StopWorker => {
                    process.signal("STOP").await;
                    tokio::time::sleep(LEASE + PAST).await;
                    process.signal("CONT").await;
                }
                Disturbance::KillServer => {
                    nats.kill().await;
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    nats.up().await;
                }
                Disturbance::CutCable => {
                    cable.set(CableCondition::Cut);
                    tokio::time::sleep(LEASE + PAST).await;
                    cable.set(CableCondition::Whole);
                }
                Disturbance::SlowCable => {
                    // A round trip of up to 1.2 s with a lease of 3; and so little bandwidth that a task's messages are
                    // late.
                    let late = Duration::from_millis(200 + self.below(400));
                    let rate = u32::try_from(8000 + self.below(16_000)).unwrap();
                    let conditions = [
                        CableCondition::Slow { late, rate: 1_000_000 },
                        CableCondition::Slow { late: Duration::ZERO, rate },
                    ];
                    self.workers.iter().zip(conditions).for_each(|((_, cable, _), condition)| cable.set(condition));
                    tokio::time::sleep(LEASE * 2).await;
                    self.workers.iter().for_each(|(_, cable, _)| cable.set(CableCondition::Whole));
                }
            }
        }
    }

    /// Returns the next number of the seed, below this.
    fn below(&mut self, most: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed % most
    }
}
