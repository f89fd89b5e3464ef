//! The tools of other programs: which are offered, and how their programs describe them. The last stage of the pipeline
//! calls them.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use policy::KnownTool;

use super::Context;
use crate::deadline::{Halt, boxed};
use crate::tools::{Need, Tools};

/// How many tool descriptions are checked in a task for words that address the agent.
const MOST_READ: usize = 4096;

/// The tools that a task knows.
pub(crate) struct Toolbox {
    tools: Arc<dyn Tools>,
    /// The tools that were called, and the descriptions that were checked.
    used: BTreeSet<String>,
    read: HashSet<(String, String)>,
}

impl Toolbox {
    pub(crate) fn new(tools: Arc<dyn Tools>) -> Self {
        Self { tools, used: BTreeSet::new(), read: HashSet::new() }
    }

    /// Returns the description of an offered tool.
    pub(crate) fn find(&self, name: &str) -> Option<KnownTool> {
        self.tools.find(name)
    }

    /// Remembers that a tool was called: it stays offered.
    pub(crate) fn used(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }
}

impl Context {
    /// Returns the offered tools. A tool's description is data: words in it that address the agent cause a warning.
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
                    "the description of the tool `{}` addresses the agent and is not followed: {words}",
                    tool.name
                ));
            }
        }
        Ok(offered)
    }

    /// Explains that a tool is not offered, and which ones are.
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
