//! Cuts a journal into steps: a step shows what the mind saw before it acted, all that happened, and the screen after.
//!
//! The same as in `agent::record`: an observation after an action carries the number of that action's step, and the mind
//! sees it in the next one. A resumed run continues the step that it finds.

use std::path::Path;

use history::Asking;
use serde_json::Value;

use crate::ReportError;
use crate::lines::{Line, Lines, milliseconds, text};
use crate::moments::event;
use crate::texts::{Cutter, brief, brief_action};
use crate::wire::{Moment, MomentEvent, Phases, Step, StepLine, StepMark};

/// The longest possible wait between two entries; a longer gap means that the clock was set.
const LONGEST_WAIT: u64 = 3_700_000;

/// A step, as a line of the list and in full.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub(crate) line: StepLine,
    pub(crate) step: Step,
    /// What was paid for it, if the price is known.
    pub(crate) cost: Option<f64>,
    pub(crate) input: u64,
    pub(crate) output: u64,
    /// How long it worked, without pauses.
    pub(crate) worked: u64,
    /// The size of the screen.
    pub(crate) size: Option<[f64; 2]>,
}

/// What was last seen.
#[derive(Clone, Debug, Default)]
struct Seen {
    picture: Option<u64>,
    outline: Option<u64>,
    withheld: Option<String>,
    app: Option<String>,
    size: Option<[f64; 2]>,
}

/// The steps of a journal, read one after the other.
#[derive(Debug)]
pub(crate) struct Steps<'f> {
    folder: &'f Path,
    pub(crate) lines: Lines,
    pub(crate) cut: Cutter,
    /// When the task began, in milliseconds since 1970.
    pub(crate) began: Option<i64>,
    open: Option<Taken>,
    seen: Seen,
    /// When the last entry was written.
    last: Option<i64>,
    /// Whether time counts: not between runs, nor during a pause.
    counts: bool,
    /// Whether the current step's decision was made, so that a look shows its effect.
    decided: bool,
    acted: bool,
    /// Whether a person is being asked.
    asking: Asking,
    /// Time between an intent and its effect that looks took.
    looking: u64,
    /// How many lines are of a kind that this version does not know.
    pub(crate) unknown: u64,
}

impl<'f> Steps<'f> {
    pub(crate) fn new(folder: &'f Path, lines: Lines, full: bool) -> Self {
        Self {
            folder,
            lines,
            cut: Cutter { full, cut: 0 },
            began: None,
            open: None,
            seen: Seen::default(),
            last: None,
            counts: false,
            decided: false,
            acted: false,
            asking: Asking::default(),
            looking: 0,
            unknown: 0,
        }
    }

    /// Returns the next step, and hands every line to `each` on the way.
    pub(crate) fn next(&mut self, mut each: impl FnMut(&Line)) -> Result<Option<Taken>, ReportError> {
        while let Some(line) = self.lines.next(self.folder)? {
            each(&line);
            if let Some(taken) = self.read(&line) {
                return Ok(Some(taken));
            }
        }
        Ok(self.open.take())
    }

    /// Reads a line; returns the step before it, if it begins another.
    fn read(&mut self, line: &Line) -> Option<Taken> {
        let at = line.at().or(self.last).unwrap_or_default();
        let began = *self.began.get_or_insert(at);
        let gap = self.gap(line, at);
        let since = u64::try_from(at - began).unwrap_or_default();
        // A start and an end belong to the step that is open.
        let number = match (line.kind(), &self.open) {
            ("started" | "ended", Some(open)) => open.line.step,
            _ => line.step().unwrap_or_else(|| self.open.as_ref().map_or(0, |open| open.line.step)),
        };
        let done = self.open.take_if(|open| open.line.step != number);
        let mut before = Vec::new();
        let done = match done {
            // What came before the first step and says little is part of it.
            Some(first) if first.line.step == 0 && first.step.moments.iter().all(says_little) => {
                before = first.step.moments;
                None
            }
            done => done,
        };
        if self.open.is_none() {
            (self.decided, self.acted, self.looking) = (false, false, 0);
            let mut taken = Taken::default();
            (taken.line.step, taken.step.step) = (number, number);
            taken.line.at = before.first().map_or(since, |first: &Moment| first.at);
            taken.step.moments = before;
            self.open = Some(taken);
        }
        self.add(line, since, gap);
        done
    }

