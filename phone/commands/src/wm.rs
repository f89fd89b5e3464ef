//! `wm` (`cmd window`): the size, density and rotation of the screen.

use super::arguments::{Arguments, exception};
use super::{Exit, Io, System, done};

const HELP: &str = "\
Window manager (window) commands:
  help
      Print this help text.
  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]
    Return or override display size.
    width and height in pixels unless suffixed with 'dp'.
  density [reset|DENSITY] [-d DISPLAY_ID] [-u UNIQUE_ID]
    Return or override display density.
  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]
    Print or set user rotation mode and user rotation.
  fixed-to-user-rotation [-d DISPLAY_ID] [enabled|disabled|default|enabled_if_no_auto_rotation]
  dismiss-keyguard
    Dismiss the keyguard, prompting user for auth if necessary.
  set-ignore-orientation-request [-d DISPLAY_ID] [true|1|false|0]
  folded-area, scaling, tracing, logging, dump-visible-window-views";

/// The service under which the values are stored.
const SERVICE: &str = "window";

/// The verbs that store one of some words: the verb, the words, the value before, and how a reader prints it. An empty
/// list takes any word.
type StoredWord = (&'static str, &'static [&'static str], &'static str, fn(&str) -> String);

const KEPT: &[StoredWord] = &[
    ("scaling", &["auto", "off"], "auto", str::to_owned),
    ("folded-area", &[], "none", |area| format!("Folded area: {area}")),
    (
        "fixed-to-user-rotation",
        &["default", "enabled", "disabled", "enabled_if_no_auto_rotation"],
        "default",
        str::to_owned,
    ),
    ("set-ignore-orientation-request", &["true", "false", "1", "0"], "false", str::to_owned),
    ("disable-blur", &["true", "false", "1", "0"], "false", |off| {
        format!("Blur supported on device: true\nBlur enabled: {}", off != "true")
    }),
];

/// Stores a word, or prints the stored one.
fn kept(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let Some((_, choices, before, shown)) = KEPT.iter().find(|(known, ..)| *known == verb) else {
        return Exit::Status(255);
    };
    let mut word = words.next();
    if word == Some("-d") {
        words.next();
        word = words.next();
    }
    let state = &mut system.shared_mut().service_state;
    match word {
        None if verb == "set-ignore-orientation-request" => {
            io.err("Error: expecting true, 1, false, 0, but got null");
            return Exit::Status(255);
        }
        None => io.out(shown(state.get(SERVICE, verb).unwrap_or(before))),
        Some("reset") => _ = state.remove(SERVICE, verb),
        Some(word) if choices.is_empty() || choices.contains(&word) => {
            let word = match word {
                "1" => "true",
                "0" => "false",
                word => word,
            };
            state.set(SERVICE, verb, word);
        }
        Some(word) => {
            io.err(format!("Error: expecting {}, but got {word}", choices.join(", ")));
            return Exit::Status(255);
        }
    }
    done()
}

/// `set-letterbox-style --NAME VALUE …`
fn styles(words: &Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let words = words.rest();
    if words.is_empty() || !words.len().is_multiple_of(2) {
        io.err("Error: No arguments provided.");
        return Exit::Status(255);
    }
    for pair in words.chunks(2) {
        let [name, value] = pair else { continue };
        if !name.starts_with("--") {
            io.err(format!("Error: Unrecognized letterbox style option: {name}"));
            return Exit::Status(255);
        }
        system.shared_mut().service_state.set(SERVICE, name, value);
    }
    done()
}

/// `wm …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    match words.next() {
        Some("size") => size(words.next(), io, system),
        Some("density") => density(words.next(), io, system),
        Some("user-rotation" | "set-user-rotation") => rotation(&mut words, io, system),
        Some("dismiss-keyguard") => {
            system.dismiss_lock();
            done()
        }
        Some(verb) if KEPT.iter().any(|(known, ..)| *known == verb) => kept(verb, &mut words, io, system),
        Some("get-ignore-orientation-request") => {
            let on = system.shared().service_state.get(SERVICE, "set-ignore-orientation-request") == Some("true");
            io.out(format!("ignoreOrientationRequest {on} for displayId=0"));
            done()
        }
        Some("get-letterbox-style" | "get-multi-window-config") => {
            let state = &system.shared().service_state;
            let none = state.of(SERVICE).filter(|(name, _)| name.starts_with("--")).count() == 0;
            state
                .of(SERVICE)
                .filter(|(name, _)| name.starts_with("--"))
                .for_each(|(name, value)| io.out(format!("{name}: {value}")));
            if none {
                io.out("Default values");
            }
            done()
        }
        Some("set-letterbox-style" | "set-multi-window-config") => styles(&words, io, system),
        Some("reset-letterbox-style" | "reset-multi-window-config") => {
            system.shared_mut().service_state.remove_all(SERVICE, "--");
            done()
        }
        Some("tracing") => {
            io.out("Error: Tracing is not supported on user builds.");
            Exit::Status(255)
        }
        Some("logging") => {
            io.out("Error: Logging is not supported on user builds.");
            Exit::Status(255)
        }
        Some("reset") => {
            system.set_display(None, None);
            system.shared_mut().service_state.remove_all(SERVICE, "");
            done()
        }
        None | Some("help" | "-h") => {
            io.out(HELP);
            Exit::Status(255)
        }
        Some(other) => {
            io.out(format!("Unknown command: {other}"));
            Exit::Status(255)
        }
    }
}

