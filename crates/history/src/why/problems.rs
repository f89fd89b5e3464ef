//! Collects what went wrong in a run, in order, and the step in which each problem was over.
//!
//! A problem is over when the run shows it: a later reply was read, the refused act was allowed, the dialog is gone,
//! the tool worked. Progress alone ends a problem only where nothing more specific could.

use action::phone::AgentAction;
use agent::{Change, FailureReason, QuestionEntry, RetryOf};
use jiff::Timestamp;

use super::{Cause, Finding};
use crate::run::{Act, Run, RunStep, Screen};

/// Packages whose windows lie over an app and wait for an answer.
const OVER_APPS: &[&str] = &[
    "android",
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
    "com.android.packageinstaller",
    "com.google.android.packageinstaller",
    "com.android.systemui",
];
/// The longest text that is quoted.
const LONGEST: usize = 300;
/// The longest question that is quoted.
const MOST_WORDS: usize = 160;
/// The most problems that are kept; a run of thousands of steps may fail at each.
const MOST: usize = 200;

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Problem {
    pub(super) step: u32,
    at: Option<Timestamp>,
    pub(super) cause: Cause,
    what: String,
    pub(super) over_in: Option<u32>,
    /// What ends it.
    until: Until,
}

/// What ends a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Until {
    /// The next reply that can be carried out.
    Reply,
    /// The same act succeeds: the same verb on the same target.
    Act(String),
    /// Any action that changes the screen.
    Progress,
    /// Another window than this one is in front.
    Leaves(String),
    /// Another layout than that of the window is in front.
    Closes(String),
    /// This app is in front again.
    Back(String),
    /// The tool of this name works.
    Tool(String),
    /// A look at the phone succeeds.
    Look,
    /// The plan's step of this number succeeds.
    PlanStep(u32),
    /// Nothing.
    Never,
}

impl Problem {
    pub(super) fn finding(&self) -> Finding {
        let Self { step, at, cause, what, over_in, .. } = self;
        Finding { step: *step, at: *at, cause: *cause, what: what.clone(), over_in: *over_in }
    }
}

/// Returns everything that went wrong, in order.
pub(super) fn problems(run: &Run) -> Vec<Problem> {
    let mut found = Problems::default();
    for step in &run.steps {
        found.read(step);
    }
    if let Some(outside) = &run.outside {
        // After the last decision, or before the first: the task may have ended there.
        found.read(outside);
    }
    if run.ending.summary().is_none() {
        found.cut_off(run);
    }
    found.list
}

#[derive(Default)]
struct Problems {
    list: Vec<Problem>,
    /// The app that the run works in: the one it opened or touched last.
    app: Option<String>,
    /// The screen that the last step began with, if that step touched nothing.
    untouched: Option<Screen>,
}

impl Problems {
    fn push(&mut self, step: &RunStep, cause: Cause, until: Until, what: impl Into<String>) {
        let known = self.list.iter().any(|one| one.over_in.is_none() && one.cause == cause && one.until == until);
        // The same problem again is the same problem: its first step counts.
        if known || self.list.len() >= MOST {
            return;
        }
        let what: String = what.into();
        let what = shortened(&what, LONGEST);
        self.list.push(Problem { step: step.step, at: step.at, cause, what, over_in: None, until });
    }

    /// Ends every problem that waits for this.
    fn over(&mut self, step: u32, ends: impl Fn(&Problem) -> bool) {
        let open = self.list.iter_mut().filter(|one| one.over_in.is_none() && one.step < step.max(1));
        open.filter(|one| ends(one)).for_each(|one| one.over_in = Some(step));
    }

