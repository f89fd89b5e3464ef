//! `dumpsys package [PACKAGE]`: what the package manager has on record.

use super::super::arguments::{hash, uid};
use super::super::pm::apk_path;
use super::super::{Component, Io, System, intent};
use crate::calendar::local;
use crate::shared::{Answer, Package, Shared};

/// `dumpsys package …`
pub(in super::super) fn dump(args: &[String], io: &mut Io, system: &dyn System) {
    let name = args.iter().map(String::as_str).find(|word| !word.starts_with('-'));
    let packages = &system.shared().packages;
    match name {
        Some("packages") | None => {
            io.out("Packages:");
            for (name, package) in packages {
                record(name, package, system.shared(), io);
            }
        }
        Some(
            "permissions" | "features" | "f" | "libraries" | "domain-verification" | "d" | "preferred" | "messages",
        ) => {}
        Some(name) => match packages.get(name) {
            Some(package) => {
                resolver_table(name, package, io, system);
                io.out("\nKey Set Manager:\n  [".to_owned() + name + "]\n      Signing KeySets: 1\n\nPackages:");
                record(name, package, system.shared(), io);
                let path = apk_path(name, package.system);
                io.out(format!("\nDexopt state:\n  [{name}]\n    path: {path}\n      arm64: [status=speed-profile] [reason=install]"));
            }
            None => io.out(format!("Unable to find package: {name}")),
        },
    }
}

fn resolver_table(name: &str, package: &Package, io: &mut Io, system: &dyn System) {
    let Some(main) = intent::launcher_activity(name, system) else { return };
    io.out("Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:");
    io.out(format!("        {:x} {} filter {:x}", hash(&main.class), main.short(), hash(&main.long())));
    io.out(
        "          Action: \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"",
    );
    for class in package.activities.iter().skip(1) {
        let other = Component::new(name, class);
        io.out(format!("        {:x} {}", hash(&other.class), other.short()));
    }
}

fn record(name: &str, package: &Package, shared: &Shared, io: &mut Io) {
    let installed = local(package.installed_ms, shared.utc_offset_min).strftime("%Y-%m-%d %H:%M:%S").to_string();
    let path = apk_path(name, package.system);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let flags = if package.system {
        "SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP"
    } else {
        "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP"
    };
    let token = hash(name);
    let version = if package.version_name.is_empty() { "null" } else { &package.version_name };
    io.out(format!("  Package [{name}] ({token:x}):"));
    io.out(format!("    userId={}\n    pkg=Package{{{token:x} {name}}}\n    codePath={folder}", uid(name)));
    io.out(format!("    resourcePath={folder}\n    legacyNativeLibraryDir={folder}/lib\n    primaryCpuAbi=arm64-v8a"));
    io.out(format!("    versionCode={} minSdk=24 targetSdk=34\n    versionName={version}", package.version_code));
    io.out(format!("    splits=[base]\n    apkSigningVersion=3\n    flags=[ {flags} ]\n    pkgFlags=[ {flags} ]"));
    io.out(format!("    privateFlags=[ ALLOW_AUDIO_PLAYBACK_CAPTURE PRIVATE_FLAG_REQUEST_LEGACY_EXTERNAL_STORAGE ]\n    dataDir=/data/user/0/{name}"));
    io.out("    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]");
    io.out(format!("    timeStamp={installed}\n    firstInstallTime={installed}\n    lastUpdateTime={installed}"));
    io.out(format!("    installerPackageName={}", if package.system { "null" } else { "com.android.vending" }));
    io.out(format!(
        "    signatures=PackageSignatures{{{:x} version:3, signatures:[{:x}], past signatures:[]}}",
        hash(&format!("{name}!")),
        hash(&format!("{name}?"))
    ));
    io.out("    installPermissionsFixed=true");
    if !package.permissions.is_empty() {
        io.out("    requested permissions:");
        package.permissions.keys().for_each(|permission| io.out(format!("      {permission}")));
    }
    io.out("    install permissions:\n      android.permission.INTERNET: granted=true");
    io.out(format!("    User 0: ceDataInode=4711 installed=true hidden=false suspended=false distractionFlags=0 stopped=false notLaunched=false enabled={} instant=false virtual=false", if package.enabled { 0 } else { 3 }));
    io.out(format!(
        "      installReason=0\n      firstInstallTime={installed}\n      gids=[3003]\n      runtime permissions:"
    ));
    for (permission, granted) in &package.permissions {
        let answered = package.answers.get(permission).map(Answer::flags).unwrap_or_default();
        io.out(format!(
            "        {permission}: granted={granted}, flags=[ {answered}USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED]"
        ));
    }
}
