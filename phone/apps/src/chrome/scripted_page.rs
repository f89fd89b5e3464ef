//! Pages whose scripts are known. There is no script engine; three pages that AndroidWorld gives to browsers are
//! recognised by their title and by the seed in their script, and behave as their scripts would. Any other page is
//! shown without its script.

mod draw;
mod maze;
mod multiply;
mod random;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use self::draw::Draw;
use self::maze::Maze;
use self::multiply::Multiply;
use self::random::Random;
use toolkit::{Event, Sketch, View};

/// A page whose script is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScriptedPage {
    Maze(Maze),
    Multiply(Multiply),
    Draw(Draw),
}

/// The user's progress on such a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Progress {
    /// The position of the X in the maze: row and column.
    at: (usize, usize),
    /// The number of clicks on the button.
    clicks: usize,
    /// The typed answer.
    answer: String,
    /// The drawing colour, by its index in the palette.
    color: Option<usize>,
    /// The drawing.
    drawing: Sketch,
    /// Whether the last answer was right.
    right: bool,
}

/// Recognises a page by title and source, if its script is known.
pub(super) fn of(title: &str, source: &str) -> Option<ScriptedPage> {
    let (_, after) = source.split_once("new SeededRNG(")?;
    let seed = after.split(')').next()?.trim().parse().ok()?;
    let random = Random::new(seed);
    match title {
        "Maze Puzzle" => Some(ScriptedPage::Maze(Maze::new(random))),
        "Memory Task" => Some(ScriptedPage::Multiply(Multiply::new(random))),
        "Color Challenge" => Draw::new(random, source).map(ScriptedPage::Draw),
        _ => None,
    }
}

impl ScriptedPage {
    /// Builds its views.
    pub(super) fn view(&self, progress: &Progress) -> Vec<View> {
        match self {
            Self::Maze(maze) => maze.view(progress),
            Self::Multiply(multiply) => multiply.view(progress),
            Self::Draw(draw) => draw.view(progress),
        }
    }

    /// Handles an event as its script would. Returns whether it was one.
    pub(super) fn event(&self, progress: &mut Progress, event: &Event) -> bool {
        match self {
            Self::Maze(maze) => maze.event(progress, event),
            Self::Multiply(multiply) => multiply.event(progress, event),
            Self::Draw(draw) => draw.event(progress, event),
        }
    }
}
