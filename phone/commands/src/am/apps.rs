//! `am` verbs about running apps and the activity manager's record of each: standby buckets, idle uids, the app to
//! debug. Another verb or `dumpsys activity processes` prints each value that one sets. A verb that this phone cannot
//! carry out is refused with Android's message.

use super::super::arguments::Arguments;
use super::super::{Exit, Io, Shared, System, note, reboot};

/// The service under which the values are stored.
const SERVICE: &str = "activity";

/// The standby buckets: the name on the command line, and the number that is printed.
const BUCKETS: &[(&str, &str)] = &[
    ("exempted", "5"),
    ("active", "10"),
    ("working_set", "20"),
    ("frequent", "30"),
    ("rare", "40"),
    ("restricted", "45"),
    ("never", "50"),
];

/// A verb's answer: a status, or a Java exception.
type Outcome = Result<Exit, String>;

/// Runs a verb; none if it is not one of these.
pub(super) fn run(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Option<Outcome> {
    Some(match verb {
        "kill-all" => end_background(system),
        "clear-recent-apps" => clear_recent(system),
        "set-standby-bucket" => set_bucket(words, io, system),
        "get-standby-bucket" => get_bucket(words, io, system),
        "set-inactive" => set_inactive(words, io, system),
        "get-inactive" => app(words, verb, system).map(|package| {
            let idle = system.shared().service_state.get(SERVICE, &format!("idle:{package}")) == Some("true");
            io.out(format!("Idle={idle}"));
            Exit::Status(0)
        }),
        "set-debug-app" => set_debug(words, verb, system),
        "clear-debug-app" => {
            let shared = system.shared_mut();
            shared.service_state.remove(SERVICE, "debug-app");
            shared.settings.global.remove("debug_app");
            Ok(Exit::Status(0))
        }
        "make-uid-idle" => app(words, verb, system).map(|package| {
            let shared = system.shared_mut();
            shared.service_state.set(SERVICE, &format!("idle-uid:{package}"), "true");
            note(shared, "ActivityManager", format!("Stopping service due to app idle: {package}"));
            Exit::Status(0)
        }),
        "package-importance" => importance(words, verb, io, system),
        "send-trim-memory" => trim(words, verb, system),
        "dumpheap" | "profile" => refuse_debug(verb, words, io, system),
        "compat" => {
            Err("java.lang.SecurityException: Cannot override a change on a non-debuggable app and user build.".into())
        }
        "switch-user" => Ok(match words.next() {
            Some("0") => Exit::Status(0),
            user => {
                io.err(format!("Error: Failed to switch to user {}", user.unwrap_or("null")));
                Exit::Status(1)
            }
        }),
        "idle-maintenance" => {
            note(system.shared_mut(), "ActivityManager", "Idle maintenance over after trimming apps");
            io.out("Performing idle maintenance...");
            Ok(Exit::Status(0))
        }
        "restart" => Ok(reboot::go_down("am restart", system)),
        _ => return None,
    })
}

/// Returns the installed package that a verb names.
fn app<'a>(words: &mut Arguments<'a>, verb: &str, system: &dyn System) -> Result<&'a str, String> {
    while let Some(option) = words.option() {
        if option == "--user" {
            words.next();
        }
    }
    let name = words
        .next()
        .ok_or_else(|| format!("java.lang.IllegalArgumentException: Argument expected after \"{verb}\""))?;
    if system.shared().packages.is_installed(name) {
        return Ok(name);
    }
    Err(format!("java.lang.IllegalArgumentException: Unknown package: {name}"))
}

/// Returns the apps that run and are not on the screen; Android keeps the home app and the apps with a foreground
/// service.
fn cached(system: &dyn System) -> Vec<String> {
    let front = system.front().map(|front| front.component.package);
    let home = system.tasks().into_iter().find(|task| task.home).map(|task| task.top.package);
    let shared = system.shared();
    let kept = |name: &String| {
        Some(name) == front.as_ref()
            || Some(name) == home.as_ref()
            || matches!(name.as_str(), "android" | "com.android.systemui")
            || shared.services.iter().any(|(package, ..)| package == name)
            || shared.settings.secure.get("default_input_method").is_some_and(|id| id.starts_with(name.as_str()))
    };
    let running = shared.packages.installed.keys().filter(|name| system.pid(name).is_some() && !kept(name));
    running.cloned().collect()
}

fn end_background(system: &mut dyn System) -> Outcome {
    for package in cached(system) {
        system.stop(&package);
    }
    Ok(Exit::Status(0))
}

fn clear_recent(system: &mut dyn System) -> Outcome {
    for task in system.tasks().into_iter().filter(|task| !task.home) {
        system.stop(&task.base.package);
    }
    Ok(Exit::Status(0))
}

fn set_bucket(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let package = app(words, "set-standby-bucket", system)?;
    let word = words.next().unwrap_or_default();
    let Some((name, _)) = BUCKETS.iter().find(|(name, number)| *name == word || *number == word) else {
        io.err(format!("Error: Unknown bucket: {word}"));
        return Ok(Exit::Status(255));
    };
    system.shared_mut().service_state.set(SERVICE, &format!("bucket:{package}"), name);
    Ok(Exit::Status(0))
}

