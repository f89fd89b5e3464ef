//! Turns the goal into a plan that can be carried out, and asks about anything missing, ambiguous or uncertain.
//! Mandatory approvals are left to the gate, which asks right before the action.

use std::sync::Arc;

use action::plan::{ActionPlan, Step, Why, needs_confirmation};
use model::Model;
use planner::{Dialogue, Index, Next, Planner, Turn};

use super::correction::{FirstDeed, first_deed};
use super::{PlanMind, planner};
use crate::context::Context;
use crate::deadline::Halt;
use crate::human::{Answer, Asks};

/// How many questions a person gets about one request before it is given up.
const MOST_QUESTIONS: usize = 8;
/// How often it may ask again because it did not understand.
const MOST_MISUNDERSTOOD: usize = 2;

/// The result of planning.
pub(super) enum Understood {
    /// Carry out this plan, after what the request that it corrects did is undone.
    Plan(Box<ActionPlan>, FirstDeed),
    /// The planner does not cover it; this model takes over.
    Beyond(Arc<dyn Model>),
    /// Nothing to do; the message.
    Nothing(String),
}

impl PlanMind {
    /// Plans the goal, and asks until the plan is complete.
    pub(super) async fn understand(&mut self, context: &mut Context) -> Result<Understood, Halt> {
        let Some(planner) = planner() else {
            return Ok(Understood::Nothing("The planner is unavailable: its grammar is broken.".to_owned()));
        };
        let index = Index::new(context.directory().await?.as_ref().clone());
        let now = context.phone_time().await?;
        let always_confirm = context.settings().always_confirm;
        let remembered = self.dialogues.recall();
        let last = remembered.last.get(context.eyes.observer().id()).cloned().unwrap_or_default();
        let before = Dialogue::remembering(remembered).following(&last);
        let goal = context.task().goal.clone();
        let turn = |utterance: &str, dialogue: &Dialogue| {
            let turn = Turn { utterance, directory: &index, now, always_confirm };
            planner.answer(&turn, dialogue)
        };
        let (mut next, mut dialogue) = turn(&goal, &before);
        // The person's last words, and a plan in their language.
        let mut heard = goal.clone();
        let mut about = planner.plan(&Turn { utterance: &goal, directory: &index, now, always_confirm }, &before).plan;
        context.speak(&about);
        let mut misunderstood = 0;
        // Nothing is open yet, so only a correction of the last request follows up on anything.
        let mut first = match &next {
            Next::Run(plan) | Next::Ask(plan) if follows_up(plan) => Some(first_deed(&*self.dialogues, context).await?),
            _ => None,
        };
        for _ in 0..MOST_QUESTIONS {
            let plan = match next {
                Next::Run(plan) => {
                    self.keep_dialogue(&dialogue, context);
                    let first = first.filter(|_| follows_up(&plan));
                    if first.is_some() {
                        // The person has read the corrected request and agreed: they ask for it as if they had said it.
                        context.was_told(&in_english(&plan));
                    }
                    return Ok(Understood::Plan(Box::new(plan), first.unwrap_or_default()));
                }
                Next::Cancelled => return Ok(Understood::Nothing(planner::told(&about, "did nothing", &[]))),
                Next::Ask(plan) => Some(plan),
                Next::Unclear(_) => None,
            };
            // A new request takes the place of the correction.
            first = first.filter(|_| plan.as_ref().is_none_or(follows_up));
            let silent = |plan: &ActionPlan| first.as_ref().is_some_and(|first| first.is_silent(plan, always_confirm));
            if let Some(plan) = &plan
                && plan.ask.is_none()
                && (silent(plan) || needs_no_words(plan, context, always_confirm))
            {
                self.keep_dialogue(&dialogue, context);
                return Ok(Understood::Plan(Box::new(plan.clone()), first.unwrap_or_default()));
            }
            if plan.is_none()
                && dialogue.open().is_none()
                && let Some(model) = &self.model
            {
                return Ok(Understood::Beyond(Arc::clone(model)));
            }
            let asked = plan.as_ref().or_else(|| dialogue.open());
            about = asked.cloned().unwrap_or(about);
            context.speak(&about);
            let search = planner::told(&about, "search for it", &[]);
            let help = planner::told(&about, "what can you do", &[]);
            let (question, choices) = match asked {
                Some(plan) => planner::question_with_choices(plan),
                None if misunderstood == MOST_MISUNDERSTOOD => {
                    return Ok(Understood::Nothing(planner::told(&about, "give up", &[])));
                }
                None => {
                    misunderstood += 1;
                    let question = not_understood(planner, &heard, &index, now);
                    (question, vec![search.clone(), help.clone()])
                }
            };
            let question = match (&first, asked) {
                (Some(first), Some(plan)) if plan.ask.is_none() => first.explained(plan, question),
                _ => question,
            };
            let offers = asked.is_none();
            let known = asked.and_then(|plan| plan.ask.as_ref()).map_or_else(Vec::new, |ask| ask.choices.clone());
            let most = context.settings().ask_timeout;
            // A button answers in the language of the question.
            let confirms = asked.is_some_and(|plan| plan.ask.is_none());
            let words = if confirms { choices.clone() } else { Vec::new() };
            let word = |at: usize, plain: &str| words.get(at).cloned().unwrap_or_else(|| plain.to_owned());
            let asks = Asks::Ask { question: question.clone(), choices };
            let said = match context.ask_person(asks, most).await? {
                Some(Answer::Text(said)) => said,
                Some(Answer::Yes { .. } | Answer::Approved { .. }) => word(0, "yes"),
                // A comment on a no may be a correction, if the question was yes or no.
                Some(Answer::No { why: Some(why) }) if confirms => format!("{}, {why}", word(1, "no")),
                Some(Answer::No { .. } | Answer::Myself) => word(1, "no"),
                Some(Answer::Unavailable | Answer::Cancel) => {
                    let said = planner::told(&about, "nobody there", &[("question", &question)]);
                    return Ok(Understood::Nothing(said));
                }
                None => {
                    let said = planner::told(&about, "nobody answered", &[("question", &question)]);
                    return Ok(Understood::Nothing(said));
                }
            };
            context.was_told(&said);
            let chosen_offer = [&search, &help].into_iter().position(|offer| offers && *offer == said);
            if let Some(offer) = chosen_offer {
                let step = match offer {
                    0 => Step::new("search_web").with("query", heard.as_str()),
                    _ => Step::new("tell_help"),
                };
                return Ok(Understood::Plan(Box::new(single(step, &about)), FirstDeed::None));
            }
            let answer = Turn { utterance: &said, directory: &index, now, always_confirm };
            if offers && planner.declines(&answer) {
                return Ok(Understood::Nothing(planner::told(&about, "did nothing", &[])));
            }
            heard.clone_from(&said);
            (next, dialogue) = turn(&by_number(&said, &known), &dialogue);
            // "The second one" names whom they chose.
            if let Next::Run(plan) | Next::Ask(plan) = &next
                && let Some(chosen) = chosen(plan, &known)
            {
                context.was_told(chosen);
            }
        }
        Ok(Understood::Nothing(planner::told(&about, "give up", &[])))
    }
}

