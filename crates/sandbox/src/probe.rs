//! Which walls stand on this machine: found out by putting them up, with a script that does nothing.

use std::fmt;
use std::path::PathBuf;

/// What the wall around all processes together is called.
pub(crate) const GROUP: &str = "a control group for memory and processes of all together";

/// Who makes the namespaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Builder {
    /// The program itself.
    Ours,
    /// Bubblewrap, at this place.
    Bubblewrap(PathBuf),
}

impl Builder {
    /// The walls that it puts up, or a run with it does not begin.
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
    /// What it is called.
    pub name: &'static str,
    /// Whether it stands; why not, if it does not.
    pub stands: Result<(), String>,
}

/// What is known of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walls {
    /// Who makes the namespaces; nobody where scripts cannot run.
    pub builder: Option<Builder>,
    /// The walls, one by one.
    pub walls: Vec<Wall>,
}

impl Walls {
    /// Why no script can be run here; nothing where they can.
    pub fn refusal(&self) -> Option<String> {
        if self.builder.is_some() {
            return None;
        }
        let missing = self.missing().join("; ");
        Some(format!("scripts are not run here, because they could not be kept in: {missing}"))
    }

    /// The walls that do not stand here, with the reason. A script runs without some of them.
    pub fn missing(&self) -> Vec<String> {
        let missing = |wall: &Wall| Some(format!("{}: {}", wall.name, wall.stands.as_ref().err()?));
        self.walls.iter().filter_map(missing).collect()
    }
}
