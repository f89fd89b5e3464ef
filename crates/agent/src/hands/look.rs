//! Looking at the phone: picture, app in front and elements, kept until the screen may be another.
//!
//! The tree of elements is fetched with the picture: without it nobody knows what of the picture is secret. Before
//! either leaves this file it is guarded: password fields, secrets and codes are masked and painted over, and where
//! nobody knows where they are the picture is withheld. What was secret is not kept.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use action::dialect::Size;
use bytes::Bytes;
use device::tree::{Bounds, Node, Role};
use device::wire::WireError;
use device::{Device, DeviceError, Foreground, Next, Picture, Shot, Tree, Visibility};

use super::Hands;
use crate::deadline::{End, Halt, boxed};
use crate::error::AgentError;
use crate::event::Event;
use crate::human::{Answer, Asks};
use crate::journal::{JournalEntry, ObservationEntry, Retry, RetryOf, Screenshot};
use crate::redact::{Covered, UNPAINTED, UNSEEN, paint_over};
use crate::summary::EndReason;

/// The pauses between two attempts to reach a phone that is gone.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// What stands behind the fingerprint of a picture in which something was painted over: what changed under the paint
/// does not show in it.
pub(super) const PAINTED: &str = "-painted";

/// What the phone showed, as long as it counts.
pub struct Look {
    /// Nothing where the screen is protected.
    pub(crate) picture: Option<Arc<Picture>>,
    pub(crate) app: Option<String>,
    /// The app in front and its window.
    pub(crate) front: Option<Foreground>,
    pub(crate) screen: Size,
    pub(crate) visibility: Option<Visibility>,
    pub(crate) sight: Sight,
    /// What may be shown of it.
    pub(crate) guarded: Option<model::Picture>,
    pub(crate) number: Option<u64>,
    /// What the model should know about it.
    pub(crate) remark: Option<String>,
    /// What it is in the journal.
    pub(crate) identifier: String,
    /// Whether its words were looked through for some that address the agent.
    pub(crate) read: bool,
}

/// What becomes of a look that shows what the last one showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeats {
    /// It is written down like any other.
    Written,
    /// It is not: the last one stands for it.
    LeftOut,
}

/// The tree of a look.
pub(crate) enum Sight {
    Had(Arc<Tree>),
    Missing,
}

impl Look {
    /// The package in front.
    pub fn app(&self) -> Option<&str> {
        self.app.as_deref()
    }

    /// The size of the screen.
    pub fn screen(&self) -> Size {
        self.screen
    }

    /// The picture, with what is secret painted over.
    pub fn picture(&self) -> Option<&model::Picture> {
        self.guarded.as_ref()
    }

    /// Whether the picture shows what is on the screen; nothing where there is no picture.
    pub(crate) fn visibility(&self) -> Option<Visibility> {
        self.visibility
    }

    /// What is odd about it, for whoever decides.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Equal for equal pictures; 0 without one.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.picture.as_ref().map_or(0, |picture| picture.fingerprint())
    }

    /// The elements, if they were read.
    pub fn tree(&self) -> Option<&Arc<Tree>> {
        match &self.sight {
            Sight::Had(tree) => Some(tree),
            Sight::Missing => None,
        }
    }

    /// Equal for screens on which the same action would do the same. Where a field has the focus its blinking
    /// caret makes two pictures of one screen, so there the elements are compared.
    pub(crate) fn identity(&self) -> u64 {
        let focused = |node: &Node| node.state.focused && node.role() == Role::Field;
        match self.tree() {
            Some(tree) if self.picture.is_none() || tree.nodes.iter().any(focused) => {
                let mut hasher = DefaultHasher::new();
                for node in &tree.nodes {
                    (&node.text, &node.description, &node.resource_id, &node.class).hash(&mut hasher);
                    let bounds = node.bounds;
                    (bounds.left, bounds.top, bounds.right, bounds.bottom).hash(&mut hasher);
                    (node.state.checked, node.state.selected, node.state.focused).hash(&mut hasher);
                }
                hasher.finish()
            }
            _ => self.fingerprint(),
        }
    }
}

/// Whether the phone is gone.
pub(super) fn is_lost(error: &DeviceError) -> bool {
    match error {
        DeviceError::Wire(why) | DeviceError::MaybeSent { why, .. } => why.is_lost(),
        _ => false,
    }
}

