//! Reads phone actions from outside: leniently with repairs, or strictly.

use super::*;
use crate::fields::{Fields, Manner, Need, number_of};
use crate::finding::{Code, Finding, Findings, Path, did_you_mean, quoted};
use crate::json::Json;
use crate::number::Finite;

/// An action, with the repairs that were necessary.
#[derive(Clone, Debug, PartialEq)]
pub struct Lenient {
    /// The action.
    pub action: AgentAction,
    /// The repairs; empty if the input was already canonical.
    pub repairs: Findings,
}

/// Reads any value as an action; invalid parts take the documented default.
///
/// An unknown type becomes a wait of one second, with a repair that names the closest known type.
pub fn normalize(value: &Json<'_>) -> Lenient {
    read(value, Manner::Lenient)
}

/// Reads a canonical action; anything that [`normalize`] would repair is an error.
pub fn strict(value: &Json<'_>) -> Result<AgentAction, Vec<Finding>> {
    let Lenient { action, repairs } = read(value, Manner::Strict);
    if repairs.is_empty() { Ok(action) } else { Err(repairs.into_vec()) }
}

fn read(value: &Json<'_>, manner: Manner) -> Lenient {
    let mut repairs = Findings::default();
    let Some(object) = value.as_object() else {
        repairs.whole(Code::WrongType, format!("an action must be an object, not {}", value.kind()));
        return Lenient { action: wait(None), repairs };
    };
    let mut fields = Fields::new(object, Path::Root, manner, &mut repairs);
    let action = read_fields(&mut fields);
    if let Some(action) = action {
        fields.close();
        return Lenient { action, repairs };
    }
    // The other fields of an unknown type have no meaning; only the reason is kept.
    let reason = fields.reason();
    Lenient { action: wait(reason), repairs }
}

fn wait(reason: Option<String>) -> AgentAction {
    AgentAction::Wait(Wait { duration_ms: Wait::default_duration(), reason })
}

fn read_fields(fields: &mut Fields<'_, '_>) -> Option<AgentAction> {
    let given = match fields.raw("type") {
        Some(Json::Text(text)) => text.as_ref(),
        Some(other) => {
            let problem = format!("`type` must be text, not {}", other.kind());
            fields.note(Code::WrongType, "type", &problem, &"`wait`");
            return None;
        }
        None => {
            fields.note(Code::Missing, "type", "`type` is missing", &"`wait`");
            return None;
        }
    };
    let folded = given.trim().to_lowercase();
    if let Some(action) = by_button(&folded, fields) {
        let said = format!("{} is a key, not a type of action", quoted(given));
        fields.note(Code::Respelled, "type", &said, &"`keyevent`");
        return Some(action);
    }
    let Some(action) = AgentAction::read_as(&folded, fields) else {
        let hint = did_you_mean(given, verbs().iter().map(|verb| verb.name.as_str()));
        fields.note(
            Code::UnknownType,
            "type",
            &format!("{} is not a known type of action{hint}", quoted(given)),
            &"`wait`",
        );
        return None;
    };
    if folded != given {
        fields.note(Code::Respelled, "type", &format!("`type` is spelt {}", quoted(given)), &quoted(&folded));
    }
    Some(action)
}

/// Maps the three buttons of every phone to keys; models name them like verbs.
fn by_button(name: &str, fields: &mut Fields<'_, '_>) -> Option<AgentAction> {
    let keycode = match name {
        "back" => keys::BACK,
        "home" => keys::HOME,
        "recent" => keys::RECENT,
        _ => return None,
    };
    Some(AgentAction::Keyevent(Keyevent { keycode: keycode.to_owned(), reason: fields.reason() }))
}

/// Reads field types that phone verbs need beyond the plain ones.
pub(super) trait PhoneFields {
    /// Reads `x` and `y`; a `coordinate` stands in for a missing one.
    fn point(&mut self) -> (Finite, Finite);
    /// Reads `x1`, `y1`, `x2`, `y2`.
    fn line(&mut self) -> [Finite; 4];
    /// Reads the reason, unless it is blank.
    fn reason(&mut self) -> Option<String>;
}

impl PhoneFields for Fields<'_, '_> {
    fn point(&mut self) -> (Finite, Finite) {
        let usable = |fields: &mut Self, name| fields.raw(name).and_then(number_of).is_some();
        let stand_in =
            if usable(self, "x") && usable(self, "y") { None } else { self.raw("coordinate").and_then(centre) };
        let Some((x, y)) = stand_in else {
            return (self.number("x", Need::Required, Finite::ZERO), self.number("y", Need::Required, Finite::ZERO));
        };
        let mut either = |name, stand_in| {
            if usable(self, name) {
                return self.number(name, Need::Required, Finite::ZERO);
            }
            self.note(Code::StandIn, name, &format!("`{name}` is missing, but there is a `coordinate`"), &stand_in);
            stand_in
        };
        (either("x", x), either("y", y))
    }

    fn line(&mut self) -> [Finite; 4] {
        ["x1", "y1", "x2", "y2"].map(|name| self.number(name, Need::Required, Finite::ZERO))
    }

    fn reason(&mut self) -> Option<String> {
        let reason = self.optional_text("reason")?;
        if reason.trim().is_empty() {
            self.note(Code::Blank, "reason", "`reason` is blank", &"nothing");
            return None;
        }
        Some(reason)
    }
}

/// Returns `[x, y]`, or the centre of `[left, top, right, bottom]`.
fn centre(value: &Json<'_>) -> Option<(Finite, Finite)> {
    let numbers: Option<Vec<f64>> =
        value.as_list()?.iter().map(|item| number_of(item).map(|(number, _)| number.get())).collect();
    let middle = |a: f64, b: f64| Finite::new(a / 2.0 + b / 2.0);
    match numbers?.as_slice() {
        [x, y] => Finite::new(*x).zip(Finite::new(*y)),
        [left, top, right, bottom] => middle(*left, *right).zip(middle(*top, *bottom)),
        _ => None,
    }
}
