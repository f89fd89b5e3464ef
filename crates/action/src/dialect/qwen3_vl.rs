//! Qwen3-VL: `Thought: …`, `Action: …` and a `mobile_use` call, 0..999.

use super::Grid;
use super::mobile_use::MobileUse;

pub(super) const DIALECT: MobileUse = MobileUse {
    name: "qwen3-vl",
    about: "Qwen3-VL with its `mobile_use` function",
    grid: Grid::Per(999),
    shape: "Thought: one sentence.\nAction: what you do, in a few words.\nThen the call as JSON in <tool_call>…</tool_call>.",
    reply: |thought, calls| format!("Thought: {thought}\nAction: next step\n{calls}"),
};
