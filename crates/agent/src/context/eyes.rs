//! Looks at the phone, keeps the last look, and knows whether it is still current.
//!
//! A look is current until the task waits for anything else: a person, a model, a tool, a pause, a clock. Callers need
//! not discard a stale one, because every wait goes through [`Deadline`](crate::deadline::Deadline), which counts them.
//! Nothing here acts on the phone.

use std::sync::Arc;
use std::time::Duration;

use action::Directory;
use action::LoopEvent;
use action::dialect::Size;
use device::settle::{Change, Settled};
use device::{Next, Observer, Pace, Picture, Shot, Tree, Visibility};

use super::checks::Checks;
use super::look::{Guarded, Sight, guard};
use super::{Context, Look, is_lost};
use crate::deadline::{End, Halt, boxed};
use crate::error::AgentError;
use crate::event::Event;
use crate::evidence::everything;
use crate::identity::{floats, layout};
use crate::journal::{JournalEntry, ObservationEntry, RetryOf, Screenshot, StoredTree};
use crate::reader::Reader;
use crate::redact::Covered;
use crate::settings::rounded_seconds;
use crate::summary::EndReason;

/// The observing half of the phone, and the last look.
pub(crate) struct Eyes {
    observer: Arc<dyn Observer>,
    reader: Arc<dyn Reader>,
    look: Option<Look>,
    /// The people and apps of the phone, read once.
    pub(super) directory: Option<Arc<Directory>>,
    /// The result of the last check of the phone's state.
    pub(super) checks: Checks,
}

/// How to handle a look that shows the same as the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeats {
    /// Record it like any other.
    Written,
    /// Do not record it: it equals the last one.
    LeftOut,
}

impl Eyes {
    pub(crate) fn new(observer: Arc<dyn Observer>, reader: Arc<dyn Reader>) -> Self {
        Self { observer, reader, look: None, directory: None, checks: Checks::default() }
    }

    /// The observing half of the phone.
    pub(crate) fn observer(&self) -> Arc<dyn Observer> {
        Arc::clone(&self.observer)
    }

    /// The reader of pictures.
    pub(crate) fn reader(&self) -> Arc<dyn Reader> {
        Arc::clone(&self.reader)
    }

    /// The last look.
    pub(crate) fn look(&self) -> Option<&Look> {
        self.look.as_ref()
    }

    /// Discards the last look, so that the next use takes a new one.
    pub(crate) fn close(&mut self) {
        self.look = None;
    }
}

impl Context {
    /// Takes a new look at the phone.
    pub(crate) async fn observe(&mut self) -> Result<(), Halt> {
        let began = self.now();
        let (shot, tree) = self.capture().await?;
        self.accept(shot, tree, Repeats::Written, began).await
    }

    /// Takes a new look while waiting for something to appear. A look that shows the same as the last one is not
    /// recorded: otherwise a wait would fill the journal and the folder with copies of one picture.
    pub(crate) async fn observe_while_waiting(&mut self) -> Result<(), Halt> {
        let began = self.now();
        let (shot, tree) = self.capture().await?;
        self.accept(shot, tree, Repeats::LeftOut, began).await
    }

    /// Builds a look from the last picture of a settle wait, and fetches only the missing parts.
    pub(crate) async fn observe_settled(&mut self, picture: Picture) -> Result<(), Halt> {
        // Only a full look can tell why it is black.
        if picture.black {
            return self.observe().await;
        }
        let (observer, began) = (self.eyes.observer(), self.now());
        let looked = boxed(async { tokio::join!(observer.current_app(), elements(&*observer)) });
        let (app, tree) = self.deadline.wait(looked).await?;
        match app {
            Ok(app) => {
                let shot = Shot { picture, app, visibility: Visibility::Shown };
                self.accept(Some(shot), tree, Repeats::Written, began).await
            }
            Err(_) => self.observe().await,
        }
    }