fn size(word: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    let display = system.display();
    let word = match word {
        None | Some("-d") => {
            io.out(format!("Physical size: {}x{}", display.size.0, display.size.1));
            if let Some((width, height)) = display.size_override {
                io.out(format!("Override size: {width}x{height}"));
            }
            return done();
        }
        Some("reset") => {
            system.set_display(None, display.density_override);
            return done();
        }
        Some(word) => word,
    };
    let Some((width, height)) = word.split_once('x') else {
        io.err(format!("Error: bad size {word}"));
        return Exit::Status(255);
    };
    let density = u64::from(display.current_density());
    let pixels = |text: &str| match text.strip_suffix("dp") {
        Some(dp) => dp.parse::<u32>().ok().and_then(|dp| u32::try_from(u64::from(dp) * density / 160).ok()),
        None => text.parse().ok(),
    };
    let (Some(width), Some(height)) = (pixels(width), pixels(height)) else {
        io.err(format!("Error: bad number {word}"));
        return Exit::Status(255);
    };
    // Android's limits: at least 200 pixels and at most twice the panel.
    let limit = display.size.0.max(display.size.1).saturating_mul(2);
    let clamp = |pixels: u32| pixels.clamp(200, limit.max(200));
    let wanted = (clamp(width), clamp(height));
    system.set_display((wanted != display.size).then_some(wanted), display.density_override);
    done()
}

fn density(word: Option<&str>, io: &mut Io, system: &mut dyn System) -> Exit {
    let display = system.display();
    match word {
        None | Some("-d" | "-u") => {
            io.out(format!("Physical density: {}", display.density));
            if let Some(density) = display.density_override {
                io.out(format!("Override density: {density}"));
            }
        }
        Some("reset") => system.set_display(display.size_override, None),
        Some(word) => match word.parse::<u32>() {
            Ok(density) if density < 72 => {
                io.err("Error: density must be >= 72");
                return Exit::Status(255);
            }
            Ok(density) => {
                let density = density.min(2000);
                system.set_display(display.size_override, (density != display.density).then_some(density));
            }
            Err(_) => {
                io.err(format!("Error: bad number {word}"));
                return Exit::Status(255);
            }
        },
    }
    done()
}

fn rotation(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Exit {
    let mut mode = words.next();
    if mode == Some("-d") {
        words.next();
        mode = words.next();
    }
    let settings = &mut system.shared_mut().settings.system;
    match mode {
        None => {
            let free = settings.get("accelerometer_rotation").is_some_and(|value| value == "1");
            let turned = settings.get("user_rotation").map_or("0", String::as_str);
            io.out(if free { "free".to_owned() } else { format!("lock {turned}") });
        }
        Some("free") => drop(settings.insert("accelerometer_rotation".to_owned(), "1".to_owned())),
        Some("lock") => {
            let turned = words.next().unwrap_or("0");
            if !matches!(turned, "0" | "1" | "2" | "3") {
                let thrown = "java.lang.IllegalArgumentException: Rotation is not valid";
                io.err(exception(
                    "user-rotation",
                    thrown,
                    "com.android.server.wm.WindowManagerShellCommand.runUserRotation",
                ));
                return Exit::Status(255);
            }
            settings.insert("accelerometer_rotation".to_owned(), "0".to_owned());
            settings.insert("user_rotation".to_owned(), turned.to_owned());
        }
        Some(other) => {
            io.err(format!("Error: argument needs to be either -d, free or lock, but was {other}"));
            return Exit::Status(255);
        }
    }
    done()
}
