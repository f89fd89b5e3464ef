//! How many pages are open: who could draw a window, and whom an end has to wait for.

use tokio::sync::watch;

/// The pages that are open.
#[derive(Debug, Default)]
pub struct Pages {
    open: watch::Sender<usize>,
}

impl Pages {
    /// Counts a page for as long as what it returns lives.
    pub fn open(&self) -> OpenPage {
        self.open.send_modify(|count| *count += 1);
        OpenPage(self.open.clone())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        *self.open.borrow()
    }

    /// Waits until there is none.
    pub async fn all_closed(&self) {
        let mut open = self.open.subscribe();
        // The sender is this very value: it cannot be gone.
        let _ = open.wait_for(|count| *count == 0).await;
    }
}

/// A page that is open.
#[derive(Debug)]
pub struct OpenPage(watch::Sender<usize>);

impl Drop for OpenPage {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count = count.saturating_sub(1));
    }
}
