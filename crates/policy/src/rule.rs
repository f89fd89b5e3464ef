//! The rules of the gate: one ordered table.
//!
//! `decide` walks it, and the reference table in the documentation is generated from it. A rule has a name that logs
//! and tests cite, a condition, a verdict and a reason for people. To add a rule, add a row and a test row.

use serde::Serialize;

use super::act::Act;
use super::deed::{Cover, DeedKind};
use super::effect::Effect;
use super::evidence::ConversationKind;
use super::facts::{Facts, Remembers};
use super::headline::{Headline, Kind};
use super::keys::KeyFunction;
use super::lexicon::Hazard;
use super::packages::AppCategory;
use super::url::Opens;
use super::{Actor, Decision, Verdict};
use action::phone::Class;

/// One rule.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rule {
    /// Its name, stable for logs and tests.
    pub name: &'static str,
    /// Its verdict.
    pub verdict: Verdict,
    /// The reason in English, worded for the person who is asked; the planner has it in the other languages.
    pub reason: &'static str,
    #[serde(skip)]
    when: When,
}

/// The condition of a rule: a closed set of questions to the facts.
#[derive(Clone, Copy, Debug)]
enum When {
    /// It contains nothing to send.
    Unsendable,
    /// A person performs it by hand.
    ByPerson,
    /// It is of this kind.
    Is(Act),
    /// It is of this kind, and an approval can be remembered.
    IsKindOf(Act),
    /// It is a plan operation with this hazard.
    OpDoes(Hazard),
    /// The target's text names this hazard.
    TargetSays(Hazard),
    /// The element says yes, in an app where that pays or grants.
    AgreesIn(AppCategory),
    /// The element leads on, in an app where that may pay.
    LeadsOnIn(AppCategory),
    /// The element is known and does not decline, in an app that only grants.
    NotDeclinedIn(AppCategory),
    /// The element is not known, in an app that pays or grants.
    UnknownIn(AppCategory),
    /// Opening the address does this.
    Opens(Opens),
    /// The command does this.
    ShellDoes(Effect),
    /// The tool's name means this hazard.
    ToolSays(Hazard),
    /// The element is a command with this hazard, in any language.
    Commands(Hazard),
    /// The element answers a question about this hazard.
    Answers(Hazard),
    /// The element agrees to a screen about this hazard.
    AgreesToScreen(Hazard),
    /// The element continues an operation with this hazard.
    GoesOnWith(Hazard),
    /// The element answers an unreadable question.
    AnswersUnread,
    /// It sends to a conversation of this kind.
    SendsTo(ConversationKind),
    /// The person asked for such a deed, but with another recipient or subject.
    ConcernsAnother,
    /// It reaches a person whose number an agent, a message or a page brought to the phone.
    ConcernsForeign,
    /// A plan's step, requested by a program, calls or writes to a person.
    PlansToReach,
    /// The person did not ask for such a deed.
    NotAskedFor(DeedKind),
    /// It blocks a person or leaves a group.
    Leaves,
    /// The key has this function, and the person's words do not ask for it.
    KeyDoes(KeyFunction),
    /// It calls an emergency service.
    CallsForHelp,
    /// A step of a plan calls an emergency service.
    PlansEmergencyCall,
    /// The pressed element cannot be seen.
    Unseen {
        /// Selects apps where that could matter, or all others.
        could_matter: bool,
    },
    /// The pressed element has more text than was read.
    Unread,
    /// Words on the screen asked for it.
    Instructed,
    /// The call's arguments have this effect.
    ToolDoes(Effect),
    /// The tool's own program says that it destroys something.
    ToolDestroys,
    /// The tool's description changed since the person allowed it.
    ToolChanged,
}

const fn rule(name: &'static str, when: When, verdict: Verdict, reason: &'static str) -> Rule {
    Rule { name, verdict, reason, when }
}

use Verdict::{Allow, AlwaysAsk, Ask, Refuse};

