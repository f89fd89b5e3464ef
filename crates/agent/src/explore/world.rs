//! The world around the loop: a phone with three screens, a person, a tool and a journal, all in memory.
//!
//! Checks every action at the moment it arrives, against the journal and the screen of that moment, and collects
//! violations of the invariants.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use action::phone::AgentAction;
use action::{App, Directory};
use async_trait::async_trait;
use device::settle::{Change, Rest, Settled};
use device::tree::{Bounds, Node, State};
use device::wire::WireError;
use device::{Acted, Actuator, DeviceError, Foreground, Observer, Pace, Picture, Reading, Shot, Tree, Visibility};
use policy::KnownTool;
use serde_json::{Map, Value};
use tokio::sync::Notify;

use super::Event;
use crate::control::{Controller, PauseReason};
use crate::human::{Answer, Artefact, Asks, Human, Question};
use crate::journal::{GateEntry, Journal, JournalEntry};
use crate::redact::Secret;
use crate::tools::{Need, ToolError, Tools};

/// The code that the person gives. It must not appear anywhere.
pub(super) const CODE: &str = "zebra-8391-quartz";
/// Where buttons are, on every screen.
pub(super) const SAFE: (i32, i32) = (9, 10);
pub(super) const RISKY: (i32, i32) = (27, 10);
const SIZE: (u32, u32) = (36, 64);

/// A screen: the labels at [`SAFE`] and [`RISKY`], and the focused field.
struct Page {
    package: &'static str,
    safe: &'static str,
    risky: &'static str,
    field: Option<&'static str>,
}

const PAGES: [Page; 3] = [
    Page { package: "com.example.home", safe: "Open", risky: "Weather", field: None },
    Page { package: "com.example.shop", safe: "Details", risky: "Pay now", field: Some("code") },
    Page { package: "com.example.notes", safe: "Home", risky: "Delete all notes", field: Some("search") },
];

/// An approval by a person, in one life of the process.
#[derive(Clone, Debug, PartialEq)]
struct Yes {
    life: u32,
    label: String,
    package: Option<String>,
}

#[derive(Default)]
pub(super) struct World {
    page: usize,
    /// The events armed for the next wait and the next send.
    armed: Vec<Event>,
    pub(super) journal: Vec<JournalEntry>,
    /// Whether the process is dead: nothing that it still writes counts.
    dead: bool,
    pub(super) life: u32,
    yes: Vec<Yes>,
    /// The field that had the focus when a code was asked for.
    asked_in: Option<Option<&'static str>>,
    /// Whether a person had the phone, and may have done anything.
    taken_over: bool,
    /// Whether the last action arrived.
    arrived: bool,
    controller: Option<Controller>,
    pub(super) events: String,
    pub(super) violations: Vec<String>,
}

/// A shared handle to the world.
#[derive(Clone, Default)]
pub(super) struct Shared {
    world: Arc<Mutex<World>>,
    pub(super) killed: Arc<Notify>,
}

impl Shared {
    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a new process, steered by this controller.
    pub(super) fn begin(&self, controller: Controller) {
        let mut world = self.world();
        world.life += 1;
        world.dead = false;
        world.controller = Some(controller);
    }

    /// Arms events for the next wait or send.
    pub(super) fn arm(&self, events: &[Event]) {
        self.world().armed.extend(events);
    }

    /// Whether an event is armed that only happens during a wait.
    pub(super) fn interrupts(&self) -> bool {
        let armed = |event: &Event| matches!(event, Event::Pause | Event::TakeOver | Event::Kill);
        self.world().armed.iter().any(armed)
    }

    /// Changes the screen if that is armed.
    pub(super) fn drift(&self) {
        let mut world = self.world();
        if world.take(Event::ScreenChanges) {
            world.change();
        }
    }

    /// Called during a wait: every event armed for it happens now.
    pub(super) async fn waited(&self, screen_changes: bool) {
        let killed = {
            let mut world = self.world();
            if screen_changes && world.take(Event::ScreenChanges) {
                world.change();
            }
            if world.take(Event::Pause) {
                world.pause(PauseReason::Asked);
            }
            if world.take(Event::TakeOver) {
                world.change();
                world.taken_over = true;
                world.pause(PauseReason::TakenOver);
            }
            world.take(Event::Kill)
        };
        if killed {
            self.kill().await;
        }
        // Lets the loop see the pause before the answer.
        tokio::task::yield_now().await;
    }

