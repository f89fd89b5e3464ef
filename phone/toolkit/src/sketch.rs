//! Freehand drawing: the strokes of a canvas, the pointer events it sends to the app, and its export as a picture.
//!
//! A canvas is a view like any other ([`Kind::Canvas`](super::Kind::Canvas)): the app owns the strokes and extends them
//! with each [`Pointer`] it receives. Lengths are in dp from the canvas's upper left corner.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tiny_skia::{LineCap, LineJoin, Paint, PathBuilder, Pixmap, PixmapMut, Transform};

use super::paint::Canvas;
use super::{Pixels, Rect};

/// The most points in a sketch, over all strokes.
const MOST_POINTS: usize = 40_000;

/// One stroke.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// Red, green, blue.
    pub color: (u8, u8, u8),
    /// The width of the pen in dp.
    pub width: f32,
    /// The points of the stroke, in order.
    pub points: Vec<(f32, f32)>,
}

/// Strokes, later ones on top.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<Stroke>", into = "Vec<Stroke>")]
pub struct Sketch {
    strokes: Arc<Vec<Stroke>>,
}

/// A pointer event on a canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Whether the pointer goes down, moves or goes up.
    pub phase: Phase,
    /// The position in dp from the upper left corner.
    pub at: (f32, f32),
    /// The size of the canvas in dp.
    pub size: (f32, f32),
}

/// The phase of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Phase {
    Down,
    Move,
    Up,
}

impl Pointer {
    /// Parses the value of a canvas's event.
    pub fn read(value: &str) -> Option<Self> {
        let mut words = value.split(' ');
        let phase = match words.next()? {
            "down" => Phase::Down,
            "move" => Phase::Move,
            "up" => Phase::Up,
            _ => return None,
        };
        let mut number = || words.next()?.parse::<f32>().ok().filter(|number| number.is_finite());
        Some(Self { phase, at: (number()?, number()?), size: (number()?, number()?) })
    }

    /// Formats the value of a canvas's event.
    pub(super) fn write(&self) -> String {
        let phase = match self.phase {
            Phase::Down => "down",
            Phase::Move => "move",
            Phase::Up => "up",
        };
        format!("{phase} {:.2} {:.2} {:.2} {:.2}", self.at.0, self.at.1, self.size.0, self.size.1)
    }
}

impl Sketch {
    /// Returns the strokes.
    pub fn strokes(&self) -> &[Stroke] {
        &self.strokes
    }

    /// Whether there are no strokes.
    pub fn is_empty(&self) -> bool {
        self.strokes.is_empty()
    }

    /// Follows a pointer: starts a stroke with this pen when it goes down, and extends it when it moves.
    pub fn follow(&mut self, pointer: &Pointer, color: (u8, u8, u8), width: f32) {
        if self.strokes.iter().map(|stroke| stroke.points.len()).sum::<usize>() >= MOST_POINTS {
            return;
        }
        let strokes = Arc::make_mut(&mut self.strokes);
        match (pointer.phase, strokes.last_mut()) {
            (Phase::Down, _) => strokes.push(Stroke { color, width, points: vec![pointer.at] }),
            (_, Some(stroke)) if stroke.points.last() != Some(&pointer.at) => stroke.points.push(pointer.at),
            _ => {}
        }
    }

    /// Adds a stroke.
    pub fn push(&mut self, stroke: Stroke) {
        Arc::make_mut(&mut self.strokes).push(stroke);
    }

    /// Removes the last stroke.
    pub fn pop(&mut self) -> Option<Stroke> {
        Arc::make_mut(&mut self.strokes).pop()
    }

    /// Renders a canvas of this size in dp at `scale` pixels per dp on a background of this colour; `None` if the
    /// picture would be too large or empty.
    pub fn picture(&self, size: (f32, f32), scale: f32, paper: (u8, u8, u8)) -> Option<Pixels> {
        const MOST_SIDE: f32 = 8192.0;
        let side = |dp: f32| Some((dp * scale).round()).filter(|side| (1.0..=MOST_SIDE).contains(side));
        let (width, height) = (side(size.0)? as u32, side(size.1)? as u32);
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(tiny_skia::Color::from_rgba8(paper.0, paper.1, paper.2, 255));
        self.draw(&mut pixmap.as_mut(), Transform::from_scale(scale, scale));
        Some(Pixels { width, height, rgba: pixmap.take() })
    }

