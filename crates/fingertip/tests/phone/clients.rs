//! Third-party clients: Debian's adb, and four from PyPI.

use std::process::{Output, Stdio};

use sim::profile::Profile;

use crate::absent;
use crate::rig::{PrivateServer, Rig, private_server, rig};

async fn run(program: &str, arguments: &[&str]) -> Output {
    let command =
        tokio::process::Command::new(program).args(arguments).stdin(Stdio::null()).kill_on_drop(true).output();
    let limit = std::time::Duration::from_secs(120);
    tokio::time::timeout(limit, command).await.unwrap_or_else(|_| panic!("{program} {arguments:?} hangs")).unwrap()
}

/// Runs Debian's adb and returns its output and exit code.
async fn adb(server: &PrivateServer, phone: &Rig, arguments: &[&str]) -> (String, i32) {
    let port = server.port.to_string();
    let mut all = vec!["-P", &port, "-s", &phone.address];
    all.extend(arguments);
    let output = run("adb", &all).await;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

#[tokio::test(flavor = "multi_thread")]
async fn debians_adb_drives_the_phone() {
    let Some(server) = private_server().await else { return };
    let phone = rig(Profile::default()).await;
    server.connect(&phone).await;
    assert_eq!(adb(&server, &phone, &["shell", "echo a  'b  c'; exit 7"]).await, ("a b  c\n".to_owned(), 7));
    assert_eq!(adb(&server, &phone, &["shell", "nope"]).await.1, 127);
    let folder = std::env::temp_dir().join(format!("fingertip-clients-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (there, back) = (folder.join("there"), folder.join("back"));
    std::fs::write(&there, vec![7; 300_000]).unwrap();
    assert_eq!(adb(&server, &phone, &["push", there.to_str().unwrap(), "/sdcard/x.bin"]).await.1, 0);
    assert_eq!(adb(&server, &phone, &["pull", "/sdcard/x.bin", back.to_str().unwrap()]).await.1, 0);
    assert_eq!(std::fs::read(&back).unwrap(), vec![7; 300_000]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(adb(&server, &phone, &["pull", "/nope", "/dev/null"]).await.1, 1);
    assert!(adb(&server, &phone, &["exec-out", "screencap", "-p"]).await.0.contains("PNG"));
    assert!(adb(&server, &phone, &["shell", "uiautomator dump /dev/tty"]).await.0.contains("<hierarchy"));
    adb(&server, &phone, &["shell", "monkey -p com.android.settings -c android.intent.category.LAUNCHER 1"]).await;
    assert!(
        adb(&server, &phone, &["shell", "dumpsys window | grep mCurrentFocus"])
            .await
            .0
            .contains("com.android.settings")
    );
    assert!(adb(&server, &phone, &["devices", "-l"]).await.0.contains("model:Pixel_8"));
    assert!(adb(&server, &phone, &["logcat", "-d"]).await.0.contains("ActivityTaskManager"));
    assert!(adb(&server, &phone, &["root"]).await.0.contains("adbd cannot run as root in production builds"));
}

/// The clients' own scripts, in the environment that `cargo xtask setup` creates and `cargo xtask test` names in
/// `FINGERTIP_CLIENTS_PYTHON`.
#[tokio::test(flavor = "multi_thread")]
async fn clients_from_pypi_drive_the_phone() {
    let Some(server) = private_server().await else { return };
    let Ok(python) = std::env::var("FINGERTIP_CLIENTS_PYTHON") else {
        absent::skipped("Python with the clients");
        return;
    };
    for client in ["adbutils", "uiautomator2", "ppadb", "adb_shell"] {
        let phone = rig(Profile::default()).await;
        server.connect(&phone).await;
        let script = format!("{}/tests/clients/with_{client}.py", env!("CARGO_MANIFEST_DIR"));
        let port = server.port.to_string();
        let straight = phone.address.rsplit(':').next().unwrap().to_owned();
        let arguments: Vec<&str> = match client {
            "adb_shell" => vec![&script, &straight],
            _ => vec![&script, &port, &phone.address],
        };
        let output = run(&python, &arguments).await;
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains(": ok"), "{client}: {said}");
    }
}
