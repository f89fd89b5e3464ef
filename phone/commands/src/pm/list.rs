//! `pm list …`

use std::collections::BTreeSet;

use super::super::apk_path::apk_path;
use super::super::arguments::Arguments;
use super::super::{Component, Io, System};
use super::Outcome;
use state::packages::protection::{Protection, protection};

/// The features of the phone (`pm list features`, `pm has-feature`).
pub(crate) const FEATURES: &[&str] = &[
    "android.hardware.audio.output",
    "android.hardware.bluetooth",
    "android.hardware.bluetooth_le",
    "android.hardware.camera",
    "android.hardware.camera.any",
    "android.hardware.camera.autofocus",
    "android.hardware.camera.flash",
    "android.hardware.camera.front",
    "android.hardware.faketouch",
    "android.hardware.fingerprint",
    "android.hardware.location",
    "android.hardware.location.gps",
    "android.hardware.location.network",
    "android.hardware.microphone",
    "android.hardware.nfc",
    "android.hardware.ram.normal",
    "android.hardware.screen.landscape",
    "android.hardware.screen.portrait",
    "android.hardware.sensor.accelerometer",
    "android.hardware.sensor.compass",
    "android.hardware.sensor.gyroscope",
    "android.hardware.sensor.light",
    "android.hardware.sensor.proximity",
    "android.hardware.telephony",
    "android.hardware.telephony.gsm",
    "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch",
    "android.hardware.touchscreen.multitouch.distinct",
    "android.hardware.touchscreen.multitouch.jazzhand",
    "android.hardware.usb.accessory",
    "android.hardware.usb.host",
    "android.hardware.wifi",
    "android.hardware.wifi.direct",
    "android.software.activities_on_secondary_displays",
    "android.software.app_widgets",
    "android.software.backup",
    "android.software.home_screen",
    "android.software.input_methods",
    "android.software.live_wallpaper",
    "android.software.managed_users",
    "android.software.midi",
    "android.software.picture_in_picture",
    "android.software.print",
    "android.software.voice_recognizers",
    "android.software.webview",
];

const GROUPS: &[&str] = &[
    "ACTIVITY_RECOGNITION",
    "CALENDAR",
    "CALL_LOG",
    "CAMERA",
    "CONTACTS",
    "LOCATION",
    "MICROPHONE",
    "NEARBY_DEVICES",
    "NOTIFICATIONS",
    "PHONE",
    "READ_MEDIA_AURAL",
    "READ_MEDIA_VISUAL",
    "SENSORS",
    "SMS",
    "STORAGE",
    "UNDEFINED",
];

pub(super) fn run(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    match words.next() {
        Some("package" | "packages") => return packages(words, io, system),
        Some("features") => {
            io.out("feature:reqGlEsVersion=0x30002");
            for feature in FEATURES {
                io.out(format!("feature:{feature}"));
            }
        }
        Some("libraries") => {
            for library in ["android.ext.services", "android.ext.shared", "android.test.base", "org.apache.http.legacy"]
            {
                io.out(format!("library:{library}"));
            }
        }
        Some("users") => io.out("Users:\n\tUserInfo{0:Owner:4c13} running"),
        Some("instrumentation") => instrumentation(words, io, system),
        Some("staged-sessions" | "initial-non-stopped-system-packages") => {}
        Some("permission-groups") => {
            for group in GROUPS {
                io.out(format!("permission group:android.permission-group.{group}"));
            }
        }
        Some("permissions") => permissions(words, io, system),
        Some(other) => {
            io.err(format!("Error: unknown list type '{other}'"));
            return Ok(255);
        }
        None => {
            io.err("Error: didn't specify type of data to list");
            return Ok(255);
        }
    }
    Ok(0)
}

/// `pm list instrumentation [-f] [TARGET]`
fn instrumentation(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) {
    let mut file = false;
    while let Some(option) = words.option() {
        file |= option == "-f";
    }
    let target = words.next();
    for (name, package) in &system.shared().packages.installed {
        let declared = package.apk.iter().flat_map(|apk| &apk.instrumentations);
        for (class, aim) in declared.filter(|(_, aim)| target.is_none_or(|wanted| wanted == aim)) {
            let path = if file { format!("{}=", apk_path(name, package.system)) } else { String::new() };
            io.out(format!("instrumentation:{path}{} (target={aim})", Component::new(name, class).short()));
        }
    }
}

/// `pm list permissions [-g] [-d] …`
fn permissions(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) {
    let mut dangerous = false;
    while let Some(option) = words.option() {
        dangerous |= option == "-d";
    }
    let packages = system.shared().packages.installed.values();
    let asked = packages.flat_map(|package| {
        let apk = package.apk.as_deref();
        let requested = apk.into_iter().flat_map(|apk| apk.requested.iter().chain(&apk.defined));
        package.permissions.keys().chain(requested)
    });
    let shown = asked.filter(|name| !dangerous || protection(name) == Some(Protection::Runtime));
    let names: BTreeSet<&String> = shown.collect();
    io.out(if dangerous { "Dangerous Permissions:\n" } else { "All Permissions:\n" });
    for name in names {
        io.out(format!("permission:{name}"));
    }
}

fn packages(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    let (mut file, mut installer, mut with_uid, mut version) = (false, false, false, false);
    let (mut only_system, mut only_third, mut only_enabled, mut only_disabled) = (false, false, false, false);
    let (mut wanted_uid, mut removed) = (None, false);
    while let Some(option) = words.option() {
        match option {
            "-f" => file = true,
            "-i" => installer = true,
            "-U" => with_uid = true,
            "-s" => only_system = true,
            "-3" => only_third = true,
            "-e" => only_enabled = true,
            "-d" => only_disabled = true,
            "--show-versioncode" => version = true,
            "-u" => removed = true,
            "-l" | "-a" | "--show-stopped" | "--factory-only" | "--match-libraries" | "--apex-only" => {}
            "--user" => {
                if words.next().is_none() {
                    io.err("Error: Argument expected after \"--user\"");
                    return Ok(255);
                }
            }
            "--uid" => wanted_uid = words.next().and_then(|word| word.parse::<u32>().ok()),
            _ => {
                io.err(format!("Error: Unknown option: {option}"));
                return Ok(255);
            }
        }
    }
    let filter = words.next().unwrap_or_default();
    let shared = system.shared();
    let gone = shared.packages.uninstalled.iter().filter(|_| removed);
    for (name, package) in shared.packages.installed.iter().chain(gone) {
        let hidden = (only_system && !package.system)
            || (only_third && package.system)
            || (only_enabled && !package.enabled)
            || (only_disabled && package.enabled)
            || wanted_uid.is_some_and(|wanted| wanted != shared.packages.uid_of(name))
            || !name.contains(filter);
        if hidden {
            continue;
        }
        let mut line = "package:".to_owned();
        if file {
            line += &format!("{}=", apk_path(name, package.system));
        }
        line += name;
        if version {
            line += &format!(" versionCode:{}", package.version_code);
        }
        if installer {
            let installer = package.apk.as_ref().and_then(|apk| apk.installer.as_deref());
            line += &format!("  installer={}", installer.unwrap_or("null"));
        }
        if with_uid || wanted_uid.is_some() {
            line += &format!(" uid:{}", shared.packages.uid_of(name));
        }
        io.out(line);
    }
    Ok(0)
}
