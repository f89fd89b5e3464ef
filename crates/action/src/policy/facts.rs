//! What is known about a request, worked out once, before any rule looks at it.
//!
//! Called by `decide` and read by the rules' conditions. It states; it does not judge.

use super::act::{Act, act};
use super::effect::Effect;
use super::fold::Text;
use super::lexicon::{Hazard, lexicon};
use super::packages::{self, Trade};
use super::shell::Reading;
use super::url::{Opens, opens};
use super::{Action, Actor, Pattern, Request, Target, tool};
use crate::finding::quoted;
use crate::phone::{AgentAction, Class, limits};

/// A request, read.
pub(super) struct Facts<'r> {
    request: &'r Request<'r>,
    /// What sort of thing it is.
    pub(super) act: Act,
    /// The texts of the target that say what it does: label and id.
    texts: Vec<Text>,
    /// Whether the target declines or leads back.
    declines: bool,
    /// The command, when it is one.
    pub(super) shell: Option<Reading>,
}

impl<'r> Facts<'r> {
    /// Reads a request.
    pub(super) fn of(request: &'r Request<'r>) -> Self {
        let shell = match request.action {
            Action::Phone(AgentAction::Shell(verb)) => Some(Reading::of(&verb.command)),
            _ => None,
        };
        let texts = request.target.as_ref().map_or_else(Vec::new, texts);
        // Asked before `Don't allow` is cut out as harmless.
        let declines = texts.iter().any(|text| text.says(&lexicon().declines));
        let texts = texts.into_iter().map(|text| text.without(&lexicon().harmless)).collect();
        Self { request, act: act(request.action), texts, declines, shell }
    }

    /// Whether a person does it with their own hand.
    pub(super) fn by_person(&self) -> bool {
        self.request.who == Actor::Person
    }

    /// Why it cannot be sent at all, if so.
    pub(super) fn unsendable(&self) -> Option<String> {
        match self.request.action {
            Action::Phone(action) => limits::sendable(action).err().map(|refused| refused.to_string()),
            Action::Op { name } => name.trim().is_empty().then(|| "a step without an operation".to_owned()),
            Action::Os(name) => name.trim().is_empty().then(|| "a desktop action without a type".to_owned()),
        }
    }

    /// The element, when what is done to it means `hazard`.
    pub(super) fn target_says(&self, hazard: Hazard) -> Option<String> {
        // A keyboard's `Delete` takes back a letter.
        if self.request.target.as_ref().is_some_and(|target| packages::only_types(&target.package)) {
            return None;
        }
        let means = match self.act {
            Act::Verb(Class::Touch | Class::Text) | Act::Submit | Act::Op => self.says(lexicon().hazard(hazard)),
            // A finger that scrolls may start on any button; only `Slide to pay` is meant.
            Act::Verb(Class::Slide) => self.says(lexicon().hazard(hazard)) && self.says(&lexicon().slides),
            _ => false,
        };
        means.then(|| self.element())
    }

    /// The element, when it is touched in an app of that trade and says yes to what the app is about.
    pub(super) fn agrees_in(&self, trade: Trade) -> Option<String> {
        let words = lexicon();
        let agrees = self.says(&words.firm)
            || (trade == Trade::Grants && (self.says(&words.onward) || self.says(&words.sets_up)));
        (self.reaches_screen() && agrees && self.is_in(trade)).then(|| self.element())
    }

    /// The element, when it leads on in an app of that trade.
    pub(super) fn leads_on_in(&self, trade: Trade) -> Option<String> {
        (self.reaches_screen() && self.says(&lexicon().onward) && self.is_in(trade)).then(|| self.element())
    }

    /// The element, when it is known, in an app of that trade, and does not plainly decline.
    pub(super) fn not_declined_in(&self, trade: Trade) -> Option<String> {
        let touched = self.act == Act::Verb(Class::Touch) && !self.texts.iter().all(Text::is_empty);
        (touched && !self.declines && self.is_in(trade)).then(|| self.element())
    }

    /// The app, when something is done in it, of that trade, to an element nobody knows.
    pub(super) fn unknown_in(&self, trade: Trade) -> Option<String> {
        // Enter acts on the form around a field, which is not known either.
        let known = !self.texts.iter().all(Text::is_empty)
            || (self.act != Act::Submit && self.request.target.as_ref().is_some_and(only_takes_text));
        (self.reaches_screen() && !known && self.is_in(trade)).then(|| self.app())
    }

    /// The address, when opening it does that.
    pub(super) fn opens(&self, kind: Opens) -> Option<String> {
        match self.request.action {
            Action::Phone(AgentAction::OpenUrl(verb)) => (opens(&verb.url) == kind).then(|| quoted(&verb.url)),
            _ => None,
        }
    }

