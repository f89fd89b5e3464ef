//! `pm resolve-activity` and `pm query-activities`: who answers an intent.

use super::super::arguments::{Arguments, uid};
use super::super::{Component, Io, System, intent};
use super::{Outcome, apk_path};

/// How much is said of each activity.
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
        format!("    uid={} flags={flags} privateFlags=0x8c001000 theme=0x7f130001", uid(name)),
        "    requiresSmallestWidthDp=0 compatibleWidthLimitDp=0 largestWidthLimitDp=0".to_owned(),
        format!("    sourceDir={path}"),
        format!("    publicSourceDir={path}"),
        format!("    dataDir=/data/user/0/{name}"),
        format!("    nativeLibraryDir={folder}/lib/arm64"),
        format!(
            "    enabled={} minSdkVersion=24 targetSdkVersion=34 versionCode={}",
            package.enabled, package.version_code
        ),
    ];
    for line in lines {
        io.out(format!("{indent}{line}"));
    }
}
