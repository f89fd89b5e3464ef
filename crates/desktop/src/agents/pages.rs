//! Counts open pages: pages can draw windows, and a shutdown waits for them.

use tokio::sync::watch;

/// The open pages.
#[derive(Debug, Default)]
pub struct Pages {
    open: watch::Sender<usize>,
}

impl Pages {
    /// Counts a page as open while the returned value lives.
    pub fn open(&self) -> OpenPage {
        self.open.send_modify(|count| *count += 1);
        OpenPage(self.open.clone())
    }

    /// Returns how many there are.
    pub fn count(&self) -> usize {
        *self.open.borrow()
    }

    /// Waits until all are closed.
    pub async fn all_closed(&self) {
        let mut open = self.open.subscribe();
        // We hold the sender, so this cannot fail.
        let _ = open.wait_for(|count| *count == 0).await;
    }
}

/// An open page.
#[derive(Debug)]
pub struct OpenPage(watch::Sender<usize>);

impl Drop for OpenPage {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count = count.saturating_sub(1));
    }
}
