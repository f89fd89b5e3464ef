//! The faults of a run, and how they are applied to the running system. Every fault ends by itself within two seconds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};

use crate::cable::CableCondition;
use crate::log::Log;
use crate::program::Server;
use crate::scenario::{choose, pick};
use crate::stage::{Stage, until};

/// How often to try restarting a server that was killed while the disk was full.
const START_TRIES: u32 = 200;
/// How long the server may take for an answer.
const LIMIT: Duration = Duration::from_secs(10);

/// A fault with its moment.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) what: Fault,
    /// It strikes when the task's journal has this many lines,
    pub(crate) lines: usize,
    /// and this much time has passed since.
    pub(crate) jitter: Duration,
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The cable is cut, and repaired after this many milliseconds.
    CableCut(u64),
    /// The cable is cut in the middle of a packet, this many bytes from now.
    CableCutInside(usize),
    /// Nothing passes for a while, then everything.
    CableStall(u64),
    /// Every chunk is delayed.
    CableLate(u64),
    /// One byte is corrupted.
    CableGarbled,
    /// One direction is closed.
    CableHalfClosed(bool),
    /// The phone drops the connection at the n-th command from now, before or after running it.
    PhoneDrops { at: u64, after: bool },
    /// The phone refuses the next commands.
    PhoneRefuses(u64),
    /// The phone's process is suspended.
    PhoneFrozen(u64),
    /// An event on the phone.
    PhoneHappens(&'static str),
    /// The phone shows no elements for a while.
    PhoneWithoutTree(u64),
    /// The phone's clock jumps by so many seconds.
    PhoneClock(i64),
    /// The computer's clock jumps by so many seconds.
    HostClock(i64),
    /// The disk is full, except for this many bytes, for a while.
    DiskFull { left: u64, ms: u64 },
    /// The disk stalls repeatedly.
    DiskSlow { turns: u32, ms: u64 },
    /// kill -9, and a restart after this many milliseconds.
    Killed(u64),
    /// A graceful stop, and a restart.
    Stopped(u64),
    /// The process is suspended, as on a closed laptop.
    Suspended(u64),
    /// kill -9 of the adb server, and a new one after this many milliseconds.
    AdbKilled(u64),
    /// The adb server is suspended.
    AdbSuspended(u64),
    /// A person pauses the task, then continues it.
    Paused(u64),
    /// A person takes the phone over, then hands it back.
    TakenOver(u64),
}

impl Fault {
    /// Picks a random fault with its numbers.
    pub(crate) fn random(rng: &mut Rng, through_server: bool, by_command: bool) -> Self {
        let adb = if through_server { 6 } else { 0 };
        let person = if by_command { 0 } else { 1 };
        let kind = pick(
            rng,
            &[
                (3, 0),
                (2, 1),
                (2, 2),
                (1, 3),
                (1, 4),
                (1, 5),
                (3, 6),
                (1, 7),
                (2, 8),
                (3, 9),
                (1, 10),
                (1, 11),
                (2, 12),
                (3, 13),
                (2, 14),
                (8, 15),
                (1, 16),
                (2, 17),
                (adb, 18),
                (adb / 2, 19),
                (person, 20),
                (person, 21),
            ],
        );
        let ms = rng.u64(20..600);
        match kind {
            0 => Self::CableCut(ms),
            1 => Self::CableCutInside(rng.usize(1..6000)),
            2 => Self::CableStall(ms),
            3 => Self::CableLate(rng.u64(5..40)),
            4 => Self::CableGarbled,
            5 => Self::CableHalfClosed(rng.bool()),
            6 => Self::PhoneDrops { at: rng.u64(1..6), after: rng.bool() },
            7 => Self::PhoneRefuses(rng.u64(1..4)),
            8 => Self::PhoneFrozen(ms),
            9 => Self::PhoneHappens(choose(
                rng,
                &["sms", "call", "dialog", "crash", "not_responding", "battery", "slow"],
            )),
            10 => Self::PhoneWithoutTree(ms),
            11 => Self::PhoneClock(choose(rng, &JUMPS)),
            12 => Self::HostClock(choose(rng, &JUMPS)),
            13 => Self::DiskFull { left: choose(rng, &[0, 0, 600, 5_000, 40_000]), ms: rng.u64(50..900) },
            14 => Self::DiskSlow { turns: rng.u32(1..6), ms: rng.u64(10..120) },
            15 => Self::Killed(rng.u64(..200)),
            16 => Self::Stopped(rng.u64(..100)),
            17 => Self::Suspended(ms),
            18 => Self::AdbKilled(rng.u64(..400)),
            19 => Self::AdbSuspended(ms),
            20 => Self::Paused(ms),
            _ => Self::TakenOver(ms),
        }
    }

