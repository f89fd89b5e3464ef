//! The hub applies commands, numbers changes, keeps the latest ones, and hands them to pages. Nothing else numbers
//! changes.
//!
//! Pages have no queues. The latest changes are stored once in a ring, bounded in entries and bytes, each already
//! encoded as the message that every page gets; a page is a position in that ring. A page that falls behind the ring
//! gets a snapshot. A page that never reads therefore costs nothing but its connection.
//!
//! A command is written to the journal before it is carried out: if it cannot be written it has not happened, and there
//! is nothing to roll back. A command that is then refused is cut off the journal again; a process that dies in between
//! leaves a line that is refused again on replay.
//!
//! There are four locks, taken in the order writer, cache, state, ring. Only the first is held while waiting for the
//! disk, and only the first two while sanitising agents' content. Readers take only the third, which is held just as
//! long as the pure state machine needs. [`Hub::submit`] does all of this on the hub's own thread, so that network
//! requests never block a runtime thread on a disk or a long text.

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

/// Limits and parameters of a hub.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many changes a page may miss before it gets a snapshot instead.
    pub ring_entries: usize,
    /// How many bytes of changes.
    pub ring_bytes: usize,
    /// When the journal begins a new file.
    pub rolling: Rolling,
    /// Distinguishes this hub's numbers from those of every other hub. Random by default.
    pub epoch: u64,
    /// The time, in milliseconds since 1970, for the notification about a damaged desktop.
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
    /// The desktop refused the command. Nothing changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The journal could not be written. Nothing changed.
    #[error("the desktop's journal cannot be written: {0}; is the disk full?")]
    Disk(#[from] std::io::Error),
    /// The files on disk cannot be read. They were not changed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The process is shutting down. Nothing changed.
    #[error("the desktop accepts no more commands: the process is shutting down")]
    Closed,
}

/// The outcome of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Committed {
    /// The number of the change, if anything changed.
    pub seq: Option<u64>,
    /// Effects outside the state.
    pub follow_ups: Vec<FollowUp>,
    /// A message for the person who sent the command.
    pub note: Option<String>,
}

/// Current sizes, for monitoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauges {
    /// The number of the last change.
    pub seq: u64,
    /// Messages in the ring.
    pub ring_entries: usize,
    /// Bytes in the ring.
    pub ring_bytes: usize,
    /// How many snapshots were made for pages.
    pub snapshots: u64,
}

/// The shared desktop.
pub struct Hub {
    writer: Mutex<Option<Journal>>,
    cache: Mutex<Cache>,
    state: RwLock<Numbered>,
    ring: Arc<RwLock<Ring>>,
    /// Increases with the ring; those that wait for it then read the ring.
    newest: watch::Sender<u64>,
    snapshots: Mutex<Snapshots>,
    epoch: String,
    /// Answers that earlier processes gave to requests with a key, until they are taken.
    answers: Mutex<Vec<Answered>>,
    queue: Queue,
    /// Sanitises long markup ahead of time.
    render: Render,
}

/// Sanitises markup; a test substitutes a function that waits.
type Render = Arc<dyn Fn(&WindowContent) -> Rendered + Send + Sync>;

/// The desktop and the number of its last change.
#[derive(Debug)]
struct Numbered {
    desktop: Desktop,
    seq: u64,
}

/// The last snapshots, shared by pages.
#[derive(Debug, Default)]
struct Snapshots {
    people: Option<Snapshot>,
    agents: Option<Snapshot>,
    made: u64,
}

/// A snapshot, encoded as a message.
#[derive(Clone, Debug)]
struct Snapshot {
    message: Bytes,
    /// The ring position that follows it.
    position: u64,
    /// How many bytes had entered the ring by then.
    taken_in: u64,
}

impl Hub {
    /// Opens the desktop in `folder` (`None`: in memory only), as it was when the last process died. If the files are
    /// damaged, it opens as it was up to the damage, with a notification that says so.
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

    /// Carries out a command, journals it, and publishes the change to every page. Never waits for a page, but waits
    /// for the disk: async code uses [`Hub::submit`].
    pub fn apply(&self, actor: &Actor, command: Command, now_ms: u64) -> Result<Committed, HubError> {
        self.apply_prepared(actor, &command, None, Prepared::default(), now_ms)
    }

    /// Like [`Hub::apply`], on the hub's own thread. Commands are carried out in the order of their arrival, even if
    /// the caller no longer waits.
    pub async fn submit(self: &Arc<Self>, actor: Actor, command: Command, now_ms: u64) -> Result<Committed, HubError> {
        self.submit_for(actor, command, None, now_ms).await
    }

    /// Like [`Hub::submit`], for a request that must not be carried out twice: it is journalled with the command.
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