    fn read(&mut self, step: &RunStep) {
        let number = step.step;
        match step.unreadable() {
            Some(error) => {
                let cause = if step.decisions.last().is_some_and(|said| said.raw.is_empty()) {
                    Cause::ModelFailed
                } else {
                    Cause::UnreadableReply
                };
                self.push(step, cause, Until::Reply, format!("the reply could not be carried out: {error}"));
            }
            None if !step.decisions.is_empty() => self.over(number, |one| one.until == Until::Reply),
            None => {}
        }
        for retry in &step.retries {
            let (cause, until) = match retry.of {
                RetryOf::Connection => (Cause::Disconnected, Until::Look),
                RetryOf::Observation => (Cause::PhoneRefused, Until::Look),
                RetryOf::Prediction => (Cause::ModelFailed, Until::Reply),
                RetryOf::Action => continue,
            };
            self.push(step, cause, until, retry.why.clone());
        }
        if step.before.is_some() && step.retries.is_empty() {
            self.over(number, |one| one.until == Until::Look);
        }
        self.screens(step);
        self.gate(step);
        for act in &step.acts {
            self.act(step, act);
        }
        for result in step.tool_results.iter().filter(|result| !result.person) {
            let until = Until::Tool(result.tool.clone());
            let refused = step.acts.iter().any(|act| {
                let reason = act.failure().map(|failure| failure.reason);
                matches!(reason, Some(FailureReason::Refused | FailureReason::Person | FailureReason::Stopped))
            });
            let is_tool = step.acts.iter().any(|act| runs(&act.action));
            match (result.ok, &result.error) {
                (true, _) => self.over(number, |one| one.until == until),
                (false, Some(error)) if is_tool && !refused => {
                    self.push(step, Cause::ToolFailed, until, format!("`{}` failed: {error}", result.tool));
                }
                _ => {}
            }
        }
        self.step_results(step);
    }

    /// Windows over the app, and other apps than the one that the run works in.
    fn screens(&mut self, step: &RunStep) {
        let Some(screen) = &step.before else { return };
        let touches = step.acts.iter().any(|act| act.intent.is_some());
        let before = std::mem::replace(&mut self.untouched, (!touches).then(|| screen.clone()));
        let Some(app) = &screen.app else { return };
        let number = step.step;
        self.over(number, |one| matches!(&one.until, Until::Closes(layout) if *layout != screen.layout));
        if let Some(before) = before {
            let other = before.app.filter(|before| before != app && !OVER_APPS.contains(&app.as_str()));
            if !before.floating && screen.floating {
                self.came_up(step, &screen.layout, app);
            } else if let Some(other) = other {
                let what = format!("`{app}` came to the front of `{other}` by itself");
                self.push(step, Cause::WrongScreen, Until::Back(other), what);
            }
        }
        // What the mind decided on may have changed while it was thinking: the first act of the step tells.
        let landed = step.acts.first().and_then(|act| act.intent.as_ref()?.screen.as_ref());
        if let Some(landed) = landed.filter(|landed| landed.layout != screen.layout || landed.app != screen.app) {
            let now = landed.app.as_deref().unwrap_or_default();
            if landed.floating && !screen.floating {
                self.came_up(step, &landed.layout, now);
            } else if now != app && !OVER_APPS.contains(&now) {
                let what = format!("`{now}` came to the front of `{app}` while the mind was thinking");
                self.push(step, Cause::WrongScreen, Until::Back(app.clone()), what);
            }
        }
        self.over(number, |one| matches!(&one.until, Until::Leaves(window) if *window != window_of(screen)));
        self.over(number, |one| matches!(&one.until, Until::Back(wanted) if wanted == app));
        let is_over = OVER_APPS.contains(&app.as_str());
        if is_over && self.app.as_ref().is_some_and(|known| known != app) {
            let over = self.app.clone().unwrap_or_default();
            let what = format!("a window of `{app}` lies over `{over}` and waits for an answer");
            self.push(step, Cause::DialogInTheWay, Until::Leaves(window_of(screen)), what);
        } else if !is_over {
            self.app.get_or_insert_with(|| app.clone());
        }
    }

    fn came_up(&mut self, step: &RunStep, layout: &str, app: &str) {
        let what = format!("a window of `{app}` came up by itself and waits for an answer");
        self.push(step, Cause::DialogInTheWay, Until::Closes(layout.to_owned()), what);
    }

    fn gate(&mut self, step: &RunStep) {
        for gate in &step.gate {
            let label = gate.target.as_ref().map(|target| target.label.as_str()).unwrap_or_default();
            let about = deed(&gate.action, label);
            let until = Until::Act(key(&gate.action, label));
            if gate.allowed {
                self.over(step.step, |one| one.until == until);
                continue;
            }
            let (cause, what) = match gate.by.as_str() {
                "person" => (Cause::RefusedByPerson, format!("a person refused {about}: {}", gate.reason)),
                "myself" => (Cause::RefusedByPerson, format!("a person wanted to do it themselves: {about}")),
                "nobody" => (Cause::NobodyAnswered, format!("nobody could be asked about {about}: {}", gate.reason)),
                "timeout" => {
                    (Cause::NobodyAnswered, format!("nobody answered the question about {about}: {}", gate.reason))
                }
                "stopped" => continue,
                _ => {
                    (Cause::RefusedByGate, format!("the gate refused {about}: {} (rule `{}`)", gate.reason, gate.rule))
                }
            };
            // A window that the agent answers is not in its way; that the answer was refused is the problem.
            let windows = self.list.iter_mut().filter(|one| one.cause == Cause::DialogInTheWay);
            windows.filter(|one| one.over_in.is_none()).for_each(|one| one.over_in = Some(step.step));
            self.push(step, cause, until, what);
        }
    }

