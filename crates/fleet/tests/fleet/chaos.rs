//! What is done to a fleet in its tests, at moments that a seed decides.

use std::time::Duration;

use fleet::{Fleet, FleetState};

use crate::cable::{Cable, CableCondition};
use crate::phones::Plugged;
use crate::process::{Process, Start};
use crate::rig::{LEASE, Rig};
use crate::server::Nats;

/// By how much something lasts longer than a lease.
const PAST: Duration = Duration::from_millis(300);

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disturbance {
    /// kill -9 of a worker, which is started again.
    KillWorker,
    /// A worker is stopped for longer than its lease, and goes on.
    StopWorker,
    /// kill -9 of the server, which is started again on its store.
    KillServer,
    /// The way from a worker to the server is cut, for longer than its lease.
    CutCable,
    /// The ways of both are slow for a while, the one late and the other thin.
    SlowCable,
}

/// Two workers, each with a way to the server that can be cut.
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

    /// What was done, in order.
    pub(crate) fn done(&self) -> &[Disturbance] {
        &self.done
    }

    /// Does it again and again, until it is dropped.
    pub(crate) async fn rage(&mut self, fleet: &Fleet, nats: &mut Nats, disturbances: &[Disturbance]) {
        if disturbances.is_empty() {
            std::future::pending::<()>().await;
        }
        // Nothing is hurt before something runs.
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
                    // There and back in up to 1.2 s of a lease of 3; and by so few bytes that a task's words are late.
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

    /// The next number of the seed, below this.
    fn below(&mut self, most: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed % most
    }
}