impl Hands {
    /// What the screen is, as it stands in the journal.
    pub(super) fn fingerprint_text(&self) -> String {
        self.look.as_ref().map_or_else(|| identifier(0), |look| look.identifier.clone())
    }

    /// Looks at the phone anew.
    pub(crate) async fn observe(&mut self) -> Result<(), Halt> {
        let (shot, tree) = self.capture().await?;
        self.accept(shot, tree, Repeats::Written).await
    }

    /// The same for who waits for something to appear: a look that shows what the last one showed is not written down
    /// again. A wait would fill the journal and the folder with copies of one picture.
    pub(super) async fn observe_while_waiting(&mut self) -> Result<(), Halt> {
        let (shot, tree) = self.capture().await?;
        self.accept(shot, tree, Repeats::LeftOut).await
    }

    /// Takes what the last look of a wait showed, and asks only for what is missing.
    pub(super) async fn observe_settled(&mut self, picture: Picture) -> Result<(), Halt> {
        // Why it is black only a whole look tells.
        if picture.black {
            return self.observe().await;
        }
        let device = Arc::clone(&self.device);
        let looked = boxed(async { tokio::join!(device.current_app(), elements(&*device)) });
        let (app, tree) = self.deadline.wait(looked).await?;
        match app {
            Ok(app) => {
                self.accept(Some(Shot { picture, app, visibility: Visibility::Shown }), tree, Repeats::Written).await
            }
            Err(_) => self.observe().await,
        }
    }

