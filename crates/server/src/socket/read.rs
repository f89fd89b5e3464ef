//! Parses a page's message: strictly, with all reasons to reject it, without guessing.

use action::fields::{Fields, Item, Manner, Need};
use action::json::Json;
use action::os::{MonitorId, WindowBounds};
use action::{Code, Finding, Findings, Path};
use desktop::wire::{ClientEvent, FormValue, HumanAnswer, Openable, PersonAction, PersonCommand};

/// Every `type`.
const TYPES: &[&str] = &[
    "DIALOG_FEEDBACK",
    "TOAST_ACTION",
    "SHORTCUT_ACTION",
    "RENDERING_FEEDBACK",
    "COMPONENT_ACTION",
    "USER_ACTION",
    "HUMAN_ANSWER",
    "APP_MESSAGE",
    "USER_MESSAGE",
];

/// How many actions a person may perform at once.
const MOST_ACTIONS: usize = 1000;
/// How many fields a form may have.
const MOST_FIELDS: usize = 1000;
/// How long a name may be, in bytes.
const LONGEST_NAME: usize = 1024;
/// The largest whole number that a page can write exactly.
const MAX_WHOLE: f64 = 9_007_199_254_740_991.0;

/// A message, or what is wrong with it; and its number, if that could be read.
pub(super) type Read = Result<(u64, ClientEvent), (Option<u64>, Vec<Finding>)>;

/// Reads one message.
pub(super) fn read(text: &str) -> Read {
    let parsed = match Json::strict(text) {
        Ok(parsed) => parsed,
        Err(error) => return Err((None, vec![Finding::new(Code::Syntax, "", error.to_string())])),
    };
    if let Some(doubled) = parsed.repairs.iter().find(|found| found.code == Code::DuplicateKey) {
        return Err((None, vec![Finding::new(doubled.code, &doubled.path, "a key must not occur twice")]));
    }
    let mut findings = Findings::default();
    let mut item = Item { path: Path::Root, manner: Manner::Strict, findings: &mut findings };
    let number = parsed.value.as_object().and_then(|object| object.get("n")).and_then(whole);
    let event = item.object(&parsed.value, |fields| event(fields, number)).flatten();
    let wrong: Vec<Finding> = findings
        .into_vec()
        .into_iter()
        .filter(|found| !matches!(found.code, Code::UnknownField | Code::More))
        .collect();
    match (event, number) {
        (Some(event), Some(number)) if wrong.is_empty() => Ok((number, event)),
        _ => Err((number, wrong)),
    }
}

