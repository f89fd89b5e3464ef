//! Coordinates on the screen: the grid of each dialect, elements by number, directions.
//!
//! This is the only code that converts a model's numbers into device pixels and back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::refusal::{Refusal, RefusalCode};
use super::reply_context::{ReplyContext, Size};
use crate::number::Finite;

/// The coordinate system of a dialect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grid {
    /// Both axes run from 0 to this value, whatever the screen size (1000 or 999).
    Per(u32),
    /// Both axes run from 0 to 1.
    Unit,
    /// Device pixels.
    Screen,
    /// Pixels of the picture that was sent.
    Picture,
    /// Pixels of the picture after the model's own resizing to multiples of 28.
    Resized,
}

impl Grid {
    /// Explains the coordinates for the prompt; `context` provides the screen size, if known.
    pub fn sentence(self, context: &ReplyContext<'_>) -> String {
        let size =
            |size: Option<Size>| size.map_or_else(String::new, |size| format!(", which is {} x {}", size.w, size.h));
        match self {
            Self::Per(n) => format!("Coordinates run from 0 to {n} on both axes, from the top left of the screen."),
            Self::Unit => "Coordinates are fractions of the screen from 0 to 1, from the top left.".to_owned(),
            Self::Screen => format!("Coordinates are pixels of the screen{}, from the top left.", size(context.screen)),
            Self::Picture | Self::Resized => {
                format!("Coordinates are pixels of the picture{}, from the top left.", size(self.extent(context)))
            }
        }
    }

    /// Returns the size of the coordinate system, if it consists of pixels.
    pub(super) fn extent(self, context: &ReplyContext<'_>) -> Option<Size> {
        match self {
            Self::Per(_) | Self::Unit => None,
            Self::Screen => context.screen,
            Self::Picture => context.image.or(context.screen),
            Self::Resized => context.image.or(context.screen).map(smart_resize),
        }
    }

    /// Converts the model's numbers to device pixels, to a hundredth of a pixel.
    pub(super) fn to_pixels(self, x: f64, y: f64, field: &str, context: &ReplyContext<'_>) -> Result<Point, Refusal> {
        let inside = |value: f64, most: f64| (0.0..=most).contains(&value);
        let refuse = |range: String| {
            Err(Refusal::out_of_range(field, format!("`{field}` ({x}, {y}) is outside the screen; {range}")))
        };
        if let Self::Per(n) = self {
            // 1000 on a grid that ends at 999 is the edge, not an invalid point.
            let most = f64::from(n.max(1000));
            if !inside(x, most) || !inside(y, most) {
                return refuse(format!("both numbers must be from 0 to {n}"));
            }
            let screen = context.screen()?;
            return Ok(Point::new(x / f64::from(n) * f64::from(screen.w), y / f64::from(n) * f64::from(screen.h)));
        }
        if self == Self::Unit {
            if !inside(x, 1.0) || !inside(y, 1.0) {
                return refuse("both numbers must be from 0 to 1".to_owned());
            }
            let screen = context.screen()?;
            return Ok(Point::new(x * f64::from(screen.w), y * f64::from(screen.h)));
        }
        let Some(extent) = self.extent(context) else {
            return if self == Self::Resized {
                context.screen().map(|_| Point::new(x, y))
            } else {
                Ok(Point::new(x, y))
            };
        };
        let (w, h) = (f64::from(extent.w), f64::from(extent.h));
        // The last pixel is one less than the size, but the model's rounding may reach the size.
        if !inside(x, w) || !inside(y, h) || (self == Self::Picture && (x >= w || y >= h)) {
            return refuse(format!("it is {} x {}", extent.w, extent.h));
        }
        let screen = context.screen.unwrap_or(extent);
        Ok(Point::new(x / w * f64::from(screen.w), y / h * f64::from(screen.h)))
    }

    /// Converts a point in device pixels to the dialect's numbers.
    pub(super) fn of_pixels(self, point: Point, context: &ReplyContext<'_>) -> Option<(f64, f64)> {
        let (x, y) = (point.x.get(), point.y.get());
        let scaled = |w: f64, h: f64, screen: Size| (x * w / f64::from(screen.w), y * h / f64::from(screen.h));
        match self {
            Self::Screen => Some((x, y)),
            Self::Unit => {
                let (x, y) = scaled(1.0, 1.0, context.screen?);
                Some(((x * 10_000.0).round() / 10_000.0, (y * 10_000.0).round() / 10_000.0))
            }
            Self::Per(n) => {
                let (x, y) = scaled(f64::from(n), f64::from(n), context.screen?);
                Some((x.round(), y.round()))
            }
            Self::Picture | Self::Resized => {
                let extent = self.extent(context)?;
                let (x, y) = scaled(f64::from(extent.w), f64::from(extent.h), context.screen?);
                Some((x.round(), y.round()))
            }
        }
    }
}

