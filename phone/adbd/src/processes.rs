//! `jdwp`, `track-jdwp` and `track-app`: the processes that a debugger may enter. On a phone as people buy it these are
//! those of apps that were built to be debugged, and none of the apps here was: the lists are empty, and those that
//! track them stay open for changes that do not come.

use adb::{Result, Stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// `jdwp`: one number a line, then the end.
pub(super) async fn list(stream: Stream) -> Result<()> {
    stream.accept();
    Ok(())
}

/// `track-jdwp`: a list with four digits of length before it, and another whenever it changes.
pub(super) async fn track_jdwp(stream: Stream) -> Result<()> {
    track(stream, b"0000").await
}

/// `track-app`: the same as messages of `app_processes.proto`; one without fields has no bytes.
pub(super) async fn track_app(stream: Stream) -> Result<()> {
    track(stream, b"0000").await
}

async fn track(mut stream: Stream, now: &[u8]) -> Result<()> {
    stream.write_all(now).await?;
    let mut nothing = [0; 16];
    while stream.read(&mut nothing).await? > 0 {}
    Ok(())
}
