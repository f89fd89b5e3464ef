//! The ways to do something on a phone, and the moves that each consists of. The plan mind climbs the ways and turns
//! moves into actions; nothing here acts.

use crate::affordance::Sought;

/// The ways to do something, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// What Android offers to a shell or as a public intent; each is a way of its own.
    pub(crate) commands: Vec<Vec<Move>>,
    /// What a finger does, each another form that apps have for it: first by the known layouts, then by a search of the
    /// screen.
    pub(crate) touches: Vec<Vec<Move>>,
}

impl Ways {
    /// One command.
    pub(crate) fn command(words: &[&str]) -> Self {
        Self::default().or_command(words)
    }

    /// One more command, for where those before do not work.
    pub(crate) fn or_command(mut self, words: &[&str]) -> Self {
        self.commands.push(vec![Move::run(words)]);
        self
    }

    /// One more way by commands and touches on what they open.
    pub(crate) fn or_moves(mut self, moves: Vec<Move>) -> Self {
        self.commands.push(moves);
        self
    }

    /// The same for a step that was cut off: an app that is left in the middle, with a form half filled in say, shows
    /// that again when it is opened. It is left by Back before it is; some apps keep what was filled in when they are
    /// left, and then it is done.
    pub(crate) fn begun_again(mut self) -> Self {
        for touches in &mut self.touches {
            if let Some(Move::Launch(package)) = touches.first() {
                // A dialog, its screen, and the app's first one.
                let leave = vec![Move::BackIn(package.clone()); 3];
                let first = std::iter::once(Move::Launch(package.clone()));
                *touches = first.chain(leave).chain([Move::UnlessDone]).chain(touches.drain(..)).collect();
            }
        }
        self
    }

    /// What a finger does; where that does not work, what it does in apps of another form.
    pub(crate) fn or_touches(mut self, touches: Vec<Move>) -> Self {
        self.touches.push(touches);
        self
    }
}

/// Something to do on the phone. Where it lands is found on the screen as it then is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Move {
    /// A command of Android's own.
    Run(String),
    /// An app is started.
    Launch(String),
    /// An address is opened.
    Open(String),
    /// Something is pressed.
    Press(Sought),
    /// The same, where it is there; else the way goes on without it.
    PressIfThere(Sought),
    /// The first is pressed until the second is there.
    PressUntil(Sought, Sought),
    /// A text is put into a field, instead of what stands there.
    Write(Sought, String),
    /// The switch beside a label is put so.
    Switch(Sought, bool),
    /// One of these must stand on the screen, or the way is not gone.
    See(Vec<String>),
    /// A key.
    Key(&'static str),
    /// Back, where this app is in front.
    BackIn(String),
    /// The phone is asked whether it is done by now.
    UnlessDone,
    /// The screen is moved so that what lies there is seen.
    Scroll(Direction),
}

/// Which way to look on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Move {
    /// Whether it needs what is on the screen.
    pub(crate) fn touches(&self) -> bool {
        match self {
            Self::Press(_) | Self::PressIfThere(_) | Self::PressUntil(..) => true,
            Self::Write(..) | Self::Switch(..) | Self::See(_) => true,
            Self::Run(_) | Self::Launch(_) | Self::Open(_) | Self::Key(_) => false,
            Self::BackIn(_) | Self::UnlessDone | Self::Scroll(_) => false,
        }
    }

    /// A command of these words, each quoted.
    pub(crate) fn run(words: &[&str]) -> Self {
        Self::Run(device::command_line(words))
    }
}
