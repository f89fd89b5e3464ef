//! The gate's question to a person, and the meaning of their answer. Anything but a clear yes is a no.
//!
//! `judged` judges and calls this if a person must be asked. This module builds the question from the current look: the
//! element in words and pixels, the dialog it answers, the app, the agent's reasoning. Nothing is judged here, and
//! everything shown has passed the redactor.

use std::time::Duration;

use action::consent::{ActionTarget, Area, ConsentRequest, MarkedElement, PictureRef, place as place_of, short};
use action::phone::{AgentAction, Aims, limits};
use device::tree::{Bounds, Tree};
use policy::{Decision, HeadlineParts, Pattern, Target, touches};

use super::gate::Gate;
use crate::context::{Context, MYSELF};
use crate::deadline::Halt;
use crate::human::{Answer, Asks, GateQuestion};
use crate::judgement::Case;

/// How long to wait for an app's label; after that its package name is shown.
const LABEL_TIME: Duration = Duration::from_secs(3);
/// How much of the reasoning or the goal is shown, in characters: as much as a person reads before deciding.
const MOST_THOUGHT: usize = 600;
/// How many elements are marked: a command may touch many.
const MOST_MARKS: usize = 8;
/// Half the side of the mark around a point without an element, as a fraction of the screen's width.
const POINT: u32 = 24;

/// A person's answer to the gate.
pub(super) enum Consent {
    /// Yes.
    Given,
    /// Anything but a clear yes, and the message to the mind.
    Refused(String),
    /// The person has the phone and may do it themselves.
    Handed(String),
}

impl Gate {
    /// Asks the person whether this is allowed.
    pub(super) async fn ask(
        &mut self,
        action: &AgentAction,
        case: &Case,
        remember: Option<Pattern>,
        context: &mut Context,
    ) -> Result<Consent, Halt> {
        // A pattern that contains a secret is never stored on disk: it can be allowed once only.
        let remember = remember.filter(|pattern| !context.recorder.redactor.hides(pattern));
        let consent = self.consent_request(action, case, remember.as_ref(), context).await?;
        let question = GateQuestion {
            consent,
            reason: case.decision.reason.clone(),
            rule: case.decision.rule.to_owned(),
            action: action.clone(),
            target: case.target.clone(),
            package: case.package.clone(),
            remember: remember.clone(),
        };
        let answer = match context.ask(Some(action), Asks::Gate(Box::new(question)), context.settings.ask_timeout).await
        {
            Ok(answer) => answer,
            Err(halt) => {
                self.write_verdict(context, action, case, false, "stopped", None).await?;
                return Err(halt);
            }
        };
        let reason = reason_in_words(&context.language, &case.decision);
        let refused = |how: &str, why: &str| {
            planner::phrase(&context.language, &format!("refused {how}"), &[("reason", &reason), ("why", why)])
        };
        let (by, why) = match answer {
            Some(Answer::Yes { remember: keep }) => {
                let kept = remember.filter(|_| keep);
                if let Some(pattern) = &kept {
                    self.memory.remember(pattern);
                }
                self.write_verdict(context, action, case, true, "person", kept).await?;
                return Ok(Consent::Given);
            }
            Some(Answer::No { why }) => ("person", refused("no", why.as_deref().unwrap_or_default())),
            Some(Answer::Myself) => {
                self.write_verdict(context, action, case, false, "myself", None).await?;
                return Ok(Consent::Handed(MYSELF.to_owned()));
            }
            Some(Answer::Unavailable) => ("nobody", refused("nobody", "")),
            None => ("timeout", refused("timeout", "")),
            // An answer to another kind of question is not a yes.
            Some(Answer::Text(_) | Answer::Approved { .. } | Answer::Cancel) => ("person", refused("otherwise", "")),
        };
        self.write_verdict(context, action, case, false, by, None).await?;
        Ok(Consent::Refused(why))
    }

