//! Checks a macro: every problem at once, each with its path.

use std::collections::BTreeSet;

use serde_json::Value;

use super::placeholder::{check as check_text, filled, has_placeholder};
use super::{
    LONGEST_TEXT, MOST_PARAMETERS, MOST_STEPS, Macro, MacroStep, Parameter, ParameterKind, VERSION, is_name,
    placeholder, step,
};
use crate::finding::{Code, Finding, Findings, quoted};

impl Macro {
    /// Checks the macro. Returns all problems; none if it can be run.
    pub fn check(&self) -> Vec<Finding> {
        let mut findings = Findings::default();
        let mut add = |code: Code, path: String, message: String| findings.add(code, || path, || message);
        if self.version > VERSION {
            let message = format!(
                "the macro has version {}, and this program reads version {VERSION}; update Fingertip",
                self.version
            );
            add(Code::OutOfRange, "version".to_owned(), message);
            // A newer format may mean anything else by the rest.
            return findings.into_vec();
        }
        if self.version == 0 {
            add(Code::OutOfRange, "version".to_owned(), format!("`version` is {VERSION}"));
        }
        if !is_name(&self.name) {
            add(Code::OutOfRange, "name".to_owned(), not_a_name(&self.name));
        }
        if self.steps.is_empty() {
            add(Code::Missing, "step".to_owned(), "the macro has no steps".to_owned());
        }
        for (what, path, count, most) in [
            ("steps", "step", self.steps.len(), MOST_STEPS),
            ("parameters", "parameter", self.parameters.len(), MOST_PARAMETERS),
        ] {
            if count > most {
                add(Code::Full, path.to_owned(), format!("{count} {what} are too many; at most {most} are allowed"));
                return findings.into_vec();
            }
        }
        let mut names = BTreeSet::new();
        for (at, parameter) in self.parameters.iter().enumerate() {
            if let Some(problem) = of_parameter(parameter) {
                add(Code::OutOfRange, format!("parameter[{at}]"), problem);
            }
            if !names.insert(parameter.name.as_str()) {
                let message = format!("there are two parameters {}", quoted(&parameter.name));
                add(Code::Exists, format!("parameter[{at}].name"), message);
            }
        }
        let mut used = BTreeSet::new();
        let mut note = |name: &str| {
            used.insert(name.to_owned());
        };
        if let Err(problem) = check_text(&self.goal, &self.parameters, &mut note) {
            add(Code::UnknownId, "goal".to_owned(), problem);
        }
        for (at, step) in self.steps.iter().enumerate() {
            self.check_step(step, &mut note, &mut |code, path, message| {
                add(code, format!("step[{at}]{path}"), message)
            });
        }
        for (at, parameter) in self.parameters.iter().enumerate() {
            if !used.contains(&parameter.name) {
                let message = format!(
                    "no step uses the parameter {}; write {} in a step, or remove it",
                    quoted(&parameter.name),
                    quoted(&placeholder(&parameter.name))
                );
                add(Code::Surplus, format!("parameter[{at}]"), message);
            }
        }
        findings.into_vec()
    }

    fn check_step(&self, step: &MacroStep, used: &mut dyn FnMut(&str), add: &mut dyn FnMut(Code, String, String)) {
        let verb = step.action.get("type").and_then(Value::as_str).unwrap_or_default();
        if verb == "run_macro" && step.action.get("name").and_then(Value::as_str) == Some(self.name.as_str()) {
            add(Code::NotAllowed, ".do".to_owned(), "the macro runs itself, which would never end".to_owned());
            return;
        }
        for target in [&step.on, &step.to].into_iter().flatten() {
            if !target.is_findable() {
                let message =
                    "an element is named by its `id`, `name`, `text` or `description`, not by its place alone";
                add(Code::Missing, ".on".to_owned(), message.to_owned());
            }
        }
        for expectation in &step.expect {
            if let Some(problem) = expectation.problem() {
                add(Code::OutOfRange, ".expect".to_owned(), problem.to_owned());
            }
        }
        let mut copy = step.clone();
        let mut broken = false;
        copy.each_text(&mut |path, text| {
            if path == ".do.command" && has_placeholder(text) {
                let message = "a command has no placeholders: a value could become another command".to_owned();
                add(Code::NotAllowed, path.to_owned(), message);
                broken = true;
                return;
            }
            if text.len() > LONGEST_TEXT {
                let message = format!("the text has {} bytes; at most {LONGEST_TEXT} are allowed", text.len());
                add(Code::Full, path.to_owned(), message);
                broken = true;
            } else if let Err(problem) = check_text(text, &self.parameters, used) {
                add(Code::UnknownId, path.to_owned(), problem);
                broken = true;
            }
            // Any value will do to read the action.
            *text = filled(text, &|_, _| Some("1".to_owned())).unwrap_or_default();
        });
        if broken {
            return;
        }
        if let Err(problems) = step::read(&copy.action, copy.on.is_some(), copy.to.is_some()) {
            for problem in problems {
                let dot = if problem.field.is_empty() { "" } else { "." };
                add(Code::NotAllowed, format!(".do{dot}{}", problem.field), problem.message);
            }
        }
    }
}

impl MacroStep {
    /// Calls `each` with every text that may have placeholders, and its path.
    pub(super) fn each_text(&mut self, each: &mut dyn FnMut(&str, &mut String)) {
        for (name, value) in &mut self.action {
            // The verb itself and the keys it presses are the macro's own.
            if let Value::String(text) = value
                && name != "type"
            {
                each(&format!(".do.{name}"), text);
            }
        }
        for (name, target) in [("on", &mut self.on), ("to", &mut self.to)] {
            if let Some(target) = target {
                target.each_text(&mut |field, text| each(&format!(".{name}.{field}"), text));
            }
        }
        self.expect.iter_mut().for_each(|expected| expected.each_text(&mut |text| each(".expect", text)));
    }
}

fn of_parameter(parameter: &Parameter) -> Option<String> {
    if !is_name(&parameter.name) {
        return Some(not_a_name(&parameter.name));
    }
    match (parameter.kind, parameter.values.len()) {
        (ParameterKind::Choice, 0) => return Some("a choice lists its possible `values`".to_owned()),
        (ParameterKind::Choice, 101..) => return Some("a choice has at most 100 values".to_owned()),
        (ParameterKind::Choice, _) | (_, 0) => {}
        (kind, _) => return Some(format!("only a choice has `values`, and this is a {}", kind.as_str())),
    }
    let default = parameter.default.as_deref()?;
    parameter.problem(default).map(|problem| format!("`default`: {problem}"))
}

fn not_a_name(name: &str) -> String {
    format!(
        "{} is not a name; expected a lower-case letter, then up to 63 lower-case letters, digits, `-` or `_`",
        quoted(name)
    )
}
