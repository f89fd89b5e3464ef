//! Puts values into a macro: the result is what the loop replays.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Expectation, Macro, ScreenExpectation, Target, placeholder, step};
use crate::finding::{Code, Finding, did_you_mean, quoted};
use crate::phone::AgentAction;

/// A macro with its values: nothing is left to fill in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Filled {
    /// The macro's name, or the id of the run.
    pub name: String,
    /// The goal, with its values.
    pub goal: String,
    /// Who takes over where the phone differs.
    #[serde(default)]
    pub handover: Handover,
    /// Whether the person confirms every step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stepwise: bool,
    /// The steps, in order.
    pub steps: Vec<FilledStep>,
}

/// Who takes over where the phone differs so much that a step cannot be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Handover {
    /// Nobody: the replay stops and names the difference.
    #[default]
    Never,
    /// The model or the planner of the task.
    Allowed,
}

/// One step with its values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FilledStep {
    /// The action. Its points are fractions of the element in `on`; without one, of the screen.
    #[serde(rename = "do")]
    pub action: AgentAction,
    /// Whether it reaches a person, costs money or cannot be undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outward: bool,
    /// The element that it acts on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Target>,
    /// The element that a drag ends on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Target>,
    /// The screen that it begins on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenExpectation>,
    /// What it does to the screen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

impl Macro {
    /// Puts values in. Fails with all problems of the macro and of the values.
    pub fn fill(&self, values: &BTreeMap<String, String>) -> Result<Filled, Vec<Finding>> {
        let mut findings = self.check();
        findings.extend(self.problems_of(values));
        if !findings.is_empty() {
            return Err(findings);
        }
        let value = |name: &str, part: Option<&str>| {
            let parameter = self.parameters.iter().find(|parameter| parameter.name == name)?;
            parameter.part(values.get(name).or(parameter.default.as_ref())?, part)
        };
        let mut problems = Vec::new();
        let mut put = |path: &str, text: &mut String| match placeholder::filled(text, &value) {
            Ok(filled) => *text = filled,
            Err(problem) => problems.push(Finding::new(Code::Missing, path, problem)),
        };
        let mut goal = self.goal.clone();
        put("goal", &mut goal);
        let mut steps = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let mut step = step.clone();
            step.each_text(&mut |path, text| put(&format!("step[{at}]{path}"), text));
            steps.push(step);
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut filled = Vec::new();
        for (at, step) in steps.into_iter().enumerate() {
            match step::read(&step.action, step.on.is_some(), step.to.is_some()) {
                Ok(action) => filled.push(FilledStep {
                    action,
                    outward: step.outward,
                    on: step.on,
                    to: step.to,
                    screen: step.screen,
                    expect: step.expect,
                }),
                Err(all) => problems
                    .extend(all.into_iter().map(|one| {
                        Finding::new(Code::NotAllowed, format!("step[{at}].do.{}", one.field), one.message)
                    })),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let goal = if goal.trim().is_empty() { format!("run the macro {}", self.name) } else { goal };
        Ok(Filled { name: self.name.clone(), goal, steps: filled, ..Filled::default() })
    }

    /// Returns what is wrong with the values: one is missing, is too many, or has the wrong kind.
    fn problems_of(&self, values: &BTreeMap<String, String>) -> Vec<Finding> {
        let mut problems = Vec::new();
        for name in values.keys().filter(|name| !self.parameters.iter().any(|one| one.name == **name)) {
            let hint = did_you_mean(name, self.parameters.iter().map(|parameter| parameter.name.as_str()));
            let message = format!("{} is not a parameter of this macro{hint}", quoted(name));
            problems.push(Finding::new(Code::UnknownId, name, message));
        }
        for parameter in &self.parameters {
            match values.get(&parameter.name) {
                Some(value) => {
                    let problem = parameter.problem(value);
                    problems.extend(problem.map(|problem| Finding::new(Code::OutOfRange, &parameter.name, problem)));
                }
                None if parameter.default.is_some() => {}
                None => {
                    let name = &parameter.name;
                    let message = format!("the value of {} is missing; add `{name}=…`", quoted(name));
                    problems.push(Finding::new(Code::Missing, name, message));
                }
            }
        }
        problems
    }
}
