//! A phone on a pipe with installed packages, that runs commands in order.

use std::sync::Arc;

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// 14 November 2026, 10:00
const START: i64 = 1_794_650_400_000;

/// The bytes of one of the APKs made by `apks/make.sh`.
macro_rules! apk {
    ($name:literal) => {
        include_bytes!(concat!("../../../apk/tests/apks/", $name, ".apk")).as_slice()
    };
}
pub(crate) use apk;

pub(crate) async fn phone(profile: Profile) -> Client {
    let adbd = Adbd::new(sim::bare_phone(profile, START), Arc::new(|| START));
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    tokio::spawn(async move { adbd.serve(theirs).await });
    Client::over(ours, "sim", Options::default()).await.unwrap()
}

/// Installs a package like current versions of `adb install`.
pub(crate) async fn install(client: &Client, bytes: &[u8]) {
    let service = format!("abb_exec:package\0install\0-r\0-t\0-S\0{}", bytes.len());
    let mut stream = client.open(&service).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream.flush().await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert_eq!(answer, "Success\n");
}

/// A row: the command, its output on both streams, and its status.
pub(crate) type Row = (&'static str, &'static str, i32);

/// Runs the rows in order on one phone.
pub(crate) async fn check(client: &Client, rows: &[Row]) {
    for (command, wanted, status) in rows {
        let output = client.shell(command).await.unwrap();
        let text = format!("{}{}", output.text(), output.error_text());
        assert_eq!((text.as_str(), output.status), (*wanted, u8::try_from(*status).ok().map(Into::into)), "{command}");
    }
}
