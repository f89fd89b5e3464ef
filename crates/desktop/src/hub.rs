//! The only one that numbers changes: it applies commands, keeps the last changes, and hands them to pages.
//!
//! There is no queue per page. The last changes lie once in a ring, bounded in entries and bytes, each
//! already written as the message that every page gets; a page is a place in that ring. Whoever falls
//! behind the ring gets a snapshot. So a page that never reads costs nothing but its connection.
//!
//! A command is written to the journal before it is carried out: what cannot be written has not happened,
//! and there is nothing to roll back. A command that is then refused is cut off the journal again; a process
//! that dies in between leaves a line that is refused again when it is replayed.
//!
//! Four locks, taken in the order writer, cache, state, ring. The disk is waited for under the first alone, and
//! what agents sent is made safe under the first two: whoever only looks takes the third, which is held for as
//! long as the pure state machine needs and no longer. [`Hub::submit`] does all of it on a thread of the hub's
//! own, so that nobody who asks over the network waits for a disk or a long text with a thread of the runtime.

mod message;
mod queue;
mod ring;
mod subscription;
#[cfg(test)]
mod tests;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use action::OsAction;
use action::os::{Addressed, Batch, NotificationShow, WindowContent};
use bytes::Bytes;
use tokio::sync::watch;

use self::queue::{Job, Queue};
use self::ring::{Message, Ring};
pub use self::subscription::Subscription;
use crate::journal::answers::{Answered, Note, Request};
use crate::journal::{Journal, JournalError, Rolling};
use crate::present::{self, Cache, Prepared};
use crate::safe::Rendered;
use crate::state::{Command, Desktop, FollowUp, Refused};
use crate::wire::{Actor, Audience, Change, NARRATOR, ServerEvent};

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many changes a page may miss before it gets a snapshot instead.
    pub ring_entries: usize,
    /// How many bytes of them.
    pub ring_bytes: usize,
    /// When the journal begins a new file.
    pub rolling: Rolling,
    /// Tells this hub's numbers from those of any other, before and after it. By default at random.
    pub epoch: u64,
    /// What time it is, in milliseconds since 1970: people are told when they open a desktop that was damaged.
    pub now_ms: u64,
}

impl Default for Options {
    fn default() -> Self {
        let epoch = RandomState::new().hash_one("epoch");
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now_ms = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        Self { ring_entries: 4096, ring_bytes: 32 << 20, rolling: Rolling::default(), epoch, now_ms }
    }
}

/// Why a command was not carried out, or the desktop not opened.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The desktop says no. Nothing changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It could not be written down. Nothing changed.
    #[error("the desktop's journal cannot be written: {0}; is the disk full?")]
    Disk(#[from] std::io::Error),
    /// What is on disk cannot be read. It was left as it is.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The process is about to end. Nothing changed.
    #[error("the desktop takes nothing more: the process ends")]
    Closed,
}

/// What came of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Committed {
    /// The number of the change, if anything changed.
    pub seq: Option<u64>,
    /// What has to happen outside.
    pub follow_ups: Vec<FollowUp>,
    /// What there is to say to the person who did it.
    pub note: Option<String>,
}

/// What is kept now, for whoever watches the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauges {
    /// The number of the last change.
    pub seq: u64,
    /// Messages in the ring.
    pub ring_entries: usize,
    /// Their bytes.
    pub ring_bytes: usize,
    /// How many snapshots were made for pages.
    pub snapshots: u64,
}

/// The desktop, shared.
pub struct Hub {
    writer: Mutex<Option<Journal>>,
    cache: Mutex<Cache>,
    state: RwLock<Numbered>,
    ring: Arc<RwLock<Ring>>,
    /// Goes up with the ring; who waits for it reads the ring then.
    newest: watch::Sender<u64>,
    snapshots: Mutex<Snapshots>,
    epoch: String,
    /// What requests with a key were answered before this process, until somebody takes it.
    answers: Mutex<Vec<Answered>>,
    queue: Queue,
    /// Makes long markup safe ahead of time.
    render: Render,
}

