//! Touch: turns down, move and up with their times into taps, long presses, drags and flings, and those into events for
//! the app, focus changes and scrolling.

#[cfg(test)]
mod tests;

use super::Rect;
use super::field::caret_at;
use super::layout::{Laid, Placed};
use super::scene::{LaidOutWindow, Scene};
use super::selection;
use super::sketch::{Phase, Pointer};
use super::state::{Focus, Scroll, UiStates};
use super::view::{Event, Kind, Swipe, View};
use super::window::WindowKind;

/// A finger held this long is a long press.
pub(super) const LONG_PRESS_MS: u64 = 500;
/// Two taps within this time are a double tap.
const DOUBLE_TAP_MS: u64 = 300;
/// Movement of less than this many dp does not count (Android's touch slop).
const SLOP_DP: f32 = 8.0;
/// A finger slower than this many dp per second when it lets go does not fling.
const MIN_FLING_DP: f32 = 50.0;
/// The fling speed is measured over the last this many milliseconds.
const VELOCITY_MS: u64 = 100;
/// A drag over at least this many dp is a swipe.
const SWIPE_DP: f32 = 64.0;
/// A list pulled this many dp beyond its top refreshes.
const REFRESH_DP: f32 = 72.0;

/// The result of a touch or a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An event for a window. Apps handle those of [`WindowKind::App`]; [`super::chrome`] documents those of the
    /// system's windows.
    Event {
        /// The key of the window.
        window: String,
        /// The kind of the window.
        kind: WindowKind,
        /// The event.
        event: Event,
        /// The number of taps in a row: 2 for a double tap.
        taps: u8,
    },
    /// A field got the focus (already recorded in the state); the keyboard should be shown.
    Focused {
        /// The key of the window.
        window: String,
        /// The id of the field.
        id: String,
    },
    /// A key of the soft keyboard was touched; pass its event to [`super::keyboard::Keyboard::press`].
    Key(Event),
    /// A touch outside a dialog or below the shade, which should close.
    Outside {
        /// The key of the window.
        window: String,
    },
    /// The shade was pulled down from the status bar.
    PullShade,
    /// The shade was pushed up.
    PushShade,
}

/// Returns the highest view at a point that can be touched, focused or scrolled, as an index into [`Laid::nodes`].
pub fn hit(laid: &Laid<'_>, x: i32, y: i32) -> Option<usize> {
    hit_where(laid, x, y, |placed| touchable(placed.view) || is_list(placed))
}

fn hit_where(laid: &Laid<'_>, x: i32, y: i32, wanted: impl Fn(&Placed<'_>) -> bool) -> Option<usize> {
    laid.nodes.iter().rposition(|placed| placed.clip.contains(x, y) && wanted(placed))
}

/// Handles a pinch around a point by a scale factor; `None` if no view there handles it.
pub fn pinched(scene: &Scene<'_>, x: i32, y: i32, scale: f32) -> Option<Outcome> {
    let (shown, _) = scene.at(x, y)?;
    let number = hit_where(&shown.laid, x, y, |placed| placed.view.on_pinch.is_some() && placed.view.enabled)?;
    let event = Event::with(shown.laid.nodes.get(number)?.view.on_pinch?, format!("{scale:.4}"));
    Some(Outcome::Event { window: shown.window.key.clone(), kind: shown.window.kind, event, taps: 1 })
}

fn is_list(placed: &Placed<'_>) -> bool {
    placed.scrolled.is_some_and(|scrolled| scrolled.max > 0 || placed.view.on_refresh.is_some())
}

/// Whether a view consumes a tap, even if it is disabled and ignores it.
pub(super) fn touchable(view: &View) -> bool {
    view.on_click.is_some()
        || view.on_long_click.is_some()
        || matches!(view.kind, Kind::Canvas { .. } | Kind::Field { .. } | Kind::Slider { .. })
}

/// The finger on the screen, if any. It holds no references to the screen, which may be rebuilt between calls.
#[derive(Clone, Debug, Default)]
pub struct Touch {
    finger: Option<Finger>,
    /// The time and position of the last tap.
    tapped: Option<(u64, i32, i32)>,
}

