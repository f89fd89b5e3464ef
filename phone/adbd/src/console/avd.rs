//! `avd`: the virtual device and its named snapshots.

use super::{Console, Reply, split};

/// The maximum number of snapshots; further ones are refused.
const MAX_SNAPSHOTS: usize = 64;

pub(super) async fn avd(console: &Console, rest: &str) -> Reply {
    let (verb, rest) = split(rest);
    match verb {
        "name" => Ok(console.name.clone()),
        "status" => Ok("virtual device is running".to_owned()),
        "start" => Err("virtual device already running".to_owned()),
        "stop" | "heartbeat" | "hostmicon" | "hostmicoff" | "resume" | "pause" => Ok(String::new()),
        "path" | "discoverypath" => Ok(format!("/avd/{}.avd", console.name)),
        "windowtype" => Ok("headless".to_owned()),
        "snapshot" => snapshot(console, rest).await,
        _ => Err("missing or unknown sub-command, try 'help avd'".to_owned()),
    }
}

async fn snapshot(console: &Console, rest: &str) -> Reply {
    let (verb, name) = split(rest);
    let named = matches!(verb, "save" | "load" | "del" | "delete" | "remap");
    if named && (name.is_empty() || name.len() > 255) {
        return Err(format!("argument missing, try 'avd snapshot {verb} <name>'"));
    }
    let missing = || format!("Device 'cache' does not have the requested snapshot '{name}'");
    match verb {
        "list" => {
            let snapshots = console.snapshots();
            if snapshots.is_empty() {
                return Ok("There is no snapshot available.".to_owned());
            }
            let rows = snapshots.iter().map(|(name, (_, saved_ms))| {
                let when = machine::calendar::local(*saved_ms, 0).strftime("%Y-%m-%d %H:%M:%S").to_string();
                format!("--        {name:<20}  512M {when}   00:00:00.000\r\n")
            });
            let head = "ID        TAG                 VM SIZE                DATE       VM CLOCK";
            Ok(format!("List of snapshots present on all disks:\r\n{head}\r\n{}", rows.collect::<String>()))
        }
        "save" => {
            let full = {
                let snapshots = console.snapshots();
                snapshots.len() >= MAX_SNAPSHOTS && !snapshots.contains_key(name)
            };
            if full {
                return Err("No space left on device".to_owned());
            }
            let taken = console.with(|phone| (phone.snapshot(), phone.now_ms())).await?;
            console.snapshots().insert(name.to_owned(), taken);
            Ok(String::new())
        }
        "load" => {
            let known = console.snapshots().get(name).map(|(snapshot, _)| snapshot.clone());
            let snapshot = known.ok_or_else(missing)?;
            console.with(move |phone| phone.restore(&snapshot)).await?;
            Ok(String::new())
        }
        "del" | "delete" => console.snapshots().remove(name).map(|_| String::new()).ok_or_else(missing),
        _ => Err("missing or unknown sub-command, try 'help avd snapshot'".to_owned()),
    }
}
