//! What a step is expected to do, from what it did on record: few signs that hold on another phone too.

use action::macros::{Expectation, Part, SettingExpectation, escaped};
use action::phone::AgentAction;
use agent::{ChangedElement, ElementIdentity, Intent, ScreenChange, SeenPart};
use history::{Act, Run};

/// The phone's own bars, which show what has nothing to do with the step.
const BARS: &str = "com.android.systemui";

/// The expected effect of an act. `typed` is everything typed so far.
pub(super) fn of_act(act: &Act, intent: &Intent, typed: &[&str], outward: bool) -> Vec<Expectation> {
    let Some(seen) = act.effect.as_ref().and_then(|effect| effect.seen.as_deref()) else { return Vec::new() };
    let opens = matches!(act.action, AgentAction::LaunchApp(_) | AgentAction::OpenApp(_));
    if opens {
        return seen.screen.app.iter().map(|app| Expectation::App(escaped(app))).collect();
    }
    let Some(element) = intent.touched.first() else { return Vec::new() };
    if let AgentAction::Type(verb) = &act.action {
        let is_content = seen.changed.iter().any(|one| one.now.as_deref() == Some(verb.text.as_str()));
        let text = escaped(&verb.text);
        let content = Expectation::Changed(Part { role: "field".to_owned(), text, ..Part::default() });
        return if is_content && !verb.text.trim().is_empty() { vec![content] } else { Vec::new() };
    }
    if let Some(state) = switched(element, seen) {
        return vec![Expectation::Changed(Part { state: Some(state), ..Part::default() })];
    }
    // What was typed has left its field: it was sent, or saved.
    let is_typed = |part: &&SeenPart| part.role != "field" && typed.iter().any(|text| part.name == *text);
    if let Some(part) = seen.appeared.iter().find(is_typed) {
        return vec![Expectation::Appeared(Part { text: escaped(&part.name), ..Part::default() })];
    }
    if outward {
        return appeared_by_id(seen).into_iter().collect();
    }
    Vec::new()
}

/// The state that the step gave the element it touched, or the switch in it.
fn switched(element: &ElementIdentity, seen: &ScreenChange) -> Option<Vec<String>> {
    let title = |name: &str| name.split(", ").next().unwrap_or_default().to_owned();
    let is_it = |one: &&ChangedElement| {
        let same_id =
            !element.id.is_empty() && one.part.id == element.id && title(&one.part.name) == title(&element.name);
        let same_name = !element.name.is_empty() && title(&one.part.name) == title(&element.name);
        one.now_state.is_some() && (same_id || same_name)
    };
    let changed = seen.changed.iter().find(is_it)?;
    let of = |words: &Option<Vec<String>>| -> Vec<String> {
        let kept = words.iter().flatten().filter(|word| matches!(word.as_str(), "checked" | "selected"));
        kept.cloned().collect()
    };
    let (was, now) = (of(&changed.was_state), of(&changed.now_state));
    (was != now).then_some(now)
}

/// An element that appeared and has an id of its own.
fn appeared_by_id(seen: &ScreenChange) -> Option<Expectation> {
    let is_own = |part: &&SeenPart| {
        let alike = seen.appeared.iter().filter(|other| other.id == part.id).count();
        !part.id.is_empty() && alike == 1 && !part.id.starts_with(BARS) && part.role != "field"
    };
    let part = seen.appeared.iter().find(is_own)?;
    Some(Expectation::Appeared(Part { id: part.id.clone(), ..Part::default() }))
}

/// What the phone's own settings said when the run was checked last.
pub(super) fn of_checks(run: &Run) -> Vec<Expectation> {
    let last = run.steps.iter().flat_map(|step| &step.step_results).next_back();
    let checked = last.map(|entry| entry.checked.as_slice()).unwrap_or_default();
    let setting = |one: &agent::Checked| {
        let mut words = one.asked.strip_prefix("settings get ")?.split_whitespace();
        let (table, key) = (words.next()?, words.next()?);
        let is_plain = matches!(table, "system" | "secure" | "global") && words.next().is_none();
        let name = format!("{table}/{key}");
        let value = escaped(one.said.trim());
        is_plain.then_some(Expectation::Setting(SettingExpectation { name, value }))
    };
    checked.iter().filter_map(setting).collect()
}