/// How markup is made safe: a test puts something here that waits.
type Render = Arc<dyn Fn(&WindowContent) -> Rendered + Send + Sync>;

/// The desktop and the number of its last change.
#[derive(Debug)]
struct Numbered {
    desktop: Desktop,
    seq: u64,
}

/// The last snapshots that were made, for others to share.
#[derive(Debug, Default)]
struct Snapshots {
    people: Option<Snapshot>,
    agents: Option<Snapshot>,
    made: u64,
}

/// A snapshot, as the message that pages get.
#[derive(Clone, Debug)]
struct Snapshot {
    message: Bytes,
    /// Where the ring goes on behind it.
    position: u64,
    /// How many bytes the ring had taken in by then.
    taken_in: u64,
}

impl Hub {
    /// Opens the desktop kept in `folder` (none: in memory only), as it was when the last process died. If what is on
    /// disk is damaged, as it was up to the damage, with a notification that says so.
    pub fn open(folder: Option<&Path>, options: Options) -> Result<Arc<Self>, HubError> {
        let Some(folder) = folder else {
            return Ok(Self::with(Desktop::default(), 0, None, options));
        };
        let opened = Journal::open(folder, options.rolling)?;
        let hub = Self::with(opened.desktop, opened.seq, Some(opened.journal), options);
        *hub.answers.lock().unwrap_or_else(PoisonError::into_inner) = opened.answers;
        if let Some(damage) = opened.damage {
            hub.apply(&Actor::System, damaged(damage), options.now_ms)?;
        }
        Ok(hub)
    }

    fn with(desktop: Desktop, seq: u64, journal: Option<Journal>, options: Options) -> Arc<Self> {
        Self::rendering(desktop, seq, journal, options, Arc::new(Rendered::of))
    }

    fn rendering(desktop: Desktop, seq: u64, journal: Option<Journal>, options: Options, render: Render) -> Arc<Self> {
        let ring = Ring::new(seq, options.ring_entries, options.ring_bytes);
        Arc::new(Self {
            writer: Mutex::new(journal),
            cache: Mutex::default(),
            state: RwLock::new(Numbered { desktop, seq }),
            ring: Arc::new(RwLock::new(ring)),
            newest: watch::Sender::new(0),
            snapshots: Mutex::default(),
            epoch: format!("{:016x}", options.epoch),
            answers: Mutex::default(),
            queue: Queue::default(),
            render,
        })
    }

    /// Carries a command out and writes it down; every page hears of it. Never waits for a page, but for the disk:
    /// not for the threads of an async runtime, which have [`Hub::submit`].
    pub fn apply(&self, actor: &Actor, command: Command, now_ms: u64) -> Result<Committed, HubError> {
        self.apply_prepared(actor, &command, None, Prepared::default(), now_ms)
    }

    /// The same on a thread of the hub's own. Commands are carried out in the order in which they get there; a
    /// command is carried out also if nobody waits for it any more.
    pub async fn submit(self: &Arc<Self>, actor: Actor, command: Command, now_ms: u64) -> Result<Committed, HubError> {
        self.submit_for(actor, command, None, now_ms).await
    }

    /// The same for a request that must not be carried out twice: it is written down with the command.
    pub(crate) async fn submit_for(
        self: &Arc<Self>,
        actor: Actor,
        command: Command,
        request: Option<Request>,
        now_ms: u64,
    ) -> Result<Committed, HubError> {
        if !Prepared::is_worth_it(&command) {
            return self.queue.run(self, Job { actor, command, request, prepared: Prepared::default(), now_ms }).await;
        }
        let render = Arc::clone(&self.render);
        let preparing = tokio::task::spawn_blocking(move || {
            let prepared = Prepared::of(&command, |content| render(content));
            (command, prepared)
        });
        let (command, prepared) = preparing.await.map_err(|_| HubError::Closed)?;
        self.queue.run(self, Job { actor, command, request, prepared, now_ms }).await
    }

    /// Writes something down beside the commands, on the hub's own thread.
    pub(crate) async fn note(self: &Arc<Self>, note: Note) -> Result<(), HubError> {
        self.queue.note(self, note).await
    }

