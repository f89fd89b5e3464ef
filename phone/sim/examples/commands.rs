//! Measures the time of commands over a socket, from the request to the status: `cargo run -p sim --example commands`.
//!
//! Prints the median time of each command, and how many commands per second a phone handles with twenty in parallel.

#![expect(clippy::print_stdout, reason = "printing is the purpose of this program")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::net::TcpListener;

const START: i64 = 1_794_650_400_000;
const TIMES: usize = 400;
const COMMANDS: &[&str] = &[
    "true",
    "echo a",
    "input tap 540 1200",
    "input keyevent 3",
    "wm size",
    "dumpsys window | grep mCurrentFocus",
    "getprop ro.product.model; echo X4EXIT:$?",
    "for i in 1 2 3; do echo $i; done | head -1",
    "uiautomator dump /dev/tty",
    "screencap -p",
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let adbd = Adbd::new(sim::bare_phone(Profile::default(), START), Arc::new(|| START));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    tokio::spawn(adbd.listen(listener));
    let client = Client::direct(&address, Options::default()).await?;
    for command in COMMANDS {
        let times = if command.contains("screencap") { TIMES / 10 } else { TIMES };
        let mut took = Vec::new();
        for _ in 0..times {
            let begun = Instant::now();
            client.shell(command).await?;
            took.push(begun.elapsed());
        }
        took.sort();
        let median = took.get(times / 2).copied().unwrap_or_default();
        println!("{:>9.1} µs  {command}", median.as_secs_f64() * 1e6);
    }
    let begun = Instant::now();
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let client = client.with_timeout(Duration::from_secs(60));
        running.spawn(async move {
            for _ in 0..TIMES {
                client.shell("echo a").await?;
            }
            Ok::<_, adb::Error>(())
        });
    }
    while let Some(ended) = running.join_next().await {
        ended??;
    }
    println!("{:>9.0} per second, 20 at a time", 20.0 * TIMES as f64 / begun.elapsed().as_secs_f64());
    Ok(())
}
