//! `control_media`: pauses or stops what is playing, or goes to another title. Precondition: a media session.
//! Strategies: Android's own command, then the media key. Done when the phone's media session says so.

use action::plan::Step;
use async_trait::async_trait;
use serde_json::{Value, json};

use super::media_session::session;
use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::deadline::Halt;

/// `control_media`.
pub(super) struct ControlMedia;

/// A command's media key.
fn key(command: &str) -> &'static str {
    match command {
        "next" => "KEYCODE_MEDIA_NEXT",
        "previous" => "KEYCODE_MEDIA_PREVIOUS",
        "stop" => "KEYCODE_MEDIA_STOP",
        _ => "KEYCODE_MEDIA_PAUSE",
    }
}

/// Whether the command leads to another title, instead of silence.
fn skips(command: &str) -> bool {
    matches!(command, "next" | "previous")
}

#[async_trait]
impl Operation for ControlMedia {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let command = work.text("command").to_owned();
        let now = session(work).await?;
        let Some(now) = now.filter(|now| now.playing || skips(&command)) else {
            return Ok(match skips(&command) {
                true => Problem::new("nothing_plays", work.told("nothing plays", &[])).into(),
                false => Begin::Done(work.told("nothing plays", &[])),
            });
        };
        work.can_be_undone_by(&match command.as_str() {
            "next" => Step::new("control_media").with("command", "previous"),
            "previous" => Step::new("control_media").with("command", "next"),
            _ => Step::new("play_media"),
        });
        work.keep_before(json!({"description": now.description, "position": now.position}));
        let ways = Ways::command(&["cmd", "media_session", "dispatch", &command]);
        Ok(Begin::Go(ways.or_moves(vec![Move::Key(key(&command))])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let now = session(work).await?;
        if !skips(work.text("command")) {
            let key = if work.text("command") == "stop" { "stopped" } else { "paused" };
            return Ok(match now.is_some_and(|now| now.playing) {
                true => Check::NotYet,
                false => Check::Done(work.told(key, &[])),
            });
        }
        let Some(now) = now else { return Ok(Check::NotYet) };
        let before = work.kept.get("before").cloned().unwrap_or_default();
        let known = before.get("description").and_then(Value::as_str).unwrap_or_default();
        let position = before.get("position").and_then(Value::as_i64).unwrap_or_default();
        // Where there is no title before this one, it begins anew.
        Ok(match known != now.description || now.position < position {
            true => Check::Done(work.told("playing", &[("title", &now.title()), ("artist", &now.artist())])),
            false => Check::NotYet,
        })
    }

    fn lasts(&self) -> bool {
        false
    }

    fn needs_screen(&self) -> bool {
        false
    }
}
