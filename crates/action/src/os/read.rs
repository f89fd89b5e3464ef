//! Reads desktop actions from outside: strictly, with all reasons to refuse at once.
//!
//! The sender is a program or a model that gets the answer back, so the reader guesses and repairs nothing. Two
//! deviations pass: an unknown field is ignored with a warning, and `null` in an optional field means absent (as the
//! schema of an optional field says, and as models write it). The reader never consults the state of a desktop.

use super::OsAction;
use super::envelope::{Addressed, Batch, Envelope, MAX_BATCH};
use super::fields::{OsFields, of_kind};
use crate::fields::{Fields, Item, Manner, Need};
use crate::finding::{Code, Finding, Findings, Path};
use crate::json::Json;

/// A verb that can be read from the fields of an object.
pub(super) trait Verb: Sized {
    /// Its `type`.
    const NAME: &'static str;
    /// Reads the fields; never fails, but records problems.
    fn read(fields: &mut Fields<'_, '_>) -> Self;
}

/// A value without a reason to refuse it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked<T> {
    /// The value.
    pub value: T,
    /// The unknown fields; they are not part of the value.
    pub ignored: Vec<Finding>,
}

/// Reads one action, or returns everything that is wrong with it.
pub fn read(value: &Json<'_>) -> Result<Checked<Addressed>, Vec<Finding>> {
    checked(|item| action(value, item))
}

/// Reads one line: an action, or a batch `{agentId, monitorId?, actions}`. It is accepted or refused as a whole.
pub fn read_batch(value: &Json<'_>) -> Result<Checked<Batch>, Vec<Finding>> {
    let many = value.as_object().is_some_and(|object| object.has("actions") && !object.has("type"));
    checked(|item| if many { of_kind(value, item, batch) } else { action(value, item).map(Batch::from) })
}

/// Reads with `read` and sorts the findings: reasons to refuse first, ignored fields after them.
pub(super) fn checked<T>(read: impl FnOnce(Item<'_>) -> Option<T>) -> Result<Checked<T>, Vec<Finding>> {
    let mut findings = Findings::default();
    let value = read(Item { path: Path::Root, manner: Manner::Strict, findings: &mut findings });
    // Ignored fields never crowd out a reason to refuse (see `Findings::add`). So if no reason is listed, there is
    // none, and a closing count covers ignored fields.
    let (mut wrong, ignored): (Vec<_>, Vec<_>) =
        findings.into_vec().into_iter().partition(|found| !matches!(found.code, Code::UnknownField | Code::More));
    match value {
        Some(value) if wrong.is_empty() => Ok(Checked { value, ignored }),
        _ => {
            wrong.extend(ignored);
            Err(wrong)
        }
    }
}

fn batch(fields: &mut Fields<'_, '_>) -> Option<Batch> {
    let agent_id = Some(fields.id("agentId"));
    let monitor_id = fields.monitor_id();
    let count = fields.raw("actions").and_then(Json::as_list).map_or(0, <[_]>::len);
    if count > MAX_BATCH {
        let problem = format!("`actions` must hold at most {MAX_BATCH} actions, got {count}");
        fields.note(Code::OutOfRange, "actions", &problem, &"nothing");
        return None;
    }
    let actions = fields.list("actions", Need::Required, action)?;
    Some(Batch { agent_id, monitor_id, actions })
}

fn action(value: &Json<'_>, item: Item<'_>) -> Option<Addressed> {
    of_kind(value, item, |fields| {
        let name = fields.kind("type")?;
        let Some(action) = OsAction::by_name(name, fields) else {
            fields.unknown_kind("type", name, "type of action", OsAction::NAMES);
            return None;
        };
        let agent_id = match action.own_agent_id() {
            Some(own) => Some(own.to_owned()),
            None => fields.opt_id("agentId"),
        };
        let envelope = Envelope { monitor_id: fields.monitor_id(), agent_id, request_id: fields.opt_id("requestId") };
        Some(Addressed { action, envelope })
    })
}
