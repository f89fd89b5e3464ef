//! The gate's verdicts: what may happen at once, what a person is asked first, what is never sent.
//!
//! The gate describes what is about to leave the process as a [`Request`] and calls [`decide`]; the
//! planner reads [`always_asks`]; the reference table is generated from [`rules`]. Everything here is
//! data and pure functions: nobody is asked here, nothing is remembered here, nothing is sent here.
//!
//! Words on a screen are data. They can make a verdict stricter; they are never followed.

mod act;
mod consequence;
mod effect;
mod evidence;
mod facts;
mod fold;
mod gate_words;
mod injection;
mod intent;
mod keys;
mod lexicon;
mod packages;
mod pattern;
mod rule;
mod shell;
#[cfg(test)]
mod tests;
mod text_cache;
mod tool;
mod url;

use action::schema::{Named, of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::evidence::{Conversation, ConversationKind, Evidence, KnownTool, Question, Sight};
use self::facts::Facts;
pub use self::injection::{Addressing, Injection, addresses_agent};
pub use self::lexicon::Hazard;
pub use self::pattern::Pattern;
pub use self::rule::{Rule, rules};
pub use self::text_cache::TextCache;
use action::phone::AgentAction;

/// Who acts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A model, or another program, by the name it is known under.
    Agent(String),
    /// A plan that a person has seen.
    Plan,
    /// A person, with their own hand.
    Person,
}

/// Where it happens. It is written down with the decision; no rule depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// The phone.
    Phone,
    /// The computer that Fingertip runs on.
    Host,
    /// A tool that another program offers.
    Tools,
    /// The desktop in the browser.
    Desktop,
}

/// What is about to happen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action<'a> {
    /// An action on a phone, or on behalf of the one who uses it.
    Phone(&'a AgentAction),
    /// A step of a plan. What it does on the phone in turn passes the gate again.
    Op {
        /// The operation's name, as in `send_message`.
        name: &'a str,
    },
    /// A desktop action by its `type`, as in `window.create`.
    Os(&'a str),
}

/// The element that is touched, or that has the focus. What is not known about it is left empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Target {
    /// Its text, or what it is described as.
    pub label: String,
    /// Its class, as in `android.widget.Button`.
    pub role: String,
    /// Its id, as in `com.example:id/delete`.
    pub resource_id: String,
    /// The package it belongs to, which a dialog of the system does not share with the app in front.
    pub package: String,
}

/// One question to the gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Request<'a> {
    /// Who acts.
    pub who: Actor,
    /// Where.
    pub surface: Surface,
    /// What.
    pub action: Action<'a>,
    /// On which element, when one is known.
    pub target: Option<Target>,
    /// In which app, when one is known: the package in front.
    pub package: Option<&'a str>,
    /// What stands around it, when somebody looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<&'a Evidence>,
}

/// What the gate says, from the mildest to the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It happens.
    Allow,
    /// A person is asked, unless they said yes to everything or to this kind of thing.
    Ask,
    /// A person is asked, whatever they said before.
    AlwaysAsk,
    /// It does not happen.
    Refuse,
}

/// A verdict, with what is needed to explain, log and remember it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The name of the rule it comes from; see [`rules`].
    pub rule: &'static str,
    /// Why, in words for the person who is asked.
    pub reason: String,
    /// What a yes may be remembered as; nothing when this is asked every time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remember: Option<Pattern>,
    /// What it would bring about, where that is what the rule is about.
    #[serde(skip)]
    pub hazard: Option<Hazard>,
    /// Whether a yes to everything covers it: not where a person must look, or name somebody, first.
    #[serde(skip)]
    pub covered_by_yes: bool,
    /// Whether it reaches somebody, costs something or cannot be taken back, as far as can be told: whatever a person
    /// is asked about, and also what sends, calls or submits where nobody has to be asked.
    #[serde(skip)]
    pub outward: bool,
}

/// What becomes of a decision once it is known what the person said before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    /// Go ahead.
    Go,
    /// Ask the person, and wait for the answer.
    AskPerson,
    /// It is not done.
    Refused,
}

impl Decision {
    /// The verdict on running a file that was written in the same task: nobody has read what is in it.
    pub fn runs_unread(path: &str) -> Self {
        Self {
            verdict: Verdict::AlwaysAsk,
            rule: "runs-written",
            reason: format!("{}: it was written in this task and nobody has read it", action::quoted(path)),
            remember: None,
            hazard: None,
            covered_by_yes: false,
            outward: true,
        }
    }

