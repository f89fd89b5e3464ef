//! GUI-Owl: `Action: …` and a `mobile_use` call, 0..1000. `interact` hands over to the person.

use super::out::Out;
use super::refusal::Refusal;
use super::{Dialect, Grid, Scene, mobile_use};
use crate::phone::AgentAction;

pub(super) struct GuiOwl;

impl Dialect for GuiOwl {
    fn name(&self) -> &'static str {
        "gui-owl"
    }

    fn about(&self) -> &'static str {
        "GUI-Owl models of Mobile-Agent-v3"
    }

    fn grid(&self) -> Grid {
        Grid::Per(1000)
    }

    fn shape(&self) -> &'static str {
        "Action: what you do, in a few words.\nThen the call as JSON in <tool_call>…</tool_call>."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        mobile_use::read(reply, out)
    }

    fn write(&self, action: &AgentAction, scene: &Scene<'_>) -> Option<String> {
        mobile_use::write_call(action, self.grid(), scene)
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("Action: {thought}\n{}", mobile_use::write_tags(actions))
    }
}
