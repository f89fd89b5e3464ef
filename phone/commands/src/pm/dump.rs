//! `dumpsys package [PACKAGE]`: the package manager's records.

use super::super::apk_path::apk_path;
use super::super::arguments::hash;
use super::super::{Component, Io, System, intent};
use super::kept;
use state::packages::protection::{Protection, protection};
use state::packages::{Apk, ComponentKind, Declared};
use state::shared::{Answer, Package, Shared};

/// `dumpsys package …`
pub(in super::super) fn dump(args: &[String], io: &mut Io, system: &dyn System) {
    let name = args.iter().map(String::as_str).find(|word| !word.starts_with('-'));
    let packages = &system.shared().packages.installed;
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
                resolver_tables(name, package, io, system);
                io.out("\nKey Set Manager:\n  [".to_owned() + name + "]\n      Signing KeySets: 1\n\nPackages:");
                record(name, package, system.shared(), io);
                let path = apk_path(name, package.system);
                let (status, reason) = kept::compiled(name, system.shared());
                io.out(format!(
                    "\nDexopt state:\n  [{name}]\n    path: {path}\n      arm64: [status={status}] [reason={reason}]"
                ));
            }
            None => io.out(format!("Unable to find package: {name}")),
        },
    }
}

fn resolver_tables(name: &str, package: &Package, io: &mut Io, system: &dyn System) {
    if let Some(apk) = &package.apk {
        return installed_tables(name, apk, io);
    }
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

/// Prints the tables of an APK's declarations: by scheme, by action, and its providers.
fn installed_tables(name: &str, apk: &Apk, io: &mut Io) {
    let tables = [
        (ComponentKind::Activity, "Activity Resolver Table:"),
        (ComponentKind::Receiver, "Receiver Resolver Table:"),
        (ComponentKind::Service, "Service Resolver Table:"),
    ];
    for (kind, title) in tables {
        let filters = |declared: &'_ Declared, by_scheme: bool| {
            let filters = declared.filters.iter().filter(|filter| filter.schemes.is_empty() != by_scheme);
            filters.cloned().collect::<Vec<_>>()
        };
        if !apk.of_kind(kind).any(|declared| !declared.filters.is_empty()) {
            continue;
        }
        io.out(title);
        for (by_scheme, heading) in [(true, "  Schemes:"), (false, "  Non-Data Actions:")] {
            let mut headed = false;
            for declared in apk.of_kind(kind) {
                for filter in filters(declared, by_scheme) {
                    if !std::mem::replace(&mut headed, true) {
                        io.out(heading);
                    }
                    let component = Component::new(name, &declared.class);
                    for key in if by_scheme { &filter.schemes } else { &filter.actions } {
                        io.out(format!("      {key}:"));
                        io.out(format!(
                            "        {:x} {} filter {:x}",
                            hash(&component.class),
                            component.short(),
                            hash(&component.long())
                        ));
                    }
                    let lines = [("Action", &filter.actions), ("Category", &filter.categories)];
                    for (what, values) in lines {
                        values.iter().for_each(|value| io.out(format!("          {what}: \"{value}\"")));
                    }
                    filter.schemes.iter().for_each(|scheme| io.out(format!("          Scheme: \"{scheme}\"")));
                    filter.hosts.iter().for_each(|host| io.out(format!("          Authority: \"{host}\": -1")));
                    filter.types.iter().for_each(|kind| io.out(format!("          Type: \"{kind}\"")));
                }
            }
        }
        io.out("");
    }
    if apk.of_kind(ComponentKind::Provider).next().is_some() {
        io.out("Registered ContentProviders:");
        for provider in apk.of_kind(ComponentKind::Provider) {
            let component = Component::new(name, &provider.class);
            io.out(format!(
                "  {}:\n    Provider{{{:x} {}}}",
                component.short(),
                hash(&component.class),
                component.short()
            ));
        }
        io.out("\nContentProvider Authorities:");
        for provider in apk.of_kind(ComponentKind::Provider) {
            let component = Component::new(name, &provider.class).short();
            for authority in &provider.authorities {
                io.out(format!("  [{authority}]:\n    Provider{{{:x} {component}}}", hash(&component)));
            }
        }
    }
}

