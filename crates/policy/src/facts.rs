//! The facts about a request, computed once before any rule runs.
//!
//! `decide` builds them, and the rules' conditions read them. This module states facts; the rules judge them.

use std::rc::Rc;
use std::sync::LazyLock;

use super::act::{Act, act};
use super::consequence::Consequences;
use super::consequence::label_facts::{PLACE_IDS, has_token};
use super::costly;
use super::deed::{self, Cover, Deed, DeedKind};
use super::effect::Effect;
use super::evidence::{ConversationKind, Evidence, KnownTool, Sight};
use super::fold::Text;
use super::grounding::Grounding;
use super::headline::{Headline, Kind};
use super::keys::{self, KeyFunction};
use super::lexicon::{Hazard, List, lexicon};
use super::packages::{self, AppCategory};
use super::shell::ShellAnalysis;
use super::text_cache::{AnalyzedText, TextCache};
use super::url::{Opens, opens};
use super::{Action, Actor, Pattern, Request, Target, tool};
use action::in_quotes;
use action::phone::{AgentAction, Class, limits};

/// An analysed request.
pub(super) struct Facts<'r> {
    request: &'r Request<'r>,
    /// The kind of the request.
    pub(super) act: Act,
    /// The texts that describe the target's function: label and id.
    texts: Vec<Rc<AnalyzedText>>,
    /// Whether the target declines or leads back.
    declines: bool,
    /// The functions of the pressed keys, whatever has the focus.
    keys: Vec<KeyFunction>,
    /// The analysed command, for a shell request.
    pub(super) shell: Option<ShellAnalysis>,
    evidence: &'r Evidence,
    consequences: Consequences<'r>,
    /// The outward deed that it amounts to.
    deed: Option<Deed>,
}

/// The evidence if the caller did not look.
static NO_EVIDENCE: Evidence = Evidence {
    pressed: false,
    toggles: false,
    button: false,
    few: false,
    parts: Vec::new(),
    question: None,
    screen: Vec::new(),
    unread: false,
    screen_unread: false,
    sight: Sight::NotLooked,
    led_by: Vec::new(),
    conversation: None,
    number: None,
    instructed_by: None,
    recipients: Vec::new(),
    attaching: false,
    attached: None,
    dials: false,
    on: false,
    keypad: false,
    contact_form: None,
    contact_fields: Vec::new(),
    web_form: false,
    loses: None,
    of_program: false,
    grounding: None,
    tool: None,
};

impl<'r> Facts<'r> {
    /// Analyses a request.
    pub(super) fn of(request: &'r Request<'r>, cache: &TextCache) -> Self {
        let shell = match request.action {
            Action::Phone(AgentAction::Shell(verb)) => Some(ShellAnalysis::of(&verb.command)),
            _ => None,
        };
        let evidence = request.evidence.unwrap_or(&NO_EVIDENCE);
        cache.on_screen(&evidence.screen);
        let mut texts = request.target.as_ref().map_or_else(Vec::new, |target| texts(target, cache));
        // A list row's first text is its name; the rest is its content.
        if let (Some(first), false) = (evidence.parts.first(), texts.is_empty()) {
            texts[0] = cache.label(first);
        }
        // Checked before `Don't allow` is removed as harmless.
        let declines = texts.iter().any(|said| said.text().says(&lexicon().declines));
        let act = match act(request.action) {
            Act::Verb(Class::Slide) if evidence.pressed => Act::Verb(Class::Touch),
            act => act,
        };
        let is_field = request.target.as_ref().is_some_and(only_takes_text);
        let consequences = Consequences::of(evidence, request.target.as_ref(), is_field, act == Act::Submit, cache);
        let keys = match request.action {
            Action::Phone(action) => keys::functions(action),
            Action::Op { .. } | Action::Os(_) => Vec::new(),
        };
        let mut facts = Self { request, act, texts, declines, keys, shell, evidence, consequences, deed: None };
        facts.deed = facts.find_deed();
        facts
    }

