//! The commands themselves, each in the order of its steps; fuzzing and soaking have their own files.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::budget::Tested;
use crate::run::{Program, step};
use crate::{clients, installed, models, needs, slowest, tidy};

/// Runs everything that must pass before a change lands; stops at the first failure.
pub(crate) fn test(root: &Path) -> Result<()> {
    step("setup", "cargo xtask setup", || setup(root))?;
    let began = Instant::now();
    program(root, "format", Program::new(root, "cargo fmt --all --check"))?;
    program(root, "lints", Program::new(root, "cargo clippy --workspace --all-targets -- -D warnings"))?;
    // First, so that the summary that people look for is the one of all other tests. A fresh seed for the property
    // tests is not tried here: it might refuse a change for a fault that was there before. `soak` does that.
    program(root, "tests in documentation", Program::new(root, "cargo test --workspace --doc --quiet"))?;
    let tests = tests(root);
    program(root, "tests", tests.clone())?;
    slowest::tell(root, &tests);
    step("tidy", "cargo xtask tidy", || tidy(root))?;

    let web = root.join("web");
    step("page: packages", "(cd web && npm ci)", || install_packages(&web))?;
    program(root, "page: types", Program::new(&web, "npx tsc --noEmit"))?;
    program(root, "page: tests", Program::new(&web, "npm test"))?;
    program(root, "page: in a browser", in_a_browser(root))?;
    Tested::Everything.note(root, began.elapsed())?;
    println!("\nAll checks passed.");
    Ok(())
}

/// Installs missing tools for the tests.
pub(crate) fn setup(root: &Path) -> Result<()> {
    needs::setup(root, needs::FOR_TESTS)?;
    clients::install(root)?;
    models::install(root)
}

/// Returns the tests of all crates. The lints check benchmarks; run next to tests they would measure nothing.
pub(crate) fn tests(root: &Path) -> Program {
    let line = match needs::nextest(root) {
        true => format!("cargo nextest run --workspace --test-threads {}", test_threads()),
        false => "cargo test --workspace --lib --bins --tests".to_owned(),
    };
    installed::tell(root, Program::new(root, &line))
}

/// Two tests per core: most tests wait for a process, a socket or a timer half of the time.
pub(crate) fn test_threads() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from) * 2
}

/// Returns the fleet test that runs the given number of tasks while everything around them dies.
pub(crate) fn tests_of_fleet(root: &Path) -> Program {
    let line = "cargo test -p fleet --test fleet everything_that_dies -- --nocapture";
    installed::tell(root, Program::new(root, line))
}

/// Returns the page's tests in a real browser, served by the binary that the crates' tests have just built with it.
pub(crate) fn in_a_browser(root: &Path) -> Program {
    Program::new(&root.join("web"), "npm run e2e")
}

/// Returns attacks on the gate, made from the known ones.
pub(crate) fn attacks(root: &Path, count: &str, seed: u32) -> Program {
    Program::new(root, &format!("cargo run --quiet -- eval gate --recombine {count} --seed {seed}"))
}

/// Runs a program as a step.
pub(crate) fn program(root: &Path, title: &str, program: Program) -> Result<()> {
    step(title, &program.shown(root), || program.run())
}

/// Runs `npm ci`, unless the packages of the lock file are already installed: a copy of the lock file tells.
pub(crate) fn install_packages(web: &Path) -> Result<()> {
    let copy = web.join("node_modules/.installed-package-lock.json");
    let lock = fs::read(web.join("package-lock.json")).context("reading `web/package-lock.json`")?;
    if fs::read(&copy).is_ok_and(|installed| installed == lock) {
        println!("nothing to install");
        return Ok(());
    }
    Program::new(web, "npm ci").run()?;
    fs::write(&copy, lock).with_context(|| format!("writing `{}`", copy.display()))
}

/// Writes the generated files, or only reports which differ. The whole workspace's features apply, as in all tests:
/// others would compile half of it again.
pub(crate) fn codegen(root: &Path, check: bool) -> Result<()> {
    let generated = Program::new(root, "cargo test --quiet --workspace --test generated -- --nocapture");
    generated.with_env("FINGERTIP_CODEGEN", if check { "check" } else { "write" }).run()
}

/// Runs the checks that no compiler does.
pub(crate) fn tidy(root: &Path) -> Result<()> {
    let report = tidy::check(&tidy::Tree::read(root)?);
    for warning in &report.warnings {
        println!("warning: {warning}");
    }
    for problem in &report.problems {
        println!("{problem}");
    }
    println!("conformance: {} rows proven, {} open", report.proven, report.open);
    ensure!(report.problems.is_empty(), "{} problems found", report.problems.len());
    Ok(())
}

/// How many seeds the goals are drawn from.
const SEEDS_OF_GOALS: &str = "8";

/// Proves AndroidWorld's tasks, gives their goals to the assistant, and measures; with a name, only proves matching
/// tasks and tries their goals.
pub(crate) fn androidworld(root: &Path, name: Option<&str>) -> Result<()> {
    let tasks = Program::new(root, "cargo nextest run -p sim --test androidworld --no-capture");
    let goals = Program::new(root, "cargo nextest run -p agent --test goals --no-capture");
    if let Some(name) = name {
        tasks.with_env("TASK", name).run()?;
        return goals.with_env("TASK", name).run();
    }
    tasks.run()?;
    goals.with_env("SEEDS", SEEDS_OF_GOALS).run()?;
    Program::new(root, "cargo bench -p sim --bench androidworld").run()
}

/// Runs the benchmarks. `page` is the page's, in a real browser, and `mcp` measures what a session and a look cost an
/// agent; neither is one of cargo's.
pub(crate) fn bench(root: &Path, arguments: &[String]) -> Result<()> {
    if let Some((first, more)) = arguments.split_first()
        && first == "page"
    {
        let web = root.join("web");
        install_packages(&web)?;
        Program::new(root, "cargo build --release --bin fingertip").run()?;
        let binary = root.join("target/release/fingertip").display().to_string();
        return Program::new(&web, "npm run bench --").with(more).with_env("FINGERTIP_BINARY", &binary).run();
    }
    if arguments.first().is_some_and(|first| first == "mcp") {
        clients::install(root)?;
        let measures = "cargo nextest run -p fingertip --test mcp --no-capture --run-ignored all \
                        -E test(idle::)|test(tokens::)";
        return Program::new(root, measures).with_env("FINGERTIP_CLIENTS_NODE", &clients::node(root)).run();
    }
    Program::new(root, "cargo bench --workspace").with(arguments).run()
}