    /// Applies `--yes` and a remembered choice. Neither covers what is always asked, and a remembered
    /// choice counts only where there is something to remember.
    pub fn settle(&self, yes: bool, remembered: bool) -> Settled {
        match self.verdict {
            Verdict::Allow => Settled::Go,
            Verdict::Ask if (yes && self.covered_by_yes) || (remembered && self.remember.is_some()) => Settled::Go,
            Verdict::Ask | Verdict::AlwaysAsk => Settled::AskPerson,
            Verdict::Refuse => Settled::Refused,
        }
    }
}

/// The verdict on a request: that of the strictest rule that fits, the first of them in the table.
pub fn decide(request: &Request<'_>) -> Decision {
    decide_with(request, &TextCache::default())
}

/// The same for one of several things on a screen, whose texts are read once for all of them.
pub fn decide_with(request: &Request<'_>, cache: &TextCache) -> Decision {
    let facts = Facts::of(request, cache);
    let fitting = rules().iter().filter(|rule| rule.binds(&request.who));
    let strictest = fitting
        .filter_map(|rule| rule.evidence(&facts).map(|evidence| (rule, evidence)))
        .reduce(|best, next| if next.0.verdict > best.0.verdict { next } else { best });
    match strictest {
        Some((rule, evidence)) => rule.decision(&evidence, &facts),
        None => Decision {
            verdict: Verdict::Refuse,
            rule: "no-rule",
            reason: "no rule of the gate fits this".to_owned(),
            remember: None,
            hazard: None,
            covered_by_yes: false,
            outward: true,
        },
    }
}

/// Whether an action is a key that sets nothing off: it goes back, home, or moves the focus.
pub fn only_navigates(action: &AgentAction) -> bool {
    matches!(action, AgentAction::Keyevent(_)) && keys::functions(action).is_empty()
}

/// Whether a text tells how many people something goes to: "5 members".
pub fn speaks_of_recipients(text: &str) -> bool {
    let says = gate_words::meanings(&fold::Text::label(text));
    says.has(gate_words::Meaning::Recipients) || says.has(gate_words::Meaning::SendToMany)
}

/// Whether a text asks something.
pub fn asks(text: &str) -> bool {
    consequence::asks(text)
}

/// A text as numbers are looked for in it, with the digits of every script as ASCII's.
pub fn figures(text: &str) -> std::borrow::Cow<'_, str> {
    fold::figures(text)
}

/// Whether a label is that of something which sends.
pub fn speaks_of_sending(text: &str) -> bool {
    gate_words::meanings(&fold::Text::label(text)).has(gate_words::Meaning::Send)
}

/// Whether a label is that of something which calls somebody.
pub fn speaks_of_calls(text: &str) -> bool {
    gate_words::meanings(&fold::Text::label(text)).has(gate_words::Meaning::Call)
}

/// The phone actions that a command for the shell amounts to (`input tap 1 2` is a tap), for each to be judged as
/// what it is. Nothing when there are none. Where they cannot all be told, or would meet a screen that nobody has
/// looked at, the command itself is always asked about.
pub fn touches(command: &str) -> Option<Vec<AgentAction>> {
    let touches = shell::ShellAnalysis::of(command).touches;
    (!touches.is_empty()).then_some(touches)
}

/// The files that a command for the shell writes: whole paths where they can be told, as [`runs_written`] compares them.
pub fn writes(command: &str) -> Vec<String> {
    shell::ShellAnalysis::of(command).writes
}

/// The files that a command for the shell runs, beside Android's own programs.
pub fn runs(command: &str) -> Vec<String> {
    shell::ShellAnalysis::of(command).runs
}

/// The file that a command runs although it was written in this task, if there is one. `written` are the paths that
/// [`writes`] gave for earlier commands, and those of pushed files.
pub fn runs_written(command: &str, written: &[String]) -> Option<String> {
    shell::runs_one_of(&runs(command), written)
}

/// Whether a label offers to take back what was just done, and says nothing else: `Undo`, `Rückgängig`. Words that also
/// refuse, as some languages have them, do not count.
pub fn takes_back(label: &str) -> bool {
    let meanings = gate_words::whole_label(&fold::Text::label(label));
    meanings.has(gate_words::Meaning::Undo) && !meanings.has(gate_words::Meaning::Refuse)
}

/// What a rule, by its name, is about.
pub fn rule_hazard(name: &str) -> Option<Hazard> {
    rules().iter().find(|rule| rule.name == name).and_then(Rule::hazard)
}

/// Whether a plan's operation is confirmed at any confidence, and what makes it so.
pub fn always_asks(op: &str) -> Option<Hazard> {
    act::op_hazard(op)
}

/// The schemas of this crate, in the manner of [`action::schema::named`].
pub fn named() -> &'static [Named] {
    const NAMED: &[Named] =
        &[Named { name: "decision", family: "policy", about: "What the gate says.", schema: of::<Decision> }];
    NAMED
}
