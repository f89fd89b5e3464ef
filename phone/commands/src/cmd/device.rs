//! `cmd uimode`, `statusbar`, `notification`, `overlay`, `power`, `locale`, `media_session`,
//! `audio`, `clipboard`.

use super::super::apk_path::apk_path;
use super::super::arguments::{Arguments, joined};
use super::super::{Exit, Io, LongRunning, Shade, System, done, pm, unknown};
use state::shared::Notification;

pub(super) fn run(service: &str, args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next();
    match service {
        "uimode" => uimode(verb, words.next(), io, system),
        "statusbar" => {
            match verb {
                Some("expand-notifications") => system.shade(Shade::Notifications),
                Some("expand-settings") => system.shade(Shade::Settings),
                Some("collapse") => system.shade(Shade::Closed),
                Some("get-status-icons") => io.out("wifi\nmobile\nbattery\nclock"),
                Some("check-support") => io.out("true"),
                Some(verb @ ("add-tile" | "remove-tile")) => return tile(verb, words.next(), io, system),
                Some("tracing") => {
                    io.out("Error: Tracing is not supported on user builds.");
                    return Exit::Status(255);
                }
                _ => {
                    return unknown(
                        verb,
                        "Status bar commands:\n  expand-notifications\n  expand-settings\n  collapse",
                        io,
                    );
                }
            }
            done()
        }
        "notification" => notification(verb, &mut words, io, system),
        "overlay" => overlay(verb, &mut words, io, system),
        "power" => power(verb, words.next(), io, system),
        _ => locale(verb, &mut words, io, system),
    }
}

fn uimode(verb: Option<&str>, value: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    const HELP: &str = "UiMode manager service (uimode) commands:\n  help\n    Print this help text.\n  night [yes|no|auto|custom_schedule|custom_bedtime]\n    Set or read night mode.\n  car [yes|no]\n    Set or read car mode.";
    match (verb, value) {
        (Some("night"), value) => {
            let secure = &mut system.shared_mut().settings.secure;
            let mode = match value {
                Some("yes") => Some("2"),
                Some("no") => Some("1"),
                Some("auto") => Some("0"),
                Some("custom_schedule" | "custom_bedtime") => Some("3"),
                None => None,
                Some(_) => {
                    io.err("Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or 'custom_bedtime'");
                    return Exit::Status(255);
                }
            };
            if let Some(mode) = mode {
                secure.insert("ui_night_mode".to_owned(), mode.to_owned());
            }
            let name = match secure.get("ui_night_mode").map(String::as_str) {
                Some("2") => "yes",
                Some("0") => "auto",
                Some("3") => "custom_schedule",
                _ => "no",
            };
            io.out(format!("Night mode: {name}"));
            done()
        }
        (Some("car"), value) => {
            let state = &mut system.shared_mut().service_state;
            match value {
                Some(mode @ ("yes" | "no")) => _ = state.set("uimode", "car", mode),
                None => {}
                Some(_) => {
                    io.err("Error: mode must be 'yes', or 'no'");
                    return Exit::Status(255);
                }
            }
            io.out(format!("Car mode: {}", state.get("uimode", "car").unwrap_or("no")));
            done()
        }
        _ => unknown(verb, HELP, io),
    }
}

