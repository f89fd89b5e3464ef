//! Takes screenshots of the simulated phone: `cargo run -p sim --example pictures -- FOLDER [NAME]`.
//!
//! A scene is a profile and the steps before the screenshot: shell commands, or `tap TEXT`, `hold TEXT`, `type TEXT`,
//! `wait MS`.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a development tool")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;

const START: i64 = 1_794_650_400_000;

/// A name, a profile and the steps.
const SCENES: &[(&str, &str, &[&str])] = &include!("pictures/scenes.rs");

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut words = std::env::args().skip(1);
    let folder = words.next().unwrap_or_else(|| "pictures".to_owned());
    let only = words.next();
    std::fs::create_dir_all(&folder).unwrap();
    for (name, profile, steps) in SCENES {
        if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let clock = Arc::new(AtomicI64::new(START));
        let now = Arc::clone(&clock);
        let profile = Profile::built_in(profile).unwrap_or_default().running_ahead();
        let adbd = Adbd::new(sim::phone_of(profile, START), Arc::new(move || now.load(Ordering::Relaxed)));
        let (ours, theirs) = tokio::io::duplex(64 << 10);
        let served = Arc::clone(&adbd);
        tokio::spawn(async move { served.serve(theirs).await });
        let client = Client::over(ours, "sim", Options::default()).await.unwrap();
        for step in *steps {
            carry_out(&client, &clock, step).await;
        }
        let png = client.exec("screencap -p").await.unwrap();
        let path = format!("{folder}/{name}.png");
        std::fs::write(&path, png).unwrap();
        println!("{path}");
    }
}

async fn carry_out(client: &Client, clock: &AtomicI64, step: &str) {
    let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
    let command = match verb {
        "tap" | "hold" => match middle(client, rest).await {
            Some((x, y)) if verb == "tap" => format!("input tap {x} {y}"),
            Some((x, y)) => format!("input swipe {x} {y} {x} {y} 900"),
            None => return println!("no element `{rest}` on the screen"),
        },
        "type" => format!("input text '{}'", rest.replace(' ', "%s")),
        "wait" => {
            clock.fetch_add(rest.parse().unwrap_or(1000), Ordering::Relaxed);
            return;
        }
        _ => step.to_owned(),
    };
    client.shell(&command).await.unwrap();
}

/// Returns the centre of the element with this label.
async fn middle(client: &Client, label: &str) -> Option<(i32, i32)> {
    let xml = client.shell("uiautomator dump /dev/tty").await.unwrap().text().into_owned();
    let wanted = [
        format!("text=\"{label}\""),
        format!("content-desc=\"{label}\""),
        format!("hint=\"{label}\""),
        format!(":id/{label}\""),
    ];
    let node =
        xml.split("<node ").skip(1).filter(|node| wanted.iter().any(|wanted| node.contains(wanted.as_str()))).last()?;
    let bounds = node.split_once("bounds=\"")?.1.split('"').next()?;
    let edges: Vec<i32> = bounds.split(['[', ']', ',']).filter_map(|edge| edge.parse().ok()).collect();
    match edges.as_slice() {
        [left, top, right, bottom] => Some((i32::midpoint(*left, *right), i32::midpoint(*top, *bottom))),
        _ => None,
    }
}
