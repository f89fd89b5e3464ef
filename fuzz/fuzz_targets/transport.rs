//! Any bytes as what a peer sends, to both ends: an error or an end, never a panic or a hang.
#![no_main]

use std::sync::Arc;
use std::time::Duration;

use adb::daemon::{self, Services};
use adb::{Banner, Client, Options, Stream};
use libfuzzer_sys::fuzz_target;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

struct Nothing;

impl Services for Nothing {
    async fn open(&self, _service: &str, mut stream: Stream) -> adb::Result<()> {
        let mut all = Vec::new();
        stream.read_to_end(&mut all).await?;
        Ok(())
    }
}

fuzz_target!(|bytes: &[u8]| {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(async {
        // A host that sends anything to our phone's side.
        let (mut host, phone) = tokio::io::duplex(1 << 16);
        _ = host.write_all(bytes).await;
        drop(host);
        let banner = Banner::device("a", "b", "c", &["shell_v2"]);
        _ = daemon::serve(phone, &banner, Arc::new(Nothing)).await;
        // A phone that sends anything to our client.
        let (ours, mut theirs) = tokio::io::duplex(1 << 16);
        _ = theirs.write_all(bytes).await;
        drop(theirs);
        let options = Options { timeout: Duration::from_millis(50), ..Options::default() };
        if let Ok(client) = Client::over(ours, "fuzz", options).await {
            _ = client.shell("x").await;
        }
    });
});
