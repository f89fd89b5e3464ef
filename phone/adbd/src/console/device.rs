//! `geo`, `power`, `network`, `rotate`, `sensor`, `finger`, `redir`.

use super::{Console, Reply, split};
use commands::System;
use state::shared::Position;

pub(super) async fn geo(console: &Console, rest: &str) -> Reply {
    let (verb, rest) = split(rest);
    match verb {
        "fix" => {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let [longitude, latitude, more @ ..] = words.as_slice() else {
                return Err("not enough arguments: see 'help geo fix' for details".to_owned());
            };
            let number = |text: &str, name: &str, most: f64| match text.parse::<f64>() {
                Ok(number) if number.is_finite() && number.abs() <= most => Ok(number),
                Ok(_) => Err(format!("invalid {name} value. Must be in range [-{most}, {most}]")),
                Err(_) => Err(format!("argument '{text}' is not a number")),
            };
            let longitude = number(longitude, "longitude", 180.0)?;
            let latitude = number(latitude, "latitude", 90.0)?;
            let altitude = more.first().map_or(Ok(0.0), |text| number(text, "altitude", 10_000.0))?;
            console.with(move |phone| phone.set_position(Position { latitude, longitude, altitude })).await?;
            Ok(String::new())
        }
        "nmea" if rest.starts_with("$GP") => Ok(String::new()),
        "nmea" if rest.is_empty() => Err("NMEA sentence missing, try 'help geo nmea'".to_owned()),
        "nmea" => Err("unknown NMEA sentence".to_owned()),
        _ => Err("missing or unknown sub-command, try 'help geo'".to_owned()),
    }
}

/// The names of Android's battery constants, from 1 on.
const STATUS: [&str; 5] = ["unknown", "charging", "discharging", "not-charging", "full"];
const HEALTH: [&str; 6] = ["unknown", "good", "overheat", "dead", "overvoltage", "failure"];

pub(super) async fn power(console: &Console, rest: &str) -> Reply {
    let (verb, value) = split(rest);
    let numbered = |names: &[&str]| {
        let at = names.iter().position(|name| *name == value);
        at.and_then(|at| u8::try_from(at + 1).ok())
            .ok_or_else(|| format!("bad status name, try 'help power {verb}' for list of valid values"))
    };
    let on = |yes: &str, no: &str| match value {
        _ if value == yes => Ok(true),
        _ if value == no => Ok(false),
        _ => Err(format!("Usage: \"{verb} {yes}\" or \"{verb} {no}\"")),
    };
    match verb {
        "display" => {
            let (power, level) =
                console.with(|phone| (phone.shared().hardware.power.clone(), phone.shared().hardware.battery)).await?;
            let name = |names: &[&str], number: u8| {
                let name = names.get(usize::from(number).saturating_sub(1)).copied().unwrap_or("unknown");
                let mut letters = name.chars();
                letters
                    .next()
                    .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
                    .unwrap_or_default()
            };
            return Ok(format!(
                "AC: {}\r\nstatus: {}\r\nhealth: {}\r\npresent: {}\r\ncapacity: {level}",
                if power.ac { "online" } else { "offline" },
                name(&STATUS, power.status(level)),
                name(&HEALTH, power.health),
                power.present
            ));
        }
        "ac" => {
            let on = on("on", "off")?;
            console.with(move |phone| phone.change_power(|power, _| power.ac = on)).await?;
        }
        "present" => {
            let on = on("true", "false")?;
            console.with(move |phone| phone.change_power(|power, _| power.present = on)).await?;
        }
        "status" => {
            let status = numbered(&STATUS)?;
            console.with(move |phone| phone.change_power(|power, _| power.status = Some(status))).await?;
        }
        "health" => {
            let health = numbered(&HEALTH)?;
            console.with(move |phone| phone.change_power(|power, _| power.health = health)).await?;
        }
        "capacity" => {
            let level = value.parse::<u8>().ok().filter(|level| *level <= 100);
            let level = level.ok_or("Usage: \"capacity <percentage>\"")?;
            console.with(move |phone| phone.change_power(|_, battery| *battery = level)).await?;
        }
        _ => return Err("missing or unknown sub-command, try 'help power'".to_owned()),
    }
    Ok(String::new())
}

/// The emulator's named speeds, in kilobits per second down and up, and its named delays in milliseconds.
const SPEEDS: &[(&str, u64, u64)] = &[
    ("gsm", 14, 14),
    ("hscsd", 14, 43),
    ("gprs", 28, 57),
    ("edge", 473, 473),
    ("umts", 384, 384),
    ("hsdpa", 5_760, 13_980),
    ("lte", 58_000, 173_000),
    ("evdo", 75_000, 280_000),
    ("full", 0, 0),
];
const DELAYS: &[(&str, u64, u64)] =
    &[("gsm", 150, 550), ("gprs", 150, 550), ("edge", 80, 400), ("umts", 35, 200), ("none", 0, 0)];