fn bucket(package: &str, shared: &Shared) -> &'static str {
    let set = shared.service_state.get(SERVICE, &format!("bucket:{package}")).unwrap_or("active");
    BUCKETS.iter().find(|(name, _)| *name == set).map_or("10", |(_, number)| number)
}

fn get_bucket(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    while let Some(option) = words.option() {
        if option == "--user" {
            words.next();
        }
    }
    match words.next() {
        Some(package) => io.out(bucket(package, system.shared())),
        None => {
            for package in system.shared().packages.installed.keys() {
                io.out(format!("{package}: {}", bucket(package, system.shared())));
            }
        }
    }
    Ok(Exit::Status(0))
}

fn set_inactive(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let package = app(words, "set-inactive", system)?;
    let Some(on @ ("true" | "false")) = words.next() else {
        io.err("Error: expecting true or false");
        return Ok(Exit::Status(255));
    };
    system.shared_mut().service_state.set(SERVICE, &format!("idle:{package}"), on);
    Ok(Exit::Status(0))
}

fn set_debug(words: &mut Arguments<'_>, verb: &str, system: &mut dyn System) -> Outcome {
    let mut persistent = false;
    while let Some(option) = words.option() {
        match option {
            "--persistent" => persistent = true,
            "-w" => {}
            _ => return Err(format!("java.lang.IllegalArgumentException: Unknown option: {option}")),
        }
    }
    let package = app(words, verb, system)?.to_owned();
    let shared = system.shared_mut();
    if persistent {
        shared.settings.global.insert("debug_app".to_owned(), package.clone());
    }
    shared.service_state.set(SERVICE, "debug-app", &package);
    Ok(Exit::Status(0))
}

fn importance(words: &mut Arguments<'_>, verb: &str, io: &mut Io, system: &dyn System) -> Outcome {
    let package = words
        .next()
        .ok_or_else(|| format!("java.lang.IllegalArgumentException: Argument expected after \"{verb}\""))?;
    // `RunningAppProcessInfo`: foreground, cached, gone.
    let front = system.front().is_some_and(|front| front.component.package == package);
    io.out(match (front, system.pid(package)) {
        (true, _) => "100",
        (false, Some(_)) => "400",
        (false, None) => "1000",
    });
    Ok(Exit::Status(0))
}

/// The levels of `onTrimMemory`.
const LEVELS: &[&str] =
    &["HIDDEN", "RUNNING_MODERATE", "BACKGROUND", "RUNNING_LOW", "MODERATE", "RUNNING_CRITICAL", "COMPLETE"];

fn trim(words: &mut Arguments<'_>, verb: &str, system: &mut dyn System) -> Outcome {
    let package = app(words, verb, system)?.to_owned();
    let level = words.next().unwrap_or_default();
    if !LEVELS.contains(&level) && level.parse::<u32>().is_err() {
        return Err(format!("java.lang.IllegalArgumentException: Unknown level option: {level}"));
    }
    let Some(pid) = system.pid(&package) else {
        return Err(format!("java.lang.IllegalArgumentException: Unknown process: {package}"));
    };
    let shared = system.shared_mut();
    shared.service_state.set(SERVICE, &format!("trim:{package}"), level);
    note(shared, "ActivityManager", format!("Trimming memory of {pid}:{package} to {level}"));
    Ok(Exit::Status(0))
}

/// `dumpheap` and `profile`: no app of this phone is built as debuggable.
fn refuse_debug(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    let named = words.rest().iter().find(|word| system.shared().packages.is_installed(word));
    let running = named.and_then(|name| Some((name, system.pid(name)?)));
    let Some((package, pid)) = running else {
        let word = words.rest().iter().find(|word| !word.starts_with('-')).map_or("null", String::as_str);
        return Err(format!("java.lang.IllegalArgumentException: Unknown process: {word}"));
    };
    if verb == "dumpheap" {
        io.out("Waiting for dump to finish...");
    }
    Err(format!("java.lang.SecurityException: Process not debuggable: ProcessRecord{{{pid}:{package}/u0a1}}"))
}

/// Prints the values, for `dumpsys activity processes`.
pub(in super::super) fn dump(io: &mut Io, system: &dyn System) {
    let state = &system.shared().service_state;
    if let Some(package) = state.get(SERVICE, "debug-app") {
        io.out(format!("  mDebugApp={package}/orig=null mDebugTransient=true mOrigWaitForDebugger=false"));
    }
    for (name, value) in state.of(SERVICE) {
        match name.split_once(':') {
            Some(("idle-uid", package)) => {
                io.out(format!("  UidRecord{{{} idle}} {package}", system.shared().packages.uid_of(package)));
            }
            Some(("trim", package)) => io.out(format!("  {package} trimMemoryLevel={value}")),
            _ => {}
        }
    }
}
