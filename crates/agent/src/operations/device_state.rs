//! `lock_screen`, `take_screenshot`, `set_ringer` and `set_text_size`: what a phone has keys and sliders for.

use action::plan::Step;
use async_trait::async_trait;
use device::{Reading, Table};
use jiff::civil::DateTime;

use super::operation::{Begin, Check, Operation};
use super::photo::{IMAGES, seconds, since, undone_by_deleting};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::deadline::Halt;

/// `lock_screen`.
pub(super) struct LockScreen;
/// `take_screenshot`.
pub(super) struct TakeScreenshot;
/// `set_ringer`.
pub(super) struct SetRinger;
/// `set_text_size`.
pub(super) struct SetTextSize;

/// Done when the power service says that the phone sleeps.
#[async_trait]
impl Operation for LockScreen {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        Ok(match sleeps(work).await? {
            true => Begin::Done(work.told("locked", &[])),
            false => {
                // The person may have asked in any words, and the gate knows only some of them.
                work.context.was_told("lock the phone");
                Begin::Go(Ways::default().or_moves(vec![Move::Key("KEYCODE_SLEEP")]))
            }
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(if sleeps(work).await? { Check::Done(work.told("locked", &[])) } else { Check::NotYet })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

async fn sleeps(work: &mut Work<'_>) -> Result<bool, Halt> {
    let said = work.read(Reading::Service("power")).await?;
    let state = said.lines().find_map(|line| line.trim().strip_prefix("mWakefulness="));
    Ok(state.is_some_and(|state| matches!(state.trim(), "Asleep" | "Dozing")))
}

/// Done when the phone's media have a new picture among the screenshots. Strategies: the key, which the phone's own
/// screenshot answers, then a file beside the others.
#[async_trait]
impl Operation for TakeScreenshot {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (moment, now) = (seconds(work).await?, work.now().await?);
        let known = screenshots(work, moment).await?.len();
        work.keep_before(serde_json::json!({"moment": moment, "count": known}));
        let file = file(now);
        let key = Move::Key("KEYCODE_SYSRQ");
        let folder = Move::run(&["mkdir", "-p", FOLDER]);
        let save = Move::run(&["screencap", "-p", &file]);
        let address = format!("file://{file}");
        let scan = Move::run(&["am", "broadcast", "-a", SCAN, "-d", &address]);
        Ok(Begin::Go(Ways::default().or_moves(vec![key]).or_moves(vec![folder, save, scan])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let before = work.kept.get("before").cloned().unwrap_or_default();
        let number = |name: &str| before.get(name).and_then(serde_json::Value::as_i64).unwrap_or_default();
        let known = usize::try_from(number("count")).unwrap_or_default();
        let now = screenshots(work, number("moment")).await?;
        if now.len() <= known {
            return Ok(Check::NotYet);
        }
        undone_by_deleting(work, "photo", now.last().map_or("", String::as_str));
        Ok(Check::Done(work.told("screenshot", &[])))
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

const FOLDER: &str = "/sdcard/Pictures/Screenshots";
const SCAN: &str = "android.intent.action.MEDIA_SCANNER_SCAN_FILE";

/// Named as Android names them.
fn file(now: DateTime) -> String {
    format!("{FOLDER}/Screenshot_{}.png", now.strftime("%Y%m%d-%H%M%S"))
}

/// The names of the screenshots since a moment, the newest last.
async fn screenshots(work: &mut Work<'_>, moment: i64) -> Result<Vec<String>, Halt> {
    let mut names = since(work, IMAGES, moment).await?;
    names.retain(|name| name.to_lowercase().contains("screenshot"));
    Ok(names)
}

/// Done when the phone's setting says so. Strategies: the command of Android 14 and later; before that, a ring volume of
/// 0, which lets the phone vibrate.
#[async_trait]
impl Operation for SetRinger {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let mode = work.text("mode").to_owned();
        if is_mode(work, &mode).await? {
            return Ok(Begin::Done(work.told("ringer", &[("mode", &mode)])));
        }
        for before in ["silent", "vibrate", "normal"] {
            if is_mode(work, before).await? {
                work.can_be_undone_by(&Step::new("set_ringer").with("mode", before));
            }
        }
        let ways = Ways::command(&["cmd", "audio", "set-ringer-mode", &mode.to_uppercase()]);
        let ring = |level: &str| Move::run(&["cmd", "media_session", "volume", "--stream", "2", "--set", level]);
        Ok(Begin::Go(match mode.as_str() {
            "vibrate" => ways.or_moves(vec![ring("0")]),
            "normal" => ways.or_moves(vec![ring("5")]),
            _ => ways,
        }))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let mode = work.text("mode").to_owned();
        Ok(match is_mode(work, &mode).await? {
            true => Check::Done(work.told("ringer", &[("mode", &mode)])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

/// Android's numbers of the modes.
async fn is_mode(work: &mut Work<'_>, mode: &str) -> Result<bool, Halt> {
    let number = match mode {
        "silent" => "0",
        "vibrate" => "1",
        _ => "2",
    };
    Ok(work.setting(Table::Global, "mode_ringer").await?.as_deref() == Some(number))
}

/// The steps that Android's own setting has.
const SCALES: [f64; 7] = [0.85, 1.0, 1.15, 1.3, 1.5, 1.8, 2.0];

/// Done when the phone's setting is the requested one.
#[async_trait]
impl Operation for SetTextSize {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let now = scale(work).await?;
        let wanted = step(now, work.text("size"));
        work.keep("scale", wanted.to_string());
        if (wanted - now).abs() < 0.01 {
            return Ok(Begin::Done(text_size(work, "text size already", wanted)));
        }
        let back = match work.text("size") {
            "larger" => Some("smaller"),
            "smaller" => Some("larger"),
            _ if (now - 1.0).abs() < 0.01 => Some("normal"),
            _ => None,
        };
        if let Some(back) = back {
            work.can_be_undone_by(&Step::new("set_text_size").with("size", back));
        }
        Ok(Begin::Go(Ways::command(&["settings", "put", "system", "font_scale", &wanted.to_string()])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let now = scale(work).await?;
        let wanted: f64 = work.kept_text("scale").parse().unwrap_or_default();
        Ok(match (now - wanted).abs() < 0.01 {
            true => Check::Done(text_size(work, "text size", wanted)),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

async fn scale(work: &mut Work<'_>) -> Result<f64, Halt> {
    Ok(work.setting(Table::System, "font_scale").await?.and_then(|scale| scale.parse().ok()).unwrap_or(1.0))
}

/// The size after `now`, in the direction that was asked for.
fn step(now: f64, size: &str) -> f64 {
    let [smallest, .., largest] = SCALES;
    match size {
        "larger" => SCALES.into_iter().find(|scale| *scale > now + 0.01).unwrap_or(now.max(largest)),
        "smaller" => SCALES.into_iter().rfind(|scale| *scale < now - 0.01).unwrap_or(now.min(smallest)),
        "largest" => largest,
        "smallest" => smallest,
        _ => 1.0,
    }
}

fn text_size(work: &Work<'_>, key: &str, scale: f64) -> String {
    work.told(key, &[("percent", &format!("{:.0}", scale * 100.0))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_grow_and_shrink_by_androids_steps() {
        let check =
            |now: f64, size: &str, wanted: f64| assert!((step(now, size) - wanted).abs() < 1e-9, "{now} {size}");
        check(1.0, "larger", 1.15);
        check(1.0, "smaller", 0.85);
        check(1.1, "larger", 1.15);
        check(2.0, "larger", 2.0);
        check(0.85, "smaller", 0.85);
        check(1.3, "normal", 1.0);
        check(1.0, "largest", 2.0);
    }

    #[test]
    fn a_screenshot_is_named_as_the_phone_names_it() {
        let now = jiff::civil::date(2026, 3, 5).at(10, 7, 30, 0);
        assert_eq!(file(now), "/sdcard/Pictures/Screenshots/Screenshot_20260305-100730.png");
    }
}
