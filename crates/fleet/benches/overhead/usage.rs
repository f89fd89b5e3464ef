//! The resources that a process used, as Linux counts them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Linux reports processor time to programs in hundredths of a second (`getconf CLK_TCK`), whatever it uses inside.
const TICK: Duration = Duration::from_millis(10);

/// The resources that a process used.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Usage {
    /// On all processors together.
    pub(crate) cpu: Duration,
    /// Its peak memory.
    pub(crate) megabytes: f64,
}

impl Usage {
    /// Returns a process's usage until now; zero without `/proc`.
    pub(crate) fn of(process: u32) -> Self {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // The second field is a name in parentheses; user and system time are the 14th and the 15th.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
        let ticks: u32 = fields.skip(11).take(2).filter_map(|field| field.parse::<u32>().ok()).sum();
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let peak =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        Self { cpu: TICK * ticks, megabytes: peak.unwrap_or(0.0) / 1024.0 }
    }

    /// Returns the usage since an earlier measurement.
    pub(crate) fn since(self, earlier: Self) -> Self {
        Self { cpu: self.cpu.saturating_sub(earlier.cpu), ..self }
    }

    /// Adds two usages.
    pub(crate) fn with(self, other: Self) -> Self {
        Self { cpu: self.cpu + other.cpu, megabytes: self.megabytes + other.megabytes }
    }
}
