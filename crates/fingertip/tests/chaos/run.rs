//! One run: a task on a new server while the scenario's faults strike, resumed as a person would, then judged.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;

use crate::clerk::Clerk;
use crate::judge::{Finding, Kind, judge, judge_effects};
use crate::log::Log;
use crate::people::{Manner, Person};
use crate::program::Server;
use crate::scenario::Scenario;
use crate::stage::{Stage, until};

/// How long a run may continue after its last fault: several times what it takes on a busy machine.
pub(crate) const BOUND: Duration = Duration::from_secs(45);
/// How long a fault waits for its moment; the task may end before.
const MOMENT: Duration = Duration::from_secs(8);
/// How long the server may take for an answer.
pub(crate) const LIMIT: Duration = Duration::from_secs(10);
/// How often a person resumes a stopped task.
pub(crate) const RESUMES: usize = 4;

/// The result of a run.
pub(crate) struct Ran {
    /// The final state of the task, as the server reports it.
    pub(crate) state: String,
    /// The reason for the end, and the message to the person.
    pub(crate) told: String,
    /// Whether the effect happened, according to the phone.
    pub(crate) done: bool,
    /// The names of the faults that struck.
    pub(crate) struck: Vec<&'static str>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) log: Log,
    pub(crate) acknowledged: usize,
}

/// The state shared by the threads of a run.
pub(crate) struct Shared<'a> {
    pub(crate) stage: &'a Stage,
    pub(crate) scenario: &'a Scenario,
    pub(crate) server: &'a Server,
    pub(crate) log: &'a Log,
    pub(crate) name: &'a str,
    /// How many faults are pending or under way.
    pub(crate) pending: AtomicUsize,
    /// Tells all threads to end.
    pub(crate) leave: AtomicBool,
    pub(crate) struck: Mutex<Vec<&'static str>>,
    pub(crate) findings: Mutex<Vec<Finding>>,
}

/// Runs a scenario on a stage.
pub(crate) fn run(stage: &mut Stage, name: &str, scenario: &Scenario) -> Ran {
    let log = Log::new();
    log.note(scenario.describe());
    let server = Server::new(stage.prepare(name, scenario));
    let stage = &*stage;
    let done = || scenario.goal.effects(&stage.phone, &stage.tool).iter().all(|effect| effect.times > 0);
    let shared = Shared {
        stage,
        scenario,
        server: &server,
        log: &log,
        name,
        pending: AtomicUsize::new(scenario.faults.len()),
        leave: AtomicBool::new(false),
        struck: Mutex::default(),
        findings: Mutex::default(),
    };
    let person = Person {
        server: &server,
        manner: scenario.manner,
        patience: scenario.ask_timeout,
        done: &done,
        dictation: scenario.goal.dictation(),
        log: &log,
        given: Mutex::default(),
    };
    let clerk = Clerk::new(&server, &log);
    let (mut view, mut neighbour) = (Value::Null, Value::Null);
    if let Err(why) = server.start() {
        shared.found(Kind::Hang, why);
    } else {
        view = std::thread::scope(|threads| {
            if !scenario.by_command {
                threads.spawn(|| person.stay(&shared.leave));
                threads.spawn(|| clerk.work(&shared.leave));
            }
            for fault in &scenario.faults {
                threads.spawn(|| shared.strike(fault));
            }
            let second = scenario.neighbour.as_ref().map(|goal| threads.spawn(|| shared.follow(goal, 0)));
            let view = match scenario.by_command {
                true => shared.see_command_through(),
                false => shared.follow(&scenario.goal, shared.most_resumes()),
            };
            if let Some(second) = second {
                neighbour = second.join().unwrap();
            }
            shared.leave.store(true, Ordering::SeqCst);
            view
        });
        stage.heal();
        if scenario.by_command {
            view = shared.shown_after(view);
        } else {
            shared.after(&clerk, &view);
        }
    }
    let answers = person.given.into_inner().unwrap();
    let mut findings = shared.findings.into_inner().unwrap();
    if let Some(goal) = &scenario.neighbour {
        findings.extend(judge_effects(stage, goal, &neighbour));
    }
    findings.extend(judge(stage, scenario, &view, &answers, &stage.journal(name)));
    findings.extend(log.text().lines().filter_map(Finding::in_log));
    findings.dedup_by(|a, b| a.what == b.what);
    let mut struck = shared.struck.into_inner().unwrap();
    struck.extend(stage.model.met().0.iter().map(|fault| fault.name()));
    struck.extend(stage.tool.met().iter().map(|fault| fault.name()));
    if !matches!(scenario.manner, Manner::Yes) && !answers.is_empty() || scenario.manner == Manner::Never {
        struck.push(scenario.manner.name());
    }
    if scenario.through_server {
        struck.push("adb server between");
    }
    if scenario.by_command {
        struck.push("`fingertip run`, no server");
    }
    if scenario.neighbour.is_some() {
        struck.push("two tasks for one phone");
    }
    struck.sort_unstable();
    struck.dedup();
    Ran {
        state: view["state"].as_str().unwrap_or("no task").to_owned(),
        told: format!("{} {}", view["reason"], view["message"]),
        done: done(),
        struck,
        findings,
        acknowledged: clerk.acknowledged(),
        log,
    }
}

impl Shared<'_> {
    pub(crate) fn found(&self, kind: Kind, what: impl Into<String>) {
        let what = what.into();
        self.log.note(format!("FINDING {}: {what}", kind.name()));
        self.findings.lock().unwrap().push(Finding { kind, what });
    }

    /// Whether faults are pending or under way.
    pub(crate) fn is_troubled(&self) -> bool {
        self.pending.load(Ordering::SeqCst) > 0
    }

    /// Waits for the moment of a fault and applies it.
    fn strike(&self, fault: &crate::fault::Planned) {
        let lines = || self.stage.journal_lines(self.name) >= fault.lines;
        let moment = until(MOMENT, || self.leave.load(Ordering::SeqCst) || lines());
        std::thread::sleep(fault.jitter);
        if moment && !self.leave.load(Ordering::SeqCst) {
            self.log.note(format!("strikes: {:?}", fault.what));
            self.struck.lock().unwrap().push(fault.what.name());
            fault.what.strike(self.stage, self.server, self.log, &self.leave);
            self.log.note(format!("is over: {:?}", fault.what));
        }
        self.pending.fetch_sub(1, Ordering::SeqCst);
    }
}