    /// Builds the question for the person.
    async fn consent_request(
        &self,
        action: &AgentAction,
        case: &Case,
        remember: Option<&Pattern>,
        context: &mut Context,
    ) -> Result<ConsentRequest, Halt> {
        let aims = action.verb().aims;
        // A command, a tool or a script acts in no app, whichever is in front.
        let app = match &case.package {
            Some(package) if aims != Aims::Nothing => Some(app_name(package, context).await?),
            _ => None,
        };
        // A command that touches the screen is shown as its touches.
        let touches = match action {
            AgentAction::Shell(verb) => touches(&verb.command).unwrap_or_default(),
            _ => Vec::new(),
        };
        // A step needs approval before its screen is open, and a command acts on no screen.
        let is_on_screen = !case.is_operation() && (aims != Aims::Nothing || !touches.is_empty());
        let look = if is_on_screen { context.look() } else { None };
        let (screen, tree) = match look {
            Some(look) => ((look.screen.w, look.screen.h), look.tree().cloned()),
            None => ((1, 1), None),
        };
        // Redacts before cutting: half a secret would no longer be recognised.
        let redactor = &context.recorder.redactor;
        let shown = redactor.action(action);
        let touched_screen = ConsentScreen { tree: tree.as_deref(), screen, target: case.target.as_ref() };
        let acts = std::iter::once(action).chain(&touches);
        let mut elements: Vec<MarkedElement> =
            acts.flat_map(|act| touched_screen.marked(act)).take(MOST_MARKS).collect();
        elements.iter_mut().for_each(|element| element.label = short(&redactor.text(&element.label)));
        let target = case.target.as_ref().map(|target| redactor.text(target.label.trim()));
        let dialog = case.question.as_ref().and_then(|question| question.texts.first());
        let dialog = redactor.text(dialog.map_or("", String::as_str));
        let first = elements.first();
        let label = target.as_deref().filter(|label| !label.is_empty());
        let tool = case.tool.as_ref().map(|tool| (redactor.text(&tool.name), redactor.text(&tool.server)));
        let on = ActionTarget {
            label: label.or(first.map(|element| element.label.as_str())).unwrap_or_default(),
            role: first.map_or("", |element| &element.role),
            place: first.map_or("", |element| &element.place),
            onto: elements.get(1).map_or("", |element| &element.label),
            dialog: &dialog,
        };
        let on = match &tool {
            Some((name, server)) => ActionTarget { label: name, role: server, ..ActionTarget::default() },
            None => on,
        };
        let language = context.language.as_str();
        let press = planner::deed_in_words(language, &shown, on);
        let (summary, how) = match &self.operation {
            Some(operation) if case.is_operation() => (sentence(&redactor.text(&operation.summary)), None),
            _ => match heading(language, &case.decision, app.as_deref()) {
                Some(headline) => (headline, Some(press)),
                None => (press, None),
            },
        };
        let thought = shown.reason().map(str::trim).filter(|reason| !reason.is_empty());
        let thought = thought.unwrap_or(context.meter.thinking.trim());
        let picture = look.and_then(|look| {
            let (shown, number) = look.guarded.as_ref().zip(look.number)?;
            Some(PictureRef { number, width: shown.width, height: shown.height })
        });
        let withheld = look.filter(|_| picture.is_none()).map(|look| {
            let why = look.remark.as_deref().unwrap_or("the picture of the screen could not be taken");
            planner::phrase(language, "withheld", &[("why", why)])
        });
        let mut consent = ConsentRequest {
            summary,
            how,
            reason: reason_in_words(language, &case.decision),
            agent: if self.operation.is_some() { "Fingertip".to_owned() } else { self.actor.clone() },
            goal: cut(&redactor.text(&context.task.goal)),
            // A plan's reasoning is the step itself.
            thought: (!thought.is_empty() && self.operation.is_none()).then(|| cut(&redactor.text(thought))),
            elements,
            picture,
            withheld,
            covers: remember.map(|pattern| covers(language, pattern, case.package.as_deref(), app.as_deref())),
            app,
        };
        consent.each_text(&mut |text| *text = redactor.owned(std::mem::take(text)));
        Ok(consent)
    }
}

/// The heading of the question: what would happen, to whom, in which app. `None` if only the press can be described.
fn heading(language: &str, decision: &Decision, app: Option<&str>) -> Option<String> {
    let HeadlineParts { key, people, more, amounts, words } = decision.headline.parts()?;
    let amounts = amounts.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let people = if people.is_empty() { String::new() } else { planner::quoted_names(language, &people, more) };
    let amounts = planner::joined(language, &amounts);
    let words = words.map_or_else(String::new, |words| planner::quoted(language, words));
    let values =
        [("people", people.as_str()), ("amount", &amounts), ("words", &words), ("app", app.unwrap_or_default())];
    Some(sentence(&planner::phrase(language, &format!("gate {key}"), &values)))
}

/// Why the gate asks, in the language of the request. Its rules have the English words.
fn reason_in_words(language: &str, decision: &Decision) -> String {
    let why = planner::phrase(language, &format!("why {}", decision.rule), &[("evidence", &decision.evidence)]);
    match why.as_str() {
        "" => decision.reason.clone(),
        why if decision.tool_changed => format!("{why}{}", planner::phrase(language, "why also changed", &[])),
        why => why.to_owned(),
    }
}

/// Says that a rule refuses the action, and why.
pub(super) fn refused_by_rule(language: &str, decision: &Decision) -> String {
    planner::phrase(language, "refused rule", &[("reason", &reason_in_words(language, decision))])
}

/// What "always" would cover, with the app's label instead of its package.
fn covers(language: &str, pattern: &Pattern, package: Option<&str>, app: Option<&str>) -> String {
    let (kind, text) = pattern.parts();
    let (kind, text) = match (pattern, text.rsplit_once('@')) {
        (Pattern::Tool(_), Some((name, _))) => ("tool as it is now", name),
        _ => (kind, text),
    };
    let said = planner::phrase(language, &format!("covers {kind}"), &[("text", &planner::quoted(language, text))]);
    let said = if said.is_empty() { pattern.to_string() } else { said };
    package.zip(app).map_or_else(|| said.clone(), |(package, app)| said.replace(package, app))
}

