//! `jdwp`, `track-jdwp` and `track-app`: the debuggable processes. On a consumer build, these are the apps built as
//! debuggable, and none of the simulated apps is. The lists are therefore empty, and the tracking streams stay open
//! without changes.

use adb::{Result, Stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// `jdwp`: one pid per line, then the end.
pub(super) async fn list(stream: Stream) -> Result<()> {
    stream.accept();
    Ok(())
}

/// `track-jdwp`: a list prefixed by four digits of length, sent again whenever it changes.
pub(super) async fn track_jdwp(stream: Stream) -> Result<()> {
    track(stream, b"0000").await
}

/// `track-app`: the same as messages of `app_processes.proto`; a message without fields has no bytes.
pub(super) async fn track_app(stream: Stream) -> Result<()> {
    track(stream, b"0000").await
}

async fn track(mut stream: Stream, now: &[u8]) -> Result<()> {
    stream.write_all(now).await?;
    let mut nothing = [0; 16];
    while stream.read(&mut nothing).await? > 0 {}
    Ok(())
}
