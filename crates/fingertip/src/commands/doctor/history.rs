//! Reports how much room past runs take, and what limits them. Deletes nothing.

use std::path::Path;

use task::folder::Paths;
use task::retention::{Retention, RunsOnDisk};

use super::Finding;
use crate::config::Config;

const CHECK: &str = "history";

pub(super) async fn look(data: &Path, config: &Config) -> Finding {
    let (places, rules) = (Paths::new(data), config.history);
    let measured = tokio::task::spawn_blocking(move || {
        let tasks = RunsOnDisk::measure(&places.tasks())?;
        Ok::<_, std::io::Error>((tasks, RunsOnDisk::measure(&places.runs())?))
    });
    match measured.await.map_err(std::io::Error::other).flatten() {
        Ok((tasks, scripts)) => said(tasks, scripts, &rules),
        Err(error) => {
            let fix = format!("make `{}` readable, or choose another with --data DIR", data.display());
            Finding::warn(CHECK, format!("the runs cannot be measured: {error}"), fix)
        }
    }
}

fn said(tasks: RunsOnDisk, scripts: RunsOnDisk, rules: &Retention) -> Finding {
    let of = |runs: RunsOnDisk, noun: &str| {
        let plural = if runs.count == 1 { "" } else { "s" };
        format!("{} {noun}{plural} ({})", runs.count, size(runs.bytes))
    };
    let message = format!("{}, {}; {}", of(tasks, "task"), of(scripts, "script run"), limits(rules));
    let most = if rules.max_bytes == 0 { u64::MAX } else { rules.max_bytes };
    if tasks.bytes.max(scripts.bytes) <= most {
        return Finding::ok(CHECK, message);
    }
    let fix = "`fingertip task prune --dry-run` lists what would go, and with `--unfinished` also failed tasks";
    Finding::warn(CHECK, message, fix)
}

fn limits(rules: &Retention) -> String {
    let Retention { keep_days, keep_runs, max_bytes, .. } = *rules;
    let mut limits = Vec::new();
    if keep_days > 0 {
        limits.push(format!("{keep_days} days"));
    }
    if keep_runs > 0 {
        limits.push(format!("{keep_runs} runs"));
    }
    if max_bytes > 0 {
        limits.push(size(max_bytes));
    }
    match limits.is_empty() {
        true => "kept without a limit".to_owned(),
        false => format!("kept up to {} of each", limits.join(", ")),
    }
}

/// `12 kB`, `1.5 MB`
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_the_history_is_told_with_its_limits() {
        let runs = |count, bytes| RunsOnDisk { count, bytes };
        let none = Retention { keep_days: 0, keep_runs: 0, max_bytes: 0, unfinished: false };
        let check = |tasks, scripts, rules: &Retention, message: &str, is_full: bool| {
            let finding = said(tasks, scripts, rules);
            assert_eq!((finding.message.as_str(), finding.fix.is_some()), (message, is_full));
        };
        let usual = Retention::default();
        check(
            runs(1, 1_500),
            runs(0, 0),
            &usual,
            "1 task (2 kB), 0 script runs (0 kB); kept up to 90 days, 5000 runs, 10.7 GB of each",
            false,
        );
        check(
            runs(2, 2_500_000),
            runs(1, 3),
            &none,
            "2 tasks (2.5 MB), 1 script run (1 kB); kept without a limit",
            false,
        );
        let small = Retention { max_bytes: 1_000, ..none };
        check(
            runs(2, 900),
            runs(1, 1_001),
            &small,
            "2 tasks (1 kB), 1 script run (2 kB); kept up to 1 kB of each",
            true,
        );
    }
}
