//! Variables and parameters: reading and setting.

use super::Shell;
use super::limits::MAX_WORD;
use super::state::{PID, Variable};

impl Shell {
    /// The value of a variable or a special parameter; none if it is unset.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        match name {
            "?" => return Some(self.status.to_string()),
            "$" => return Some(self.pid().to_string()),
            "!" => return self.last_background.map(|pid| pid.to_string()),
            "#" => return Some(self.scope.args.len().to_string()),
            "-" => return Some(self.option_letters()),
            "@" | "*" => return (!self.scope.args.is_empty()).then(|| self.scope.args.join(" ")),
            "0" => return Some(self.scope.name.clone()),
            _ => {}
        }
        if let Ok(number) = name.parse::<usize>() {
            return self.scope.args.get(number.checked_sub(1)?).cloned();
        }
        if let Some(variable) = self.scope.variables.get(name) {
            return Some(variable.value.clone());
        }
        match name {
            "PWD" => Some(self.scope.cwd.clone()),
            "IFS" => Some(" \t\n".to_owned()),
            "PPID" => Some(self.budget.process.as_ref().map_or(PID - 1, |process| process.ppid).to_string()),
            "USER_ID" | "UID" | "EUID" => Some("2000".to_owned()),
            "PS1" => Some("$ ".to_owned()),
            "KSH_VERSION" => Some("@(#)MIRBSD KSH R59 2020/10/31 Android".to_owned()),
            // The same on every run: randomness is no business of the shell.
            "RANDOM" => Some(((self.budget.steps * 7919 + 104_729) % 32_768).to_string()),
            "SECONDS" => Some((self.waits_ms / 1000).to_string()),
            "LINENO" => Some("1".to_owned()),
            _ => None,
        }
    }

    /// The number of the shell's process.
    pub(super) fn pid(&self) -> u32 {
        self.budget.process.as_ref().map_or(PID, |process| process.pid)
    }

    /// Sets a variable and keeps whether it is exported.
    pub(super) fn assign(&mut self, name: &str, value: String) -> Result<(), String> {
        if value.len() > MAX_WORD {
            return Err(format!("{name}: value too long"));
        }
        match self.scope.variables.get_mut(name) {
            Some(variable) if variable.read_only => Err(format!("read-only: {name}")),
            Some(variable) => {
                variable.value = value;
                Ok(())
            }
            None => {
                self.scope.variables.insert(name.to_owned(), Variable { value, exported: false, read_only: false });
                Ok(())
            }
        }
    }

    fn option_letters(&self) -> String {
        let letters = [(self.scope.stop_on_error, 'e'), (self.scope.no_glob, 'f'), (self.scope.refuse_unset, 'u')];
        letters.into_iter().filter(|(set, _)| *set).map(|(_, letter)| letter).chain(['h']).collect()
    }
}

/// Whether `name` may be a variable's.
pub(super) fn is_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c == '_' || c.is_ascii_alphabetic())
        && chars.all(|c| c == '_' || c.is_ascii_alphanumeric())
}