    /// A picture of the screen, however often it takes; nothing where the screen is protected.
    async fn capture(&mut self) -> Result<(Option<Shot>, Option<Tree>), Halt> {
        let device = Arc::clone(&self.device);
        let mut failed = 0;
        loop {
            let looked = boxed(async { tokio::join!(device.snapshot(), elements(&*device)) });
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

    /// Waits until a phone that is gone is back, or gives up.
    pub(super) async fn reconnect(&mut self, error: DeviceError) -> Result<(), Halt> {
        let wait = self.settings.reconnect;
        self.emit(Event::Disconnected { why: error.to_string(), wait });
        self.write_retry(RetryOf::Connection, 1, &error.to_string(), Duration::ZERO).await?;
        tracing::warn!("{error}; waiting up to {} s for the phone", wait.as_secs());
        let clock = Arc::clone(&self.deadline.clock);
        let until = clock.now().saturating_add(wait);
        let (mut last, mut pause) = (error, Duration::ZERO);
        loop {
            let left = until.saturating_sub(clock.now());
            self.deadline.sleep(pause.min(left)).await?;
            pause = (pause * 2).clamp(FIRST_PAUSE, LONGEST_PAUSE);
            let left = until.saturating_sub(clock.now());
            let reached = self.deadline.wait_for(self.device.current_app(), left).await?;
            match reached {
                Some(Ok(_)) => {
                    self.emit(Event::Reconnected);
                    tracing::info!("the phone is back");
                    return Ok(());
                }
                Some(Err(DeviceError::Wire(why @ WireError::NeedsPerson(_)))) => {
                    return Err(AgentError::Device(DeviceError::Wire(why)).into());
                }
                Some(Err(error)) => last = error,
                None => {}
            }
            if clock.now() >= until {
                return Err(AgentError::Disconnected { waited_s: wait.as_secs(), why: last }.into());
            }
        }
    }

    /// Asks the person to do something about the phone; whether they did.
    pub(super) async fn attention(&mut self, error: &DeviceError) -> Result<bool, Halt> {
        let asks = Asks::Attention { message: error.to_string() };
        Ok(matches!(self.ask(asks, self.settings.ask_timeout).await?, Some(Answer::Yes { .. })))
    }

    pub(super) async fn pause_before_retry(&mut self, of: RetryOf, failed: u32, why: &str) -> Result<(), Halt> {
        let after = self.settings.retry_delay.before(failed);
        self.write_retry(of, failed, why, after).await?;
        self.emit(Event::Retrying { step: self.step(), why: why.to_owned(), after });
        tracing::info!(step = self.step(), ?of, failed, "trying again: {}", self.recorder.redactor.text(why));
        self.deadline.sleep(after).await
    }

    async fn write_retry(&mut self, of: RetryOf, failed: u32, why: &str, delay: Duration) -> Result<(), Halt> {
        let retry = Retry { mark: self.mark(), of, failed, why: why.to_owned(), delay };
        self.write(JournalEntry::Retry(retry)).await
    }

    /// Makes it the present look, guards its picture and writes it down.
    async fn accept(&mut self, shot: Option<Shot>, tree: Option<Tree>, repeats: Repeats) -> Result<(), Halt> {
        let screen = self.size_of(shot.as_ref(), tree.as_ref())?;
        let visibility = shot.as_ref().map(|shot| shot.visibility);
        let mut remark = match visibility {
            Some(Visibility::Shown) => None,
            Some(Visibility::Off) => Some("the screen is off"),
            Some(Visibility::Black) => Some("the picture of the screen is black, and nobody says why"),
            Some(Visibility::Secure) | None => Some("the app keeps its screen from pictures; go by the elements"),
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
        let shown_before = self.look.as_ref().filter(|last| {
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
        if let Some(withheld) = &withheld {
            remark.get_or_insert_with(|| withheld.clone());
        }
        let fingerprint = identifier.clone();
        self.look = Some(Look {
            picture,
            app: app.clone(),
            front,
            screen,
            visibility,
            sight,
            guarded,
            number,
            remark,
            identifier,
            read: false,
        });
        if known.is_some() {
            return Ok(());
        }
        let mark = self.mark();
        let seen = ObservationEntry { mark, screenshot, withheld, fingerprint, app: app.clone(), elements };
        self.write(JournalEntry::Observation(seen)).await?;
        self.emit(Event::Looked { step: self.step(), screenshot: number, app });
        Ok(())
    }

    /// The size of the screen: the picture's, else that of the outermost element, else as it was.
    fn size_of(&self, shot: Option<&Shot>, tree: Option<&Tree>) -> Result<Size, Halt> {
        let root = tree.and_then(|tree| tree.nodes.first()).map(|node| node.bounds);
        let root = root.filter(|bounds| !bounds.is_empty());
        let side = |length: i32| u32::try_from(length).unwrap_or(1).max(1);
        shot.map(|shot| Size { w: shot.picture.width, h: shot.picture.height })
            .or_else(|| root.map(|root| Size { w: side(root.right), h: side(root.bottom) }))
            .or_else(|| self.look.as_ref().map(|look| look.screen))
            .ok_or_else(|| {
                End::failed(
                    EndReason::Device,
                    "the phone shows neither a picture nor its elements: open another app on it, and try again",
                )
                .into()
            })
    }

    /// The tree of the present look.
    pub(super) fn present_tree(&self) -> Option<Arc<Tree>> {
        self.look.as_ref().and_then(Look::tree).cloned()
    }
}

/// The tree. That there is none ends nothing: the picture is enough to go on.
async fn elements(device: &dyn Device) -> Option<Tree> {
    device.tree().await.inspect_err(|error| tracing::info!("going on without the elements: {error}")).ok()
}

/// What a screen is in the journal, by its fingerprint.
fn identifier(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

/// A picture as it may be shown.
struct Guarded {
    picture: Option<model::Picture>,
    /// Why there is none.
    withheld: Option<String>,
    /// What the screen is in the journal. A fingerprint of what is secret would let it be guessed.
    identifier: String,
}

impl Guarded {
    fn withheld(why: impl Into<String>) -> Self {
        Self { picture: None, withheld: Some(why.into()), identifier: identifier(0) }
    }
}

/// The picture as it may be shown, or why it may not; `places` are those to paint over, if they are known.
async fn guard(picture: Option<&Arc<Picture>>, places: Option<Vec<Bounds>>) -> Guarded {
    let Some(picture) = picture else { return Guarded::withheld("the screen is protected") };
    let Some(places) = places else { return Guarded::withheld(UNSEEN) };
    let (width, height) = (picture.width, picture.height);
    let shown = |png: Bytes| Some(model::Picture { png, width, height });
    if places.is_empty() {
        return match picture.encoded().await {
            Ok(png) => Guarded { picture: shown(png), withheld: None, identifier: identifier(picture.fingerprint()) },
            Err(error) => Guarded::withheld(error.to_string()),
        };
    }
    let painted = paint_over(Arc::clone(picture), places).await;
    match painted.and_then(|painted| Some((painted.png().ok()?, painted.fingerprint()))) {
        Some((png, fingerprint)) => {
            let identifier = format!("{}{PAINTED}", identifier(fingerprint));
            Guarded { picture: shown(png), withheld: None, identifier }
        }
        None => Guarded::withheld(UNPAINTED),
    }
}
