//! A time of day that was entered hour by hour and minute by minute, as one parameter.

use action::macros::{Macro, MacroStep, Parameter, ParameterKind, placeholder};
use history::Run;
use serde_json::Value;

/// The name of the parameter.
const NAME: &str = "time";

/// The time that the plan named, and the steps that typed it.
pub(super) struct Entered {
    time: String,
    hour: u8,
    minute: u8,
    /// The step that typed the hour, and the part of the time that it typed.
    of_hour: (usize, &'static str),
    of_minute: usize,
}

/// Finds a time of the plan that two steps typed, the hour first.
pub(super) fn entered(steps: &[MacroStep], run: &Run) -> Option<Entered> {
    let slots = &run.plan.as_ref()?.slots;
    let time = slots.values().filter_map(Value::as_str).find(|text| super::is_time(text))?;
    let (hour, minute) = time.split_once(':')?;
    let (hour, minute): (u8, u8) = (hour.parse().ok()?, minute.parse().ok()?);
    let half = if hour % 12 == 0 { 12 } else { hour % 12 };
    let forms = [
        ("hh", format!("{hour:02}")),
        ("h", hour.to_string()),
        ("hh12", format!("{half:02}")),
        ("h12", half.to_string()),
    ];
    let of_hour = steps.iter().enumerate().find_map(|(at, step)| {
        let text = super::typed(step)?;
        forms.iter().find(|(_, form)| *form == text).map(|(part, _)| (at, *part))
    })?;
    let types_minute = |step: &MacroStep| super::typed(step).is_some_and(|text| text == format!("{minute:02}"));
    let of_minute = steps.iter().skip(of_hour.0 + 1).position(types_minute)? + of_hour.0 + 1;
    Some(Entered { time: format!("{hour:02}:{minute:02}"), hour, minute, of_hour, of_minute })
}

impl Entered {
    /// The steps that typed it.
    pub(super) fn steps(&self) -> Vec<usize> {
        vec![self.of_hour.0, self.of_minute]
    }

    /// Replaces it by a parameter.
    pub(super) fn put_into(self, one: &mut Macro) {
        for (at, part) in [self.of_hour, (self.of_minute, "mm")] {
            let Some(step) = one.steps.get_mut(at) else { continue };
            let form = format!("{{{NAME}.{part}}}");
            for expectation in &mut step.expect {
                if let action::macros::Expectation::Changed(part) = expectation {
                    part.text.clone_from(&form);
                }
            }
            step.action.insert("text".to_owned(), form.into());
        }
        one.goal = self.goal(&one.goal);
        let kind = ParameterKind::Time;
        one.parameters.push(Parameter {
            name: NAME.to_owned(),
            kind,
            default: Some(self.time),
            ..Parameter::default()
        });
    }

    /// The goal with a placeholder where the time was said.
    fn goal(&self, goal: &str) -> String {
        let half = if self.hour.is_multiple_of(12) { 12 } else { self.hour % 12 };
        let mut forms = Vec::new();
        for hour in [format!("{:02}", self.hour), self.hour.to_string(), half.to_string()] {
            let with_minute = format!("{hour}:{:02}", self.minute);
            for end in [" am", " pm", "am", "pm", " a.m.", " p.m.", ""] {
                forms.push(format!("{with_minute}{end}"));
                if self.minute == 0 {
                    forms.push(format!("{hour}{end}"));
                }
            }
        }
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let lower = goal.to_lowercase();
        for form in forms {
            let found = lower.match_indices(&form).find(|(at, part)| super::is_whole(&lower, *at, part.len()));
            // Lower case may be longer than the text itself, in rare languages.
            if let Some((at, _)) = found
                && let (Some(before), Some(after)) = (goal.get(..at), goal.get(at + form.len()..))
            {
                return format!("{before}{}{after}", placeholder(NAME));
            }
        }
        goal.to_owned()
    }
}
