//! Finds out which walls this machine supports by building them around a script that does nothing.

use std::fmt;
use std::path::PathBuf;

/// The name of the wall around all processes together.
pub(crate) const GROUP: &str = "a control group for memory and processes of all together";

/// What creates the namespaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Builder {
    /// The program itself.
    Ours,
    /// Bubblewrap, at this path.
    Bubblewrap(PathBuf),
}

impl Builder {
    /// The walls that it builds; without one of them a run does not begin.
    pub(crate) fn walls(&self) -> Vec<String> {
        vec![self.to_string(), "landlock".to_owned(), "a filter of system calls".to_owned()]
    }
}

impl fmt::Display for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours => f.write_str("own namespaces"),
            Self::Bubblewrap(path) => write!(f, "bubblewrap (`{}`)", path.display()),
        }
    }
}

/// One wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Its name.
    pub name: &'static str,
    /// Whether it can be built; if not, why.
    pub stands: Result<(), String>,
}

/// The walls of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walls {
    /// What creates the namespaces; `None` if scripts cannot run.
    pub builder: Option<Builder>,
    /// The walls, one by one.
    pub walls: Vec<Wall>,
}

impl Walls {
    /// Why scripts cannot run here; `None` if they can.
    pub fn refusal(&self) -> Option<String> {
        if self.builder.is_some() {
            return None;
        }
        let missing = self.missing().join("; ");
        Some(format!("scripts cannot run here, because they could not be isolated: {missing}"))
    }

    /// The walls that this machine lacks, with the reason. Some of them are optional.
    pub fn missing(&self) -> Vec<String> {
        let missing = |wall: &Wall| Some(format!("{}: {}", wall.name, wall.stands.as_ref().err()?));
        self.walls.iter().filter_map(missing).collect()
    }
}
