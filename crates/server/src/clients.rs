//! Pages by the id they choose, and the answers they got: a message that is resent after a broken connection is
//! executed once.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use desktop::wire::ServerEvent;

/// How many answers are kept per page.
const MOST_ANSWERS: usize = 512;
/// How many pages are kept.
const MOST_CLIENTS: usize = 1024;

/// A page.
pub(crate) struct Client {
    id: String,
    answered: tokio::sync::Mutex<BTreeMap<u64, ServerEvent>>,
}

impl Client {
    /// Returns the page's own id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the answer to message `n`: the one given before, else the result of `carry_out`. The page's other
    /// connections wait meanwhile, so that none executes the same message. `None` if the message was answered so long
    /// ago that its answer is gone.
    pub(crate) async fn once(&self, n: u64, carry_out: impl Future<Output = ServerEvent>) -> Option<ServerEvent> {
        let mut answered = self.answered.lock().await;
        if let Some(answer) = answered.get(&n) {
            return Some(answer.clone());
        }
        let full = answered.len() >= MOST_ANSWERS;
        if full && answered.first_key_value().is_some_and(|(oldest, _)| n < *oldest) {
            return None;
        }
        let answer = carry_out.await;
        if full {
            answered.pop_first();
        }
        answered.insert(n, answer.clone());
        Some(answer)
    }
}

/// The pages.
#[derive(Default)]
pub(crate) struct Clients {
    table: Mutex<ClientTable>,
}

/// The clients by id, and the order in which they came.
#[derive(Default)]
struct ClientTable {
    clients: HashMap<String, Arc<Client>>,
    order: VecDeque<String>,
    unnamed: u64,
}

impl Clients {
    /// Returns the page with this id. A page without a past starts over: it counts its messages from the beginning.
    pub(crate) fn get_or_create(&self, id: Option<&str>, resumes: bool) -> Arc<Client> {
        let mut table = lock(&self.table);
        if let Some(client) = id.filter(|_| resumes).and_then(|id| table.clients.get(id)) {
            return Arc::clone(client);
        }
        table.unnamed += 1;
        let id = id.map_or_else(|| format!("page-{}", table.unnamed), str::to_owned);
        let client = Arc::new(Client { id: id.clone(), answered: tokio::sync::Mutex::default() });
        if table.clients.insert(id.clone(), Arc::clone(&client)).is_none() {
            table.order.push_back(id);
        }
        while table.order.len() > MOST_CLIENTS {
            let Some(oldest) = table.order.pop_front() else { break };
            table.clients.remove(&oldest);
        }
        client
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn done(n: u64) -> ServerEvent {
        ServerEvent::Done { re: n, seq: Some(n), note: None, heard: None }
    }

    async fn again() -> ServerEvent {
        panic!("it was carried out again")
    }

    #[tokio::test]
    async fn a_message_is_carried_out_once() {
        let clients = Clients::default();
        let page = clients.get_or_create(Some("p"), false);
        assert_eq!(page.once(1, done(1)).await, Some(done(1).await));
        let resumed = clients.get_or_create(Some("p"), true);
        assert_eq!(resumed.once(1, again()).await, Some(done(1).await));
        let reloaded = clients.get_or_create(Some("p"), false);
        assert_eq!(reloaded.once(1, done(7)).await, Some(done(7).await), "a page without a past counts anew");
        assert_ne!(clients.get_or_create(None, false).id(), clients.get_or_create(None, false).id());
    }

    #[tokio::test]
    async fn what_is_remembered_is_bounded() {
        let clients = Clients::default();
        let page = clients.get_or_create(Some("p"), false);
        for n in 1..=MOST_ANSWERS as u64 + 1 {
            page.once(n, done(n)).await;
        }
        assert_eq!(page.once(1, again()).await, None);
        (0..MOST_CLIENTS + 5).for_each(|n| _ = clients.get_or_create(Some(&n.to_string()), false));
        assert_eq!(lock(&clients.table).clients.len(), MOST_CLIENTS);
    }
}
