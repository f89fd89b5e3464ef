//! GUI-Owl: `Action: …` and a `mobile_use` call, 0..1000. `interact` hands over to the person.

use super::Grid;
use super::mobile_use::MobileUse;

pub(super) const DIALECT: MobileUse = MobileUse {
    name: "gui-owl",
    about: "GUI-Owl models of Mobile-Agent-v3",
    grid: Grid::Per(1000),
    shape: "Action: what you do, in a few words.\nThen the call as JSON in <tool_call>…</tool_call>.",
    reply: |thought, calls| format!("Action: {thought}\n{calls}"),
};
