//! `adb emu`: Debian's adb finds the console next to an emulator's adbd and sends the token, and its commands take
//! effect on the phone.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use sim::console::Console;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::matches;
use crate::rig::{Server, phone};

/// The arguments after `emu`, and adb's output.
const ORDERS: &[(&[&str], &str)] = &[
    (&["avd", "name"], "Pixel_8_API_34\r\nOK\r\n"),
    (&["sms", "send", "+15550100", "hello", "there"], "OK\r\n"),
    (&["geo", "fix", "13.4", "52.5"], "OK\r\n"),
    (&["power", "capacity", "7"], "OK\r\n"),
    (&["gsm", "call", "5550101"], "OK\r\n"),
    (&["gsm", "cancel", "5550199"], "KO: could not cancel this number\r\n"),
    (&["evil"], "KO: unknown command, try 'help'\r\n"),
];

/// Binds two consecutive ports, as an emulator has them.
async fn ports() -> (TcpListener, TcpListener) {
    for _ in 0..200 {
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        // The console has the even port.
        let port = free & !1;
        let both = (TcpListener::bind(("127.0.0.1", port)).await, TcpListener::bind(("127.0.0.1", port + 1)).await);
        if let (Ok(console), Ok(adbd)) = both {
            return (console, adbd);
        }
    }
    panic!("no two consecutive ports are free");
}

async fn adb(server: &Server, home: &std::path::Path, words: &[&str]) -> String {
    let command = tokio::process::Command::new("adb")
        .args(["-P", &server.port.to_string()])
        .args(words)
        .env("HOME", home)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(Duration::from_secs(30), command).await;
    let output = output.unwrap_or_else(|_| panic!("adb {words:?} hangs")).unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_adb_orders_at_the_console_is_seen_on_the_phone() {
    let Some(server) = Server::start().await else { return };
    let (console, adbd) = ports().await;
    let port = console.local_addr().unwrap().port();
    let phone = phone();
    let listening = Console::new(Arc::clone(&phone), "Pixel_8_API_34", "sesame").listen(console);
    let tasks = (tokio::spawn(listening), tokio::spawn(phone.listen(adbd)));
    // Registers with the server as an emulator does.
    let mut socket = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
    let hello = format!("host:emulator:{}", port + 1);
    socket.write_all(format!("{:04x}{hello}", hello.len()).as_bytes()).await.unwrap();
    // Depending on its version, the server answers nothing or OKAY, and closes.
    _ = socket.read_to_end(&mut Vec::new()).await;
    let home = std::env::temp_dir().join(format!("fingertip-emulator-{}", std::process::id()));
    std::fs::create_dir_all(&home).unwrap();
    std::fs::write(home.join(".emulator_console_auth_token"), "sesame").unwrap();
    let serial = format!("emulator-{port}");
    adb(&server, &home, &["-s", &serial, "wait-for-device"]).await;
    for (words, expected) in ORDERS {
        let words: Vec<&str> = ["-s", &serial, "emu"].into_iter().chain(words.iter().copied()).collect();
        let said = adb(&server, &home, &words).await;
        assert!(matches(&format!("*{expected}"), &said), "{words:?}: {said:?}");
    }
    let asked = "content query --uri content://sms/inbox --projection body --sort date | tail -1; \
                 dumpsys battery | grep level; dumpsys location | grep -o 52.5[0-9]*; \
                 dumpsys telephony.registry | grep mCallState";
    let seen = adb(&server, &home, &["-s", &serial, "shell", asked]).await;
    assert!(matches("*body=hello there\n  level: 7\n52.500000\n*mCallState=1\n", &seen), "{seen:?}");
    // The console ends with the emulator.
    adb(&server, &home, &["-s", &serial, "emu", "kill"]).await;
    let ended = tokio::time::timeout(Duration::from_secs(10), tasks.0).await;
    ended.expect("the console goes on").unwrap().unwrap();
    tasks.1.abort();
    std::fs::remove_dir_all(&home).unwrap();
}