/// The table. Among rules with the same verdict, the first match provides the name and the reason.
#[rustfmt::skip]
const RULES: &[Rule] = &[
    rule("empty", When::Unsendable, Refuse, "it contains nothing to send"),

    rule("op-resets", When::OpDoes(Hazard::Resets), AlwaysAsk, "erases the phone, which always needs your approval"),
    rule("op-pays", When::OpDoes(Hazard::Pays), AlwaysAsk, "spends money, which always needs your approval"),
    rule("op-deletes", When::OpDoes(Hazard::Deletes), AlwaysAsk, "deletes, overwrites or uninstalls, which always needs your approval"),
    rule("op-installs", When::OpDoes(Hazard::Installs), AlwaysAsk, "installs an app, which always needs your approval"),
    rule("op-changes-security", When::OpDoes(Hazard::ChangesSecurity), AlwaysAsk, "changes who can reach you, which always needs your approval"),
    rule("op-locates", When::OpDoes(Hazard::Locates), AlwaysAsk, "tells others where you are, which always needs your approval"),

    rule("target-resets", When::TargetSays(Hazard::Resets), AlwaysAsk, "resets or erases the phone or its settings, which always needs your approval"),
    rule("target-pays", When::TargetSays(Hazard::Pays), AlwaysAsk, "pays, buys or subscribes, which always needs your approval"),
    rule("target-locates", When::TargetSays(Hazard::Locates), AlwaysAsk, "tells others where you are, which always needs your approval"),
    rule("target-sends-to-many", When::TargetSays(Hazard::SendsToMany), AlwaysAsk, "sends to many people, which always needs your approval"),
    rule("target-deletes", When::TargetSays(Hazard::Deletes), AlwaysAsk, "deletes or uninstalls, which always needs your approval"),
    rule("target-grants", When::TargetSays(Hazard::Grants), AlwaysAsk, "grants a permission, which always needs your approval"),

    rule("target-installs", When::TargetSays(Hazard::Installs), AlwaysAsk, "installs or updates an app, which always needs your approval"),

    rule("granting-app-agrees", When::AgreesIn(AppCategory::Grants), AlwaysAsk, "agrees to a permission, an installation or a removal, which always needs your approval"),
    rule("paying-app-agrees", When::AgreesIn(AppCategory::Pays), AlwaysAsk, "agrees to something in an app that pays, which always needs your approval"),

    rule("answer-resets", When::Answers(Hazard::Resets), AlwaysAsk, "says yes to something that resets or erases the phone or its settings, which always needs your approval"),
    rule("answer-pays", When::Answers(Hazard::Pays), AlwaysAsk, "says yes to something that pays, orders or subscribes, which always needs your approval"),
    rule("answer-locates", When::Answers(Hazard::Locates), AlwaysAsk, "says yes to something that tells others where you are, which always needs your approval"),
    rule("answer-sends-to-many", When::Answers(Hazard::SendsToMany), AlwaysAsk, "says yes to something that sends to many people, which always needs your approval"),
    rule("answer-deletes", When::Answers(Hazard::Deletes), AlwaysAsk, "says yes to something that deletes or overwrites, which always needs your approval"),
    rule("answer-grants", When::Answers(Hazard::Grants), AlwaysAsk, "says yes to something that grants a permission, which always needs your approval"),
    rule("answer-installs", When::Answers(Hazard::Installs), AlwaysAsk, "says yes to something that installs or removes an app, which always needs your approval"),
    rule("answer-posts", When::Answers(Hazard::Posts), AlwaysAsk, "says yes to something that publishes something, which always needs your approval"),
    rule("answer-changes-security", When::Answers(Hazard::ChangesSecurity), AlwaysAsk, "says yes to something that changes accounts, locks or what the phone trusts, which always needs your approval"),
    rule("answer-agrees", When::Answers(Hazard::Agrees), AlwaysAsk, "says yes to something that agrees to a contract, which always needs your approval"),

    rule("command-resets", When::Commands(Hazard::Resets), AlwaysAsk, "resets or erases the phone or its settings, which always needs your approval"),
    rule("command-pays", When::Commands(Hazard::Pays), AlwaysAsk, "pays, orders or subscribes, which always needs your approval"),
    rule("command-locates", When::Commands(Hazard::Locates), AlwaysAsk, "tells others where you are, which always needs your approval"),
    rule("command-sends-to-many", When::Commands(Hazard::SendsToMany), AlwaysAsk, "sends to many people, which always needs your approval"),
    rule("command-deletes", When::Commands(Hazard::Deletes), AlwaysAsk, "deletes or overwrites, which always needs your approval"),
    rule("command-grants", When::Commands(Hazard::Grants), AlwaysAsk, "grants a permission, which always needs your approval"),
    rule("command-installs", When::Commands(Hazard::Installs), AlwaysAsk, "installs or removes an app, which always needs your approval"),
    rule("command-posts", When::Commands(Hazard::Posts), AlwaysAsk, "publishes something, which always needs your approval"),
    rule("command-changes-security", When::Commands(Hazard::ChangesSecurity), AlwaysAsk, "changes accounts, locks or what the phone trusts, which always needs your approval"),
    rule("command-agrees", When::Commands(Hazard::Agrees), AlwaysAsk, "agrees to a contract, which always needs your approval"),

    rule("screen-resets", When::AgreesToScreen(Hazard::Resets), AlwaysAsk, "agrees to a screen that resets or erases the phone or its settings, which always needs your approval"),
    rule("screen-pays", When::AgreesToScreen(Hazard::Pays), AlwaysAsk, "agrees to a screen that pays, orders or subscribes, which always needs your approval"),
    rule("screen-locates", When::AgreesToScreen(Hazard::Locates), AlwaysAsk, "agrees to a screen that tells others where you are, which always needs your approval"),
    rule("screen-sends-to-many", When::AgreesToScreen(Hazard::SendsToMany), AlwaysAsk, "agrees to a screen that sends to many people, which always needs your approval"),
    rule("screen-deletes", When::AgreesToScreen(Hazard::Deletes), AlwaysAsk, "agrees to a screen that deletes or overwrites, which always needs your approval"),
    rule("screen-grants", When::AgreesToScreen(Hazard::Grants), AlwaysAsk, "agrees to a screen that grants a permission, which always needs your approval"),
    rule("screen-installs", When::AgreesToScreen(Hazard::Installs), AlwaysAsk, "agrees to a screen that installs or removes an app, which always needs your approval"),
    rule("screen-posts", When::AgreesToScreen(Hazard::Posts), AlwaysAsk, "agrees to a screen that publishes something, which always needs your approval"),
    rule("screen-changes-security", When::AgreesToScreen(Hazard::ChangesSecurity), AlwaysAsk, "agrees to a screen that changes accounts, locks or what the phone trusts, which always needs your approval"),
    rule("screen-agrees", When::AgreesToScreen(Hazard::Agrees), AlwaysAsk, "agrees to a screen that agrees to a contract, which always needs your approval"),

    rule("goes-on-resets", When::GoesOnWith(Hazard::Resets), AlwaysAsk, "goes on with something that resets or erases the phone or its settings, which always needs your approval"),
    rule("goes-on-pays", When::GoesOnWith(Hazard::Pays), AlwaysAsk, "goes on with something that pays, orders or subscribes, which always needs your approval"),
    rule("goes-on-locates", When::GoesOnWith(Hazard::Locates), AlwaysAsk, "goes on with something that tells others where you are, which always needs your approval"),
    rule("goes-on-sends-to-many", When::GoesOnWith(Hazard::SendsToMany), AlwaysAsk, "goes on with something that sends to many people, which always needs your approval"),
    rule("goes-on-deletes", When::GoesOnWith(Hazard::Deletes), AlwaysAsk, "goes on with something that deletes or overwrites, which always needs your approval"),
    rule("goes-on-grants", When::GoesOnWith(Hazard::Grants), AlwaysAsk, "goes on with something that grants a permission, which always needs your approval"),
    rule("goes-on-installs", When::GoesOnWith(Hazard::Installs), AlwaysAsk, "goes on with something that installs or removes an app, which always needs your approval"),
    rule("goes-on-posts", When::GoesOnWith(Hazard::Posts), AlwaysAsk, "goes on with something that publishes something, which always needs your approval"),
    rule("goes-on-changes-security", When::GoesOnWith(Hazard::ChangesSecurity), AlwaysAsk, "goes on with something that changes accounts, locks or what the phone trusts, which always needs your approval"),
    rule("goes-on-agrees", When::GoesOnWith(Hazard::Agrees), AlwaysAsk, "goes on with something that agrees to a contract, which always needs your approval"),

    rule("sends-to-group", When::SendsTo(ConversationKind::Group), AlwaysAsk, "this conversation has several people in it, and sending to many always needs your approval"),
    rule("unread", When::Unread, AlwaysAsk, "there is more text here than could be read, so it always needs your approval"),
    rule("instructed", When::Instructed, AlwaysAsk, "words on the screen asked for this, not you"),

    rule("url-resets", When::Opens(Opens::Does(Effect::Resets)), AlwaysAsk, "this address can erase the phone, which always needs your approval"),
    rule("url-pays", When::Opens(Opens::Does(Effect::Pays)), AlwaysAsk, "this address fills in a payment or an order, which always needs your approval"),
    rule("url-deletes", When::Opens(Opens::Does(Effect::Deletes)), AlwaysAsk, "this address deletes or uninstalls, which always needs your approval"),
    rule("url-installs", When::Opens(Opens::Does(Effect::Installs)), AlwaysAsk, "this address installs an app, which always needs your approval"),
    rule("url-grants", When::Opens(Opens::Does(Effect::Grants)), AlwaysAsk, "this address grants a permission, which always needs your approval"),
    rule("url-security", When::Opens(Opens::Does(Effect::Security)), AlwaysAsk, "this address changes an account, a password or a protection, which always needs your approval"),
    rule("url-locates", When::Opens(Opens::Does(Effect::Locates)), AlwaysAsk, "this address tells others where you are, which always needs your approval"),
    rule("url-sends", When::Opens(Opens::Does(Effect::Sends)), AlwaysAsk, "this address calls or sends a message, which always needs your approval"),
    rule("url-publishes", When::Opens(Opens::Does(Effect::Publishes)), AlwaysAsk, "this address writes to several people or in public, which always needs your approval"),
    rule("url-restarts", When::Opens(Opens::Does(Effect::Restarts)), AlwaysAsk, "this address restarts or stops a device, which always needs your approval"),
    rule("url-unclear", When::Opens(Opens::Does(Effect::Unclear)), AlwaysAsk, "its text does not show what this address does, so it always needs your approval"),

    rule("shell-resets", When::ShellDoes(Effect::Resets), AlwaysAsk, "this command can erase the phone, which always needs your approval"),
    rule("shell-deletes", When::ShellDoes(Effect::Deletes), AlwaysAsk, "this command deletes, overwrites or uninstalls, which always needs your approval"),
    rule("shell-grants", When::ShellDoes(Effect::Grants), AlwaysAsk, "this command grants a permission or loosens a protection, which always needs your approval"),
    rule("shell-pays", When::ShellDoes(Effect::Pays), AlwaysAsk, "this command starts a payment, which always needs your approval"),
    rule("shell-sends", When::ShellDoes(Effect::Sends), AlwaysAsk, "this command calls or sends a message, which always needs your approval"),
    rule("shell-installs", When::ShellDoes(Effect::Installs), AlwaysAsk, "this command installs an app, which always needs your approval"),
    rule("shell-security", When::ShellDoes(Effect::Security), AlwaysAsk, "this command changes accounts, locks or protections, which always needs your approval"),
    rule("shell-locates", When::ShellDoes(Effect::Locates), AlwaysAsk, "this command tells others where you are, which always needs your approval"),
    rule("shell-publishes", When::ShellDoes(Effect::Publishes), AlwaysAsk, "this command sends to many or in public, which always needs your approval"),
    rule("shell-restarts", When::ShellDoes(Effect::Restarts), AlwaysAsk, "this command restarts or stops the phone or a part of it, which always needs your approval"),
    rule("shell-unclear", When::ShellDoes(Effect::Unclear), AlwaysAsk, "its text does not show what this command does, so it always needs your approval"),

    rule("tool-pays", When::ToolSays(Hazard::Pays), AlwaysAsk, "by its name, this tool spends money, which always needs your approval"),
    rule("tool-deletes", When::ToolSays(Hazard::Deletes), AlwaysAsk, "by its name, this tool deletes, which always needs your approval"),
    rule("tool-grants", When::ToolSays(Hazard::Grants), AlwaysAsk, "by its name, this tool grants something, which always needs your approval"),
    rule("tool-locates", When::ToolSays(Hazard::Locates), AlwaysAsk, "by its name, this tool tells others where you are, which always needs your approval"),
    rule("tool-sends-to-many", When::ToolSays(Hazard::SendsToMany), AlwaysAsk, "by its name, this tool sends to many people, which always needs your approval"),
    rule("tool-resets", When::ToolSays(Hazard::Resets), AlwaysAsk, "by its name, this tool resets something, which always needs your approval"),
    rule("tool-call-pays", When::ToolDoes(Effect::Pays), AlwaysAsk, "by its arguments, this call spends money, which always needs your approval"),
    rule("tool-call-deletes", When::ToolDoes(Effect::Deletes), AlwaysAsk, "by its arguments, this call deletes or overwrites, which always needs your approval"),
    rule("tool-call-resets", When::ToolDoes(Effect::Resets), AlwaysAsk, "by its arguments, this call erases a device, which always needs your approval"),
    rule("tool-call-installs", When::ToolDoes(Effect::Installs), AlwaysAsk, "by its arguments, this call installs something, which always needs your approval"),
    rule("tool-call-grants", When::ToolDoes(Effect::Grants), AlwaysAsk, "by its arguments, this call grants a permission, which always needs your approval"),
    rule("tool-call-security", When::ToolDoes(Effect::Security), AlwaysAsk, "by its arguments, this call changes accounts, locks or protections, which always needs your approval"),
    rule("tool-call-locates", When::ToolDoes(Effect::Locates), AlwaysAsk, "by its arguments, this call tells others where you are, which always needs your approval"),
    rule("tool-call-sends", When::ToolDoes(Effect::Sends), AlwaysAsk, "by its arguments, this call calls or sends a message, which always needs your approval"),
    rule("tool-call-publishes", When::ToolDoes(Effect::Publishes), AlwaysAsk, "by its arguments, this call goes to several people or in public, which always needs your approval"),
    rule("tool-call-restarts", When::ToolDoes(Effect::Restarts), AlwaysAsk, "by its arguments, this call restarts or stops a device, which always needs your approval"),
    rule("tool-call-unclear", When::ToolDoes(Effect::Unclear), AlwaysAsk, "its arguments do not show what this call does, so it always needs your approval"),
    rule("tool-destroys", When::ToolDestroys, AlwaysAsk, "its own program says that this tool destroys or overwrites something, which always needs your approval"),
    rule("op-emergency", When::PlansEmergencyCall, AlwaysAsk, "this calls an emergency service"),

    rule("granting-app-unknown", When::UnknownIn(AppCategory::Grants), Ask, "we cannot see what this would agree to, in an app that grants permissions or installs apps"),
    rule("paying-app-unknown", When::UnknownIn(AppCategory::Pays), Ask, "we cannot see what this would trigger, in an app that can pay"),
    rule("granting-app-other", When::NotDeclinedIn(AppCategory::Grants), Ask, "this may change a permission or an installation"),
    rule("paying-app-leads-on", When::LeadsOnIn(AppCategory::Pays), Ask, "this goes to the next step in an app that can pay"),
    rule("answers-unread", When::AnswersUnread, Ask, "this answers a question that we do not understand"),
    rule("unseen-could-matter", When::Unseen { could_matter: true }, Ask, "we cannot see what this would trigger, in an app where that could matter"),
    rule("unseen", When::Unseen { could_matter: false }, Ask, "we cannot see what this would trigger"),
    rule("conversation-unknown", When::SendsTo(ConversationKind::Unknown), Ask, "the screen does not show whether this conversation is with one person or with many"),
    rule("key-calls", When::KeyDoes(KeyFunction::Calls), Ask, "this key calls somebody or answers a call, and you did not ask for a call"),
    rule("key-ends-call", When::KeyDoes(KeyFunction::EndsCall), Ask, "this key ends or declines a call, or turns the screen off"),
    rule("key-locks", When::KeyDoes(KeyFunction::Locks), Ask, "this key turns the screen off and locks the phone, or switches a device off"),
    rule("key-pairs", When::KeyDoes(KeyFunction::Pairs), Ask, "this key lets another device connect to the phone"),
    rule("reaches-unnamed", When::ConcernsAnother, Ask, "you did not name them"),
    rule("reaches-foreign", When::ConcernsForeign, Ask, "not you but an agent brought this number to the phone, and you have not confirmed it"),
    rule("op-reaches", When::PlansToReach, Ask, "a program, not you, asked for this call or message"),
    rule("sends-unasked", When::NotAskedFor(DeedKind::Sends), Ask, "this sends something, and you did not ask for that"),
    rule("calls-unasked", When::NotAskedFor(DeedKind::Calls), Ask, "this calls somebody, and you did not ask for a call"),
    rule("answers-unasked", When::NotAskedFor(DeedKind::AnswersCall), Ask, "this answers a call, and you did not ask for that"),
    rule("invites-unasked", When::NotAskedFor(DeedKind::Invites), Ask, "this invites people or creates a group, and you did not ask for that"),
    rule("reacts-unasked", When::NotAskedFor(DeedKind::Reacts), Ask, "others see this reaction, and you did not ask for it"),
    rule("contact-unasked", When::NotAskedFor(DeedKind::ChangesContact), Ask, "this changes a contact, and you did not ask for that"),
    rule("setting-unasked", When::NotAskedFor(DeedKind::ChangesSetting), Ask, "this setting can cost money or weaken protection, and you did not ask for it"),
    rule("form-unasked", When::NotAskedFor(DeedKind::SubmitsForm), Ask, "this sends what is filled in to a web site, and you did not ask for that"),
    rule("text-lost", When::NotAskedFor(DeedKind::LosesText), Ask, "this deletes text that you wrote, and you did not ask for that"),
    rule("calls-for-help", When::CallsForHelp, Ask, "this calls an emergency service"),
    rule("leaves", When::Leaves, Ask, "this blocks somebody or leaves a group"),
    rule("url-reaches-out", When::Opens(Opens::Reach), Ask, "this address leads to a call, a message, a shop or a place that another app names"),
    rule("url-acts", When::Opens(Opens::Acts), Ask, "opening this link does something, or the link hides where it leads"),
    rule("url-other", When::Opens(Opens::Other), Ask, "this address opens in its own app, which may do more than show it"),
    rule("shell-touches", When::ShellDoes(Effect::Touches), Ask, "this command touches the screen where the gate cannot see it"),
    rule("shell", When::IsKindOf(Act::Verb(Class::Shell)), Ask, "commands on the phone need your approval the first time"),
    rule("script", When::IsKindOf(Act::Verb(Class::Script)), Ask, "scripts on this computer need your approval the first time"),
    rule("tool-changed", When::ToolChanged, Ask, "you allowed this tool, but its program has changed the description, so it needs your approval again"),
    rule("tool", When::IsKindOf(Act::Verb(Class::Tool)), Ask, "each tool of another program needs your approval the first time"),

    rule("person", When::ByPerson, Allow, "you do this yourself"),
    rule("touch", When::Is(Act::Verb(Class::Touch)), Allow, "touching the screen is allowed unless it pays, deletes, grants or sends to many"),
    rule("slide", When::Is(Act::Verb(Class::Slide)), Allow, "swiping over the screen is allowed"),
    rule("text", When::Is(Act::Verb(Class::Text)), Allow, "writing text is allowed"),
    rule("submit", When::Is(Act::Submit), Allow, "Enter is allowed unless it pays, deletes, grants or sends to many"),
    rule("key", When::Is(Act::Verb(Class::Key)), Allow, "this key is allowed"),
    rule("launch", When::Is(Act::Verb(Class::Launch)), Allow, "opening an app is allowed"),
    rule("web", When::Opens(Opens::Web), Allow, "opening a web page is allowed"),
    rule("inward", When::Is(Act::Verb(Class::Internal)), Allow, "this changes nothing outside the task"),
    rule("op", When::Is(Act::Op), Allow, "this step of a plan is allowed, and its actions on the phone are checked again"),
    rule("desktop", When::Is(Act::Desktop), Allow, "this changes only the desktop, where you can see it"),
];

