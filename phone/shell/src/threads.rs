//! Threads for shells. Creating a thread takes longer than most commands, so a finished thread waits a while for more
//! work. The threads are not the runtime's blocking threads, since waiting there would block other work. They still use
//! the clock of the runtime for which they work, because a test may have paused that clock.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;

/// How many threads may idle, and for how long.
const MAX_IDLE: usize = 32;
const IDLE: Duration = Duration::from_secs(10);

type Work = Box<dyn FnOnce() + Send>;

/// An idle thread.
#[derive(Default)]
struct Worker {
    work: Mutex<Option<Work>>,
    given: Condvar,
}

/// The idle threads; the one with the warmest caches is last.
static IDLING: Mutex<Vec<Arc<Worker>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` on another thread; `false` if no thread can be created.
pub fn run(work: impl FnOnce() + Send + 'static) -> bool {
    let runtime = Handle::try_current().ok();
    let work: Work = Box::new(move || {
        let _entered = runtime.as_ref().map(Handle::enter);
        work();
    });
    let idling = lock(&IDLING).pop();
    if let Some(worker) = idling {
        *lock(&worker.work) = Some(work);
        worker.given.notify_one();
        return true;
    }
    std::thread::Builder::new().name("shell".to_owned()).spawn(move || serve(work)).is_ok()
}

/// Runs work items until none arrives for a while.
fn serve(mut work: Work) {
    let worker = Arc::new(Worker::default());
    loop {
        // The caller has already handled panics; the thread stays usable after one.
        drop(catch_unwind(AssertUnwindSafe(work)));
        let mut idling = lock(&IDLING);
        if idling.len() >= MAX_IDLE {
            return;
        }
        idling.push(Arc::clone(&worker));
        drop(idling);
        match worker.next() {
            Some(next) => work = next,
            None => return,
        }
    }
}

impl Worker {
    /// Waits for the next work item; none after a timeout.
    fn next(self: &Arc<Self>) -> Option<Work> {
        let mut work = lock(&self.work);
        loop {
            if let Some(work) = work.take() {
                return Some(work);
            }
            let (guard, waited) = self.given.wait_timeout(work, IDLE).unwrap_or_else(PoisonError::into_inner);
            work = guard;
            if waited.timed_out() && work.is_none() {
                drop(work);
                let mut idling = lock(&IDLING);
                let before = idling.len();
                idling.retain(|other| !Arc::ptr_eq(other, self));
                if idling.len() < before {
                    return None;
                }
                // Another thread has just taken this worker off the list and is about to give it work.
                drop(idling);
                work = lock(&self.work);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::run;

    #[test]
    fn work_is_done_one_after_the_other_and_at_once() {
        for _ in 0..100 {
            let (done, ended) = mpsc::channel();
            for _ in 0..4 {
                let done = done.clone();
                assert!(run(move || done.send(()).unwrap()));
            }
            assert!(run(|| panic!("a thread stays usable after a panic")));
            for _ in 0..4 {
                ended.recv().unwrap();
            }
        }
    }
}