    fn act(&mut self, step: &RunStep, act: &Act) {
        let Some(effect) = &act.effect else { return };
        let target = act.target().unwrap_or_default();
        let until = Until::Act(key(&act.action, target));
        let about = deed(&act.action, target);
        let Some(failure) = &effect.effect.failure else {
            return self.succeeded(step, act, &about, &until);
        };
        let message = &failure.message;
        let (cause, until) = match failure.reason {
            FailureReason::NoSuchApp => (Cause::MissingApp, until),
            FailureReason::Disconnected | FailureReason::NoAnswer | FailureReason::MaybeSent => {
                (Cause::Disconnected, Until::Progress)
            }
            FailureReason::Tool => (Cause::ToolFailed, Until::Tool(tool(&act.action))),
            FailureReason::TimedOut if runs(&act.action) => (Cause::ToolFailed, Until::Tool(tool(&act.action))),
            FailureReason::NotAvailable => (Cause::ToolFailed, Until::Tool(tool(&act.action))),
            FailureReason::TimedOut => (Cause::NobodyAnswered, Until::Progress),
            FailureReason::NoChange => (Cause::NoEffect, Until::Progress),
            FailureReason::Middleware => (Cause::RefusedByGate, until),
            FailureReason::Person if step.gate.iter().any(|gate| !gate.allowed) => return,
            FailureReason::Person if message.contains("answer") => (Cause::NobodyAnswered, Until::Progress),
            FailureReason::Person => (Cause::RefusedByPerson, until),
            // The gate's own entry says more.
            FailureReason::Refused if step.gate.iter().any(|gate| !gate.allowed) => return,
            FailureReason::Refused => (Cause::RefusedByGate, until),
            FailureReason::Invalid => (Cause::UnreadableReply, Until::Reply),
            // Nothing was sent, and the mind decided again.
            FailureReason::Stopped | FailureReason::Moved => return,
            FailureReason::Phone | FailureReason::InputForbidden | FailureReason::Text | FailureReason::Protected => {
                (Cause::PhoneRefused, until)
            }
        };
        self.push(step, cause, until, format!("{about} failed: {message}"));
    }

    fn succeeded(&mut self, step: &RunStep, act: &Act, about: &str, until: &Until) {
        let Some(effect) = &act.effect else { return };
        self.over(step.step, |one| one.until == *until);
        let number = step.step;
        match effect.effect.change {
            Change::Changed => self.over(number, |one| one.until == Until::Progress),
            Change::Unchanged if act.action.verb().shows && !opens(&act.action) => {
                self.push(step, Cause::NoEffect, Until::Progress, format!("{about} changed nothing on the screen"));
            }
            Change::Unchanged | Change::Unknown => {}
        }
        let now = effect
            .seen
            .as_ref()
            .and_then(|seen| seen.screen.app.as_deref())
            .or(step.after.as_ref().and_then(|after| after.app.as_deref()));
        let Some(now) = now else { return };
        let opens = matches!(act.action, AgentAction::LaunchApp(_) | AgentAction::OpenApp(_) | AgentAction::OpenUrl(_));
        let navigates =
            matches!(act.action, AgentAction::Keyevent(_) | AgentAction::KeyCombination(_) | AgentAction::Shell(_));
        let from = act
            .intent
            .as_ref()
            .and_then(|intent| intent.screen.as_ref()?.app.clone())
            .or(step.before.as_ref().and_then(|before| before.app.clone()));
        if opens || navigates {
            if !OVER_APPS.contains(&now) {
                self.app = Some(now.to_owned());
            }
            return;
        }
        // A touch in one app that opens another: meant or not, the run left the app that it worked in.
        let Some(from) = from.filter(|from| from != now) else { return };
        if OVER_APPS.contains(&now) || OVER_APPS.contains(&from.as_str()) || is_launcher(&from) {
            if is_launcher(&from) {
                self.app = Some(now.to_owned());
            }
            return;
        }
        let what = format!("{about} in `{from}` led to `{now}`");
        self.push(step, Cause::WrongScreen, Until::Back(from), what);
    }

