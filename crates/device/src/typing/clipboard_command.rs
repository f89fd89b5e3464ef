//! The command that reads and sets the clipboard, in the two spellings of phones.

use crate::shell_command::shell_command;

/// The phone's spelling of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `cmd clipboard get text`, `cmd clipboard set text …`
    Words,
    /// `cmd clipboard get-text`, `cmd clipboard set-text …`
    Hyphen,
}

impl Spelling {
    /// Returns the command that prints the clipboard.
    pub(super) fn get(self) -> &'static str {
        match self {
            Self::Words => "cmd clipboard get text",
            Self::Hyphen => "cmd clipboard get-text",
        }
    }

    /// Returns the command that copies a text.
    pub(super) fn set(self, text: &str) -> String {
        match self {
            Self::Words => shell_command!("cmd", "clipboard", "set", "text", text),
            Self::Hyphen => shell_command!("cmd", "clipboard", "set-text", text),
        }
    }
}
