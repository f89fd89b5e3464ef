//! The gate's verdicts: which actions run at once, which need approval, and which are never sent.
//!
//! The gate describes the pending action as a [`Request`] and calls [`decide`]. The planner calls [`always_asks`], and
//! the reference table is generated from [`rules`]. The crate contains only data and pure functions: it asks no person,
//! remembers nothing and sends nothing.
//!
//! Words on a screen are data. They can make a verdict stricter; they are never followed.
//!
//! The modules:
//!
//! - `rule`, `facts`: the table of rules, and the questions that it asks about a request
//! - `grounding`: turns the person's words into a typed statement of what they asked for
//! - `deed`: the outward deed that a press amounts to, and whether that statement covers it
//! - `agreed`: the deed that a person's yes covers
//! - `consequence`, `gate_words`: read labels, questions and screens in every language
//! - `costly`: the settings that cost money or weaken protection
//! - `headline`: the heading of the gate's question, in plain words

mod act;
mod agreed;
mod consequence;
mod costly;
mod deed;
mod effect;
mod evidence;
mod facts;
mod fold;
mod gate_words;
mod grounding;
mod headline;
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

pub use self::agreed::{Agreed, Press};
pub use self::evidence::{Conversation, ConversationKind, Evidence, KnownTool, Question, Sight};
use self::facts::Facts;
pub use self::grounding::Grounding;
pub use self::headline::{Headline, HeadlineParts};
pub use self::injection::{Addressing, Injection, addresses_agent};
pub use self::lexicon::Hazard;
pub use self::pattern::Pattern;
pub use self::rule::{Rule, rules};
pub use self::text_cache::TextCache;
use action::phone::AgentAction;

/// The actor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A model or another program, by its name.
    Agent(String),
    /// A plan that a person has seen.
    Plan,
    /// A person, by hand.
    Person,
}

/// The place of the action. It is logged with the decision; no rule depends on it.
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

/// The action that is about to run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action<'a> {
    /// An action on a phone, or on behalf of its user.
    Phone(&'a AgentAction),
    /// A step of a plan. Its actions on the phone pass the gate again.
    Op {
        /// The operation's name, as in `send_message`.
        name: &'a str,
    },
    /// A desktop action by its `type`, as in `window.create`.
    Os(&'a str),
}

/// The element that is touched or has the focus. Unknown fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Target {
    /// Its text or content description.
    pub label: String,
    /// Its class, as in `android.widget.Button`.
    pub role: String,
    /// Its id, as in `com.example:id/delete`.
    pub resource_id: String,
    /// Its package, which for a system dialog differs from that of the app in front.
    pub package: String,
}

/// One question to the gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Request<'a> {
    /// The actor.
    pub who: Actor,
    /// The place.
    pub surface: Surface,
    /// The action.
    pub action: Action<'a>,
    /// The target element, if known.
    pub target: Option<Target>,
    /// The package in front, if known.
    pub package: Option<&'a str>,
    /// The evidence around the target, if the caller looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<&'a Evidence>,
}

/// The gate's verdict, from the mildest to the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Run it.
    Allow,
    /// Ask a person, unless they approved everything or this kind of action.
    Ask,
    /// Ask a person, whatever they approved before.
    AlwaysAsk,
    /// Do not run it.
    Refuse,
}

/// A verdict, with the data to explain, log and remember it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The name of the rule that decided; see [`rules`].
    pub rule: &'static str,
    /// The reason, worded in English for the person who is asked.
    pub reason: String,
    /// What the reason is about, for wording it in another language: an element, a name, a command.
    #[serde(skip)]
    pub evidence: String,
    /// Whether the tool's program has changed its description since the person allowed it.
    #[serde(skip)]
    pub tool_changed: bool,
    /// The pattern under which an approval may be remembered; absent if it is asked every time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remember: Option<Pattern>,
    /// The hazard that the rule is about, if any.
    #[serde(skip)]
    pub hazard: Option<Hazard>,
    /// Whether approving everything covers it; false if a person must first look, or name the recipient.
    #[serde(skip)]
    pub covered_by_yes: bool,
    /// Whether it reaches a person, costs money or cannot be undone, as far as is known: every action that needs
    /// approval, and also allowed actions that send, call or submit.
    #[serde(skip)]
    pub outward: bool,
    /// Whether it calls or writes to a person.
    #[serde(skip)]
    pub reaches: bool,
    /// Whether it saves a contact.
    #[serde(skip)]
    pub changes_contact: bool,
    /// Every kind of deed for which it needs approval, not only the one that the rule is about.
    #[serde(skip)]
    pub hazards: Vec<Hazard>,
    /// The consequence, for the heading of the question.
    #[serde(skip)]
    pub headline: Headline,
}

