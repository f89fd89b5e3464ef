//! Repeats all long tests with new seeds: all crates, a fleet that is killed, the page in a browser with long network
//! outages, attacks on the gate made from the known ones, every fuzz target.
//!
//! `cargo xtask test` runs the same with one fixed seed and short outages, and without the fuzzers. The printed
//! command, which includes the seed, repeats a failure.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::commands::{self, program};
use crate::fuzz;
use crate::run::{Program, step};

/// How long one fuzz target runs before the next.
const SLICE: Duration = Duration::from_secs(60);

/// The cases of a property test that sets no number itself; the default is 256.
const CASES: &str = "1024";

/// The fleet tasks per round, while workers and server are killed: ten minutes' worth.
const FLEET_TASKS: &str = "500";

/// The random touches and keys for a simulated phone of each profile per round.
const EVENTS: &str = "100000";

/// The attacks on the gate per round: two minutes' worth.
const ATTACKS: &str = "2000";

/// A part of each round.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The tests of all crates: attacks, kills, faults on the wire and properties, with this round's seed.
    Tests,
    /// Tasks of a fleet, done once each while everything around them dies.
    Fleet,
    /// The page in a browser, with the long network cut.
    Browser,
    /// Attacks on the gate, recombined from the known ones with this round's seed.
    Attacks,
    /// One fuzz target.
    Fuzz(String),
}

impl Part {
    fn title(&self) -> String {
        match self {
            Self::Tests => "tests".to_owned(),
            Self::Fleet => "fleet".to_owned(),
            Self::Browser => "page: in a browser".to_owned(),
            Self::Attacks => "attacks on the gate".to_owned(),
            Self::Fuzz(target) => format!("fuzz {target}"),
        }
    }

    /// Returns the program; `left` is the time until the end.
    fn program(&self, root: &Path, seed: u32, left: Duration) -> Program {
        match self {
            Self::Tests => {
                let tests = commands::tests(root).with_env("PROPTEST_RNG_SEED", &seed.to_string());
                let tests = tests.with_env("PROPTEST_CASES", CASES).with_env("FINGERTIP_EVENTS", EVENTS);
                // Every hostile sentence is carried out, not only the suite's sample.
                tests.with_env("HOSTILE_ALL", "1")
            }
            Self::Fleet => {
                let fleet = commands::tests_of_fleet(root).with_env("PROPTEST_RNG_SEED", &seed.to_string());
                fleet.with_env("FINGERTIP_FLEET_TASKS", FLEET_TASKS)
            }
            Self::Browser => commands::in_a_browser(root).with_env("FINGERTIP_LONG", "1"),
            Self::Attacks => commands::attacks(root, ATTACKS, seed),
            Self::Fuzz(target) => fuzz::run(root, target, left.min(SLICE).as_secs().max(1), Some(seed)),
        }
    }
}

/// Runs all parts in turn, each round with the next seed, until the time is over; stops at the first failure. With
/// `only`, just the parts whose title contains it.
pub(crate) fn soak(root: &Path, minutes: u64, seed: u32, only: Option<&str>) -> Result<()> {
    let mut parts = vec![Part::Tests, Part::Fleet, Part::Browser, Part::Attacks];
    parts.extend(fuzz::targets(root)?.into_iter().map(Part::Fuzz));
    parts.retain(|part| only.is_none_or(|only| part.title().contains(only)));
    if parts.is_empty() {
        bail!("no part is called {:?}; leave out --only to run everything", only.unwrap_or_default());
    }
    step("setup", "cargo xtask setup", || {
        commands::setup(root)?;
        commands::install_packages(&root.join("web"))?;
        if parts.iter().any(|part| matches!(part, Part::Fuzz(_))) { fuzz::prepare(root) } else { Ok(()) }
    })?;

    let time = Duration::from_secs(60 * minutes);
    let begin = Instant::now();
    println!("\nsoaking for {minutes} minutes from seed {seed}");
    let mut ran: BTreeMap<&Part, Vec<u32>> = BTreeMap::new();
    let mut result = Ok(());
    for (part, seed) in turns(&parts, seed) {
        let left = time.saturating_sub(begin.elapsed());
        if left.is_zero() {
            break;
        }
        result = program(root, &format!("{}, seed {seed}", part.title()), part.program(root, seed, left));
        if result.is_err() {
            break;
        }
        ran.entry(part).or_default().push(seed);
    }
    println!("\nran without a finding, by seed:");
    for part in &parts {
        println!("  {}: {}", part.title(), seeds(ran.get(part).map_or(&[], Vec::as_slice)));
    }
    result
}

/// Returns all parts with the first seed, then all with the next, without end.
fn turns(parts: &[Part], seed: u32) -> impl Iterator<Item = (&Part, u32)> {
    (0_u32..).flat_map(move |round| parts.iter().map(move |part| (part, seed.wrapping_add(round))))
}

/// Formats the seeds of a part for people.
fn seeds(seeds: &[u32]) -> String {
    match seeds {
        [] => "not reached; give it more minutes".to_owned(),
        [one] => format!("{one}"),
        [first, .., last] => format!("{first} to {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_round_runs_all_with_the_next_seed() {
        let parts = [Part::Tests, Part::Fuzz("json".to_owned())];
        let turns: Vec<String> =
            turns(&parts, 7).take(5).map(|(part, seed)| format!("{} {seed}", part.title())).collect();
        assert_eq!(turns, ["tests 7", "fuzz json 7", "tests 8", "fuzz json 8", "tests 9"]);
        assert_eq!([seeds(&[]), seeds(&[7]), seeds(&[7, 8, 9])], ["not reached; give it more minutes", "7", "7 to 9"]);
    }

    #[test]
    fn a_part_is_run_with_its_seed_and_ends_in_time() {
        let shown = |part: Part, left: u64| {
            let root = Path::new("/repo");
            part.program(root, 7, Duration::from_secs(left)).shown(root)
        };
        let fuzz = Part::Fuzz("json".to_owned());
        assert_eq!(shown(fuzz.clone(), 999), "cargo +nightly fuzz run json -- -max_total_time=60 -seed=7");
        assert_eq!(shown(fuzz, 5), "cargo +nightly fuzz run json -- -max_total_time=5 -seed=7");
        assert_eq!(shown(Part::Browser, 5), "(cd web && FINGERTIP_LONG=1 npm run e2e)");
        let attacks = "cargo run --quiet -- eval gate --recombine 2000 --seed 7";
        assert_eq!(shown(Part::Attacks, 5), attacks);
        assert!(shown(Part::Tests, 5).contains("PROPTEST_RNG_SEED=7 "), "{}", shown(Part::Tests, 5));
        let fleet = shown(Part::Fleet, 5);
        assert!(fleet.contains("FINGERTIP_FLEET_TASKS=500 ") && fleet.contains(" everything_that_dies"), "{fleet}");
    }
}
