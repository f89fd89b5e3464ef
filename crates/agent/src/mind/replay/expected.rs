//! Checks what a step expects: on the screen, in the app in front, in the phone's settings.

use action::macros::{Expectation, FilledStep, Part, SettingExpectation};
use device::tree::Role;
use device::{Reading, Table, Tree};

use super::difference::{part, quoted};
use super::find::{Search, find};
use crate::affordance::{folded, switch_of};
use crate::context::Context;
use crate::deadline::Halt;
use crate::identity::state_words;

/// Returns the first expectation that the phone does not meet, in words.
pub(super) async fn unmet(step: &FilledStep, context: &mut Context) -> Result<Option<String>, Halt> {
    for expectation in &step.expect {
        let missing = match expectation {
            Expectation::App(package) => {
                let front = context.look().and_then(|look| look.app());
                (front != Some(package.as_str())).then(|| format!("the app {} to be in front", quoted(package)))
            }
            Expectation::Setting(setting) => {
                let said = read(setting, context).await?;
                (said != setting.value).then(|| {
                    format!(
                        "the setting {} to be {}, and it is {}",
                        quoted(&setting.name),
                        quoted(&setting.value),
                        quoted(&said)
                    )
                })
            }
            Expectation::Appeared(wanted) => {
                (!on_screen(step, wanted, context)).then(|| format!("{} to appear", part(wanted)))
            }
            Expectation::Gone(wanted) => {
                on_screen(step, wanted, context).then(|| format!("{} to be gone", part(wanted)))
            }
            Expectation::Changed(wanted) => (!on_screen(step, wanted, context)).then(|| changed_words(step, wanted)),
        };
        if missing.is_some() {
            return Ok(missing);
        }
    }
    Ok(None)
}

/// Whether the step only sets a state, or the content of a field, and the phone shows it already.
pub(super) async fn is_already_so(step: &FilledStep, context: &mut Context) -> Result<bool, Halt> {
    let sets = step.expect.iter().any(|one| matches!(one, Expectation::Changed(_)));
    Ok(!step.outward && sets && unmet(step, context).await?.is_none())
}

/// The content that the step gives its field, if it replaces all of it.
pub(super) fn whole_content(step: &FilledStep) -> Option<&str> {
    step.expect.iter().find_map(|one| match one {
        Expectation::Changed(part) if part.id.is_empty() && part.state.is_none() => Some(part.text.as_str()),
        _ => None,
    })
}

async fn read(setting: &SettingExpectation, context: &mut Context) -> Result<String, Halt> {
    let (table, key) = setting.name.split_once('/').unwrap_or_default();
    let table = match table {
        "global" => Table::Global,
        "secure" => Table::Secure,
        _ => Table::System,
    };
    Ok(context.read(&Reading::Setting(table, key)).await?.trim().to_owned())
}

fn changed_words(step: &FilledStep, wanted: &Part) -> String {
    let what = match (&step.on, wanted.id.is_empty()) {
        (Some(target), true) => quoted(target.shown()),
        _ => quoted(&wanted.id),
    };
    match &wanted.state {
        Some(state) if state.is_empty() => format!("{what} to be off"),
        Some(state) => format!("{what} to be {}", state.join(" and ")),
        None => format!("{what} to say {}", quoted(&wanted.text)),
    }
}

fn on_screen(step: &FilledStep, wanted: &Part, context: &Context) -> bool {
    let Some(look) = context.look() else { return false };
    let Some(tree) = look.tree() else { return false };
    // Without an id or a text of its own, the expectation is about the element that the step acts on.
    if wanted.id.is_empty() && (wanted.text.is_empty() || wanted.role == Role::Field.as_str()) {
        let size = (look.screen().w, look.screen().h);
        let found = step.on.as_ref().map(|target| find(tree, target, size, true));
        let Some(Search::Found(found)) = found else { return false };
        return has_state(tree, found.place, wanted);
    }
    let names = tree.names();
    let wants_field = wanted.role == Role::Field.as_str();
    let text = folded(&wanted.text);
    (0..tree.nodes.len()).any(|place| {
        let node = &tree.nodes[place];
        let says = |label: &str| {
            let label = folded(label);
            label == text || label.contains(&text) && text.chars().count() >= 3
        };
        // What a person types is in the field first: only what left it counts as having appeared.
        (node.role() == Role::Field) == wants_field
            && !node.bounds.is_empty()
            && (wanted.id.is_empty() || node.resource_id == wanted.id)
            && (text.is_empty() || says(&node.text) || says(&node.description) || says(names.name(place)))
            && has_state(tree, place, &Part { text: String::new(), ..wanted.clone() })
    })
}

/// Whether the element, or the switch that belongs to it, has this text and this state.
fn has_state(tree: &Tree, place: usize, wanted: &Part) -> bool {
    let Some(node) = tree.nodes.get(place) else { return false };
    let same_text = wanted.text.is_empty() || folded(&node.text) == folded(&wanted.text);
    let same_state = wanted.state.as_ref().is_none_or(|wanted| {
        let mut now = state_words(node);
        now.retain(|word| word == "checked" || word == "selected");
        if let Some((_, is_on)) = switch_of(tree, place) {
            now.retain(|word| word != "checked");
            now.extend(is_on.then(|| "checked".to_owned()));
        }
        let of_wanted = |word: &str| wanted.iter().any(|one| one == word);
        ["checked", "selected"].iter().all(|word| of_wanted(word) == now.iter().any(|one| one == word))
    });
    same_text && same_state
}
