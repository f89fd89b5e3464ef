//! Installs packages over the wire in all the forms that clients use, and checks what the phone then reports.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const START: i64 = 1_794_650_400_000;

/// The bytes of one of the APKs made by `apks/make.sh`.
macro_rules! apk {
    ($name:literal) => {
        include_bytes!(concat!("../../apk/tests/apks/", $name, ".apk")).as_slice()
    };
}

async fn phone() -> Client {
    let adbd = Adbd::new(sim::bare_phone(Profile::default(), START), Arc::new(|| START));
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    tokio::spawn(async move { adbd.serve(theirs).await });
    Client::over(ours, "sim", Options::default()).await.unwrap()
}

/// Opens a service, sends bytes, and reads the reply until it closes.
async fn stream(client: &Client, service: &str, bytes: &[u8]) -> String {
    let mut stream = client.open(service).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream.flush().await.unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).await.unwrap();
    said
}

async fn said(client: &Client, command: &str) -> String {
    client.shell(command).await.unwrap().text().to_string()
}

async fn push(client: &Client, path: &str, bytes: &[u8]) {
    client.sync().await.unwrap().push(path, 0o644, 0, bytes).await.unwrap();
}

/// Installs like current versions of `adb install`.
async fn install(client: &Client, bytes: &[u8]) -> String {
    stream(client, &format!("abb_exec:package\0install\0-r\0-t\0-S\0{}", bytes.len()), bytes).await
}

#[tokio::test]
async fn an_apk_is_installed_in_every_way_that_clients_have() {
    let client = phone().await;
    let hello = apk!("hello");
    assert_eq!(install(&client, hello).await, "Success\n");
    let by_cmd = format!("exec:cmd package 'install' '-r' -S {}", hello.len());
    assert_eq!(stream(&client, &by_cmd, hello).await, "Success\n");
    push(&client, "/data/local/tmp/hello.apk", hello).await;
    assert_eq!(said(&client, "pm install -r -t /data/local/tmp/hello.apk").await, "Success\n");
    // `adb install-multiple`
    let split = apk!("hello-split");
    let total = hello.len() + split.len();
    let created = stream(&client, &format!("abb_exec:package\0install-create\0-S\0{total}"), b"").await;
    let id = created.strip_prefix("Success: created install session [").unwrap().trim_end_matches("]\n").to_owned();
    for (name, bytes) in [("base.apk", hello), ("split.apk", split)] {
        let write = format!("abb_exec:package\0install-write\0-S\0{}\0{id}\0{name}\0-", bytes.len());
        assert_eq!(stream(&client, &write, bytes).await, format!("Success: streamed {} bytes\n", bytes.len()));
    }
    assert_eq!(stream(&client, &format!("abb_exec:package\0install-commit\0{id}"), b"").await, "Success\n");
    let paths = said(&client, "pm path com.example.hello").await;
    let paths: Vec<&str> = paths.lines().map(|line| line.strip_prefix("package:").unwrap()).collect();
    assert!(paths[0].ends_with("/base.apk") && paths[1].ends_with("/split_config.de.apk"), "{paths:?}");
    let sums = said(&client, &format!("wc -c {}", paths[0])).await;
    assert!(sums.starts_with(&hello.len().to_string()), "{sums}");
    assert!(!said(&client, "ls /data/app").await.contains("vmdl"));
}

#[tokio::test]
async fn junk_is_refused_as_on_a_phone() {
    let client = phone().await;
    let refused = install(&client, b"not an apk").await;
    assert!(refused.starts_with("Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl"), "{refused}");
    assert!(
        refused.ends_with("base.apk]\n") && refused.contains(".tmp/base.apk: Failed to load asset path /data/app/vmdl")
    );
    push(&client, "/data/local/tmp/junk.apk", b"junk").await;
    let refused = client.shell("pm install /data/local/tmp/junk.apk").await.unwrap();
    assert!(
        refused.error_text().contains("Error: Failed to parse APK file: /data/local/tmp/junk.apk: Failed to parse")
    );
    assert!(!said(&client, "pm list packages").await.contains("example"));
}

