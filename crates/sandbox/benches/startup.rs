//! Measures the overhead of the sandbox: a script that does nothing, in the sandbox and bare, alternating in one run.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use sandbox::{Limits, Run, Sandbox};

/// The number of runs of each.
const TIMES: usize = 60;
/// The allowed overhead, in milliseconds.
const WANTED: f64 = 20.0;

#[expect(clippy::print_stdout, reason = "that is what a benchmark is for")]
fn main() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let program = PathBuf::from(env!("CARGO_BIN_EXE_sandbox-stage"));
    let sandbox = Sandbox::open(folder.path().join("runs"), program, Limits::default());
    for wall in &sandbox.walls().walls {
        println!("{}: {}", wall.name, wall.stands.as_ref().map_or_else(ToString::to_string, |()| "stands".to_owned()));
    }
    if let Some(why) = sandbox.walls().refusal() {
        println!("{why}");
        return Ok(());
    }
    let (_go_on, stop) = sync_channel(1);
    let (mut bare, mut walled) = (Vec::new(), Vec::new());
    for number in 0..TIMES {
        bare.push(timed(|| {
            let ran = Command::new("sh").args(["-c", "exit 0"]).stdin(Stdio::null()).status();
            assert!(ran.is_ok_and(|status| status.success()), "sh runs");
        }));
        let id = format!("run-{number}");
        let run = Run { id: &id, script: "exit 0", timeout: Duration::from_secs(10), environment: &[] };
        walled.push(timed(|| {
            assert_eq!(sandbox.run(&run, &stop).map(|done| done.status).ok(), Some(0), "the script runs");
        }));
    }
    let (bare, walled) = (middle(&mut bare), middle(&mut walled));
    println!("bare process {bare:.1} ms, in the sandbox {walled:.1} ms (medians of {TIMES})");
    println!("the walls cost {:.1} ms (wanted: below {WANTED})", walled - bare);
    Ok(())
}

fn timed(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1000.0
}

fn middle(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
