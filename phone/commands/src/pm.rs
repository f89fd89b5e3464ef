//! `pm` (`cmd package`): lists and changes the installed packages.

pub(super) mod dump;
mod install;
mod kept;
mod list;
mod query;

pub(super) use list::FEATURES;

use super::apk_path::apk_path;
use super::arguments::{Arguments, exception};
use super::{Exit, Io, System};
use state::packages::protection::{is_changeable, protection};
use state::packages::{ComponentKind, Reader, stock};
use state::shared::Package;

const HELP: &str = "\
Package manager (package) commands:
  help
    Print this help text.
  path [--user USER_ID] PACKAGE
    Print the path to the .apk of the given PACKAGE.
  dump PACKAGE
    Print various system state associated with the given PACKAGE.
  has-feature FEATURE_NAME [version]
  list features | instrumentation | libraries | packages | permission-groups | permissions | users
  resolve-activity [--brief] [--components] [--query-flags FLAGS] [--user USER_ID] INTENT
  query-activities [--brief] [--components] [--query-flags FLAGS] [--user USER_ID] INTENT
  install [-rtfdg] [-i PACKAGE] [--user USER_ID|all|current] [-S BYTES] [PATH...]
  install-create, install-write, install-commit, install-abandon, install-existing
  uninstall [-k] [--user USER_ID] PACKAGE
  clear [--user USER_ID] PACKAGE
  enable | disable | disable-user | default-state [--user USER_ID] PACKAGE_OR_COMPONENT
  grant | revoke [--user USER_ID] PACKAGE PERMISSION
  reset-permissions
  get-install-location
  get-max-users";

/// The result of a verb: its status, or a Java exception.
type Outcome = Result<i32, String>;

/// `pm …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let Some(verb) = words.next() else {
        io.out(HELP);
        return Exit::Status(255);
    };
    let outcome = match verb {
        "list" => list::run(&mut words, io, system),
        "path" => path(&mut words, io, system),
        "dump" => {
            dump::dump(words.rest(), io, system);
            Ok(0)
        }
        "resolve-activity" => query::resolve(&mut words, io, system),
        "query-activities" => query::activities(&mut words, io, system),
        "query-services" => query::components(ComponentKind::Service, &mut words, io, system),
        "query-receivers" => query::components(ComponentKind::Receiver, &mut words, io, system),
        "has-feature" => has_feature(&mut words, io),
        "install" | "install-existing" | "install-create" | "install-write" | "install-remove" | "install-commit"
        | "install-abandon" | "uninstall" => install::run(verb, &mut words, io, system),
        "clear" => clear(&mut words, io, system),
        "enable" | "disable" | "disable-user" | "disable-until-used" | "default-state" => {
            enable(verb, &mut words, io, system)
        }
        "grant" | "revoke" => permission(verb, &mut words, system),
        "hide" | "unhide" => Err("java.lang.SecurityException: Neither user 2000 nor current process has \
                                  android.permission.MANAGE_USERS."
            .to_owned()),
        "get-instantapp-resolver" | "get-harmful-app-warning" | "get-oem-permissions" => {
            io.out("null");
            Ok(0)
        }
        "suspend" | "unsuspend" => suspend(verb == "suspend", &mut words, io, system),
        "reset-permissions" => {
            reset_permissions(system);
            Ok(0)
        }
        "get-privapp-permissions" | "get-privapp-deny-permissions" => {
            io.out("{}");
            Ok(0)
        }
        "get-max-users" => {
            io.out("Maximum supported users: 4");
            Ok(0)
        }
        "get-max-running-users" => {
            io.out("Maximum supported running users: 3");
            Ok(0)
        }
        "help" | "-h" => {
            io.out(HELP);
            Ok(255)
        }
        _ => kept::run(verb, &mut words, io, system).unwrap_or_else(|| {
            io.out(format!("Unknown command: {verb}"));
            Ok(255)
        }),
    };
    match outcome {
        Ok(status) => Exit::Status(status),
        Err(thrown) => {
            let frame = "com.android.server.pm.PackageManagerShellCommand.onCommand(PackageManagerShellCommand.java)";
            io.err(exception(verb, &thrown, frame));
            Exit::Status(255)
        }
    }
}

/// Skips `--user N` and options without a value, and returns the next word.
fn operand<'a>(words: &mut Arguments<'a>) -> Option<&'a str> {
    while let Some(option) = words.option() {
        if option == "--user" {
            words.next();
        }
    }
    words.next()
}

/// Returns the APK reader for this phone.
pub(crate) fn reader(system: &dyn System) -> Reader {
    let shared = system.shared();
    let sdk = shared.props.get("ro.build.version.sdk").and_then(|sdk| sdk.parse().ok());
    Reader { locale: shared.locale.clone(), density: system.display().current_density(), sdk: sdk.unwrap_or(34) }
}

fn path(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    let Some(package) = operand(words) else {
        io.err("Error: no package specified");
        return Ok(1);
    };
    let Some(found) = system.shared().packages.get(package) else { return Ok(1) };
    let path = apk_path(package, found.system);
    io.out(format!("package:{path}"));
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for split in found.apk.iter().flat_map(|apk| &apk.splits) {
        io.out(format!("package:{folder}/split_{split}.apk"));
    }
    Ok(0)
}

