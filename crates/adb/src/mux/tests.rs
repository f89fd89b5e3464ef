//! Two multiplexers, one at each end of a pipe.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, ReadBuf, duplex};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

use super::{Agreement, Incoming, Mux, start};
use crate::Error;
use crate::packet::{HEADER, VERSION};

struct End {
    mux: Mux,
    incoming: mpsc::Receiver<Incoming>,
    run: JoinHandle<Error>,
}

fn pair() -> (End, End) {
    let (one, two) = duplex(64 * 1024);
    let [one, two] = [one, two].map(|io| {
        let (mux, incoming, run) = start(io, Agreement { version: VERSION, max_payload: 4096 });
        End { mux, incoming, run: tokio::spawn(run) }
    });
    (one, two)
}

#[tokio::test(start_paused = true)]
async fn both_ends_open_streams_at_once() {
    let (mut one, mut two) = pair();
    for _ in 0..3 {
        let (ours, theirs) = tokio::join!(one.mux.open("from one"), async {
            let incoming = two.incoming.recv().await.unwrap();
            two.mux.settle(incoming.stream.id(), true);
            incoming
        });
        assert_eq!(theirs.service, "from one");
        let (other, back) = tokio::join!(two.mux.open("from two"), async {
            let mut incoming = one.incoming.recv().await.unwrap();
            incoming.stream.write_all(b"granted by use").await.unwrap();
            incoming
        });
        assert_eq!(back.service, "from two");
        let (mut ours, mut theirs, mut other) = (ours.unwrap(), theirs.stream, other.unwrap());
        drop(back);
        let mut text = String::new();
        other.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "granted by use");
        let data = vec![7; 100_000];
        let writing = async {
            ours.write_all(&data).await.unwrap();
            ours.shutdown().await.unwrap();
        };
        let mut read = Vec::new();
        let (_, result) = tokio::join!(writing, theirs.read_to_end(&mut read));
        assert_eq!((result.unwrap(), &read), (data.len(), &data));
        assert_eq!(theirs.write(b"x").await.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}

/// Unread data stays with the writer, except for a bounded part; other streams continue.
#[tokio::test(start_paused = true)]
async fn an_unread_stream_holds_its_writer_and_nobody_else() {
    let (one, mut two) = pair();
    let (slow, theirs) = tokio::join!(one.mux.open("slow"), async {
        let incoming = two.incoming.recv().await.unwrap();
        two.mux.settle(incoming.stream.id(), true);
        incoming.stream
    });
    let mut slow = slow.unwrap();
    let mut written = 0;
    let filling = async {
        loop {
            written += slow.write(&[0; 4096]).await.unwrap();
        }
    };
    let filled: Result<(), _> = timeout(Duration::from_secs(1), filling).await;
    assert!(filled.is_err());
    assert!((250_000..300_000).contains(&written), "{written}");
    let (quick, _) = tokio::join!(one.mux.open("quick"), async {
        let mut incoming = two.incoming.recv().await.unwrap();
        incoming.stream.write_all(b"hi").await.unwrap();
    });
    let mut text = String::new();
    quick.unwrap().read_to_string(&mut text).await.unwrap();
    assert_eq!(text, "hi");
    // Reading some lets the writer continue.
    let mut theirs = theirs;
    theirs.read_exact(&mut [0; 100_000]).await.unwrap();
    timeout(Duration::from_secs(1), slow.write(&[0; 10])).await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_was_given_up_is_closed_when_it_is_granted() {
    let (one, mut two) = pair();
    assert!(timeout(Duration::from_secs(1), one.mux.open("late")).await.is_err());
    let mut incoming = two.incoming.recv().await.unwrap();
    two.mux.settle(incoming.stream.id(), true);
    assert_eq!(incoming.stream.read(&mut [0; 1]).await.unwrap(), 0);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_connection_fails_every_stream_with_one_error() {
    let (one, mut two) = pair();
    let (mut reading, mut kept) = (JoinSet::new(), Vec::new());
    for _ in 0..10 {
        let (ours, theirs) = tokio::join!(one.mux.open("x"), async {
            let incoming = two.incoming.recv().await.unwrap();
            two.mux.settle(incoming.stream.id(), true);
            incoming
        });
        let mut ours = ours.unwrap();
        reading.spawn(async move { ours.read(&mut [0; 1]).await });
        kept.push(theirs);
    }
    one.run.abort();
    while let Some(result) = reading.join_next().await {
        assert!(matches!(Error::from(result.unwrap().unwrap_err()), Error::Disconnected(_)));
    }
    assert!(matches!(one.mux.open("y").await, Err(Error::Disconnected(_))));
    assert!(matches!(two.run.await.unwrap(), Error::Disconnected(_)));
}

/// A phone that never answers must not fill the table with abandoned opens.
#[tokio::test(start_paused = true)]
async fn opens_that_are_given_up_leave_nothing_behind() {
    let (one, mut two) = pair();
    for _ in 0..500 {
        assert!(timeout(Duration::from_millis(10), one.mux.open("silent")).await.is_err());
        // Received and never answered.
        drop(two.incoming.recv().await.unwrap());
    }
    assert_eq!(one.mux.streams(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_full_table_says_what_is_full() {
    let (io, _silent) = duplex(64 * 1024);
    let (mux, _incoming, run) = start(io, Agreement { version: VERSION, max_payload: 4096 });
    let mut tasks = JoinSet::new();
    tasks.spawn(async move { drop(run.await) });
    for _ in 0..512 {
        let mux = mux.clone();
        tasks.spawn(async move { drop(mux.open("silent").await) });
    }
    tokio::time::sleep(Duration::from_millis(1)).await;
    let error = mux.open("one more").await.unwrap_err();
    assert!(matches!(error, Error::TooManyStreams { limit: 512 }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("512 streams") && !text.contains("bytes"), "{text}");
}

/// A pipe that records the length of each write.
struct Counted(DuplexStream, Arc<Mutex<Vec<usize>>>);

impl AsyncRead for Counted {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, into)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.0).poll_write(context, data);
        if let Poll::Ready(Ok(length @ 1..)) = written {
            self.1.lock().unwrap().push(length);
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

/// An immediate answer leaves in the same write as the acknowledgement of the question; a bare acknowledgement leaves
/// too.
#[tokio::test]
async fn an_acknowledgement_leaves_with_the_answer() {
    let (here, there) = duplex(64 * 1024);
    let writes: Arc<Mutex<Vec<usize>>> = Arc::default();
    let agreement = Agreement { version: VERSION, max_payload: 4096 };
    let (asks, _incoming, run) = start(here, agreement);
    let asking = tokio::spawn(run);
    let (_mux, mut incoming, run) = start(Counted(there, Arc::clone(&writes)), agreement);
    let answering = tokio::spawn(run);
    let echoing = tokio::spawn(async move {
        let mut stream = incoming.recv().await.unwrap().stream;
        let mut question = [0; 4];
        loop {
            stream.read_exact(&mut question).await.unwrap();
            if question != *b"hush" {
                stream.write_all(&question).await.unwrap();
            }
        }
    });
    let mut stream = asks.open("echo").await.unwrap();
    for _ in 0..3 {
        writes.lock().unwrap().clear();
        stream.write_all(b"ping").await.unwrap();
        stream.read_exact(&mut [0; 4]).await.unwrap();
        assert_eq!(*writes.lock().unwrap(), [HEADER + HEADER + 4]);
    }
    writes.lock().unwrap().clear();
    // The second is written only after the first was acknowledged.
    stream.write_all(b"hush").await.unwrap();
    stream.write_all(b"hush").await.unwrap();
    assert_eq!(*writes.lock().unwrap(), [HEADER]);
    for task in [asking.abort_handle(), answering.abort_handle(), echoing.abort_handle()] {
        task.abort();
    }
}
