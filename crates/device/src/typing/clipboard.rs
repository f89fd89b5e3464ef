//! Types by the clipboard and KEYCODE_PASTE, on phones with a working clipboard command.
//!
//! Stock Android answers `cmd clipboard …` with `No shell command implementation.` and exit status 0, so a text is
//! pasted only after it was read back. The person's own clipboard is restored.

use std::sync::{Mutex, PoisonError};

use super::borrowed::Loan;
use super::clipboard_command::Spelling;
use super::{Attempt, Typist, carried, pieces};
use crate::DeviceError;
use crate::connection::Connection;
use crate::shell_error::complaint;
use crate::wire::{Connect, Limit};

const PASTE: &str = "input keyevent KEYCODE_PASTE";
/// The most bytes per command; an adb server accepts 64 KiB, quotes included.
const PIECE: usize = 12 << 10;
const HOW: &str = "the phone has no clipboard command";

/// The phone's clipboard command: unknown, missing, or known with its spelling.
#[derive(Default)]
pub(super) struct Probe(Mutex<Option<Option<Spelling>>>);

/// Pastes the text.
pub(super) async fn enter<C: Connect>(typist: &Typist<'_, C>, text: &str) -> Result<(), Attempt> {
    carried(text)?;
    let Some(spelling) = spelling(typist).await? else { return Err(Attempt::Unavailable(HOW.to_owned())) };
    let Some(theirs) = read(typist.phone, spelling).await? else { return Err(Attempt::Unavailable(HOW.to_owned())) };
    typist.memory.borrowed.add(Loan::Clipboard { spelling, text: theirs });
    let mut pasted = false;
    for piece in pieces(text, PIECE) {
        let command = spelling.set(piece);
        let output = typist.phone.query_unchecked(&command, Limit::SHORT).await?;
        let held = read(typist.phone, spelling).await?;
        // Never paste anything but the text: it might be the person's last copy.
        let wrong = match (complaint(&output), held) {
            (Some(said), _) => Some(said),
            (None, Some(held)) if held == piece => None,
            (None, _) => Some("the phone's clipboard does not keep the text".to_owned()),
        };
        match wrong {
            None => {}
            Some(why) if !pasted => return Err(Attempt::Unavailable(why)),
            Some(said) => {
                return Err(
                    DeviceError::Phone { command: "`cmd clipboard`".to_owned(), said, status: output.status }.into()
                );
            }
        }
        match typist.phone.execute(PASTE, Limit::LONG).await {
            Ok(_) => pasted = true,
            Err(DeviceError::Phone { said, .. }) if !pasted => return Err(Attempt::Unavailable(said)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

async fn spelling<C: Connect>(typist: &Typist<'_, C>) -> Result<Option<Spelling>, DeviceError> {
    let slot = || typist.memory.clipboard.0.lock().unwrap_or_else(PoisonError::into_inner);
    let known = *slot();
    if let Some(known) = known {
        return Ok(known);
    }
    let mut found = None;
    for spelling in [Spelling::Words, Spelling::Hyphen] {
        if read(typist.phone, spelling).await?.is_some() {
            found = Some(spelling);
            break;
        }
    }
    *slot() = Some(found);
    Ok(found)
}

/// Returns the clipboard's content; `None` if the phone cannot tell.
async fn read<C: Connect>(phone: &Connection<C>, spelling: Spelling) -> Result<Option<String>, DeviceError> {
    let output = phone.query_unchecked(spelling.get(), Limit::SHORT).await?;
    if complaint(&output).is_some() || output.cut {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = text.strip_suffix('\n').unwrap_or(&text);
    Ok(Some(if text == "null" { String::new() } else { text.to_owned() }))
}