/// Returns every rule, in the order of evaluation.
pub fn rules() -> &'static [Rule] {
    RULES
}

impl Rule {
    /// Whether the rule applies to this actor. People decide for themselves, but an empty action is refused for every
    /// actor.
    pub(super) fn binds(&self, who: &Actor) -> bool {
        *who != Actor::Person || matches!(self.when, When::Unsendable | When::ByPerson)
    }

    /// Returns a short text that shows why the rule matches, or `None`.
    pub(super) fn evidence(&self, facts: &Facts<'_>) -> Option<String> {
        match self.when {
            When::Unsendable => facts.unsendable(),
            When::ByPerson => facts.by_person().then(|| facts.subject()),
            When::Is(act) | When::IsKindOf(act) => (facts.act == act).then(|| facts.subject()),
            When::OpDoes(hazard) => facts.op_does(hazard),
            When::TargetSays(hazard) => facts.target_says(hazard),
            When::AgreesIn(category) => facts.agrees_in(category),
            When::LeadsOnIn(category) => facts.leads_on_in(category),
            When::NotDeclinedIn(category) => facts.not_declined_in(category),
            When::UnknownIn(category) => facts.unknown_in(category),
            When::Opens(kind) => facts.opens(kind),
            When::ShellDoes(effect) => facts.shell.as_ref().and_then(|analysis| analysis.evidence(effect)),
            When::ToolSays(hazard) => facts.tool_says(hazard),
            When::Commands(hazard) => facts.commands(hazard),
            When::Answers(hazard) => facts.answers(hazard),
            When::AgreesToScreen(hazard) => facts.agrees_to_screen(hazard),
            When::GoesOnWith(hazard) => facts.goes_on_with(hazard),
            When::AnswersUnread => facts.answers_unread(),
            When::SendsTo(kind) => facts.sends_to(kind),
            When::ConcernsAnother => facts.covers(None, Cover::Another),
            When::ConcernsForeign => facts.covers(None, Cover::Foreign).or_else(|| facts.plans_to_reach_foreign()),
            When::PlansToReach => facts.plans_to_reach(),
            When::NotAskedFor(kind) => facts.covers(Some(kind), Cover::NotAsked),
            When::Leaves => facts.leaves(),
            When::KeyDoes(function) => facts.key_does(function),
            When::CallsForHelp => facts.calls_for_help(),
            When::PlansEmergencyCall => facts.plans_emergency_call(),
            When::Unseen { could_matter } => facts.unseen(could_matter),
            When::Unread => facts.unread(),
            When::Instructed => facts.instructed(),
            When::ToolDoes(effect) => facts.tool_does(effect),
            When::ToolDestroys => facts.tool_destroys(),
            When::ToolChanged => facts.tool_changed(),
        }
    }

