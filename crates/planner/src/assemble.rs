//! Builds a plan from wishes: looks up names, asks for missing values, lays out the steps in order.
//!
//! The planner calls it with the understood wishes, and again with each answer in a dialogue. It writes only operations
//! of the catalogue, and the policy always sets `confirm`.

mod names;
mod needs;
mod numbers;
mod steps;

use action::Finite;
use action::plan::{ActionPlan, Ask, FollowUp, Request, Step};
use serde_json::{Map, Value};

pub(crate) use self::names::EACH;
use crate::grammar::Grammar;
use crate::index::Index;
use crate::memory::Memory;
use crate::say;
use crate::understand::{ASKED, Wish};

/// The directory and the dialogue that a wish refers to.
pub(crate) struct Context<'a> {
    pub(crate) index: &'a Index,
    pub(crate) memory: &'a Memory,
    pub(crate) grammar: &'a Grammar,
    pub(crate) always_confirm: bool,
}

/// One prepared wish: its slots in the plan, its steps, and the question to ask first.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) slots: Map<String, Value>,
    pub(crate) steps: Vec<Step>,
    pub(crate) ask: Option<Ask>,
    pub(crate) confirm: bool,
    pub(crate) doubt: f32,
    pub(crate) app: Option<String>,
    pub(crate) explained: Map<String, Value>,
}

/// Builds the plan for these wishes (at least one). Also returns the index of the wish that its question concerns.
pub(crate) fn plan(wishes: &[Wish], context: &Context<'_>) -> (ActionPlan, usize) {
    let mut parts: Vec<(&'static str, Part)> = Vec::with_capacity(wishes.len());
    let mut confidence = 1.0_f32;
    // "Call Sam and tell him": a later wish may refer to an earlier person.
    let mut memory = context.memory.clone();
    for wish in wishes {
        let part = part(wish, &Context { memory: &memory, ..*context });
        memory.note(&part.slots);
        confidence = confidence.min(wish.confidence - part.doubt);
        parts.push((wish.intent, part));
    }
    let asked = parts.iter().position(|(_, part)| part.ask.is_some()).unwrap_or_default();
    let ask = parts.get_mut(asked).and_then(|(_, part)| part.ask.take());
    let requests =
        parts.iter().map(|(intent, part)| Request { intent: (*intent).to_owned(), slots: part.slots.clone() });
    let requests: Vec<Request> = if parts.len() > 1 { requests.collect() } else { Vec::new() };
    let follow_up = follow_up(&parts, wishes, context.grammar.language);
    let steps: Vec<Step> = parts.iter_mut().flat_map(|(_, part)| std::mem::take(&mut part.steps)).collect();
    let grave = parts.iter().any(|(_, part)| part.confirm);
    let explained: Vec<Value> = parts.iter().map(|(_, part)| explanation(part)).collect();
    let Some((intent, first)) = parts.into_iter().next() else {
        return (ActionPlan::unknown(Finite::ZERO, say::plain(context.grammar.language, "not understood")), 0);
    };
    let mut plan = ActionPlan::new(intent, hundredths(confidence));
    plan.metadata.app = first.app;
    plan.metadata.language = Some(context.grammar.language.to_owned());
    plan.metadata.more = first.explained;
    if explained.len() > 1 {
        plan.metadata.more.insert("requests".to_owned(), explained.into());
    }
    plan.slots = first.slots;
    plan.requests = requests;
    plan.confirm = grave;
    if ask.is_none() && steps.len() <= action::plan::MAX_STEPS {
        plan.steps = steps;
        plan.follow_up = Some(follow_up);
    }
    plan.ask = ask;
    (plan.with_confirmation(context.always_confirm), asked)
}

/// Rounds a confidence to hundredths, from 0 to 0.99.
pub(crate) fn hundredths(confidence: f32) -> Finite {
    Finite::new((f64::from(confidence.clamp(0.05, 0.99)) * 100.0).round() / 100.0).unwrap_or(Finite::ZERO)
}

fn part(wish: &Wish, context: &Context<'_>) -> Part {
    let mut part = Part { slots: wish.slots.clone(), ..Part::default() };
    // A cry for help may also ask what can be said: the question about the call gives examples.
    if part.slots.remove("examples").is_some() {
        part.explained.insert("examples".to_owned(), true.into());
    }
    names::resolve(wish, context, &mut part);
    if part.ask.is_none() {
        part.ask = needs::missing(context.grammar.language, wish.intent, &part.slots);
    }
    if part.ask.is_none() && !wish.contents.is_empty() {
        let question = needs::question(context.grammar.language, wish.intent, "content", &part.slots);
        part.ask = Some(Ask { slot: Some("content".to_owned()), question, choices: wish.contents.clone() });
    }
    if part.ask.is_none() {
        steps::lay_out(wish, &context.grammar.lexicon, &mut part);
    }
    // Another device than this phone may be meant.
    if let Some(device) = &wish.device {
        part.explained.insert("device_said".to_owned(), device.as_str().into());
        part.doubt += ASKED;
    }
    // Without a time the event lasts the whole day, which is more than the person said.
    let timeless = !part.slots.contains_key("time");
    if timeless && (wish.intent == "create_event" || wish.intent == "set_reminder" && part.ask.is_none()) {
        part.doubt += ASKED;
    }
    part
}

/// Explains how the names of one of several requests were found.
fn explanation(part: &Part) -> Value {
    let mut explained = part.explained.clone();
    if let Some(app) = &part.app {
        explained.insert("app".to_owned(), app.as_str().into());
    }
    explained.into()
}

fn follow_up(parts: &[(&'static str, Part)], wishes: &[Wish], language: &str) -> FollowUp {
    let prompt = match parts {
        [("send_message", _)] if wishes.iter().all(|wish| wish.hold) => say::plain(language, "done held"),
        [(intent, _)] => needs::prompt(language, intent),
        _ => say::plain(language, "done several"),
    };
    FollowUp { expected: true, prompt }
}
