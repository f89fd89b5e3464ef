//! Tracks what was borrowed from the person and must be returned: their keyboard, their clipboard.
//!
//! A loan is recorded before it is taken. A call that fails returns it first; a call that is dropped half-way leaves
//! that to the next call.

use std::sync::{Mutex, PoisonError};

use super::clipboard_command::Spelling;
use crate::DeviceError;
use crate::connection::Connection;
use crate::shell_command::shell_command;
use crate::shell_error::checked;
use crate::wire::{Connect, Limit};

/// One loan. Never print it: the clipboard is private.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Loan {
    /// Their keyboard, by id; empty if they had none.
    Keyboard {
        /// Their previous keyboard.
        theirs: String,
        /// Our keyboard, if it was not enabled before.
        disable: Option<String>,
    },
    /// The content of their clipboard.
    Clipboard {
        /// The phone's spelling of the command.
        spelling: Spelling,
        /// The text.
        text: String,
    },
}

/// Everything that is not returned yet.
#[derive(Default)]
pub(crate) struct Borrowed(Mutex<Vec<Loan>>);

impl Borrowed {
    /// Records a loan before it is taken.
    pub(super) fn add(&self, loan: Loan) {
        self.list().push(loan);
    }

    /// Whether everything has been returned.
    pub(crate) fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    /// Returns everything, the last loan first. A loan that the wire prevents from being returned is still owed; one
    /// that the phone refuses is reported once, because it would refuse again.
    pub(crate) async fn return_all<C: Connect>(&self, phone: &Connection<C>) -> Result<(), DeviceError> {
        let mut returned = Ok(());
        while let Some(loan) = self.last() {
            for command in commands(&loan) {
                let output = phone.query_unchecked(&command, Limit::SHORT).await?;
                if let Err(refused) = checked(&command, output) {
                    returned = Err(refused);
                }
            }
            self.list().retain(|owed| *owed != loan);
        }
        returned
    }

    /// Returns the loans of an earlier call; a refusal does not stop the new call.
    pub(super) async fn return_leftovers<C: Connect>(&self, phone: &Connection<C>) -> Result<(), DeviceError> {
        match self.return_all(phone).await {
            Err(DeviceError::Phone { .. }) => Ok(()),
            returned => returned,
        }
    }

    fn last(&self) -> Option<Loan> {
        self.list().last().cloned()
    }

    fn list(&self) -> std::sync::MutexGuard<'_, Vec<Loan>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn commands(loan: &Loan) -> Vec<String> {
    match loan {
        Loan::Keyboard { theirs, disable } => {
            let set = (!theirs.is_empty()).then(|| shell_command!("ime", "set", theirs));
            let disable = disable.as_ref().map(|ours| shell_command!("ime", "disable", ours));
            set.into_iter().chain(disable).collect()
        }
        Loan::Clipboard { spelling, text } => vec![spelling.set(text)],
    }
}
