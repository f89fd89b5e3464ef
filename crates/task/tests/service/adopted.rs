//! Tasks whose journal is acknowledged remotely, like a fleet's.

use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use task::agent::record::Folder;
use task::agent::{EndReason, Journal, JournalEntry};
use task::{Adopted, State, Taker};
use tokio::sync::mpsc;

use crate::rig::{rig, spec};

/// Longer than an acknowledgement takes on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A journal that blocks until a task of the runtime has acknowledged the entry.
struct Acknowledged {
    folder: Folder,
    entries: mpsc::UnboundedSender<SyncSender<()>>,
}

impl Journal for Acknowledged {
    fn write(&mut self, entry: &JournalEntry) -> io::Result<()> {
        let (sender, acknowledged) = sync_channel(1);
        self.entries.send(sender).map_err(io::Error::other)?;
        acknowledged.recv_timeout(PATIENCE).map_err(io::Error::other)?;
        self.folder.write(entry)
    }
}

/// A single thread runs everything: a call that blocks it blocks the acknowledgement too.
#[tokio::test(flavor = "current_thread")]
async fn cancelling_a_task_that_waits_for_its_phone_blocks_nobody() {
    let rig = rig().await;
    rig.service.take(Some("one"), &Taker::Person).await.unwrap();
    let (entries, mut received) = mpsc::unbounded_channel::<SyncSender<()>>();
    tokio::spawn(async move {
        while let Some(entry) = received.recv().await {
            entry.send(()).unwrap();
        }
    });
    let id = "20260729T141502123Z-4k9dz2m7".to_owned();
    let recorder = Box::new(|folder| Box::new(Acknowledged { folder, entries }) as Box<dyn Journal>);
    rig.service.adopt(Adopted { id: id.clone(), spec: spec("done"), entries: Vec::new(), recorder }).await.unwrap();
    assert_eq!(rig.service.show(&id).await.unwrap().state, State::Queued);
    rig.service.cancel(&id).unwrap();
    assert_eq!(rig.end(&id).await.reason, EndReason::Cancel);
    // The journal has the end too.
    let view = rig.service.show(&id).await.unwrap();
    assert_eq!((view.state, view.reason), (State::Interrupted, Some(EndReason::Cancel)));
}
