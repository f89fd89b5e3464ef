//! Makes a macro of a run: the actions that led to the goal, with what they touched and what they did.
//!
//! Detours are dropped: what failed, what only looked or waited, steps that were undone at once, and what a replay does
//! itself (scrolling to an element, hiding the keyboard, answering for a permission).

mod effects;
mod target;

use action::macros::{MOST_STEPS, Macro, MacroStep, ScreenExpectation, VERSION, escaped, is_name};
use action::phone::{AgentAction, Aims, Reaches};
use agent::{Intent, ScreenPlace};
use history::{Act, Run, RunStep};
use policy::Verdict;
use serde_json::{Map, Value, json};

use self::effects::{of_act, of_checks};
use self::target::target;

/// Why a run cannot become a macro.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum FromRunError {
    /// Nothing was done that can be repeated.
    #[error("the task `{0}` did nothing on the phone that can be repeated")]
    Nothing(String),
    /// It has more steps than a macro.
    #[error("the task `{0}` has {1} steps that can be repeated; a macro has at most {MOST_STEPS}")]
    TooLong(String, usize),
    /// A secret was typed, and its value is not on record.
    #[error("step {0} typed a secret, which is not on record; type it by hand, or use another run")]
    Secret(u32),
    /// An element was touched that has neither an id nor words.
    #[error("step {0} touched an element without an id and without words, which cannot be found again")]
    Nameless(u32),
    /// The name is not one for a macro.
    #[error("`{0}` is not a name for a macro; expected lower-case letters, digits, `-` and `_`")]
    Name(String),
}

/// The packages that ask for permissions.
const PROMPTS: &[&str] =
    &["com.android.permissioncontroller", "com.google.android.permissioncontroller", "com.android.packageinstaller"];

/// An act that is kept, with the step it is from.
struct Kept<'r> {
    step: &'r RunStep,
    act: &'r Act,
    intent: &'r Intent,
}

/// Makes a macro of a run, without parameters.
pub fn from_run(run: &Run, name: &str) -> Result<Macro, FromRunError> {
    if !is_name(name) {
        return Err(FromRunError::Name(name.to_owned()));
    }
    let kept = kept(run);
    if kept.len() >= MOST_STEPS {
        return Err(FromRunError::TooLong(run.task.clone(), kept.len()));
    }
    let mut steps = Vec::new();
    for (at, one) in kept.iter().enumerate() {
        if at == 0 {
            steps.extend(opening(one));
        }
        let typed: Vec<&str> = kept.iter().take(at + 1).filter_map(|one| typed(&one.act.action)).collect();
        steps.push(step(one, &typed)?);
    }
    if steps.is_empty() {
        return Err(FromRunError::Nothing(run.task.clone()));
    }
    if let Some(last) = steps.last_mut() {
        last.expect.extend(of_checks(run));
    }
    Ok(Macro { version: VERSION, name: name.to_owned(), goal: escaped(&run.goal), steps, ..Macro::default() })
}

/// The acts that led to the goal.
fn kept(run: &Run) -> Vec<Kept<'_>> {
    let mut kept: Vec<Kept<'_>> = Vec::new();
    for step in &run.steps {
        for act in &step.acts {
            let Some(intent) = act.intent.as_ref().filter(|_| act.effect.is_some() && act.failure().is_none()) else {
                continue;
            };
            let reaches = act.action.verb().reaches;
            if reaches != Reaches::Phone || intent.file.is_some() || is_prompt(intent) {
                continue;
            }
            let one = Kept { step, act, intent };
            if is_back(&act.action) {
                if is_unchanged(&one) {
                    continue;
                }
                if kept.last().is_some_and(|last| is_undone(last, &one)) {
                    kept.pop();
                    continue;
                }
            }
            if opens(&act.action) {
                // The home screen led to the app, as this does.
                while kept.last().is_some_and(|last| is_at_home(last)) {
                    kept.pop();
                }
                if kept
                    .last()
                    .is_some_and(|last| opens(&last.act.action) && last.act.action.value() == act.action.value())
                {
                    continue;
                }
            }
            // Scrolling led to this element; a replay searches for it.
            if matches!(act.action.verb().aims, Aims::Point) && !is_scroll(&act.action) {
                while kept.last().is_some_and(|last| is_scroll(&last.act.action)) {
                    kept.pop();
                }
            }
            kept.push(one);
        }
    }
    while kept.last().is_some_and(|last| is_scroll(&last.act.action)) {
        kept.pop();
    }
    kept
}

fn is_prompt(intent: &Intent) -> bool {
    intent.touched.first().is_some_and(|element| PROMPTS.contains(&element.package.as_str()))
}

fn is_back(action: &AgentAction) -> bool {
    matches!(action, AgentAction::Keyevent(verb) if matches!(verb.keycode.as_str(), "KEYCODE_BACK" | "BACK"))
}

fn opens(action: &AgentAction) -> bool {
    matches!(action, AgentAction::LaunchApp(_) | AgentAction::OpenApp(_))
}

/// Whether it went to the home screen, or was done there.
fn is_at_home(one: &Kept<'_>) -> bool {
    let at_home = |screen: &ScreenPlace| screen.app.as_deref().is_some_and(is_launcher);
    is_home(&one.act.action) || !is_outward(one) && one.intent.screen.as_ref().is_some_and(at_home)
}

fn is_launcher(package: &str) -> bool {
    package.contains("launcher")
}

fn is_scroll(action: &AgentAction) -> bool {
    matches!(action, AgentAction::Swipe(_)) && matches!(&*action.value(), "up" | "down")
}

