//! Tests with APKs made by Android's own tools (`tests/apks/make.sh`), intact and damaged.

mod damage;

use super::*;

/// The bytes of one of the test APKs.
macro_rules! apk {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/apks/", $name, ".apk")).as_slice()
    };
}
use apk;

fn reader() -> Reader {
    Reader { locale: "en-US".to_owned(), density: 420, sdk: 34 }
}

/// Reads an APK, or returns Android's error.
fn read(bytes: &[u8]) -> Result<Read, String> {
    reader().read(bytes, "/data/app/vmdl1.tmp/base.apk").map_err(|refusal| refusal.text())
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
    // The picture for the denser screen; for an adaptive icon, the foreground over its background.
    for (bytes, colour) in [(apk!("hello"), [0, 160, 0, 255]), (apk!("adaptive"), [240, 240, 0, 255])] {
        let icon = read(bytes).unwrap().icon.unwrap();
        let pixels = icon.picture.pixels();
        assert_eq!((pixels.width, pixels.height), (96, 96));
        assert_eq!(pixels.rgba.as_chunks::<4>().0[48 * 96 + 48], colour);
    }
}

#[test]
fn long_version_codes_have_two_halves() {
    assert_eq!(read(apk!("adaptive")).unwrap().manifest.version_code, (2 << 32) + 1);
}

#[test]
fn a_byte_that_changed_after_signing_is_found() {
    let place = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|part| part == what).unwrap();
    // The icon's data, which only the signature covers.
    let mut changed = apk!("hello").to_vec();
    let at = place(&changed, b"IDAT") + 9;
    changed[at] ^= 1;
    let said = read(&changed).unwrap_err();
    assert!(said.ends_with("using APK Signature Scheme v3: SHA-256 digest of contents did not verify"), "{said}");
    // The certificate in the block of the newest scheme, which comes after that of scheme 2.
    let mut forged = apk!("hello").to_vec();
    let at = forged.windows(5).rposition(|part| part == b"first").unwrap();
    forged[at] ^= 1;
    let said = read(&forged).unwrap_err();
    assert!(said.ends_with("using APK Signature Scheme v3: SHA256withRSA signature did not verify"), "{said}");
    // A jar signature names each file.
    let mut jar = apk!("jar-signed").to_vec();
    let at = place(&jar, b"META-INF/MANIFEST.MF") + 40;
    jar[at] ^= 1;
    assert!(read(&jar).is_err());
}

#[test]
fn filters_answer_what_they_name() {
    let apk = Apk { components: read(apk!("hello")).unwrap().manifest.components, ..Apk::default() };
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