fn notification(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    match verb {
        Some("list") => {
            for note in &system.shared().notifications {
                let uid = system.shared().packages.uid_of(&note.package);
                let tag = if note.tag.is_empty() { "null" } else { note.tag.as_str() };
                io.out(format!("0|{}|{}|{tag}|{uid}", note.package, note.id));
            }
        }
        Some("post") => {
            let mut title = None;
            while let Some(option) = words.option() {
                match option {
                    "-t" | "--title" => title = words.next(),
                    "-v" | "--verbose" | "-h" => {}
                    _ => _ = words.next(),
                }
            }
            let (Some(tag), text) = (words.next(), joined(words.rest())) else {
                io.out("usage: cmd notification post [flags] <tag> <text>");
                return Exit::Status(255);
            };
            let shared = system.shared_mut();
            let title = title.unwrap_or(tag).to_owned();
            let package = "com.android.shell".to_owned();
            // The shell posts everything under one id: a second one of the same tag takes the place of the first.
            shared.withdraw(&package, |shown| shown.tag == tag);
            shared.notify(Notification { package, tag: tag.to_owned(), title, text, ..Notification::default() });
            io.out("posting:\n  Notification(channel=shell_cmd shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=0x0 color=0x00000000 vis=PRIVATE)");
        }
        Some("set_dnd") => {
            let mode = match words.next() {
                Some("on" | "priority") => "1",
                Some("none") => "2",
                Some("alarms") => "3",
                _ => "0",
            };
            system.shared_mut().settings.global.insert("zen_mode".to_owned(), mode.to_owned());
        }
        Some("get") => {
            let key = words.next().unwrap_or_default();
            let wanted = key.split('|').nth(2).and_then(|id| id.parse::<i64>().ok());
            match system.shared().notifications.iter().find(|note| Some(note.id) == wanted) {
                Some(note) => {
                    io.out(format!("NotificationRecord(pkg={} id={} title={})", note.package, note.id, note.title))
                }
                None => {
                    io.out(format!("No active notification matching key: {key}"));
                    return Exit::Status(1);
                }
            }
        }
        Some(verb @ ("allow_listener" | "disallow_listener")) => {
            return access(verb == "allow_listener", "enabled_notification_listeners", words, io, system);
        }
        Some(verb @ ("allow_assistant" | "disallow_assistant")) => {
            return access(verb == "allow_assistant", "enabled_notification_assistant", words, io, system);
        }
        Some(verb @ ("allow_dnd" | "disallow_dnd")) => {
            return access(verb == "allow_dnd", "enabled_notification_policy_access_packages", words, io, system);
        }
        _ => {
            return unknown(
                verb,
                "usage: cmd notification SUBCMD [args]\n\nSUBCMDs:\n  list\n  post [--help | flags] TAG TEXT\n  set_dnd [on|none (same as on)|priority|alarms|all|off (same as all)]",
                io,
            );
        }
    }
    done()
}

/// `cmd overlay lookup PACKAGE PACKAGE:string/app_name`: some clients use it to find an app's label.
fn overlay(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    match verb {
        Some("lookup") => {
            while let Some(option) = words.option() {
                if option == "--user" {
                    words.next();
                }
            }
            let (Some(package), Some(resource)) = (words.next(), words.next()) else {
                io.err("Error: package and resource expected");
                return Exit::Status(1);
            };
            let Some(found) = system.shared().packages.get(package) else {
                io.err(format!("Error: failed to get resources for package {package}"));
                return Exit::Status(1);
            };
            let name = resource.rsplit(['/', ':']).next().unwrap_or_default();
            if found.apk.is_some() {
                let kind = resource.split([':', '/']).nth(1).unwrap_or("string");
                let file = system.shared().files.read(&apk_path(package, found.system));
                return match file.ok().and_then(|bytes| pm::reader(system).text(&bytes, kind, name)) {
                    Some(text) => {
                        io.out(text);
                        done()
                    }
                    None => {
                        io.err(format!("Error: failed to resolve resource {resource}"));
                        Exit::Status(1)
                    }
                };
            }
            if matches!(name, "app_name" | "application_name" | "app_label" | "settings_label") {
                io.out(&found.label);
                return done();
            }
            io.err(format!("Error: failed to resolve resource {resource}"));
            Exit::Status(1)
        }
        Some("list") => {
            let mode = system.shared().settings.secure.get("navigation_mode").map_or("0", String::as_str);
            io.out("android");
            for (own, overlay) in NAVIGATION {
                io.out(format!("[{}] {overlay}", if *own == mode { 'x' } else { ' ' }));
            }
            done()
        }
        Some(verb @ ("enable" | "disable" | "enable-exclusive")) => {
            let name = words.rest().iter().rfind(|word| word.contains('.')).map_or("null", String::as_str);
            let Some((mode, _)) = NAVIGATION.iter().find(|(_, overlay)| *overlay == name) else {
                io.err(format!("Error: Failed to {verb} overlay {name}: it is not installed"));
                return Exit::Status(1);
            };
            let mode = if verb == "disable" { "0" } else { mode };
            system.shared_mut().settings.secure.insert("navigation_mode".to_owned(), mode.to_owned());
            done()
        }
        _ => unknown(
            verb,
            "Overlay manager (overlay) commands:\n  list\n  lookup [--verbose] PACKAGE-TO-LOAD PACKAGE:TYPE/NAME",
            io,
        ),
    }
}

