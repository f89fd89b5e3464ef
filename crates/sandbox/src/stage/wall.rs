//! The error of a wall that could not be built, with its name.

use std::fmt::{self, Display};

/// The wall, and the cause.
#[derive(Debug)]
pub(super) struct Failed {
    wall: &'static str,
    why: String,
}

impl Failed {
    pub(super) fn new(wall: &'static str, why: impl Display) -> Self {
        Self { wall, why: why.to_string() }
    }
}

impl Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.wall, self.why)
    }
}

/// Adds the wall's name to an error.
pub(super) trait Wall<T> {
    fn wall(self, wall: &'static str) -> Result<T, Failed>;
}

impl<T, E: Display> Wall<T> for Result<T, E> {
    fn wall(self, wall: &'static str) -> Result<T, Failed> {
        self.map_err(|error| Failed::new(wall, error))
    }
}
