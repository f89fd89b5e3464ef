//! What was borrowed of the person and has to be given back: their keyboard, their clipboard.
//!
//! Written down before it is taken. A call that fails pays before it returns; one that is dropped half-way
//! leaves the debt, and the next call pays it.

use std::sync::{Mutex, PoisonError};

use super::clipboard::Spelling;
use crate::DeviceError;
use crate::line::line;
use crate::phone::Phone;
use crate::said::checked;
use crate::wire::{Connect, Limit};

/// One thing to give back. Not to be printed: the clipboard is a person's own.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Debt {
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

/// Everything that is owed.
#[derive(Default)]
pub(crate) struct Debts(Mutex<Vec<Debt>>);

impl Debts {
    /// Writes down what is about to be taken.
    pub(super) fn owe(&self, debt: Debt) {
        self.list().push(debt);
    }

    /// Whether nothing is owed.
    pub(crate) fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    /// Gives everything back, the last taken first. What the wire keeps us from giving back is still owed;
    /// what the phone refuses to take back is told once: it would refuse tomorrow as well.
    pub(crate) async fn pay<C: Connect>(&self, phone: &Phone<C>) -> Result<(), DeviceError> {
        let mut paid = Ok(());
        while let Some(debt) = self.last() {
            for command in commands(&debt) {
                let output = phone.ask_whatever(&command, Limit::SHORT).await?;
                if let Err(refused) = checked(&command, output) {
                    paid = Err(refused);
                }
            }
            self.list().retain(|owed| *owed != debt);
        }
        paid
    }

    /// Gives back what an earlier call left owed; a refusal is no reason not to go on.
    pub(super) async fn pay_old<C: Connect>(&self, phone: &Phone<C>) -> Result<(), DeviceError> {
        match self.pay(phone).await {
            Err(DeviceError::Phone { .. }) => Ok(()),
            paid => paid,
        }
    }

    fn last(&self) -> Option<Debt> {
        self.list().last().cloned()
    }

    fn list(&self) -> std::sync::MutexGuard<'_, Vec<Debt>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn commands(debt: &Debt) -> Vec<String> {
    match debt {
        Debt::Keyboard { theirs, disable } => {
            let set = (!theirs.is_empty()).then(|| line!("ime", "set", theirs));
            let disable = disable.as_ref().map(|ours| line!("ime", "disable", ours));
            set.into_iter().chain(disable).collect()
        }
        Debt::Clipboard { spelling, text } => vec![spelling.set(text)],
    }
}
