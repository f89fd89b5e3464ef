//! `cargo xtask budget`: the cost of a build and the size of the binary, compared with their budgets.
//!
//! The build starts from scratch, in its own folder that is removed again, so this takes as long as a newcomer waits.
//! The last `cargo xtask test` and `cargo xtask test --fast` recorded how long they took.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use anyhow::{Context, Result, ensure};

use crate::run::Program;

/// The CPU seconds of `cargo build --release` from scratch, on the machine where the first measurement was 1,430.
/// Another machine is faster or slower: `--cpu-seconds` sets its own budget.
const CPU_SECONDS: f64 = 1000.0;
/// The size of the binary, in bytes.
const BINARY: u64 = 45_000_000;

/// A run of tests whose duration is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tested {
    /// `cargo xtask test`, without its setup.
    Everything,
    /// `cargo xtask test --fast` for a change in one leaf crate.
    OneLeaf,
}

impl Tested {
    const ALL: [Self; 2] = [Self::Everything, Self::OneLeaf];

    fn name(self) -> &'static str {
        match self {
            Self::Everything => "last `cargo xtask test`",
            Self::OneLeaf => "last `--fast` of one leaf",
        }
    }

    /// How long it may take when everything is built.
    fn most(self) -> Duration {
        match self {
            Self::Everything => Duration::from_secs(12 * 60),
            Self::OneLeaf => Duration::from_secs(2 * 60),
        }
    }

    /// How to get the figure.
    fn how(self) -> &'static str {
        match self {
            Self::Everything => "run `cargo xtask test`",
            Self::OneLeaf => "change a crate that no other imports and run `cargo xtask test --fast`",
        }
    }

    /// The file with the duration of the last run that passed.
    fn record(self, root: &Path) -> PathBuf {
        root.join("target").join(match self {
            Self::Everything => "tests-took-ms",
            Self::OneLeaf => "fast-tests-took-ms",
        })
    }

    /// Records how long it took, and prints it beside its budget.
    pub(crate) fn note(self, root: &Path, took: Duration) -> Result<()> {
        println!("took {} s; the budget is {} s when everything is built", took.as_secs(), self.most().as_secs());
        let path = self.record(root);
        fs::write(&path, took.as_millis().to_string()).with_context(|| format!("writing `{}`", path.display()))
    }

    fn last(self, root: &Path) -> Option<Duration> {
        fs::read_to_string(self.record(root)).ok()?.trim().parse().ok().map(Duration::from_millis)
    }
}

/// One figure and its budget.
struct Figure {
    name: &'static str,
    value: String,
    most: String,
    within: bool,
}

/// Measures, prints, and fails if a budget is exceeded.
pub(crate) fn budget(root: &Path, cpu_seconds: Option<f64>) -> Result<()> {
    let target = root.join("target").join("budget");
    clean(&target)?;
    println!("building from scratch in `{}` …", target.display());
    let (before, began) = (cpu_of_children()?, Instant::now());
    let build = Program::new(root, "cargo build --release").with_env("CARGO_TARGET_DIR", &target.display().to_string());
    let built = build.run();
    let (cpu, took) = (cpu_of_children()? - before, began.elapsed());
    let size = built.and_then(|()| {
        let binary = target.join("release").join("fingertip");
        fs::metadata(&binary).map(|data| data.len()).with_context(|| format!("reading `{}`", binary.display()))
    });
    clean(&target)?;
    println!("built in {:.0} s", took.as_secs_f64());
    report(&figures(cpu, cpu_seconds.unwrap_or(CPU_SECONDS), size?, Tested::ALL.map(|tested| tested.last(root))))
}

fn figures(cpu: f64, most_cpu: f64, size: u64, tests: [Option<Duration>; 2]) -> Vec<Figure> {
    let megabytes = |bytes: u64| format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10);
    let mut figures = vec![
        Figure {
            name: "release build from scratch",
            value: format!("{cpu:.0} CPU s"),
            most: format!("{most_cpu:.0} CPU s"),
            within: cpu <= most_cpu,
        },
        Figure { name: "binary", value: megabytes(size), most: megabytes(BINARY), within: size <= BINARY },
    ];
    figures.extend(Tested::ALL.into_iter().zip(tests).map(|(tested, took)| Figure {
        name: tested.name(),
        value: took.map_or("unknown".to_owned(), |took| format!("{} s", took.as_secs())),
        most: format!("{} s", tested.most().as_secs()),
        within: took.is_some_and(|took| took <= tested.most()),
    }));
    figures
}

fn report(figures: &[Figure]) -> Result<()> {
    for Figure { name, value, most, within } in figures {
        let verdict = if *within { "ok" } else { "EXCEEDED" };
        println!("{name:<28} {value:>12}  of at most {most:>12}  {verdict}");
    }
    for unknown in
        Tested::ALL.into_iter().filter(|it| figures.iter().any(|is| is.name == it.name() && is.value == "unknown"))
    {
        println!("{} has not passed here yet: {}", unknown.name(), unknown.how());
    }
    let exceeded: Vec<&str> = figures.iter().filter(|figure| !figure.within).map(|figure| figure.name).collect();
    ensure!(exceeded.is_empty(), "over budget or unknown: {}", exceeded.join(", "));
    Ok(())
}

fn clean(target: &Path) -> Result<()> {
    match fs::remove_dir_all(target) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("removing `{}`", target.display()))
        }
        _ => Ok(()),
    }
}

/// Returns the CPU seconds of all ended child processes and their children.
fn cpu_of_children() -> Result<f64> {
    let status =
        fs::read_to_string("/proc/self/stat").context("CPU seconds are read from `/proc`: run this on Linux")?;
    children_seconds(&status).context("cannot parse `/proc/self/stat`")
}

/// Parses the fields `cutime` and `cstime`, in ticks; Linux has a hundred per second.
fn children_seconds(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut ticks = fields.split(' ').skip(13).take(2).map(str::parse::<f64>);
    Some((ticks.next()?.ok()? + ticks.next()?.ok()?) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_seconds_are_those_of_ended_children() {
        let stat = "77 (a ) name) S 1 77 77 0 -1 4194304 1 2 3 4 5 6 1200 34 20 0 1 0 5 6 7";
        assert_eq!(children_seconds(stat), Some(12.34));
        assert_eq!(children_seconds("77 (x) S 1"), None);
    }

    #[test]
    fn a_figure_over_its_budget_fails() {
        let seconds = |all: u64, leaf: u64| [Some(Duration::from_secs(all)), Some(Duration::from_secs(leaf))];
        for (cpu, size, tests, expected) in [
            (900.0, 44_000_000, seconds(720, 120), None),
            (1001.0, 44_000_000, seconds(1, 1), Some("release build from scratch")),
            (900.0, 45_000_001, seconds(721, 1), Some("binary, last `cargo xtask test`")),
            (900.0, 44_000_000, seconds(1, 121), Some("last `--fast` of one leaf")),
            (900.0, 44_000_000, [None, None], Some("last `cargo xtask test`, last `--fast` of one leaf")),
        ] {
            let error = report(&figures(cpu, 1000.0, size, tests)).err().map(|error| error.to_string());
            assert_eq!(error, expected.map(|names| format!("over budget or unknown: {names}")));
        }
    }
}
