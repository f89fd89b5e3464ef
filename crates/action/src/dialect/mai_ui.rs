//! MAI-UI: `<thinking>…</thinking><tool_call>{"name":"mobile_use",…}</tool_call>`, 0..999.

use super::Grid;
use super::mobile_use::MobileUse;

pub(super) const DIALECT: MobileUse = MobileUse {
    name: "mai-ui",
    about: "MAI-UI models",
    grid: Grid::Per(999),
    shape: "Your thought in <thinking>…</thinking>, then the call as JSON in <tool_call>…</tool_call>.",
    reply: |thought, calls| format!("<thinking>\n{thought}\n</thinking>\n{calls}"),
};
