//! Gets to the element of a step: waits, closes what is in the way, goes back to where the step began, scrolls. Every
//! measure is bounded, and every touch passes the gate.

use std::time::Duration;

use action::macros::{FilledStep, ScreenExpectation, Target};
use action::phone::AgentAction;
use device::tree::Tree;
use device::{Reading, Visibility};
use serde_json::{Map, Value};

use super::difference::{element, quoted, screen};
use super::find::{Found, Search, find};
use crate::context::Context;
use crate::deadline::Halt;
use crate::mind::plan::moves::scroll;
use crate::mind::plan::obstacle::{self, Aside};
use crate::operations::Direction;

/// How often a missing element is looked for before anything is touched, and the pauses between looks.
const LOOKS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(120);
/// How many screens are scrolled in each direction.
const MOST_SCROLLS: u32 = 15;
/// How many pop-ups are closed, and how often the replay goes back.
const MOST_CLOSED: u32 = 4;
const MOST_BACK: u32 = 3;

/// What to do next to get to a step's element.
#[derive(Debug)]
pub(super) enum Approached {
    /// Here it is; `None` for a step that acts on no element.
    At(Option<Found>),
    /// Do this first.
    First(AgentAction),
    /// Look again.
    Again,
    /// The phone differs, in this way.
    Differs(String),
}

/// The measures taken for the current step.
#[derive(Debug, Default)]
pub(super) struct Approach {
    pub(super) aside: Aside,
    looks: u32,
    closed: u32,
    back: u32,
    hid_keyboard: bool,
    restarted: bool,
    scrolling: Scrolling,
    unlocking: Map<String, Value>,
    unlocked: bool,
}

/// The search in a list that is longer than the screen.
#[derive(Debug, Default)]
struct Scrolling {
    down: u32,
    up: u32,
    /// The screen before it was scrolled last.
    before: Option<u64>,
    at_bottom: bool,
}

impl Approach {
    /// The measures for the next step: none yet, on a phone that is known to be unlocked.
    pub(super) fn for_next_step(&self) -> Self {
        Self { unlocked: self.unlocked, ..Self::default() }
    }

    /// Decides how to get to the step's element. `start` is the action that opened the app, if this is the first step
    /// in it.
    pub(super) async fn next(
        &mut self,
        step: &FilledStep,
        start: Option<&AgentAction>,
        context: &mut Context,
    ) -> Result<Approached, Halt> {
        if context.look().is_none() {
            context.look_again_now().await?;
        }
        if !self.unlocked {
            match obstacle::unlock(context, &mut self.unlocking).await? {
                Some(Ok(action)) => return Ok(Approached::First(action)),
                Some(Err(problem)) => return Ok(Approached::Differs(problem.message)),
                None => self.unlocked = true,
            }
        }
        match obstacle::in_the_way(context, &mut self.aside) {
            Some(Ok(action)) => return Ok(Approached::First(action)),
            Some(Err(problem)) => return Ok(Approached::Differs(problem.message)),
            None => {}
        }
        let expected = step.screen.clone().unwrap_or_default();
        if step.on.is_none() && !depends_on_screen(&step.action) {
            return Ok(Approached::At(None));
        }
        if !is_in_app(&expected, step.on.as_ref(), context) {
            return self.elsewhere(&expected, start, context).await;
        }
        let Some(target) = &step.on else { return Ok(Approached::At(None)) };
        match search(target, &expected, context) {
            Search::Found(found) if is_enabled(found, context) => Ok(Approached::At(Some(found))),
            other => self.missing(target, &other, &expected, start, context).await,
        }
    }

    /// The app in front is another one.
    async fn elsewhere(
        &mut self,
        expected: &ScreenExpectation,
        start: Option<&AgentAction>,
        context: &mut Context,
    ) -> Result<Approached, Halt> {
        if self.waits(context).await? {
            return Ok(Approached::Again);
        }
        if let Some(close) = self.closing(expected, context) {
            return Ok(Approached::First(close));
        }
        if let Some(again) = self.restart(start) {
            return Ok(Approached::First(again));
        }
        // Once: another app was opened over it, as a call or an alarm does.
        if self.back == 0 && start.is_none() {
            self.back = MOST_BACK;
            self.looks = 0;
            return Ok(Approached::First(AgentAction::key("KEYCODE_BACK")));
        }
        Ok(Approached::Differs(format!("expected the app {} in front, but {}", quoted(&expected.app), screen(context))))
    }

    /// The app is in front, and the element is not to be seen.
    async fn missing(
        &mut self,
        target: &Target,
        search: &Search,
        expected: &ScreenExpectation,
        start: Option<&AgentAction>,
        context: &mut Context,
    ) -> Result<Approached, Halt> {
        if self.waits(context).await? {
            return Ok(Approached::Again);
        }
        if visibility_is_off(context) {
            self.unlocked = false;
        }
        if !self.hid_keyboard {
            self.hid_keyboard = true;
            let said = context.read(&Reading::Service("input_method")).await?;
            if said.contains("mInputShown=true") {
                self.looks = 0;
                return Ok(Approached::First(AgentAction::key("KEYCODE_BACK")));
            }
        }
        if let Some(close) = self.closing(expected, context) {
            return Ok(Approached::First(close));
        }
        let other_layout =
            context.look().is_some_and(|look| look.layout != expected.layout && !expected.layout.is_empty());
        // The app reopened where somebody left it.
        if start.is_some() && other_layout && self.back < MOST_BACK {
            self.back += 1;
            self.looks = 0;
            return Ok(Approached::First(AgentAction::key("KEYCODE_BACK")));
        }
        if let Search::Several(count) = search {
            let what = element(target);
            return Ok(Approached::Differs(format!("{count} elements fit {what}, and nothing tells them apart")));
        }
        if let Some(action) = self.scrolling.next(context) {
            return Ok(Approached::First(action));
        }
        if let Some(again) = self.restart(start) {
            return Ok(Approached::First(again));
        }
        let found = matches!(search, Search::Found(_));
        let why = if found { "it cannot be pressed" } else { "it is not there" };
        Ok(Approached::Differs(format!("expected {}, and {why}: {}", element(target), screen(context))))
    }

