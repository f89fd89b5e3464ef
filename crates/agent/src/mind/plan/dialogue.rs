//! From the goal to a plan that may be carried out: what is missing, ambiguous or uncertain is asked for at the same
//! desk as everything else. What must always be asked is the gate's to ask, when it is about to be done.

use std::sync::Arc;

use action::plan::{ActionPlan, Why, needs_confirmation};
use model::Model;
use planner::{Dialogue, Index, Next, Planner, Turn};

use super::{PlanMind, planner};
use crate::context::Context;
use crate::deadline::Halt;
use crate::human::{Answer, Asks};

/// How often a person is asked about one request before it is given up.
const MOST_QUESTIONS: usize = 8;

/// What became of the goal.
pub(super) enum Understood {
    /// It is to be carried out.
    Plan(Box<ActionPlan>),
    /// It is beyond the planner; this model takes it.
    Beyond(Arc<dyn Model>),
    /// Nothing is to be done; what is said.
    Nothing(String),
}

impl PlanMind {
    /// Plans the goal, and asks until the plan is whole.
    pub(super) async fn understand(&mut self, context: &mut Context) -> Result<Understood, Halt> {
        let Some(planner) = planner() else {
            return Ok(Understood::Nothing("The planner cannot be used: its grammar is broken.".to_owned()));
        };
        let index = Index::new(context.directory().await?.as_ref().clone());
        let now = context.phone_time().await?;
        let always_confirm = context.settings().always_confirm;
        let before = Dialogue::remembering(self.dialogues.recall());
        let goal = context.task().goal.clone();
        let turn = |utterance: &str, dialogue: &Dialogue| {
            let turn = Turn { utterance, directory: &index, now, always_confirm };
            planner.answer(&turn, dialogue)
        };
        let (mut next, mut dialogue) = turn(&goal, &before);
        for _ in 0..MOST_QUESTIONS {
            let plan = match next {
                Next::Run(plan) => {
                    self.dialogues.keep(dialogue.memory());
                    return Ok(Understood::Plan(Box::new(plan)));
                }
                Next::Cancelled => return Ok(Understood::Nothing("All right, I did nothing.".to_owned())),
                Next::Ask(plan) => Some(plan),
                Next::Unclear(_) => None,
            };
            if let Some(plan) = &plan
                && plan.ask.is_none()
                && needs_no_words(plan, context, always_confirm)
            {
                self.dialogues.keep(dialogue.memory());
                return Ok(Understood::Plan(Box::new(plan.clone())));
            }
            if plan.is_none()
                && dialogue.open().is_none()
                && let Some(model) = &self.model
            {
                return Ok(Understood::Beyond(Arc::clone(model)));
            }
            let asked = plan.as_ref().or_else(|| dialogue.open());
            let (question, choices) = match asked {
                Some(plan) => planner::question_with_choices(plan),
                None => (not_understood(planner, &goal, &index, now), Vec::new()),
            };
            let known = asked.and_then(|plan| plan.ask.as_ref()).map_or_else(Vec::new, |ask| ask.choices.clone());
            let most = context.settings().ask_timeout;
            let asks = Asks::Ask { question: question.clone(), choices };
            let said = match context.ask_person(asks, most).await? {
                Some(Answer::Text(said)) => said,
                Some(Answer::Yes { .. } | Answer::Approved { .. }) => "yes".to_owned(),
                // To a yes-or-no question a word beside the no may be a correction.
                Some(Answer::No { why: Some(why) }) if plan.as_ref().is_some_and(|plan| plan.ask.is_none()) => {
                    format!("no, {why}")
                }
                Some(Answer::No { .. } | Answer::Myself) => "no".to_owned(),
                Some(Answer::Unavailable | Answer::Cancel) => {
                    return Ok(Understood::Nothing(format!("{question} Nobody is there to answer, so I did nothing.")));
                }
                None => {
                    return Ok(Understood::Nothing(format!("{question} Nobody answered in time, so I did nothing.")));
                }
            };
            context.was_told(&said);
            (next, dialogue) = turn(&by_number(&said, &known), &dialogue);
        }
        Ok(Understood::Nothing("I still do not know what to do. Say it in other words.".to_owned()))
    }
}

fn not_understood(planner: &Planner, goal: &str, index: &Index, now: jiff::civil::DateTime) -> String {
    let turn = Turn { utterance: goal, directory: index, now, always_confirm: false };
    planner::question(&planner.plan(&turn, &Dialogue::default()).plan)
}

/// One of the plan's choices that was named word for word, by its number: of two Sams, the words of one may be in the
/// other's too. Other words, such as a yes, as they are.
fn by_number(said: &str, choices: &[String]) -> String {
    let whole = choices.iter().position(|choice| choice == said);
    whole.map_or_else(|| said.to_owned(), |at| (at + 1).to_string())
}

/// Whether the plan is confirmed elsewhere or was confirmed beforehand: what is always asked is asked by the gate at
/// the deed itself, with what it would do; a yes given beforehand covers mere doubt.
fn needs_no_words(plan: &ActionPlan, context: &Context, always_confirm: bool) -> bool {
    match needs_confirmation(plan, always_confirm) {
        None => true,
        // The gate asks about that step alone; who wants to be asked every time is asked about the others too.
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