    /// The operation, when it is on the always-ask list for `hazard`.
    pub(super) fn op_does(&self, hazard: Hazard) -> Option<String> {
        match self.request.action {
            Action::Op { name } => (super::always_asks(name) == Some(hazard)).then(|| quoted(name)),
            _ => None,
        }
    }

    /// The tool, when its name means `hazard`.
    pub(super) fn tool_says(&self, hazard: Hazard) -> Option<String> {
        match self.request.action {
            Action::Phone(AgentAction::McpCall(verb)) => {
                let name = Text::identifier(&verb.tool).without(&lexicon().harmless);
                name.says(lexicon().hazard(hazard)).then(|| quoted(&verb.tool))
            }
            _ => None,
        }
    }

    /// What the tool is given, when the call does `effect` by it.
    pub(super) fn tool_does(&self, effect: Effect) -> Option<String> {
        match self.request.action {
            Action::Phone(AgentAction::McpCall(verb)) => {
                let found = tool::effects(&verb.tool, &verb.args, None).into_iter().find(|(found, _)| *found == effect);
                found.map(|(_, what)| format!("{} with {}", quoted(&verb.tool), quoted(&what)))
            }
            _ => None,
        }
    }

    /// What the action is about, in a few words.
    pub(super) fn subject(&self) -> String {
        match self.request.action {
            Action::Op { name } => quoted(name),
            Action::Os(name) => quoted(name),
            Action::Phone(action) => match action {
                AgentAction::Shell(verb) => quoted(&verb.command),
                AgentAction::RunScript(verb) => quoted(&verb.script),
                AgentAction::McpCall(verb) => quoted(&verb.tool),
                AgentAction::OpenUrl(verb) => quoted(&verb.url),
                AgentAction::LaunchApp(verb) => quoted(&verb.package_name),
                AgentAction::OpenApp(verb) => quoted(&verb.name),
                other => quoted(other.name()),
            },
        }
    }

    /// What a yes to this would be remembered as.
    pub(super) fn pattern(&self) -> Option<Pattern> {
        match self.request.action {
            Action::Phone(AgentAction::Shell(_)) => {
                self.shell.as_ref().and_then(|reading| reading.start.clone()).map(Pattern::Shell)
            }
            Action::Phone(AgentAction::RunScript(verb)) => Some(Pattern::Script(verb.script.clone())),
            Action::Phone(AgentAction::McpCall(verb)) => Some(Pattern::Tool(verb.tool.clone())),
            _ => None,
        }
    }

    /// Whether it acts on whatever is under the finger or has the focus.
    fn reaches_screen(&self) -> bool {
        matches!(self.act, Act::Verb(Class::Touch | Class::Text) | Act::Submit)
    }

    fn says(&self, phrases: &[super::fold::Phrase]) -> bool {
        self.texts.iter().any(|text| text.says(phrases))
    }

    fn packages(&self) -> impl Iterator<Item = &str> {
        let own = self.request.target.as_ref().map(|target| target.package.as_str());
        own.into_iter().chain(self.request.package)
    }

    fn is_in(&self, trade: Trade) -> bool {
        self.packages().any(|package| packages::is_of(trade, package))
    }

    /// `` `Pay now` in `com.example.shop` ``
    fn element(&self) -> String {
        let named = self.request.target.as_ref().map(|target| {
            let name = if target.label.trim().is_empty() { &target.resource_id } else { &target.label };
            quoted(name)
        });
        let app = self.packages().find(|package| !package.is_empty());
        match (named, app) {
            (Some(name), Some(app)) => format!("{name} in {}", quoted(app)),
            (Some(name), None) => name,
            (None, _) => self.app(),
        }
    }

    fn app(&self) -> String {
        let app = self.packages().find(|package| !package.is_empty()).unwrap_or_default();
        format!("an unknown element in {}", quoted(app))
    }
}

/// What a target says about itself.
fn texts(target: &Target) -> Vec<Text> {
    // A field's label is what somebody wrote in it.
    if only_takes_text(target) {
        return Vec::new();
    }
    vec![Text::label(&target.label), Text::identifier(&target.resource_id)]
}

/// Whether the element is a field, which does nothing by being touched or filled.
fn only_takes_text(target: &Target) -> bool {
    const FIELDS: [&str; 6] = ["edittext", "autocompletetextview", "textfield", "text field", "textarea", "textbox"];
    let role = target.role.to_ascii_lowercase();
    FIELDS.iter().any(|field| role.ends_with(field))
}
