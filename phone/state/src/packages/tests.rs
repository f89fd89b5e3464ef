//! Checks APKs made with Android's own tools (`phone/apk/tests/apks/make.sh`), and damaged copies of them.

mod damage;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::shared::Package;

/// The bytes of one of the test APKs.
macro_rules! apk {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../apk/tests/apks/", $name, ".apk")).as_slice()
    };
}
use apk;

const FOLDER: &str = "/data/app/vmdl1.tmp";

fn reader() -> Reader {
    Reader { locale: "en-US".to_owned(), density: 420, sdk: 34 }
}

/// Checks the parts on a phone with these packages. Returns the record, or Android's error.
fn judge(
    parts: &[(&str, &[u8])],
    options: &InstallOptions,
    packages: &BTreeMap<String, Package>,
) -> Result<(String, Package), String> {
    let target = Target {
        reader: reader(),
        abis: vec!["arm64-v8a".to_owned()],
        debuggable: false,
        now_ms: 1000,
        packages,
        foreign: vec!["com.whatsapp"],
    };
    let part = |(name, bytes): &(&str, &[u8])| Part { name: (*name).to_owned(), bytes: Arc::new(bytes.to_vec()) };
    let parts: Vec<Part> = parts.iter().map(part).collect();
    match check(&parts, FOLDER, options, &target) {
        Ok(installed) => Ok((installed.name, installed.package)),
        Err(refusal) => Err(refusal.text()),
    }
}

fn base(bytes: &[u8]) -> Result<(String, Package), String> {
    judge(&[("base.apk", bytes)], &InstallOptions::default(), &BTreeMap::new())
}

#[test]
fn a_manifest_is_read_whole() {
    let (name, package) = base(apk!("hello")).unwrap();
    let read = (name.as_str(), package.label.as_str(), package.version_code, package.version_name.as_str());
    assert_eq!(read, ("com.example.hello", "Hello", 7, "1.7"));
    let apk = package.apk.as_ref().unwrap();
    assert_eq!((apk.min_sdk, apk.target_sdk, apk.signing, apk.debuggable), (24, 34, 3, false));
    let classes: Vec<(ComponentKind, &str, bool)> =
        apk.components.iter().map(|found| (found.kind, found.class.as_str(), found.exported)).collect();
    assert_eq!(
        classes,
        [
            (ComponentKind::Activity, "com.example.hello.Main", true),
            (ComponentKind::Activity, "com.example.hello.Open", true),
            (ComponentKind::Activity, "com.example.other.Private", false),
            (ComponentKind::Service, "com.example.hello.Work", true),
            (ComponentKind::Receiver, "com.example.hello.Heard", true),
            (ComponentKind::Provider, "com.example.hello.Rows", true),
        ]
    );
    // Permissions limited to older versions of Android are not requested here.
    let asked: Vec<&str> = apk.requested.iter().filter_map(|name| name.strip_prefix("android.permission.")).collect();
    assert_eq!(asked, ["INTERNET", "CAMERA", "POST_NOTIFICATIONS", "WRITE_SECURE_SETTINGS", "SYSTEM_ALERT_WINDOW"]);
    let decided: Vec<(&str, bool)> = package.permissions.iter().map(|(name, on)| (name.as_str(), *on)).collect();
    let none = ["CAMERA", "POST_NOTIFICATIONS", "WRITE_SECURE_SETTINGS"];
    assert_eq!(
        decided,
        none.map(|name| (format!("android.permission.{name}"), false)).each_ref().map(|(a, b)| (a.as_str(), *b))
    );
    assert_eq!(package.activities.first().map(String::as_str), Some("com.example.hello.Main"));
    assert!(package.launchable);
}

