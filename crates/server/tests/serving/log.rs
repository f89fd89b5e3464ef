//! The server's log lines on this thread.

use std::cell::RefCell;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The lines so far. Only the listening thread's lines are recorded: a test with one thread hears its own server only.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

thread_local! {
    /// The listener of this thread.
    static LISTENER: RefCell<Option<Log>> = const { RefCell::new(None) };
}

/// Stops listening when dropped.
pub(crate) struct Listening;

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENER.set(None);
    }
}

impl Log {
    /// Listens for as long as the guard lives.
    ///
    /// The process has one subscriber for all threads, not one per listener: `tracing` asks once per call site whether
    /// anyone is interested, on the thread that happens to reach it first, and remembers a no.
    pub(crate) fn listen() -> (Self, Listening) {
        static ONE: Once = Once::new();
        ONE.call_once(|| {
            tracing::subscriber::set_global_default(Threads).unwrap();
            // A call site that was reached in between was told that nobody is interested.
            tracing::callsite::rebuild_interest_cache();
        });
        let log = Self::default();
        LISTENER.set(Some(log.clone()));
        (log, Listening)
    }

    /// Returns the lines since the last call.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// Passes each event to the listener of its thread.
struct Threads;

impl Subscriber for Threads {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        // The level that an operator sees by default.
        *about.level() <= Level::INFO && about.target().starts_with("server")
    }

    fn event(&self, event: &Event<'_>) {
        LISTENER.with_borrow(|listener| {
            let Some(log) = listener else { return };
            let mut line = Line(event.metadata().level().to_string());
            event.record(&mut line);
            log.0.lock().unwrap().push(line.0);
        });
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0 += &format!(" {}={value:?}", field.name());
    }
}

/// Tests of one process share call sites: one that was first reached without a listener is still heard.
#[test]
fn a_line_is_heard_wherever_its_place_was_first_passed() {
    let say = || tracing::info!(target: "server", "here");
    let (log, _listening) = Log::listen();
    std::thread::spawn(say).join().unwrap();
    assert!(log.take().is_empty(), "another thread is not heard");
    say();
    assert_eq!(log.take().len(), 1);
}
