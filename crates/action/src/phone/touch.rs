//! Touches: taps, presses, swipes and drags. Points are device pixels from the top left.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read::PhoneFields;
use super::verb::Verb;
use crate::fields::Fields;
use crate::number::Finite;

/// Touch the screen once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tap {
    /// Distance from the left edge, in device pixels.
    pub x: Finite,
    /// Distance from the top edge, in device pixels.
    pub y: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for Tap {
    const NAME: &'static str = "tap";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let (x, y) = fields.point();
        Self { x, y, reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { x: Finite::from(540), y: Finite::from(1200), reason: None }
    }
    fn texts(&mut self, _: &mut dyn FnMut(&mut String)) {}
    fn points(&self) -> Vec<(Finite, Finite)> {
        vec![(self.x, self.y)]
    }
}

/// Touch the same place twice in quick succession.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DoubleTap {
    /// Distance from the left edge, in device pixels.
    pub x: Finite,
    /// Distance from the top edge, in device pixels.
    pub y: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for DoubleTap {
    const NAME: &'static str = "double_tap";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let (x, y) = fields.point();
        Self { x, y, reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { x: Finite::from(540), y: Finite::from(1200), reason: None }
    }
    fn texts(&mut self, _: &mut dyn FnMut(&mut String)) {}
    fn points(&self) -> Vec<(Finite, Finite)> {
        vec![(self.x, self.y)]
    }
}

/// Touch and hold, to select or to open a menu.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LongPress {
    /// Distance from the left edge, in device pixels.
    pub x: Finite,
    /// Distance from the top edge, in device pixels.
    pub y: Finite,
    /// How long the finger stays down, in milliseconds.
    #[serde(default = "LongPress::default_duration")]
    #[schemars(range(min = 0))]
    pub duration_ms: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl LongPress {
    /// The default duration of a press.
    pub fn default_duration() -> Finite {
        Finite::from(1000)
    }
}

impl Verb for LongPress {
    const NAME: &'static str = "long_press";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let (x, y) = fields.point();
        Self { x, y, duration_ms: fields.span("durationMs", Self::default_duration()), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { x: Finite::from(540), y: Finite::from(1200), duration_ms: Self::default_duration(), reason: None }
    }
    fn texts(&mut self, _: &mut dyn FnMut(&mut String)) {}
    fn points(&self) -> Vec<(Finite, Finite)> {
        vec![(self.x, self.y)]
    }
}

/// Move the finger over the screen from one point to another, to scroll or to turn a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Swipe {
    /// Where the finger goes down, from the left edge.
    pub x1: Finite,
    /// Where the finger goes down, from the top edge.
    pub y1: Finite,
    /// Where the finger is lifted, from the left edge.
    pub x2: Finite,
    /// Where the finger is lifted, from the top edge.
    pub y2: Finite,
    /// How long the movement takes, in milliseconds.
    #[serde(default = "Swipe::default_duration")]
    #[schemars(range(min = 0))]
    pub duration_ms: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Swipe {
    /// The default duration of a swipe.
    pub fn default_duration() -> Finite {
        Finite::from(300)
    }
}

impl Verb for Swipe {
    const NAME: &'static str = "swipe";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let [x1, y1, x2, y2] = fields.line();
        Self {
            x1,
            y1,
            x2,
            y2,
            duration_ms: fields.span("durationMs", Self::default_duration()),
            reason: fields.reason(),
        }
    }
    fn sample() -> Self {
        let [x1, y1, x2, y2] = [540, 1800, 540, 600].map(Finite::from);
        Self { x1, y1, x2, y2, duration_ms: Self::default_duration(), reason: None }
    }
    fn texts(&mut self, _: &mut dyn FnMut(&mut String)) {}
    fn points(&self) -> Vec<(Finite, Finite)> {
        vec![(self.x1, self.y1)]
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(direction(self.x2.get() - self.x1.get(), self.y2.get() - self.y1.get()))
    }
}

/// Take hold of what is at one point and drop it at another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Drag {
    /// Where the finger takes hold, from the left edge.
    pub x1: Finite,
    /// Where the finger takes hold, from the top edge.
    pub y1: Finite,
    /// Where it lets go, from the left edge.
    pub x2: Finite,
    /// Where it lets go, from the top edge.
    pub y2: Finite,
    /// How long the movement takes, in milliseconds.
    #[serde(default = "Drag::default_duration")]
    #[schemars(range(min = 0))]
    pub duration_ms: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Drag {
    /// The default duration of a drag.
    pub fn default_duration() -> Finite {
        Finite::from(1000)
    }
}

impl Verb for Drag {
    const NAME: &'static str = "drag";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let [x1, y1, x2, y2] = fields.line();
        Self {
            x1,
            y1,
            x2,
            y2,
            duration_ms: fields.span("durationMs", Self::default_duration()),
            reason: fields.reason(),
        }
    }
    fn sample() -> Self {
        let [x1, y1, x2, y2] = [540, 1800, 540, 600].map(Finite::from);
        Self { x1, y1, x2, y2, duration_ms: Self::default_duration(), reason: None }
    }
    fn texts(&mut self, _: &mut dyn FnMut(&mut String)) {}
    fn points(&self) -> Vec<(Finite, Finite)> {
        vec![(self.x1, self.y1), (self.x2, self.y2)]
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(direction(self.x2.get() - self.x1.get(), self.y2.get() - self.y1.get()))
    }
}

/// Returns where a gesture goes, which is the same on a screen of another size.
fn direction(dx: f64, dy: f64) -> &'static str {
    match (dx.abs() > dy.abs(), dx > 0.0, dy > 0.0) {
        (true, true, _) => "right",
        (true, false, _) => "left",
        (false, _, true) => "down",
        (false, _, false) => "up",
    }
}
