//! The strategies for an operation, and the moves each consists of. The plan mind tries the strategies and turns moves
//! into actions; nothing here acts.

use crate::affordance::Sought;

/// The strategies, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// Shell commands and public intents of Android; each is a strategy of its own.
    pub(crate) commands: Vec<Vec<Move>>,
    /// Touches, one list for each variant that apps have: first by the known layouts, then by a search of the screen.
    pub(crate) touches: Vec<Vec<Move>>,
}

impl Ways {
    /// One command.
    pub(crate) fn command(words: &[&str]) -> Self {
        Self::default().or_command(words)
    }

    /// Adds a command to try if the earlier ones fail.
    pub(crate) fn or_command(mut self, words: &[&str]) -> Self {
        self.commands.push(vec![Move::run(words)]);
        self
    }

    /// Adds a strategy of commands and touches on the screens they open.
    pub(crate) fn or_moves(mut self, moves: Vec<Move>) -> Self {
        self.commands.push(moves);
        self
    }

    /// Adapts the strategies to a step that was cut off. An app left half-way, with a form partly filled in, reopens
    /// there, so Back leaves it first. Some apps save the form when they are left; then the step is done.
    pub(crate) fn begun_again(mut self) -> Self {
        for touches in &mut self.touches {
            if let Some(Move::Launch(package)) = touches.first() {
                // A dialog, its screen, and the app's first screen.
                let leave = vec![Move::BackIn(package.clone()); 3];
                let first = std::iter::once(Move::Launch(package.clone()));
                *touches = first.chain(leave).chain([Move::UnlessDone]).chain(touches.drain(..)).collect();
            }
        }
        self
    }

    /// Adds touches to try if the earlier ones fail, for apps of another variant.
    pub(crate) fn or_touches(mut self, touches: Vec<Move>) -> Self {
        self.touches.push(touches);
        self
    }
}

/// One operation on the phone. Its target is found on the screen of that moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Move {
    /// Run an Android shell command.
    Run(String),
    /// Start an app.
    Launch(String),
    /// Open an address.
    Open(String),
    /// Press an element.
    Press(Sought),
    /// Press an element if it is on the screen; otherwise continue without it.
    PressIfThere(Sought),
    /// Press the first until the second appears.
    PressUntil(Sought, Sought),
    /// Replace the text of a field.
    Write(Sought, String),
    /// Set the switch beside a label.
    Switch(Sought, bool),
    /// Require one of these texts on the screen, otherwise the strategy fails.
    See(Vec<String>),
    /// A key.
    Key(&'static str),
    /// Back, if this app is in front.
    BackIn(String),
    /// Check whether the operation is already done.
    UnlessDone,
    /// Scroll in this direction.
    Scroll(Direction),
}

/// The direction to scroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Move {
    /// Whether it needs an element on the screen.
    pub(crate) fn touches(&self) -> bool {
        match self {
            Self::Press(_) | Self::PressIfThere(_) | Self::PressUntil(..) => true,
            Self::Write(..) | Self::Switch(..) | Self::See(_) => true,
            Self::Run(_) | Self::Launch(_) | Self::Open(_) | Self::Key(_) => false,
            Self::BackIn(_) | Self::UnlessDone | Self::Scroll(_) => false,
        }
    }

    /// Whether it presses or fills in an element, and fails without it.
    pub(crate) fn needs_element(&self) -> bool {
        matches!(self, Self::Press(_) | Self::PressUntil(..) | Self::Write(..) | Self::Switch(..))
    }

    /// A command of these words, each quoted for the shell.
    pub(crate) fn run(words: &[&str]) -> Self {
        Self::Run(device::command_line(words))
    }
}
