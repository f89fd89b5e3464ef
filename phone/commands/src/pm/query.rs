//! `pm resolve-activity` and `pm query-activities`: finds the activities for an intent.

use super::super::apk_path::apk_path;
use super::super::arguments::Arguments;
use super::super::{Component, Io, System, intent};
use super::Outcome;
use state::packages::ComponentKind;

/// The level of detail for each activity.
#[derive(Clone, Copy, PartialEq)]
enum Detail {
    Full,
    Brief,
    Components,
}

const MATCH: &str = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=";

fn detail(words: &Arguments<'_>) -> Detail {
    let has = |name: &str| words.rest().iter().any(|word| word == name);
    match (has("--components"), has("--brief")) {
        (true, _) => Detail::Components,
        (false, true) => Detail::Brief,
        (false, false) => Detail::Full,
    }
}

pub(super) fn resolve(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    let detail = detail(words);
    let wanted = intent::parse(words)?;
    match system.resolve(&wanted.intent).first() {
        Some(found) => print(found, detail, "", true, io, system),
        None => io.out("No activity found"),
    }
    Ok(0)
}

pub(super) fn activities(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    let detail = detail(words);
    let wanted = intent::parse(words)?;
    let found = system.resolve(&wanted.intent);
    if found.is_empty() {
        io.out("No activities found");
    } else if detail == Detail::Components {
        found.iter().for_each(|component| print(component, detail, "", false, io, system));
    } else {
        io.out(format!("{} activities found:", found.len()));
        for (at, component) in found.iter().enumerate() {
            io.out(format!("  Activity #{at}:"));
            print(component, detail, "    ", false, io, system);
        }
    }
    Ok(0)
}

/// `pm query-services` and `pm query-receivers`, for packages installed from APKs.
pub(super) fn components(kind: ComponentKind, words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    let detail = detail(words);
    let wanted = intent::parse(words)?.intent;
    let mut found = Vec::new();
    for (name, package) in &system.shared().packages.installed {
        let Some(apk) = package.apk.as_ref().filter(|_| package.enabled) else { continue };
        if wanted.package.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let named = wanted.component.as_ref().map(|(package, class)| Component::new(package, class));
        let fits = apk.of_kind(kind).filter(|declared| match &named {
            Some(named) => named.package == *name && named.class == declared.class,
            None => declared.answers(&wanted),
        });
        found.extend(fits.map(|declared| Component::new(name, &declared.class)));
    }
    let (one, many) = match kind {
        ComponentKind::Service => ("Service", "services"),
        _ => ("Receiver", "receivers"),
    };
    if found.is_empty() {
        io.out(format!("No {many} found"));
        return Ok(0);
    }
    if detail == Detail::Components {
        found.iter().for_each(|component| io.out(component.short()));
        return Ok(0);
    }
    io.out(format!("{} {many} found:", found.len()));
    for (at, component) in found.iter().enumerate() {
        io.out(format!("  {one} #{at}:\n    {MATCH}false"));
        match detail {
            Detail::Brief => io.out(format!("    {}", component.short())),
            _ => io.out(format!(
                "    {one}Info:\n      name={}\n      packageName={}\n      enabled=true exported=true directBootAware=false",
                component.class, component.package
            )),
        }
    }
    Ok(0)
}

fn print(component: &Component, detail: Detail, indent: &str, default: bool, io: &mut Io, system: &dyn System) {
    if detail != Detail::Components {
        io.out(format!("{indent}{MATCH}{default}"));
    }
    if detail != Detail::Full {
        io.out(format!("{indent}{}", component.short()));
        return;
    }
    let (name, class) = (&component.package, &component.class);
    let package = system.shared().packages.get(name).cloned().unwrap_or_default();
    let path = apk_path(name, package.system);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let flags = if package.system { "0x30c8be45" } else { "0x38a8be44" };
    let lines = [
        "ActivityInfo:".to_owned(),
        format!("  name={class}"),
        format!("  packageName={name}"),
        "  labelRes=0x7f1200a1 nonLocalizedLabel=null icon=0x7f080001 banner=0x0".to_owned(),
        "  enabled=true exported=true directBootAware=false".to_owned(),
        format!("  taskAffinity={name} targetActivity=null persistableMode=PERSIST_ROOT_ONLY"),
        "  launchMode=2 flags=0x0 privateFlags=0x4 theme=0x7f130001".to_owned(),
        "  screenOrientation=-1 configChanges=0x0 softInputMode=0x0".to_owned(),
        "  ApplicationInfo:".to_owned(),
        format!("    packageName={name}"),
        format!("    labelRes=0x7f1200a1 nonLocalizedLabel={} icon=0x7f080001 banner=0x0", package.label),
        format!("    processName={name}"),
        format!("    taskAffinity={name}"),
        format!(
            "    uid={} flags={flags} privateFlags=0x8c001000 theme=0x7f130001",
            system.shared().packages.uid_of(name)
        ),
        "    requiresSmallestWidthDp=0 compatibleWidthLimitDp=0 largestWidthLimitDp=0".to_owned(),
        format!("    sourceDir={path}"),
        format!("    publicSourceDir={path}"),
        format!("    dataDir=/data/user/0/{name}"),
        format!("    nativeLibraryDir={folder}/lib/arm64"),
        format!(
            "    enabled={} minSdkVersion={} targetSdkVersion={} versionCode={}",
            package.enabled,
            package.apk.as_ref().map_or(24, |apk| apk.min_sdk),
            package.apk.as_ref().map_or(34, |apk| apk.target_sdk),
            package.version_code
        ),
    ];
    for line in lines {
        io.out(format!("{indent}{line}"));
    }
}