/// The result of a decision, given the person's earlier approvals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    /// Go ahead.
    Go,
    /// Ask the person, and wait for the answer.
    AskPerson,
    /// Refuse the action.
    Refused,
}

impl Decision {
    /// The verdict on running a file that was written in the same task: no person has read its content.
    pub fn runs_unread(path: &str) -> Self {
        Self {
            verdict: Verdict::AlwaysAsk,
            rule: "runs-written",
            reason: format!("{}: it was written in this task and nobody has read it", action::in_quotes(path)),
            evidence: action::in_quotes(path),
            tool_changed: false,
            remember: None,
            hazard: None,
            covered_by_yes: false,
            outward: true,
            reaches: false,
            changes_contact: false,
            hazards: Vec::new(),
            headline: Headline::default(),
        }
    }

    /// Applies `--yes` and a remembered choice. Neither covers an action that always needs approval, and a remembered
    /// choice counts only if the decision has a pattern to remember.
    pub fn settle(&self, yes: bool, remembered: bool) -> Settled {
        match self.verdict {
            Verdict::Allow => Settled::Go,
            Verdict::Ask if (yes && self.covered_by_yes) || (remembered && self.remember.is_some()) => Settled::Go,
            Verdict::Ask | Verdict::AlwaysAsk => Settled::AskPerson,
            Verdict::Refuse => Settled::Refused,
        }
    }
}

/// Decides a request. The strictest rule that matches wins; among equals, the first in the table.
pub fn decide(request: &Request<'_>) -> Decision {
    decide_with(request, &TextCache::default())
}

/// Like [`decide`], for one of several elements on a screen. The cache reads their shared texts once.
pub fn decide_with(request: &Request<'_>, cache: &TextCache) -> Decision {
    let facts = Facts::of(request, cache);
    let fitting = rules().iter().filter(|rule| rule.binds(&request.who));
    let mut hazards = Vec::new();
    let strictest = fitting
        .filter_map(|rule| rule.evidence(&facts).map(|evidence| (rule, evidence)))
        .inspect(|(rule, _)| hazards.extend(rule.approved_hazard()))
        .reduce(|best, next| if next.0.verdict > best.0.verdict { next } else { best });
    hazards.dedup();
    match strictest {
        Some((rule, evidence)) => Decision { hazards, ..rule.decision(&evidence, &facts) },
        None => Decision {
            verdict: Verdict::Refuse,
            rule: "no-rule",
            reason: "no rule of the gate matches this".to_owned(),
            evidence: String::new(),
            tool_changed: false,
            remember: None,
            hazard: None,
            covered_by_yes: false,
            outward: true,
            reaches: false,
            changes_contact: false,
            hazards,
            headline: Headline::default(),
        },
    }
}

/// Whether an action is a key that triggers nothing: it goes back, home, or moves the focus.
pub fn only_navigates(action: &AgentAction) -> bool {
    matches!(action, AgentAction::Keyevent(_)) && keys::functions(action).is_empty() && !keys::deletes_text(action)
}

/// Whether a text says how many people something goes to: "5 members".
pub fn speaks_of_recipients(text: &str) -> bool {
    let says = gate_words::meanings(&fold::Text::label(text));
    says.has(gate_words::Meaning::Recipients) || says.has(gate_words::Meaning::SendToMany)
}

/// Whether a text asks a question.
pub fn asks(text: &str) -> bool {
    consequence::asks(text)
}

/// Returns a text prepared for number searches, with the digits of every script as ASCII digits.
pub fn figures(text: &str) -> std::borrow::Cow<'_, str> {
    fold::figures(text)
}

/// Whether a label belongs to an element that sends.
pub fn speaks_of_sending(text: &str) -> bool {
    gate_words::meanings(&fold::Text::label(text)).has(gate_words::Meaning::Send)
}

/// Whether a label belongs to an element that makes a call.
pub fn speaks_of_calls(text: &str) -> bool {
    gate_words::meanings(&fold::Text::label(text)).has(gate_words::Meaning::Call)
}

/// Whether a label deletes or discards something.
pub fn speaks_of_deleting(label: &str) -> bool {
    fold::Text::label(label).says(lexicon::lexicon().hazard(Hazard::Deletes))
}

