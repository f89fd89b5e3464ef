//! A phone on a pipe that runs commands in order.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;

/// 14 November 2026, 10:00
pub(crate) const START: i64 = 1_794_650_400_000;

pub(crate) fn phone(profile: Profile) -> Arc<Adbd> {
    Adbd::new(sim::bare_phone(profile, START), Arc::new(|| START))
}

/// A phone that follows the host's clock.
pub(crate) fn phone_in_time(profile: Profile) -> Arc<Adbd> {
    let now = || i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
    Adbd::new(sim::bare_phone(profile, now()), Arc::new(now))
}

pub(crate) async fn connect(adbd: &Arc<Adbd>) -> Client {
    connect_with(adbd, Options::default()).await.unwrap()
}

pub(crate) async fn connect_with(adbd: &Arc<Adbd>, options: Options) -> adb::Result<Client> {
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    let adbd = Arc::clone(adbd);
    tokio::spawn(async move { adbd.serve(theirs).await });
    Client::over(ours, "sim", options).await
}

/// Returns the output of a command on both streams, and its status.
pub(crate) async fn run(client: &Client, command: &str) -> (String, i32) {
    let output = client.shell(command).await.unwrap();
    let text = format!("{}{}", output.text(), output.error_text());
    (text, output.status.unwrap_or_default())
}

/// Returns the output of a command that must succeed.
pub(crate) async fn read(client: &Client, command: &str) -> String {
    let (text, status) = run(client, command).await;
    assert_eq!(status, 0, "{command}: {text}");
    text.trim_end().to_owned()
}

/// A developer phone whose adbd is root.
pub(crate) async fn rooted(profile: Profile) -> (Arc<Adbd>, Client) {
    let adbd = phone(profile);
    let client = connect(&adbd).await;
    assert_eq!(client.exec_service("root:").await, "restarting adbd as root\n");
    let client = connect(&adbd).await;
    (adbd, client)
}

/// A service that sends one reply.
pub(crate) trait ExecService {
    async fn exec_service(&self, service: &str) -> String;
}

impl ExecService for Client {
    async fn exec_service(&self, service: &str) -> String {
        use tokio::io::AsyncReadExt;
        let mut text = String::new();
        let mut stream = self.open(service).await.unwrap();
        stream.read_to_string(&mut text).await.unwrap();
        text
    }
}
