//! One judgement: gathers the evidence for everything an action would touch, and returns the strictest verdict.
//!
//! `pipeline::judged` looks, calls this module and asks the person; `policy` holds the rules. Nothing here waits, looks
//! or remembers, so its cost can be measured (`benches/judgement.rs`).

use action::phone::{AgentAction, Reaches};
use device::Tree;
use policy::{
    self, Action, Actor, Conversation, Decision, Evidence, KnownTool, Press, Question, Request, Surface, Target,
    TextCache, decide_with,
};

use crate::evidence::{JudgedScreen, Touched, Trail};

/// The situation in which an action is about to happen.
pub(crate) struct Situation<'s> {
    /// Who acts.
    pub(crate) actor: &'s str,
    /// The package in front.
    pub(crate) package: Option<&'s str>,
    /// The screen's elements, if they matter.
    pub(crate) tree: Option<&'s Tree>,
    pub(crate) screen: (u32, u32),
    pub(crate) trail: &'s Trail,
    /// Whether a keyboard may be shown.
    pub(crate) keyboard: bool,
    /// The tool about to be called.
    pub(crate) tool: Option<KnownTool>,
}

/// A judged action.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) target: Option<Target>,
    pub(crate) package: Option<String>,
    pub(crate) decision: Decision,
    /// The question that pressing the element answers.
    pub(crate) question: Option<Question>,
    /// The conversation that was open.
    pub(crate) conversation: Option<Conversation>,
    /// The tool, as it was judged.
    pub(crate) tool: Option<KnownTool>,
    /// The other texts on the screen.
    pub(crate) screen: Vec<String>,
    /// The recipients that the screen shows.
    pub(crate) recipients: Vec<String>,
    /// The texts in the form of the contact that the press would save.
    pub(crate) contact_fields: Vec<String>,
}

impl Case {
    /// Whether a plan's step was judged, rather than an element it touches.
    pub(crate) fn is_operation(&self) -> bool {
        self.decision.rule == "op" || self.decision.rule.starts_with("op-")
    }

    /// The press, for comparing it with what the person agreed to.
    pub(crate) fn press(&self) -> Press<'_> {
        Press {
            hazards: &self.decision.hazards,
            app: self.package.as_deref(),
            label: self.target.as_ref().map_or("", |target| target.label.as_str()),
            question: self.question.as_ref(),
            screen: &self.screen,
            people: &self.recipients,
        }
    }
}

/// Judges everything that the action touches.
pub(crate) fn judge(action: &AgentAction, situation: &Situation<'_>) -> Case {
    // A command that touches the screen is judged as a command, and once for each of its touches.
    let touches = match action {
        AgentAction::Shell(verb) => policy::touches(&verb.command).unwrap_or_default(),
        _ => Vec::new(),
    };
    let actions: Vec<&AgentAction> = std::iter::once(action).chain(&touches).collect();
    let screen = JudgedScreen::of(situation.tree, situation.screen, situation.trail, situation.keyboard);
    let judge = Judge { situation, surface: surface(action), texts: TextCache::default() };
    let mut strictest: Option<Case> = None;
    for (action, touched) in actions.iter().zip(screen.touched(&actions)) {
        let touched = if touched.is_empty() { vec![None] } else { touched.into_iter().map(Some).collect() };
        for case in touched.into_iter().map(|touched| judge.case(action, touched)) {
            if strictest.as_ref().is_none_or(|known| strictness(&case) > strictness(known)) {
                strictest = Some(case);
            }
        }
    }
    let mut case = strictest.unwrap_or_else(|| judge.case(action, None));
    if let AgentAction::Shell(verb) = action
        && let Some(path) = situation.trail.runs_written(&verb.command)
    {
        case.decision = Decision::runs_unread(&path);
    }
    case
}

fn strictness(case: &Case) -> (policy::Verdict, bool) {
    (case.decision.verdict, !case.decision.covered_by_yes)
}

fn surface(action: &AgentAction) -> Surface {
    match action.verb().reaches {
        Reaches::Tool => Surface::Tools,
        Reaches::Host => Surface::Host,
        Reaches::Phone | Reaches::Person | Reaches::Nothing => Surface::Phone,
    }
}

/// Judges the elements that one action touches.
struct Judge<'s> {
    situation: &'s Situation<'s>,
    surface: Surface,
    texts: TextCache,
}

impl Judge<'_> {
    fn case(&self, action: &AgentAction, touched: Option<Touched>) -> Case {
        let Situation { actor, package, trail, .. } = self.situation;
        let (target, mut evidence) = touched.map_or((None, None), |touched| (touched.target, Some(touched.evidence)));
        // An element that tells an agent to press it, or a question that does.
        let label = target.as_ref().map(|target| target.label.as_str());
        let asked = evidence.as_ref().and_then(|evidence| evidence.question.as_ref());
        let texts =
            label.into_iter().chain(asked.iter().flat_map(|question| question.texts.iter().map(String::as_str)));
        let told = texts.into_iter().find_map(|text| self.texts.instruction_in(text));
        if let Some(words) = told.or_else(|| trail.instructed_by(action, target.as_ref())) {
            evidence.get_or_insert_with(Evidence::default).instructed_by = Some(words);
        }
        if let Some(tool) = &self.situation.tool {
            evidence.get_or_insert_with(Evidence::default).tool = Some(tool.clone());
        }
        let request = Request {
            who: Actor::Agent((*actor).to_owned()),
            surface: self.surface,
            action: Action::Phone(action),
            target,
            package: *package,
            evidence: evidence.as_ref(),
        };
        let decision = decide_with(&request, &self.texts);
        let target = request.target;
        let Evidence { question, conversation, screen, recipients, contact_fields, .. } = evidence.unwrap_or_default();
        let tool = self.situation.tool.clone();
        let package = package.map(str::to_owned);
        Case { target, package, decision, question, conversation, tool, screen, recipients, contact_fields }
    }
}

/// For `benches/judgement.rs`: the verdict on an action of a task with this goal, on this screen.
#[doc(hidden)]
pub fn judged(action: &AgentAction, tree: &Tree, screen: (u32, u32), goal: &str) -> Decision {
    let trail = Trail::of(goal);
    let package = tree.nodes.first().map(|node| node.package.as_str());
    let keyboard = tree.keyboard_window().is_some();
    let situation =
        Situation { actor: "bench", package, tree: Some(tree), screen, trail: &trail, keyboard, tool: None };
    judge(action, &situation).decision
}