    async fn kill(&self) {
        self.world().dead = true;
        self.killed.notify_one();
        std::future::pending::<()>().await;
    }
}

impl World {
    fn take(&mut self, event: Event) -> bool {
        let place = self.armed.iter().position(|armed| *armed == event);
        place.map(|place| self.armed.remove(place)).is_some()
    }

    fn change(&mut self) {
        self.page = (self.page + 1) % PAGES.len();
    }

    fn pause(&self, reason: PauseReason) {
        if let Some(controller) = &self.controller {
            controller.pause(reason);
        }
    }

    fn violate(&mut self, what: impl Into<String>) {
        self.violations.push(what.into());
    }

    fn page(&self) -> &'static Page {
        &PAGES[self.page]
    }

    /// Returns the element that the action lands on, by its label or id.
    fn lands_on(&self, action: &AgentAction) -> Option<&'static str> {
        match action {
            AgentAction::Tap(tap) if near(tap.x.get(), SAFE.0) => Some(self.page().safe),
            AgentAction::Tap(_) => Some(self.page().risky),
            AgentAction::Type(_) => self.page().field,
            _ => None,
        }
    }

    /// The invariant at the moment an action arrives: it was judged on its actual target, it is on record, and a person
    /// approved it if required.
    fn arrives(&mut self, action: &AgentAction) {
        self.arrived = true;
        let on = self.lands_on(action);
        let mut closed = Vec::new();
        let mut intent = None;
        for entry in self.journal.iter().rev() {
            match entry {
                JournalEntry::Effect(effect) => closed.extend(effect.number),
                JournalEntry::Intent(found) => {
                    intent = Some(found.clone());
                    break;
                }
                _ => {}
            }
        }
        let Some(intent) = intent.filter(|intent| !closed.contains(&intent.number)) else {
            return self.violate(format!("`{}` was sent without an open intent", action.name()));
        };
        let gate = self.journal.iter().rev().find_map(|entry| match entry {
            JournalEntry::Gate(gate) => Some(gate.clone()),
            _ => None,
        });
        let Some(gate) = gate.filter(|gate| gate.allowed && gate.action == intent.action) else {
            return self.violate(format!("`{}` was sent and not judged", action.name()));
        };
        // Typing may press a nearby element, so any judged element counts if it is on this screen.
        let near = matches!(action, AgentAction::Type(_)) && self.shows(&gate);
        if !near && !judged_on(&gate, on) {
            let judged = gate.target.as_ref().map(|target| (target.label.clone(), target.resource_id.clone()));
            self.violate(format!("`{}` was judged on {judged:?} and landed on {on:?}", action.name()));
        }
        if let Some(label) = on.filter(|_| matches!(action, AgentAction::Tap(_))).filter(|label| is_risky(label)) {
            let wanted =
                Yes { life: self.life, label: label.to_owned(), package: Some(self.page().package.to_owned()) };
            match self.yes.iter().position(|yes| *yes == wanted) {
                Some(place) => drop(self.yes.remove(place)),
                None => self.violate(format!("{label:?} was pressed without a yes to it in this life")),
            }
        }
        if let AgentAction::Type(verb) = action
            && verb.text.contains(CODE)
        {
            if verb.text.contains('\n') {
                self.violate("a code was typed with a line break");
            }
            if self.asked_in.flatten().is_none() || self.asked_in != Some(self.page().field) {
                let (asked, field) = (self.asked_in, self.page().field);
                self.violate(format!("a code that was asked for in {asked:?} was typed into {field:?}"));
            }
        }
    }

    /// Whether the judged element is on the current screen.
    fn shows(&self, gate: &GateEntry) -> bool {
        let page = self.page();
        gate.target.as_ref().is_some_and(|target| target.label == page.safe || target.label == page.risky)
    }

    /// Applies the action to the screen.
    fn apply(&mut self, action: &AgentAction) {
        if let AgentAction::Tap(_) = action {
            self.change();
        }
    }

    fn tree(&self) -> Tree {
        let page = self.page();
        let whole = Bounds { left: 0, top: 0, right: 36, bottom: 64 };
        let node = |text: &str, class: &str, bounds: Bounds| Node {
            parent: Some(0),
            text: text.to_owned(),
            class: class.to_owned(),
            package: page.package.to_owned(),
            bounds,
            state: State { clickable: true, enabled: true, ..State::default() },
            ..Node::default()
        };
        let around = |(x, y): (i32, i32)| Bounds { left: x - 8, top: y - 5, right: x + 8, bottom: y + 5 };
        let mut root = node("", "android.widget.FrameLayout", whole);
        (root.parent, root.state.clickable) = (None, false);
        let mut nodes = vec![
            root,
            node(page.safe, "android.widget.Button", around(SAFE)),
            node(page.risky, "android.widget.Button", around(RISKY)),
        ];
        if let Some(field) = page.field {
            let mut field_node = node("", "android.widget.EditText", around((18, 40)));
            field_node.resource_id = format!("{}:id/{field}", page.package);
            field_node.state.focused = true;
            nodes.push(field_node);
        }
        Tree { nodes, ..Tree::default() }
    }

    /// The invariant when a person is asked whether an action was done: a person approved it, and it was sent.
    fn asked_whether_done(&mut self) {
        let approved = self.journal.iter().position(|entry| matches!(entry, JournalEntry::Gate(gate) if gate.allowed));
        let sent = approved.is_some_and(|from| {
            let last = |wanted: fn(&JournalEntry) -> bool| self.journal[from..].iter().rposition(wanted);
            let intent = last(|entry| matches!(entry, JournalEntry::Intent(intent) if intent.outward));
            let question = last(|entry| matches!(entry, JournalEntry::Question(asked) if asked.is_gate()));
            intent.is_some() && intent > question
        });
        if !sent && !self.taken_over {
            self.violate("a person was asked whether something was done that was never sent");
        }
    }
}

