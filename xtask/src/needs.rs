//! The tools that the checks need, how to tell whether they are installed, and how to install them.
//!
//! One line per tool. Only missing ones are installed; if only a person can install one, the error says how.

use std::path::Path;

use anyhow::{Result, bail};

use crate::run::Program;

/// One required tool.
pub(crate) struct Need {
    /// Its name.
    what: &'static str,
    /// A command that succeeds if it is installed.
    present: &'static str,
    /// How to get it.
    install: Install,
}

/// How to install a tool.
enum Install {
    /// By a person, as the text explains.
    ByHand(&'static str),
    /// `cargo install --locked` with these arguments.
    Cargo(&'static str),
    /// A Debian package.
    Apt(&'static str),
}

/// The tools for `cargo xtask test`.
pub(crate) const FOR_TESTS: &[Need] = &[
    Need { what: "git", present: "git --version", install: Install::ByHand("install git") },
    Need { what: "rustfmt", present: "cargo fmt --version", install: Install::ByHand("rustup component add rustfmt") },
    Need { what: "clippy", present: "cargo clippy --version", install: Install::ByHand("rustup component add clippy") },
    Need { what: "Node.js", present: "node --version", install: Install::ByHand(NODE) },
    Need { what: "npm", present: "npm --version", install: Install::ByHand(NODE) },
    Need {
        what: "user namespaces, which the sandbox and the tests' small disk are made of",
        present: MAKES_NAMESPACES,
        install: Install::ByHand(NAMESPACES),
    },
    Need { what: "bubblewrap", present: "bwrap --version", install: Install::Apt("bubblewrap") },
    Need { what: "faketime", present: "faketime --version", install: Install::Apt("faketime") },
    Need { what: "kill", present: "kill -l", install: Install::Apt("procps") },
    Need { what: "adb", present: "adb --version", install: Install::Apt("adb") },
    Need { what: "mksh", present: "mksh -c true", install: Install::Apt("mksh") },
    Need { what: "toybox", present: "toybox --version", install: Install::Apt("toybox") },
    Need { what: "openssl", present: "openssl version", install: Install::Apt("openssl") },
    Need { what: "Python", present: "python3 --version", install: Install::Apt("python3") },
    Need { what: "Chromium", present: "chromium --version", install: Install::Apt("chromium") },
    Need { what: "Firefox", present: "firefox-esr --version", install: Install::Apt("firefox-esr") },
    Need { what: "Python's venv", present: "python3 -m ensurepip --version", install: Install::Apt("python3-venv") },
];

const NODE: &str = "install Node.js 20.19 or newer with npm, from your system's packages or nodejs.org";

/// Succeeds if user namespaces can be created.
const MAKES_NAMESPACES: &str = "unshare --user --map-root-user --mount true";

const NAMESPACES: &str = "allow them: `sysctl kernel.unprivileged_userns_clone=1`, on Ubuntu also `sysctl \
     kernel.apparmor_restrict_unprivileged_userns=0`; in a container, allow them (`--security-opt \
     seccomp=unconfined`)";

/// Additional tools for `cargo xtask audit`.
pub(crate) const FOR_AUDIT: &[Need] =
    &[Need { what: "cargo-audit", present: "cargo audit --version", install: Install::Cargo("cargo-audit") }];

/// Additional tools for `cargo xtask fuzz`.
pub(crate) const FOR_FUZZING: &[Need] = &[
    Need {
        what: "a nightly toolchain",
        present: "cargo +nightly --version",
        install: Install::ByHand("rustup toolchain install nightly"),
    },
    Need { what: "cargo-fuzz", present: "cargo fuzz --version", install: Install::Cargo("cargo-fuzz") },
];

/// Whether tests can run under nextest, which is faster and names slow ones; otherwise `cargo test` is used.
pub(crate) fn nextest(root: &Path) -> bool {
    Program::new(root, "cargo nextest --version").succeeds()
}

/// Whether user namespaces can be created here.
pub(crate) fn makes_namespaces() -> bool {
    Program::new(Path::new("."), MAKES_NAMESPACES).succeeds()
}

/// Installs the missing ones of `needs`.
pub(crate) fn setup(root: &Path, needs: &[Need]) -> Result<()> {
    let missing: Vec<&Need> = needs.iter().filter(|need| !Program::new(root, need.present).succeeds()).collect();
    let mut listed = false;
    for need in missing {
        println!("missing: {}", need.what);
        for line in commands(&need.install, is_root(root), &mut listed) {
            match line {
                Ok(command) => Program::new(root, &command).run()?,
                Err(how) => bail!("{} is missing (`{}` fails): {how}", need.what, need.present),
            }
        }
        if !Program::new(root, need.present).succeeds() {
            bail!("{} was installed, but `{}` still fails", need.what, need.present);
        }
    }
    Ok(())
}

fn is_root(root: &Path) -> bool {
    Program::new(root, "id -u").output().is_ok_and(|id| id.trim() == "0")
}

/// Returns the commands that install a tool, or what a person must do. `listed`: whether apt's lists are fresh.
fn commands(install: &Install, root: bool, listed: &mut bool) -> Vec<std::result::Result<String, &'static str>> {
    let sudo = if root { "" } else { "sudo " };
    match install {
        Install::ByHand(how) => vec![Err(how)],
        Install::Cargo(arguments) => vec![Ok(format!("cargo install --locked {arguments}"))],
        Install::Apt(package) => {
            let update = (!std::mem::replace(listed, true)).then(|| Ok(format!("{sudo}apt-get update")));
            let install = Ok(format!("{sudo}apt-get install --yes --no-install-recommends {package}"));
            update.into_iter().chain([install]).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(install: Install, root: bool, listed: bool, expected: &[&str]) {
        let found: Vec<String> = commands(&install, root, &mut listed.clone())
            .into_iter()
            .map(|line| line.unwrap_or_else(|how| format!("by hand: {how}")))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn how_things_are_installed() {
        check(Install::ByHand("ask"), true, false, &["by hand: ask"]);
        check(Install::Cargo("cargo-fuzz"), false, false, &["cargo install --locked cargo-fuzz"]);
        let install = "apt-get install --yes --no-install-recommends adb";
        check(Install::Apt("adb"), true, false, &["apt-get update", install]);
        check(Install::Apt("adb"), true, true, &[install]);
        check(Install::Apt("adb"), false, true, &[&format!("sudo {install}")]);
    }

    #[test]
    fn what_is_missing_and_cannot_be_installed_says_how_to_get_it() {
        let need = Need { what: "a thing", present: "false", install: Install::ByHand("ask a friend") };
        let error = setup(Path::new("."), &[need]).unwrap_err().to_string();
        assert!(error.contains("a thing") && error.contains("ask a friend"), "{error}");
    }
}
