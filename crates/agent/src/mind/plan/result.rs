//! Handles the result of a step: report it, retry, replace the step, or end the plan. Also words its summary.

use action::plan::{ActionPlan, Step, StepResult, StepStatus};

use super::step::Stepped;
use super::{Carrying, goes_on};
use crate::context::Context;
use crate::deadline::{End, Halt};
use crate::event::Event;
use crate::human::{Answer, Asks};
use crate::journal::{JournalEntry, PlanEntry, PlanStepEntry, StepResultEntry};
use crate::operations::{Change, Problem, WAY_BACK};
use crate::summary::EndReason;

/// The values that a step leaves for the next: the app, the recipient and the text.
pub(super) const PASSED_ON: &[&str] = &["package", "app", "contact", "number", "text"];

/// Steps that only prepare the next one.
const LEADS_ON: &[&str] = &["open_app", "find_contact", "open_conversation", "type_text"];

/// The arguments of steps that slots of an utterance have other names for.
const SLOTS: &[(&str, &str)] = &[
    ("name", "app"),
    ("name", "recipient"),
    ("name", "query"),
    ("text", "content"),
    ("contact", "recipient"),
    ("address", "recipient"),
    ("items", "query"),
    ("subject", "label"),
    ("title", "label"),
    ("location", "place"),
];

/// The step's summary. In English it follows "to", so it begins with a small letter.
fn summary(step: &Step, plan: &ActionPlan) -> String {
    let mut own = ActionPlan::new(step.op.clone(), plan.confidence);
    own.slots = step.args.clone();
    // The slots of an utterance have other names than the arguments.
    for (argument, slot) in SLOTS {
        if let Some(value) = step.args.get(*argument)
            && (*slot != "app" || step.op == "open_app" || step.op == "uninstall_app")
        {
            own.slots.entry(*slot).or_insert_with(|| value.clone());
        }
    }
    own.metadata.language = plan.metadata.language.clone();
    own.metadata.app = step.args.get("app").and_then(|app| app.as_str()).map(str::to_owned);
    let said = planner::summary(&own);
    let said = said.trim().trim_end_matches('.');
    let follows_to = own.metadata.language.as_deref().is_none_or(|language| language == "en");
    match said.chars().next() {
        Some(_) if !follows_to => said.to_owned(),
        Some(first) => first.to_lowercase().chain(said.chars().skip(1)).collect(),
        None => step.op.replace('_', " "),
    }
}

impl Carrying {
    pub(super) async fn succeed(&mut self, said: String, context: &mut Context) -> Result<Stepped, Halt> {
        self.tell(StepStatus::Success, "ok", said.clone(), None, context).await?;
        let last = usize::try_from(self.progress.step).is_ok_and(|at| at + 1 >= self.plan.steps.len());
        let leads_on = self.step().is_some_and(|step| LEADS_ON.contains(&step.op.as_str()));
        let again = self.progress.reached.is_some();
        if !said.is_empty() && !again && (last || !leads_on) {
            self.progress.said.push(said);
        }
        let undo = self.progress.kept.remove(WAY_BACK).and_then(|undo| serde_json::from_value::<Vec<Step>>(undo).ok());
        self.progress.way_back.splice(0..0, undo.unwrap_or_default());
        self.progress.step += 1;
        self.progress.begun = false;
        // The next step only needs the recipient and the content from the earlier ones.
        self.progress.kept.retain(|name, _| PASSED_ON.contains(&name.as_str()));
        self.climb = None;
        self.on_the_way_back(context).await?;
        self.write_progress(context).await?;
        Ok(Stepped::On)
    }

    /// The step failed: retries it, offers an alternative, or tells the person.
    pub(super) async fn stop(&mut self, problem: Problem, context: &mut Context) -> Result<Stepped, Halt> {
        let Problem { code, message, retryable, instead } = problem;
        let tried = self.progress.kept.get("tried").and_then(serde_json::Value::as_u64).unwrap_or_default();
        if retryable && tried < u64::from(context.settings().max_retries) {
            self.tell(StepStatus::RetryableError, code, message.clone(), None, context).await?;
            self.progress.kept.insert("tried".to_owned(), (tried + 1).into());
            self.climb = None;
            context.before_retry(u32::try_from(tried + 1).unwrap_or(u32::MAX), &message).await?;
            return Ok(Stepped::On);
        }
        let question = instead.as_ref().map(|instead| instead.question.clone());
        self.tell(StepStatus::FatalError, code, message.clone(), question, context).await?;
        if let Some(instead) = instead {
            let asks = Asks::Confirm { message: format!("{message} {}", instead.question) };
            let most = context.settings().ask_timeout;
            if let Some(Answer::Yes { .. }) = context.ask_person(asks, most).await? {
                context.was_told("yes");
                self.change(instead.change);
                let (mark, plan) = (context.mark(), self.plan.clone());
                context.write(JournalEntry::Plan(PlanEntry { mark, plan: plan.clone() })).await?;
                self.write_progress(context).await?;
                context.emit(Event::Plan { summary: planner::summary(&plan), plan: Box::new(plan) });
                return Ok(Stepped::On);
            }
        }
        let mut told = self.progress.said.clone();
        told.push(message);
        Ok(Stepped::Failed(told.join(" ")))
    }

