//! The output of a dialect's reader: the thought, the steps in order, the repairs.
//!
//! It has one method for every canonical action, so a dialect file contains only its own spelling.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::coordinates::{Direction, Grid, Point, STROKE, TouchTarget, element_centre, stroke};
use super::keys;
use super::refusal::{Refusal, RefusalCode};
use super::reply_context::ReplyContext;
use crate::finding::{Code, Findings};
use crate::json::Object;
use crate::number::Finite;
use crate::phone::{
    AgentAction, AskUser, ClearText, Confirm, DoubleTap, Drag, Fail, Finish, KeyCombination, LongPress, McpCall, Note,
    OpenApp, OpenUrl, RequestHumanAuth, Swipe, Tap, Wait,
};

/// The most actions in one reply.
pub const MAX_ACTIONS: usize = 64;

/// One step of a reply: an action, or a touch on an element that still has to be located.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// A canonical action.
    Act(AgentAction),
    /// A touch on a numbered element. Never carried out unresolved.
    Touch(Touch),
}

/// A touch on an element by its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Touch {
    /// The kind of touch.
    #[serde(rename = "type")]
    pub kind: TouchKind,
    /// The number that the model was shown.
    pub element: i64,
    /// The direction of the finger, for a swipe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// Its duration, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<Finite>,
}

/// The touches that can target an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "as the actions of these names")]
pub enum TouchKind {
    Tap,
    DoubleTap,
    LongPress,
    Swipe,
}

/// Collects the content of a reply.
pub(crate) struct Out<'s> {
    context: &'s ReplyContext<'s>,
    grid: Grid,
    thought: String,
    steps: Vec<Step>,
    repairs: Findings,
    too_many: bool,
}

/// The collected content.
pub(super) struct Collected {
    pub(super) thought: String,
    pub(super) steps: Vec<Step>,
    pub(super) repairs: Findings,
    pub(super) too_many: bool,
}

impl<'s> Out<'s> {
    pub(crate) fn new(context: &'s ReplyContext<'s>, grid: Grid) -> Self {
        let (thought, steps, repairs) = (String::new(), Vec::new(), Findings::default());
        Self { context, grid, thought, steps, repairs, too_many: false }
    }

    pub(super) fn collected(self) -> Collected {
        Collected { thought: self.thought, steps: self.steps, repairs: self.repairs, too_many: self.too_many }
    }

    /// Whether no step has been written yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether further steps would be dropped: the reply is over its limit, or the task has ended.
    pub(crate) fn is_full(&self) -> bool {
        self.too_many
    }

    /// Returns the observation that the reply answers.
    pub(crate) fn context(&self) -> &'s ReplyContext<'s> {
        self.context
    }

    /// Adds to the thought.
    pub(crate) fn think(&mut self, thought: &str) {
        let thought = thought.trim();
        if thought.is_empty() {
            return;
        }
        if !self.thought.is_empty() {
            self.thought.push('\n');
        }
        self.thought.push_str(thought);
    }

    /// Records a repair.
    pub(crate) fn repair(&mut self, code: Code, message: impl Into<String>) {
        self.repairs.whole(code, message);
    }

    /// Takes over the repairs of another reader.
    pub(crate) fn repaired(&mut self, repairs: Findings) {
        self.repairs.extend(repairs);
    }

    pub(super) fn to_pixels(&self, x: f64, y: f64, field: &str) -> Result<Point, Refusal> {
        self.grid.to_pixels(x, y, field, self.context)
    }

    /// Adds a step of any kind.
    pub(crate) fn act(&mut self, action: AgentAction) {
        self.step(Step::Act(action));
    }

    fn step(&mut self, step: Step) {
        if self.steps.len() < MAX_ACTIONS {
            self.steps.push(step);
        } else {
            self.too_many = true;
        }
    }

    fn touch(
        &mut self,
        target: TouchTarget,
        touch: impl FnOnce(i64) -> Touch,
        at: impl FnOnce(Point) -> AgentAction,
    ) -> Result<(), Refusal> {
        match target {
            TouchTarget::At(point) => self.act(at(point)),
            TouchTarget::Element(number) if self.context.elements.is_empty() => self.step(Step::Touch(touch(number))),
            TouchTarget::Element(number) => {
                let point = element_centre(number, self.context)?;
                self.act(at(point));
            }
        }
        Ok(())
    }

