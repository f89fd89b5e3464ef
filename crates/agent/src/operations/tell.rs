//! `tell_time` and `tell_battery`: answers read from the phone. Change nothing.

use async_trait::async_trait;
use device::Reading;

use super::operation::{Begin, Check, Operation, Problem};
use super::work::Work;
use crate::deadline::Halt;

/// `tell_time`.
pub(super) struct TellTime;
/// `tell_battery`.
pub(super) struct TellBattery;

#[async_trait]
impl Operation for TellTime {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let now = work.now().await?;
        Ok(Begin::Done(format!("It is {}.", now.strftime("%H:%M on %A, %-d %B"))))
    }

    async fn check(&self, _: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(Check::NotYet)
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

#[async_trait]
impl Operation for TellBattery {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let said = work.read(Reading::Service("battery")).await?;
        let value =
            |name: &str| said.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':')).map(str::trim);
        let level = value("level").and_then(|level| level.parse::<i64>().ok());
        let scale = value("scale").and_then(|scale| scale.parse::<i64>().ok()).filter(|scale| *scale > 0);
        let Some(level) = level else {
            return Ok(Problem::new("no_battery", "The phone does not report its battery level.").into());
        };
        let percent = level.saturating_mul(100) / scale.unwrap_or(100);
        let charging = ["AC powered", "USB powered", "Wireless powered"].iter().any(|by| value(by) == Some("true"));
        let charging = if charging { ", and it is charging" } else { "" };
        Ok(Begin::Done(format!("The battery is at {percent} percent{charging}.")))
    }

    async fn check(&self, _: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(Check::NotYet)
    }

    fn needs_screen(&self) -> bool {
        false
    }
}
