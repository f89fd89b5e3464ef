//! Counters, written in the format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the latency buckets, in microseconds.
const BOUNDS_US: [u64; 10] = [50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000];

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Adds `more`.
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// Subtracts `less`, if it counts existing items.
    pub(crate) fn take(&self, less: u64) {
        self.0.fetch_sub(less, Ordering::Relaxed);
    }

    /// The number.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Requests, of any kind.
    pub(crate) requests: Counter,
    /// Requests that were answered with a client error.
    pub(crate) refused: Counter,
    /// Actions that were applied.
    pub(crate) actions_applied: Counter,
    /// Actions that were refused.
    pub(crate) actions_refused: Counter,
    /// Messages from pages.
    pub(crate) messages: Counter,
    /// Messages from pages that were refused.
    pub(crate) messages_refused: Counter,
    /// Messages to pages.
    pub(crate) events_sent: Counter,
    /// Bytes of them.
    pub(crate) bytes_sent: Counter,
    /// Connections that are open now.
    pub(crate) connections: Counter,
    latency: Latency,
}

#[derive(Debug, Default)]
struct Latency {
    classes: [Counter; BOUNDS_US.len()],
    sum_us: Counter,
    count: Counter,
}

impl Metrics {
    /// Counts an agent's acknowledged request and its latency, without the time it waited for pages.
    pub(crate) fn acknowledged(&self, after: Duration) {
        let us = u64::try_from(after.as_micros()).unwrap_or(u64::MAX);
        if let Some(class) = BOUNDS_US.iter().position(|bound| us <= *bound).and_then(|at| self.latency.classes.get(at))
        {
            class.add(1);
        }
        self.latency.sum_us.add(us);
        self.latency.count.add(1);
    }

    /// Renders all metrics, with gauges known elsewhere.
    pub(crate) fn page(&self, gauges: &[(&str, &str, u64)]) -> String {
        let mut page = String::with_capacity(4096);
        let counters = [
            ("requests_total", "Requests of any kind.", &self.requests),
            ("requests_refused_total", "Requests answered with a client error.", &self.refused),
            ("actions_applied_total", "Actions of agents that were applied.", &self.actions_applied),
            ("actions_refused_total", "Actions of agents that were refused.", &self.actions_refused),
            ("messages_total", "Messages from pages.", &self.messages),
            ("messages_refused_total", "Messages from pages that were refused.", &self.messages_refused),
            ("events_sent_total", "Messages to pages.", &self.events_sent),
            ("bytes_sent_total", "Bytes of messages to pages.", &self.bytes_sent),
        ];
        for (name, help, counter) in counters {
            entry(&mut page, name, help, "counter", counter.get());
        }
        for (name, help, value) in gauges {
            entry(&mut page, name, help, "gauge", *value);
        }
        entry(&mut page, "connections", "Open connections.", "gauge", self.connections.get());
        self.latency.write(&mut page);
        page
    }
}

impl Latency {
    fn write(&self, page: &mut String) {
        const NAME: &str = "fingertip_actions_acknowledged_seconds";
        let _ = writeln!(page, "# HELP {NAME} Time until an agent's request is acknowledged.\n# TYPE {NAME} histogram");
        let mut below = 0;
        for (class, bound) in self.classes.iter().zip(BOUNDS_US) {
            below += class.get();
            let _ = writeln!(page, "{NAME}_bucket{{le=\"{}\"}} {below}", seconds(bound));
        }
        let (count, sum) = (self.count.get(), seconds(self.sum_us.get()));
        let _ = writeln!(page, "{NAME}_bucket{{le=\"+Inf\"}} {count}\n{NAME}_sum {sum}\n{NAME}_count {count}");
    }
}

fn entry(page: &mut String, name: &str, help: &str, kind: &str, value: u64) {
    let _ = writeln!(page, "# HELP fingertip_{name} {help}\n# TYPE fingertip_{name} {kind}\nfingertip_{name} {value}");
}

/// Microseconds as seconds, exactly.
fn seconds(us: u64) -> String {
    format!("{}.{:06}", us / 1_000_000, us % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_holds_what_was_counted() {
        let metrics = Metrics::default();
        metrics.actions_applied.add(3);
        metrics.acknowledged(Duration::from_micros(80));
        metrics.acknowledged(Duration::from_secs(5));
        let page = metrics.page(&[("seq", "The number of the last change.", 7)]);
        for line in [
            "fingertip_actions_applied_total 3",
            "# TYPE fingertip_seq gauge",
            "fingertip_seq 7",
            "fingertip_actions_acknowledged_seconds_bucket{le=\"0.000050\"} 0",
            "fingertip_actions_acknowledged_seconds_bucket{le=\"1.000000\"} 1",
            "fingertip_actions_acknowledged_seconds_bucket{le=\"+Inf\"} 2",
            "fingertip_actions_acknowledged_seconds_sum 5.000080",
        ] {
            assert!(page.lines().any(|written| written == line), "no `{line}` in\n{page}");
        }
    }
}
