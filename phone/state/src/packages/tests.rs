//! APKs made with Android's own tools (`tests/apks/make.sh`), read and judged; and the same, damaged in every way.

mod damage;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::app::Intent;
use crate::shared::Package;

/// The bytes of one of the made APKs.
macro_rules! apk {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/apks/", $name, ".apk")).as_slice()
    };
}
use apk;

const FOLDER: &str = "/data/app/vmdl1.tmp";

fn reader() -> Reader {
    Reader { locale: "en-US".to_owned(), density: 420, sdk: 34 }
}

/// Judges parts on a phone with these packages: the record, or what Android says.
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
    // What is asked for only on older Androids is not asked for here.
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
fn labels_are_in_the_phones_language() {
    for (locale, label) in [("en-US", "Hello"), ("de-DE", "Hallo"), ("fr-FR", "Hello")] {
        let reader = Reader { locale: locale.to_owned(), ..reader() };
        assert_eq!(reader.text(apk!("hello"), "string", "title").as_deref(), Some(label), "{locale}");
    }
    assert_eq!(reader().text(apk!("hello"), "string", "nothing"), None);
}

#[test]
fn icons_are_drawn_as_the_phone_needs_them() {
    // The picture for the denser screen; and for an adaptive one the foreground over its background.
    for (bytes, colour) in [(apk!("hello"), [0, 160, 0, 255]), (apk!("adaptive"), [240, 240, 0, 255])] {
        let (_, package) = base(bytes).unwrap();
        let icon = package.apk.unwrap().icon.unwrap();
        let pixels = icon.picture.pixels();
        assert_eq!((pixels.width, pixels.height), (96, 96));
        assert_eq!(pixels.rgba.as_chunks::<4>().0[48 * 96 + 48], colour);
    }
}

#[test]
fn long_version_codes_have_two_halves() {
    assert_eq!(base(apk!("adaptive")).unwrap().1.version_code, (2 << 32) + 1);
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
fn a_byte_that_changed_after_signing_is_found() {
    let place = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|part| part == what).unwrap();
    // The icon's data, which nothing but the signature looks at.
    let mut changed = apk!("hello").to_vec();
    let at = place(&changed, b"IDAT") + 9;
    changed[at] ^= 1;
    let said = base(&changed).unwrap_err();
    assert!(said.ends_with("using APK Signature Scheme v3: SHA-256 digest of contents did not verify"), "{said}");
    // The certificate in the block of the newest scheme, which comes after that of scheme 2.
    let mut forged = apk!("hello").to_vec();
    let at = forged.windows(5).rposition(|part| part == b"first").unwrap();
    forged[at] ^= 1;
    let said = base(&forged).unwrap_err();
    assert!(said.ends_with("using APK Signature Scheme v3: SHA256withRSA signature did not verify"), "{said}");
    // A jar's signature names each file.
    let mut jar = apk!("jar-signed").to_vec();
    let at = place(&jar, b"META-INF/MANIFEST.MF") + 40;
    jar[at] ^= 1;
    assert!(base(&jar).is_err());
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
    // `-d` counts for what may be debugged.
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
    // A split alone joins what is there, if the session says so.
    let packages = BTreeMap::from([base(apk!("hello")).unwrap()]);
    let inherit = InstallOptions { inherit: Some("com.example.hello".to_owned()), ..InstallOptions::default() };
    let joined = judge(&[("b.apk", apk!("hello-split"))], &inherit, &packages).unwrap().1;
    assert_eq!(joined.apk.unwrap().splits, ["config.de"]);
}

#[test]
fn filters_answer_what_they_name() {
    let (_, package) = base(apk!("hello")).unwrap();
    let apk = package.apk.unwrap();
    let open = apk.components.iter().find(|found| found.class.ends_with(".Open")).unwrap();
    let intent = |action: &str, data: &str| Intent {
        action: Some(action.to_owned()),
        data: Some(data.to_owned()).filter(|data| !data.is_empty()),
        ..Intent::default()
    };
    for (action, data, answers) in [
        ("android.intent.action.VIEW", "hello://world/x", true),
        ("android.intent.action.VIEW", "hello://moon", false),
        ("android.intent.action.VIEW", "https://world", false),
        ("android.intent.action.VIEW", "", false),
        ("android.intent.action.EDIT", "hello://world", false),
    ] {
        assert_eq!(open.answers(&intent(action, data)), answers, "{action} {data}");
    }
    assert_eq!(apk.launcher().map(|main| main.class.as_str()), Some("com.example.hello.Main"));
}

#[test]
fn a_record_survives_being_saved() {
    let (_, package) = base(apk!("hello")).unwrap();
    let saved = serde_json::to_string(&package).unwrap();
    assert_eq!(serde_json::from_str::<Package>(&saved).unwrap(), package);
}