    /// Whether the request triggers something: a pressed element, or the form with the focus.
    fn presses(&self) -> bool {
        matches!(self.act, Act::Verb(Class::Touch) | Act::Submit)
    }

    /// Returns the element if it is pressed and the condition holds.
    fn pressed_and(&self, holds: bool) -> Option<String> {
        (self.presses() && holds && !self.is_keyboard() && !self.is_plainly_harmless()).then(|| self.element())
    }

    /// Returns the element if it is a command with this hazard, in any language.
    pub(super) fn commands(&self, hazard: Hazard) -> Option<String> {
        self.pressed_and(self.consequences.commands(hazard))
    }

    /// Returns the element if it answers a question about this hazard.
    pub(super) fn answers(&self, hazard: Hazard) -> Option<String> {
        self.pressed_and(self.consequences.answers(hazard)).map(|element| self.in_question(&element))
    }

    /// Returns the element if it agrees to a screen about this hazard.
    pub(super) fn agrees_to_screen(&self, hazard: Hazard) -> Option<String> {
        self.pressed_and(self.consequences.agrees_to_screen(hazard))
    }

    /// Returns the element if it continues an operation with this hazard.
    pub(super) fn goes_on_with(&self, hazard: Hazard) -> Option<String> {
        self.pressed_and(self.consequences.goes_on_with(hazard))
    }

    /// Returns the element if it answers an unreadable question.
    pub(super) fn answers_unread(&self) -> Option<String> {
        self.pressed_and(self.consequences.answers_unread()).map(|element| self.in_question(&element))
    }

    /// Returns the conversation of this kind that the request sends to.
    pub(super) fn sends_to(&self, kind: ConversationKind) -> Option<String> {
        let conversation = self.evidence.conversation.as_ref().filter(|conversation| conversation.kind == kind)?;
        let messenger = kind != ConversationKind::Unknown || self.is_in(AppCategory::Messages);
        let sends = (self.act == Act::Submit && self.may_write()) || self.consequences.sends();
        // A recipient addressed by name or number is one person, whatever the title says.
        let addressed = kind == ConversationKind::Unknown
            && (self.evidence.recipients.len() == 1 || self.covers(Some(DeedKind::Sends), Cover::Covered).is_some());
        self.pressed_and(sends && messenger && !addressed)
            .map(|_| format!("sending to {}", in_quotes(&conversation.title)))
    }

    /// Returns the people that an outward deed concerns, if the person's words cover it in this way.
    pub(super) fn covers(&self, kind: Option<DeedKind>, cover: Cover) -> Option<String> {
        let deed = self.deed.as_ref().filter(|deed| kind.is_none_or(|kind| deed.kind == kind))?;
        // Without the person's words nothing is asked for.
        static NOTHING: LazyLock<Grounding> = LazyLock::new(Grounding::default);
        let words = self.evidence.grounding.as_deref().unwrap_or(&NOTHING);
        (deed.cover(words, self.evidence) == cover).then(|| deed.subject().unwrap_or_else(|| self.element()))
    }

    /// Whether it calls or writes to a person.
    pub(super) fn reaches_somebody(&self) -> bool {
        self.deed.as_ref().is_some_and(|deed| matches!(deed.kind, DeedKind::Sends | DeedKind::Calls))
    }