    /// Journals a note between the commands, on the hub's own thread.
    pub(crate) async fn note(self: &Arc<Self>, note: Note) -> Result<(), HubError> {
        self.queue.note(self, note).await
    }

    /// Returns the answers that earlier processes gave to requests with a key. Only the first caller gets them.
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
        // The holder of this lock is the only one that changes the desktop.
        let mut journal = self.writer();
        let seq = self.state().seq + 1;
        if let Some(journal) = &mut *journal {
            journal.append(seq, now_ms, actor, command, request)?;
        }
        let committed = self.change(actor, command, prepared, now_ms, seq);
        if let Some(journal) = &mut *journal {
            // A command that changed nothing is dropped, unless its request may be repeated.
            if committed.as_ref().is_ok_and(|committed| committed.seq.is_some() || request.is_some()) {
                journal.roll_if_full(self.state().seq);
            } else {
                journal.take_back();
            }
        }
        Ok(committed?)
    }

    /// Carries out a command under the number `seq`, and publishes it.
    fn change(
        &self,
        actor: &Actor,
        command: &Command,
        prepared: Prepared,
        now_ms: u64,
        seq: u64,
    ) -> Result<Committed, Refused> {
        // Held to the end, so that a snapshot has every change before its ring position, and none after it.
        let mut cache = self.cache();
        {
            let mut state = self.state_mut();
            if state.desktop.apply(actor, command, now_ms)?.marks.is_empty() {
                let applied = state.desktop.applied();
                return Ok(Committed { seq: None, follow_ups: applied.follow_ups.clone(), note: applied.note.clone() });
            }
            state.seq = seq;
        }
        // Other threads may read while this is sanitised and encoded, but none changes the state.
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

    /// Sends a message to every current page; it is not numbered and not kept.
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

    /// Subscribes to everything after the change `since`, or starts with a snapshot if that is gone or never existed.
    ///
    /// The number alone cannot show whether it is from before a power cut or from another data folder: use
    /// [`Hub::resume`] for that.
    pub fn subscribe(self: &Arc<Self>, since: Option<u64>) -> Subscription {
        let ring = self.ring();
        let position = since.and_then(|since| ring.position_behind(since));
        Subscription::new(self, Arc::clone(&self.ring), self.newest.subscribe(), position, ring.next_position())
    }

    /// Like [`Hub::subscribe`], for a page that knows the `epoch` of its snapshot.
    pub fn resume(self: &Arc<Self>, epoch: &str, since: u64) -> Subscription {
        self.subscribe(Some(since).filter(|_| epoch == self.epoch))
    }

    /// Returns the `epoch` of every snapshot of this hub.
    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Reads the desktop; `seq` is the number of its last change.
    pub fn look<R>(&self, look: impl FnOnce(&Desktop, u64) -> R) -> R {
        let state = self.state();
        look(&state.desktop, state.seq)
    }

    /// Returns how many pages are subscribed.
    pub fn listeners(&self) -> usize {
        self.newest.receiver_count()
    }

    /// Returns the current sizes.
    pub fn gauges(&self) -> Gauges {
        let snapshots = self.snapshots().made;
        let seq = self.state().seq;
        let (ring_entries, ring_bytes) = self.ring().size();
        Gauges { seq, ring_entries, ring_bytes, snapshots }
    }

    /// Flushes everything to disk. The hub stays usable.
    pub fn flush(&self) -> Result<(), HubError> {
        // Wait for the disk without the lock.
        let file = self.writer().as_ref().map(Journal::file);
        file.map_or(Ok(()), |file| file.sync()).map_err(HubError::Disk)
    }

    /// Returns the message for a page that has no state or an outdated one, and the ring position that follows it.
    ///
    /// The last snapshot is reused as long as the changes since are still in the ring and shorter than the snapshot
    /// itself. Snapshots of a large desktop are therefore rare, however many pages lag and however fast changes come.
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
        // Two concurrent pushes may arrive here in either order.
        self.newest.send_if_modified(|newest| {
            let later = position > *newest;
            *newest = position.max(*newest);
            later
        });
    }

    /// A panic under a lock would be a bug of ours; the next caller continues with the state as it was left.
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

/// The notification for people that part of the desktop could not be read.
fn damaged(body: String) -> Command {
    let show = NotificationShow {
        id: "desktop-damaged".to_owned(),
        title: "Part of the desktop could not be read".to_owned(),
        body,
        icon: None,
        duration: None,
    };
    let actions = vec![Addressed::from(OsAction::NotificationShow(show))];
    Command::Batch(Batch { agent_id: None, monitor_id: None, actions })
}

/// Encodes a numbered change. Agents get a shorter message if part of it is only for people.
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
