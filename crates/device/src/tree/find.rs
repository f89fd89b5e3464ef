//! Finds an element by its label, id and role.

use super::{Names, Node, Role, Tree};

/// A search query. Absent fields match anything; texts are compared without case: exact matches first, then prefixes,
/// then substrings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query<'q> {
    /// Its text or description.
    pub label: Option<&'q str>,
    /// Its resource id, whole or only the entry name.
    pub resource_id: Option<&'q str>,
    /// Its role.
    pub role: Option<Role>,
    /// Its package.
    pub package: Option<&'q str>,
}

impl Tree {
    /// Returns every matching node, the best first; equals in reading order.
    pub fn find(&self, query: &Query<'_>) -> Vec<&Node> {
        let names = query.label.map(|_| self.names());
        let mut found: Vec<(u8, usize, &Node)> = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| !node.bounds.is_empty())
            .filter_map(|(place, node)| Some((rank(place, node, query, names.as_ref())?, place, node)))
            .collect();
        found.sort_by_key(|(rank, place, _)| (*rank, *place));
        found.into_iter().map(|(_, _, node)| node).collect()
    }
}

/// Returns how well a node matches; 0 is best.
fn rank(place: usize, node: &Node, query: &Query<'_>, names: Option<&Names>) -> Option<u8> {
    if query.role.is_some_and(|role| role != node.role())
        || query.package.is_some_and(|package| package != node.package)
    {
        return None;
    }
    if let Some(id) = query.resource_id {
        let entry = node.resource_id.rsplit('/').next().unwrap_or_default();
        if node.resource_id != id && entry != id {
            return None;
        }
    }
    let Some(wanted) = query.label else { return Some(0) };
    let wanted = folded(wanted);
    let rank = |label: &str| match label {
        "" => None,
        _ if label == wanted => Some(0),
        _ if label.starts_with(&wanted) => Some(2),
        _ if label.contains(&wanted) => Some(4),
        _ => None,
    };
    // A touchable node that contains the text is a worse match than the text itself, but a match.
    rank(&folded(node.label())).or_else(|| {
        let name = names.filter(|_| node.is_interactive()).map(|names| folded(names.name(place)));
        rank(&name.unwrap_or_default()).map(|rank| rank + 1)
    })
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