    fn step_results(&mut self, step: &RunStep) {
        for entry in &step.step_results {
            let result = &entry.result;
            let until = Until::PlanStep(result.step);
            if result.code == "ok" {
                self.over(step.step, |one| one.until == until);
                continue;
            }
            let cause = match result.code.as_str() {
                "app_not_installed" | "no_clock" | "no_calendar" | "no_camera" | "no_browser" | "no_player"
                | "no_map" | "no_notes_app" | "no_contacts_app" | "no_paying_app" | "no_app_for_address" => {
                    Cause::MissingApp
                }
                "app_crashed" => Cause::DialogInTheWay,
                "refused" | "permission_denied" => {
                    let before = self.list.iter().rev().find(|one| one.over_in.is_none());
                    let refusal = before.map(|one| one.cause);
                    match refusal {
                        Some(Cause::RefusedByPerson | Cause::NobodyAnswered | Cause::RefusedByGate) => continue,
                        _ => Cause::RefusedByPerson,
                    }
                }
                _ => Cause::StepFailed,
            };
            let what = format!("`{}` ended with `{}`: {}", result.op, result.code, result.message);
            self.push(step, cause, until, what);
        }
    }

    /// A run without an end: it was killed after its last entry.
    fn cut_off(&mut self, run: &Run) {
        let Some(step) = run.steps.last().or(run.outside.as_deref()) else { return };
        let open = step.acts.iter().find(|act| act.effect.is_none());
        let what = match open {
            _ if run.open_question().is_some() => {
                let asked = run.open_question().map(question_words).unwrap_or_default();
                format!("the process ended while it asked {asked}")
            }
            Some(act) => format!(
                "the process ended while it was to {}, and nothing says whether that was done",
                deed(&act.action, act.target().unwrap_or_default())
            ),
            None if step.decisions.is_empty() => "the process ended while the mind was to decide".to_owned(),
            None => "the process ended after the last action had been done".to_owned(),
        };
        self.push(step, Cause::Killed, Until::Never, what);
    }
}

/// A question as it is quoted: its words, or what an older record says about it.
pub(super) fn question_words(asked: &QuestionEntry) -> String {
    let words = asked.words.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.is_empty() {
        true => format!("whether {} is allowed", asked.action.name()),
        false => format!("“{}”", shortened(&words, MOST_WORDS)),
    }
}

/// Keeps the beginning of a text, up to the end of a word.
fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let cut = text.get(..text.floor_char_boundary(most)).unwrap_or_default();
    let end = cut.rfind(char::is_whitespace).filter(|end| *end > most / 2).unwrap_or(cut.len());
    format!("{}…", cut.get(..end).unwrap_or_default().trim_end())
}

/// An action in words: the verb, and what it was done to. A package is named as people know it, if they do.
fn deed(action: &AgentAction, target: &str) -> String {
    let verb = action.name().replace('_', " ");
    let app = match action {
        AgentAction::LaunchApp(_) => agent::app_name(target),
        _ => None,
    };
    match (app, target) {
        (Some(app), _) => format!("{verb} {app}"),
        (None, "") => verb,
        (None, target) => format!("{verb} `{target}`"),
    }
}

/// The window of a screen: its package and activity.
fn window_of(screen: &Screen) -> String {
    format!("{} {}", screen.app.as_deref().unwrap_or_default(), screen.activity.as_deref().unwrap_or_default())
}

/// What makes two actions the same: the verb and its target.
fn key(action: &AgentAction, target: &str) -> String {
    format!("{} {target}", action.name())
}

/// Whether the action opens an app: one that is in front already changes nothing, and all is well.
fn opens(action: &AgentAction) -> bool {
    matches!(action, AgentAction::OpenApp(_) | AgentAction::LaunchApp(_))
}

/// Whether an action runs another program.
fn runs(action: &AgentAction) -> bool {
    matches!(action, AgentAction::McpCall(_) | AgentAction::RunScript(_) | AgentAction::Shell(_))
}

/// The name under which the result of an action is recorded.
fn tool(action: &AgentAction) -> String {
    match action {
        AgentAction::McpCall(verb) => verb.tool.clone(),
        action => action.name().to_owned(),
    }
}

/// Whether a package is a home screen, from which every press opens another app.
fn is_launcher(package: &str) -> bool {
    package.contains("launcher") || package.ends_with(".home")
}
