//! One step of a run: what the mind saw and said, what the gate decided, what was done and what came of it.

use action::phone::AgentAction;
use agent::record::SeenScreen;
use agent::{
    EffectEntry, Failure, GateEntry, Intent, JournalEntry, Prediction, QuestionEntry, Retry, StepResultEntry, ToolEntry,
};
use jiff::Timestamp;
use serde::Serialize;

use super::asking::Asking;
use super::seconds;

/// The longest reply, thought and result that is kept in memory, in bytes: a model may write a million.
const LONGEST: usize = 64 << 10;

/// The same for a run that is read without its long texts.
const OUTLINE: usize = 300;

/// What a text ends with that was shortened.
pub(crate) const CUT: &str = "\n[cut: there was more]";

/// One step.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunStep {
    /// Its number, from 1.
    pub step: u32,
    /// When it began.
    pub at: Option<Timestamp>,
    /// How long it took in seconds, until the next one began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Where the time went.
    pub timing: PhaseTiming,
    /// What the mind saw before it acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Screen>,
    /// The last look of the step, if it was taken after an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Screen>,
    /// What the mind said: usually once, several times if a plan asked a model.
    pub decisions: Vec<Prediction>,
    /// What the gate decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gate: Vec<GateEntry>,
    /// What people were asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<QuestionEntry>,
    /// What was done, or was not done and why.
    pub acts: Vec<Act>,
    /// What tools, commands and people returned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_results: Vec<ToolEntry>,
    /// The results of the plan's steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub step_results: Vec<StepResultEntry>,
    /// The agent's notes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What was retried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retries: Vec<Retry>,
    /// How long the task stood still, in seconds.
    #[serde(skip_serializing_if = "is_zero")]
    pub paused: f64,
    /// When the mind's last word and the gate's last decision were written, for the timing.
    #[serde(skip)]
    said: Option<Timestamp>,
    /// Whether a person is being asked, for the timing.
    #[serde(skip)]
    asking: Asking,
}

/// One action of a step.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Act {
    /// The action.
    pub action: AgentAction,
    /// What was on record before it was sent; `None` if it was not sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    /// What came of it; `None` if the process ended first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<EffectEntry>,
}

impl Act {
    /// Why it failed, if it did.
    pub fn failure(&self) -> Option<&Failure> {
        self.effect.as_ref()?.effect.failure.as_ref()
    }

    /// What it touched, in a word for people: the name of the element, the text, the app.
    pub fn target(&self) -> Option<&str> {
        let touched = self.intent.as_ref().and_then(|intent| intent.touched.first());
        let named = touched.map(|element| element.name.as_str()).filter(|name| !name.is_empty());
        let judged = || Some(self.intent.as_ref()?.target.as_ref()?.label.as_str()).filter(|label| !label.is_empty());
        let own = || match &self.action {
            AgentAction::LaunchApp(verb) => Some(verb.package_name.as_str()),
            AgentAction::OpenApp(verb) => Some(verb.name.as_str()),
            AgentAction::OpenUrl(verb) => Some(verb.url.as_str()),
            AgentAction::McpCall(verb) => Some(verb.tool.as_str()),
            AgentAction::Keyevent(verb) => Some(verb.keycode.as_str()),
            AgentAction::Shell(verb) => Some(verb.command.as_str()),
            _ => None,
        };
        named.or_else(judged).or_else(own)
    }
}

/// A screen on record, by the numbers of its files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Screen {
    /// The package in front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// Its window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activity: Option<String>,
    /// Equal for screens that are built of the same parts; empty in older records.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub layout: String,
    /// Whether a window that covers only part of the screen is in front.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub floating: bool,
    /// The number of its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<u64>,
    /// The number of its tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<u64>,
    /// Why there is no picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// Its size in pixels, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<[u32; 2]>,
}

impl From<&SeenScreen> for Screen {
    fn from(seen: &SeenScreen) -> Self {
        let of_picture = || seen.screenshot.as_ref().filter(|one| one.width > 0).map(|one| [one.width, one.height]);
        Self {
            app: seen.app.clone(),
            activity: seen.activity.clone(),
            layout: seen.layout.clone(),
            floating: seen.floating,
            screenshot: seen.screenshot.as_ref().map(|picture| picture.number),
            tree: seen.tree,
            withheld: seen.withheld.clone(),
            size: seen.size.or_else(of_picture),
        }
    }
}

/// How many seconds each phase of a step took. In older records the phases after the mind's are not told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhaseTiming {
    /// Looking at the phone, apart from the look that ends an action.
    pub look: f64,
    /// The mind.
    pub mind: f64,
    /// The gate, without the people it asked.
    pub gate: f64,
    /// Waiting for people: their approvals, answers and codes.
    pub person: f64,
    /// Until the phone had the action.
    pub act: f64,
    /// Until the screen was still.
    pub settle: f64,
    /// Writing the record.
    pub record: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(seconds: &f64) -> bool {
    *seconds == 0.0
}

impl RunStep {
    pub(super) fn new(step: u32, at: Timestamp, before: Option<Timestamp>) -> Self {
        Self { step, at: Some(at), said: before, ..Self::default() }
    }

    /// The tokens of its requests.
    pub fn tokens(&self) -> u64 {
        let of = |said: &Prediction| said.usage.input_tokens.saturating_add(said.usage.output_tokens);
        self.decisions.iter().map(of).fold(0, u64::saturating_add)
    }

    /// The mind's thought: the last one that says something.
    pub fn thought(&self) -> &str {
        self.decisions.iter().rev().map(|said| said.thought.as_str()).find(|thought| !thought.is_empty()).unwrap_or("")
    }

