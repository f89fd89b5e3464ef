//! Reads and sets variables and parameters.

use std::collections::BTreeMap;

use super::Shell;
use super::limits::{MAX_ELEMENTS, MAX_WORD};
use super::state::{PID, Variable};

impl Shell {
    /// Returns the value of a variable or special parameter; none if unset.
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
            return (!variable.hollow).then(|| variable.value.clone());
        }
        match name {
            "PWD" => Some(self.scope.cwd.clone()),
            "IFS" => Some(" \t\n".to_owned()),
            "PPID" => Some(self.budget.process.as_ref().map_or(PID - 1, |process| process.ppid).to_string()),
            "USER_ID" | "UID" | "EUID" => Some("2000".to_owned()),
            "PS1" => Some("$ ".to_owned()),
            "KSH_VERSION" => Some("@(#)MIRBSD KSH R59 2020/10/31 Android".to_owned()),
            // The same on every run: the simulation is deterministic.
            "RANDOM" => Some(((self.budget.steps * 7919 + 104_729) % 32_768).to_string()),
            "SECONDS" => Some((self.waits_ms / 1000).to_string()),
            "LINENO" => Some("1".to_owned()),
            "PIPESTATUS" => self.pipe_status.first().map(i32::to_string),
            "OPTIND" => Some("1".to_owned()),
            _ => None,
        }
    }

    /// Returns the shell's pid.
    pub(super) fn pid(&self) -> u32 {
        self.budget.process.as_ref().map_or(PID, |process| process.pid)
    }

    /// Sets a variable and keeps its export flag.
    pub(super) fn assign(&mut self, name: &str, value: String) -> Result<(), String> {
        if value.len() > MAX_WORD {
            return Err(format!("{name}: value too long"));
        }
        let form = self.scope.variables.get(name).map(|variable| variable.form).unwrap_or_default();
        let value = match form.integer {
            true => self.arithmetic(&value)?.to_string(),
            false => value,
        };
        if name == "OPTIND" {
            self.option_at = 0;
        }
        match self.scope.variables.get_mut(name) {
            Some(variable) if variable.read_only => Err(format!("read-only: {name}")),
            Some(variable) => {
                (variable.value, variable.hollow) = (form.apply(value), false);
                Ok(())
            }
            None => {
                self.scope.variables.insert(name.to_owned(), Variable { value, ..Variable::default() });
                Ok(())
            }
        }
    }

    /// Returns the elements of an array with their indices, or the value of a plain variable.
    pub(super) fn elements(&self, name: &str) -> Vec<(u32, String)> {
        if name == "PIPESTATUS" {
            return (0..).zip(self.pipe_status.iter().map(i32::to_string)).collect();
        }
        let first = self.value(name).map(|value| (0, value));
        let more = self.scope.variables.get(name).map(|variable| &variable.more);
        let more = more.into_iter().flatten().map(|(index, value)| (*index, value.clone()));
        first.into_iter().chain(more).collect()
    }

    /// Returns one element of an array.
    pub(super) fn element(&self, name: &str, index: u32) -> Option<String> {
        match (index, name) {
            (_, "PIPESTATUS") => self.pipe_status.get(index as usize).map(i32::to_string),
            (0, _) => self.value(name),
            _ => self.scope.variables.get(name)?.more.get(&index).cloned(),
        }
    }

    /// Sets one element of an array.
    pub(super) fn assign_element(&mut self, name: &str, index: u32, value: String) -> Result<(), String> {
        if index == 0 {
            return self.assign(name, value);
        }
        if value.len() > MAX_WORD {
            return Err(format!("{name}: value too long"));
        }
        let hollow = Variable { hollow: true, ..Variable::default() };
        let variable = self.scope.variables.entry(name.to_owned()).or_insert(hollow);
        if variable.read_only {
            return Err(format!("read-only: {name}"));
        }
        if variable.more.len() >= MAX_ELEMENTS {
            return Err(format!("{name}: too many elements"));
        }
        let value = variable.form.apply(value);
        variable.more.insert(index, value);
        Ok(())
    }

    /// Removes all elements of an array before a new assignment.
    pub(super) fn empty_array(&mut self, name: &str) -> Result<(), String> {
        let variable = self.scope.variables.entry(name.to_owned()).or_default();
        if variable.read_only {
            return Err(format!("read-only: {name}"));
        }
        (variable.value, variable.hollow) = (String::new(), true);
        variable.more.clear();
        Ok(())
    }

    /// Evaluates an array index.
    pub(super) fn index(&mut self, expression: &str) -> Result<u32, String> {
        // Indices are unsigned 32-bit numbers, so `-1` is 4294967295.
        Ok(self.arithmetic(expression)? as u32)
    }

    /// Returns the exported variables.
    pub(super) fn environment(&self) -> BTreeMap<String, String> {
        let exported = self.scope.variables.iter().filter(|(_, variable)| variable.exported && !variable.hollow);
        exported.map(|(name, variable)| (name.clone(), variable.value.clone())).collect()
    }

    /// Returns the letters of the options that are set.
    fn option_letters(&self) -> String {
        let letters = [(self.scope.stop_on_error, 'e'), (self.scope.no_glob, 'f'), (self.scope.refuse_unset, 'u')];
        letters.into_iter().filter(|(set, _)| *set).map(|(_, letter)| letter).chain(['h']).collect()
    }
}

/// Whether `name` is a valid variable name.
pub(super) fn is_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c == '_' || c.is_ascii_alphabetic())
        && chars.all(|c| c == '_' || c.is_ascii_alphanumeric())
}