    /// Returns the outward deed that the request amounts to.
    fn find_deed(&self) -> Option<Deed> {
        let app = self.packages().find(|package| !package.is_empty()).map(str::to_owned);
        let deed = |kind, about| Some(Deed { kind, about, app: app.clone() });
        if let Some(text) = &self.evidence.loses {
            return deed(DeedKind::LosesText, vec![text.clone()]);
        }
        let recipients = || deed::recipients(self.evidence);
        if self.key_calls() {
            // An incoming-call screen shows the caller as an ordinary text.
            let shown = self.evidence.screen.iter().filter(|text| keys::is_number(text)).cloned();
            let numbers: Vec<String> = self.evidence.number.clone().into_iter().chain(shown).collect();
            let kind = if self.consequences.shows_call() { DeedKind::AnswersCall } else { DeedKind::Calls };
            // Without a number, the rules about keys judge it.
            return deed(kind, numbers).filter(|deed| !deed.about.is_empty());
        }
        let does = &self.consequences;
        if !self.presses() || self.is_keyboard() || does.refuses() {
            return None;
        }
        let label = || self.request.target.as_ref().map(|target| target.label.clone()).into_iter();
        if does.answers_call() {
            return deed(DeedKind::AnswersCall, recipients());
        }
        let dials = self.evidence.dials && (self.act != Act::Submit || self.is_field());
        if does.calls() || dials {
            return deed(DeedKind::Calls, recipients());
        }
        if self.is_contacts() && does.rearranges_contacts() {
            return deed(DeedKind::ChangesContact, Vec::new());
        }
        let messenger = self.is_in(AppCategory::Messages);
        let target = self.request.target.as_ref();
        let bare = target.is_some_and(|target| deed::is_bare_send(&target.label, &target.resource_id));
        let asked = does.asks_to_send();
        let submits_text = self.act == Act::Submit && self.may_write() && self.evidence.conversation.is_some();
        if (does.sends() || submits_text) && (asked || deed::has_something_to_send(self.evidence, messenger))
            || (bare && (messenger || does.sends()))
            || (self.evidence.attaching && !does.only_leads_back())
        {
            return deed(DeedKind::Sends, recipients());
        }
        if let Some(form) = self.evidence.contact_form.as_ref().filter(|_| does.saves() || self.act == Act::Submit) {
            return deed(DeedKind::ChangesContact, form.clone());
        }
        if does.invites() {
            return deed(DeedKind::Invites, recipients());
        }
        if does.reacts() {
            return deed(DeedKind::Reacts, recipients());
        }
        let name = label().next().unwrap_or_default();
        let clock = self.packages().any(|package| package.contains("clock"));
        let accounts = does.offers_accounts() && self.packages().any(|package| package == "com.google.android.gms");
        let settings = self.is_in(AppCategory::Settings);
        let tunnel = self.packages().any(|package| package.contains("vpn"));
        let ends_tunnel = tunnel && !self.is_field() && costly::ends_tunnel(&name);
        if ends_tunnel || does.changes_costly_setting(&name, settings, accounts, clock) {
            let heading = self.evidence.screen.iter().take(1).cloned();
            return deed(DeedKind::ChangesSetting, label().chain(self.evidence.parts.clone()).chain(heading).collect());
        }
        if self.evidence.web_form && !does.searches() {
            return deed(DeedKind::SubmitsForm, Vec::new());
        }
        None
    }

    fn is_contacts(&self) -> bool {
        self.packages().any(|package| package.split('.').any(|part| part == "contacts"))
    }

    /// Whether the focus is, or may be, in a field.
    fn may_write(&self) -> bool {
        self.request.target.is_none() || self.is_field()
    }

    fn is_field(&self) -> bool {
        self.request.target.as_ref().is_some_and(only_takes_text)
    }

    /// Whether a key is pressed that makes or answers a call.
    fn key_calls(&self) -> bool {
        self.keys.iter().any(|function| match function {
            KeyFunction::Calls => true,
            KeyFunction::CallsOrPlays => self.consequences.shows_call(),
            KeyFunction::Submits | KeyFunction::EndsCall | KeyFunction::Locks | KeyFunction::Pairs => false,
        })
    }

    /// Returns the key if it has this function and the person did not ask for it.
    pub(super) fn key_does(&self, function: KeyFunction) -> Option<String> {
        let does = match function {
            KeyFunction::Calls => self.key_calls(),
            function => self.keys.contains(&function),
        };
        let asks_for = match function {
            KeyFunction::Calls | KeyFunction::EndsCall => keys::speaks_of_telephone,
            KeyFunction::Locks => keys::speaks_of_locking,
            _ => |_: &str| false,
        };
        let covered = does && self.evidence.grounding.as_deref().is_some_and(|words| asks_for(words.said()));
        (does && !covered).then(|| self.subject())
    }

