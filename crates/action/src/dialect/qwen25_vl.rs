//! Qwen2.5-VL: `mobile_use` calls in pixels of the picture resized to multiples of 28.

use super::out::Out;
use super::refusal::Refusal;
use super::{Dialect, Grid, Scene, mobile_use};
use crate::phone::AgentAction;

pub(super) struct Qwen25Vl;

impl Dialect for Qwen25Vl {
    fn name(&self) -> &'static str {
        "qwen2.5-vl"
    }

    fn about(&self) -> &'static str {
        "Qwen2.5-VL with its `mobile_use` function"
    }

    fn grid(&self) -> Grid {
        Grid::Resized
    }

    fn shape(&self) -> &'static str {
        "Your thought in <thinking>…</thinking>, then the call as JSON in <tool_call>…</tool_call>."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        mobile_use::read(reply, out)
    }

    fn write(&self, action: &AgentAction, scene: &Scene<'_>) -> Option<String> {
        mobile_use::write_call(action, self.grid(), scene)
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("<thinking>\n{thought}\n</thinking>\n{}", mobile_use::write_tags(actions))
    }
}