#[test]
fn what_android_refuses_is_refused_in_its_words() {
    let path = "/data/app/vmdl1.tmp/base.apk";
    let future = "INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #35 (current version is #34)";
    let rows: &[(&[u8], String)] = &[
        (b"", format!("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse {path}: Failed to load asset path {path}")),
        (b"junk", format!("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse {path}: Failed to load asset path {path}")),
        (
            b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            format!("INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: Failed to parse {path}: AndroidManifest.xml"),
        ),
        (
            apk!("hello-unsigned"),
            format!(
                "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates from {path}: Attempt to get length \
                 of null array"
            ),
        ),
        (
            apk!("jar-signed-34"),
            "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Scanning Failed.: No signature found in package of version 2 or newer \
             for package com.example.jar"
                .to_owned(),
        ),
        (apk!("from-future"), future.to_owned()),
        (
            apk!("crooked"),
            "-124: Failed parse during installPackageLI: Targeting R+ (version 30 and above) requires the resources.arsc \
             of installed APKs to be stored uncompressed and aligned on a 4-byte boundary"
                .to_owned(),
        ),
        (
            apk!("from-past"),
            "INSTALL_FAILED_DEPRECATED_SDK_VERSION: App package must target at least SDK version 23, but found 22"
                .to_owned(),
        ),
        (
            apk!("for-tests"),
            "INSTALL_FAILED_TEST_ONLY: Failed to install test-only apk. Did you forget to add -t?".to_owned(),
        ),
        (apk!("needs-split"), "INSTALL_FAILED_MISSING_SPLIT: Missing split for com.example.parts".to_owned()),
        (apk!("hello-split"), "INSTALL_FAILED_INVALID_APK: Full install must include a base package".to_owned()),
        (
            apk!("unsaid"),
            format!(
                "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED: Failed parse during installPackageLI: {path} (at Binary XML file \
                 line #4): com.example.unsaid.Main: Targeting S+ (version 31 and above) requires that an explicit value for android:exported be defined when \
                 intent filters are present"
            ),
        ),
    ];
    for (bytes, said) in rows {
        assert_eq!(base(bytes).map(|(name, _)| name), Err(said.clone()));
    }
    assert_eq!(base(apk!("jar-signed")).unwrap().1.apk.unwrap().signing, 1);
}

#[test]
fn updates_keep_their_signer_and_their_order() {
    let installed = base(apk!("hello")).unwrap();
    let packages = BTreeMap::from([installed]);
    let update = |bytes: &[u8], options: InstallOptions| {
        judge(&[("base.apk", bytes)], &options, &packages).map(|(_, package)| package.version_code)
    };
    let plain = InstallOptions::default;
    let down = || InstallOptions { downgrade: true, ..plain() };
    assert_eq!(update(apk!("hello-8"), plain()), Ok(8));
    assert_eq!(
        update(apk!("hello-stranger"), plain()),
        Err("INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.example.hello signatures do not match newer \
             version; ignoring!"
            .to_owned())
    );
    let older = "INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 6 is older than current 7";
    assert_eq!(update(apk!("hello-debuggable"), plain()), Err(older.to_owned()));
    // `-d` works for debuggable packages.
    assert_eq!(update(apk!("hello-debuggable"), down()), Ok(6));
    let fresh = InstallOptions { no_replace: true, ..plain() };
    let said = update(apk!("hello-8"), fresh).unwrap_err();
    assert_eq!(
        said,
        "INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install com.example.hello without first uninstalling."
    );
}

#[test]
fn parts_of_one_app_agree() {
    let options = InstallOptions::default();
    let both = |split: &[u8]| judge(&[("a.apk", apk!("hello")), ("b.apk", split)], &options, &BTreeMap::new());
    let splits = both(apk!("hello-split")).unwrap().1.apk.unwrap().splits;
    assert_eq!(splits, ["config.de"]);
    assert_eq!(
        both(apk!("hello-split-8")).map(|(name, _)| name),
        Err("INSTALL_FAILED_INVALID_APK: /data/app/vmdl1.tmp/b.apk version code 8 inconsistent with 7".to_owned())
    );
    assert_eq!(
        both(apk!("hello")).map(|(name, _)| name),
        Err("INSTALL_FAILED_INVALID_APK: Split null was defined multiple times".to_owned())
    );
    assert_eq!(
        judge(&[], &options, &BTreeMap::new()).map(|(name, _)| name),
        Err("INSTALL_FAILED_INVALID_APK: No packages staged".to_owned())
    );
    // A split alone extends the installed package if the session allows it.
    let packages = BTreeMap::from([base(apk!("hello")).unwrap()]);
    let inherit = InstallOptions { inherit: Some("com.example.hello".to_owned()), ..InstallOptions::default() };
    let joined = judge(&[("b.apk", apk!("hello-split"))], &inherit, &packages).unwrap().1;
    assert_eq!(joined.apk.unwrap().splits, ["config.de"]);
}

#[test]
fn a_record_survives_being_saved() {
    let (_, package) = base(apk!("hello")).unwrap();
    let saved = serde_json::to_string(&package).unwrap();
    assert_eq!(serde_json::from_str::<Package>(&saved).unwrap(), package);
}