    /// Whether the request sends, calls, submits or may start something that does, even where the person's words cover
    /// it.
    pub(super) fn reaches_out(&self) -> bool {
        use Class::{Script, Shell, Tool};
        let sends = self.consequences.sends() || self.consequences.calls();
        self.act == Act::Submit
            || self.deed.is_some()
            || self.pressed_and(sends).is_some()
            || matches!(self.act, Act::Op | Act::Verb(Shell | Script | Tool))
    }

    /// Returns the element if it blocks a person or leaves a group.
    pub(super) fn leaves(&self) -> Option<String> {
        self.pressed_and(self.consequences.leaves())
    }

    /// Returns the element if it calls an emergency service.
    pub(super) fn calls_for_help(&self) -> Option<String> {
        self.pressed_and(self.consequences.calls_for_help())
    }

    /// Returns the person that a plan's step reaches, if a program asked for the step.
    pub(super) fn plans_to_reach(&self) -> Option<String> {
        let reaches = matches!(self.request.action, Action::Op { name } if super::act::op_reaches(name));
        (reaches && self.evidence.of_program).then(|| self.people())
    }

    /// Returns the person that a plan's step reaches, if their number is unconfirmed.
    pub(super) fn plans_to_reach_foreign(&self) -> Option<String> {
        let reaches = matches!(self.request.action, Action::Op { name } if super::act::op_reaches(name));
        let words = self.evidence.grounding.as_deref().filter(|_| reaches)?;
        self.evidence.recipients.iter().any(|person| words.knows_as_foreign(person)).then(|| self.people())
    }

    fn people(&self) -> String {
        let named: Vec<String> = self.evidence.recipients.iter().map(|name| in_quotes(name)).collect();
        if named.is_empty() { self.subject() } else { named.join(", ") }
    }

    /// Returns the plan step if it calls an emergency service.
    pub(super) fn plans_emergency_call(&self) -> Option<String> {
        match self.request.action {
            Action::Op { name } if super::act::is_emergency(name) => Some(in_quotes(name)),
            _ => None,
        }
    }

    /// Returns the app if an unseen element is pressed in it; `could_matter` selects apps where that could matter, or
    /// all others.
    pub(super) fn unseen(&self, could_matter: bool) -> Option<String> {
        let categories =
            [AppCategory::Pays, AppCategory::Grants, AppCategory::Messages, AppCategory::Settings, AppCategory::Shops];
        let matters = categories.into_iter().any(|category| self.is_in(category));
        self.pressed_and(self.consequences.unseen() && matters == could_matter).map(|_| unknown())
    }

    /// Returns the element if not all of its text was read.
    pub(super) fn unread(&self) -> Option<String> {
        self.pressed_and(self.consequences.unread())
    }

    /// Returns the words on the screen that asked for this action.
    pub(super) fn instructed(&self) -> Option<String> {
        let acts = self.presses() || !self.keys.is_empty() || {
            use Class::{Launch, Script, Shell, Text, Tool, Url};
            matches!(self.act, Act::Verb(Text | Launch | Url | Shell | Script | Tool))
        };
        self.evidence.instructed_by.as_deref().filter(|_| acts).map(in_quotes)
    }

    /// Whether the element's position shows that its words are not a command: removing a letter, resetting a stopwatch,
    /// opening an app by its name.
    fn is_plainly_harmless(&self) -> bool {
        let Some(target) = &self.request.target else { return false };
        let label = target.label.trim();
        let timer = self.is_in(AppCategory::Clock)
            && (target.resource_id.contains("timer_setup") || !self.says(lexicon().hazard(Hazard::Deletes)));
        let icon = self.is_in(AppCategory::Launcher) && label.split_whitespace().nth(1).is_some();
        label.eq_ignore_ascii_case("backspace")
            || (self.evidence.keypad && self.says(lexicon().hazard(Hazard::Deletes)))
            || (timer && self.evidence.question.as_ref().is_none_or(|question| !question.dialog))
            || icon
    }

