//! What was borrowed of the person and has to be given back: their keyboard, their clipboard.
//!
//! Written down before it is taken. A call that fails gives it back before it returns; one that is dropped
//! half-way leaves that to the next call.

use std::sync::{Mutex, PoisonError};

use super::clipboard_command::Spelling;
use crate::DeviceError;
use crate::connection::Connection;
use crate::shell_command::shell_command;
use crate::shell_error::checked;
use crate::wire::{Connect, Limit};

/// One thing to give back. Not to be printed: the clipboard is a person's own.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Loan {
    /// Their keyboard, by id; empty if they had none.
    Keyboard {
        /// What they had.
        theirs: String,
        /// Ours, if it was not enabled before.
        disable: Option<String>,
    },
    /// What they had copied.
    Clipboard {
        /// How this phone calls its command.
        spelling: Spelling,
        /// The text.
        text: String,
    },
}

/// Everything that is not given back yet.
#[derive(Default)]
pub(crate) struct Borrowed(Mutex<Vec<Loan>>);

impl Borrowed {
    /// Writes down what is about to be taken.
    pub(super) fn add(&self, loan: Loan) {
        self.list().push(loan);
    }

    /// Whether everything is given back.
    pub(crate) fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    /// Gives everything back, the last taken first. What the wire keeps us from giving back is still owed;
    /// what the phone refuses to take back is told once: it would refuse tomorrow as well.
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

    /// Gives back what an earlier call left owed; a refusal is no reason not to go on.
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