fn power(verb: Option<&str>, value: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    match (verb, value) {
        (Some("set-mode"), Some(mode)) => system.shared_mut().settings.switch("low_power", mode == "1"),
        (Some("list-ambient-display-suppression-tokens"), _) => {
            let state = system.shared().service_state.of("power");
            let tokens: Vec<&str> = state
                .filter(|(_, on)| *on == "true")
                .filter_map(|(name, _)| name.strip_prefix("ambient-suppression:"))
                .collect();
            io.out(if tokens.is_empty() { "none".to_owned() } else { format!("[{}]", tokens.join(", ")) });
        }
        _ => return unknown(verb, "Power manager (power) commands:\n  set-mode MODE", io),
    }
    done()
}

fn locale(verb: Option<&str>, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let Some(verb @ ("get-app-locales" | "set-app-locales")) = verb else {
        return unknown(verb, "Locale manager (locale) shell commands:\n  set-app-locales\n  get-app-locales", io);
    };
    let package = words.next().filter(|name| system.shared().packages.is_installed(name));
    let Some(package) = package.map(str::to_owned) else {
        io.err("Unknown package for userId 0");
        return Exit::Status(255);
    };
    let state = &mut system.shared_mut().service_state;
    if verb == "get-app-locales" {
        io.out(format!("Locales for {package} for user 0 are [{}]", state.get("locale", &package).unwrap_or_default()));
        return done();
    }
    let locales = words.rest().iter().skip_while(|word| *word != "--locales").nth(1);
    match locales {
        Some(locales) => _ = state.set("locale", &package, locales),
        None => _ = state.remove("locale", &package),
    }
    done()
}

/// The navigation modes: the value of `navigation_mode`, and the overlay that switches it on.
const NAVIGATION: &[(&str, &str)] = &[
    ("2", "com.android.internal.systemui.navbar.gestural"),
    ("0", "com.android.internal.systemui.navbar.threebutton"),
    ("1", "com.android.internal.systemui.navbar.twobutton"),
];

/// Adds or removes an entry of a list in the secure settings: the apps with an access.
fn access(on: bool, key: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let Some(name) = words.next() else {
        io.out("Error: no component or package specified");
        return Exit::Status(255);
    };
    let package = name.split('/').next().unwrap_or_default();
    if on && !system.shared().packages.is_installed(package) {
        io.out(format!("Error: package {package} is not installed"));
        return Exit::Status(255);
    }
    let secure = &mut system.shared_mut().settings.secure;
    let before = secure.get(key).cloned().unwrap_or_default();
    let mut names: Vec<&str> = before.split(':').filter(|known| !known.is_empty() && *known != name).collect();
    if on {
        names.push(name);
    }
    secure.insert(key.to_owned(), names.join(":"));
    done()
}

/// `add-tile COMPONENT`, `remove-tile COMPONENT`: the list of tiles of installed apps.
fn tile(verb: &str, component: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    let named = component.and_then(|name| Some((name, name.split_once('/')?.0)));
    let Some((name, _)) = named.filter(|(_, package)| system.shared().packages.is_installed(package)) else {
        io.err(format!("Error: no tile service {}", component.unwrap_or("null")));
        return Exit::Status(255);
    };
    let secure = &mut system.shared_mut().settings.secure;
    let tile = format!("custom({name})");
    let before = secure.get("sysui_qs_tiles").cloned().unwrap_or_default();
    let mut tiles: Vec<&str> = before.split(',').filter(|known| !known.is_empty() && *known != tile).collect();
    if verb == "add-tile" {
        tiles.insert(0, &tile);
    }
    secure.insert("sysui_qs_tiles".to_owned(), tiles.join(","));
    done()
}

/// Android's audio streams: number, name, setting, maximum volume.
const STREAMS: &[(u8, &str, &str, i64)] = &[
    (0, "STREAM_VOICE_CALL", "volume_voice", 7),
    (1, "STREAM_SYSTEM", "volume_system", 7),
    (2, "STREAM_RING", "volume_ring", 7),
    (3, "STREAM_MUSIC", "volume_music", 15),
    (4, "STREAM_ALARM", "volume_alarm", 7),
    (5, "STREAM_NOTIFICATION", "volume_notification", 7),
];

fn set_volume(system: &mut dyn System, stream: &(u8, &str, &str, i64), index: i64) {
    let index = index.clamp(0, stream.3);
    let settings = &mut system.shared_mut().settings;
    settings.system.insert(stream.2.to_owned(), index.to_string());
    // A phone whose ring volume is down vibrates.
    if stream.1 == "STREAM_RING" {
        settings.global.insert("mode_ringer".to_owned(), if index == 0 { "1" } else { "2" }.to_owned());
    }
}

