//! Qwen2.5-VL: `mobile_use` calls in pixels of the picture resized to multiples of 28.

use super::Grid;
use super::mobile_use::MobileUse;

pub(super) const DIALECT: MobileUse = MobileUse {
    name: "qwen2.5-vl",
    about: "Qwen2.5-VL with its `mobile_use` function",
    grid: Grid::Resized,
    shape: "Your thought in <thinking>…</thinking>, then the call as JSON in <tool_call>…</tool_call>.",
    reply: |thought, calls| format!("<thinking>\n{thought}\n</thinking>\n{calls}"),
};