    /// Captures a picture of the screen, with as many retries as it takes; `None` if the screen is protected.
    async fn capture(&mut self) -> Result<(Option<Shot>, Option<Tree>), Halt> {
        let observer = self.eyes.observer();
        let mut failed = 0;
        loop {
            let looked = boxed(async { tokio::join!(observer.snapshot(), elements(&*observer)) });
            let (shot, tree) = self.deadline.wait(looked).await?;
            let error = match shot {
                Ok(shot) => return Ok((Some(shot), tree)),
                Err(error) => error,
            };
            if is_lost(&error) {
                boxed(self.reconnect(error)).await?;
                continue;
            }
            match error.next() {
                Next::Tell => return Ok((None, tree)),
                Next::Ask => {
                    if !boxed(self.attention(&error)).await? {
                        return Err(AgentError::Device(error).into());
                    }
                }
                Next::Retry | Next::Look => {
                    failed += 1;
                    if failed > self.settings.max_retries {
                        return Err(AgentError::Device(error).into());
                    }
                    self.pause_before_retry(RetryOf::Observation, failed, &error.to_string()).await?;
                }
            }
        }
    }

    /// Makes this the current look, redacts its picture and records it. `began` is when the task began to look.
    async fn accept(
        &mut self,
        shot: Option<Shot>,
        tree: Option<Tree>,
        repeats: Repeats,
        began: Duration,
    ) -> Result<(), Halt> {
        let screen = self.size_of(shot.as_ref(), tree.as_ref())?;
        let visibility = shot.as_ref().map(|shot| shot.visibility);
        let mut remark = match visibility {
            Some(Visibility::Shown) => None,
            Some(Visibility::Off) => Some("the screen is off"),
            Some(Visibility::Black) => Some("the picture of the screen is black for an unknown reason"),
            Some(Visibility::Secure) | None => Some("the app blocks screenshots; use the elements"),
        }
        .map(str::to_owned);
        let front = shot.as_ref().and_then(|shot| shot.app.clone());
        let app = front.as_ref().map(|app| app.package.clone());
        let picture = match shot {
            Some(shot) => Some(Arc::new(shot.picture.compared().await)),
            None => None,
        };
        let redactor = &self.recorder.redactor;
        let (sight, places) = match tree {
            Some(tree) => {
                let Covered { tree, painted } = redactor.cover(tree, front.as_ref(), (screen.w, screen.h));
                (Sight::Had(Arc::new(tree)), Some(painted))
            }
            None => (Sight::Missing, (!redactor.must_withhold(front.as_ref())).then(Vec::new)),
        };
        let Guarded { picture: guarded, withheld, identifier } = guard(picture.as_ref(), places).await;
        let elements = match &sight {
            Sight::Had(tree) => Some(tree.nodes.len()),
            Sight::Missing => None,
        };
        let shown_before = self.eyes.look.as_ref().filter(|last| {
            let count = last.tree().map(|tree| tree.nodes.len());
            repeats == Repeats::LeftOut && last.identifier == identifier && last.app == app && count == elements
        });
        let known = shown_before.map(|last| last.number);
        let mut number = known.flatten();
        let screenshot = guarded.as_ref().filter(|_| known.is_none()).map(|guarded| {
            self.meter.pictures += 1;
            number = Some(self.meter.pictures);
            let (width, height) = (guarded.width, guarded.height);
            Screenshot { number: self.meter.pictures, width, height, png: guarded.png.clone() }
        });
        let stored = self.stored_tree(&sight, known.is_some());
        let (layout, floating) = match &sight {
            Sight::Had(tree) => (layout(tree), floats(tree, (screen.w, screen.h))),
            Sight::Missing => (String::new(), false),
        };
        let activity = front.as_ref().and_then(|front| front.activity.clone());
        if let Some(withheld) = &withheld {
            remark.get_or_insert_with(|| withheld.clone());
        }
        let fingerprint = identifier.clone();
        self.eyes.look = Some(Look {
            picture,
            app: app.clone(),
            front,
            screen,
            visibility,
            sight,
            guarded,
            number,
            tree_number: stored.as_ref().map(|stored| stored.number),
            layout: layout.clone(),
            floating,
            remark,
            identifier,
            read: false,
            taken: self.deadline.waits(),
        });
        if known.is_some() {
            return Ok(());
        }
        let seen = ObservationEntry {
            mark: self.mark(),
            screenshot,
            withheld,
            fingerprint,
            app: app.clone(),
            elements,
            tree: stored,
            activity,
            layout,
            floating,
            screen: Some([screen.w, screen.h]),
            took: Some(rounded_seconds(self.now().saturating_sub(began))),
        };
        self.write(JournalEntry::Observation(seen)).await?;
        self.emit(Event::Loop(LoopEvent::Step { step: self.step(), screenshot: number, app }));
        Ok(())
    }

