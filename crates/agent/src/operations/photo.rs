//! `take_photo`. Precondition: a camera app. Strategies: Android's intent for a still picture and the shutter, then the
//! camera's own icon. Done when the phone's media have a new picture; for a selfie the front camera must have been
//! active too.

use action::plan::Step;
use async_trait::async_trait;
use device::tree::Tree;
use serde_json::{Value, json};

use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{FindMethod, Sought, find};
use crate::deadline::Halt;

/// `take_photo`.
pub(super) struct TakePhoto;

pub(super) const STILL: &str = "android.media.action.STILL_IMAGE_CAMERA";
pub(super) const IMAGES: &str = "content://media/external/images/media";

/// Finds the camera app: the one that Android names, otherwise the one called `Camera`.
pub(super) async fn camera(work: &mut Work<'_>) -> Result<Option<String>, Halt> {
    if let Some(package) = work.handler(STILL, None).await? {
        return Ok(Some(package));
    }
    Ok(work.app("Camera").await?.map(|app| app.package))
}

/// The phone's time, in seconds since 1970.
pub(super) async fn seconds(work: &mut Work<'_>) -> Result<i64, Halt> {
    let (now, offset) = (work.now().await?, work.offset().await?);
    Ok(offset.to_timestamp(now).map_or(0, jiff::Timestamp::as_second))
}

/// The names of the pictures, or other media, since a moment, the newest last.
pub(super) async fn since(work: &mut Work<'_>, uri: &str, moment: i64) -> Result<Vec<String>, Halt> {
    let filter = format!("date_added>={moment}");
    let mut rows = work.rows(uri, &["_id", "date_added", "_display_name"], Some(&filter)).await?;
    rows.sort_by_key(|row| row.first().and_then(|id| id.parse::<i64>().ok()));
    Ok(rows.into_iter().map(|mut row| if row.len() == 3 { row.swap_remove(2) } else { String::new() }).collect())
}

/// Says that a new picture, video or recording is deleted to undo the step.
pub(super) fn undone_by_deleting(work: &mut Work<'_>, kind: &str, name: &str) {
    if !name.is_empty() {
        work.can_be_undone_by(&Step::new("delete_items").with("items", format!("{kind} {name}")));
    }
}

fn shows(tree: &Tree, name: &'static str) -> bool {
    let sought = Sought::Named(name);
    find(tree, &sought, FindMethod::Layout).or_else(|| find(tree, &sought, FindMethod::Search)).is_some()
}

#[async_trait]
impl Operation for TakePhoto {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some(camera) = camera(work).await? else {
            return Ok(work.problem("no_camera", "no camera", &[]).into());
        };
        let moment = seconds(work).await?;
        let count = since(work, IMAGES, moment).await?.len();
        work.keep_before(json!({"moment": moment, "count": count}));
        let side = if work.flag("selfie") { "front_camera" } else { "back_camera" };
        // The button names the camera it switches to; if it is missing, that camera is already active or does not
        // exist.
        let shoot = [Move::PressIfThere(Sought::Named(side)), Move::Press(Sought::Named("shutter"))];
        let open = Move::run(&["am", "start", "-a", STILL, "-p", &camera]);
        let by = |first: Move| std::iter::once(first).chain(shoot.clone()).collect();
        Ok(Begin::Go(Ways::default().or_moves(by(open)).or_touches(by(Move::Launch(camera)))))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let before = work.kept.get("before").cloned().unwrap_or_default();
        let number = |name: &str| before.get(name).and_then(Value::as_i64).unwrap_or_default();
        let (moment, count) = (number("moment"), number("count"));
        let now = since(work, IMAGES, moment).await?;
        if now.len() <= usize::try_from(count).unwrap_or_default() {
            return Ok(Check::NotYet);
        }
        undone_by_deleting(work, "photo", now.last().map_or("", String::as_str));
        if !work.flag("selfie") {
            return Ok(Check::Done(work.told("photo", &[])));
        }
        let tree = work.look().await?;
        Ok(match tree {
            Some(tree) if shows(&tree, "back_camera") => Check::Done(work.told("selfie", &[])),
            _ => Check::Stop(work.problem("wrong_camera", "wrong camera", &[])),
        })
    }
}