    fn is_keyboard(&self) -> bool {
        self.request.target.as_ref().is_some_and(|target| packages::only_types(&target.package))
    }

    /// `` `OK` in `com.example`, asked “Delete 12 photos?” ``
    fn in_question(&self, element: &str) -> String {
        let asked = self.evidence.question.as_ref().map(|question| question.texts.join(" "));
        match asked.filter(|asked| !asked.trim().is_empty()) {
            Some(asked) => format!("{element}, asked {}", in_quotes(asked.trim())),
            None => element.to_owned(),
        }
    }

    /// Whether a person performs the action themselves.
    pub(super) fn by_person(&self) -> bool {
        self.request.who == Actor::Person
    }

    /// Returns the reason if the action cannot be sent at all.
    pub(super) fn unsendable(&self) -> Option<String> {
        match self.request.action {
            Action::Phone(action) => limits::sendable(action).err().map(|refused| refused.to_string()),
            Action::Op { name } => name.trim().is_empty().then(|| "a step without an operation".to_owned()),
            Action::Os(name) => name.trim().is_empty().then(|| "a desktop action without a type".to_owned()),
        }
    }

    /// Returns the element if acting on it means `hazard`.
    pub(super) fn target_says(&self, hazard: Hazard) -> Option<String> {
        // A keyboard's `Delete` removes a letter, and so does `backspace` anywhere.
        if self.is_keyboard() || self.is_plainly_harmless() {
            return None;
        }
        let means = match self.act {
            Act::Verb(Class::Touch | Class::Text) | Act::Submit | Act::Op => self.says(lexicon().hazard(hazard)),
            // A scroll may start on any button; only `Slide to pay` counts.
            Act::Verb(Class::Slide) => self.says(lexicon().hazard(hazard)) && self.says(&lexicon().slides),
            _ => false,
        };
        means.then(|| self.element())
    }

    /// Returns the touched element if it says yes to the app's purpose, in an app of that category.
    pub(super) fn agrees_in(&self, category: AppCategory) -> Option<String> {
        let words = lexicon();
        let agrees = self.says(&words.firm)
            || (category == AppCategory::Grants && (self.says(&words.onward) || self.says(&words.sets_up)));
        (self.reaches_screen() && agrees && self.is_in(category)).then(|| self.element())
    }

    /// Returns the element if it leads on, in an app of that category.
    pub(super) fn leads_on_in(&self, category: AppCategory) -> Option<String> {
        (self.reaches_screen() && self.says(&lexicon().onward) && self.is_in(category)).then(|| self.element())
    }

    /// Returns the element if it is known and does not plainly decline, in an app of that category.
    pub(super) fn not_declined_in(&self, category: AppCategory) -> Option<String> {
        let touched = self.act == Act::Verb(Class::Touch) && self.is_named();
        (touched && !self.declines && self.is_in(category)).then(|| self.element())
    }

    /// Returns the app of that category if the request acts on an unknown element in it.
    pub(super) fn unknown_in(&self, category: AppCategory) -> Option<String> {
        // Enter acts on the form around a field, which is unknown too, unless it only searches.
        let searches = |target: &Target| {
            let id = target.resource_id.rsplit('/').next().unwrap_or_default();
            id.contains("search") || id.contains("query")
        };
        let known = self.request.target.as_ref().is_some_and(|target| only_takes_text(target) && searches(target))
            || self.is_named()
            || (self.act != Act::Submit && self.request.target.as_ref().is_some_and(only_takes_text));
        (self.reaches_screen() && !known && self.is_in(category)).then(unknown)
    }

    /// Returns the address if opening it has this effect.
    pub(super) fn opens(&self, kind: Opens) -> Option<String> {
        match self.request.action {
            Action::Phone(AgentAction::OpenUrl(verb)) => (opens(&verb.url) == kind).then(|| in_quotes(&verb.url)),
            _ => None,
        }
    }