/// Whether the plan answers or corrects something, instead of being a request of its own.
fn follows_up(plan: &ActionPlan) -> bool {
    plan.metadata.context.as_deref() == Some("follow_up")
}

/// The plan in words that the gate knows, whatever the language of the request.
fn in_english(plan: &ActionPlan) -> String {
    let mut plan = plan.clone();
    plan.metadata.language = None;
    planner::summary(&plan)
}

fn not_understood(planner: &Planner, goal: &str, index: &Index, now: jiff::civil::DateTime) -> String {
    let turn = Turn { utterance: goal, directory: index, now, always_confirm: false };
    planner::question(&planner.plan(&turn, &Dialogue::default()).plan)
}

/// A plan of one step that the person has just chosen, in the language of the dialogue.
fn single(step: Step, about: &ActionPlan) -> ActionPlan {
    let mut plan = ActionPlan::new(&step.op, action::Finite::new(ACCEPTED).unwrap_or(action::Finite::ZERO));
    plan.metadata.language.clone_from(&about.metadata.language);
    plan.slots.clone_from(&step.args);
    plan.steps = vec![step];
    plan
}

/// The confidence of a plan that the person chose.
const ACCEPTED: f64 = 0.95;

/// Replaces an answer that equals one of the plan's choices by the choice's number: of two Sams, one's words may be
/// part of the other's. Other answers, such as a yes, stay as they are.
fn by_number(said: &str, choices: &[String]) -> String {
    let whole = choices.iter().position(|choice| choice == said);
    whole.map_or_else(|| said.to_owned(), |at| (at + 1).to_string())
}

/// Returns the offered choice that the plan uses, if it is a single one.
fn chosen<'c>(plan: &ActionPlan, choices: &'c [String]) -> Option<&'c str> {
    let values = plan.slots.values().chain(plan.steps.iter().flat_map(|step| step.args.values()));
    let values: Vec<&str> = values.filter_map(serde_json::Value::as_str).collect();
    let mut used = choices.iter().filter(|choice| values.contains(&choice.as_str()));
    used.next().filter(|_| used.next().is_none()).map(String::as_str)
}

/// Whether the plan needs no confirmation here. The gate asks for mandatory approvals at the action itself, with its
/// details; an approval given beforehand covers mere uncertainty.
fn needs_no_words(plan: &ActionPlan, context: &Context, always_confirm: bool) -> bool {
    match needs_confirmation(plan, always_confirm) {
        None => true,
        // The gate asks only about that step; with `always_confirm` the person must confirm the others too.
        Some(Why::AlwaysAsk { .. }) => plan.confidence.get() >= action::plan::CONFIDENT && !always_confirm,
        Some(Why::LowConfidence { .. }) => false,
        Some(Why::AlwaysConfirm | Why::PlanSays) => context.settings().yes && !always_confirm,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_that_is_named_whole_is_that_one() {
        let choices: Vec<String> = ["Sam", "Sam Carter"].map(str::to_owned).into();
        for (said, expected) in [("Sam", "1"), ("Sam Carter", "2"), ("carter", "carter"), ("the second", "the second")]
        {
            assert_eq!(by_number(said, &choices), expected);
        }
        assert_eq!(by_number("Yes", &[]), "Yes");
        assert_eq!(by_number("No", &["WhatsApp".to_owned()]), "No");
    }
}
