//! The gate's verdicts as rows: the request, the expected verdict, and the rule.

mod addresses;
mod around;
mod calls;
mod commands;
mod elsewhere;
mod files;
mod keys;
mod labels;
mod laws;
mod screen;
mod shell;
mod touches;

use std::sync::Arc;

use super::{Action, Actor, Decision, Evidence, Grounding, KnownTool, Request, Surface, Target, Verdict, decide};
use action::phone::{AgentAction, KeyCombination, LaunchApp, McpCall, OpenApp, OpenUrl, RunScript, Shell, sample};

/// An owned version of the action.
#[derive(Clone, Debug)]
enum What {
    Phone(AgentAction),
    Op(&'static str),
    Os(&'static str),
}

/// A request under construction.
#[derive(Clone, Debug)]
struct Case {
    who: Actor,
    what: What,
    target: Option<Target>,
    package: Option<String>,
    evidence: Option<Evidence>,
}

impl Case {
    fn new(what: What) -> Self {
        Self { who: Actor::Agent("test".to_owned()), what, target: None, package: None, evidence: None }
    }

    fn phone(action: AgentAction) -> Self {
        Self::new(What::Phone(action))
    }

    fn by(mut self, who: Actor) -> Self {
        self.who = who;
        self
    }

    fn on(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    fn label(mut self, label: &str) -> Self {
        self.target.get_or_insert_default().label = label.to_owned();
        self
    }

    fn id(mut self, id: &str) -> Self {
        self.target.get_or_insert_default().resource_id = id.to_owned();
        self
    }

    fn role(mut self, role: &str) -> Self {
        self.target.get_or_insert_default().role = role.to_owned();
        self
    }

    fn of(mut self, package: &str) -> Self {
        self.target.get_or_insert_default().package = package.to_owned();
        self
    }

    fn within(mut self, package: &str) -> Self {
        self.package = Some(package.to_owned());
        self
    }

    fn decide(&self) -> Decision {
        decide(&Request {
            who: self.who.clone(),
            surface: Surface::Phone,
            action: match &self.what {
                What::Phone(action) => Action::Phone(action),
                What::Op(name) => Action::Op { name },
                What::Os(name) => Action::Os(name),
            },
            target: self.target.clone(),
            package: self.package.as_deref(),
            evidence: self.evidence.as_ref(),
        })
    }
}

/// The person's words, for the evidence.
fn words(said: &str) -> Option<Arc<Grounding>> {
    Some(Arc::new(Grounding::of(said)))
}

/// A tap on an unknown target, for a person who said this.
fn asked(said: &str) -> Case {
    let mut case = tap();
    case.evidence.get_or_insert_default().grounding = words(said);
    case
}

/// Returns the sample of a verb.
fn verb(name: &str) -> Case {
    Case::phone(sample(name).unwrap())
}

/// A tap on an unknown target.
fn tap() -> Case {
    verb("tap")
}

fn key(name: &str) -> Case {
    Case::phone(AgentAction::key(name))
}

fn keys(names: &[&str]) -> Case {
    let keys = names.iter().map(|&name| name.to_owned()).collect();
    Case::phone(AgentAction::KeyCombination(KeyCombination { keys, reason: None }))
}

fn text(text: &str) -> Case {
    Case::phone(AgentAction::text(text))
}

fn url(url: &str) -> Case {
    Case::phone(AgentAction::OpenUrl(OpenUrl { url: url.to_owned(), reason: None }))
}

fn launch(package: &str) -> Case {
    Case::phone(AgentAction::LaunchApp(LaunchApp { package_name: package.to_owned(), reason: None }))
}

fn open(name: &str) -> Case {
    Case::phone(AgentAction::OpenApp(OpenApp { name: name.to_owned(), reason: None }))
}

fn shell(command: &str) -> Case {
    Case::phone(AgentAction::Shell(Shell { command: command.to_owned(), reason: None }))
}

fn script(script: &str) -> Case {
    let timeout_sec = RunScript::default_timeout();
    Case::phone(AgentAction::RunScript(RunScript { script: script.to_owned(), timeout_sec, reason: None }))
}

fn tool(tool: &str) -> Case {
    let (args, timeout_sec) = (serde_json::Map::new(), McpCall::default_timeout());
    Case::phone(AgentAction::McpCall(McpCall { tool: tool.to_owned(), args, timeout_sec, reason: None }))
}

/// A tool with a known description; its fingerprint is `f00d`.
fn known(name: &str, known: KnownTool) -> Case {
    let mut case = tool(name);
    let known = KnownTool { name: name.to_owned(), fingerprint: "f00d".to_owned(), ..known };
    case.evidence = Some(Evidence { tool: Some(known), ..Evidence::default() });
    case
}

fn op(name: &'static str) -> Case {
    Case::new(What::Op(name))
}

fn os(name: &'static str) -> Case {
    Case::new(What::Os(name))
}

/// Checks every row and reports all failures.
fn check<'r>(rows: impl IntoIterator<Item = (Case, Verdict, &'r str)>) {
    let mut wrong = Vec::new();
    for (case, verdict, rule) in rows {
        let got = case.decide();
        let named = super::rules().iter().any(|known| known.name == rule && known.verdict == verdict);
        if (got.verdict, got.rule) != (verdict, rule) || !named || got.reason.is_empty() {
            wrong.push(format!("{case:?}\n  wanted {verdict:?} by {rule}\n  got {got:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}