    /// Returns the operation if it always needs approval for `hazard`.
    pub(super) fn op_does(&self, hazard: Hazard) -> Option<String> {
        match self.request.action {
            Action::Op { name } => (super::always_asks(name) == Some(hazard)).then(|| in_quotes(name)),
            _ => None,
        }
    }

    /// Returns the tool if its name means `hazard`.
    pub(super) fn tool_says(&self, hazard: Hazard) -> Option<String> {
        match self.request.action {
            Action::Phone(AgentAction::McpCall(verb)) => {
                let own = self.tool().map_or(&verb.tool, |tool| &tool.name);
                let name = Text::identifier(own).without(&lexicon().harmless);
                name.says(lexicon().hazard(hazard)).then(|| in_quotes(&verb.tool))
            }
            _ => None,
        }
    }

    /// Returns the argument that gives the call this `effect`.
    pub(super) fn tool_does(&self, effect: Effect) -> Option<String> {
        match self.request.action {
            Action::Phone(AgentAction::McpCall(verb)) => {
                let known = self.evidence.tool.as_ref();
                let (name, about) = known.map_or((&verb.tool, None), |tool| (&tool.name, Some(&*tool.description)));
                let found = tool::effects(name, &verb.args, about).into_iter().find(|(found, _)| *found == effect);
                found.map(|(_, what)| format!("{} with {}", in_quotes(&verb.tool), in_quotes(&what)))
            }
            _ => None,
        }
    }

    /// Returns the tool if its own program says that it destroys something.
    pub(super) fn tool_destroys(&self) -> Option<String> {
        self.tool().filter(|tool| tool.destroys).map(|_| self.subject())
    }

    /// Returns the tool if its description changed since the person allowed it.
    pub(super) fn tool_changed(&self) -> Option<String> {
        self.tool().filter(|tool| tool.changed).map(|_| self.subject())
    }

    fn tool(&self) -> Option<&KnownTool> {
        let called = matches!(self.request.action, Action::Phone(AgentAction::McpCall(_)));
        self.evidence.tool.as_ref().filter(|_| called)
    }

    /// Describes the subject of the action in a few words.
    pub(super) fn subject(&self) -> String {
        match self.request.action {
            Action::Op { name } => in_quotes(name),
            Action::Os(name) => in_quotes(name),
            Action::Phone(action) => match action {
                AgentAction::Shell(verb) => in_quotes(&verb.command),
                AgentAction::RunScript(verb) => in_quotes(&verb.script),
                AgentAction::McpCall(verb) => in_quotes(&verb.tool),
                AgentAction::OpenUrl(verb) => in_quotes(&verb.url),
                AgentAction::LaunchApp(verb) => in_quotes(&verb.package_name),
                AgentAction::OpenApp(verb) => in_quotes(&verb.name),
                AgentAction::Keyevent(verb) => in_quotes(&verb.keycode),
                AgentAction::KeyCombination(verb) => in_quotes(&verb.keys.join("+")),
                other => in_quotes(other.name()),
            },
        }
    }

    /// Returns the kind of outward deed that it amounts to.
    pub(super) fn deed_kind(&self) -> Option<DeedKind> {
        self.deed.as_ref().map(|deed| deed.kind)
    }

    /// Returns the heading of a question about it.
    pub(super) fn headline(&self, kind: Kind) -> Headline {
        let label = self.request.target.as_ref().map_or("", |target| target.label.as_str());
        let about = self.deed.as_ref().filter(|_| !matches!(kind, Kind::Hazard(_))).map_or(&[][..], |deed| &deed.about);
        Headline::of(kind, about, label, self.evidence)
    }

