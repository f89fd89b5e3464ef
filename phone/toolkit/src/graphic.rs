//! A graphic: shapes and words that an app draws inside a view, such as a map or a chart. Like a picture it says nothing
//! to accessibility; unlike one it has no size and no pixels, so that a screen that is only read costs nothing.
//!
//! Points are in dp from the middle of the view, to the right and down; what is outside of the view is cut off.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::style::{Color, TextStyle};

/// How many shapes are drawn at most; those before them are.
pub(super) const MAX_SHAPES: usize = 4_000;
/// Nothing is farther out than this many dp: a bound for what comes from outside.
const FAR: f32 = 8_000.0;

/// A point, in dp from the middle.
pub type Point = (f32, f32);

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled outline.
    Area {
        /// Its corners.
        points: Vec<Point>,
        /// What it is filled with.
        color: Color,
    },
    /// A line with round ends and corners.
    Line {
        /// What it leads through.
        points: Vec<Point>,
        /// How wide it is, in dp.
        width: f32,
        /// Its colour.
        color: Color,
    },
    /// A disc.
    Dot {
        /// Its middle.
        at: Point,
        /// In dp.
        radius: f32,
        /// Its colour.
        color: Color,
    },
    /// Words around a point, with an edge of another colour so that they can be read on anything.
    Label {
        /// The middle of the words.
        at: Point,
        /// The words.
        text: String,
        /// How they look.
        style: TextStyle,
        /// Their colour.
        color: Color,
        /// The colour of their edge.
        edge: Color,
    },
}

/// Shapes, the later over the earlier, and a number by which they are told from others.
#[derive(Clone)]
pub struct Graphic {
    shapes: Arc<Vec<Shape>>,
    print: u64,
}

impl Graphic {
    /// A graphic of these shapes.
    pub fn new(shapes: Vec<Shape>) -> Self {
        let mut hasher = DefaultHasher::new();
        for shape in &shapes {
            hash(shape, &mut hasher);
        }
        Self { shapes: Arc::new(shapes), print: hasher.finish() }
    }

    /// Its shapes.
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

/// A point that is neither nowhere nor endlessly far.
pub(super) fn near((x, y): Point) -> Option<Point> {
    (x.is_finite() && y.is_finite()).then(|| (x.clamp(-FAR, FAR), y.clamp(-FAR, FAR)))
}

/// Two graphics with the same number show the same.
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
