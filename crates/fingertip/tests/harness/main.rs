//! Checks the harness itself: no test starts the binary with the phones that the machine's own adb server lists.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod binary;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The binary's variable, split so that this file does not contain it.
const NAME: &str = concat!("CARGO_BIN_EXE_", "fingertip");
/// Required in a file that starts the binary by itself.
const PORT: &str = ".env(\"ANDROID_ADB_SERVER_PORT\"";

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_that_starts_the_binary_gives_it_an_adb_server() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["tests", "benches"] {
        sources(&root.join(folder), &mut files);
    }
    let texts = files.iter().map(|file| (file, std::fs::read_to_string(file).unwrap()));
    let starting: Vec<_> = texts.filter(|(_, text)| text.contains(NAME)).collect();
    assert!(starting.iter().any(|(file, _)| file.ends_with("tests/harness/binary.rs")), "{starting:?}");
    for (file, text) in starting {
        let file = file.strip_prefix(root).unwrap().display();
        assert!(text.contains(PORT), "`{file}` starts the binary; use `tests/harness/binary.rs` for that");
    }
}

/// Starts an adb server that lists one phone; returns its port and how often it was asked.
fn with_a_phone() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (port, asked) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&asked);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            count.fetch_add(1, Ordering::SeqCst);
            let list = "PLUGGEDIN device model:Pixel_8\n";
            _ = BufReader::new(&stream).fill_buf().map(<[u8]>::len);
            _ = write!(stream, "OKAY{:04x}{list}", list.len());
        }
    });
    (port, asked)
}

fn serials(mut command: Command) -> Vec<String> {
    let data = tempfile::tempdir().unwrap();
    let output = command.args(["devices", "--json", "--data"]).arg(data.path()).output().unwrap();
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    rows.iter().map(|row| row["serial"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_binary_sees_the_phones_of_the_adb_server_that_a_test_brings() {
    let (port, asked) = with_a_phone();
    let mut command = binary::alone(binary::PATH);
    command.env("ANDROID_ADB_SERVER_ADDRESS", "127.0.0.1").env("ANDROID_ADB_SERVER_PORT", port.to_string());
    assert_eq!(serials(command), ["sim", "PLUGGEDIN"]);
    assert!(asked.load(Ordering::SeqCst) > 0);
}

/// The name of the test below, for the process that it starts.
const INSIDE: &str = "FINGERTIP_TEST_INSIDE";

#[test]
fn the_binary_sees_no_phone_of_an_adb_server_that_the_machine_names() {
    if std::env::var_os(INSIDE).is_some() {
        assert_eq!(serials(binary::alone(binary::PATH)), ["sim"]);
        return;
    }
    // In its own process, because the environment of this one belongs to all of its tests.
    let (port, asked) = with_a_phone();
    let name = "the_binary_sees_no_phone_of_an_adb_server_that_the_machine_names";
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name]).env(INSIDE, "1").env("ANDROID_ADB_SERVER_PORT", port.to_string());
    command.env("ADB_SERVER_SOCKET", format!("tcp:127.0.0.1:{port}")).env("ANDROID_SERIAL", "PLUGGEDIN");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}
