//! Publishes the elements on a phone's screen to watchers that want them. They are fetched when the picture changes,
//! outside the capture loop, because a phone may take seconds for it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use agent::Redactor;
use device::{DeviceError, Observer, Tree};

use super::{Live, Streams};
use crate::error::TaskError;

/// The shortest interval between two fetches. A scrolling list is read when it rests.
const EVERY: Duration = Duration::from_millis(250);
/// The longest interval: invisible properties may have changed too.
const SELDOM: Duration = Duration::from_secs(3);

/// Publishes the elements as long as they have watchers.
pub(super) async fn run(streams: Weak<Streams>, live: Arc<Live>) {
    loop {
        let Some(streams) = streams.upgrade() else { return };
        let clock = Arc::clone(&streams.clock);
        if live.elements.receiver_count() == 0 {
            return;
        }
        match look(&streams, &live.id).await {
            Ok(tree) => {
                live.elements.send_if_modified(|known| {
                    let changed = known.as_deref() != Some(&tree);
                    if changed {
                        *known = Some(Arc::new(tree));
                    }
                    changed
                });
            }
            // The capture loop reports the problem.
            Err(error) => tracing::debug!(device = live.id, %error, "couldn't fetch the elements"),
        }
        drop(streams);
        let (soon, late) = (clock.now() + EVERY, clock.now() + SELDOM);
        tokio::select! {
            () = clock.sleep_until(soon) => {}
            () = live.elements.closed() => return,
        }
        tokio::select! {
            () = live.redrawn.notified() => {}
            () = clock.sleep_until(late) => {}
            () = live.elements.closed() => return,
        }
    }
}

async fn look(streams: &Streams, id: &str) -> Result<Tree, TaskError> {
    let device = streams.phones.reach(Some(id)).await?;
    Ok(masked_tree(&*device, &streams.redactors.of(device.id())).await?)
}

/// Returns the elements on a phone's screen, with secrets masked.
pub(crate) async fn masked_tree(device: &dyn Observer, redactor: &Redactor) -> Result<Tree, DeviceError> {
    let (app, tree) = tokio::join!(device.current_app(), device.tree());
    Ok(redactor.tree(tree?, app.ok().flatten().as_ref()))
}