    /// Returns how long it was since the entry before, as far as that counts.
    fn gap(&mut self, line: &Line, at: i64) -> u64 {
        let since = self.last.map_or(0, |last| u64::try_from(at - last).unwrap_or_default());
        let counts = self.counts && line.kind() != "started" && since <= LONGEST_WAIT;
        self.counts = !matches!(line.kind(), "paused" | "ended");
        self.last = Some(at);
        if counts { since } else { 0 }
    }

    fn add(&mut self, line: &Line, at: u64, gap: u64) {
        let size = size_of(line).or(self.seen.size);
        let Some(said) = event(line, size, &mut self.cut) else {
            self.unknown += 1;
            return;
        };
        let Some(mut taken) = self.open.take() else { return };
        taken.worked += gap;
        taken.line.took = at.saturating_sub(taken.line.at).max(taken.line.took);
        self.count(&mut taken.line.phases, line, gap);
        self.look(&mut taken, line, size);
        taken.size = size.or(taken.size);
        mark(&mut taken, &said);
        if let MomentEvent::Replied { input_tokens, output_tokens, cost, .. } = &said {
            taken.input = taken.input.saturating_add(*input_tokens);
            taken.output = taken.output.saturating_add(*output_tokens);
            taken.cost = cost.map(|cost| cost + taken.cost.unwrap_or_default()).or(taken.cost);
            taken.line.tokens = taken.input.saturating_add(taken.output);
        }
        if let Some(said) = join(&mut taken.step.moments, said, gap) {
            taken.step.moments.push(Moment { at, took: gap, event: said });
        }
        self.open = Some(taken);
    }

    /// Adds the time since the last entry to the phase that the new one ends.
    fn count(&mut self, phases: &mut Phases, line: &Line, gap: u64) {
        let took = line.get("took");
        let own = milliseconds(took);
        let waited = self.asking.read(line.kind(), text(line.get("action"), "type"));
        match line.kind() {
            "observation" if waited => {
                let own = own.unwrap_or_default().min(gap);
                phases.person += gap - own;
                if self.acted { self.looking += own } else { phases.look += own }
            }
            _ if waited => {
                phases.person += gap;
                self.looking = 0;
            }
            "observation" if self.acted => self.looking += gap,
            "observation" => phases.look += own.unwrap_or(gap),
            "prediction" => phases.mind += own.unwrap_or(gap),
            "gate" | "question" => phases.gate += gap,
            "intent" => phases.record += gap,
            "effect" => {
                let part = |name: &str| took.get(name).and_then(milliseconds);
                let looked = std::mem::take(&mut self.looking);
                match part("act") {
                    Some(act) => phases.act += act,
                    None => phases.act += gap + looked,
                }
                phases.settle += part("settle").unwrap_or_default();
                phases.record += part("record").unwrap_or_default();
            }
            "tool_result" if line.is("person") => phases.person += gap,
            "tool_result" => phases.act += gap,
            "retry" => phases.look += gap,
            _ => phases.record += gap,
        }
        self.acted = match line.kind() {
            "intent" => true,
            "effect" => false,
            _ => self.acted,
        };
    }

    /// Keeps track of what the mind saw, and what the screen showed afterwards.
    fn look(&mut self, taken: &mut Taken, line: &Line, size: Option<[f64; 2]>) {
        match line.kind() {
            "observation" => {
                self.seen = Seen {
                    picture: line.get("screenshot").get("number").and_then(Value::as_u64),
                    outline: line.number("tree"),
                    withheld: line.some_text("withheld"),
                    app: line.some_text("app"),
                    size,
                };
                if self.decided {
                    (taken.line.after, taken.step.outline_after) = (self.seen.picture, self.seen.outline);
                }
            }
            "prediction" => {
                let named = line.number("screenshot");
                self.decide(taken);
                taken.line.before = named.or(taken.line.before);
            }
            "gate" | "question" | "intent" | "effect" | "tool_result" if !self.decided => self.decide(taken),
            _ => {}
        }
        if !self.decided {
            self.show(taken);
        }
    }

    fn decide(&mut self, taken: &mut Taken) {
        self.decided = true;
        self.show(taken);
    }

    fn show(&self, taken: &mut Taken) {
        (taken.line.before, taken.step.outline) = (self.seen.picture, self.seen.outline);
        taken.step.withheld.clone_from(&self.seen.withheld);
        taken.line.app.clone_from(&self.seen.app);
    }
}