fn record(name: &str, package: &Package, shared: &Shared, io: &mut Io) {
    let time = |ms: i64| shared.clock.local(ms).strftime("%Y-%m-%d %H:%M:%S").to_string();
    let installed = time(package.installed_ms);
    let apk = package.apk.as_deref();
    let updated = apk.map_or_else(|| installed.clone(), |apk| time(apk.updated_ms));
    let path = apk_path(name, package.system);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut flags = if package.system { vec!["SYSTEM"] } else { Vec::new() };
    flags.extend(apk.filter(|apk| apk.debuggable).map(|_| "DEBUGGABLE"));
    flags.extend(["HAS_CODE", "ALLOW_CLEAR_USER_DATA"]);
    flags.extend(apk.filter(|apk| apk.test_only).map(|_| "TEST_ONLY"));
    if apk.is_none_or(|apk| apk.backup) {
        flags.push("ALLOW_BACKUP");
    }
    let flags = flags.join(" ");
    let token = hash(name);
    let version = if package.version_name.is_empty() { "null" } else { &package.version_name };
    let (min, target) = apk.map_or((24, 34), |apk| (apk.min_sdk, apk.target_sdk));
    io.out(format!("  Package [{name}] ({token:x}):"));
    io.out(format!(
        "    userId={}\n    pkg=Package{{{token:x} {name}}}\n    codePath={folder}",
        shared.packages.uid_of(name)
    ));
    io.out(format!("    resourcePath={folder}\n    legacyNativeLibraryDir={folder}/lib\n    primaryCpuAbi=arm64-v8a"));
    io.out(format!(
        "    versionCode={} minSdk={min} targetSdk={target}\n    versionName={version}",
        package.version_code
    ));
    let splits: String = apk.into_iter().flat_map(|apk| &apk.splits).map(|split| format!(", {split}")).collect();
    io.out(format!("    splits=[base{splits}]\n    apkSigningVersion={}", apk.map_or(3, |apk| apk.signing)));
    io.out(format!("    flags=[ {flags} ]\n    pkgFlags=[ {flags} ]"));
    io.out(format!("    privateFlags=[ ALLOW_AUDIO_PLAYBACK_CAPTURE PRIVATE_FLAG_REQUEST_LEGACY_EXTERNAL_STORAGE ]\n    dataDir=/data/user/0/{name}"));
    io.out("    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]");
    io.out(format!("    timeStamp={updated}\n    firstInstallTime={installed}\n    lastUpdateTime={updated}"));
    let installer = match apk {
        Some(apk) => apk.installer.as_deref().unwrap_or("null"),
        None if package.system => "null",
        None => "com.android.vending",
    };
    io.out(format!("    installerPackageName={installer}"));
    // Android prints a `Signature` by its hash code; the start of the certificate's digest replaces it here.
    let signature =
        apk.map_or_else(|| format!("{:x}", hash(&format!("{name}?"))), |apk| apk.signer.chars().take(8).collect());
    io.out(format!(
        "    signatures=PackageSignatures{{{:x} version:{}, signatures:[{signature}], past signatures:[]}}",
        hash(&format!("{name}!")),
        apk.map_or(3, |apk| apk.signing),
    ));
    io.out("    installPermissionsFixed=true");
    permissions(package, io);
    let state = if package.enabled { 0 } else { 3 };
    io.out(format!(
        "    User 0: ceDataInode=4711 installed=true hidden=false suspended={} distractionFlags=0 stopped=false notLaunched=false enabled={state} instant=false virtual=false",
        package.suspended
    ));
    io.out(format!(
        "      installReason=0\n      firstInstallTime={installed}\n      gids=[3003]\n      runtime permissions:"
    ));
    for (permission, granted) in package.permissions.iter().filter(|(name, _)| !is_development(name)) {
        let mut answered = package.answers.get(permission).map(Answer::flags).unwrap_or_default().to_owned();
        for flag in kept::flags_of(name, permission, shared) {
            answered += &format!("{flag}|");
        }
        io.out(format!(
            "        {permission}: granted={granted}, flags=[ {answered}USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED]"
        ));
    }
    let disabled: Vec<&Declared> = apk.into_iter().flat_map(|apk| &apk.components).filter(|it| !it.enabled).collect();
    if !disabled.is_empty() {
        io.out("      disabledComponents:");
        disabled.iter().for_each(|declared| io.out(format!("        {}", declared.class)));
    }
}

fn is_development(permission: &str) -> bool {
    protection(permission) == Some(Protection::Development)
}

/// Prints the permissions that it defines, requests, and got at installation.
fn permissions(package: &Package, io: &mut Io) {
    let Some(apk) = &package.apk else {
        if !package.permissions.is_empty() {
            io.out("    requested permissions:");
            package.permissions.keys().for_each(|permission| io.out(format!("      {permission}")));
        }
        io.out("    install permissions:\n      android.permission.INTERNET: granted=true");
        return;
    };
    if !apk.defined.is_empty() {
        io.out("    declared permissions:");
        apk.defined.iter().for_each(|permission| io.out(format!("      {permission}: prot=normal, INSTALLED")));
    }
    if !apk.requested.is_empty() {
        io.out("    requested permissions:");
        apk.requested.iter().for_each(|permission| io.out(format!("      {permission}")));
    }
    io.out("    install permissions:");
    for permission in &apk.requested {
        let granted = match protection(permission) {
            Some(Protection::Normal) => true,
            Some(Protection::Development) => package.permissions.get(permission).copied().unwrap_or(false),
            None => apk.defined.contains(permission),
            Some(Protection::Runtime | Protection::AppOp | Protection::Signature) => false,
        };
        if granted {
            io.out(format!("      {permission}: granted=true"));
        }
    }
}