    /// Numbers the elements for the record. Elements equal to the last ones keep their number, and so do those of a
    /// look that is not recorded.
    fn stored_tree(&mut self, sight: &Sight, unrecorded: bool) -> Option<StoredTree> {
        let Sight::Had(tree) = sight else { return None };
        let last = self.eyes.look.as_ref().and_then(|last| Some((last.tree_number?, last.tree()?)));
        if let Some((number, _)) = last.filter(|(_, before)| unrecorded || *before == tree) {
            return Some(StoredTree { number, tree: None });
        }
        if unrecorded {
            return None;
        }
        self.meter.trees += 1;
        Some(StoredTree { number: self.meter.trees, tree: Some(Arc::clone(tree)) })
    }

    /// Returns the size of the screen: the picture's, otherwise that of the outermost element, otherwise the previous
    /// size.
    fn size_of(&self, shot: Option<&Shot>, tree: Option<&Tree>) -> Result<Size, Halt> {
        let root = tree.and_then(|tree| tree.nodes.first()).map(|node| node.bounds);
        let root = root.filter(|bounds| !bounds.is_empty());
        let side = |length: i32| u32::try_from(length).unwrap_or(1).max(1);
        shot.map(|shot| Size { w: shot.picture.width, h: shot.picture.height })
            .or_else(|| root.map(|root| Size { w: side(root.right), h: side(root.bottom) }))
            .or_else(|| self.eyes.look.as_ref().map(|look| look.screen))
            .ok_or_else(|| {
                End::failed(
                    EndReason::Device,
                    "the phone shows neither a picture nor its elements: open another app on it, and try again",
                )
                .into()
            })
    }

    /// The tree of the current look.
    pub(crate) fn present_tree(&self) -> Option<Arc<Tree>> {
        self.eyes.look.as_ref().and_then(Look::tree).cloned()
    }

    /// Makes sure that the last look shows the current screen. If the task has not waited since, it does; otherwise one
    /// picture tells whether anything has changed.
    pub(crate) async fn look_afresh(&mut self) -> Result<(), Halt> {
        let waits = self.deadline.waits();
        let Some(look) = self.eyes.look.as_ref() else { return boxed(self.observe()).await };
        if look.taken == waits {
            return Ok(());
        }
        let Some(before) = look.picture.clone() else { return boxed(self.observe()).await };
        let (observer, at_once) = (self.eyes.observer(), Pace::fixed(Duration::ZERO));
        match self.deadline.wait(observer.settle(at_once, Some(&before))).await? {
            Ok(Settled { change: Change::Unchanged, .. }) => {
                let waits = self.deadline.waits();
                if let Some(look) = self.eyes.look.as_mut() {
                    look.taken = waits;
                }
                Ok(())
            }
            Ok(Settled { last, .. }) => boxed(self.observe_settled(last)).await,
            Err(_) => boxed(self.observe()).await,
        }
    }

    /// Checks the current screen for words that address the agent, once for each look.
    pub(crate) fn read_screen(&mut self) {
        let Some(look) = self.eyes.look.as_mut().filter(|look| !look.read) else { return };
        look.read = true;
        if let Some(words) = look.tree().map(|tree| everything(tree)) {
            self.read_words(&words);
        }
    }
}

/// Reads the tree. A missing tree is not an error: the task can continue with the picture.
async fn elements(observer: &dyn Observer) -> Option<Tree> {
    observer.tree().await.inspect_err(|error| tracing::info!("continuing without the elements: {error}")).ok()
}