#[derive(Clone, Debug)]
struct Finger {
    window: String,
    inside: bool,
    start: (i32, i32, u64),
    last: (i32, i32, u64),
    /// Recent positions, for the fling speed.
    track: Vec<(i32, u64)>,
    drag: Drag,
    /// Whether the list under the finger was at its top when the finger came down.
    at_top: bool,
}

/// The gesture in progress.
#[derive(Clone, Debug, PartialEq)]
enum Drag {
    /// Undecided: a tap or a long press.
    Press,
    /// Scrolling the view with this key.
    Scroll(String),
    /// Moving the slider at this path.
    Slide(Vec<usize>),
    /// Drawing on the canvas at this path.
    Draw(Vec<usize>),
    /// Swiping a view that handles the swipe.
    Swipe(Swipe, Event),
    /// Already handled (a long press), or moving where nothing scrolls.
    Done,
}

impl Touch {
    /// Whether a finger is down.
    pub fn is_down(&self) -> bool {
        self.finger.is_some()
    }

    /// Returns when the finger becomes a long press and [`Touch::tick`] should be called.
    pub fn long_press_at(&self) -> Option<u64> {
        let finger = self.finger.as_ref()?;
        (finger.drag == Drag::Press).then_some(finger.start.2 + LONG_PRESS_MS)
    }

    /// Handles a finger coming down.
    pub fn down(&mut self, scene: &Scene<'_>, states: &mut UiStates, x: i32, y: i32, now_ms: u64) -> Vec<Outcome> {
        self.finger = None;
        let Some((shown, inside)) = scene.at(x, y) else { return Vec::new() };
        let laid = &shown.laid;
        let state = states.of(&shown.window.key);
        let mut drag = Drag::Press;
        let (mut outcomes, mut at_top) = (Vec::new(), false);
        if let Some(number) = hit_where(laid, x, y, is_list) {
            let (list, key) = (&laid.nodes[number], laid.scroll_key(number));
            let max = list.scrolled.map_or(0, |scrolled| scrolled.max);
            let moving = state.scrolls.get(&key).is_some_and(|scroll| scroll.moving(now_ms, max));
            // As on Android: the finger stops a flinging list and touches nothing else.
            state.scroll_by(&key, 0, now_ms, max);
            at_top = state.offset(&key, now_ms, max) == 0;
            if moving {
                drag = Drag::Scroll(key);
            }
        }
        if let Some(number) = hit_where(laid, x, y, |placed| touchable(placed.view)).filter(|_| drag == Drag::Press) {
            let placed = &laid.nodes[number];
            state.pressed = placed.view.enabled.then(|| laid.path(number));
            if matches!(placed.view.kind, Kind::Slider { .. }) && placed.view.enabled {
                drag = Drag::Slide(laid.path(number));
                outcomes.extend(slide(scene, shown, placed, x));
            }
            if matches!(placed.view.kind, Kind::Canvas { .. }) && placed.view.enabled {
                state.pressed = None;
                drag = Drag::Draw(laid.path(number));
                outcomes.extend(pointer(scene, shown, placed, Phase::Down, (x, y)));
            }
        }
        let key = shown.window.key.clone();
        self.finger = Some(Finger {
            window: key,
            inside,
            start: (x, y, now_ms),
            last: (x, y, now_ms),
            track: vec![(y, now_ms)],
            drag,
            at_top,
        });
        outcomes
    }