    pub(crate) fn tap(&mut self, target: TouchTarget) -> Result<(), Refusal> {
        let touch = |element| Touch { kind: TouchKind::Tap, element, direction: None, duration_ms: None };
        self.touch(target, touch, |at| AgentAction::Tap(Tap { x: at.x, y: at.y, reason: None }))
    }

    pub(crate) fn double_tap(&mut self, target: TouchTarget) -> Result<(), Refusal> {
        let touch = |element| Touch { kind: TouchKind::DoubleTap, element, direction: None, duration_ms: None };
        self.touch(target, touch, |at| AgentAction::DoubleTap(DoubleTap { x: at.x, y: at.y, reason: None }))
    }

    pub(crate) fn long_press(&mut self, target: TouchTarget, millis: Option<f64>) -> Result<(), Refusal> {
        let duration_ms = span(millis).unwrap_or_else(LongPress::default_duration);
        let touch =
            |element| Touch { kind: TouchKind::LongPress, element, direction: None, duration_ms: Some(duration_ms) };
        self.touch(target, touch, |at| {
            AgentAction::LongPress(LongPress { x: at.x, y: at.y, duration_ms, reason: None })
        })
    }

    /// Moves the finger from one target to another.
    pub(crate) fn swipe(&mut self, from: TouchTarget, to: TouchTarget, millis: Option<f64>) -> Result<(), Refusal> {
        let (from, to) = (self.located(from)?, self.located(to)?);
        self.swipe_points(from, to, millis);
        Ok(())
    }

    fn swipe_points(&mut self, from: Point, to: Point, millis: Option<f64>) {
        let duration_ms = span(millis).unwrap_or_else(Swipe::default_duration);
        self.act(AgentAction::Swipe(Swipe { x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration_ms, reason: None }));
    }

    pub(crate) fn drag(&mut self, from: TouchTarget, to: TouchTarget, millis: Option<f64>) -> Result<(), Refusal> {
        let (from, to) = (self.located(from)?, self.located(to)?);
        let duration_ms = span(millis).unwrap_or_else(Drag::default_duration);
        self.act(AgentAction::Drag(Drag { x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration_ms, reason: None }));
        Ok(())
    }

    fn located(&self, target: TouchTarget) -> Result<Point, Refusal> {
        match target {
            TouchTarget::At(point) => Ok(point),
            TouchTarget::Element(number) => element_centre(number, self.context),
        }
    }

    /// Moves the finger in this direction, from a target or across the middle of the screen.
    pub(crate) fn swipe_direction(&mut self, direction: Direction, from: Option<TouchTarget>) -> Result<(), Refusal> {
        self.swipe_part(direction, from, STROKE)
    }

    /// Scrolls the content in this direction, so the finger moves the other way.
    pub(crate) fn scroll_direction(&mut self, direction: Direction, at: Option<TouchTarget>) -> Result<(), Refusal> {
        self.swipe_part(direction.reversed(), at, STROKE)
    }

    /// Moves the finger in this direction over a fraction of the screen.
    pub(crate) fn swipe_part(
        &mut self,
        direction: Direction,
        from: Option<TouchTarget>,
        part: f64,
    ) -> Result<(), Refusal> {
        if let Some(TouchTarget::Element(element)) = from
            && self.context.elements.is_empty()
        {
            let touch = Touch { kind: TouchKind::Swipe, element, direction: Some(direction), duration_ms: None };
            self.step(Step::Touch(touch));
            return Ok(());
        }
        let from = from.map(|target| self.located(target)).transpose()?;
        let (from, to) = stroke(direction, from, part, self.context)?;
        self.swipe_points(from, to, None);
        Ok(())
    }

    pub(crate) fn type_text(&mut self, text: impl Into<String>) {
        self.act(AgentAction::text(text));
    }

    pub(crate) fn clear_text(&mut self) {
        self.act(AgentAction::ClearText(ClearText { reason: None }));
    }

    pub(crate) fn key(&mut self, keycode: &str) {
        self.act(AgentAction::key(keycode));
    }

