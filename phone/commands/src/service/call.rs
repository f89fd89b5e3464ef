//! `service call`: the transactions that scripts use, by their numbers in Android 14.

use super::super::parcel::{Answer, Parcel};
use super::super::{Shade, System};
use state::app::Intent;

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    /// `i32`, `i64`.
    Number(i64),
    /// `f`, `d`.
    Real,
    /// `s16`.
    Text(String),
    /// `null`, `fd`, `nfd`, `afd`, `intent`.
    Other,
}

/// Parses the arguments; `Err` is the first invalid word.
pub(super) fn arguments(words: &[String]) -> Result<Vec<Argument>, String> {
    let mut arguments = Vec::new();
    let mut words = words.iter();
    while let Some(kind) = words.next() {
        let mut value = || words.next().cloned().ok_or_else(|| format!("no {kind} specified"));
        arguments.push(match kind.as_str() {
            // Parsed like `atoi`.
            "i32" | "i64" => Argument::Number(value()?.parse().unwrap_or_default()),
            "f" | "d" => value().map(|_| Argument::Real)?,
            "s16" => Argument::Text(value()?),
            "null" => Argument::Other,
            "fd" | "nfd" | "afd" => value().map(|_| Argument::Other)?,
            "intent" => {
                words.by_ref().for_each(drop);
                Argument::Other
            }
            _ => return Err(format!("unknown option {kind}")),
        });
    }
    Ok(arguments)
}

/// Runs a transaction.
pub(super) fn transact(service: &str, code: u32, arguments: &[Argument], system: &mut dyn System) -> Answer {
    let texts: Vec<&str> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let done = || Answer::Parcel(Parcel::ok());
    // If a string arrives where another type is expected, Android throws this security exception: the caller's name is
    // wrong.
    let denied = || Answer::Parcel(Parcel::exception(-1, "Package android does not belong to 2000"));
    match (service, code) {
        ("statusbar", 1) => {
            system.shade(Shade::Notifications);
            done()
        }
        ("statusbar", 2) => {
            system.shade(Shade::Closed);
            done()
        }
        // IAlarmManager: 2 is setTime, 3 is setTimeZone. A time that no clock can show has no effect.
        ("alarm", 2) => {
            let ms = arguments.iter().find_map(|argument| match argument {
                Argument::Number(ms) => Some(*ms),
                _ => None,
            });
            _ = ms.is_some_and(|ms| system.set_clock(ms));
            done()
        }
        ("alarm", 3) => {
            if let Some(zone) = texts.first() {
                system.shared_mut().props.insert("persist.sys.timezone".to_owned(), (*zone).to_owned());
            }
            done()
        }
        // An app without the focus cannot read the clipboard.
        ("clipboard", 4) => Answer::Parcel(Parcel::ok().int(0)),
        ("clipboard", 6) => {
            let has = system.shared().clipboard.is_some();
            Answer::Parcel(Parcel::ok().int(i32::from(has)))
        }
        ("clipboard", 1..=10) => denied(),
        // The IMEI, for a caller that passes its package.
        ("iphonesubinfo", 1) if texts.first() == Some(&"com.android.shell") => {
            Answer::Parcel(Parcel::ok().text(&imei(system)))
        }
        ("iphonesubinfo", 1..=30) => denied(),
        ("phone", 1) => {
            start(system, "android.intent.action.DIAL", texts.last());
            done()
        }
        ("phone", 2) => {
            start(system, "android.intent.action.CALL", texts.last());
            done()
        }
        // sendTextForSubscriber: caller, attribution, address, service centre, text, …
        ("isms", 5) => match texts.as_slice() {
            [_, _, address, _, body, ..] if !address.is_empty() && !body.is_empty() => {
                system.shared_mut().send_message(address, body);
                done()
            }
            _ => Answer::Parcel(Parcel::exception(-3, "Invalid destinationAddress")),
        },
        ("bluetooth_manager", 6 | 8) => {
            system.shared_mut().settings.switch("bluetooth_on", code == 6);
            Answer::Parcel(Parcel::ok().int(1))
        }
        // The view server exists only on debuggable builds.
        ("window", 1..=3) => Answer::Parcel(Parcel::ok().int(0)),
        // The number of frames so far.
        ("SurfaceFlinger", 1013) => {
            let frames = system.shared().clock.now_ms / 16;
            Answer::Parcel(Parcel::default().int((frames & 0x0fff_ffff) as i32))
        }
        ("SurfaceFlinger", 1000..=1050) => Answer::NotPermitted,
        // `IBinder.INTERFACE_TRANSACTION`.
        (_, 1_598_968_902) => Answer::Parcel(Parcel::default().text(super::interface(service))),
        // A method that is not carried out must not look as if it were: the service does not know the number.
        _ => Answer::Unknown,
    }
}

fn start(system: &mut dyn System, action: &str, number: Option<&&str>) {
    let data = number.map(|number| format!("tel:{number}"));
    // Without the app, nothing happens.
    drop(system.start(&Intent { action: Some(action.to_owned()), data, ..Intent::default() }));
}

/// Derives fourteen digits from the phone's serial number, and adds Luhn's check digit.
fn imei(system: &dyn System) -> String {
    let serial = system.shared().props.get("ro.serialno").cloned().unwrap_or_default();
    let tail = serial.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let digits = format!("35916614{:06}", tail % 1_000_000);
    let sum: u32 = digits
        .chars()
        .filter_map(|digit| digit.to_digit(10))
        .enumerate()
        .map(|(at, digit)| match at % 2 {
            0 => digit,
            _ => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}
