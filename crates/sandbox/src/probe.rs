//! Which walls stand on this machine: found out by putting them up, with a script that does nothing.

use std::fmt;
use std::path::PathBuf;

/// Who makes the namespaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Builder {
    /// The program itself.
    Ours,
    /// Bubblewrap, at this place.
    Bubblewrap(PathBuf),
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
        let missing: Vec<String> = self
            .walls
            .iter()
            .filter_map(|wall| Some(format!("{}: {}", wall.name, wall.stands.as_ref().err()?)))
            .collect();
        Some(format!("scripts are not run here, because they could not be kept in: {}", missing.join("; ")))
    }
}
