//! The files of a script that are not collected, with the reason. Nothing goes missing without a name or a count.

use serde::Serialize;

/// How many of them are named; the others are counted.
pub(crate) const MOST_NAMED: usize = 100;

/// Why a file is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// All files together exceed the size limit.
    TotalSize,
    /// There are more files than the limit.
    TooMany,
    /// It is nested too deeply.
    TooDeep,
    /// Its name is not UTF-8.
    Name,
    /// It cannot be read, or not completely.
    Unreadable,
    /// It is a link, a device, a FIFO or a socket.
    NotPlain,
}

/// A file that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Its path below the script's folder.
    pub path: String,
    /// Why.
    pub why: Reason,
}

impl Reason {
    const ALL: [Self; 6] =
        [Self::TotalSize, Self::TooMany, Self::TooDeep, Self::Name, Self::Unreadable, Self::NotPlain];

    /// The reason's number on the pipe.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// The reason with this number.
    pub(crate) fn of_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TotalSize => "all files together are too large",
            Self::TooMany => "there are too many files",
            Self::TooDeep => "it is nested too deeply",
            Self::Name => "its name is not UTF-8",
            Self::Unreadable => "it cannot be read",
            Self::NotPlain => "it is not a plain file",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_code() {
        for reason in Reason::ALL {
            assert_eq!(Reason::of_code(reason.code()), Some(reason));
        }
        assert_eq!(Reason::of_code(6), None);
    }
}
