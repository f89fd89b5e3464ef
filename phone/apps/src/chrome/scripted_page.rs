//! Pages whose scripts are known. There is no engine for scripts here; three pages that AndroidWorld gives to browsers
//! are recognised by their title and by the seed in their script, and do what their scripts would do. Any other page is
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

/// How far somebody has come with one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Progress {
    /// Where the X stands in the maze: row and column.
    at: (usize, usize),
    /// How often the button was pressed.
    clicks: usize,
    /// What is typed as the answer.
    answer: String,
    /// The colour that is drawn with, by its number in the palette.
    color: Option<usize>,
    /// What was drawn.
    drawing: Sketch,
    /// Whether the last answer was right.
    right: bool,
}

/// The page of this title and source, if its script is known.
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
    /// What it shows.
    pub(super) fn view(&self, progress: &Progress) -> Vec<View> {
        match self {
            Self::Maze(maze) => maze.view(progress),
            Self::Multiply(multiply) => multiply.view(progress),
            Self::Draw(draw) => draw.view(progress),
        }
    }

    /// What its script does with an event of its own. Whether it was one.
    pub(super) fn event(&self, progress: &mut Progress, event: &Event) -> bool {
        match self {
            Self::Maze(maze) => maze.event(progress, event),
            Self::Multiply(multiply) => multiply.event(progress, event),
            Self::Draw(draw) => draw.event(progress, event),
        }
    }
}
