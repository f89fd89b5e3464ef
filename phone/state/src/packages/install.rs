//! Decides whether a staged session may be installed, by the rules of Android's `PackageInstallerSession` and
//! `InstallPackageHelper`, and creates the package's record.

use std::collections::BTreeMap;
use std::sync::Arc;

use apk::{Apk, ComponentKind, Read, Reader, Refusal};

use crate::packages::install_options::InstallOptions;
use crate::packages::protection::{Protection, is_changeable, protection};
use crate::shared::Package;

/// The lowest target SDK that Android 14 accepts.
const OLDEST_TARGET: u32 = 23;

/// A file of an install session: its name and its bytes.
#[derive(Clone, Debug)]
pub struct Part {
    /// For example `base.apk`.
    pub name: String,
    /// The content of the APK.
    pub bytes: Arc<Vec<u8>>,
}

/// The phone to install on.
pub struct Target<'a> {
    /// The reader of APKs.
    pub reader: Reader,
    /// The supported ABIs, best first, such as `arm64-v8a`.
    pub abis: Vec<String>,
    /// Whether the build makes every app debuggable.
    pub debuggable: bool,
    /// The phone's clock.
    pub now_ms: i64,
    /// The installed packages.
    pub packages: &'a BTreeMap<String, Package>,
    /// The preinstalled packages, which were signed with keys that are not available here.
    pub foreign: Vec<&'a str>,
}

/// A package that may be installed.
#[derive(Debug)]
pub struct Installed {
    /// The package's name.
    pub name: String,
    /// Its record.
    pub package: Package,
    /// The names of its files, in the order of its parts.
    pub files: Vec<String>,
}

/// Reads the parts of a session whose files are in `folder`, and decides.
pub fn check(
    parts: &[Part],
    folder: &str,
    options: &InstallOptions,
    target: &Target<'_>,
) -> Result<Installed, Refusal> {
    let invalid = |why: String| Refusal::new("INSTALL_FAILED_INVALID_APK", why);
    if parts.is_empty() {
        return Err(invalid("No packages staged".to_owned()));
    }
    let mut read: Vec<(String, Read)> = Vec::new();
    for part in parts {
        let path = format!("{folder}/{}", part.name);
        let file = target.reader.read(&part.bytes, &path)?;
        if let Some((_, first)) = read.first() {
            consistent(&file, first, &path)?;
        }
        let split = file.manifest.split.clone();
        if read.iter().any(|(_, other)| other.manifest.split == split) {
            return Err(invalid(format!("Split {} was defined multiple times", split.as_deref().unwrap_or("null"))));
        }
        read.push((path, file));
    }
    let existing = read.first().and_then(|(_, first)| target.packages.get(&first.manifest.package));
    let files = read
        .iter()
        .map(|(_, file)| match &file.manifest.split {
            Some(split) => format!("split_{split}.apk"),
            None => "base.apk".to_owned(),
        })
        .collect();
    let Some(at) = read.iter().position(|(_, file)| file.manifest.split.is_none()) else {
        return inherited(&read, existing, files, options, target);
    };
    let splits: Vec<String> = read.iter().filter_map(|(_, file)| file.manifest.split.clone()).collect();
    let abis: Vec<String> = read.iter().flat_map(|(_, file)| file.abis.clone()).collect();
    let (_, base) = read.swap_remove(at);
    if base.manifest.split_required && splits.is_empty() {
        let why = format!("Missing split for {}", base.manifest.package);
        return Err(Refusal::new("INSTALL_FAILED_MISSING_SPLIT", why));
    }
    admissible(&base, &abis, existing, options, target)?;
    Ok(record(base, splits, existing, files, options, target))
}

