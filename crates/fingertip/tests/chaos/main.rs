//! Seeded chaos tests of the whole system: real processes, faults at moments that a number decides, and a verdict from
//! the phone's own state. `cargo xtask chaos --runs N` runs many; a sample runs as an ordinary test.
//!
//! A run is a number. With the seed it determines the goal, the people and the faults (`scenario`), so it can be
//! repeated. The effect of a fault still depends on the machine's timing; moments are counted in lines of the task's
//! journal to keep that small.
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
mod adb_server;
mod cable;
mod clerk;
mod command;
mod disk;
mod fault;
mod follow;
mod goal;
mod http;
mod judge;
mod log;
mod model;
mod people;
mod phone;
mod program;
mod report;
mod run;
mod scenario;
mod stage;
mod tool;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use goal::Goal;
use judge::Kind;
use people::{About, GivenAnswer, Manner};
use report::Report;
use run::Ran;
use scenario::Scenario;
use stage::Stage;

/// The runs of the sample, which cover each kind of fault.
const SAMPLE: u64 = 12;

/// Reads a number from the environment, as set by `cargo xtask chaos`.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(format!("FINGERTIP_CHAOS_{name}")).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("FINGERTIP_CHAOS_{name} is `{text}`; expected a number")))
}

#[test]
fn nothing_hangs_lies_happens_twice_or_is_lost_while_everything_breaks() {
    let seed = number("SEED").unwrap_or(1);
    let from = number("FROM").unwrap_or(0);
    let runs = number("RUNS").unwrap_or(SAMPLE);
    let jobs = number("JOBS").unwrap_or(2).min(runs);
    let many = std::env::var_os("FINGERTIP_CHAOS_RUNS").is_some();
    if program::faketime().is_none() {
        return absent::skipped("faketime");
    }
    // A single run is reported in full and does not touch the list of the others.
    let lines = (runs > 1).then(|| File::create(folder().join(format!("chaos-{seed}-from-{from}.log"))).unwrap());
    let lines = Mutex::new(lines);
    let (next, began) = (AtomicU64::new(from), Instant::now());
    let (report, failed) = (Mutex::new(Report::default()), Mutex::new(Vec::new()));
    std::thread::scope(|threads| {
        for job in 0..jobs {
            let (next, report, failed, lines) = (&next, &report, &failed, &lines);
            threads.spawn(move || {
                let Some(mut stage) = Stage::new() else { return absent::skipped("mount namespace") };
                if !stage.disk.freezes() {
                    absent::skipped("loop device that can be mounted");
                }
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= from + runs {
                        return;
                    }
                    let scenario = Scenario::of(seed, number);
                    let name = format!("run-{number}");
                    let ran = run::run(&mut stage, &name, &scenario);
                    // If a willing person does not get what they want, that is no finding, but may be worth a look.
                    let willing = matches!(scenario.manner, Manner::Yes | Manner::YesTwice) && ran.state != "success";
                    if !ran.findings.is_empty() || runs == 1 || willing {
                        let place = kept(seed, number);
                        stage.keep(&name, &place);
                        let text = format!("{}\nlast prompt:\n{}\n", ran.log.text(), stage.model.met().1);
                        std::fs::write(place.join("chaos.log"), text).unwrap();
                        if runs == 1 {
                            println!("{}", ran.log.text());
                        }
                    }
                    for finding in &ran.findings {
                        println!("run {number}: {}: {}", finding.kind.name(), finding.what);
                    }
                    if !ran.findings.is_empty() {
                        println!("  {}", scenario.describe());
                        failed.lock().unwrap().push(number);
                    }
                    stage.forget(&name);
                    let Ran { state, told, done, struck, .. } = &ran;
                    let line =
                        format!("{number}: {state}, done: {done}, {told}; struck: {struck:?}; {}", scenario.describe());
                    if let Some(lines) = &mut *lines.lock().unwrap() {
                        _ = writeln!(lines, "{line}");
                    }
                    let mut report = report.lock().unwrap();
                    report.add(&ran);
                    if many && report.runs() % 25 == 0 {
                        let each = began.elapsed().as_secs_f64() / report.runs() as f64;
                        let wrong = failed.lock().unwrap().len();
                        println!(
                            "{} of {runs} runs, {each:.2} s each, {wrong} with findings (job {job})",
                            report.runs()
                        );
                    }
                }
            });
        }
    });
    let (report, mut failed) = (report.into_inner().unwrap(), failed.into_inner().unwrap());
    println!("\n{}", report.table());
    failed.sort_unstable();
    for number in &failed {
        let place = kept(seed, *number);
        println!(
            "run {number} failed; again: cargo xtask chaos --seed {seed} --only {number}; kept: {}",
            place.display()
        );
    }
    assert!(failed.is_empty(), "{} of {} runs have findings: {failed:?}", failed.len(), report.runs());
}

/// Returns where the data folder and the log of a failed run are kept.
fn kept(seed: u64, number: u64) -> PathBuf {
    folder().join(format!("chaos-{seed}-{number}"))
}

/// Returns the folder for everything that outlives the test.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

#[test]
fn a_number_is_always_the_same_scenario() {
    for number in 0..50 {
        let (once, again) = (Scenario::of(7, number), Scenario::of(7, number));
        assert_eq!(once.describe(), again.describe());
        assert_ne!(once.describe(), Scenario::of(8, number).describe());
    }
}

#[test]
fn the_judge_sees_what_must_never_be() {
    let Some(stage) = Stage::new() else { return absent::skipped("mount namespace") };
    let goal = Goal::Alarm(5);
    let scenario = Scenario { goal: goal.clone(), yes: false, manner: Manner::Yes, ..Scenario::of(1, 0) };
    let alarm = "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 6 \
                 --ei android.intent.extra.alarm.MINUTES 5 --ez android.intent.extra.alarm.SKIP_UI true";
    let call = "am start -a android.intent.action.CALL -d tel:+15550199";
    let found = |state: &str, answers: &[GivenAnswer]| {
        let view = serde_json::json!({ "state": state });
        let kinds = judge::judge(&stage, &scenario, &view, answers, &[]).into_iter().map(|finding| finding.kind);
        kinds.collect::<Vec<_>>()
    };
    let answer = GivenAnswer { question: "q".to_owned(), about: About::Consent, yes: true, taken: true };
    assert_eq!(found("failed", &[]), []);
    assert_eq!(found("success", &[]), [Kind::FalseSuccess]);
    assert_eq!(found("failed", &[answer.clone(), answer]), [Kind::Doubled]);
    stage.phone.shell(alarm);
    assert_eq!(found("success", &[]), []);
    stage.phone.shell(&format!("{alarm} --es android.intent.extra.alarm.MESSAGE again"));
    assert_eq!(found("success", &[]), [Kind::Doubled]);
    stage.phone.restore();
    stage.phone.shell(call);
    assert_eq!(found("failed", &[]), [Kind::Doubled], "a call that nobody wanted");
}