    /// Handles a finger moving.
    pub fn moved(&mut self, scene: &Scene<'_>, states: &mut UiStates, x: i32, y: i32, now_ms: u64) -> Vec<Outcome> {
        let mut outcomes = self.tick(scene, states, now_ms);
        let Some(finger) = self.finger.as_mut() else { return outcomes };
        let Some(shown) = scene.window(&finger.window) else {
            finger.drag = Drag::Done;
            return outcomes;
        };
        let (start_x, start_y, _) = finger.start;
        let slop = scene.display.px(SLOP_DP);
        let far = (x - start_x).abs() > slop || (y - start_y).abs() > slop;
        if far && finger.drag == Drag::Press {
            states.of(&finger.window).pressed = None;
            let list = hit_where(&shown.laid, start_x, start_y, is_list);
            let way = way(x - start_x, y - start_y);
            let swiped = |placed: &Placed<'_>| swipe_of(placed.view, way).is_some();
            let swiped = hit_where(&shown.laid, start_x, start_y, swiped)
                .filter(|_| matches!(way, Swipe::Left | Swipe::Right) || list.is_none())
                .and_then(|number| swipe_of(shown.laid.nodes[number].view, way));
            finger.drag = match (shown.window.kind, list) {
                _ if swiped.is_some() => swiped.map_or(Drag::Done, |event| Drag::Swipe(way, event.clone())),
                (WindowKind::Status, _) if y > start_y => {
                    outcomes.push(Outcome::PullShade);
                    Drag::Done
                }
                (_, Some(list)) if (y - start_y).abs() >= (x - start_x).abs() => {
                    Drag::Scroll(shown.laid.scroll_key(list))
                }
                (WindowKind::Shade, _) if y < start_y => {
                    outcomes.push(Outcome::PushShade);
                    Drag::Done
                }
                _ => Drag::Done,
            };
        }
        match &finger.drag {
            Drag::Scroll(id) => {
                if let Some(max) = list_max(&shown.laid, id) {
                    let state = states.of(&finger.window);
                    state.scroll_by(id, finger.last.1 - y, now_ms, max);
                    let offset = state.offset(id, now_ms, max);
                    outcomes.extend(near_end(shown, id, offset as f32).filter(|_| y < finger.last.1));
                }
            }
            Drag::Slide(path) if x != finger.last.0 => {
                let found = shown.laid.at(path);
                outcomes.extend(found.and_then(|placed| slide(scene, shown, placed, x)));
            }
            Drag::Draw(path) if (x, y) != (finger.last.0, finger.last.1) => {
                let found = shown.laid.at(path);
                outcomes.extend(found.and_then(|placed| pointer(scene, shown, placed, Phase::Move, (x, y))));
            }
            Drag::Press | Drag::Slide(_) | Drag::Draw(_) | Drag::Swipe(..) | Drag::Done => {}
        }
        finger.last = (x, y, now_ms);
        finger.track.retain(|&(_, when)| when + VELOCITY_MS >= now_ms);
        finger.track.push((y, now_ms));
        outcomes
    }

    /// Handles time passing while the finger is down: the touch may become a long press.
    pub fn tick(&mut self, scene: &Scene<'_>, states: &mut UiStates, now_ms: u64) -> Vec<Outcome> {
        let Some(finger) = self.finger.as_mut() else { return Vec::new() };
        if finger.drag != Drag::Press || !finger.inside || now_ms < finger.start.2 + LONG_PRESS_MS {
            return Vec::new();
        }
        let (x, y, _) = finger.start;
        let Some(shown) = scene.window(&finger.window) else { return Vec::new() };
        let wanted = |placed: &Placed<'_>| touchable(placed.view);
        let Some(placed) = hit_where(&shown.laid, x, y, wanted).map(|number| &shown.laid.nodes[number]) else {
            return Vec::new();
        };
        if !placed.view.enabled {
            return Vec::new();
        }
        match &placed.view.on_long_click {
            Some(event) => {
                finger.drag = Drag::Done;
                states.of(&finger.window).pressed = None;
                vec![event_outcome(shown, event.clone(), 1)]
            }
            None if matches!(placed.view.kind, Kind::Field { .. }) && !placed.view.id.is_empty() => {
                finger.drag = Drag::Done;
                select_word(scene, shown, states, placed, (x, y))
            }
            None => Vec::new(),
        }
    }

    /// Resets double-tap detection: another input came in between.
    pub fn forget_taps(&mut self) {
        self.tapped = None;
    }

