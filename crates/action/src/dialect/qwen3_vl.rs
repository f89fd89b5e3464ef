//! Qwen3-VL: `Thought: …`, `Action: …` and a `mobile_use` call, 0..999.

use super::out::Out;
use super::refusal::Refusal;
use super::{Dialect, Grid, Scene, mobile_use};
use crate::phone::AgentAction;

pub(super) struct Qwen3Vl;

impl Dialect for Qwen3Vl {
    fn name(&self) -> &'static str {
        "qwen3-vl"
    }

    fn about(&self) -> &'static str {
        "Qwen3-VL with its `mobile_use` function"
    }

    fn grid(&self) -> Grid {
        Grid::Per(999)
    }

    fn shape(&self) -> &'static str {
        "Thought: one sentence.\nAction: what you do, in a few words.\nThen the call as JSON in <tool_call>…</tool_call>."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        mobile_use::read(reply, out)
    }

    fn write(&self, action: &AgentAction, scene: &Scene<'_>) -> Option<String> {
        mobile_use::write_call(action, self.grid(), scene)
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("Thought: {thought}\nAction: next step\n{}", mobile_use::write_tags(actions))
    }
}
