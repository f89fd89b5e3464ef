//! `dumpsys activity services [PACKAGE|COMPONENT]`: the running services. These are the started ones, and the ones that
//! the system binds: the selected input method and the enabled accessibility services.

use super::super::arguments::hash;
use super::super::{Component, Io, System};

/// Services that helper apps start by themselves once they run.
const OF_HELPERS: &[(&str, &str)] = &[("io.appium.settings", "io.appium.settings.ForegroundService")];

/// Why a service runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Started { foreground: bool },
    Bound,
}

/// Prints the running services of one package or of all.
pub(super) fn dump(wanted: Option<&str>, io: &mut Io, system: &dyn System) {
    io.out("ACTIVITY MANAGER SERVICES (dumpsys activity services)");
    let asked = |service: &Component| {
        wanted.is_none_or(|wanted| [&service.package, &service.short(), &service.long()].contains(&&wanted.to_owned()))
    };
    let mut services: Vec<(Component, Reason)> =
        running(system).into_iter().filter(|(service, _)| asked(service)).collect();
    services.sort_by_key(|(service, _)| service.long());
    services.dedup_by_key(|(service, _)| service.long());
    if services.is_empty() {
        return io.out("  (nothing)");
    }
    io.out("  User 0 active services:");
    for (service, reason) in services {
        show(&service, reason, io, system);
    }
}

fn running(system: &dyn System) -> Vec<(Component, Reason)> {
    let shared = system.shared();
    let started = shared
        .services
        .iter()
        .map(|(package, class, foreground)| (Component::new(package, class), Reason::Started { foreground }));
    let helpers = OF_HELPERS.iter().filter(|(package, _)| {
        shared.packages.get(package).is_some_and(|found| found.apk.is_some()) && system.pid(package).is_some()
    });
    let helpers =
        helpers.map(|(package, class)| (Component::new(package, class), Reason::Started { foreground: true }));
    let secure = |name: &str| shared.settings.secure.get(name).map_or("", String::as_str);
    let enabled = if secure("accessibility_enabled") == "1" { secure("enabled_accessibility_services") } else { "" };
    let bound = [secure("default_input_method")].into_iter().chain(enabled.split(':')).filter_map(Component::parse);
    let installed = |service: &Component| shared.packages.get(&service.package).is_some_and(|found| found.enabled);
    let bound = bound.filter(installed).map(|service| (service, Reason::Bound));
    started.chain(helpers).chain(bound).collect()
}

fn show(service: &Component, reason: Reason, io: &mut Io, system: &dyn System) {
    let (name, package) = (service.short(), &service.package);
    io.out(format!("  * ServiceRecord{{{:x} u0 {name}}}", hash(&service.long())));
    io.out(format!("    intent={{cmp={name}}}\n    packageName={package}\n    processName={package}"));
    io.out(format!("    dataDir=/data/user/0/{package}"));
    match system.pid(package) {
        Some(pid) => {
            let user = system.shared().packages.uid_of(package) % 10_000;
            io.out(format!("    app=ProcessRecord{{{:x} {pid}:{package}/u0a{user}}}", hash(package)));
        }
        None => io.out("    app=null"),
    }
    match reason {
        Reason::Started { foreground } => {
            if foreground {
                io.out("    isForeground=true foregroundId=1");
            }
            io.out("    startRequested=true delayedStop=false stopIfKilled=false callStart=true lastStartId=1");
        }
        Reason::Bound => io.out("    Bindings:\n      requested=true received=true hasBound=true doRebind=false"),
    }
}
