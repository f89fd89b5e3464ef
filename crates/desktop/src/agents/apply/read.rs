//! Parses an agent's batch and determines its sender: the credential counts, not what the batch claims. Only the owner
//! may speak for another agent.

use action::Code;
use action::json::Json;
use action::os::{Batch, Checked};

use super::super::{OWNER, names};
use crate::wire::{BatchReply, Fault};

/// Why a batch did not reach the desktop.
#[derive(Debug)]
pub(super) enum Unread {
    /// It cannot be parsed.
    Malformed(BatchReply),
    /// It names another agent; this many actions are not carried out.
    WrongAgent(Fault, usize),
}

/// Returns the batch and its sender; `agent` is `None` for the owner.
pub(super) fn read(agent: Option<&str>, text: &[u8]) -> Result<(String, Checked<Batch>), Unread> {
    let malformed = |fault: Fault| Unread::Malformed(BatchReply::malformed(1, vec![fault]));
    let text = std::str::from_utf8(text).map_err(|error| {
        malformed(Fault::new("syntax", format!("the body is not valid UTF-8 from byte {}", error.valid_up_to())))
    })?;
    let parsed = Json::strict(text).map_err(|error| malformed(Fault::new("syntax", error.to_string())))?;
    if let Some(doubled) = parsed.repairs.iter().find(|found| found.code == Code::DuplicateKey) {
        return Err(malformed(Fault::new("duplicate_key", "a key must not stand twice").at(doubled.path.clone())));
    }
    let listed = parsed.value.as_object().filter(|object| !object.has("type")).and_then(|object| object.get("actions"));
    let count = listed.and_then(Json::as_list).map_or(1, <[_]>::len);
    let mut checked = action::os::read_batch(&parsed.value).map_err(|findings| {
        Unread::Malformed(BatchReply::malformed(count, findings.into_iter().map(Fault::from).collect()))
    })?;
    checked.ignored.extend(parsed.repairs.into_vec());
    let sender = name_sender(&mut checked, agent)?;
    Ok((sender, checked))
}

/// Determines the sender of a batch; every agent name in it must match.
pub(super) fn name_sender(checked: &mut Checked<Batch>, agent: Option<&str>) -> Result<String, Unread> {
    let named = checked.value.agent_id.clone();
    let own = checked.value.actions.iter().filter_map(|addressed| addressed.envelope.agent_id.as_deref());
    let sender = match (agent, named) {
        (Some(agent), _) => agent.to_owned(),
        (None, Some(named)) => named,
        (None, None) => own.clone().next().unwrap_or(OWNER).to_owned(),
    };
    if agent.is_none()
        && sender != OWNER
        && let Some(taken) = names::reserved(&sender)
    {
        let shown: String = sender.chars().take(60).collect();
        let message = format!("`{shown}` cannot be an agent's name: it is, or looks like, the reserved name `{taken}`");
        let fault = Fault::new("wrong_agent", format!("{message}; use another name")).at("agentId");
        return Err(Unread::WrongAgent(fault, checked.value.actions.len()));
    }
    let mut all = checked.value.agent_id.as_deref().into_iter().chain(own);
    if let Some(other) = all.find(|other| *other != sender) {
        let shown: String = other.chars().take(60).collect();
        let message = format!("this credential is `{sender}`'s, not `{shown}`'s");
        return Err(Unread::WrongAgent(Fault::new("wrong_agent", message).at("agentId"), checked.value.actions.len()));
    }
    checked.value.agent_id = Some(sender.clone());
    Ok(sender)
}