/// Whether a package is a messenger, a mail app or a social network.
pub fn is_messenger(package: &str) -> bool {
    packages::is_of(packages::AppCategory::Messages, package)
}

/// Whether a label, or a resource id if there is no label, says `Send` and little more: pressed, it sends.
pub fn is_bare_send(label: &str, resource_id: &str) -> bool {
    deed::is_bare_send(label, resource_id)
}

/// Whether a label on a web page submits a form.
pub fn speaks_of_submitting(label: &str) -> bool {
    deed::speaks_of_submitting(label)
}

/// Whether a resource id belongs to an element that makes a call.
pub fn speaks_of_calls_in_name(resource_id: &str) -> bool {
    gate_words::identifier(&fold::Text::identifier(resource_id)).has(gate_words::Meaning::Call)
}

/// Returns the name in the label of an element that calls: `Call Mom` names Mom, `Call` and `Video call` name no
/// person.
pub fn named_in_call_label(label: &str) -> Option<String> {
    const LONGEST: usize = 64;
    if label.len() > LONGEST || !speaks_of_calls(label) {
        return None;
    }
    let named = |word: &&str| !speaks_of_calls(word) && !lexicon::is_everyday(word);
    let rest: Vec<&str> = label.split_whitespace().filter(named).collect();
    (!rest.is_empty()).then(|| rest.join(" "))
}

/// Whether a text is about contacts: the title of a form for one.
pub fn speaks_of_contacts(text: &str) -> bool {
    grounding::is_about_contacts(text)
}

/// Whether a key deletes text in the focused field.
pub fn deletes_text(action: &AgentAction) -> bool {
    keys::deletes_text(action)
}

/// Whether keys select all text in the focused field.
pub fn selects_all(action: &AgentAction) -> bool {
    keys::selects_all(action)
}

/// Whether a label selects all text: `Select all`.
pub fn says_select_all(label: &str) -> bool {
    keys::says_select_all(label)
}

/// Whether a label or resource id belongs to an element that attaches, records or picks something for a conversation.
pub fn speaks_of_attaching(text: &str) -> bool {
    let words = &lexicon::lexicon().attaches;
    fold::Text::label(text).says(words) || fold::Text::identifier(text).says(words)
}

/// Returns the phone actions that a shell command amounts to (`input tap 1 2` is a tap), so that each is judged as
/// itself. Returns `None` if there are none. If they cannot all be determined, or would reach a screen that has not
/// been looked at, the command itself always needs approval.
pub fn touches(command: &str) -> Option<Vec<AgentAction>> {
    let touches = shell::ShellAnalysis::of(command).touches;
    (!touches.is_empty()).then_some(touches)
}

/// Returns the files that a shell command writes: full paths where they are known, in the form that [`runs_written`]
/// compares.
pub fn writes(command: &str) -> Vec<String> {
    shell::ShellAnalysis::of(command).writes
}

/// Returns the files that a shell command runs, other than Android's own programs.
pub fn runs(command: &str) -> Vec<String> {
    shell::ShellAnalysis::of(command).runs
}

/// Returns a file that the command runs although this task wrote it. `written` holds the paths that [`writes`] returned
/// for earlier commands, and the paths of pushed files.
pub fn runs_written(command: &str, written: &[String]) -> Option<String> {
    shell::runs_one_of(&runs(command), written)
}

/// Whether a label only offers to undo the last action: `Undo`, `Rückgängig`. Words that also refuse, as in some
/// languages, do not count.
pub fn takes_back(label: &str) -> bool {
    let meanings = gate_words::whole_label(&fold::Text::label(label));
    meanings.has(gate_words::Meaning::Undo) && !meanings.has(gate_words::Meaning::Refuse)
}

/// Returns the hazard of the rule with this name.
pub fn rule_hazard(name: &str) -> Option<Hazard> {
    rules().iter().find(|rule| rule.name == name).and_then(Rule::hazard)
}

/// Returns the hazard for which a plan operation always needs approval, at any confidence.
pub fn always_asks(op: &str) -> Option<Hazard> {
    act::op_hazard(op)
}

/// The schemas of this crate, in the form of [`action::schema::named`].
pub fn named() -> &'static [Named] {
    const NAMED: &[Named] =
        &[Named { name: "decision", family: "policy", about: "The gate's decision.", schema: of::<Decision> }];
    NAMED
}