fn has_feature(words: &mut Arguments<'_>, io: &mut Io) -> Outcome {
    let Some(feature) = words.next() else {
        io.err("Error: expected FEATURE name");
        return Ok(1);
    };
    let present = FEATURES.contains(&feature);
    io.out(present.to_string());
    Ok(i32::from(!present))
}

fn clear(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let Some(package) = operand(words) else {
        io.err("Error: no package specified");
        return Ok(1);
    };
    let known = system.shared().packages.is_installed(package) || package.starts_with("com.android.providers.");
    if known && system.clear_data(package) {
        io.out("Success");
        Ok(0)
    } else {
        io.err("Failed");
        Ok(1)
    }
}

fn enable(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let Some(name) = operand(words) else {
        io.err("Error: no package or component specified");
        return Ok(1);
    };
    let (package, class) = name.split_once('/').map_or((name, None), |(package, class)| (package, Some(class)));
    let (on, state) = match verb {
        "enable" => (true, "enabled"),
        "default-state" => (true, "default"),
        "disable" => (false, "disabled"),
        "disable-user" => (false, "disabled-user"),
        _ => (false, "disabled-until-used"),
    };
    let Some(found) = system.shared_mut().packages.get_mut(package) else {
        return Err(format!("java.lang.IllegalArgumentException: Unknown package: {package}"));
    };
    if let Some(class) = class {
        let component = super::Component::new(package, class);
        // The shell may change the components of an installed app, but none of a preinstalled one.
        let Some(apk) = &mut found.apk else {
            let code = match verb {
                "default-state" => 0,
                "enable" => 1,
                "disable" => 2,
                "disable-user" => 3,
                _ => 4,
            };
            return Err(format!(
                "java.lang.SecurityException: Shell cannot change component state for {package}/{} to {code}",
                component.class
            ));
        };
        let Some(declared) = apk.components.iter_mut().find(|declared| declared.class == component.class) else {
            return Err(format!(
                "java.lang.IllegalArgumentException: Component class {} does not exist in {package}",
                component.class
            ));
        };
        declared.enabled = on;
        io.out(format!("Component {{{}}} new state: {state}", component.long()));
        return Ok(0);
    }
    if verb == "disable" && found.system {
        return Err(format!(
            "java.lang.SecurityException: Shell cannot change component state for {package}/null to 2"
        ));
    }
    found.enabled = on;
    if !on {
        system.stop(package);
    }
    io.out(format!("Package {package} new state: {state}"));
    Ok(0)
}

fn permission(verb: &str, words: &mut Arguments<'_>, system: &mut dyn System) -> Outcome {
    let package = operand(words).ok_or("java.lang.IllegalArgumentException: no package specified")?;
    let name = words.next().ok_or("java.lang.IllegalArgumentException: no permission specified")?;
    let defines = |found: &Package| found.apk.as_ref().is_some_and(|apk| apk.defined.iter().any(|known| known == name));
    let defined = system.shared().packages.installed.values().any(defines);
    let Some(found) = system.shared_mut().packages.get_mut(package) else {
        return Err(format!("java.lang.IllegalArgumentException: Unknown package: {package}"));
    };
    let requested = match &found.apk {
        Some(apk) => apk.requests(name),
        // Without an APK, the list is complete for Android's own packages. A Pixel's other apps request more than is
        // listed here.
        None => {
            let product = stock::path(package).is_some_and(|path| path.starts_with("/product/"));
            found.permissions.contains_key(name) || !found.system || (product && is_changeable(name))
        }
    };
    if protection(name).is_none() && !found.permissions.contains_key(name) && !defined {
        return Err(format!("java.lang.IllegalArgumentException: Unknown permission: {name}"));
    }
    if !requested {
        return Err(format!("java.lang.SecurityException: Package {package} has not requested permission {name}"));
    }
    if !is_changeable(name) && !found.permissions.contains_key(name) {
        return Err(format!(
            "java.lang.SecurityException: Permission {name} requested by {package} is not a changeable permission type"
        ));
    }
    found.permissions.insert(name.to_owned(), verb == "grant");
    // A decision by the shell is not an answer by the user: the app may ask for a revoked permission again.
    found.answers.remove(name);
    if verb == "revoke" {
        system.stop(package);
    }
    Ok(0)
}

fn suspend(on: bool, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    while let Some(option) = words.option() {
        if matches!(option, "--user" | "--dialogMessage" | "--les" | "--led" | "--lel" | "--aes" | "--ael") {
            words.next();
        }
    }
    let mut status = 0;
    while let Some(package) = words.next() {
        let system_app = system.shared().packages.get(package).is_none_or(|found| found.system);
        match system.shared_mut().packages.get_mut(package).filter(|_| !system_app) {
            Some(found) => {
                found.suspended = on;
                io.out(format!("Package {package} new suspended state: {on}"));
            }
            None => {
                io.err(format!("Error: Failed to {}suspend {package}", if on { "" } else { "un" }));
                status = 1;
            }
        }
    }
    Ok(status)
}

/// Forgets all decisions of the user.
fn reset_permissions(system: &mut dyn System) {
    for package in system.shared_mut().packages.installed.values_mut() {
        package.answers.clear();
        if package.apk.is_some() {
            package.permissions.values_mut().for_each(|granted| *granted = false);
        }
    }
}