    /// What requests with a key were answered by the processes before this one; the first caller gets it.
    pub(crate) fn take_answers(&self) -> Vec<Answered> {
        std::mem::take(&mut *self.answers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn write_note(&self, note: &Note) -> Result<(), HubError> {
        self.writer().as_mut().map_or(Ok(()), |journal| journal.note(note)).map_err(HubError::Disk)
    }

    fn apply_prepared(
        &self,
        actor: &Actor,
        command: &Command,
        request: Option<&Request>,
        prepared: Prepared,
        now_ms: u64,
    ) -> Result<Committed, HubError> {
        // Whoever has this is the only one that changes the desktop.
        let mut journal = self.writer();
        let seq = self.state().seq + 1;
        if let Some(journal) = &mut *journal {
            journal.append(seq, now_ms, actor, command, request)?;
        }
        let committed = self.change(actor, command, prepared, now_ms, seq);
        if let Some(journal) = &mut *journal {
            // What changed nothing is forgotten, unless somebody may ask for it again.
            if committed.as_ref().is_ok_and(|committed| committed.seq.is_some() || request.is_some()) {
                journal.roll_if_full(self.state().seq);
            } else {
                journal.take_back();
            }
        }
        Ok(committed?)
    }

    /// Carries a command out under the number `seq`, and tells whoever listens.
    fn change(
        &self,
        actor: &Actor,
        command: &Command,
        prepared: Prepared,
        now_ms: u64,
        seq: u64,
    ) -> Result<Committed, Refused> {
        // From here to the end: a snapshot has every change before its place in the ring, and none behind it.
        let mut cache = self.cache();
        {
            let mut state = self.state_mut();
            if state.desktop.apply(actor, command, now_ms)?.marks.is_empty() {
                let applied = state.desktop.applied();
                return Ok(Committed { seq: None, follow_ups: applied.follow_ups.clone(), note: applied.note.clone() });
            }
            state.seq = seq;
        }
        // Others may look while this is made safe and written; nobody else changes anything.
        let state = self.state();
        let applied = state.desktop.applied();
        cache.offer(prepared);
        let changes = present::changes(&state.desktop, &applied.marks, &mut cache);
        cache.offer(Prepared::default());
        let (follow_ups, note) = (applied.follow_ups.clone(), applied.note.clone());
        drop(state);
        self.push(Some(seq), numbered(seq, actor, command, changes));
        Ok(Committed { seq: Some(seq), follow_ups, note })
    }

    /// Says something to every page that is there now; it is not numbered and not kept.
    pub fn announce(&self, event: &ServerEvent) {
        let message = message::event(event);
        let for_people = matches!(
            event,
            ServerEvent::Task { .. }
                | ServerEvent::Phone { .. }
                | ServerEvent::Human { .. }
                | ServerEvent::AppMessage { .. }
        );
        self.push(None, Message { agents: (!for_people).then(|| message.clone()), people: message });
    }

    /// Everything from the change after `since` on; from a snapshot on, if that is gone or never was.
    ///
    /// The number alone cannot tell whether it is from before a power cut or of another data folder:
    /// [`Hub::resume`] can.
    pub fn subscribe(self: &Arc<Self>, since: Option<u64>) -> Subscription {
        let ring = self.ring();
        let position = since.and_then(|since| ring.position_behind(since));
        Subscription::new(self, Arc::clone(&self.ring), self.newest.subscribe(), position, ring.next_position())
    }

    /// The same for a page that knows the `epoch` of the snapshot it began with.
    pub fn resume(self: &Arc<Self>, epoch: &str, since: u64) -> Subscription {
        self.subscribe(Some(since).filter(|_| epoch == self.epoch))
    }

    /// What every snapshot of this hub carries as `epoch`.
    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Looks at the desktop; `seq` is the number of its last change.
    pub fn look<R>(&self, look: impl FnOnce(&Desktop, u64) -> R) -> R {
        let state = self.state();
        look(&state.desktop, state.seq)
    }

    /// How many pages listen now.
    pub fn listeners(&self) -> usize {
        self.newest.receiver_count()
    }

    /// What is kept now.
    pub fn gauges(&self) -> Gauges {
        let snapshots = self.snapshots().made;
        let seq = self.state().seq;
        let (ring_entries, ring_bytes) = self.ring().size();
        Gauges { seq, ring_entries, ring_bytes, snapshots }
    }

    /// Writes everything down; the hub can be used on, but need not be.
    pub fn flush(&self) -> Result<(), HubError> {
        // The disk is waited for without the lock.
        let file = self.writer().as_ref().map(Journal::file);
        file.map_or(Ok(()), |file| file.sync()).map_err(HubError::Disk)
    }

    /// The message for a page that has nothing, or too little; and where the ring goes on behind it.
    ///
    /// The last one is used again as long as what happened since is still in the ring and is less than
    /// the snapshot itself: however many pages lag, and however fast the changes come, snapshots of a
    /// large desktop are rarely made.
    fn snapshot(&self, audience: Audience) -> (Bytes, u64) {
        let mut snapshots = self.snapshots();
        let last = snapshots.of(audience);
        if let Some(last) =
            last.as_ref().filter(|last| self.ring().is_recent(last.position, last.taken_in, last.message.len()))
        {
            return (last.message.clone(), last.position);
        }
        *last = None;
        let (mut safe, position, taken_in) = {
            let mut cache = self.cache();
            let state = self.state();
            let safe = present::snapshot(&state.desktop, state.seq, &self.epoch, &mut cache);
            let ring = self.ring();
            (safe, ring.next_position(), ring.taken_in())
        };
        audience.redact(&mut safe);
        let message = message::event(&ServerEvent::Snapshot { seq: safe.seq, state: Box::new(safe) });
        *last = Some(Snapshot { message: message.clone(), position, taken_in });
        snapshots.made += 1;
        (message, position)
    }

    fn push(&self, seq: Option<u64>, message: Message) {
        let position = {
            let mut ring = self.ring_mut();
            ring.push(seq, message);
            ring.next_position()
        };
        // Two that push at once may come here in either order.
        self.newest.send_if_modified(|newest| {
            let later = position > *newest;
            *newest = position.max(*newest);
            later
        });
    }

    /// A panic under a lock would be a bug of ours; the next caller finds things as they were left.
    fn writer(&self) -> MutexGuard<'_, Option<Journal>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> RwLockReadGuard<'_, Numbered> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn state_mut(&self) -> RwLockWriteGuard<'_, Numbered> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn snapshots(&self) -> MutexGuard<'_, Snapshots> {
        self.snapshots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self) -> RwLockReadGuard<'_, Ring> {
        self.ring.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring_mut(&self) -> RwLockWriteGuard<'_, Ring> {
        self.ring.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Snapshots {
    fn of(&mut self, audience: Audience) -> &mut Option<Snapshot> {
        match audience {
            Audience::People => &mut self.people,
            Audience::Agents => &mut self.agents,
        }
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub").field("seq", &self.state().seq).finish_non_exhaustive()
    }
}

/// What people are told when a part of the desktop could not be read.
fn damaged(body: String) -> Command {
    let show = NotificationShow {
        id: "desktop-damaged".to_owned(),
        title: "A part of the desktop could not be read".to_owned(),
        body,
        icon: None,
        duration: None,
    };
    let actions = vec![Addressed::from(OsAction::NotificationShow(show))];
    Command::Batch(Batch { agent_id: None, monitor_id: None, actions })
}

/// A numbered change as a message. Agents get a shorter one if something in it is for people alone.
fn numbered(seq: u64, actor: &Actor, command: &Command, changes: Vec<Change>) -> Message {
    let people = message::actions(seq, actor, Some(command), &changes);
    let narrated = matches!(actor, Actor::Agent(name) if name == NARRATOR);
    if !narrated && changes.iter().all(|change| Audience::Agents.sees_change(change)) {
        return Message::for_all(people);
    }
    let seen: Vec<Change> = changes.into_iter().filter(|change| Audience::Agents.sees_change(change)).collect();
    let agents = message::actions(seq, actor, Some(command).filter(|_| !narrated), &seen);
    Message { people, agents: Some(agents) }
}