/// Returns the number of a message that is not executed, from its beginning.
pub(super) fn number(text: &str) -> Option<u64> {
    let after = text.split_once("\"n\"")?.1.trim_start().strip_prefix(':')?.trim_start();
    let digits = after.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The error for a binary message.
pub(super) fn not_text() -> Finding {
    Finding::new(Code::WrongType, "", "expected a text message with JSON, not bytes")
}

/// The error for too many messages.
pub(super) fn too_many() -> Finding {
    Finding::new(Code::Full, "", "too many messages; wait a moment")
}

/// The error for a repeated message whose answer is gone.
pub(super) fn too_old() -> Finding {
    Finding::new(Code::UnknownId, "n", "a message with this number was answered long ago")
}

fn event(fields: &mut Fields<'_, '_>, number: Option<u64>) -> Option<ClientEvent> {
    let kind = text(fields, "type");
    let n = match (number, fields.raw("n")) {
        (Some(n), _) => n,
        (None, None) => wrong(fields, Code::Missing, "n", "`n` is missing; expected the page's number of the message"),
        (None, Some(_)) => wrong(fields, Code::WrongType, "n", "`n` must be a whole number that is not negative"),
    };
    Some(match kind.as_str() {
        "DIALOG_FEEDBACK" => ClientEvent::DialogFeedback {
            n,
            id: name(fields, "id"),
            confirmed: flag(fields, "confirmed", Need::Required),
            remember: flag(fields, "remember", Need::Optional),
        },
        "TOAST_ACTION" => ClientEvent::ToastAction { n, id: name(fields, "id"), event_id: name(fields, "eventId") },
        "SHORTCUT_ACTION" => ClientEvent::ShortcutAction { n, id: name(fields, "id"), action: text(fields, "action") },
        "RENDERING_FEEDBACK" => ClientEvent::RenderingFeedback {
            n,
            request_id: name(fields, "requestId"),
            key: name(fields, "key"),
            ok: flag(fields, "ok", Need::Required),
            error: optional_text(fields, "error"),
            png: optional_text(fields, "png"),
            partial: flag(fields, "partial", Need::Optional),
        },
        "COMPONENT_ACTION" => ClientEvent::ComponentAction {
            n,
            key: name(fields, "key"),
            index: small(fields, "index"),
            action: text(fields, "action"),
            form: form(fields),
        },
        "USER_ACTION" => ClientEvent::UserAction { n, actions: actions(fields)? },
        "HUMAN_ANSWER" => ClientEvent::HumanAnswer {
            n,
            id: name(fields, "id"),
            answer: fields.object("answer", Need::Required, answer).flatten()?,
        },
        "APP_MESSAGE" => ClientEvent::AppMessage { n, key: name(fields, "key"), data: text(fields, "data") },
        "USER_MESSAGE" => {
            let said = text(fields, "text");
            if said.trim().is_empty() && fields.has("text") {
                fields.note(Code::Blank, "text", "`text` must not be blank", &"nothing");
            }
            ClientEvent::UserMessage { n, text: said }
        }
        other => {
            if fields.raw("type").and_then(Json::as_text).is_some() {
                let shown: String = other.chars().take(60).collect();
                let message = format!("`{shown}` is not a message type; expected one of {}", TYPES.join(", "));
                fields.note(Code::UnknownType, "type", &message, &"nothing");
            }
            return None;
        }
    })
}

fn answer(fields: &mut Fields<'_, '_>) -> Option<HumanAnswer> {
    let kind = text(fields, "kind");
    Some(match kind.as_str() {
        "approve" => HumanAnswer::Approve {
            text: optional_text(fields, "text"),
            remember: flag(fields, "remember", Need::Optional),
        },
        "reject" => HumanAnswer::Reject { why: optional_text(fields, "why") },
        "myself" => HumanAnswer::Myself,
        "cancel" => HumanAnswer::Cancel,
        _ => {
            if fields.raw("kind").and_then(Json::as_text).is_some() {
                let message = "`kind` must be `approve`, `reject`, `myself` or `cancel`";
                fields.note(Code::UnknownValue, "kind", message, &"nothing");
            }
            return None;
        }
    })
}

fn actions(fields: &mut Fields<'_, '_>) -> Option<Vec<PersonAction>> {
    let count = fields.raw("actions").and_then(Json::as_list).map_or(0, <[_]>::len);
    if count > MOST_ACTIONS {
        let message = format!("`actions` must hold at most {MOST_ACTIONS} actions, got {count}");
        fields.note(Code::OutOfRange, "actions", &message, &"nothing");
        return None;
    }
    fields.list("actions", Need::Required, |value, mut item| {
        let kind = value.as_object().and_then(|object| object.get("type")).and_then(Json::as_text);
        if let Some(kind) = kind.filter(|kind| COMMANDS.contains(kind)) {
            return item.object(value, |fields| command(fields, kind)).flatten().map(PersonAction::Command);
        }
        match action::os::read(value) {
            Ok(read) => Some(PersonAction::Os(read.value.action)),
            Err(findings) => {
                let place = item.path.to_string();
                for Finding { code, path, message } in findings {
                    let path = if path.is_empty() { place.clone() } else { format!("{place}.{path}") };
                    item.findings.add(code, || path, || message);
                }
                None
            }
        }
    })
}

/// Actions that only a person can perform.
const COMMANDS: &[&str] = &[
    "desktop.viewport",
    "desktop.activate",
    "desktop.undo",
    "desktop.redo",
    "desktop.open",
    "desktop.moveShortcut",
    "window.undo",
    "window.moveToMonitor",
    "window.fit",
    "toast.hold",
];

fn command(fields: &mut Fields<'_, '_>, kind: &str) -> Option<PersonCommand> {
    fields.raw("type");
    Some(match kind {
        "desktop.viewport" => {
            PersonCommand::Viewport { monitor_id: monitor(fields)?, w: small(fields, "w"), h: small(fields, "h") }
        }
        "desktop.activate" => PersonCommand::Activate { monitor_id: monitor(fields)? },
        "toast.hold" => PersonCommand::HoldToast { id: name(fields, "id"), held: flag(fields, "held", Need::Required) },
        "desktop.open" => PersonCommand::Open {
            what: openable(fields)?,
            id: name(fields, "id"),
            target: fields.has("target").then(|| name(fields, "target")),
            title: None,
        },
        "desktop.moveShortcut" => {
            PersonCommand::MoveShortcut { shortcut_id: name(fields, "shortcutId"), at: small(fields, "at") }
        }
        "window.undo" => PersonCommand::UndoAgent { window_id: name(fields, "windowId") },
        "window.moveToMonitor" => {
            PersonCommand::MoveToMonitor { window_id: name(fields, "windowId"), monitor_id: monitor(fields)? }
        }
        "window.fit" => PersonCommand::Fit {
            window_id: name(fields, "windowId"),
            from: fields.object("from", Need::Required, WindowBounds::read).unwrap_or_default(),
            to: fields.object("to", Need::Required, WindowBounds::read).unwrap_or_default(),
        },
        "desktop.redo" => PersonCommand::Redo {},
        _ => PersonCommand::Undo {},
    })
}

fn openable(fields: &mut Fields<'_, '_>) -> Option<Openable> {
    let named = text(fields, "what");
    let what = match named.as_str() {
        "part" => Some(Openable::Part),
        "app" => Some(Openable::App),
        "file" => Some(Openable::File),
        _ => None,
    };
    if what.is_none() && fields.raw("what").and_then(Json::as_text).is_some() {
        fields.note(Code::UnknownValue, "what", "`what` must be `part`, `app` or `file`", &"nothing");
    }
    what
}

fn monitor(fields: &mut Fields<'_, '_>) -> Option<MonitorId> {
    let named = text(fields, "monitorId");
    let monitor = MonitorId::parse(&named);
    if monitor.is_none() && fields.raw("monitorId").and_then(Json::as_text).is_some() {
        let message = "`monitorId` must be `monitor-0` to `monitor-15`";
        fields.note(Code::UnknownValue, "monitorId", message, &"nothing");
    }
    monitor
}

fn form(fields: &mut Fields<'_, '_>) -> std::collections::BTreeMap<String, FormValue> {
    let mut form = std::collections::BTreeMap::new();
    let Some(found) = fields.raw("form") else { return form };
    let Some(object) = found.as_object() else {
        let message = format!("`form` must be an object, not {}", found.kind());
        return wrong(fields, Code::WrongType, "form", &message);
    };
    if object.len() > MOST_FIELDS {
        return wrong(fields, Code::OutOfRange, "form", &format!("`form` must have at most {MOST_FIELDS} fields"));
    }
    for (name, value) in object.iter() {
        match value {
            Json::Text(text) if name.len() <= LONGEST_NAME => {
                form.insert(name.to_owned(), FormValue::Text(text.clone().into_owned()));
            }
            Json::Bool(flag) if name.len() <= LONGEST_NAME => {
                form.insert(name.to_owned(), FormValue::Flag(*flag));
            }
            _ => fields.note(Code::WrongType, "form", "each field must be text or true or false", &"nothing"),
        }
    }
    form
}

/// Returns a text unchanged: unlike a model, a page writes what it means.
fn text(fields: &mut Fields<'_, '_>, name: &'static str) -> String {
    match fields.raw(name) {
        Some(Json::Text(text)) => text.clone().into_owned(),
        None => wrong(fields, Code::Missing, name, &format!("`{name}` is missing; expected text")),
        Some(other) => wrong(fields, Code::WrongType, name, &format!("`{name}` must be text, not {}", other.kind())),
    }
}

fn optional_text(fields: &mut Fields<'_, '_>, name: &'static str) -> Option<String> {
    fields.has(name).then(|| text(fields, name))
}

/// Returns a text that is a name.
fn name(fields: &mut Fields<'_, '_>, name: &'static str) -> String {
    let text = text(fields, name);
    if text.len() > LONGEST_NAME {
        return wrong(fields, Code::OutOfRange, name, &format!("`{name}` must be at most {LONGEST_NAME} bytes long"));
    }
    text
}

fn flag(fields: &mut Fields<'_, '_>, name: &'static str, need: Need) -> bool {
    match fields.raw(name) {
        Some(Json::Bool(value)) => *value,
        None if need == Need::Optional => false,
        None => wrong(fields, Code::Missing, name, &format!("`{name}` is missing; expected true or false")),
        Some(other) => {
            wrong(fields, Code::WrongType, name, &format!("`{name}` must be true or false, not {}", other.kind()))
        }
    }
}

fn small(fields: &mut Fields<'_, '_>, name: &'static str) -> u32 {
    let found = fields.raw(name);
    match found.and_then(whole).and_then(|value| u32::try_from(value).ok()) {
        Some(value) => value,
        None if found.is_none() => {
            wrong(fields, Code::Missing, name, &format!("`{name}` is missing; expected a number"))
        }
        None => {
            let code = if matches!(found, Some(Json::Number(_))) { Code::OutOfRange } else { Code::WrongType };
            wrong(fields, code, name, &format!("`{name}` must be a whole number from 0 to {}", u32::MAX))
        }
    }
}

/// Returns a non-negative whole number.
fn whole(value: &Json<'_>) -> Option<u64> {
    let Json::Number(number) = value else { return None };
    let exact = number.value.fract() == 0.0 && (0.0..=MAX_WHOLE).contains(&number.value);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole and in range")]
    exact.then_some(number.value as u64)
}

/// Records an error; the placeholder value is never used, because the message is rejected.
fn wrong<T: Default>(fields: &mut Fields<'_, '_>, code: Code, name: &str, message: &str) -> T {
    fields.note(code, name, message, &"nothing");
    T::default()
}

#[cfg(test)]
mod tests;
