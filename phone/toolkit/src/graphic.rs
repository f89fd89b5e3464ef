//! A graphic: shapes and labels that an app draws inside a view, such as a map or a chart. Like a picture it is opaque
//! to accessibility. Unlike a picture it has no size and no pixels, so a screen that is only dumped, not drawn, costs
//! nothing.
//!
//! Points are in dp from the middle of the view, to the right and down. Anything outside the view is clipped.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::style::{Color, TextStyle};

/// The most shapes that are drawn; later ones are dropped.
pub(super) const MAX_SHAPES: usize = 4_000;
/// The largest coordinate in dp: a bound on untrusted input.
const FAR: f32 = 8_000.0;

/// A point in dp from the middle.
pub type Point = (f32, f32);

/// A shape of a graphic.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled outline.
    Area {
        /// The corners.
        points: Vec<Point>,
        /// The fill colour.
        color: Color,
    },
    /// A line with round ends and corners.
    Line {
        /// The points of the line, in order.
        points: Vec<Point>,
        /// The width in dp.
        width: f32,
        /// The colour.
        color: Color,
    },
    /// A filled circle.
    Dot {
        /// The centre.
        at: Point,
        /// The radius in dp.
        radius: f32,
        /// The colour.
        color: Color,
    },
    /// Text centred on a point, outlined in another colour so that it is readable on any background.
    Label {
        /// The middle of the text.
        at: Point,
        /// The text.
        text: String,
        /// The text style.
        style: TextStyle,
        /// The colour of the text.
        color: Color,
        /// The colour of the outline.
        edge: Color,
    },
}

/// A list of shapes, later ones on top, and a hash that identifies them.
#[derive(Clone)]
pub struct Graphic {
    shapes: Arc<Vec<Shape>>,
    print: u64,
}

impl Graphic {
    /// Creates a graphic from shapes.
    pub fn new(shapes: Vec<Shape>) -> Self {
        let mut hasher = DefaultHasher::new();
        for shape in &shapes {
            hash(shape, &mut hasher);
        }
        Self { shapes: Arc::new(shapes), print: hasher.finish() }
    }

    /// Returns the shapes.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }
}

fn hash(shape: &Shape, hasher: &mut DefaultHasher) {
    let point = |(x, y): &Point| (x.to_bits(), y.to_bits());
    match shape {
        Shape::Area { points, color } => {
            (0, format!("{color:?}")).hash(hasher);
            points.iter().for_each(|at| point(at).hash(hasher));
        }
        Shape::Line { points, width, color } => {
            (1, format!("{color:?}"), width.to_bits()).hash(hasher);
            points.iter().for_each(|at| point(at).hash(hasher));
        }
        Shape::Dot { at, radius, color } => (2, point(at), radius.to_bits(), format!("{color:?}")).hash(hasher),
        Shape::Label { at, text, style, color, edge } => {
            (3, point(at), text, format!("{style:?}{color:?}{edge:?}")).hash(hasher);
        }
    }
}

/// Returns a point if it is finite and not farther than [`FAR`].
pub(super) fn near((x, y): Point) -> Option<Point> {
    (x.is_finite() && y.is_finite()).then(|| (x.clamp(-FAR, FAR), y.clamp(-FAR, FAR)))
}

/// Graphics with the same hash show the same shapes.
impl PartialEq for Graphic {
    fn eq(&self, other: &Self) -> bool {
        self.print == other.print
    }
}

impl fmt::Debug for Graphic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graphic({} {:016x})", self.shapes.len(), self.print)
    }
}
