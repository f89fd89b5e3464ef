//! Ctrl+C and SIGTERM for long-running commands: the first ends gracefully, the second at once.

use anyhow::Result;

/// Counts Ctrl+C and SIGTERM: two signals at once are two.
#[derive(Clone)]
pub(crate) struct Signals {
    counted: tokio::sync::watch::Receiver<u32>,
    heard: u32,
}

impl Signals {
    /// Starts listening.
    pub(crate) fn new() -> Result<Self> {
        let (count, counted) = tokio::sync::watch::channel(0);
        // Both are registered at once: until then a signal kills the process, whatever locks it holds.
        #[cfg(unix)]
        let (mut interrupt, mut end) = {
            use tokio::signal::unix::{SignalKind, signal};
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
        };
        tokio::spawn(async move {
            loop {
                #[cfg(unix)]
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = end.recv() => {}
                }
                #[cfg(not(unix))]
                let _ = tokio::signal::ctrl_c().await;
                count.send_modify(|count| *count += 1);
            }
        });
        Ok(Self { counted, heard: 0 })
    }

    /// Waits for the next signal.
    pub(crate) async fn next(&mut self) {
        let heard = self.heard;
        // The sender lives as long as the process.
        let _ = self.counted.wait_for(|count| *count > heard).await;
        self.heard += 1;
    }
}