/// Requires all files of an app to agree.
fn consistent(file: &Read, first: &Read, path: &str) -> Result<(), Refusal> {
    let differs = |what: &str, found: &str, wanted: &str| {
        Err(Refusal::new("INSTALL_FAILED_INVALID_APK", format!("{path} {what} {found} inconsistent with {wanted}")))
    };
    let (ours, theirs) = (&file.manifest, &first.manifest);
    if ours.package != theirs.package {
        return differs("package", &ours.package, &theirs.package);
    }
    if ours.version_code != theirs.version_code {
        return differs("version code", &ours.version_code.to_string(), &theirs.version_code.to_string());
    }
    if file.signer != first.signer {
        let why = format!("{path} signatures are inconsistent");
        return Err(Refusal::new("INSTALL_FAILED_INVALID_APK", why));
    }
    Ok(())
}

/// Checks a session that contains only splits, which extend the installed package (`-p PACKAGE`).
fn inherited(
    read: &[(String, Read)],
    existing: Option<&Package>,
    files: Vec<String>,
    options: &InstallOptions,
    target: &Target<'_>,
) -> Result<Installed, Refusal> {
    let invalid = |why: &str| Refusal::new("INSTALL_FAILED_INVALID_APK", why);
    let (Some((path, first)), Some(_)) = (read.first(), &options.inherit) else {
        return Err(invalid("Full install must include a base package"));
    };
    let Some((package, apk)) = existing.and_then(|package| Some((package, package.apk.as_deref()?))) else {
        return Err(invalid("Missing existing base package"));
    };
    if first.signer != apk.signer {
        return Err(invalid(&format!("{path} signatures are inconsistent with existing signatures")));
    }
    let mut package = package.clone();
    let mut apk = apk.clone();
    for split in read.iter().filter_map(|(_, file)| file.manifest.split.clone()) {
        if !apk.splits.contains(&split) {
            apk.splits.push(split);
        }
    }
    apk.updated_ms = target.now_ms;
    package.apk = Some(Box::new(apk));
    Ok(Installed { name: first.manifest.package.clone(), package, files })
}

/// Applies Android's rules for a base APK and for the installed package.
fn admissible(
    base: &Read,
    abis: &[String],
    existing: Option<&Package>,
    options: &InstallOptions,
    target: &Target<'_>,
) -> Result<(), Refusal> {
    let refuse = |code, why: String| Err(Refusal::new(code, why));
    let manifest = &base.manifest;
    let (name, sdk) = (&manifest.package, target.reader.sdk);
    if manifest.min_sdk > sdk {
        let why = format!("Requires newer sdk version #{} (current version is #{sdk})", manifest.min_sdk);
        return refuse("INSTALL_FAILED_OLDER_SDK", why);
    }
    if manifest.test_only && !options.test_only {
        let why = "Failed to install test-only apk. Did you forget to add -t?".to_owned();
        return refuse("INSTALL_FAILED_TEST_ONLY", why);
    }
    if manifest.target_sdk < OLDEST_TARGET && !options.old_target && !manifest.test_only {
        let found = manifest.target_sdk;
        let why = format!("App package must target at least SDK version {OLDEST_TARGET}, but found {found}");
        return refuse("INSTALL_FAILED_DEPRECATED_SDK_VERSION", why);
    }
    if manifest.target_sdk >= 30 && !base.aligned {
        let why = "Failed parse during installPackageLI: Targeting R+ (version 30 and above) requires the \
                   resources.arsc of installed APKs to be stored uncompressed and aligned on a 4-byte boundary";
        // `PackageManager` has no name for this code.
        return refuse("-124", why.to_owned());
    }
    if manifest.target_sdk >= 30 && base.signing < 2 {
        let why = format!("Scanning Failed.: No signature found in package of version 2 or newer for package {name}");
        return refuse("INSTALL_PARSE_FAILED_NO_CERTIFICATES", why);
    }
    if !abis.is_empty() && !abis.iter().any(|abi| target.abis.contains(abi)) {
        let why = "Failed to extract native libraries, res=-113".to_owned();
        return refuse("INSTALL_FAILED_NO_MATCHING_ABIS", why);
    }
    for provider in &manifest.components {
        let taken =
            provider.authorities.iter().find_map(|authority| Some((authority, owner(authority, name, target)?)));
        if let Some((authority, owner)) = taken {
            let why = format!(
                "Scanning Failed.: Can't install because provider name {authority} (in package {name}) is already \
                 used by {owner}"
            );
            return refuse("INSTALL_FAILED_CONFLICTING_PROVIDER", why);
        }
    }
    let Some(existing) = existing else { return Ok(()) };
    if options.no_replace {
        let why = format!("Attempt to re-install {name} without first uninstalling.");
        return refuse("INSTALL_FAILED_ALREADY_EXISTS", why);
    }
    let same_signer = match &existing.apk {
        Some(apk) => apk.signer == base.signer,
        None => !existing.system && !target.foreign.contains(&name.as_str()),
    };
    if !same_signer {
        let why = format!("Existing package {name} signatures do not match newer version; ignoring!");
        return refuse("INSTALL_FAILED_UPDATE_INCOMPATIBLE", why);
    }
    let older = manifest.version_code < existing.version_code;
    if older && !(options.downgrade && (target.debuggable || manifest.debuggable)) {
        let (new, old) = (manifest.version_code, existing.version_code);
        let why = format!("Downgrade detected: Update version code {new} is older than current {old}");
        return refuse("INSTALL_FAILED_VERSION_DOWNGRADE", why);
    }
    Ok(())
}