    /// Returns the pattern under which an approval would be remembered.
    pub(super) fn pattern(&self, remembers: Remembers) -> Option<Pattern> {
        let app = || self.packages().find(|package| !package.is_empty()).unwrap_or_default().to_owned();
        match remembers {
            Remembers::Nothing => return None,
            // Without a known app there is no pattern to remember.
            Remembers::App => return Some(app()).filter(|app| !app.is_empty()).map(Pattern::Unseen),
            Remembers::Conversation => {
                let conversation = self.evidence.conversation.as_ref()?;
                return Some(Pattern::Conversation(format!("{} in {}", conversation.title, app())));
            }
            Remembers::Recipient => {
                if let (Act::Op, [person, ..]) = (self.act, self.evidence.recipients.as_slice()) {
                    return Some(Pattern::Recipient(person.clone()));
                }
                let deed = self.deed.as_ref()?;
                let reaches = matches!(deed.kind, DeedKind::Sends | DeedKind::Calls);
                return deed
                    .about
                    .first()
                    .filter(|_| reaches && deed.about.len() == 1)
                    .cloned()
                    .map(Pattern::Recipient);
            }
            Remembers::Press => {
                let label =
                    self.request.target.as_ref().map(|target| target.label.trim()).filter(|label| !label.is_empty())?;
                return Some(Pattern::Press(format!("{label} in {}", app())));
            }
            Remembers::Command => {}
        }
        match self.request.action {
            Action::Phone(AgentAction::Shell(_)) => {
                self.shell.as_ref().and_then(|analysis| analysis.start.clone()).map(Pattern::Shell)
            }
            Action::Phone(AgentAction::RunScript(verb)) => Some(Pattern::Script(verb.script.clone())),
            Action::Phone(AgentAction::McpCall(verb)) => {
                let fingerprint = self.tool().map_or("", |tool| &tool.fingerprint);
                Some(Pattern::tool(&verb.tool, fingerprint))
            }
            _ => None,
        }
    }

    /// Whether the action reaches the element under the finger or in focus.
    fn reaches_screen(&self) -> bool {
        matches!(self.act, Act::Verb(Class::Touch | Class::Text) | Act::Submit)
    }

    fn says(&self, list: &List) -> bool {
        self.texts.iter().any(|said| said.plain().says(list))
    }

    /// Whether the target has a label, role or id.
    fn is_named(&self) -> bool {
        !self.texts.iter().all(|said| said.plain().is_empty())
    }

    fn packages(&self) -> impl Iterator<Item = &str> {
        let own = self.request.target.as_ref().map(|target| target.package.as_str());
        own.into_iter().chain(self.request.package)
    }

    fn is_in(&self, category: AppCategory) -> bool {
        self.packages().any(|package| packages::is_of(category, package))
    }

    /// The element's name. The question itself tells the app.
    fn element(&self) -> String {
        let target = self.request.target.as_ref();
        target.map_or_else(unknown, |target| {
            let name = if target.label.trim().is_empty() { &target.resource_id } else { &target.label };
            in_quotes(name)
        })
    }
}

fn unknown() -> String {
    "an unknown element".to_owned()
}

/// The form in which an approval of a rule may be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remembers {
    /// Never: ask every time.
    Nothing,
    /// The command, script or tool.
    Command,
    /// The app with the unseen element.
    App,
    /// The conversation.
    Conversation,
    /// The number or address.
    Recipient,
    /// The element.
    Press,
}

/// Returns the target's own texts.
fn texts(target: &Target, cache: &TextCache) -> Vec<Rc<AnalyzedText>> {
    // A field's label is typed text.
    if only_takes_text(target) {
        return Vec::new();
    }
    let label = cache.label(&target.label);
    // `Deleted` leads to a page, whatever the program calls its button.
    let name = cache.name(&target.resource_id);
    let place = !label.text().is_empty() && has_token(name.text(), &PLACE_IDS);
    match label.is_plainly_harmless() || place {
        true => vec![label],
        false => vec![label, name],
    }
}

/// Whether the element is a text field, which does nothing when touched or filled.
fn only_takes_text(target: &Target) -> bool {
    const FIELDS: [&str; 6] = ["edittext", "autocompletetextview", "textfield", "text field", "textarea", "textbox"];
    let role = target.role.to_ascii_lowercase();
    FIELDS.iter().any(|field| role.ends_with(field))
}
