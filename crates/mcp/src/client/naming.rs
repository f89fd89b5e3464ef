//! Resolves a tool's name, and explains why a name has no tool.
//!
//! A tool is called `server__tool`. Models often omit the server, so a bare name is accepted if exactly one server has
//! such a tool. The gate judges the tool that a name resolves to, and the call follows later: a bare name therefore
//! keeps its first meaning. If another server comes to offer the same name, the bare name becomes invalid, and never
//! means the other tool.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use super::server::{Server, ServerState};
use super::tool::ListedTool;
use super::{Servers, names};

/// How many bare names keep their meaning; further ones are refused.
const MOST_BARE: usize = 1000;
/// How many names are suggested for a wrong one.
const MOST_NEAR: usize = 5;

type Owned = (Arc<Server>, Arc<ListedTool>);

impl Servers {
    /// Returns the tool of this name, and its server.
    pub(super) fn owner(&self, name: &str) -> Option<Owned> {
        let whole =
            |server: &Arc<Server>| server.status().tools.find(name).map(|tool| (Arc::clone(server), Arc::clone(tool)));
        self.servers.iter().find_map(whole).or_else(|| self.owner_of_bare(name))
    }

    fn owner_of_bare(&self, name: &str) -> Option<Owned> {
        let mut having = self.having(name).into_iter();
        let (Some(only), None) = (having.next(), having.next()) else { return None };
        let whole = &only.1.offered.name;
        let mut known = self.bare.lock().unwrap_or_else(PoisonError::into_inner);
        match known.get(name) {
            Some(first) => (first == whole).then_some(only),
            None if known.len() < MOST_BARE => {
                known.insert(name.to_owned(), whole.clone());
                drop(known);
                Some(only)
            }
            None => None,
        }
    }

    /// Returns the tools with this bare name.
    fn having(&self, name: &str) -> Vec<Owned> {
        let of = |server: &Arc<Server>| {
            server.status().tools.find_bare(name).map(|tool| (Arc::clone(server), Arc::clone(tool)))
        };
        self.servers.iter().filter_map(of).collect()
    }

    /// Returns the index of the server in a full name.
    pub(super) fn named_server(&self, name: &str) -> Option<usize> {
        let short = names::server_part(name)?;
        self.servers.iter().position(|server| server.short == short)
    }

    /// Explains why there is no tool of this name, and what to do: similar names, and servers that are not ready yet.
    pub fn missing(&self, name: &str) -> String {
        let shown = action::quoted(name);
        if self.servers.is_empty() {
            return format!("there is no tool {shown}, because no server is configured");
        }
        let having = self.having(name);
        if having.len() > 1 {
            let names: Vec<&str> = having.iter().map(|(_, tool)| tool.offered.name.as_str()).collect();
            return format!("several servers have a tool {shown}; call one of {}", names.join(", "));
        }
        let owner = self.named_server(name);
        let asked = self.servers.iter().enumerate().filter(|(place, _)| owner.is_none_or(|owner| owner == *place));
        let away: Vec<String> = asked.filter_map(|(_, server)| absence(server)).collect();
        let mut said = format!("there is no tool {shown}");
        for why in away {
            said.push_str("; ");
            said.push_str(&why);
        }
        let near = self.nearest(name);
        if !near.is_empty() {
            said.push_str(&format!("; similar names: {}", near.join(", ")));
        }
        said
    }

    /// Returns the most similar names.
    fn nearest(&self, name: &str) -> Vec<String> {
        let listed = self.list().into_iter().flat_map(|server| server.tools);
        let all: BTreeSet<String> = listed.map(|tool| tool.name).collect();
        // A bare name is close to the full name of the same tool.
        let score = |known: &str| strsim::jaro_winkler(name, known).max(strsim::jaro_winkler(name, names::bare(known)));
        let mut scored: Vec<(f64, String)> = all.into_iter().map(|known| (score(&known), known)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        scored.into_iter().take(MOST_NEAR).map(|(_, known)| known).collect()
    }
}

/// Returns why a server's tools are not known, if they are not.
fn absence(server: &Server) -> Option<String> {
    let name = &server.config.name;
    match server.status().state {
        ServerState::Ready { .. } => None,
        ServerState::Idle => Some(format!("`{name}` is not started")),
        ServerState::Starting => {
            Some(format!("`{name}` has not answered yet, so its tools are not known; try again in a while"))
        }
        ServerState::Away { why, .. } => Some(format!("`{name}` is not available: {why}")),
    }
}
