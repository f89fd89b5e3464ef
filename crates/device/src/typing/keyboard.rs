//! Types through an ADB keyboard: an input method that types the text of a broadcast, in Base64, so any text at all.
//!
//! It must be installed. It replaces the person's keyboard only while it types.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::borrowed::Loan;
use super::{Attempt, Typist, pieces};
use crate::DeviceError;
use crate::settle::pause;
use crate::shell_command::shell_command;
use crate::shell_error::complaint;
use crate::wire::{Connect, Limit, Output};

/// A keyboard that types the text of a broadcast.
struct AdbKeyboard {
    /// Its id, as listed by `ime`.
    id: &'static str,
    /// The broadcast action that types.
    action: &'static str,
    /// The name of the text extra.
    extra: &'static str,
    /// Whether it acknowledges the broadcast.
    answers: bool,
}

const ADB_KEYBOARDS: [AdbKeyboard; 2] = [
    AdbKeyboard { id: "com.android.adbkeyboard/.AdbIME", action: "ADB_INPUT_B64", extra: "msg", answers: false },
    AdbKeyboard {
        id: "com.github.uiautomator/.AdbKeyboard",
        action: "ADB_KEYBOARD_INPUT_TEXT",
        extra: "text",
        answers: true,
    },
];

/// The most bytes per broadcast, so that it fits into 4 KiB.
const PIECE: usize = 2_700;
const INSTALLED: &str = "ime list -s -a";
const ENABLED: &str = "ime list -s";
const THEIRS: &str = "settings get secure default_input_method";
/// The query for the active keyboard, and whether it is connected to the field.
const AT_WORK: &str = "dumpsys input_method | grep -E 'mCurMethodId=|mCurId=|mBoundToMethod='";
/// How often, and with which pauses, a newly selected keyboard is checked.
const LOOKS: u32 = 12;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(100);
const HOW: &str = "no ADB keyboard is installed; install ADBKeyBoard (com.android.adbkeyboard) to type any Unicode";

/// Types the text by broadcasts.
pub(super) async fn enter<C: Connect>(typist: &Typist<'_, C>, text: &str) -> Result<(), Attempt> {
    let ask = async |command: &str| typist.phone.query_unchecked(command, Limit::SHORT).await;
    let installed = ids(&ask(INSTALLED).await?);
    let said = ask(THEIRS).await?;
    // An unknown keyboard could not be restored.
    if let Some(said) = complaint(&said) {
        return Err(Attempt::Unavailable(format!("could not find out the person's keyboard: {said}")));
    }
    let theirs = said.text().trim().to_owned();
    let theirs = if theirs.contains('/') { theirs } else { String::new() };
    let known = |id: &str| ADB_KEYBOARDS.iter().find(|keyboard| same(keyboard.id, id));
    let Some(ours) =
        known(&theirs).or_else(|| ADB_KEYBOARDS.iter().find(|ours| installed.iter().any(|id| same(ours.id, id))))
    else {
        return Err(Attempt::Unavailable(HOW.to_owned()));
    };
    if !same(ours.id, &theirs) {
        let enabled = ask(ENABLED).await?;
        if let Some(said) = complaint(&enabled) {
            return Err(Attempt::Unavailable(said));
        }
        let enabled = ids(&enabled).iter().any(|id| same(ours.id, id));
        // With ours disabled, the phone returns to its previous keyboard.
        let disable = (!enabled || theirs.is_empty()).then(|| ours.id.to_owned());
        typist.memory.borrowed.add(Loan::Keyboard { theirs, disable });
        for verb in ["enable", "set"] {
            let output = ask(&shell_command!("ime", verb, ours.id)).await?;
            if let Some(said) = refusal(&output) {
                return Err(Attempt::Unavailable(said));
            }
        }
        wait_until_at_work(typist, ours).await?;
    }
    let mut typed = false;
    for piece in pieces(text, PIECE) {
        match broadcast(typist, ours, piece).await {
            Ok(()) => typed = true,
            Err(Attempt::Unavailable(said)) if typed => {
                return Err(DeviceError::Phone { command: "`am broadcast`".to_owned(), said, status: None }.into());
            }
            Err(attempt) => return Err(attempt),
        }
    }
    Ok(())
}

