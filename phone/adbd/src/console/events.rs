//! `event`: kernel events of the touch panel and the keys, and text.

use super::{Console, Reply, split};
use commands::System;

/// The event types and the named codes.
const KINDS: &[(&str, u16)] =
    &[("EV_SYN", 0), ("EV_KEY", 1), ("EV_REL", 2), ("EV_ABS", 3), ("EV_MSC", 4), ("EV_SW", 5)];
const CODES: &[(&str, u16)] = &[
    ("SYN_REPORT", 0),
    ("ABS_X", 0),
    ("ABS_Y", 1),
    ("ABS_MT_SLOT", 0x2f),
    ("ABS_MT_POSITION_X", 0x35),
    ("ABS_MT_POSITION_Y", 0x36),
    ("ABS_MT_TRACKING_ID", 0x39),
    ("ABS_MT_PRESSURE", 0x3a),
    ("BTN_TOUCH", 0x14a),
    ("KEY_BACK", 158),
    ("KEY_ENTER", 28),
    ("KEY_HOME", 102),
    ("KEY_POWER", 116),
    ("KEY_VOLUMEDOWN", 114),
    ("KEY_VOLUMEUP", 115),
];
/// Android's key codes for the kernel's keys.
const KEYS: &[(u16, u32)] = &[(158, 4), (28, 66), (102, 3), (116, 26), (114, 25), (115, 24)];

/// The maximum number of events in one line.
const MAX_EVENTS: usize = 256;

pub(super) async fn event(console: &Console, rest: &str) -> Reply {
    let (verb, rest) = split(rest);
    match verb {
        "send" => {
            let events: Option<Vec<_>> = rest.split_whitespace().take(MAX_EVENTS).map(parse).collect();
            let events = events.filter(|events| !events.is_empty()).ok_or("invalid event type, code or value")?;
            console
                .with(move |phone| {
                    for (kind, code, value) in events {
                        match KEYS.iter().find(|(key, _)| kind == 1 && *key == code) {
                            Some((_, key)) if value == 1 => phone.key(*key, false, 0),
                            Some(_) => {}
                            None => phone.panel(kind, code, value),
                        }
                    }
                })
                .await?;
            Ok(String::new())
        }
        "text" if rest.is_empty() => Err("argument missing, try 'event text <message>'".to_owned()),
        "text" => {
            let text = rest.to_owned();
            console.with(move |phone| phone.text(&text)).await?;
            Ok(String::new())
        }
        "types" => Ok(KINDS.iter().map(|(name, _)| format!("    {name}\r\n")).collect()),
        "codes" => Ok(CODES.iter().map(|(name, _)| format!("    {name}\r\n")).collect()),
        "mouse" => Ok(String::new()),
        _ => Err("missing or unknown sub-command, try 'help event'".to_owned()),
    }
}

/// Parses `EV_ABS:ABS_MT_SLOT:0`, given by names or numbers.
fn parse(event: &str) -> Option<(u16, u16, i32)> {
    let mut parts = event.split(':');
    let number = |names: &[(&str, u16)], word: &str| {
        names.iter().find(|(name, _)| *name == word).map(|(_, number)| *number).or_else(|| word.parse().ok())
    };
    let (kind, code, value) = (parts.next()?, parts.next()?, parts.next()?);
    parts.next().is_none().then_some(())?;
    Some((number(KINDS, kind)?, number(CODES, code)?, value.parse().ok()?))
}