#[tokio::test]
async fn what_is_installed_is_listed_dumped_shown_and_started() {
    let client = phone().await;
    let package = "com.example.hello";
    assert!(said(&client, &format!("monkey -p {package} 1")).await.contains("monkey aborted"));
    install(&client, apk!("hello")).await;
    for (command, answer) in [
        ("pm list packages -3 example", "package:com.example.hello\n"),
        ("pm list packages -s example", ""),
        ("pm list packages --show-versioncode example", "package:com.example.hello versionCode:7\n"),
        ("cmd package resolve-activity --brief com.example.hello | tail -n 1", "com.example.hello/.Main\n"),
        ("cmd package query-services --brief -n com.example.hello/.Work | tail -n 1", "    com.example.hello/.Work\n"),
        ("cmd package query-receivers --components -a com.example.HEAR", "com.example.hello/.Heard\n"),
        (
            "cmd package query-activities --components -a android.intent.action.VIEW -d hello://world",
            "com.example.hello/.Open\n",
        ),
        ("cmd overlay lookup com.example.hello com.example.hello:string/app_name", "Hello\n"),
        ("pm grant com.example.hello android.permission.CAMERA; echo $?", "0\n"),
        ("pm grant com.example.hello android.permission.WRITE_SECURE_SETTINGS; echo $?", "0\n"),
        ("appops get com.example.hello CAMERA", "CAMERA: allow\n"),
        (
            "appops set com.example.hello SYSTEM_ALERT_WINDOW allow; appops get com.example.hello SYSTEM_ALERT_WINDOW",
            "SYSTEM_ALERT_WINDOW: allow\n",
        ),
        ("appops query-op SYSTEM_ALERT_WINDOW", "com.example.hello\n"),
        ("am startservice -n com.example.hello/.Work", "Starting service: Intent { cmp=com.example.hello/.Work }\n"),
    ] {
        assert_eq!(said(&client, command).await, answer, "{command}");
    }
    for (command, part) in [
        ("pm grant com.example.hello android.permission.INTERNET", "is not a changeable permission type"),
        (
            "pm grant com.example.hello android.permission.SEND_SMS",
            "Package com.example.hello has not requested permission",
        ),
        ("am start -n com.example.hello/com.example.other.Private", "not exported from uid"),
        ("am start -n com.example.hello/.Nope", "does not exist."),
        (
            "am instrument -w com.example.hello/.Nope",
            "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{com.example.hello/com.example.hello.Nope}",
        ),
    ] {
        let output = client.shell(command).await.unwrap();
        let all = output.text().to_string() + &String::from_utf8_lossy(&output.stderr);
        assert!(all.contains(part), "{command}: {all}");
    }
    let dump = said(&client, &format!("dumpsys package {package}")).await;
    for line in [
        "    versionCode=7 minSdk=24 targetSdk=34",
        "    versionName=1.7",
        "    splits=[base]",
        "    apkSigningVersion=3",
        "      android.permission.INTERNET: granted=true",
        "      android.permission.WRITE_SECURE_SETTINGS: granted=true",
        "        android.permission.CAMERA: granted=true, flags=[ USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED]",
        "      com.example.HEAR:",
        "  [com.example.hello.rows]:",
    ] {
        assert!(dump.lines().any(|found| found == line), "{line}\n{dump}");
    }
    // The launcher lists it, found by its label, with its own icon.
    said(&client, "input swipe 540 2000 540 400 200; input text Hello").await;
    let found = said(&client, "uiautomator dump /dev/tty").await;
    assert!(found.contains("content-desc=\"Hello\""), "{found}");
    said(&client, &format!("monkey -p {package} 1")).await;
    let tree = said(&client, "uiautomator dump /dev/tty").await;
    assert!(tree.contains("Hello is installed and cannot run here"), "{tree}");
    assert!(said(&client, "dumpsys window").await.contains("com.example.hello/com.example.hello.Main"));
    assert!(said(&client, "ps -A -o NAME").await.contains(package));
    said(&client, "am start -W -a android.intent.action.VIEW -d hello://world/x").await;
    assert!(said(&client, "dumpsys activity activities").await.contains("com.example.hello/.Open"));
    // Its service runs until it or its process is stopped.
    let work = "ServiceRecord\\{[0-9a-f]* u0 com.example.hello/.Work}";
    for (command, count) in [
        ("am startservice -n com.example.hello/.Work >&2", "1\n"),
        ("am force-stop com.example.hello", "0\n"),
        ("am start-foreground-service -n com.example.hello/.Work >&2", "1\n"),
        ("am stopservice -n com.example.hello/.Work >&2 2>&1", "0\n"),
    ] {
        let counted = format!("{command}; dumpsys activity services {package} | grep -cE '{work}'");
        assert_eq!(said(&client, &counted).await, count, "{command}");
    }
    let keyboard = said(&client, "dumpsys activity services | grep -A4 LatinIME").await;
    assert!(keyboard.contains("app=ProcessRecord{"), "{keyboard}");
    assert_eq!(said(&client, &format!("pm uninstall {package}")).await, "Success\n");
    assert_eq!(said(&client, &format!("pm list packages {package}; ls /data/app")).await, "");
}

