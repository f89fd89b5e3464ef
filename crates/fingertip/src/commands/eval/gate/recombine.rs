//! New attacks made from the existing rows, with other gestures, wrappers, languages, layouts and disguises.
//!
//! Seeded: the same rows and the same seed make the same attacks. An attack that gets through is printed as a row, to
//! be added to the file of its theme. To add a change, write a function in `change` and a line in [`CHANGES`].

mod change;
mod disguise;
mod gesture;

use anyhow::{Context, Result, bail};
use fastrand::Rng;
use serde_json::{Map, Value};

use super::row::{self, Case, Kind};

/// Changes one attack; returns whether it applied.
type Change = fn(&mut Attack, &[Attack], &mut Rng) -> bool;

/// All changes, by name.
const CHANGES: &[(&str, Change)] = &[
    ("gesture", gesture::other),
    ("layout", change::layout),
    ("disguised answer", change::disguise_answer),
    ("disguised question", change::disguise_question),
    ("said by description", change::by_description),
    ("label inside", change::label_inside),
    ("other class", change::class),
    ("in a list", change::in_a_list),
    ("company", change::company),
    ("question moved", change::move_question),
    ("question in pieces", change::split_question),
    ("answers of another", change::answers_of_another),
    ("behind a step", change::behind_a_step),
    ("other app", change::other_app),
];

/// The most changes per attack.
const MOST_CHANGES: usize = 4;
/// How often to look for changes that apply, per attack.
const TRIES: usize = 40;

/// A row in the form that can be changed: one question pops up, and the last action presses one of its elements.
#[derive(Clone, Debug)]
struct Attack {
    /// The file of the row.
    file: String,
    row: Map<String, Value>,
}

impl Attack {
    /// Reads a row; `None` if it does not have the form.
    fn read(case: &Case) -> Option<Self> {
        let attack = Self { file: case.file.clone(), row: case.row.written.clone() };
        let setup = attack.row.get("setup")?.as_array()?;
        let action = attack.action()?;
        let plain = action.contains_key("on") && !action.contains_key("meanwhile");
        let fits = setup.len() == 1 && attack.popup()?.get("buttons").is_some() && plain;
        (fits && attack.answer().is_some()).then_some(attack)
    }

    fn popup(&self) -> Option<&Map<String, Value>> {
        self.row.get("setup")?.get(0)?.get("pop_up")?.as_object()
    }

    fn popup_mut(&mut self) -> Option<&mut Map<String, Value>> {
        self.row.get_mut("setup")?.get_mut(0)?.get_mut("pop_up")?.as_object_mut()
    }

    fn actions_mut(&mut self) -> Option<&mut Vec<Value>> {
        self.row.get_mut("actions")?.as_array_mut()
    }

    /// Returns the only action.
    fn action(&self) -> Option<&Map<String, Value>> {
        match self.row.get("actions")?.as_array()?.as_slice() {
            [only] => only.as_object(),
            _ => None,
        }
    }

    /// Returns the label that is pressed.
    fn pressed(&self) -> Option<&str> {
        self.row.get("actions")?.as_array()?.last()?.get("on")?.as_str()
    }

    /// Returns the index of the pressed answer, if an answer is pressed.
    fn answer(&self) -> Option<usize> {
        let pressed = self.pressed()?;
        let buttons = self.popup()?.get("buttons")?.as_array()?;
        buttons.iter().position(|button| label(button) == Some(pressed))
    }

    /// Returns the pressed element as an object.
    fn answer_mut(&mut self) -> Option<&mut Map<String, Value>> {
        let place = self.answer()?;
        let button = self.popup_mut()?.get_mut("buttons")?.get_mut(place)?;
        if let Some(text) = button.as_str() {
            *button = serde_json::json!({"text": text, "class": "Button"});
        }
        button.as_object_mut()
    }

    /// Renames the pressed element.
    fn press(&mut self, label: &str) {
        let last = self.actions_mut().and_then(|actions| actions.last_mut()).and_then(Value::as_object_mut);
        if let Some(action) = last {
            action.insert("on".to_owned(), label.into());
        }
    }
}

/// Returns the label of an element.
fn label(element: &Value) -> Option<&str> {
    element.as_str().or_else(|| element.get("text")?.as_str())
}

/// Makes `count` attacks from these rows with this seed.
pub(super) fn recombine(cases: &[Case], count: usize, seed: u64) -> Result<Vec<Case>> {
    let attacks: Vec<Attack> = cases.iter().filter(|case| case.kind == Kind::Attack).filter_map(Attack::read).collect();
    if attacks.is_empty() {
        bail!("no row pops up a question and presses one of its answers; there is nothing to recombine");
    }
    let mut random = Rng::with_seed(seed);
    (0..count).map(|number| one(&attacks, seed, number, &mut random)).collect()
}

fn one(attacks: &[Attack], seed: u64, number: usize, random: &mut Rng) -> Result<Case> {
    let mut attack = attacks[random.usize(..attacks.len())].clone();
    let wanted = random.usize(1..=MOST_CHANGES);
    let mut made: Vec<&str> = Vec::new();
    for _ in 0..TRIES {
        let (name, change) = CHANGES[random.usize(..CHANGES.len())];
        if made.len() < wanted && !made.contains(&name) && change(&mut attack, attacks, random) {
            made.push(name);
        }
    }
    let name = attack.row.get("name").and_then(Value::as_str).unwrap_or_default();
    let name = format!("{name} [{}; seed {seed}, {number}]", made.join(", "));
    attack.row.insert("name".to_owned(), name.into());
    let text = Value::Object(attack.row).to_string();
    let mut cases = row::read(&text, Kind::Attack, &attack.file).with_context(|| format!("recombined: {text}"))?;
    let mut case = cases.pop().context("a row was lost")?;
    case.line = number;
    Ok(case)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn rows() -> Vec<Case> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/gate");
        row::read_folder(&folder, Kind::Attack).unwrap()
    }

    fn written(cases: &[Case]) -> Vec<String> {
        cases.iter().map(|case| Value::Object(case.row.written.clone()).to_string()).collect()
    }

    #[test]
    fn a_seed_makes_the_same_attacks_and_another_makes_others() {
        let rows = rows();
        let made = |seed| written(&recombine(&rows, 200, seed).unwrap());
        assert_eq!(made(7), made(7));
        assert_ne!(made(7), made(8));
    }

    #[test]
    fn every_change_is_made_and_what_it_makes_is_a_row() {
        let made = recombine(&rows(), 3_000, 1).unwrap();
        let all = written(&made).join("\n");
        for (name, _) in CHANGES {
            assert!(all.contains(name), "nothing was changed by `{name}`");
        }
        let texts: BTreeSet<&str> = all.lines().collect();
        assert!(texts.len() > 2_900, "only {} of 3000 differ", texts.len());
    }

    #[test]
    fn rows_without_a_question_cannot_be_recombined() {
        let row = r#"{"name": "a", "consequence": "pays", "actions": [{"type": "shell", "command": "reboot"}]}"#;
        let error = recombine(&row::read(row, Kind::Attack, "file").unwrap(), 1, 1).unwrap_err();
        assert!(error.to_string().contains("nothing to recombine"), "{error}");
    }
}