    /// Its name in the table.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::CableCut(_) => "cable: cut",
            Self::CableCutInside(_) => "cable: cut inside a packet",
            Self::CableStall(_) => "cable: stalled",
            Self::CableLate(_) => "cable: slow",
            Self::CableGarbled => "cable: wrong byte",
            Self::CableHalfClosed(_) => "cable: half closed",
            Self::PhoneDrops { after: false, .. } => "phone: drops before a command",
            Self::PhoneDrops { after: true, .. } => "phone: drops after a command",
            Self::PhoneRefuses(_) => "phone: refuses commands",
            Self::PhoneFrozen(_) => "phone: frozen",
            Self::PhoneHappens(_) => "phone: something happens",
            Self::PhoneWithoutTree(_) => "phone: no elements",
            Self::PhoneClock(_) => "clock: the phone's jumps",
            Self::HostClock(_) => "clock: the computer's jumps",
            Self::DiskFull { .. } => "disk: full",
            Self::DiskSlow { .. } => "disk: slow",
            Self::Killed(_) => "kill -9",
            Self::Stopped(_) => "stopped and started",
            Self::Suspended(_) => "suspended",
            Self::AdbKilled(_) => "adb server: kill -9",
            Self::AdbSuspended(_) => "adb server: suspended",
            Self::Paused(_) => "person: pauses",
            Self::TakenOver(_) => "person: takes the phone",
        }
    }

    /// Applies the fault and reverts it; sooner if the run is over.
    pub(crate) fn strike(&self, stage: &Stage, server: &Server, log: &Log, leave: &AtomicBool) {
        let pause = |ms: u64| _ = until(Duration::from_millis(ms), || leave.load(Ordering::SeqCst));
        match *self {
            Self::CableCut(ms) => {
                stage.cable.set(CableCondition::Cut);
                pause(ms);
                stage.mend_cable();
            }
            Self::CableStall(ms) => {
                stage.cable.set(CableCondition::Stalled);
                pause(ms);
                stage.cable.heal();
            }
            Self::CableLate(late) => {
                stage.cable.set(CableCondition::Late(late));
                pause(500);
                stage.cable.heal();
            }
            Self::CableCutInside(bytes) => {
                stage.cable.cut_after(bytes);
                pause(800);
                stage.mend_cable();
            }
            Self::CableGarbled => {
                stage.cable.garble();
                pause(500);
                stage.mend_cable();
            }
            Self::CableHalfClosed(to_phone) => {
                stage.cable.half_close(to_phone);
                pause(500);
                stage.mend_cable();
            }
            Self::PhoneDrops { at, after } => {
                stage.phone.control(&json!({"op": "fault", "fault": "drop", "at": at, "after": after}));
                pause(1000);
            }
            Self::PhoneRefuses(times) => {
                stage.phone.control(&json!({"op": "fault", "fault": "refuse", "times": times, "matching": "shell"}));
                pause(500);
            }
            Self::PhoneFrozen(ms) => {
                stage.phone.freeze();
                pause(ms);
                stage.phone.thaw();
            }
            Self::PhoneHappens(what) => {
                stage.phone.control(&happening(what));
                pause(300);
            }
            Self::PhoneWithoutTree(ms) => {
                stage.phone.control(&json!({"op": "screen", "mishap": "no_tree", "on": true}));
                pause(ms);
                stage.phone.control(&json!({"op": "screen", "mishap": "no_tree", "on": false}));
            }
            Self::PhoneClock(seconds) => stage.phone.set_clock(seconds),
            Self::HostClock(seconds) => stage.set_host_clock(seconds),
            Self::DiskFull { left, ms } => {
                stage.disk.fill(left);
                pause(ms);
                stage.disk.clear();
            }
            Self::DiskSlow { turns, ms } => stage.disk.stall(turns, ms),
            Self::Killed(ms) | Self::Stopped(ms) => {
                let _one_at_a_time = stage.restarting.lock().unwrap();
                if matches!(self, Self::Killed(_)) {
                    server.kill();
                } else if !server.stop() {
                    log.note("FINDING hang: the server does not stop");
                }
                pause(ms);
                start_again(server, log);
            }
            Self::Suspended(ms) => {
                server.suspend(true);
                pause(ms);
                server.suspend(false);
            }
            Self::AdbKilled(ms) => {
                if let Some(adb) = &stage.adb {
                    adb.kill();
                    pause(ms);
                    adb.up();
                }
            }
            Self::Paused(ms) => {
                let Some(task) = server.task() else { return };
                steer(server, log, &format!("/api/tasks/{task}"), ["pause", "continue"], || pause(ms));
            }
            Self::TakenOver(ms) => {
                steer(server, log, &format!("/api/devices/{}", server.device()), ["take", "release"], || pause(ms));
            }
            Self::AdbSuspended(ms) => {
                if let Some(adb) = &stage.adb {
                    adb.suspend(true);
                    pause(ms);
                    adb.suspend(false);
                }
            }
        }
    }
}

/// By how many seconds clocks jump: a correction, daylight saving time, a day, a year back, years ahead.
const JUMPS: [i64; 7] = [-3, 40, 3600, -3600, 86_400, -86_400 * 365, 86_400 * 365 * 5];

/// Sends a request and, after a while, its opposite, until the server answers.
fn steer(server: &Server, log: &Log, place: &str, [first, second]: [&str; 2], pause: impl Fn()) {
    let ask = |what: &str| {
        let said = server.ask("POST", &format!("{place}/{what}"), None, LIMIT);
        log.note(format!("{what}: {said:?}"));
        said.status()
    };
    ask(first);
    pause();
    until(LIMIT, || ask(second).is_some());
}

/// Restarts a server; a full disk may delay that.
fn start_again(server: &Server, log: &Log) {
    for _ in 0..START_TRIES {
        match server.start() {
            Ok(()) => return,
            Err(why) => log.note(why),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    log.note("FINDING hang: the server does not start again");
}

fn happening(what: &str) -> Value {
    let messages = "com.google.android.apps.messaging";
    match what {
        "sms" => json!({"op": "receive_sms", "from": "+15550177", "body": "Is it you?"}),
        "call" => json!({"op": "receive_call", "from": "+15550178"}),
        "dialog" => json!({"op": "pop_up", "title": "Battery low", "message": "Please charge.", "buttons": ["OK"]}),
        "crash" => json!({"op": "happen", "kind": "crash", "package": messages}),
        "not_responding" => json!({"op": "happen", "kind": "not_responding", "package": messages}),
        "battery" => json!({"op": "happen", "kind": "battery", "percent": 4}),
        _ => json!({"op": "happen", "kind": "slow_screens", "package": messages, "ms": 300, "screens": 3}),
    }
}