pub(super) fn media(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    match words.next() {
        Some("volume") => {}
        Some("monitor") => return Exit::LongRunning(LongRunning::Forever),
        Some("dispatch") => {
            let code = match words.next() {
                Some("play") => 126,
                Some("pause") => 127,
                Some("play-pause") => 85,
                Some("stop") => 86,
                Some("next") => 87,
                Some("previous") => 88,
                Some("headsethook") => 79,
                other => {
                    io.err(format!("Error: unknown dispatch code '{}'", other.unwrap_or_default()));
                    return Exit::Status(255);
                }
            };
            system.key(code, false, 0);
            return done();
        }
        Some("list-sessions") => {
            io.out("Sessions:");
            let media = &system.shared().media;
            if media.track().is_some() {
                io.out(format!("  tag={0}, package={0}", media.package));
            }
            return done();
        }
        verb => {
            return unknown(
                verb,
                "usage: media_session [subcommand] [options]\n       media_session dispatch KEY\n       media_session list-sessions\n       media_session volume [options]",
                io,
            );
        }
    }
    let (mut number, mut set, mut get, mut step) = (3, None, false, None);
    while let Some(option) = words.option() {
        match option {
            "--stream" => number = words.next().and_then(|word| word.parse::<u8>().ok()).unwrap_or(255),
            "--set" => set = words.next().and_then(|word| word.parse::<i64>().ok()),
            "--adj" => step = words.next(),
            "--get" => get = true,
            _ => {}
        }
    }
    let Some(stream) = STREAMS.iter().find(|stream| stream.0 == number) else {
        io.err("Error: Invalid stream type");
        return Exit::Status(255);
    };
    io.out(format!("[V] will control stream={} ({})", stream.0, stream.1));
    if let Some(index) = set {
        io.out(format!("[V] will set volume to index={index}"));
        if !(0..=stream.3).contains(&index) {
            io.out(format!("[E] Error: invalid volume index {index} [0..{}]", stream.3));
            return Exit::Status(255);
        }
        set_volume(system, stream, index);
    }
    if let Some(step) = step {
        let by = match step {
            "raise" => 1,
            "lower" => -1,
            _ => 0,
        };
        let now = system.shared().settings.system_number(stream.2, 5);
        set_volume(system, stream, now.saturating_add(by));
    }
    if get {
        let now = system.shared().settings.system_number(stream.2, 5);
        io.out(format!(
            "[V] will get volume\n[V] Connecting to AudioService\n[V] volume is {now} in range [0..{}]",
            stream.3
        ));
    }
    done()
}

pub(super) fn audio(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next();
    let (stream, value) = (words.next(), words.next());
    let stream = stream
        .and_then(|word| word.parse::<u8>().ok())
        .and_then(|number| STREAMS.iter().find(|stream| stream.0 == number));
    match (verb, stream, value) {
        (Some("set-volume"), Some(stream), Some(value)) => {
            if let Ok(index) = value.parse() {
                set_volume(system, stream, index);
            }
            done()
        }
        (Some("get-stream-volume"), Some(stream), _) => {
            io.out(system.shared().settings.system_number(stream.2, 5).to_string());
            done()
        }
        (Some("set-ringer-mode"), ..) => {
            let mode = match args.get(1).map(String::as_str) {
                Some("SILENT") => "0",
                Some("VIBRATE") => "1",
                Some("NORMAL") => "2",
                other => {
                    io.err(format!("Error: Invalid ringer mode specified: {}", other.unwrap_or_default()));
                    return Exit::Status(255);
                }
            };
            system.shared_mut().settings.global.insert("mode_ringer".to_owned(), mode.to_owned());
            done()
        }
        _ => unknown(
            verb,
            "Audio service commands:\n  set-volume STREAM_TYPE VOLUME_INDEX\n  get-stream-volume STREAM_TYPE\n  set-ringer-mode NORMAL|SILENT|VIBRATE",
            io,
        ),
    }
}

/// `cmd clipboard`: exists only if the manufacturer added it.
pub(super) fn clipboard(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["get" | "get-text" | "get-primary-clip", ..] => io.out(system.shared().clipboard.clone().unwrap_or_default()),
        ["set", "text", rest @ ..] | ["set" | "set-text" | "set-primary-clip", rest @ ..] => {
            system.shared_mut().clipboard = Some(rest.join(" "));
        }
        ["clear" | "clear-primary-clip", ..] => system.shared_mut().clipboard = None,
        other => {
            return unknown(
                other.first().copied(),
                "Clipboard service commands:\n  get text\n  set text TEXT\n  clear",
                io,
            );
        }
    }
    done()
}