    /// Why the mind's reply could not be carried out.
    pub fn unreadable(&self) -> Option<&str> {
        self.decisions.last().and_then(|said| said.error.as_deref())
    }

    /// Keeps only the beginning of replies, thoughts and results.
    pub(super) fn drop_long_texts(&mut self) {
        for said in &mut self.decisions {
            shorten_to(&mut said.raw, OUTLINE);
            shorten_to(&mut said.thought, OUTLINE);
        }
        for result in &mut self.tool_results {
            result.result.iter_mut().chain(&mut result.error).for_each(|text| shorten_to(text, OUTLINE));
        }
    }

    /// Ends the step where the next one begins.
    pub(super) fn until(&mut self, next: Timestamp) {
        self.seconds = self.at.map(|at| (seconds(at, next) - self.paused).max(0.0)).or(self.seconds);
    }

    /// Adds what happened under the same number.
    pub(super) fn join(&mut self, mut other: Self) {
        self.decisions.append(&mut other.decisions);
        self.gate.append(&mut other.gate);
        self.questions.append(&mut other.questions);
        self.acts.append(&mut other.acts);
        self.tool_results.append(&mut other.tool_results);
        self.step_results.append(&mut other.step_results);
        self.notes.append(&mut other.notes);
        self.retries.append(&mut other.retries);
        self.paused += other.paused;
        self.after = other.after.or(self.after.take());
    }

    /// The question that was open when the step's last entry was written.
    pub fn open_question(&self) -> Option<&QuestionEntry> {
        self.questions.last().filter(|_| self.asking.is_open())
    }

    /// The task starts again within this step. Between the runs nobody was asked, and nothing took time.
    pub(super) fn resume(&mut self, at: Timestamp) {
        self.asking.read("started", "");
        self.said = Some(at);
    }

    /// Counts the time before an entry as a person's if they were being asked. `own` is how much of it the entry itself
    /// took.
    pub(super) fn count_person(&mut self, kind: &str, action: &str, at: Timestamp, own: f64) {
        if self.asking.read(kind, action) {
            self.timing.person += self.said.map_or(0.0, |before| (seconds(before, at) - own).max(0.0));
            self.said = Some(at);
        }
    }

    pub(super) fn add(&mut self, entry: JournalEntry) {
        let at = entry.mark().at;
        match &entry {
            JournalEntry::Question(_) => self.count_person("question", "", at, 0.0),
            JournalEntry::Effect(effect) => self.count_person("effect", effect.action.name(), at, 0.0),
            JournalEntry::Observation(seen) => self.count_person("", "", at, seen.took.unwrap_or_default()),
            _ => self.count_person("", "", at, 0.0),
        }
        match entry {
            JournalEntry::Observation(seen) => {
                if self.acts.is_empty() {
                    self.timing.look += seen.took.unwrap_or_default();
                } else {
                    self.after = Some(Screen::from(&SeenScreen::from(&seen)));
                }
                self.said = Some(seen.mark.at);
            }
            JournalEntry::Prediction(mut said) => {
                let at = said.mark.at;
                let since = self.said.map_or(0.0, |before| seconds(before, at));
                self.timing.mind += said.took.unwrap_or(since);
                self.said = Some(at);
                shorten(&mut said.raw);
                shorten(&mut said.thought);
                self.decisions.push(said);
            }
            JournalEntry::Gate(gate) => {
                self.timing.gate += self.said.map_or(0.0, |before| seconds(before, gate.mark.at));
                self.said = Some(gate.mark.at);
                self.gate.push(gate);
            }
            JournalEntry::Question(question) => {
                self.timing.gate += self.said.map_or(0.0, |before| seconds(before, at));
                self.said = Some(at);
                self.questions.push(question);
            }
            JournalEntry::Intent(intent) => {
                self.said = Some(intent.mark.at);
                self.acts.push(Act { action: intent.action.clone(), intent: Some(intent), effect: None });
            }
            JournalEntry::Effect(effect) => self.effect(effect),
            JournalEntry::ToolResult(mut result) => {
                result.result.iter_mut().chain(&mut result.error).for_each(shorten);
                self.tool_results.push(result);
            }
            JournalEntry::StepResult(result) => self.step_results.push(result),
            JournalEntry::Note(note) => self.notes.push(note.text),
            JournalEntry::Retry(retry) => self.retries.push(retry),
            JournalEntry::Continued(entry) => self.paused += entry.paused.as_secs_f64(),
            JournalEntry::Started(_)
            | JournalEntry::Hidden(_)
            | JournalEntry::Plan(_)
            | JournalEntry::PlanStep(_)
            | JournalEntry::Paused(_)
            | JournalEntry::Ended(_) => {}
        }
    }

    fn effect(&mut self, effect: EffectEntry) {
        let at = effect.mark.at;
        match effect.took {
            Some(took) => {
                self.timing.act += took.act;
                self.timing.settle += took.settle;
                self.timing.record += took.record;
            }
            None => self.timing.act += self.said.map_or(0.0, |before| seconds(before, at)),
        }
        self.said = Some(at);
        let open = self.acts.iter_mut().rev().find(|act| {
            act.effect.is_none() && act.intent.as_ref().is_some_and(|intent| Some(intent.number) == effect.number)
        });
        match open {
            Some(act) => act.effect = Some(effect),
            None => self.acts.push(Act { action: effect.action.clone(), intent: None, effect: Some(effect) }),
        }
    }
}

/// Keeps the beginning of a long text.
fn shorten(text: &mut String) {
    shorten_to(text, LONGEST);
}

fn shorten_to(text: &mut String, longest: usize) {
    if text.len() > longest {
        text.truncate(text.floor_char_boundary(longest));
        text.shrink_to_fit();
        text.push_str(CUT);
    }
}