/// The app's label. The package follows it if several apps have that label, and replaces it if the app has none.
async fn app_name(package: &str, context: &mut Context) -> Result<String, Halt> {
    let observer = context.eyes.observer();
    let apps = context.deadline.wait_for(observer.apps(), LABEL_TIME).await?;
    let apps = apps.and_then(Result::ok).unwrap_or_default();
    let named = apps.iter().find(|app| app.package == package && !app.label.trim().is_empty());
    let is_same = |label: &str| apps.iter().filter(|app| app.label.trim() == label.trim()).count() > 1;
    Ok(match named {
        Some(app) if is_same(&app.label) => format!("{} ({})", short(&app.label), short(package)),
        Some(app) => short(&app.label),
        None => short(package),
    })
}

/// The screen to be touched, and the gate's judgement.
#[derive(Clone, Copy)]
struct ConsentScreen<'s> {
    tree: Option<&'s Tree>,
    screen: (u32, u32),
    target: Option<&'s Target>,
}

impl ConsentScreen<'_> {
    /// The marks, in order: elements if they are known, otherwise the points.
    fn marked(self, action: &AgentAction) -> Vec<MarkedElement> {
        match action.verb().aims {
            Aims::Point | Aims::TwoPoints => {
                let points = action.points().into_iter().map(|point| limits::pixel(point, self.screen));
                points.map(|point| self.at_point(point)).collect()
            }
            Aims::Focus => {
                let place = self.tree.and_then(|tree| tree.nodes.iter().rposition(|node| node.state.focused));
                self.tree.zip(place).map(|(tree, place)| self.element(tree, place)).into_iter().collect()
            }
            Aims::Nothing => Vec::new(),
        }
    }

    /// The element at a point: the judged one, if several overlap.
    fn at_point(self, (x, y): (u32, u32)) -> MarkedElement {
        let point = i32::try_from(x).ok().zip(i32::try_from(y).ok());
        let place = self.tree.zip(point).and_then(|(tree, (x, y))| {
            let judged = |place: &usize| {
                let node = &tree.nodes[*place];
                let same = |target: &Target| target.resource_id == node.resource_id && target.role == node.class;
                node.bounds.contains(x, y)
                    && self.target.is_some_and(|target| same(target) && target.label == tree.whole_label(*place))
            };
            let topmost = || {
                let node = tree.at(x, y)?;
                tree.nodes.iter().position(|other| std::ptr::eq(other, node))
            };
            (0..tree.nodes.len()).find(judged).or_else(topmost).map(|place| (tree, place))
        });
        if let Some((tree, place)) = place {
            return self.element(tree, place);
        }
        let half = (self.screen.0 / POINT).max(1);
        let (left, top) = (x.saturating_sub(half), y.saturating_sub(half));
        let area = Area { x: left, y: top, w: 2 * half, h: 2 * half };
        let place = place_of(area, self.screen).to_owned();
        MarkedElement { label: String::new(), role: "place".to_owned(), place, area }
    }

    fn element(self, tree: &Tree, place: usize) -> MarkedElement {
        let node = &tree.nodes[place];
        let area = visible(node.bounds, self.screen);
        let role = node.role().as_str().to_owned();
        MarkedElement { label: tree.whole_label(place), role, place: place_of(area, self.screen).to_owned(), area }
    }
}

/// The visible part of an area.
fn visible(bounds: Bounds, (width, height): (u32, u32)) -> Area {
    let clamp = |value: i32, most: u32| u32::try_from(value).unwrap_or(0).min(most);
    let (left, top) = (clamp(bounds.left, width), clamp(bounds.top, height));
    let (right, bottom) = (clamp(bounds.right, width), clamp(bounds.bottom, height));
    Area { x: left, y: top, w: right.saturating_sub(left), h: bottom.saturating_sub(top) }
}

/// Capitalises the first letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The beginning of a text that may be very long; keeps its lines.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_THOUGHT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use policy::{Headline, Verdict};

    #[test]
    fn the_gate_can_ask_in_every_language() {
        for language in planner::languages() {
            for key in Headline::keys() {
                for values in [&[][..], &[("people", "x")], &[("amount", "x"), ("words", "y")]] {
                    let said = planner::phrase(language, &format!("gate {key}"), values);
                    assert!(!said.is_empty(), "{language}: gate {key}");
                }
            }
            for rule in policy::rules().iter().filter(|rule| rule.verdict != Verdict::Allow) {
                let said = planner::phrase(language, &format!("why {}", rule.name), &[]);
                // The rules themselves have the English ones.
                assert_eq!(said.is_empty(), language == "en", "{language}: why {}", rule.name);
            }
        }
    }
}
