//! The tools of other programs: which are offered, and what their programs say of them. Calling one is the last
//! stage's work.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use policy::KnownTool;

use super::Context;
use crate::deadline::{Halt, boxed};
use crate::tools::{Need, Tools};

/// How many descriptions of tools are looked at in a task for words that address the agent.
const MOST_READ: usize = 4096;

/// The tools that a task knows of.
pub(crate) struct Toolbox {
    tools: Arc<dyn Tools>,
    /// The tools that were called, and what was read of those that were offered.
    used: BTreeSet<String>,
    read: HashSet<(String, String)>,
}

impl Toolbox {
    pub(crate) fn new(tools: Arc<dyn Tools>) -> Self {
        Self { tools, used: BTreeSet::new(), read: HashSet::new() }
    }

    /// What is known of a tool, if it is offered.
    pub(crate) fn find(&self, name: &str) -> Option<KnownTool> {
        self.tools.find(name)
    }

    /// Remembers that a tool was called: it stays among those that the mind is told of.
    pub(crate) fn used(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }
}

impl Context {
    /// What is offered now. What its programs say of a tool is data: words in it that address the agent are told.
    pub(crate) async fn offered_tools(&mut self) -> Result<Arc<[model::Tool]>, Halt> {
        let (tools, goal) = (Arc::clone(&self.toolbox.tools), self.task.goal.clone());
        let need = Need { goal: &goal, used: &self.toolbox.used };
        let offered = self.deadline.wait(boxed(tools.offered(&need))).await?;
        for tool in offered.iter() {
            let read = &mut self.toolbox.read;
            if read.len() < MOST_READ
                && read.insert((tool.name.clone(), tool.description.clone()))
                && let Some(words) = self.trail.reads(&tool.description)
            {
                self.warn(format!(
                    "what is said of the tool `{}` addresses whoever reads it for you; it is not followed: {words}",
                    tool.name
                ));
            }
        }
        Ok(offered)
    }

    /// Why a tool cannot be called that nobody offers.
    pub(crate) async fn not_offered(&mut self, tool: &str) -> Result<String, Halt> {
        let offered = self.offered_tools().await?;
        let names: Vec<&str> = offered.iter().take(50).map(|tool| tool.name.as_str()).collect();
        let there =
            if names.is_empty() { "there are none".to_owned() } else { format!("there are: {}", names.join(", ")) };
        let tool: String = tool.chars().take(60).collect();
        tracing::warn!(step = self.step(), "the tool `{tool}` is not offered");
        Ok(format!("the tool `{tool}` is not offered; {there}"))
    }
}
