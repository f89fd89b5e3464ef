//! `pm` verbs about the package manager's record of an app, except its permissions: its compilation, its installer, the
//! flags of a permission, the app for the home key. Another verb or `dumpsys package` prints each value that one sets.

use super::super::arguments::Arguments;
use super::super::{Component, Io, Shared, System, note};
use super::{Outcome, operand};
use state::packages::protection::is_changeable;

/// The service under which the values are stored.
const SERVICE: &str = "package";
/// The role of the home app.
const HOME: &str = "role_holder:android.app.role.HOME";

/// The flags of a permission that `set-permission-flags` takes, and their names in `dumpsys package`.
const FLAGS: &[(&str, &str)] = &[
    ("review-required", "REVIEW_REQUIRED"),
    ("revoked-compat", "REVOKED_COMPAT"),
    ("revoke-when-requested", "REVOKE_WHEN_REQUESTED"),
    ("user-fixed", "USER_FIXED"),
    ("user-set", "USER_SET"),
];

/// Runs a verb; none if it is not one of these.
pub(super) fn run(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Option<Outcome> {
    Some(match verb {
        "compile" => compile(words, io, system),
        "bg-dexopt-job" => {
            let names: Vec<String> = system.shared().packages.installed.keys().cloned().collect();
            let state = &mut system.shared_mut().service_state;
            for name in names {
                state.set(SERVICE, &format!("dexopt:{name}"), "verify bg-dexopt");
            }
            io.out("Success");
            Ok(0)
        }
        "set-install-location" => set_location(words, io, system),
        "get-install-location" => {
            let set = system.shared().settings.global.get("default_install_location").map_or("0", String::as_str);
            io.out(match set {
                "1" => "1[internal]",
                "2" => "2[external]",
                _ => "0[auto]",
            });
            Ok(0)
        }
        "trim-caches" => trim_caches(words, io, system),
        "set-home-activity" => set_home(words, io, system),
        "set-permission-flags" | "clear-permission-flags" => permission_flags(verb, words, system),
        "set-permission-enforced" => Err(format!(
            "java.lang.IllegalArgumentException: No selective enforcement for {}",
            words.next().unwrap_or("null")
        )),
        "set-installer" => set_installer(words, system),
        "get-app-links" => app_links(words, io, system),
        "set-app-links" | "set-app-links-user-selection" | "verify-app-links" => {
            let named = words.rest().iter().find(|word| system.shared().packages.is_installed(word));
            match named {
                // No app of this phone declares a web address that it verifies.
                Some(package) => io.err(format!("Error: Domains not declared by package {package}")),
                None => io.err("Error: Package unavailable"),
            }
            Ok(255)
        }
        _ => return None,
    })
}

fn compile(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let (mut filter, mut all, mut reset, mut named) = ("speed-profile", false, false, Vec::new());
    while let Some(word) = words.next() {
        match word {
            "-m" => filter = words.next().unwrap_or_default(),
            "-r" => filter = words.next().map_or("", |reason| if reason == "bg-dexopt" { "verify" } else { "speed" }),
            "-a" => all = true,
            "--reset" => reset = true,
            "-f" | "--full" | "--layouts" | "--check-prof" => {}
            "--primary-dex" | "--secondary-dex" | "--include-dependencies" | "--force-merge-profile" => {}
            "--split" => _ = words.next(),
            _ if word.starts_with('-') => {
                io.err(format!("Error: Unknown option: {word}"));
                return Ok(1);
            }
            _ => named.push(word.to_owned()),
        }
    }
    if !matches!(
        filter,
        "assume-verified" | "verify" | "quicken" | "space-profile" | "space" | "speed-profile" | "speed" | "everything"
    ) {
        io.err(format!("Error: \"{filter}\" is not a valid compilation filter."));
        return Ok(1);
    }
    if all {
        named = system.shared().packages.installed.keys().cloned().collect();
    }
    if named.is_empty() {
        io.err("Error: package name not specified");
        return Ok(1);
    }
    for name in &named {
        if !system.shared().packages.is_installed(name) {
            io.out(format!("Failure: package {name} could not be compiled"));
            return Ok(1);
        }
        let state = &mut system.shared_mut().service_state;
        match reset {
            true => _ = state.remove(SERVICE, &format!("dexopt:{name}")),
            false => _ = state.set(SERVICE, &format!("dexopt:{name}"), &format!("{filter} cmdline")),
        }
    }
    io.out("Success");
    Ok(0)
}

/// Returns how an app is compiled, for `dumpsys package`: the filter and the reason.
pub(super) fn compiled<'a>(package: &str, shared: &'a Shared) -> (&'a str, &'a str) {
    let set = shared.service_state.get(SERVICE, &format!("dexopt:{package}"));
    set.and_then(|set| set.split_once(' ')).unwrap_or(("speed-profile", "install"))
}