pub(super) fn network(console: &Console, rest: &str) -> Reply {
    let (verb, value) = split(rest);
    let pair = |names: &[(&str, u64, u64)], what: &str| {
        let known = names.iter().find(|(name, ..)| *name == value).map(|(_, first, second)| (*first, *second));
        let (first, second) = value.split_once(':').unwrap_or((value, value));
        let numbers = || Some((first.parse().ok()?, second.parse().ok()?));
        known
            .or_else(numbers)
            .ok_or_else(|| format!("invalid <{what}> argument, see 'help network {what}' for valid values"))
    };
    let mut network = console.network();
    match verb {
        "status" => {
            let [down, up, least, most] = *network;
            let speed = |bits: u64| format!("{bits:>10} bits/s ({:.1} KB/s)", bits as f64 / 8192.0);
            Ok(format!(
                "Current network status:\r\n  download speed: {}\r\n  upload speed:   {}\r\n  minimum latency:  {least} \
                 ms\r\n  maximum latency:  {most} ms",
                speed(down),
                speed(up)
            ))
        }
        "speed" => {
            let (up, down) = pair(SPEEDS, "speed")?;
            (network[0], network[1]) = (down.saturating_mul(1000), up.saturating_mul(1000));
            Ok(String::new())
        }
        "delay" => {
            let (least, most) = pair(DELAYS, "delay")?;
            (network[2], network[3]) = (least, most);
            Ok(String::new())
        }
        "capture" => Ok(String::new()),
        _ => Err("missing or unknown sub-command, try 'help network'".to_owned()),
    }
}

pub(super) async fn rotate(console: &Console) -> Reply {
    console.with(|phone| phone.turn(1)).await?;
    Ok(String::new())
}

/// The sensors, with their values for a phone held upright.
const SENSORS: &[(&str, &str)] = &[
    ("acceleration", "0:9.77622:0.813417"),
    ("gyroscope", "0:0:0"),
    ("magnetic-field", "0:5.9:-48.4"),
    ("orientation", "0:0:0"),
    ("temperature", "0"),
    ("proximity", "1"),
    ("light", "0"),
    ("pressure", "0"),
    ("humidity", "0"),
    ("magnetic-field-uncalibrated", "0:5.9:-48.4"),
    ("gyroscope-uncalibrated", "0:0:0"),
];

pub(super) async fn sensor(console: &Console, rest: &str) -> Reply {
    let (verb, rest) = split(rest);
    let (name, value) = split(rest);
    let known = SENSORS.iter().find(|(known, _)| *known == name);
    match (verb, known) {
        ("status", _) => Ok(SENSORS.iter().map(|(name, _)| format!("{name}: enabled.\r\n")).collect()),
        ("get" | "set", None) if name.is_empty() => Err(format!("Usage: \"{verb} <sensorname>\"")),
        ("get" | "set", None) => {
            Err(format!("unknown sensor name: {name}, run 'sensor status' to get available sensors."))
        }
        ("get", Some((name, upright))) => {
            let held = console.with(|phone| phone.shared().hardware.orientation).await?;
            let value = match (*name, held) {
                ("acceleration", 1) => "9.77622:0:0.813417",
                ("acceleration", 2) => "0:-9.77622:0.813417",
                ("acceleration", 3) => "-9.77622:0:0.813417",
                _ => upright,
            };
            Ok(format!("{name} = {value}"))
        }
        ("set", Some((name, _))) => {
            let parts: Option<Vec<f64>> = value.split(':').map(|part| part.parse().ok()).collect();
            let parts = parts.filter(|parts| !parts.is_empty() && parts.iter().all(|part| part.is_finite()));
            let parts = parts.ok_or("Usage: \"set <sensorname> <value-a>[:<value-b>[:<value-c>]]\"")?;
            // Gravity determines the orientation.
            if let ("acceleration", [x, y, ..]) = (*name, parts.as_slice()) {
                let held = match (x.abs() > y.abs(), *x > 0.0, *y > 0.0) {
                    (true, true, _) => 1,
                    (true, false, _) => 3,
                    (false, _, false) if *y < -1.0 => 2,
                    _ => 0,
                };
                console.with(move |phone| phone.hold(held)).await?;
            }
            Ok(String::new())
        }
        _ => Err("missing or unknown sub-command, try 'help sensor'".to_owned()),
    }
}

pub(super) async fn finger(console: &Console, rest: &str) -> Reply {
    let (verb, value) = split(rest);
    match verb {
        "touch" if value.parse::<u32>().is_ok() => {
            console.with(|phone| phone.dismiss_lock()).await?;
            Ok(String::new())
        }
        "touch" if value.is_empty() => Err("missing fingerid, try 'help finger touch'".to_owned()),
        "touch" => Err("invalid fingerid".to_owned()),
        "remove" => Ok(String::new()),
        _ => Err("missing or unknown sub-command, try 'help finger'".to_owned()),
    }
}

pub(super) fn redir(rest: &str) -> Reply {
    match split(rest).0 {
        "list" => Ok("no active redirections".to_owned()),
        "add" | "del" => Err("bad redirection format, try 'help redir'".to_owned()),
        _ => Err("missing or unknown sub-command, try 'help redir'".to_owned()),
    }
}
