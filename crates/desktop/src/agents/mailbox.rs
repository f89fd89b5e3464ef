//! Mailboxes: people's answers on their way to the agent that asked. Each agent has one bounded mailbox, which is kept
//! while it is away. The oldest events are dropped first, and the agent learns that some were lost.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::wire::{AgentEvent, FormValue};

/// How many events a mailbox holds.
const MOST_EVENTS: usize = 256;
/// How many bytes a mailbox holds.
const MOST_BYTES: usize = 16 << 20;
/// How many mailboxes there are.
const MOST_BOXES: usize = 2048;
/// The size of an event without its texts.
const BYTES_EACH: usize = 128;

/// An event with its number, which increases.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivered {
    /// The number.
    pub id: u64,
    /// What happened.
    pub event: Arc<AgentEvent>,
}

/// Estimates the size of an event in bytes.
fn size(event: &AgentEvent) -> usize {
    let texts = match event {
        AgentEvent::DialogFeedback { id, .. } => id.len(),
        AgentEvent::ToastAction { id, event_id } => id.len() + event_id.len(),
        AgentEvent::ShortcutAction { id, action } => id.len() + action.len(),
        AgentEvent::ComponentAction { key, action, form, .. } => {
            let field = |(name, value): (&String, &FormValue)| {
                let value = if let FormValue::Text(text) = value { text.len() } else { 1 };
                BYTES_EACH + name.len() + value
            };
            key.len() + action.len() + form.iter().map(field).sum::<usize>()
        }
        AgentEvent::RenderingFeedback { request_id, key, feedback } => {
            let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
            key.len() + text(request_id) + text(&feedback.error) + text(&feedback.png)
        }
        AgentEvent::AppMessage { key, app_id, data } => key.len() + app_id.len() + data.len(),
        AgentEvent::UserMessage { text } => text.len(),
        AgentEvent::Lost { .. } => 0,
    };
    BYTES_EACH + texts
}

#[derive(Debug)]
struct Mailbox {
    /// The number of the next event. Starts at the time, so that numbers increase across restarts.
    next: u64,
    /// The number up to which a reader has received everything.
    handed: u64,
    /// How many undelivered events were dropped.
    lost: u64,
    events: VecDeque<Delivered>,
    bytes: usize,
    woken: watch::Sender<u64>,
}

impl Mailbox {
    fn new(now_ms: u64) -> Self {
        let (next, events) = (now_ms.max(1), VecDeque::new());
        Self { next, handed: next - 1, lost: 0, events, bytes: 0, woken: watch::Sender::new(next) }
    }

    fn put(&mut self, event: AgentEvent) {
        self.bytes += size(&event);
        self.events.push_back(Delivered { id: self.next, event: Arc::new(event) });
        self.next += 1;
        while self.events.len() > MOST_EVENTS || (self.bytes > MOST_BYTES && self.events.len() > 1) {
            let Some(gone) = self.events.pop_front() else { break };
            self.bytes -= size(&gone.event);
            self.lost += u64::from(gone.id > self.handed);
        }
        self.woken.send_replace(self.next);
    }

    /// Returns the events after `after`, and the new position.
    fn take(&mut self, after: u64) -> (Vec<Delivered>, u64) {
        let mut taken = Vec::new();
        if self.lost > 0 {
            let first = self.events.front().map_or(self.next, |event| event.id);
            taken.push(Delivered { id: first - 1, event: Arc::new(AgentEvent::Lost { count: self.lost }) });
            self.lost = 0;
        }
        taken.extend(self.events.iter().filter(|event| event.id > after).cloned());
        self.handed = self.next - 1;
        (taken, self.handed)
    }
}

/// The mailboxes of all agents.
#[derive(Debug, Default)]
pub(super) struct Mailboxes {
    boxes: Mutex<HashMap<String, Mailbox>>,
}

impl Mailboxes {
    /// Adds an event to an agent's mailbox.
    pub(super) fn put(&self, agent: &str, event: AgentEvent, now_ms: u64) {
        let mut boxes = self.boxes();
        if let Some(mailbox) = of(&mut boxes, agent, now_ms) {
            mailbox.put(event);
        }
    }

    /// Returns whether a caller waits at an agent's mailbox now.
    pub(super) fn listens(&self, agent: &str) -> bool {
        self.boxes().get(agent).is_some_and(|mailbox| mailbox.woken.receiver_count() > 0)
    }

    /// Counts an agent's undelivered app messages.
    pub(super) fn waiting_app_messages(&self, agent: &str) -> usize {
        let boxes = self.boxes();
        let Some(mailbox) = boxes.get(agent) else { return 0 };
        let waiting = mailbox.events.iter().rev().take_while(|delivered| delivered.id > mailbox.handed);
        waiting.filter(|delivered| matches!(*delivered.event, AgentEvent::AppMessage { .. })).count()
    }

    /// Removes an agent's mailbox.
    pub(super) fn remove(&self, agent: &str) {
        self.boxes().remove(agent);
    }

    /// Opens a cursor in an agent's mailbox: after the event `after`, or where the last reader stopped.
    pub(super) fn open(&self, agent: &str, after: Option<u64>, now_ms: u64) -> Option<MailboxCursor> {
        let mut boxes = self.boxes();
        let mailbox = of(&mut boxes, agent, now_ms)?;
        let after = after.unwrap_or(mailbox.handed);
        // A number that was never issued here comes from elsewhere: deliver everything.
        let after = if after >= mailbox.next { 0 } else { after };
        Some(MailboxCursor { agent: agent.to_owned(), after, woken: mailbox.woken.subscribe() })
    }

    /// Waits for events after the cursor and takes them. `None` when the agent has ended.
    pub(super) async fn next(&self, cursor: &mut MailboxCursor) -> Option<Vec<Delivered>> {
        loop {
            cursor.woken.borrow_and_update();
            let (taken, after) = self.boxes().get_mut(&cursor.agent)?.take(cursor.after);
            cursor.after = after;
            if !taken.is_empty() {
                return Some(taken);
            }
            cursor.woken.changed().await.ok()?;
        }
    }

    fn boxes(&self) -> MutexGuard<'_, HashMap<String, Mailbox>> {
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader's position in a mailbox.
#[derive(Debug)]
pub struct MailboxCursor {
    agent: String,
    after: u64,
    woken: watch::Receiver<u64>,
}

fn of<'b>(boxes: &'b mut HashMap<String, Mailbox>, agent: &str, now_ms: u64) -> Option<&'b mut Mailbox> {
    if !boxes.contains_key(agent) {
        if boxes.len() >= MOST_BOXES {
            tracing::warn!(agent, "there are too many mailboxes; this agent gets none");
            return None;
        }
        boxes.insert(agent.to_owned(), Mailbox::new(now_ms));
    }
    boxes.get_mut(agent)
}

#[cfg(test)]
mod tests;
