//! What people answer, on its way to the agent that asked: one bounded box an agent, kept while the
//! agent is away. The oldest gives way, and the agent is told that something was lost.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use desktop::wire::FormValue;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;

/// How many events a box holds.
const MOST_EVENTS: usize = 256;
/// How many bytes.
const MOST_BYTES: usize = 16 << 20;
/// How many boxes there are.
const MOST_BOXES: usize = 2048;

/// What an agent hears of people.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub(crate) enum AgentEvent {
    /// A dialog was answered.
    DialogFeedback {
        /// The dialog.
        id: String,
        /// Yes or no.
        confirmed: bool,
        /// Whether it answered itself from a remembered choice.
        remembered: bool,
    },
    /// The button of a toast was pressed.
    ToastAction {
        /// The toast.
        id: String,
        /// What the button stands for.
        event_id: String,
    },
    /// A button in a window was pressed.
    ComponentAction {
        /// The window.
        key: String,
        /// Which component, counted from 0.
        index: u32,
        /// The button's action.
        action: String,
        /// The fields of its form, by name.
        form: BTreeMap<String, FormValue>,
    },
    /// How loading or drawing a window went.
    RenderingFeedback {
        /// What the agent called its request.
        #[serde(skip_serializing_if = "Option::is_none")]
        request_id: Option<String>,
        /// The window.
        key: String,
        /// How it went. Without the picture if that was handed over already.
        #[serde(flatten)]
        feedback: Feedback,
    },
    /// Something that a person said to the agents.
    UserMessage {
        /// The words.
        text: String,
    },
    /// The box was full: this many events before the next one are lost.
    Lost {
        /// How many.
        count: u64,
    },
}

/// How loading or drawing a window went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Feedback {
    /// Whether it worked.
    pub(crate) ok: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// The picture, as base64 PNG.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) png: Option<String>,
    /// Whether the picture lacks the inside of a frame.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) partial: bool,
}

impl AgentEvent {
    /// The name under which it is sent.
    fn name(&self) -> &'static str {
        match self {
            Self::DialogFeedback { .. } => "DIALOG_FEEDBACK",
            Self::ToastAction { .. } => "TOAST_ACTION",
            Self::ComponentAction { .. } => "COMPONENT_ACTION",
            Self::RenderingFeedback { .. } => "RENDERING_FEEDBACK",
            Self::UserMessage { .. } => "USER_MESSAGE",
            Self::Lost { .. } => "LOST",
        }
    }

    /// The event as server-sent text.
    fn encode(&self, id: u64) -> Bytes {
        let data = serde_json::to_string(self).unwrap_or_default();
        format!("id: {id}\nevent: {}\ndata: {data}\n\n", self.name()).into()
    }
}

struct Mailbox {
    /// The number of the next event. Begins with the time, so that numbers grow across restarts.
    next: u64,
    /// The number up to which some connection was given everything.
    handed: u64,
    /// How many events gave way that nobody was given.
    lost: u64,
    events: VecDeque<(u64, Bytes)>,
    bytes: usize,
    woken: watch::Sender<u64>,
}

impl Mailbox {
    fn new(now_ms: u64) -> Self {
        let (next, events) = (now_ms.max(1), VecDeque::new());
        Self { next, handed: next - 1, lost: 0, events, bytes: 0, woken: watch::Sender::new(next) }
    }

    fn put(&mut self, event: &AgentEvent) {
        let bytes = event.encode(self.next);
        self.bytes += bytes.len();
        self.events.push_back((self.next, bytes));
        self.next += 1;
        while self.events.len() > MOST_EVENTS || (self.bytes > MOST_BYTES && self.events.len() > 1) {
            let Some((id, gone)) = self.events.pop_front() else { break };
            self.bytes -= gone.len();
            self.lost += u64::from(id > self.handed);
        }
        self.woken.send_replace(self.next);
    }

    /// What follows `after`, and how far that goes.
    fn take(&mut self, after: u64) -> (Vec<Bytes>, u64) {
        let mut taken = Vec::new();
        if self.lost > 0 {
            let first = self.events.front().map_or(self.next, |(id, _)| *id);
            taken.push(AgentEvent::Lost { count: self.lost }.encode(first - 1));
            self.lost = 0;
        }
        taken.extend(self.events.iter().filter(|(id, _)| *id > after).map(|(_, bytes)| bytes.clone()));
        self.handed = self.next - 1;
        (taken, self.handed)
    }
}

/// The boxes of all agents.
#[derive(Default)]
pub(crate) struct Mailboxes {
    boxes: Mutex<HashMap<String, Mailbox>>,
}

impl Mailboxes {
    /// Puts an event into an agent's box.
    pub(crate) fn put(&self, agent: &str, event: &AgentEvent, now_ms: u64) {
        let mut boxes = self.boxes();
        if let Some(mailbox) = of(&mut boxes, agent, now_ms) {
            mailbox.put(event);
        }
    }

    /// Removes an agent's box.
    pub(crate) fn remove(&self, agent: &str) {
        self.boxes().remove(agent);
    }

    /// An agent's place in its box: behind the event `after`, else where the last connection stopped.
    pub(crate) fn open(&self, agent: &str, after: Option<u64>, now_ms: u64) -> Option<Place> {
        let mut boxes = self.boxes();
        let mailbox = of(&mut boxes, agent, now_ms)?;
        let after = after.unwrap_or(mailbox.handed);
        // A number that never was comes from elsewhere: everything that is there is news.
        let after = if after >= mailbox.next { 0 } else { after };
        Some(Place { agent: agent.to_owned(), after, woken: mailbox.woken.subscribe() })
    }

    /// Waits until there is something behind the place, and takes it. `None` when the agent is gone.
    pub(crate) async fn next(&self, place: &mut Place) -> Option<Vec<Bytes>> {
        loop {
            place.woken.borrow_and_update();
            let (taken, after) = self.boxes().get_mut(&place.agent)?.take(place.after);
            place.after = after;
            if !taken.is_empty() {
                return Some(taken);
            }
            place.woken.changed().await.ok()?;
        }
    }

    fn boxes(&self) -> MutexGuard<'_, HashMap<String, Mailbox>> {
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection's place in a box.
pub(crate) struct Place {
    agent: String,
    after: u64,
    woken: watch::Receiver<u64>,
}

fn of<'b>(boxes: &'b mut HashMap<String, Mailbox>, agent: &str, now_ms: u64) -> Option<&'b mut Mailbox> {
    if !boxes.contains_key(agent) {
        if boxes.len() >= MOST_BOXES {
            tracing::warn!(agent, "there are too many boxes for answers; this one is not kept");
            return None;
        }
        boxes.insert(agent.to_owned(), Mailbox::new(now_ms));
    }
    boxes.get_mut(agent)
}

#[cfg(test)]
mod tests;
