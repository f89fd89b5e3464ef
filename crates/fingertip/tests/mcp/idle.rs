//! The cost of an idle session. It measures real time, so `cargo xtask bench mcp` runs it, not the parallel tests.

use std::time::Duration;

use serde_json::json;

use crate::door::{OLDER, initialize};
use crate::piped::Piped;
use crate::rig::World;

/// How long to measure.
const TIME: Duration = Duration::from_secs(20);
/// The clock ticks of the kernel in a second (`getconf CLK_TCK`).
const TICKS: u32 = 100;

/// Returns the processor time of a process, in ticks: fields 14 and 15 of `/proc/PID/stat`.
fn ticks(process: u32) -> u32 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11].parse::<u32>().unwrap() + fields[12].parse::<u32>().unwrap()
}

#[test]
#[ignore = "measures real time: `cargo xtask bench mcp` runs it"]
fn an_idle_session_costs_no_processor_time() {
    let world = World::new();
    let mut piped = Piped::new(&world);
    piped.say(&initialize(OLDER));
    piped.hear();
    piped.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let observe = json!({ "name": "phone_observe", "arguments": {} });
    piped.say(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": observe }));
    piped.hear();
    let processes = [("the server", world.server.0.id()), ("fingertip mcp", piped.running.0.id())];
    // Work left over from the call must not count.
    std::thread::sleep(Duration::from_secs(2));
    let before = processes.map(|(_, process)| ticks(process));
    std::thread::sleep(TIME);
    for ((name, process), before) in processes.into_iter().zip(before) {
        let used = ticks(process) - before;
        println!("{name}: {used} ticks of 1/{TICKS} s in {} s", TIME.as_secs());
        // Two ticks in twenty seconds are a thousandth.
        assert!(used <= 2, "{name} used {used} ticks");
    }
}