    /// Builds the decision of this rule.
    pub(super) fn decision(&self, evidence: &str, facts: &Facts<'_>) -> Decision {
        let remember = facts.pattern(match self.when {
            When::IsKindOf(_) | When::ToolChanged => Remembers::Command,
            When::Unseen { could_matter: false } => Remembers::App,
            When::SendsTo(ConversationKind::Unknown) => Remembers::Conversation,
            When::ConcernsAnother
            | When::ConcernsForeign
            | When::PlansToReach
            | When::NotAskedFor(DeedKind::Sends | DeedKind::Calls) => Remembers::Recipient,
            When::Leaves => Remembers::Press,
            _ => Remembers::Nothing,
        });
        // Whatever the question is about, the person also learns that the tool has changed.
        let also = match self.when {
            When::ToolChanged => "",
            _ if facts.tool_changed().is_some() => "; its program has changed the description since you allowed it",
            _ => "",
        };
        Decision {
            verdict: self.verdict,
            rule: self.name,
            reason: match self.when {
                // The question names the step in its own words.
                When::OpDoes(_) => format!("this {}", self.reason),
                _ => format!("{evidence}: {}{also}", self.reason),
            },
            evidence: evidence.to_owned(),
            tool_changed: !also.is_empty(),
            remember,
            hazard: self.hazard(),
            covered_by_yes: self.is_covered_by_yes(),
            outward: self.verdict != Allow || facts.reaches_out(),
            reaches: facts.reaches_somebody(),
            changes_contact: facts.deed_kind() == Some(DeedKind::ChangesContact),
            hazards: Vec::new(),
            headline: if self.verdict == Allow { Headline::default() } else { self.headline(facts) },
        }
    }

