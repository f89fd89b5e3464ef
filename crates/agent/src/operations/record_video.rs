//! `record_video`. Precondition: a camera app. Strategies: Android's intent for a video and the shutter, pressed again
//! after the length. Done when the phone's media have a new video.

use async_trait::async_trait;
use serde_json::{Value, json};

use super::operation::{Begin, Check, Operation};
use super::photo::{camera, seconds, since, undone_by_deleting};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `record_video`.
pub(super) struct RecordVideo;

const RECORD: &str = "android.media.action.VIDEO_CAMERA";
const VIDEOS: &str = "content://media/external/video/media";
/// The length in seconds, if none was said.
const USUAL: i64 = 3;
/// The longest recording, in seconds: a command may take this long.
pub(super) const LONGEST: i64 = 25;

/// The length that was asked for, in seconds.
pub(super) fn length(work: &Work<'_>) -> i64 {
    work.number("duration_s").unwrap_or(USUAL)
}

#[async_trait]
impl Operation for RecordVideo {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let length = length(work);
        if !(1..=LONGEST).contains(&length) {
            let most = LONGEST.to_string();
            return Ok(work.problem("bad_duration", "recording too long", &[("most", &most)]).into());
        }
        let app = match work.handler(RECORD, None).await? {
            Some(package) => Some(package),
            None => camera(work).await?,
        };
        let Some(app) = app else {
            return Ok(work.problem("no_camera", "no camera", &[]).into());
        };
        let moment = seconds(work).await?;
        let count = since(work, VIDEOS, moment).await?.len();
        work.keep_before(json!({"moment": moment, "count": count}));
        let shutter = || Move::Press(Sought::Named("video_shutter"));
        let moves = vec![
            Move::run(&["am", "start", "-a", RECORD, "-p", &app]),
            shutter(),
            Move::run(&["sleep", &length.to_string()]),
            shutter(),
        ];
        Ok(Begin::Go(Ways::default().or_moves(moves)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let before = work.kept.get("before").cloned().unwrap_or_default();
        let number = |name: &str| before.get(name).and_then(Value::as_i64).unwrap_or_default();
        let (moment, count) = (number("moment"), number("count"));
        let now = since(work, VIDEOS, moment).await?;
        if now.len() <= usize::try_from(count).unwrap_or_default() {
            return Ok(Check::NotYet);
        }
        undone_by_deleting(work, "video", now.last().map_or("", String::as_str));
        let span = planner::span_in_words(work.plan, u64::try_from(length(work)).unwrap_or_default());
        Ok(Check::Done(work.told("video", &[("span", &span)])))
    }
}