    /// Presses one key or several together, by their common names.
    pub(crate) fn keys(&mut self, verb: &str, names: &[&str]) -> Result<(), Refusal> {
        let codes = names.iter().map(|name| keys::android_key(name).ok_or_else(|| keys::unknown(verb, name)));
        let mut codes: Vec<String> = codes.collect::<Result<_, _>>()?;
        match codes.len() {
            0 => return Err(Refusal::missing(verb, "keys", "the name of a key")),
            1 => self.key(&codes.remove(0)),
            _ => self.act(AgentAction::KeyCombination(KeyCombination { keys: codes, reason: None })),
        }
        Ok(())
    }

    pub(crate) fn open_app(&mut self, name: String) {
        self.act(AgentAction::OpenApp(OpenApp { name, reason: None }));
    }

    pub(crate) fn open_url(&mut self, url: String) {
        self.act(AgentAction::OpenUrl(OpenUrl { url, reason: None }));
    }

    pub(crate) fn wait(&mut self, millis: Option<f64>) {
        let duration_ms = span(millis).unwrap_or_else(Wait::default_duration);
        self.act(AgentAction::Wait(Wait { duration_ms, reason: None }));
    }

    pub(crate) fn observe(&mut self) {
        self.act(AgentAction::observe());
    }

    pub(crate) fn note(&mut self, text: String) {
        self.act(AgentAction::Note(Note { text, reason: None }));
    }

    pub(crate) fn ask(&mut self, question: Option<String>) {
        self.act(AgentAction::AskUser(AskUser::asking(question)));
    }

    pub(crate) fn confirm(&mut self, message: String) {
        self.act(AgentAction::Confirm(Confirm::of(message)));
    }

    pub(crate) fn human(&mut self, instruction: Option<String>) {
        self.act(AgentAction::RequestHumanAuth(RequestHumanAuth::asking(instruction)));
    }

    pub(crate) fn finish(&mut self, message: Option<String>) {
        self.act(AgentAction::Finish(Finish::saying(message)));
    }

    pub(crate) fn fail(&mut self, message: Option<String>) {
        self.act(AgentAction::Fail(Fail::saying(message)));
    }

    /// Takes a reply of plain text as the closing message, and records that.
    pub(crate) fn text_only(&mut self, text: &str) {
        self.repair(Code::TextOnly, "the reply was only text, without a call; it was taken as the closing message");
        self.finish(Some(text.trim().to_owned()));
    }

    /// Calls a tool, if it is offered. `own` lists the dialect's verbs, in case the name was meant as one of them.
    pub(crate) fn tool(&mut self, name: &str, args: &Object<'_>, own: &[&str]) -> Result<(), Refusal> {
        if !own.is_empty() && !self.context.tools.iter().any(|tool| tool == name) {
            return Err(Refusal::unknown_verb(name, own));
        }
        self.tool_within(name, args, McpCall::default_timeout())
    }

    /// Calls a tool with a timeout, if it is offered.
    pub(crate) fn tool_within(&mut self, name: &str, args: &Object<'_>, timeout_sec: Finite) -> Result<(), Refusal> {
        let tools = self.context.tools;
        if !tools.iter().any(|tool| tool == name) {
            return Err(Refusal::unknown_tool(name, tools));
        }
        self.act(AgentAction::McpCall(McpCall {
            tool: name.to_owned(),
            args: args.to_map(),
            timeout_sec,
            reason: None,
        }));
        Ok(())
    }
}

fn span(millis: Option<f64>) -> Option<Finite> {
    millis.and_then(Finite::new)
}

impl Collected {
    /// Applies the rules of every dialect: at least one action, not too many, and nothing after the end.
    pub(super) fn settle(mut self, expected: &str) -> Result<Self, Refusal> {
        let end = self.steps.iter().position(|step| matches!(step, Step::Act(action) if action.ends_task()));
        if let Some(end) = end
            && end + 1 < self.steps.len()
        {
            self.steps.truncate(end + 1);
            self.too_many = false;
            self.repairs.whole(Code::AfterEnd, "everything after the end of the task was dropped");
        }
        if self.too_many {
            return Err(Refusal::new(
                RefusalCode::TooManyActions,
                format!("the reply contains more than {MAX_ACTIONS} actions; send one or a few"),
            ));
        }
        if self.steps.is_empty() {
            return Err(Refusal::no_action(expected));
        }
        Ok(self)
    }
}