/// Waits until the keyboard's service is connected; before that, broadcasts are silently lost.
async fn wait_until_at_work<C: Connect>(typist: &Typist<'_, C>, ours: &AdbKeyboard) -> Result<(), DeviceError> {
    for _ in 0..LOOKS {
        if is_at_work(&typist.phone.query_unchecked(AT_WORK, Limit::SHORT).await?.text(), ours.id) {
            return Ok(());
        }
        pause(PAUSE).await;
    }
    // It may work anyway; the field is inspected afterwards.
    Ok(())
}

async fn broadcast<C: Connect>(typist: &Typist<'_, C>, ours: &AdbKeyboard, piece: &str) -> Result<(), Attempt> {
    let package = ours.id.split('/').next().unwrap_or_default();
    // Addressed to the keyboard only, because any app may listen for the action.
    let encoded = STANDARD.encode(piece);
    let command = shell_command!("am", "broadcast", "-a", ours.action, "--es", ours.extra, encoded, "-p", package);
    for _ in 0..LOOKS {
        let output = typist.phone.execute_unchecked(&command, Limit::SHORT).await?;
        if let Some(said) = complaint(&output) {
            return Err(Attempt::Unavailable(said));
        }
        if !ours.answers || output.text().contains("result=-1") {
            return Ok(());
        }
        // No acknowledgement, so nothing was typed.
        pause(PAUSE).await;
    }
    Err(Attempt::Unavailable("the ADB keyboard does not answer; is a text field focused?".to_owned()))
}

fn refusal(output: &Output) -> Option<String> {
    complaint(output).or_else(|| {
        let text = output.everything();
        let line = text.lines().find(|line| line.contains("cannot be") || line.starts_with("Unknown input method"))?;
        Some(line.trim().to_owned())
    })
}

fn ids(output: &Output) -> Vec<String> {
    output.text().lines().map(str::trim).filter(|line| line.contains('/')).map(str::to_owned).collect()
}

/// Whether two ids name the same keyboard: `a.b/.C` is `a.b/a.b.C`.
fn same(one: &str, other: &str) -> bool {
    let full = |id: &str| match id.split_once('/') {
        Some((package, class)) if class.starts_with('.') => format!("{package}/{package}{class}"),
        _ => id.to_owned(),
    };
    full(one) == full(other)
}

/// Whether the keyboard is active, as far as the phone tells.
fn is_at_work(said: &str, id: &str) -> bool {
    let values = |key: &str| {
        let key = format!("{key}=");
        said.split_whitespace().filter_map(move |word| Some(word.strip_prefix(&key)?.to_owned())).collect::<Vec<_>>()
    };
    let named: Vec<String> = ["mCurMethodId", "mCurId"].iter().flat_map(|key| values(key)).collect();
    // Some phones do not report the connection.
    named.iter().all(|at_work| same(at_work, id)) && !values("mBoundToMethod").iter().any(|bound| bound == "false")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyboard_is_at_work_when_the_phone_says_so_or_nothing() {
        let id = "com.android.adbkeyboard/.AdbIME";
        let rows = [
            (
                "  mCurMethodId=com.android.adbkeyboard/.AdbIME\n  mCurId=com.android.adbkeyboard/.AdbIME mHaveConnection=true mBoundToMethod=true\n",
                true,
            ),
            ("  mCurMethodId=com.android.adbkeyboard/com.android.adbkeyboard.AdbIME", true),
            ("  mCurMethodId=com.android.adbkeyboard/.AdbIME\n  mCurId=com.google.x/.Latin", false),
            ("  mCurId=com.android.adbkeyboard/.AdbIME mBoundToMethod=false", false),
            ("", true),
        ];
        for (said, expected) in rows {
            assert_eq!(is_at_work(said, id), expected, "{said}");
        }
    }
}