    /// Handles a finger going up.
    pub fn up(&mut self, scene: &Scene<'_>, states: &mut UiStates, x: i32, y: i32, now_ms: u64) -> Vec<Outcome> {
        let moved = self.finger.as_ref().is_some_and(|finger| (finger.last.0, finger.last.1) != (x, y));
        let mut outcomes =
            if moved { self.moved(scene, states, x, y, now_ms) } else { self.tick(scene, states, now_ms) };
        let Some(finger) = self.finger.take() else { return outcomes };
        states.of(&finger.window).pressed = None;
        let Some(shown) = scene.window(&finger.window) else { return outcomes };
        match &finger.drag {
            Drag::Scroll(id) => {
                let velocity = finger.velocity(now_ms);
                if let Some(max) = list_max(&shown.laid, id)
                    && velocity.abs() >= MIN_FLING_DP * scene.display.scale()
                {
                    let state = states.of(&finger.window);
                    state.fling(id, velocity, now_ms, max);
                    let lands = state.scrolls.get(id).map_or(0.0, Scroll::lands);
                    outcomes.extend(near_end(shown, id, lands).filter(|_| velocity > 0.0));
                }
                let pulled = y - finger.start.1 >= scene.display.px(REFRESH_DP);
                if finger.at_top && pulled {
                    let name = shown.laid.scrolling(id).and_then(|list| list.view.on_refresh);
                    outcomes.extend(name.map(|name| event_outcome(shown, Event::new(name), 1)));
                }
            }
            Drag::Swipe(way, event) => {
                let (across, along) = (x - finger.start.0, y - finger.start.1);
                let gone = match way {
                    Swipe::Left => -across,
                    Swipe::Right => across,
                    Swipe::Up => -along,
                    Swipe::Down => along,
                };
                if gone >= scene.display.px(SWIPE_DP) {
                    outcomes.push(event_outcome(shown, event.clone(), 1));
                }
            }
            Drag::Press if !finger.inside => outcomes.push(Outcome::Outside { window: finger.window.clone() }),
            Drag::Press => outcomes.extend(self.tap(scene, shown, states, finger.start)),
            Drag::Draw(path) => {
                let found = shown.laid.at(path);
                outcomes.extend(found.and_then(|placed| pointer(scene, shown, placed, Phase::Up, (x, y))));
            }
            Drag::Slide(_) | Drag::Done => {}
        }
        outcomes
    }

    /// Cancels the touch (`ACTION_CANCEL`): it has no effect.
    pub fn cancel(&mut self, states: &mut UiStates) {
        if let Some(finger) = self.finger.take() {
            states.of(&finger.window).pressed = None;
        }
    }

    fn tap(
        &mut self,
        scene: &Scene<'_>,
        shown: &LaidOutWindow<'_>,
        states: &mut UiStates,
        at: (i32, i32, u64),
    ) -> Vec<Outcome> {
        let (x, y, when) = at;
        let near = scene.display.px(48.0);
        let double = self.tapped.take().is_some_and(|(last, last_x, last_y)| {
            when.saturating_sub(last) <= DOUBLE_TAP_MS && (x - last_x).abs() <= near && (y - last_y).abs() <= near
        });
        if !double {
            self.tapped = Some((when, x, y));
        }
        if !matches!(shown.window.kind, WindowKind::TextToolbar | WindowKind::Ime) {
            states.of(&shown.window.key).toolbar = false;
        }
        let wanted = |placed: &Placed<'_>| placed.view.on_click.is_some() || touchable(placed.view);
        let Some(placed) = hit_where(&shown.laid, x, y, wanted).map(|number| &shown.laid.nodes[number]) else {
            return Vec::new();
        };
        if !placed.view.enabled {
            return Vec::new();
        }
        let mut outcomes = Vec::new();
        if matches!(placed.view.kind, Kind::Field { .. }) && !placed.view.id.is_empty() {
            let id = placed.view.id.clone();
            if double && states.get(&shown.window.key).is_some_and(|state| state.has_focus(&id)) {
                outcomes.extend(select_word(scene, shown, states, placed, (x, y)));
            } else {
                let caret = caret_at(scene.display, states.get(&shown.window.key), placed, x, y);
                states.of(&shown.window.key).focus = Some(Focus::at(&id, caret));
                outcomes.push(Outcome::Focused { window: shown.window.key.clone(), id });
            }
        }
        if let Some(event) = &placed.view.on_click {
            outcomes.push(event_outcome(shown, event.clone(), if double { 2 } else { 1 }));
        }
        outcomes
    }
}

impl Finger {
    /// Returns the speed at which the content is dragged, in pixels per second.
    fn velocity(&self, now_ms: u64) -> f32 {
        let (end, end_ms) = self.track.last().copied().unwrap_or((self.last.1, now_ms));
        // A finger that rested before it went up does not fling.
        if now_ms > end_ms + VELOCITY_MS {
            return 0.0;
        }
        let early = self.track.first().copied().filter(|&(_, when)| when < end_ms);
        let (from, from_ms) = early.unwrap_or((self.start.1, self.start.2));
        let elapsed = end_ms.saturating_sub(from_ms).max(1) as f32 / 1000.0;
        (from - end) as f32 / elapsed
    }
}

