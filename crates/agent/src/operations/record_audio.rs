//! `record_audio`. Precondition: a recorder. Strategy: its buttons: record, stop after the length, and save, with the
//! name that was said. Done when the recorder's folder, or the phone's media, have a new recording; with a name, when
//! that file is there.

use async_trait::async_trait;
use serde_json::{Value, json};

use super::files;
use super::operation::{Begin, Check, Operation};
use super::photo::{seconds, since, undone_by_deleting};
use super::record_video::{LONGEST, length};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `record_audio`.
pub(super) struct RecordAudio;

const RECORD: &str = "android.provider.MediaStore.RECORD_SOUND";
const SOUNDS: &str = "content://media/external/audio/media";
/// Recorders whose recordings Android does not list among its media, and their folders.
const FOLDERS: &[(&str, &str)] = &[(
    "com.dimowner.audiorecorder",
    "/storage/emulated/0/Android/data/com.dimowner.audiorecorder/files/Music/records",
)];
/// The key of the recorder.
const RECORDER: &str = "recorder";

fn folder(package: &str) -> Option<&'static str> {
    FOLDERS.iter().find(|(known, _)| *known == package).map(|(_, folder)| *folder)
}

/// The files of the recorder, if it has a folder.
async fn recordings(work: &mut Work<'_>) -> Result<Option<Vec<String>>, Halt> {
    let package = work.kept_text(RECORDER).to_owned();
    Ok(match folder(&package) {
        Some(folder) => Some(files::files(work, folder).await?),
        None => None,
    })
}

/// Whether a file has this name, before or after the app added its extension.
fn is_called(file: &str, title: &str) -> bool {
    let extension = file.strip_prefix(title).and_then(|rest| rest.strip_prefix('.'));
    file == title || extension.is_some_and(|extension| !extension.contains('.'))
}

#[async_trait]
impl Operation for RecordAudio {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let length = length(work);
        if !(1..=LONGEST).contains(&length) {
            let most = LONGEST.to_string();
            return Ok(work.problem("bad_duration", "recording too long", &[("most", &most)]).into());
        }
        let (wanted, title) = (work.text("app").to_owned(), work.text("title").trim().to_owned());
        if !title.is_empty() && !files::is_name(&title) {
            return Ok(work.problem("bad_name", "bad file name", &[("name", &title)]).into());
        }
        let app = match wanted.as_str() {
            "" => match work.handler(RECORD, None).await? {
                Some(package) => Some(package),
                None => work.app("Recorder").await?.map(|app| app.package),
            },
            wanted => work.app(wanted).await?.map(|app| app.package),
        };
        let Some(app) = app else {
            return Ok(work.problem("no_recorder", "no recorder", &[]).into());
        };
        work.keep(RECORDER, app.clone());
        let moment = seconds(work).await?;
        let (known, count) = (recordings(work).await?.unwrap_or_default(), since(work, SOUNDS, moment).await?.len());
        if !title.is_empty() && known.iter().any(|file| is_called(file, &title)) {
            return Ok(work.problem("file_exists", "file exists", &[("file", &title)]).into());
        }
        work.keep_before(json!({"moment": moment, "count": count, "known": known}));
        let mut touches = to_the_top(&app);
        touches.push(Move::Press(Sought::Named("start_recording")));
        touches.push(Move::run(&["sleep", &length.to_string()]));
        touches.push(Move::Press(Sought::Named("stop_recording")));
        if !title.is_empty() {
            touches.push(Move::Write(Sought::Named("title_field"), title));
        }
        touches.push(Move::PressIfThere(Sought::Named("save")));
        Ok(Begin::Go(Ways::default().or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let before = work.kept.get("before").cloned().unwrap_or_default();
        let number = |name: &str| before.get(name).and_then(Value::as_i64).unwrap_or_default();
        let title = work.text("title").trim().to_owned();
        let known = before.get("known").and_then(Value::as_array).cloned().unwrap_or_default();
        let is_new = |file: &&String| !known.iter().any(|known| known.as_str() == Some(file));
        let done = match recordings(work).await? {
            Some(now) => {
                let new = now.iter().find(is_new).filter(|file| title.is_empty() || is_called(file, &title)).cloned();
                if let (Some(file), Some(folder)) = (&new, folder(work.kept_text(RECORDER))) {
                    work.can_be_undone_by(&files::deletes(folder, file));
                }
                new
            }
            None => {
                let now = since(work, SOUNDS, number("moment")).await?;
                let is_more = now.len() > usize::try_from(number("count")).unwrap_or_default();
                if let Some(name) = now.last().filter(|_| is_more) {
                    undone_by_deleting(work, "recording", name);
                }
                is_more.then(|| title.clone())
            }
        };
        Ok(done.map_or(Check::NotYet, |file| Check::Done(work.told("recording", &[("file", &file)]))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorder_adds_its_extension() {
        assert!(is_called("talk.m4a", "talk") && is_called("talk.m4a.m4a", "talk.m4a") && is_called("a.b", "a.b"));
        assert!(!is_called("talk2.m4a", "talk") && !is_called("talk.old.m4a", "talk") && !is_called("x", "talk"));
    }
}