    /// Changes the plan for an alternative; completed steps stay.
    fn change(&mut self, change: Change) {
        self.climb = None;
        self.progress.begun = false;
        self.progress.reached = None;
        self.progress.kept.remove("before");
        // The step that is replaced was not done, so there is nothing of it to undo.
        self.progress.kept.remove(WAY_BACK);
        let at = usize::try_from(self.progress.step).unwrap_or(usize::MAX);
        let left = self.plan.steps.split_off(at.min(self.plan.steps.len()));
        let mut left = left.into_iter();
        match change {
            Change::App(app) => {
                self.plan.metadata.app = Some(app.clone());
                let renamed = left.map(|mut step| {
                    if step.op == "open_app" {
                        step.args.clear();
                        step.args.insert("name".to_owned(), app.clone().into());
                    } else if step.args.contains_key("app") {
                        step.args.insert("app".to_owned(), app.clone().into());
                    }
                    step
                });
                self.plan.steps.extend(renamed);
            }
            Change::First(first) => self.plan.steps.extend(first.into_iter().chain(left)),
            Change::Step(instead) => {
                left.next();
                self.plan.steps.extend(std::iter::once(instead).chain(left));
            }
            Change::Steps(instead) => {
                left.next();
                self.plan.steps.extend(instead.into_iter().chain(left));
            }
        }
    }

    async fn tell(
        &self,
        status: StepStatus,
        code: &str,
        message: String,
        remediation: Option<String>,
        context: &mut Context,
    ) -> Result<(), Halt> {
        let (step, op) = (self.progress.step, self.step().map(|step| step.op).unwrap_or_default());
        let result = StepResult { step, op, status, code: code.to_owned(), message, remediation };
        tracing::info!(
            step,
            op = result.op,
            code,
            ok = goes_on(status),
            "{}",
            context.redactor().text(&result.message)
        );
        let (mark, checked) = (context.mark(), context.take_checked());
        context.write(JournalEntry::StepResult(StepResultEntry { mark, result: result.clone(), checked })).await?;
        context.emit(Event::StepResult(result));
        Ok(())
    }

    pub(super) async fn write_progress(&self, context: &mut Context) -> Result<(), Halt> {
        let (mark, progress) = (context.mark(), self.progress.clone());
        context.write(JournalEntry::PlanStep(PlanStepEntry { mark, progress })).await
    }

    /// Asks the person whether the step was done before the task was cut off; only they can tell.
    pub(super) async fn ask_whether_done(&self, step: &Step, context: &mut Context) -> Result<bool, Halt> {
        let message = self.about("cut off", step);
        let most = context.settings().ask_timeout;
        match context.ask_person(Asks::WasDone { message }, most).await? {
            Some(Answer::Yes { .. }) => Ok(true),
            Some(Answer::No { .. }) => Ok(false),
            _ => {
                let message = self.about("unknown whether done", step);
                Err(End::failed(EndReason::Undecided, message).into())
            }
        }
    }

    /// The step's summary, worded to follow "to": the operation's own, otherwise the planned one.
    pub(super) fn summary(&self, step: &Step) -> String {
        match self.progress.kept.get("summary").and_then(serde_json::Value::as_str) {
            Some(found) => found.to_owned(),
            None => {
                let mut step = step.clone();
                if let Some(found) = self.progress.kept.get("contact") {
                    step.args.entry("contact").or_insert_with(|| found.clone());
                }
                summary(&step, &self.plan)
            }
        }
    }

    /// The final message.
    pub(super) fn message(&self) -> String {
        match self.progress.said.as_slice() {
            [] => planner::told(&self.plan, "done", &[]),
            said => said.join(" "),
        }
    }
}

#[cfg(test)]
mod tests {
    use action::Finite;
    use action::plan::{ArgumentKind, Choice};
    use serde_json::{Value, json};

    use super::*;

    fn sample(kind: ArgumentKind) -> Value {
        match kind {
            ArgumentKind::Text => json!("x9"),
            ArgumentKind::Url => json!("https://x9.example"),
            ArgumentKind::Time => json!("07:00"),
            ArgumentKind::Date => json!("tomorrow"),
            ArgumentKind::Days => json!(["monday"]),
            ArgumentKind::Duration => json!(60),
            ArgumentKind::Level | ArgumentKind::Whole { .. } => json!(5),
            ArgumentKind::Boolean => json!(true),
            ArgumentKind::State => json!("on"),
            ArgumentKind::Setting => json!("wifi"),
            ArgumentKind::Direction => json!("down"),
            ArgumentKind::OneOf { values } => json!(values[0]),
        }
    }

    #[test]
    fn no_sentence_about_a_step_has_a_hole_in_it() {
        let mut holes = Vec::new();
        for operation in action::plan::operations() {
            let either = match operation.choice {
                Choice::Free => "",
                Choice::AnyOf(names) | Choice::OneOf(names) => names[0],
            };
            let mut step = Step::new(operation.name);
            for argument in operation.arguments.iter().filter(|one| one.required || one.name == either) {
                step = step.with(argument.name, sample(argument.kind));
            }
            for language in ["en", "de", "es"] {
                let mut plan = ActionPlan::new(operation.name, Finite::ZERO);
                plan.metadata.language = Some(language.to_owned());
                let said = summary(&step, &plan);
                let hole =
                    ["  ", " .", " ,", " ?", "“”", "„“", "«»", "{", "()", " :"].iter().any(|hole| said.contains(hole));
                if hole || said.is_empty() || said.ends_with(' ') {
                    holes.push(format!("{language} {}: {said}", operation.name));
                }
            }
        }
        assert!(holes.is_empty(), "{}", holes.join("\n"));
    }
}
