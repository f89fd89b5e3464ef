//! `tell_time`, `tell_date`, `tell_battery` and `tell_help`: answers read from the phone. Change nothing.

use action::plan::Step;
use async_trait::async_trait;
use device::Reading;

use super::operation::{Answer, Begin, Change, Problem};
use super::work::Work;
use super::zone::zone_of;
use crate::deadline::Halt;

/// `tell_time`.
pub(super) struct TellTime;
/// `tell_date`.
pub(super) struct TellDate;
/// `tell_battery`.
pub(super) struct TellBattery;
/// `tell_help`.
pub(super) struct TellHelp;

#[async_trait]
impl Answer for TellTime {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let place = work.text("place").trim().to_owned();
        let now = match place.as_str() {
            "" => work.now().await?,
            place => {
                let Some(zone) = zone_of(place) else {
                    let search = Step::new("search_web").with("query", work.told("time in", &[("place", place)]));
                    let problem = Problem::new("unknown_place", work.told("unknown place", &[("place", place)]));
                    return Ok(problem.or(work.told("search instead", &[]), Change::Step(search)).into());
                };
                work.moment().await?.to_zoned(zone).datetime()
            }
        };
        let (time, day) = (now.strftime("%H:%M").to_string(), planner::day_in_words(work.plan, now.date()));
        Ok(Begin::Done(work.told("time", &[("time", &time), ("day", &day), ("place", &place)])))
    }
}

#[async_trait]
impl Answer for TellDate {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let today = work.now().await?.date();
        let day = work.date("date").await?.unwrap_or(today);
        let (shown, days) = (planner::day_in_words(work.plan, day), (day - today).get_days());
        let key = match days {
            0 => "today",
            1 => "tomorrow",
            days if days > 1 => "day ahead",
            _ => "day past",
        };
        Ok(Begin::Done(work.told(key, &[("day", &shown), ("days", &days.to_string())])))
    }
}

#[async_trait]
impl Answer for TellHelp {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        // The examples name somebody whom this phone knows.
        let directory = work.directory().await?;
        let name = directory.contacts.iter().map(|contact| contact.name.trim()).find(|name| !name.is_empty());
        Ok(Begin::Done(work.told("help", &[("name", name.unwrap_or_default())])))
    }
}

#[async_trait]
impl Answer for TellBattery {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let said = work.read(Reading::Service("battery")).await?;
        let value =
            |name: &str| said.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':')).map(str::trim);
        let level = value("level").and_then(|level| level.parse::<i64>().ok());
        let scale = value("scale").and_then(|scale| scale.parse::<i64>().ok()).filter(|scale| *scale > 0);
        let Some(level) = level else {
            return Ok(work.problem("no_battery", "no battery", &[]).into());
        };
        let percent = level.saturating_mul(100) / scale.unwrap_or(100);
        let charging = ["AC powered", "USB powered", "Wireless powered"].iter().any(|by| value(by) == Some("true"));
        let charging = if charging { "yes" } else { "" };
        Ok(Begin::Done(work.told("battery", &[("level", &percent.to_string()), ("charging", charging)])))
    }
}