/// Selects the word under the finger and shows the text toolbar.
fn select_word(
    scene: &Scene<'_>,
    shown: &LaidOutWindow<'_>,
    states: &mut UiStates,
    placed: &Placed<'_>,
    (x, y): (i32, i32),
) -> Vec<Outcome> {
    let key = shown.window.key.clone();
    let caret = caret_at(scene.display, states.get(&key), placed, x, y);
    let state = states.of(&key);
    state.pressed = None;
    state.focus = Some(selection::held(placed.view, caret));
    state.toolbar = true;
    vec![Outcome::Focused { window: key, id: placed.view.id.clone() }]
}

fn event_outcome(shown: &LaidOutWindow<'_>, event: Event, taps: u8) -> Outcome {
    match shown.window.kind {
        WindowKind::Ime => Outcome::Key(event),
        kind => Outcome::Event { window: shown.window.key.clone(), kind, event, taps },
    }
}

/// Returns the direction of a movement.
fn way(across: i32, along: i32) -> Swipe {
    match (across.abs() > along.abs(), across > 0, along > 0) {
        (true, true, _) => Swipe::Right,
        (true, false, _) => Swipe::Left,
        (false, _, true) => Swipe::Down,
        (false, _, false) => Swipe::Up,
    }
}

/// Returns the event of a view for a swipe in this direction.
fn swipe_of(view: &View, wanted: Swipe) -> Option<&Event> {
    view.on_swipe.iter().find(|(way, _)| *way == wanted && view.enabled).map(|(_, event)| event)
}

/// Returns a list's `on_end` event if its end is within one screen of the position.
fn near_end(shown: &LaidOutWindow<'_>, id: &str, offset: f32) -> Option<Outcome> {
    let list = shown.laid.scrolling(id)?;
    let max = list.scrolled?.max as f32;
    let name = list.view.on_end.filter(|_| offset >= max - list.bounds.height() as f32)?;
    Some(event_outcome(shown, Event::new(name), 1))
}

fn list_max(laid: &Laid<'_>, id: &str) -> Option<i32> {
    laid.scrolling(id).and_then(|list| list.scrolled).map(|scrolled| scrolled.max)
}

/// Returns the range of a slider's thumb.
pub(super) fn slider_track(bounds: Rect, inset: i32) -> (i32, i32) {
    let inset = inset.min(bounds.width() / 2);
    (bounds.left + inset, bounds.right - inset)
}

fn slide(scene: &Scene<'_>, shown: &LaidOutWindow<'_>, placed: &Placed<'_>, x: i32) -> Option<Outcome> {
    let Kind::Slider { value, max, on_change } = placed.view.kind else { return None };
    let (left, right) = slider_track(placed.bounds, scene.display.px(12.0));
    let part = (x - left).clamp(0, (right - left).max(0)) as f64 / f64::from((right - left).max(1));
    let part = if scene.display.right_to_left { 1.0 - part } else { part };
    let new = (part * f64::from(max)).round() as u32;
    (new != value).then(|| event_outcome(shown, Event::with(on_change, new.to_string()), 1))
}

/// Returns a canvas's event for a pointer; a position beyond its edges is clamped.
fn pointer(
    scene: &Scene<'_>,
    shown: &LaidOutWindow<'_>,
    placed: &Placed<'_>,
    phase: Phase,
    (x, y): (i32, i32),
) -> Option<Outcome> {
    let Kind::Canvas { on_draw, .. } = placed.view.kind else { return None };
    let (bounds, scale) = (placed.bounds, scene.display.scale());
    let size = (bounds.width() as f32 / scale, bounds.height() as f32 / scale);
    let dp = |place: i32, from: i32, most: f32| ((place - from) as f32 / scale).clamp(0.0, most);
    let at = (dp(x, bounds.left, size.0), dp(y, bounds.top, size.1));
    let value = Pointer { phase, at, size }.write();
    Some(event_outcome(shown, Event::with(on_draw, value), 1))
}