/// Returns another package that already declares a provider with this authority.
fn owner<'a>(authority: &str, name: &str, target: &Target<'a>) -> Option<&'a str> {
    let others = target.packages.iter().filter(|(other, _)| *other != name);
    others.filter_map(|(other, package)| Some((other, package.apk.as_deref()?))).find_map(|(other, apk)| {
        let mut providers = apk.of_kind(ComponentKind::Provider);
        providers.any(|provider| provider.authorities.iter().any(|known| known == authority)).then_some(other.as_str())
    })
}

fn record(
    base: Read,
    splits: Vec<String>,
    existing: Option<&Package>,
    files: Vec<String>,
    options: &InstallOptions,
    target: &Target<'_>,
) -> Installed {
    let Read { manifest, icon, signer, signing, .. } = base;
    let name = manifest.package;
    let mut permissions = BTreeMap::new();
    for permission in manifest.requested.iter().filter(|permission| is_changeable(permission)) {
        // An update keeps earlier decisions; `-g` grants the permissions that the user would be asked for.
        let before = existing.and_then(|package| package.permissions.get(permission).copied());
        let granted = options.grant && protection(permission) == Some(Protection::Runtime);
        permissions.insert(permission.clone(), granted || before.unwrap_or(false));
    }
    let apk = Apk {
        min_sdk: manifest.min_sdk,
        target_sdk: manifest.target_sdk,
        requested: manifest.requested,
        defined: manifest.defined,
        components: manifest.components,
        instrumentations: manifest.instrumentations,
        splits,
        signer,
        signing,
        debuggable: manifest.debuggable,
        test_only: manifest.test_only,
        backup: manifest.backup,
        installer: options.installer.clone(),
        updated_ms: target.now_ms,
        icon,
    };
    let launcher = apk.launcher().map(|activity| activity.class.clone());
    let mut activities: Vec<String> = launcher.iter().cloned().collect();
    let others = apk.of_kind(ComponentKind::Activity).map(|activity| activity.class.clone());
    activities.extend(others.filter(|class| Some(class) != launcher.as_ref()));
    let package = Package {
        label: manifest.label.filter(|label| !label.trim().is_empty()).unwrap_or_else(|| name.clone()),
        version_name: manifest.version_name,
        version_code: manifest.version_code,
        system: existing.is_some_and(|package| package.system),
        uid: existing.map_or(0, |package| package.uid),
        enabled: existing.is_none_or(|package| package.enabled),
        launchable: launcher.is_some(),
        installed_ms: existing.map_or(target.now_ms, |package| package.installed_ms),
        permissions,
        answers: existing.map(|package| package.answers.clone()).unwrap_or_default(),
        activities,
        ops: existing.map(|package| package.ops.clone()).unwrap_or_default(),
        suspended: false,
        apk: Some(Box::new(apk)),
    };
    Installed { name, package, files }
}
