//! What a step did, in a form that two runs can be aligned by: verbs, targets and values, never coordinates alone.

use crate::run::{Act, RunStep};

/// The longest value that is compared and shown, in bytes.
const LONGEST: usize = 120;

/// What a step did.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Signature {
    pub(super) deeds: Vec<Deed>,
    /// The app in which it began.
    pub(super) app: String,
    pub(super) layout: String,
}

/// One action: the verb, what it touched, what it typed or opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Deed {
    pub(super) verb: &'static str,
    /// The id of the touched element.
    pub(super) id: String,
    /// Its name.
    pub(super) name: String,
    pub(super) role: String,
    /// The text, the package, the command, the key.
    pub(super) value: String,
}

impl Signature {
    pub(super) fn of(step: &RunStep) -> Self {
        let mut deeds: Vec<Deed> = step.acts.iter().map(Deed::of).collect();
        // What ends a run is decided, and never sent.
        let decided = step.decisions.last().map(|said| said.actions.as_slice()).unwrap_or_default();
        if deeds.is_empty() {
            deeds = decided
                .iter()
                .map(|action| Deed { verb: action.name(), value: cut(&action.value()), ..Deed::default() })
                .collect();
        }
        if deeds.is_empty() && step.unreadable().is_some() {
            deeds.push(Deed { verb: "unreadable", ..Deed::default() });
        }
        let before = step.before.as_ref();
        Self {
            deeds,
            app: before.and_then(|screen| screen.app.clone()).unwrap_or_default(),
            layout: before.map(|screen| screen.layout.clone()).unwrap_or_default(),
        }
    }

    /// In words for people.
    pub(super) fn words(&self) -> String {
        let words: Vec<String> = self.deeds.iter().map(Deed::words).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join("; ") }
    }

    /// How alike two steps are: the higher, the more it is worth to align them. Below zero they have nothing in common.
    pub(super) fn likeness(&self, other: &Self) -> i32 {
        let deeds = match (self.deeds.first(), other.deeds.first()) {
            (Some(one), Some(two)) => one.likeness(two),
            (None, None) => 2,
            _ => -2,
        };
        let screen = i32::from(!self.app.is_empty() && self.app == other.app)
            + i32::from(!self.layout.is_empty() && self.layout == other.layout);
        let as_many = i32::from(self.deeds.len() == other.deeds.len() && self.deeds.len() > 1);
        deeds + screen + as_many
    }
}

impl Deed {
    fn of(act: &Act) -> Self {
        let touched = act.intent.as_ref().and_then(|intent| intent.touched.first());
        let judged = act.intent.as_ref().and_then(|intent| intent.target.as_ref());
        let (id, name, role) = match (touched, judged) {
            (Some(element), _) => (element.id.clone(), element.name.clone(), element.role.clone()),
            (None, Some(target)) => (target.resource_id.clone(), target.label.clone(), String::new()),
            (None, None) => Default::default(),
        };
        Self { verb: act.action.name(), id, name: cut(&name), role, value: cut(&act.action.value()) }
    }

    pub(super) fn is_same_target(&self, other: &Self) -> bool {
        self.id == other.id && self.name == other.name
    }

    fn likeness(&self, other: &Self) -> i32 {
        if self.verb != other.verb {
            return -2;
        }
        let is_nameless = self.id.is_empty() && self.name.is_empty() && other.id.is_empty() && other.name.is_empty();
        let target = match () {
            () if is_nameless => 1,
            () if self.is_same_target(other) => 3,
            () if !self.name.is_empty() && self.name == other.name => 2,
            () if !self.id.is_empty() && self.id == other.id => 2,
            () => -1,
        };
        let value = match (self.value.is_empty(), self.value == other.value) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => -1,
        };
        2 + target + value
    }

    pub(super) fn words(&self) -> String {
        let mut words = self.verb.replace('_', " ");
        for part in [&self.value, &self.name] {
            if !part.is_empty() {
                words.push_str(&format!(" `{part}`"));
            }
        }
        if self.name.is_empty() && !self.id.is_empty() {
            words.push_str(&format!(" `{}`", self.id));
        }
        words
    }
}

fn cut(text: &str) -> String {
    text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default().to_owned()
}