#[tokio::test]
async fn what_came_with_the_phone_is_removed_for_its_user_and_brought_back() {
    let client = phone().await;
    let chrome = "com.android.chrome";
    assert_eq!(said(&client, &format!("pm uninstall {chrome}")).await, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
    assert_eq!(said(&client, &format!("pm uninstall --user 0 {chrome}")).await, "Success\n");
    assert_eq!(said(&client, &format!("pm list packages {chrome}")).await, "");
    assert_eq!(said(&client, &format!("pm list packages -u {chrome}")).await, "package:com.android.chrome\n");
    let back = said(&client, &format!("cmd package install-existing {chrome}")).await;
    assert_eq!(back, "Package com.android.chrome installed for user: 0\n");
    assert!(said(&client, "monkey -p com.android.chrome 1").await.contains("Events injected: 1"));
    let third = said(&client, "pm list packages -3").await;
    let named: Vec<&str> = third.lines().filter_map(|line| line.strip_prefix("package:")).collect();
    let wanted = ["com.android.adbkeyboard", "com.google.android.keep", "com.spotify.music", "com.whatsapp"];
    assert_eq!(named, [wanted.as_slice(), &["net.gsantner.markor"]].concat());
    for system in ["android", "com.android.systemui", "com.google.android.gms", "com.android.providers.contacts"] {
        assert_eq!(
            said(&client, &format!("pm list packages -s {system} | grep -x package:{system}")).await,
            format!("package:{system}\n")
        );
    }
    assert_eq!(said(&client, "pm clear com.android.providers.contacts").await, "Success\n");
    assert_eq!(
        said(&client, "content query --uri content://contacts/phones/ --projection display_name").await,
        "No result found.\n"
    );
}

#[tokio::test]
async fn helpers_work_once_they_are_installed() {
    let client = phone().await;
    let silent = "Broadcast completed: result=0\n";
    assert!(said(&client, "am broadcast -a clipper.set -e text hi").await.ends_with(silent));
    assert!(
        said(&client, "content query --uri content://com.mobilerun.portal/ping 2>&1")
            .await
            .contains("Could not find provider")
    );
    for helper in [apk!("clipper"), apk!("portal"), apk!("settings"), apk!("keyboard")] {
        assert_eq!(install(&client, helper).await, "Success\n");
    }
    assert!(said(&client, "am broadcast -a clipper.set -e text hi").await.contains("result=-1"));
    assert!(said(&client, "am broadcast -a clipper.get").await.ends_with("result=-1, data=\"hi\"\n"));
    let get = "am broadcast -a io.appium.settings.clipboard.get -n io.appium.settings/.receivers.ClipboardReceiver";
    assert!(said(&client, get).await.ends_with("result=-1, data=\"aGk=\"\n"));
    let keyboards = said(&client, "ime list -s -a").await;
    for id in ["com.android.adbkeyboard/.AdbIME", "com.mobilerun.portal/.input.MobilerunKeyboardIME"] {
        assert!(keyboards.lines().any(|line| line == id), "{keyboards}");
    }
    // Removing the selected keyboard brings back the default one.
    let chosen = "ime enable com.mobilerun.portal/.input.MobilerunKeyboardIME; ime set \
                  com.mobilerun.portal/.input.MobilerunKeyboardIME; pm uninstall com.mobilerun.portal; settings get \
                  secure default_input_method; ime list -s";
    let latin = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME\n";
    let said_of_it = said(&client, chosen).await;
    assert!(said_of_it.ends_with(&format!("Success\n{latin}{latin}")), "{said_of_it}");
    assert_eq!(install(&client, apk!("portal")).await, "Success\n");
    // An instrumentation without a known protocol crashes.
    assert_eq!(install(&client, apk!("hello")).await, "Success\n");
    assert_eq!(install(&client, apk!("for-tests")).await, "Success\n");
    let runner = "com.example.hello.test/androidx.test.runner.AndroidJUnitRunner";
    let listed = said(&client, "pm list instrumentation").await;
    assert_eq!(listed, format!("instrumentation:{runner} (target=com.example.hello)\n"));
    let crashed = "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n";
    assert_eq!(said(&client, &format!("am instrument -w {runner}")).await, crashed);
    assert_eq!(install(&client, apk!("snapshot")).await, "Success\n");
    let snapshot =
        "am instrument -w -e maxNodes 5000 com.callstack.agentdevice.snapshothelper/.SnapshotInstrumentation";
    let snapshot = said(&client, snapshot).await;
    assert!(snapshot.contains("INSTRUMENTATION_STATUS: payloadBase64=PD94bWwg"), "{snapshot}");
    assert!(snapshot.contains("INSTRUMENTATION_RESULT: ok=true\n"), "{snapshot}");
    // Portal needs its accessibility service.
    let ping = "content query --uri content://com.mobilerun.portal/ping";
    assert_eq!(
        said(&client, ping).await,
        "Row: 0 result={\"error\":\"Accessibility service not available\",\"status\":\"error\"}\n"
    );
    let service = "com.mobilerun.portal/com.mobilerun.portal.service.MobilerunAccessibilityService";
    said(
        &client,
        &format!(
            "settings put secure enabled_accessibility_services {service}; settings put secure accessibility_enabled 1"
        ),
    )
    .await;
    assert_eq!(said(&client, ping).await, "Row: 0 result={\"result\":\"pong\",\"status\":\"success\"}\n");
    said(&client, "am start -n com.android.settings/.Settings").await;
    let state = said(&client, "content query --uri content://com.mobilerun.portal/state_full").await;
    let state: serde_json::Value = serde_json::from_str(state.strip_prefix("Row: 0 result=").unwrap()).unwrap();
    assert_eq!(state["phone_state"]["packageName"], "com.android.settings");
    assert_eq!(state["device_context"]["screen_bounds"]["width"], 1080);
    assert_eq!(state["a11y_tree"]["packageName"], "com.android.settings");
    assert!(state["a11y_tree"].to_string().contains("\"text\":\"Network"), "{state}");
}
