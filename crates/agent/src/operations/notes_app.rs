//! Finds the phone's notes app, and the folder of one that keeps its notes in files. It writes no note.

use super::work::Work;
use crate::deadline::Halt;

/// The actions that ask an app for a new note: Android's own since 14, and the one in Google's documentation of common
/// intents.
pub(super) const CREATE: [&str; 2] =
    ["android.intent.action.CREATE_NOTE", "com.google.android.gms.actions.CREATE_NOTE"];
/// Notes apps to try if no app handles those intents, by package.
const KNOWN: &[&str] = &["net.gsantner.markor", "com.google.android.keep", "com.samsung.android.app.notes"];
/// Apps whose notes are files, and their folders.
const FOLDERS: &[(&str, &str)] = &[("net.gsantner.markor", "/storage/emulated/0/Documents/Markor")];

/// Finds the notes app, if there is one.
pub(super) async fn app(work: &mut Work<'_>) -> Result<Option<String>, Halt> {
    for action in CREATE {
        if let Some(package) = work.handler(action, None).await? {
            return Ok(Some(package));
        }
    }
    for package in KNOWN {
        if work.installed(package).await? {
            return Ok(Some((*package).to_owned()));
        }
    }
    Ok(work.app("Notes").await?.map(|app| app.package))
}

/// The folder of an app whose notes are files.
pub(super) fn folder(package: &str) -> Option<&'static str> {
    FOLDERS.iter().find(|(known, _)| *known == package).map(|(_, folder)| *folder)
}
