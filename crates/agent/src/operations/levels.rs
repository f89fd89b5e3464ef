//! `set_volume` and `set_brightness`: to a level from 0 to 100, or up or down by an amount. Done when the phone's level
//! is the requested one, as close as its steps allow.

use action::plan::Step;
use async_trait::async_trait;
use device::{Reading, Table};

use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::deadline::Halt;

/// `set_volume`.
pub(super) struct SetVolume;
/// `set_brightness`.
pub(super) struct SetBrightness;

/// Android's number of the stream.
fn stream(work: &Work<'_>) -> u8 {
    match work.text("stream") {
        "call" => 0,
        "ring" => 2,
        "alarm" => 4,
        "notification" => 5,
        _ => 3,
    }
}

/// The highest value of the setting.
const BRIGHTEST: i64 = 255;

/// The requested level, as a step between `least` and `most`.
fn wanted(work: &Work<'_>, now: i64, least: i64, most: i64) -> i64 {
    let span = (most - least).max(1);
    let percent_now = (now - least).saturating_mul(100) / span;
    let percent = match (work.number("level"), work.number("change")) {
        (Some(level), _) => level,
        (None, Some(change)) => percent_now + change,
        (None, None) => percent_now,
    };
    let percent = percent.clamp(0, 100);
    let mut index = least + (percent * span + 50) / 100;
    // A change of less than a step still moves by one step.
    if work.number("level").is_none() && index == now {
        index += work.number("change").unwrap_or_default().signum();
    }
    index.clamp(least, most)
}

/// `volume is 5 in range [0..15]`
fn volume(said: &str) -> Option<(i64, i64, i64)> {
    let rest = said.split("volume is ").nth(1)?;
    let (now, rest) = rest.split_once(" in range [")?;
    let (least, rest) = rest.split_once("..")?;
    let (most, _) = rest.split_once(']')?;
    Some((now.trim().parse().ok()?, least.trim().parse().ok()?, most.trim().parse().ok()?))
}

/// `The ring volume is at 40 percent.`
fn volume_told(work: &Work<'_>, key: &str, (now, least, most): (i64, i64, i64)) -> String {
    let percent = ((now - least) * 100 / (most - least).max(1)).to_string();
    work.told(key, &[("level", &percent), ("stream", work.text("stream"))])
}

#[async_trait]
impl Operation for SetVolume {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let number = stream(work);
        let said = work.read(Reading::Volume(number)).await?;
        let Some((now, least, most)) = volume(&said) else {
            return Ok(work.problem("no_volume", "no volume", &[]).into());
        };
        let index = wanted(work, now, least, most);
        if index == now {
            return Ok(Begin::Done(volume_told(work, "volume already", (now, least, most))));
        }
        work.keep("level", index);
        let before = (now - least) * 100 / (most - least).max(1);
        let back = Step::new("set_volume").with("level", before);
        work.can_be_undone_by(&match work.text("stream") {
            "" => back,
            stream => back.with("stream", stream),
        });
        let (index, number) = (index.to_string(), number.to_string());
        let ways = Ways::command(&["cmd", "media_session", "volume", "--stream", &number, "--set", &index]);
        Ok(Begin::Go(ways.or_command(&["media", "volume", "--stream", &number, "--set", &index])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let number = stream(work);
        let index = work.kept_number("level");
        let said = work.read(Reading::Volume(number)).await?;
        Ok(match volume(&said) {
            Some(now) if now.0 == index => Check::Done(volume_told(work, "volume", now)),
            _ => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

#[async_trait]
impl Operation for SetBrightness {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let now = work.setting(Table::System, "screen_brightness").await?;
        let now = now.and_then(|now| now.parse().ok()).unwrap_or(BRIGHTEST / 2);
        // At 0 the screen would look black.
        let level = wanted(work, now, 0, BRIGHTEST).max(1);
        if level == now {
            return Ok(Begin::Done(work.told("brightness already", &[("level", &percent(now).to_string())])));
        }
        work.keep("level", level);
        // A level set by hand ends the automatic brightness.
        let mut back = vec![Step::new("set_brightness").with("level", percent(now))];
        if work.setting(Table::System, "screen_brightness_mode").await?.as_deref() == Some("1") {
            back.push(Step::new("toggle_setting").with("setting", "auto_brightness").with("state", "on"));
        }
        work.can_be_undone_by_all(&back);
        let level = level.to_string();
        let by_hand = Move::run(&["settings", "put", "system", "screen_brightness_mode", "0"]);
        let put = Move::run(&["settings", "put", "system", "screen_brightness", &level]);
        Ok(Begin::Go(Ways::default().or_moves(vec![by_hand, put])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let level = work.kept_number("level");
        let now = work.setting(Table::System, "screen_brightness").await?;
        Ok(match now.and_then(|now| now.parse::<i64>().ok()) {
            Some(now) if now == level => Check::Done(work.told("brightness", &[("level", &percent(now).to_string())])),
            _ => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

fn percent(level: i64) -> i64 {
    (level * 100 + BRIGHTEST / 2) / BRIGHTEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_phone_says_about_its_loudness_is_read() {
        assert_eq!(volume("[V] will get volume\n[V] volume is 5 in range [0..15]\n"), Some((5, 0, 15)));
        assert_eq!(volume("no such thing"), None);
    }
}