/// Resizes a picture like the vision front end of Qwen2.5-VL: both sides to multiples of 28, the area between 100 and
/// 16384 patches, the aspect ratio kept as far as possible.
pub fn smart_resize(size: Size) -> Size {
    const FACTOR: f64 = 28.0;
    const LEAST: f64 = 100.0 * FACTOR * FACTOR;
    const MOST: f64 = 16384.0 * FACTOR * FACTOR;
    let (w, h) = (f64::from(size.w.max(1)), f64::from(size.h.max(1)));
    let round = |side: f64| (side / FACTOR).round_ties_even().max(1.0) * FACTOR;
    let (mut to_w, mut to_h) = (round(w), round(h));
    if to_w * to_h > MOST {
        let beta = (w * h / MOST).sqrt();
        let floor = |side: f64| (side / beta / FACTOR).floor().max(1.0) * FACTOR;
        (to_w, to_h) = (floor(w), floor(h));
    } else if to_w * to_h < LEAST {
        let beta = (LEAST / (w * h)).sqrt();
        let ceil = |side: f64| (side * beta / FACTOR).ceil() * FACTOR;
        (to_w, to_h) = (ceil(w), ceil(h));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive and bounded by MOST")]
    let size = Size { w: to_w as u32, h: to_h as u32 };
    size
}

/// A point in device pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// From the left.
    pub x: Finite,
    /// From the top.
    pub y: Finite,
}

impl Point {
    /// A point, kept to a hundredth of a pixel.
    pub(super) fn new(x: f64, y: f64) -> Self {
        let tidy = |value: f64| Finite::new((value * 100.0).round() / 100.0).unwrap_or_default();
        Self { x: tidy(x), y: tidy(y) }
    }
}

/// A touch target: a point, or an element by the number that the model was shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TouchTarget {
    /// A point.
    At(Point),
    /// An element.
    Element(i64),
}

/// The direction in which the finger moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// Every direction by name.
    pub const NAMES: &'static [&'static str] = &["up", "down", "left", "right"];

    /// Returns the opposite direction: the finger moves this way when the content scrolls the other way.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns the name used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    fn step(self) -> (f64, f64) {
        match self {
            Self::Up => (0.0, -1.0),
            Self::Down => (0.0, 1.0),
            Self::Left => (-1.0, 0.0),
            Self::Right => (1.0, 0.0),
        }
    }
}

/// The distance of a stroke with only a direction, as a fraction of the screen along that axis.
pub(super) const STROKE: f64 = 0.4;

/// Returns the line of a finger from `start` (or around the middle) in a direction. It stays off the edges, where it
/// would open system panels.
pub(super) fn stroke(
    direction: Direction,
    start: Option<Point>,
    part: f64,
    context: &ReplyContext<'_>,
) -> Result<(Point, Point), Refusal> {
    const MARGIN: f64 = 0.06;
    let screen = context.screen()?;
    let (w, h) = (f64::from(screen.w), f64::from(screen.h));
    let (dx, dy) = direction.step();
    let length = (dx.abs() * w + dy.abs() * h) * part.clamp(0.05, 1.0 - 2.0 * MARGIN);
    let (mut x, mut y) = match start {
        Some(point) => (point.x.get(), point.y.get()),
        None => (w / 2.0 - dx * length / 2.0, h / 2.0 - dy * length / 2.0),
    };
    // Moves the start back if the line would leave the screen.
    let fit = |at: f64, step: f64, size: f64| {
        let (low, high) = (size * MARGIN, size * (1.0 - MARGIN));
        if step > 0.0 {
            at.clamp(low, high - length)
        } else if step < 0.0 {
            at.clamp(low + length, high)
        } else {
            at.clamp(0.0, size)
        }
    };
    (x, y) = (fit(x, dx, w), fit(y, dy, h));
    Ok((Point::new(x, y), Point::new(x + dx * length, y + dy * length)))
}

/// Returns the centre of one of the shown elements.
pub(super) fn element_centre(number: i64, context: &ReplyContext<'_>) -> Result<Point, Refusal> {
    let Some(element) = context.elements.iter().find(|element| element.index == number) else {
        let shown = context.elements.iter().map(|element| element.index);
        let range = match (shown.clone().min(), shown.max()) {
            (Some(least), Some(most)) => format!("; the numbers shown are {least} to {most}"),
            _ => String::new(),
        };
        return Err(Refusal {
            field: Some("element".to_owned()),
            ..Refusal::new(RefusalCode::NoSuchElement, format!("there is no element {number} on this screen{range}"))
        });
    };
    let [left, top, right, bottom] = element.bounds;
    Ok(Point::new(left.get() / 2.0 + right.get() / 2.0, top.get() / 2.0 + bottom.get() / 2.0))
}
