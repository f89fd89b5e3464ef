//! A link to the server that can be cut, and that can be slow: high latency and low bandwidth, in both directions.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::server::Nats;

/// The condition of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CableCondition {
    /// As on one machine.
    Whole,
    /// Bytes in flight are lost, and nothing more gets through.
    Cut,
    /// Everything arrives, but later, and at a limited rate.
    Slow {
        /// The latency in each direction.
        late: Duration,
        /// Bytes per second.
        rate: u32,
    },
}

/// A link to a server.
pub(crate) struct Cable {
    address: SocketAddr,
    condition: watch::Sender<CableCondition>,
}

impl Cable {
    pub(crate) async fn to(nats: &Nats) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (condition, state) = watch::channel(CableCondition::Whole);
        let port = nats.port();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let mut state = state.clone();
                tokio::spawn(async move {
                    // A client that connects while it is cut hears nothing, as on a real cable.
                    let _ = state.wait_for(|condition| *condition != CableCondition::Cut).await;
                    let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
                    let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
                    tokio::select! {
                        _ = carry(from_near, to_far, state.clone()) => {}
                        _ = carry(from_far, to_near, state.clone()) => {}
                        _ = state.wait_for(|condition| *condition == CableCondition::Cut) => {}
                    }
                });
            }
        });
        Self { address, condition }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    pub(crate) fn set(&self, condition: CableCondition) {
        self.condition.send_replace(condition);
    }
}

/// Carries bytes in one direction, in order. Bytes in flight are bounded, and a sender of more waits.
async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    condition: watch::Receiver<CableCondition>,
) -> io::Result<()> {
    let (sender, mut on_its_way) = mpsc::channel::<(Instant, Vec<u8>)>(256);
    let slow = |condition: CableCondition| match condition {
        CableCondition::Slow { late, rate } => (late, Duration::from_secs(1) / rate.max(1)),
        CableCondition::Whole | CableCondition::Cut => (Duration::ZERO, Duration::ZERO),
    };
    let reading = async {
        let sender = sender;
        let mut buffer = [0; 1024];
        loop {
            let count = from.read(&mut buffer).await?;
            let (late, _) = slow(*condition.borrow());
            if count == 0 || sender.send((Instant::now() + late, buffer[..count].to_vec())).await.is_err() {
                return io::Result::Ok(());
            }
        }
    };
    let writing = async {
        while let Some((due, bytes)) = on_its_way.recv().await {
            let (_, each) = slow(*condition.borrow());
            sleep_until(due).await;
            to.write_all(&bytes).await?;
            if !each.is_zero() {
                sleep(each * u32::try_from(bytes.len()).unwrap_or(u32::MAX)).await;
            }
        }
        io::Result::Ok(())
    };
    tokio::try_join!(reading, writing).map(drop)
}
