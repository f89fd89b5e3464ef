//! Runs other programs: their command lines in messages, their folder, their environment.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

/// A program with its arguments, and the folder it runs in.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    words: Vec<String>,
    folder: PathBuf,
    env: Vec<(&'static str, String)>,
}

/// The output of a program.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// Its data.
    pub(crate) stdout: String,
    /// Its complaints.
    pub(crate) stderr: String,
}

impl Program {
    /// Creates the program of `line`, whose words are separated by spaces.
    pub(crate) fn new(folder: &Path, line: &str) -> Self {
        Self { words: line.split_whitespace().map(str::to_owned).collect(), folder: folder.to_owned(), env: Vec::new() }
    }

    /// Adds an environment variable.
    pub(crate) fn with_env(mut self, name: &'static str, value: &str) -> Self {
        self.env.push((name, value.to_owned()));
        self
    }

    /// Adds arguments.
    pub(crate) fn with(mut self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.words.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Returns the command as a person runs it, from the root of the repository.
    pub(crate) fn shown(&self, root: &Path) -> String {
        let variables = self.env.iter().map(|(name, value)| format!("{name}={value}"));
        let words = variables.chain(self.words.iter().cloned()).collect::<Vec<_>>().join(" ");
        match self.folder.strip_prefix(root) {
            Ok(below) if below != Path::new("") => format!("(cd {} && {words})", below.display()),
            _ => words,
        }
    }

    /// Runs it with visible output; fails unless it succeeds.
    pub(crate) fn run(&self) -> Result<()> {
        let status = self.command().status().with_context(|| format!("cannot start `{}`", self.words.join(" ")))?;
        if !status.success() {
            bail!("`{}` failed ({status})", self.words.join(" "));
        }
        Ok(())
    }

    /// Runs it silently; returns whether it could be run and succeeded.
    pub(crate) fn succeeds(&self) -> bool {
        self.command().stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    /// Runs it and returns its output.
    pub(crate) fn output(&self) -> Result<String> {
        let shown = self.words.join(" ");
        let output =
            self.command().stderr(Stdio::inherit()).output().with_context(|| format!("cannot start `{shown}`"))?;
        if !output.status.success() {
            bail!("`{shown}` failed ({})", output.status);
        }
        String::from_utf8(output.stdout).with_context(|| format!("the output of `{shown}` is not UTF-8"))
    }

    /// Runs it and returns its output, whatever its status.
    pub(crate) fn ended(&self) -> Result<Ended> {
        let output = self.command().output().with_context(|| format!("cannot start `{}`", self.words.join(" ")))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(Ended { stdout: text(&output.stdout), stderr: text(&output.stderr) })
    }

    fn command(&self) -> Command {
        let (name, arguments) = self.words.split_first().map_or(("", &[][..]), |(name, rest)| (name.as_str(), rest));
        let mut command = Command::new(name);
        command.args(arguments).current_dir(&self.folder);
        // `cargo run` sets variables about our own package. Passed on, they would make build scripts that watch them
        // run again at every other build.
        for (name, _) in std::env::vars_os() {
            let told = name.to_str().is_some_and(|name| {
                name == "CARGO" || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
            });
            if told {
                command.env_remove(name);
            }
        }
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Runs `work` under a title and prints how long it took; an error says how to run it alone.
pub(crate) fn step(title: &str, alone: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("\n=== {title}: {alone}");
    let begin = Instant::now();
    let result = work();
    let taken = seconds(begin.elapsed());
    match &result {
        Ok(()) => println!("=== {title}: ok, {taken}"),
        Err(_) => println!("=== {title}: FAILED after {taken}"),
    }
    result.map_err(|error| anyhow!("{title}: {error:#}\n  to run it alone: {alone}"))
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_shown_as_a_person_would_run_it() {
        let root = Path::new("/repo");
        assert_eq!(Program::new(root, "cargo fmt --check").shown(root), "cargo fmt --check");
        assert_eq!(Program::new(&root.join("web"), "npm").with(["test"]).shown(root), "(cd web && npm test)");
        assert_eq!(Program::new(root, "cargo test").with_env("A", "1").shown(root), "A=1 cargo test");
    }

    #[test]
    fn a_failure_names_the_step_and_the_way_to_run_it_alone() {
        let error = step("tests", "cargo test", || Program::new(Path::new("."), "false").run()).unwrap_err();
        let message = format!("{error:#}");
        assert!(message.starts_with("tests: ") && message.contains("alone: cargo test"), "{message}");
        assert!(message.contains("`false` failed"), "{message}");
    }
}