fn near(value: f64, wanted: i32) -> bool {
    (value - f64::from(wanted)).abs() < 2.0
}

fn is_risky(label: &str) -> bool {
    label.starts_with("Pay") || label.starts_with("Delete")
}

fn judged_on(gate: &GateEntry, on: Option<&str>) -> bool {
    match (&gate.target, on) {
        (None, None) => true,
        (Some(target), Some(on)) => target.label == on || target.resource_id.ends_with(&format!("/{on}")),
        // A field without a label may be missing from both.
        (Some(target), None) => target.label.is_empty() && target.resource_id.is_empty(),
        (None, Some(_)) => false,
    }
}

#[async_trait]
impl Observer for Shared {
    fn id(&self) -> &str {
        "world"
    }

    async fn snapshot(&self) -> Result<Shot, DeviceError> {
        let app = self.current_app().await?;
        Ok(Shot { picture: self.picture(), app, visibility: Visibility::Shown })
    }

    async fn tree(&self) -> Result<Tree, DeviceError> {
        Ok(self.world().tree())
    }

    async fn current_app(&self) -> Result<Option<Foreground>, DeviceError> {
        Ok(Some(Foreground { package: self.world().page().package.to_owned(), activity: None }))
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        Ok(Vec::new())
    }

    async fn directory(&self) -> Result<Directory, DeviceError> {
        Ok(Directory::default())
    }

    async fn read(&self, reading: &Reading<'_>) -> Result<String, DeviceError> {
        Ok(match reading {
            // The phone is not erased: it has a contact.
            Reading::Rows { .. } => "Row: 0 _id=1\n".to_owned(),
            _ => String::new(),
        })
    }

    async fn settle(&self, _: Pace, before: Option<&Picture>) -> Result<Settled<Picture>, DeviceError> {
        let last = self.picture();
        let change = match before {
            Some(before) if before.fingerprint() == last.fingerprint() => Change::Unchanged,
            Some(_) => Change::Changed,
            None => Change::Unknown,
        };
        Ok(Settled { rest: Rest::Still, change, last, looks: 1, waited: Duration::ZERO })
    }
}

impl Shared {
    fn picture(&self) -> Picture {
        let fingerprint = self.world().page as u64 + 1;
        Picture::known(SIZE.0, SIZE.1, vec![7; 8], fingerprint)
    }