fn set_location(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    match words.next() {
        Some(word @ ("0" | "1" | "2")) => {
            let key = "default_install_location".to_owned();
            system.shared_mut().settings.global.insert(key, word.to_owned());
            Ok(0)
        }
        Some(_) => {
            io.err("Error: install location has to be a number.");
            Ok(1)
        }
        None => {
            io.err("Error: no install location specified.");
            Ok(1)
        }
    }
}

/// `trim-caches SIZE`: deletes the apps' caches until so much is free.
fn trim_caches(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let size = words.next().unwrap_or_default();
    let (digits, unit) = size.split_at(size.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(size.len()));
    let scale = match unit {
        "" => 1_u64,
        "k" | "K" => 1 << 10,
        "m" | "M" => 1 << 20,
        "g" | "G" => 1 << 30,
        _ => 0,
    };
    let Some(wanted) = digits.parse::<u64>().ok().filter(|_| scale > 0).map(|number| number.saturating_mul(scale))
    else {
        io.err("Error: no size specified");
        return Ok(1);
    };
    let shared = system.shared_mut();
    let now_ms = shared.clock.now_ms;
    let packages: Vec<String> = shared.packages.installed.keys().cloned().collect();
    let mut freed = 0_usize;
    shared.files.as_system(|files| {
        for package in packages {
            if files.capacity().saturating_sub(files.used()) >= wanted {
                return;
            }
            for folder in [format!("/data/data/{package}/cache"), format!("/sdcard/Android/data/{package}/cache")] {
                for (name, _) in files.list(&folder).unwrap_or_default() {
                    freed += usize::from(files.remove_all(&format!("{folder}/{name}"), now_ms).is_ok());
                }
            }
        }
    });
    note(shared, "CacheQuotaStrategy", format!("Trimmed caches: {freed} entries"));
    Ok(0)
}

fn set_home(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let name = operand(words).unwrap_or_default();
    let package = Component::parse(name).map_or_else(|| name.to_owned(), |component| component.package);
    let home = state::app::Intent {
        action: Some("android.intent.action.MAIN".to_owned()),
        categories: vec!["android.intent.category.HOME".to_owned()],
        package: Some(package.clone()),
        ..Default::default()
    };
    let usual = system.tasks().iter().any(|task| task.home && task.base.package == package);
    if !usual && !system.resolve(&home).iter().any(|found| found.package == package) {
        io.err("Error: Failed to set default home.");
        return Ok(1);
    }
    system.shared_mut().settings.secure.insert(HOME.to_owned(), package);
    io.out("Success");
    Ok(0)
}

fn permission_flags(verb: &str, words: &mut Arguments<'_>, system: &mut dyn System) -> Outcome {
    let package = operand(words).ok_or("java.lang.IllegalArgumentException: no package specified")?.to_owned();
    let name = words.next().ok_or("java.lang.IllegalArgumentException: no permission specified")?;
    if !system.shared().packages.is_installed(&package) {
        return Err(format!("java.lang.IllegalArgumentException: Unknown package: {package}"));
    }
    if !is_changeable(name) {
        return Err(format!("java.lang.IllegalArgumentException: Unknown permission: {name}"));
    }
    for flag in words.rest() {
        let Some((_, shown)) = FLAGS.iter().find(|(known, _)| known == flag) else {
            return Err(format!("java.lang.IllegalArgumentException: Unknown flag: {flag}"));
        };
        let (state, key) = (&mut system.shared_mut().service_state, format!("flags:{package}:{name}:{shown}"));
        match verb {
            "set-permission-flags" => _ = state.set(SERVICE, &key, ""),
            _ => _ = state.remove(SERVICE, &key),
        }
    }
    Ok(0)
}

/// Returns the flags of a permission that were set, for `dumpsys package`.
pub(super) fn flags_of(package: &str, permission: &str, shared: &Shared) -> Vec<String> {
    let prefix = format!("flags:{package}:{permission}:");
    let own = shared.service_state.of(SERVICE).filter_map(|(name, _)| name.strip_prefix(&prefix));
    own.map(str::to_owned).collect()
}

fn set_installer(words: &mut Arguments<'_>, system: &dyn System) -> Outcome {
    let (package, installer) = (operand(words).unwrap_or_default(), words.next().unwrap_or("null"));
    if !system.shared().packages.is_installed(package) {
        return Err(format!("java.lang.IllegalArgumentException: Unknown target package: {package}"));
    }
    if !system.shared().packages.is_installed(installer) {
        return Err(format!("java.lang.IllegalArgumentException: Unknown installer package: {installer}"));
    }
    // The shell is signed with the platform's key, an app store with its own.
    Err(format!("java.lang.SecurityException: Caller does not have same cert as new installer package {installer}"))
}

fn app_links(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    let only = operand(words);
    if only.is_some_and(|package| !system.shared().packages.is_installed(package)) {
        io.err("Error: Package unavailable");
        return Ok(255);
    }
    for package in system.shared().packages.installed.keys().filter(|name| only.is_none_or(|only| only == *name)) {
        io.out(format!("  {package}:\n    Domain verification state:\n      none"));
    }
    Ok(0)
}
