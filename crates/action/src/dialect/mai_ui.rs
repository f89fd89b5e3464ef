//! MAI-UI: `<thinking>…</thinking><tool_call>{"name":"mobile_use",…}</tool_call>`, 0..999.

use super::out::Out;
use super::refusal::Refusal;
use super::{Dialect, Grid, Scene, mobile_use};
use crate::phone::AgentAction;

pub(super) struct MaiUi;

impl Dialect for MaiUi {
    fn name(&self) -> &'static str {
        "mai-ui"
    }

    fn about(&self) -> &'static str {
        "MAI-UI models"
    }

    fn grid(&self) -> Grid {
        Grid::Per(999)
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