    fn draw(&self, pixmap: &mut PixmapMut<'_>, place: Transform) {
        for stroke in self.strokes.iter() {
            let mut builder = PathBuilder::new();
            let Some((first, rest)) = stroke.points.split_first() else { continue };
            builder.move_to(first.0, first.1);
            if rest.is_empty() {
                // A tap leaves a dot.
                builder.line_to(first.0 + 0.01, first.1);
            }
            rest.iter().for_each(|point| builder.line_to(point.0, point.1));
            let Some(path) = builder.finish() else { continue };
            let (red, green, blue) = stroke.color;
            let mut paint = Paint::default();
            paint.set_color_rgba8(red, green, blue, 255);
            let pen = tiny_skia::Stroke {
                width: stroke.width.clamp(0.1, 400.0),
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..tiny_skia::Stroke::default()
            };
            pixmap.stroke_path(&path, &paint, &pen, place, None);
        }
    }
}

impl Canvas {
    /// Draws strokes into a rectangle at `scale` pixels per dp.
    pub(super) fn sketch(&mut self, sketch: &Sketch, rect: Rect, scale: f32, clip: Rect) {
        // A stroke may go anywhere: clip everything to the visible part of the canvas.
        let far = rect.inset(-Rect::FAR, -Rect::FAR, -Rect::FAR, -Rect::FAR);
        self.within(far, rect.intersect(&clip), |pixmap, transform| {
            let place = Transform::from_translate(rect.left as f32, rect.top as f32).post_concat(transform);
            sketch.draw(pixmap, place.pre_scale(scale, scale));
        });
    }
}

impl From<Vec<Stroke>> for Sketch {
    fn from(mut strokes: Vec<Stroke>) -> Self {
        let mut left = MOST_POINTS;
        strokes.retain(|stroke| {
            let fits = stroke.points.len() <= left && stroke.width.is_finite();
            left -= if fits { stroke.points.len() } else { 0 };
            fits
        });
        Self { strokes: Arc::new(strokes) }
    }
}

impl From<Sketch> for Vec<Stroke> {
    fn from(sketch: Sketch) -> Self {
        Arc::unwrap_or_clone(sketch.strokes)
    }
}

/// Short, because a frame's fingerprint includes it.
impl fmt::Debug for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hasher = DefaultHasher::new();
        for stroke in self.strokes.iter() {
            (stroke.color, stroke.width.to_bits(), stroke.points.len()).hash(&mut hasher);
            stroke.points.iter().for_each(|(x, y)| (x.to_bits(), y.to_bits()).hash(&mut hasher));
        }
        write!(f, "Sketch({} {:016x})", self.strokes.len(), hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_read_as_it_was_written() {
        let pointer = Pointer { phase: Phase::Move, at: (12.5, 0.25), size: (300.0, 400.0) };
        assert_eq!(Pointer::read(&pointer.write()), Some(pointer));
        for bad in ["", "down", "down 1 2 3", "sideways 1 2 3 4", "up NaN 2 3 4", "up 1 2 3 x"] {
            assert_eq!(Pointer::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn lines_are_drawn_where_the_finger_went() {
        let mut sketch = Sketch::default();
        let point = |phase, x, y| Pointer { phase, at: (x, y), size: (20.0, 20.0) };
        sketch.follow(&point(Phase::Move, 1.0, 1.0), (9, 9, 9), 2.0);
        assert!(sketch.is_empty(), "a line begins with a finger that comes down");
        for pointer in [point(Phase::Down, 2.0, 10.0), point(Phase::Move, 18.0, 10.0), point(Phase::Up, 18.0, 10.0)] {
            sketch.follow(&pointer, (255, 0, 0), 4.0);
        }
        assert_eq!(sketch.strokes().len(), 1);
        assert_eq!(sketch.strokes()[0].points.len(), 2);
        let pixels = sketch.picture((20.0, 20.0), 2.0, (255, 255, 255)).unwrap();
        let at = |x: usize, y: usize| pixels.rgba[(y * 40 + x) * 4..][..3].to_vec();
        assert_eq!((at(20, 20), at(20, 2)), (vec![255, 0, 0], vec![255, 255, 255]));
        assert_eq!(sketch.picture((20.0, 20.0), 1e9, (0, 0, 0)), None);
        assert!(sketch.pop().is_some() && sketch.is_empty());
    }
}
