//! `tell_storage`: how much of the phone's storage is free, as `df` or else the disk service says. Changes nothing.

use async_trait::async_trait;
use device::Reading;

use super::operation::{Answer, Begin};
use super::work::Work;
use crate::deadline::Halt;

/// `tell_storage`.
pub(super) struct TellStorage;

/// Where apps and people's files are.
const DATA: &str = "/data";

/// The storage in KiB.
#[derive(Debug, PartialEq)]
struct Space {
    free: u64,
    total: u64,
}

impl Space {
    /// The last line of `df`: name, size, used, free, percent, where.
    fn of_df(said: &str) -> Option<Self> {
        let line = said.lines().rfind(|line| !line.trim().is_empty())?;
        let mut fields = line.split_whitespace().rev();
        fields.next().filter(|path| path.starts_with('/'))?;
        fields.next().filter(|percent| percent.ends_with('%'))?;
        let free = fields.next()?.parse().ok()?;
        let total = fields.nth(1)?.parse().ok()?;
        Self { free, total }.checked()
    }

    /// `Data-Free: 1000K / 2000K total = 50% free`
    fn of_service(said: &str) -> Option<Self> {
        let line = said.lines().find_map(|line| line.trim().strip_prefix("Data-Free:"))?;
        let mut sizes = line.split_whitespace().filter_map(|word| word.strip_suffix('K')?.parse().ok());
        Self { free: sizes.next()?, total: sizes.next()? }.checked()
    }

    fn checked(self) -> Option<Self> {
        (self.total > 0 && self.free <= self.total).then_some(self)
    }
}

/// As Android's settings count: a thousand to the next unit, one decimal below a hundred.
fn spoken(kib: u64, point: &str) -> String {
    let bytes = kib as f64 * 1024.0;
    let (value, unit) = if bytes < 1e9 { (bytes / 1e6, "MB") } else { (bytes / 1e9, "GB") };
    let decimals = usize::from(value < 100.0);
    format!("{value:.decimals$} {unit}").replace('.', point)
}

#[async_trait]
impl Answer for TellStorage {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let mut space = Space::of_df(&work.read(Reading::Storage(DATA)).await?);
        if space.is_none() {
            space = Space::of_service(&work.read(Reading::Service("diskstats")).await?);
        }
        let Some(Space { free, total }) = space else {
            return Ok(work.problem("no_storage", "storage unknown", &[]).into());
        };
        let point = work.told("decimal point", &[]);
        let percent = ((total - free).saturating_mul(100) / total).to_string();
        let (free, total) = (spoken(free, &point), spoken(total, &point));
        Ok(Begin::Done(work.told("storage", &[("free", &free), ("total", &total), ("percent", &percent)])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_space_is_read_from_what_the_phone_says() {
        let df = "Filesystem       1K-blocks     Used Available Use% Mounted on\n\
                  /dev/block/dm-52 113193484 40000000  73193484  36% /data\n";
        assert_eq!(Space::of_df(df), Some(Space { free: 73_193_484, total: 113_193_484 }));
        for wrong in ["", "df: /data: Permission denied", "a b c d 3% /data", "x 0 0 0 0% /data", "x 5 1 9 1% /data"] {
            assert_eq!(Space::of_df(wrong), None, "{wrong}");
        }
        let service = "Latency: 1ms\nData-Free: 73193484K / 113193484K total = 64% free\nCache-Free: 1K / 2K total";
        assert_eq!(Space::of_service(service), Some(Space { free: 73_193_484, total: 113_193_484 }));
        assert_eq!(Space::of_service("Data-Free: ?"), None);
    }

    #[test]
    fn sizes_are_rounded_as_in_androids_settings() {
        for (kib, said) in [(0, "0.0 MB"), (500, "0.5 MB"), (73_193_484, "75.0 GB"), (113_193_484, "116 GB")] {
            assert_eq!(spoken(kib, "."), said);
        }
        assert_eq!(spoken(2_000_000, ","), "2,0 GB");
    }
}
