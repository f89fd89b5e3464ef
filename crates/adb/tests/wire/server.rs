//! Debian's adb: our client goes through its server to the tiny phone, and its command line drives the same phone.
//! Without an `adb` on this computer the tests are skipped and say so.

use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use adb::auth::{Demand, Keys};
use adb::host::Server;
use adb::{Client, Error};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use crate::absent;
use crate::phone::{FEATURES, Phone, asking, listening, options};
use crate::routes;

/// A private adb server on a free port, with its own home. It ends when dropped.
struct Private {
    port: u16,
    home: TempDir,
    _process: Child,
}

async fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

fn adb(home: &Path, port: u16) -> Command {
    let mut command = Command::new("adb");
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    // Isolated from this computer: no keys, no USB, no phones that announce themselves, no default port.
    command.env("HOME", home).env("ADB_MDNS_AUTO_CONNECT", "0").env("ADB_LOCAL_TRANSPORT_MAX_PORT", "0");
    command.env("ADB_USB", "0");
    command.arg("-P").arg(port.to_string()).stdin(Stdio::null()).kill_on_drop(true);
    command
}

impl Private {
    /// Returns `None` without an `adb`.
    async fn start() -> Option<Self> {
        let (port, home) = (free_port().await, tempfile::tempdir().unwrap());
        let mut command = adb(home.path(), port);
        let spawned = command.args(["nodaemon", "server"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let Ok(process) = spawned else {
            absent::skipped("adb");
            return None;
        };
        let listening = async {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), listening).await.unwrap();
        Some(Self { port, home, _process: process })
    }

    fn server(&self) -> Server {
        Server::at("127.0.0.1", self.port)
    }

    /// Runs `adb` with these words.
    async fn run(&self, words: &[&str]) -> Output {
        let running = adb(self.home.path(), self.port).args(words).output();
        tokio::time::timeout(Duration::from_secs(20), running).await.unwrap().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn our_client_goes_through_the_real_server() {
    let Some(private) = Private::start().await else { return };
    let server = private.server();
    assert!(server.version().await.unwrap() >= 39);
    assert!(matches!(server.choose(None).await, Err(Error::NoDevice(_))));

    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let address = listening(&phone, &mut tasks).await;
    let mut tracker = server.track().await.unwrap();
    assert_eq!(tracker.next().await.unwrap(), []);
    assert!(server.connect(&address).await.unwrap().starts_with("connected to"));
    assert!(server.connect(&address).await.unwrap().starts_with("already connected to"));
    server.wait_for(&address, "device", Duration::from_secs(10)).await.unwrap();
    let tracked = async {
        while !tracker.next().await.unwrap().iter().any(|device| device.is_ready() && device.serial == address) {}
    };
    tokio::time::timeout(Duration::from_secs(10), tracked).await.unwrap();
    let device = server.choose(None).await.unwrap();
    assert_eq!((device.serial.as_str(), device.model.as_deref()), (address.as_str(), Some("Tiny_1")));

    let client = Client::through(&server, None, options()).await.unwrap();
    assert_eq!(client.features(), FEATURES);
    routes::check(&client, &phone).await;
    assert_eq!(server.forwards().await.unwrap(), []);

    // A second phone: the client must choose one.
    let second = listening(&phone, &mut tasks).await;
    server.connect(&second).await.unwrap();
    server.wait_for(&second, "device", Duration::from_secs(10)).await.unwrap();
    match Client::through(&server, None, options()).await {
        Err(Error::SeveralDevices(devices)) => assert_eq!(devices.len(), 2),
        other => panic!("{other:?}"),
    }
    Client::through(&server, Some(&second), options()).await.unwrap();
    let missing = Client::through(&server, Some("nosuch"), options()).await.unwrap_err();
    assert!(matches!(&missing, Error::NoDevice(text) if text.contains("`nosuch`")), "{missing}");
    let missing = server.open("nosuch", "shell:x").await.unwrap_err();
    assert!(matches!(&missing, Error::NoDevice(text) if text.contains("'nosuch' not found")), "{missing}");
    let refused = server.connect(&format!("127.0.0.1:{}", free_port().await)).await.unwrap_err();
    assert!(matches!(&refused, Error::Refused(text) if text.contains("onnect")), "{refused}");

    // Unplugged during a command.
    let (shell, exec) = (client.clone(), client.clone());
    let mut running = JoinSet::new();
    running.spawn(async move { shell.shell("hang").await.map(|_| ()) });
    running.spawn(async move { exec.exec("hang").await.map(|_| ()) });
    let hanging = async {
        while phone.opened.lock().unwrap().iter().filter(|service| service.ends_with(":hang")).count() < 3 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), hanging).await.unwrap();
    tasks.abort_all();
    while let Some(result) = running.join_next().await {
        let error = result.unwrap().unwrap_err();
        assert!(matches!(error, Error::Disconnected(_)), "{error:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_real_command_line_drives_our_phone() {
    let Some(private) = Private::start().await else { return };
    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let address = listening(&phone, &mut tasks).await;
    let said = private.run(&["connect", &address]).await;
    assert!(String::from_utf8_lossy(&said.stdout).starts_with("connected to"), "{said:?}");
    private.run(&["wait-for-device"]).await;

    let local = private.home.path().join("local.bin");
    let back = private.home.path().join("back.bin");
    let data: Vec<u8> = (0..300_000_u32).map(|number| (number / 7) as u8).collect();
    std::fs::write(&local, &data).unwrap();
    let (local, back) = (local.to_str().unwrap(), back.to_str().unwrap());
    let rows: [(&[&str], i32, &str, &str); 9] = [
        (&["shell", "echo", "a", "b"], 0, "a b\n", ""),
        (&["shell", "fail oh"], 3, "before\n", "oh\n"),
        (&["shell", "nosuch"], 127, "", "/system/bin/sh: nosuch: not found\n"),
        (&["exec-out", "echo", "raw"], 0, "raw\n", ""),
        (&["push", local, "/sdcard/p.bin"], 0, "1 file pushed", ""),
        (&["pull", "/sdcard/p.bin", back], 0, "1 file pulled", ""),
        (&["push", local, "/system/p.bin"], 1, "", "Read-only file system"),
        (&["pull", "/nope", back], 1, "", "'/nope'"),
        (&["ls", "/sdcard"], 0, "p.bin", ""),
    ];
    for (words, status, stdout, stderr) in rows {
        let output = private.run(words).await;
        let (printed, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "{words:?} {printed} {complained}");
        // `pull` and `push` report on stdout or stderr, depending on the version.
        assert!(format!("{printed}{complained}").contains(stdout), "{words:?} {printed} {complained}");
        assert!(format!("{complained}{printed}").contains(stderr), "{words:?} {printed} {complained}");
    }
    assert_eq!(phone.files.lock().unwrap()["/sdcard/p.bin"].2, data);
    assert_eq!(std::fs::read(back).unwrap(), data);
}

/// The real host's proof is understood: its signature by a known key, its public key by a phone that asks.
#[tokio::test(flavor = "multi_thread")]
async fn the_real_host_proves_its_key() {
    let Some(private) = Private::start().await else { return };
    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let mut demand = Demand { known: Vec::new(), consent: true };
    for _ in 0..2 {
        let address = asking(&phone, Some(demand), &mut tasks).await;
        private.run(&["connect", &address]).await;
        private.server().wait_for(&address, "device", Duration::from_secs(10)).await.unwrap();
        let client = Client::through(&private.server(), Some(&address), options()).await.unwrap();
        assert_eq!(client.shell("echo trusted").await.unwrap().text(), "trusted\n");
        // The server has sent its key, so it exists: from here on it is known.
        let public = Keys::in_places(Some(private.home.path()), None).unwrap().public_key("adb").unwrap();
        demand = Demand { known: vec![public], consent: false };
    }
    let address = asking(&phone, Some(Demand::default()), &mut tasks).await;
    private.run(&["connect", &address]).await;
    // The output of `connect` depends on the progress of the proof. No command is ever carried out.
    let carried_out = match Client::through(&private.server(), Some(&address), options()).await {
        Ok(client) => client.shell("echo trusted").await.is_ok(),
        Err(_) => false,
    };
    assert!(!carried_out);
}

/// The server is started when none runs.
#[tokio::test(flavor = "multi_thread")]
async fn a_missing_server_is_started_or_explained() {
    let server = Server::at("127.0.0.1", free_port().await);
    let elsewhere = Server::at("127.0.0.2", free_port().await).version().await.unwrap_err();
    assert!(elsewhere.to_string().contains("no adb server at 127.0.0.2"), "{elsewhere}");
    match server.version().await {
        Ok(version) => {
            assert!(version >= 39);
            server.kill().await.unwrap();
        }
        Err(error) => assert!(error.to_string().contains("no `adb` to start it"), "{error}"),
    }
}