    /// The subject of the question to the person.
    fn headline(&self, facts: &Facts<'_>) -> Headline {
        match self.when {
            When::SendsTo(_) => facts.headline(Kind::Group),
            When::ConcernsAnother | When::ConcernsForeign | When::NotAskedFor(_) => {
                facts.deed_kind().map_or_else(Headline::default, |kind| facts.headline(Kind::Deed(kind)))
            }
            When::AgreesIn(AppCategory::Pays) => facts.headline(Kind::Hazard(Hazard::Pays)),
            When::OpDoes(_) | When::ToolSays(_) => Headline::default(),
            _ => self.hazard().map_or_else(Headline::default, |hazard| facts.headline(Kind::Hazard(hazard))),
        }
    }

    /// Whether approving everything covers it.
    fn is_covered_by_yes(&self) -> bool {
        !matches!(
            self.when,
            When::Unseen { .. }
                | When::AnswersUnread
                | When::SendsTo(_)
                | When::ConcernsAnother
                | When::ConcernsForeign
                | When::PlansToReach
                | When::NotAskedFor(_)
                | When::Leaves
                | When::KeyDoes(KeyFunction::Calls | KeyFunction::Pairs)
                | When::CallsForHelp
                | When::NotDeclinedIn(_)
                | When::UnknownIn(_)
                | When::LeadsOnIn(_)
                | When::ToolChanged
        )
    }

    /// Returns the hazard that the rule is about.
    pub(super) fn hazard(&self) -> Option<Hazard> {
        match self.when {
            When::OpDoes(hazard)
            | When::TargetSays(hazard)
            | When::ToolSays(hazard)
            | When::Commands(hazard)
            | When::Answers(hazard)
            | When::AgreesToScreen(hazard)
            | When::GoesOnWith(hazard) => Some(hazard),
            _ => None,
        }
    }

    /// Returns the kind of deed that needs approval by this rule.
    pub(super) fn approved_hazard(&self) -> Option<Hazard> {
        match self.when {
            _ if self.verdict != AlwaysAsk => None,
            When::AgreesIn(AppCategory::Pays) => Some(Hazard::Pays),
            _ => self.hazard(),
        }
    }
}
