//! Pages by the id they give themselves, and what they were answered: a message that is sent again after a
//! broken connection is carried out once.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use desktop::wire::ServerEvent;
use tokio::sync::watch;

/// How many answers are remembered for a page.
const MOST_ANSWERS: usize = 512;
/// How many pages are remembered.
const MOST_CLIENTS: usize = 1024;

/// A page.
pub(crate) struct Client {
    id: String,
    answered: Mutex<BTreeMap<u64, ServerEvent>>,
}

impl Client {
    /// The page's own name.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The answer to the message `n`: the one that was given, else what `carry_out` gives now. The page's
    /// other connections wait meanwhile, so that none carries out the same message.
    pub(super) fn once(&self, n: u64, carry_out: impl FnOnce() -> ServerEvent) -> ServerEvent {
        let mut answered = lock(&self.answered);
        if let Some(answer) = answered.get(&n) {
            return answer.clone();
        }
        let full = answered.len() >= MOST_ANSWERS;
        if full && answered.first_key_value().is_some_and(|(oldest, _)| n < *oldest) {
            return super::deed::error(Some(n), vec![super::read::too_old()]);
        }
        let answer = carry_out();
        if full {
            answered.pop_first();
        }
        answered.insert(n, answer.clone());
        answer
    }
}

/// The pages.
#[derive(Default)]
pub(crate) struct Clients {
    known: Mutex<Known>,
    here: watch::Sender<usize>,
}

#[derive(Default)]
struct Known {
    clients: HashMap<String, Arc<Client>>,
    order: VecDeque<String>,
    unnamed: u64,
}

impl Clients {
    /// The page of this id. One that comes without a past begins anew: it counts its messages from the
    /// beginning.
    pub(crate) fn come(&self, id: Option<&str>, resumes: bool) -> Arc<Client> {
        let mut known = lock(&self.known);
        if let Some(client) = id.filter(|_| resumes).and_then(|id| known.clients.get(id)) {
            return Arc::clone(client);
        }
        known.unnamed += 1;
        let id = id.map_or_else(|| format!("page-{}", known.unnamed), str::to_owned);
        let client = Arc::new(Client { id: id.clone(), answered: Mutex::default() });
        if known.clients.insert(id.clone(), Arc::clone(&client)).is_none() {
            known.order.push_back(id);
        }
        while known.order.len() > MOST_CLIENTS {
            let Some(oldest) = known.order.pop_front() else { break };
            known.clients.remove(&oldest);
        }
        client
    }

    /// How many pages are connected.
    pub(crate) fn pages(&self) -> usize {
        *self.here.borrow()
    }

    /// Counts a page for as long as what it returns lives.
    pub(crate) fn here(&self) -> Here {
        self.here.send_modify(|count| *count += 1);
        Here(self.here.clone())
    }

    /// Waits until no page is connected any more.
    pub(crate) async fn all_gone(&self) {
        let mut here = self.here.subscribe();
        // The sender is this very value: it cannot be gone.
        let _ = here.wait_for(|count| *count == 0).await;
    }
}

/// A page that is connected.
pub(crate) struct Here(watch::Sender<usize>);

impl Drop for Here {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count = count.saturating_sub(1));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(n: u64) -> ServerEvent {
        ServerEvent::Done { re: n, seq: Some(n) }
    }

    #[test]
    fn a_message_is_carried_out_once() {
        let clients = Clients::default();
        let page = clients.come(Some("p"), false);
        assert_eq!(page.once(1, || done(1)), done(1));
        let again = clients.come(Some("p"), true);
        assert_eq!(again.once(1, || panic!("it was carried out")), done(1));
        let reloaded = clients.come(Some("p"), false);
        assert_eq!(reloaded.once(1, || done(7)), done(7), "a page without a past counts anew");
        assert_ne!(clients.come(None, false).id(), clients.come(None, false).id());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let clients = Clients::default();
        let page = clients.come(Some("p"), false);
        (1..=MOST_ANSWERS as u64 + 1).for_each(|n| _ = page.once(n, || done(n)));
        assert!(matches!(page.once(1, || panic!("it was carried out")), ServerEvent::Error(_)));
        (0..MOST_CLIENTS + 5).for_each(|n| _ = clients.come(Some(&n.to_string()), false));
        assert_eq!(lock(&clients.known).clients.len(), MOST_CLIENTS);
    }
}