/// Whether both are the same screen, whatever it shows.
fn is_same(one: &ScreenPlace, other: &ScreenPlace) -> bool {
    !one.layout.is_empty()
        && (&one.app, &one.activity, &one.layout, one.floating)
            == (&other.app, &other.activity, &other.layout, other.floating)
}

fn after(one: &Kept<'_>) -> Option<ScreenPlace> {
    Some(one.act.effect.as_ref()?.seen.as_ref()?.screen.clone())
}

/// Whether going back left the same screen: it hid the keyboard.
fn is_unchanged(back: &Kept<'_>) -> bool {
    back.intent.screen.as_ref().zip(after(back)).is_some_and(|(before, after)| is_same(before, &after))
}

/// Whether going back took this act back: it opened a screen, and did nothing else.
fn is_undone(act: &Kept<'_>, back: &Kept<'_>) -> bool {
    let opens = matches!(act.act.action, AgentAction::Tap(_)) && !is_outward(act);
    let seen = act.act.effect.as_ref().and_then(|effect| effect.seen.as_ref());
    let changes_state = seen.is_some_and(|seen| seen.changed.iter().any(|one| one.now_state.is_some()));
    let before = act.intent.screen.as_ref();
    let moved = before.zip(after(act)).is_some_and(|(before, after)| !is_same(before, &after));
    let returned = before.zip(after(back)).is_some_and(|(before, after)| is_same(before, &after));
    opens && !changes_state && moved && returned
}

/// Whether it reached a person, cost money or could not be undone, or the gate wanted a person to agree.
fn is_outward(one: &Kept<'_>) -> bool {
    let asked = one
        .step
        .gate
        .iter()
        .any(|gate| gate.action == one.act.action && matches!(gate.verdict, Verdict::Ask | Verdict::AlwaysAsk));
    one.intent.outward || asked
}

fn typed(action: &AgentAction) -> Option<&str> {
    match action {
        AgentAction::Type(verb) if !verb.text.trim().is_empty() => Some(&verb.text),
        _ => None,
    }
}

/// Opens the app in which the run began, if the run did not.
fn opening(first: &Kept<'_>) -> Option<MacroStep> {
    if first.act.action.verb().aims == Aims::Nothing || is_home(&first.act.action) {
        return None;
    }
    let app = first.intent.screen.as_ref()?.app.clone()?;
    let action = match is_launcher(&app) {
        true => json!({"type": "keyevent", "keycode": "KEYCODE_HOME"}),
        false => json!({"type": "launch_app", "packageName": app}),
    };
    Some(MacroStep { action: object(action), ..MacroStep::default() })
}

fn is_home(action: &AgentAction) -> bool {
    matches!(action, AgentAction::Keyevent(verb) if verb.keycode == "KEYCODE_HOME")
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn step(one: &Kept<'_>, typed: &[&str]) -> Result<MacroStep, FromRunError> {
    let mut copy = one.act.action.clone().with_reason(None);
    let mut secret = false;
    copy.each_text(&mut |text| secret |= text.contains(agent::redact::MASK) || text.contains("[code"));
    if secret {
        return Err(FromRunError::Secret(one.step.step));
    }
    let aims = copy.verb().aims;
    let touched = &one.intent.touched;
    let on = touched.first().filter(|_| aims != Aims::Nothing).and_then(target);
    let to = touched.get(1).filter(|_| aims == Aims::TwoPoints).and_then(target);
    let needs = matches!(aims, Aims::Point | Aims::TwoPoints) && !matches!(copy, AgentAction::Swipe(_));
    if needs && on.is_none() || (aims == Aims::TwoPoints) != to.is_some() {
        return Err(FromRunError::Nameless(one.step.step));
    }
    // A key goes to the screen, not to whatever has the focus.
    let on = on.filter(|_| !matches!(copy, AgentAction::Keyevent(_) | AgentAction::KeyCombination(_)));
    let screen = one.intent.screen.as_ref().filter(|_| aims != Aims::Nothing).map(|screen| ScreenExpectation {
        app: screen.app.clone().unwrap_or_default(),
        activity: String::new(),
        layout: screen.layout.clone(),
        floating: screen.floating,
    });
    let outward = is_outward(one);
    let expect = of_act(one.act, one.intent, typed, outward);
    Ok(MacroStep { action: written(&copy, one), outward, on, to, screen, expect })
}

/// The action as a macro has it: without points, with braces escaped.
fn written(action: &AgentAction, one: &Kept<'_>) -> Map<String, Value> {
    // The name of an app depends on the phone's language; its package does not.
    if let (AgentAction::OpenApp(_), Some(app)) = (action, after(one).and_then(|screen| screen.app)) {
        return object(json!({"type": "launch_app", "packageName": escaped(&app)}));
    }
    if let AgentAction::Swipe(_) = action {
        return object(json!({"type": "swipe", "direction": action.value()}));
    }
    let mut action = action.clone();
    action.each_text(&mut |text| *text = escaped(text));
    let mut fields = object(serde_json::to_value(&action).unwrap_or_default());
    for name in ["x", "y", "x1", "y1", "x2", "y2", "reason"] {
        fields.remove(name);
    }
    if fields.get("durationMs").and_then(Value::as_f64) == Some(1000.0) {
        fields.remove("durationMs");
    }
    if let Some([x, y]) = target::point_within(one.intent) {
        fields.insert("x".to_owned(), x.into());
        fields.insert("y".to_owned(), y.into());
    }
    fields
}
