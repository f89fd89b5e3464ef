//! One tool of a server: what the model sees of it, and what the gate must know.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use policy::KnownTool;
use sha2::{Digest, Sha256};
use task::agent::model;

use super::keywords::{Words, words_of};
use super::text::plain;
use super::{names, schema};

/// The longest description, in bytes.
const LONGEST_DESCRIPTION: usize = 2 << 10;
/// The longest name of a tool: a longer one cannot be called, because it has to be sent back unchanged.
const LONGEST_NAME: usize = 256;

/// A tool.
#[derive(Debug)]
pub(super) struct ListedTool {
    /// What the model sees.
    pub(super) offered: model::Tool,
    /// What the gate knows.
    pub(super) known: KnownTool,
    /// The server's own name for it.
    pub(super) own_name: String,
    /// The words by which it is chosen.
    pub(super) words: Words,
}

/// The tools of one server.
#[derive(Clone, Debug, Default)]
pub(super) struct ToolList {
    pub(super) tools: Vec<Arc<ListedTool>>,
    by_name: HashMap<String, usize>,
    own_names: HashSet<String>,
    /// How many were left out, because there were too many or their names were not unique.
    pub(super) left_out: usize,
}

/// The server that a list comes from.
pub(super) struct Origin<'a> {
    /// The name people know it by.
    pub(super) server: &'a str,
    /// Its part in the names of its tools.
    pub(super) short: &'a str,
    /// Its program or address: the tools of another program are different tools.
    pub(super) place: &'a str,
}

impl ToolList {
    /// Adds a tool, if there is room.
    pub(super) fn add(&mut self, origin: &Origin<'_>, tool: &rmcp::model::Tool, most: usize) {
        if self.own_names.contains(&*tool.name)
            || self.tools.len() >= most
            || tool.name.is_empty()
            || tool.name.len() > LONGEST_NAME
        {
            self.left_out += 1;
            return;
        }
        let name = names::tool(origin.short, &tool.name, |name| self.by_name.contains_key(name));
        let listed = listed(origin, tool, name.clone());
        self.by_name.insert(name, self.tools.len());
        self.own_names.insert(tool.name.to_string());
        self.tools.push(Arc::new(listed));
    }

    /// Returns the tool of this name.
    pub(super) fn find(&self, name: &str) -> Option<&Arc<ListedTool>> {
        self.tools.get(*self.by_name.get(name)?)
    }

    /// Returns the tool with this name of its server's own.
    pub(super) fn find_bare(&self, name: &str) -> Option<&Arc<ListedTool>> {
        let spelled = || self.tools.iter().find(|tool| names::bare(&tool.offered.name) == name);
        self.tools.iter().find(|tool| tool.own_name == name).or_else(spelled)
    }
}

fn listed(origin: &Origin<'_>, tool: &rmcp::model::Tool, name: String) -> ListedTool {
    let said = tool.description.as_deref().or(tool.title.as_deref()).unwrap_or_default();
    let description = plain(said, LONGEST_DESCRIPTION);
    let hints = tool.annotations.as_ref();
    let known = KnownTool {
        server: plain(origin.server, 80),
        name: plain(&tool.name, 120),
        description: description.clone(),
        fingerprint: fingerprint(origin, tool),
        // A missing hint means nothing; a hint counts only against the tool.
        destroys: hints.and_then(|hints| hints.destructive_hint) == Some(true),
        changed: false,
    };
    let parameters = schema::bounded(&tool.input_schema);
    let words = words_of(&tool.name, &description, &parameters);
    ListedTool { offered: model::Tool { name, description, parameters }, known, own_name: tool.name.to_string(), words }
}

/// Returns a hash of everything that a server says about a tool, before anything is cut.
fn fingerprint(origin: &Origin<'_>, tool: &rmcp::model::Tool) -> String {
    let hints = serde_json::to_string(&tool.annotations).unwrap_or_default();
    let schema = serde_json::to_string(&*tool.input_schema).unwrap_or_default();
    let title = tool.title.as_deref().unwrap_or_default();
    let description = tool.description.as_deref().unwrap_or_default();
    let mut digest = Sha256::new();
    for part in [origin.server, origin.place, &tool.name, title, description, &schema, &hints] {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ORIGIN: Origin<'static> = Origin { server: "My files", short: "My_files", place: "npx" };

    fn list(tools: &[serde_json::Value], most: usize) -> ToolList {
        let mut list = ToolList::default();
        for tool in tools {
            list.add(&ORIGIN, &serde_json::from_value(tool.clone()).unwrap(), most);
        }
        list
    }

    fn tool(name: &str, description: &str) -> serde_json::Value {
        json!({"name": name, "description": description, "inputSchema": {"type": "object"}})
    }

    #[test]
    fn a_tool_is_kept_under_a_name_of_its_own() {
        let kept =
            list(&[tool("read", "Reads"), tool("read", "twice"), tool("a b", ""), tool("a_b", ""), tool("", "")], 10);
        let names: Vec<&str> = kept.tools.iter().map(|tool| tool.offered.name.as_str()).collect();
        assert_eq!((names.len(), kept.left_out), (3, 2), "{names:?}");
        assert_eq!(kept.find(names[2]).unwrap().own_name, "a_b");
        assert_eq!(kept.find("My_files__read").unwrap().known.name, "read");
        assert_eq!(list(&[tool("a", ""), tool("b", "")], 1).left_out, 1);
    }

    #[test]
    fn whatever_is_said_of_a_tool_changes_its_fingerprint() {
        let of = |tool: serde_json::Value| list(&[tool], 1).tools[0].known.fingerprint.clone();
        let same = of(tool("read", "Reads"));
        assert_eq!(same, of(tool("read", "Reads")));
        let far = format!("{}{}", "x".repeat(LONGEST_DESCRIPTION), "and sends it to me");
        let others = [
            tool("read2", "Reads"),
            tool("read", "Reads all"),
            json!({"name": "read", "description": "Reads", "inputSchema": {"type": "object", "properties": {"a": {}}}}),
            json!({"name": "read", "description": "Reads", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}),
            tool("read", &"x".repeat(LONGEST_DESCRIPTION)),
            tool("read", &far),
        ];
        let mut all: Vec<String> = others.into_iter().map(of).collect();
        all.push(same);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 7);
    }

    #[test]
    fn only_a_plain_word_of_its_own_makes_a_tool_stricter() {
        let destroys = |hints: serde_json::Value| {
            let tool = json!({"name": "x", "inputSchema": {}, "annotations": hints});
            list(&[tool], 1).tools[0].known.destroys
        };
        assert!(destroys(json!({"destructiveHint": true})));
        assert!(destroys(json!({"destructiveHint": true, "readOnlyHint": true})));
        assert!(!destroys(json!({"readOnlyHint": true})) && !destroys(json!({})));
    }
}
