//! The page "Maze Puzzle": four buttons move an X through a maze.

use super::{Progress, Random};
use toolkit::{Align, Color, Event, Kind, Size, TextStyle, View};

/// Rows and columns.
const SIZE: usize = 4;
/// The goal.
const GOAL: (usize, usize) = (SIZE - 1, SIZE - 1);
/// Steps as rows and columns, in their initial order.
const STEPS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
/// The labels of the buttons.
const BUTTONS: [&str; 4] = ["Up", "Down", "Left", "Right"];

/// A maze.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Maze {
    /// The open cells, by row.
    pub(super) open: [[bool; SIZE]; SIZE],
}

/// Returns the neighbour of a cell, if it is inside the maze.
fn beside(from: (usize, usize), step: (isize, isize)) -> Option<(usize, usize)> {
    let to = (from.0.checked_add_signed(step.0)?, from.1.checked_add_signed(step.1)?);
    (to.0 < SIZE && to.1 < SIZE).then_some(to)
}

impl Maze {
    /// Digs a path from the first cell until it reaches the goal.
    pub(super) fn new(mut random: Random) -> Self {
        let mut open = [[false; SIZE]; SIZE];
        let mut steps = STEPS;
        let mut stack = vec![(0, 0)];
        while let Some(cell) = stack.pop() {
            set(&mut open, cell);
            if cell == GOAL {
                break;
            }
            for last in (1..steps.len()).rev() {
                steps.swap(last, random.below(last + 1));
            }
            stack.extend(steps.iter().filter_map(|step| beside(cell, *step)).filter(|to| !is_open(&open, *to)));
        }
        set(&mut open, GOAL);
        Self { open }
    }

    pub(super) fn view(&self, progress: &Progress) -> Vec<View> {
        if progress.at == GOAL {
            return vec![View::text("Success!").text_style(TextStyle::Headline).padding(16.0, 16.0)];
        }
        let cell = |row: usize, column: usize| {
            let at = (row, column);
            let paper = match () {
                () if at == GOAL => Color::Rgb(0, 128, 0),
                () if is_open(&self.open, at) => Color::Rgb(255, 255, 255),
                () => Color::Rgb(0, 0, 0),
            };
            let x = View::text("X").text_style(TextStyle::Display).color(Color::Rgb(0, 0, 0));
            let inside = if progress.at == at { vec![x] } else { Vec::new() };
            let cell = View::stack(inside).width(Size::Dp(84.0)).height(Size::Dp(84.0)).align(Align::Center);
            cell.background(paper, 0.0)
        };
        let row = |row: usize| {
            let cells = (0..SIZE).map(|column| cell(row, column)).collect();
            View::new(Kind::Row).children(cells).gap(1.0)
        };
        let rows = View::new(Kind::Column).children((0..SIZE).map(row).collect()).gap(1.0).padding(1.0, 1.0);
        let maze = rows.id("maze").background(Color::Rgb(90, 90, 90), 0.0).style(|style| style.margin = [8.0; 4]);
        let button = |name: &&'static str| {
            let button = View::button(*name, Event::with("step", *name)).width(Size::Weight(1.0));
            button.height(Size::Dp(52.0)).padding(4.0, 0.0).background(Color::SurfaceVariant, 4.0)
        };
        let buttons = View::row(BUTTONS.iter().map(button).collect()).gap(6.0).padding(8.0, 8.0);
        vec![maze, buttons]
    }

    pub(super) fn event(&self, progress: &mut Progress, event: &Event) -> bool {
        if event.name != "step" {
            return false;
        }
        let step = BUTTONS.iter().position(|name| *name == event.value).and_then(|number| STEPS.get(number));
        let to = step.and_then(|step| beside(progress.at, *step));
        if let Some(to) = to.filter(|to| is_open(&self.open, *to) && progress.at != GOAL) {
            progress.at = to;
        }
        true
    }
}

fn is_open(open: &[[bool; SIZE]; SIZE], (row, column): (usize, usize)) -> bool {
    open.get(row).and_then(|row| row.get(column)).copied().unwrap_or(false)
}

fn set(open: &mut [[bool; SIZE]; SIZE], (row, column): (usize, usize)) {
    if let Some(cell) = open.get_mut(row).and_then(|row| row.get_mut(column)) {
        *cell = true;
    }
}