/// The screen's size that a line names.
fn size_of(line: &Line) -> Option<[f64; 2]> {
    if let [width, height] = line.get("screen").as_array().map_or(&[][..], Vec::as_slice) {
        return Some([width.as_f64()?, height.as_f64()?]);
    }
    let shot = line.get("screenshot");
    Some([shot.get("width")?.as_f64()?, shot.get("height")?.as_f64()?])
}

/// Whether a moment before the first step is not worth a step of its own.
fn says_little(moment: &Moment) -> bool {
    matches!(moment.event, MomentEvent::Started { .. } | MomentEvent::Looked { .. } | MomentEvent::Hid { .. })
}

/// Joins an effect with its action, or with the question that the action asked. Returns what was said if there is
/// nothing to join.
fn join(moments: &mut [Moment], said: MomentEvent, gap: u64) -> Option<MomentEvent> {
    let MomentEvent::Acted { number, action, effect: Some(found), .. } = &said else { return Some(said) };
    let asked = moments.iter_mut().rev().find(
        |moment| matches!(&moment.event, MomentEvent::Asked { action: own, rule, .. } if rule.is_empty() && own == action),
    );
    if let (None, Some(asked)) = (number, asked) {
        asked.took += gap;
        asked.event = said;
        return None;
    }
    let open = moments.iter_mut().rev().find_map(|moment| match &mut moment.event {
        MomentEvent::Acted { number: own, effect: effect @ None, .. } if number.is_some() && own == number => {
            Some((effect, &mut moment.took))
        }
        _ => None,
    });
    match open {
        Some((effect, took)) => {
            *effect = Some(found.clone());
            *took += gap;
            None
        }
        None => Some(said),
    }
}

/// Notes what a step is found by, and the first thing that went wrong in it.
fn mark(taken: &mut Taken, said: &MomentEvent) {
    let mut add = |mark| {
        if !taken.line.marks.contains(&mark) {
            taken.line.marks.push(mark);
        }
    };
    let trouble = match said {
        MomentEvent::Replied { thought, actions, error, .. } => {
            if !thought.trim().is_empty() {
                taken.line.thought = brief(thought);
            }
            if let Some(action) = actions.first() {
                taken.line.action = Some(brief_action(action));
            }
            error.as_ref().map(|error| format!("the reply could not be read: {error}"))
        }
        MomentEvent::Judged { verdict, allowed, by, reason, .. } => {
            if verdict != "allow" || !allowed {
                add(StepMark::Gate);
            }
            (!allowed).then(|| refusal(by, reason))
        }
        MomentEvent::Asked { .. } => {
            add(StepMark::Question);
            None
        }
        MomentEvent::Acted { action, points, target, effect, .. } => {
            if taken.line.action.is_none() {
                taken.line.action = Some(brief_action(action));
            }
            if let Some(target) = target {
                let name = [&target.text, &target.description].into_iter().find(|name| !name.is_empty());
                taken.line.target = name.map(|name| brief(name)).or(taken.line.target.take());
            }
            if !points.is_empty() {
                add(StepMark::Touch);
            }
            effect.as_ref().and_then(|effect| {
                let failed = effect.failure.as_ref()?;
                Some(effect.message.clone().unwrap_or_else(|| failed.replace('_', " ")))
            })
        }
        MomentEvent::Answered { ok, text, tool, person } => {
            if *person {
                add(StepMark::Question);
            }
            (!ok).then(|| format!("`{tool}` failed: {text}"))
        }
        MomentEvent::StepResult { status, message, .. } => (status != "success").then(|| message.clone()),
        MomentEvent::Retried { .. } => {
            add(StepMark::Retry);
            None
        }
        _ => None,
    };
    if let Some(trouble) = trouble {
        add(StepMark::Error);
        taken.line.trouble.get_or_insert_with(|| brief(&trouble));
    }
}

fn refusal(by: &str, reason: &str) -> String {
    let who = match by {
        "person" => "a person refused it",
        "myself" => "a person wanted to do it",
        "nobody" => "nobody was there to be asked",
        "timeout" => "nobody answered in time",
        "stopped" => "the task was stopped while a person was asked",
        _ => "the gate refused it",
    };
    if reason.is_empty() { who.to_owned() } else { format!("{who}: {reason}") }
}
