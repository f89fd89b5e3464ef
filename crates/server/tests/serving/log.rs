//! What the server writes into its log on this thread, line by line.

use std::cell::RefCell;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The lines so far. Only what runs on the thread that listens is heard: a test with one thread hears its own
/// server and nobody else's.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

thread_local! {
    /// Who listens on this thread.
    static LISTENER: RefCell<Option<Log>> = const { RefCell::new(None) };
}

/// Its end is the end of listening.
pub(crate) struct Listening;

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENER.set(None);
    }
}

impl Log {
    /// Listens for as long as the guard lives.
    ///
    /// The process has one subscriber for all its threads, not one for each that listens: `tracing` asks once for
    /// each place that logs whether anybody wants it, on the thread that happens to pass it first, and keeps a no.
    pub(crate) fn listen() -> (Self, Listening) {
        static ONE: Once = Once::new();
        ONE.call_once(|| {
            tracing::subscriber::set_global_default(Threads).unwrap();
            // A place that was passed in between was told that nobody wants it.
            tracing::callsite::rebuild_interest_cache();
        });
        let log = Self::default();
        LISTENER.set(Some(log.clone()));
        (log, Listening)
    }

    /// The lines since the last time.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// Gives each event to whoever listens on its thread.
struct Threads;

impl Subscriber for Threads {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        // What an operator sees unless they ask for more.
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

/// Tests of one process share the places that log: one that was first passed where nobody listens is heard as well.
#[test]
fn a_line_is_heard_wherever_its_place_was_first_passed() {
    let say = || tracing::info!(target: "server", "here");
    let (log, _listening) = Log::listen();
    std::thread::spawn(say).join().unwrap();
    assert!(log.take().is_empty(), "another thread is not heard");
    say();
    assert_eq!(log.take().len(), 1);
}