    /// Looks again after a pause, a few times: screens may be slow.
    async fn waits(&mut self, context: &mut Context) -> Result<bool, Halt> {
        if self.looks >= LOOKS {
            return Ok(false);
        }
        self.looks += 1;
        context.pause(PAUSE * self.looks).await?;
        context.look_again_now().await?;
        Ok(true)
    }

    /// Closes a window that was not there when the step was recorded.
    fn closing(&mut self, expected: &ScreenExpectation, context: &Context) -> Option<AgentAction> {
        let look = context.look()?;
        let recorded = expected.floating && look.floating && look.layout == expected.layout;
        if recorded || self.closed >= MOST_CLOSED {
            return None;
        }
        let tree = look.tree()?;
        // A full screen is dismissed only if it offers that itself.
        let close = obstacle::tap(tree, "dismiss").or_else(|| {
            let closes = look.floating.then(|| obstacle::tap(tree, "close").or_else(|| only_ok(tree)));
            closes.flatten()
        })?;
        self.closed += 1;
        self.looks = 0;
        Some(close)
    }

    /// Opens the app again, once.
    fn restart(&mut self, start: Option<&AgentAction>) -> Option<AgentAction> {
        let start = start.filter(|_| !self.restarted)?;
        *self = Self { restarted: true, closed: self.closed, aside: self.aside.clone(), ..Self::default() };
        Some(start.clone())
    }
}

impl Scrolling {
    /// Scrolls down to the end, then up to the beginning; `None` if both were reached.
    fn next(&mut self, context: &Context) -> Option<AgentAction> {
        let look = context.look()?;
        let tree = look.tree()?;
        if !tree.nodes.iter().any(|node| node.state.scrollable) {
            return None;
        }
        let stuck = self.before.replace(look.identity()) == Some(look.identity());
        let size = (look.screen().w, look.screen().h);
        if !self.at_bottom && (stuck || self.down >= MOST_SCROLLS) {
            self.at_bottom = true;
        } else if self.at_bottom && (stuck && self.up > 0 || self.up >= MOST_SCROLLS + MOST_SCROLLS) {
            return None;
        }
        let direction = if self.at_bottom { Direction::Up } else { Direction::Down };
        if self.at_bottom {
            self.up += 1
        } else {
            self.down += 1
        }
        Some(scroll(direction, Some(tree), size))
    }
}

/// The OK of a window that has no other button: it only says something.
fn only_ok(tree: &Tree) -> Option<AgentAction> {
    let front = tree.floating_window();
    let is_in_front = |place: usize| {
        let mut at = place;
        while let Some(above) = tree.nodes.get(at).and_then(|node| node.parent) {
            at = above;
        }
        front.is_none_or(|front| front == at)
    };
    let mut buttons = (0..tree.nodes.len()).filter(|place| {
        tree.nodes.get(*place).is_some_and(|node| node.is_interactive() && !node.state.scrollable)
            && is_in_front(*place)
    });
    let (only, more) = (buttons.next()?, buttons.next());
    let (x, y) = tree.nodes.get(only)?.bounds.centre();
    let only = AgentAction::tap(x.into(), y.into());
    (more.is_none() && obstacle::tap(tree, "dialog_ok").as_ref() == Some(&only)).then_some(only)
}

/// Whether a step without an element still depends on the screen: a key goes to what is in front.
fn depends_on_screen(action: &AgentAction) -> bool {
    !matches!(action.verb().aims, action::phone::Aims::Nothing)
}

fn is_in_app(expected: &ScreenExpectation, target: Option<&Target>, context: &Context) -> bool {
    let Some(look) = context.look() else { return false };
    // A dialog of the system may lie over the app that the phone names.
    let shows = |package: &str| look.tree().is_some_and(|tree| tree.nodes.iter().any(|node| node.package == package));
    expected.app.is_empty()
        || look.app() == Some(expected.app.as_str())
        || target.is_some_and(|target| {
            !target.package.is_empty() && target.package != expected.app && shows(&target.package)
        })
}

pub(super) fn search(target: &Target, expected: &ScreenExpectation, context: &Context) -> Search {
    let Some(look) = context.look() else { return Search::Missing };
    let Some(tree) = look.tree() else { return Search::Missing };
    let same_layout = !expected.layout.is_empty() && look.layout == expected.layout;
    find(tree, target, (look.screen().w, look.screen().h), same_layout)
}

fn is_enabled(found: Found, context: &Context) -> bool {
    let tree = context.look().and_then(|look| look.tree());
    tree.and_then(|tree| tree.nodes.get(found.place)).is_some_and(|node| node.state.enabled)
}

fn visibility_is_off(context: &Context) -> bool {
    context.look().and_then(|look| look.visibility()) == Some(Visibility::Off)
}