    /// Handles a sent action: whether it arrives, and its reply.
    async fn send(&self, action: Option<&AgentAction>) -> Result<(), DeviceError> {
        let (error, kill) = {
            let mut world = self.world();
            let command = "what was sent".to_owned();
            let unreachable = || DeviceError::Wire(WireError::Unreachable("no cable".to_owned()));
            let dropped = || WireError::Dropped("cut".to_owned());
            let (arrives, error) = if world.take(Event::CutBefore) {
                (false, Some(unreachable()))
            } else if world.take(Event::NeedsPerson) {
                (false, Some(DeviceError::Wire(WireError::NeedsPerson("unlock it".to_owned()))))
            } else if world.take(Event::CutAfter) {
                (true, Some(DeviceError::MaybeSent { command, why: dropped() }))
            } else {
                (true, None)
            };
            world.arrived = false;
            if arrives && let Some(action) = action {
                world.arrives(action);
                world.apply(action);
            }
            if error.is_some() && world.take(Event::PauseWhileCut) {
                world.pause(PauseReason::Asked);
            }
            (error, world.take(Event::KillAfterSend))
        };
        if kill {
            self.kill().await;
        }
        error.map_or(Ok(()), Err)
    }
}

#[async_trait]
impl Actuator for Shared {
    async fn act(&self, action: &AgentAction) -> Result<Acted, DeviceError> {
        self.send(Some(action)).await?;
        Ok(Acted::Touched)
    }

    async fn push_file(&self, name: &str, _: &[u8], _: u32) -> Result<String, DeviceError> {
        self.send(None).await?;
        Ok(format!("/sdcard/Download/{name}"))
    }

    async fn release(&self) -> Result<(), DeviceError> {
        Ok(())
    }
}

#[async_trait]
impl Human for Shared {
    async fn ask(&self, question: &Question) -> Answer {
        let silent = {
            let mut world = self.world();
            match &question.asks {
                Asks::WasDone { .. } => world.asked_whether_done(),
                Asks::Auth { .. } => world.asked_in = Some(world.page().field),
                _ => {}
            }
            world.take(Event::StaysSilent)
        };
        // The person answers the question they saw; the world changes meanwhile.
        self.waited(true).await;
        if silent {
            return std::future::pending().await;
        }
        let mut world = self.world();
        if world.take(Event::SaysNo) {
            return Answer::No { why: None };
        }
        match &question.asks {
            Asks::Gate(gate) => {
                if let Some(target) = &gate.target {
                    let yes = Yes { life: world.life, label: target.label.clone(), package: gate.package.clone() };
                    world.yes.push(yes);
                }
                Answer::Yes { remember: false }
            }
            Asks::Confirm { .. } | Asks::Attention { .. } => Answer::Yes { remember: false },
            Asks::WasDone { .. } if world.arrived => Answer::Yes { remember: false },
            Asks::WasDone { .. } => Answer::No { why: None },
            Asks::Ask { .. } => Answer::Text("the blue one".to_owned()),
            Asks::Auth { instruction, .. } if instruction.contains("file") => {
                let (name, bytes) = ("photo.jpg".to_owned(), vec![1, 2, 3].into());
                Answer::Approved { artefact: Some(Artefact::File { name, bytes }) }
            }
            Asks::Auth { .. } => Answer::Approved { artefact: Some(Artefact::Text(Secret::new(format!("{CODE}\n")))) },
        }
    }
}

#[async_trait]
impl Tools for Shared {
    async fn offered(&self, _: &Need<'_>) -> Arc<[model::Tool]> {
        Arc::default()
    }

    fn find(&self, name: &str) -> Option<KnownTool> {
        Some(KnownTool { server: "weather".to_owned(), name: name.to_owned(), ..KnownTool::default() })
    }

    async fn call(&self, _: &str, _: &Map<String, Value>, _: Duration) -> Result<String, ToolError> {
        self.waited(true).await;
        Ok("sunny".to_owned())
    }
}

impl Journal for Shared {
    fn write(&mut self, entry: &JournalEntry) -> std::io::Result<()> {
        let mut world = self.world();
        if !world.dead {
            world.journal.push(entry.clone());
        }
        Ok(())
    }

    fn waits(&self) -> bool {
        false
    }
}
