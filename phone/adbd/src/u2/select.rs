//! Selectors: `{"mask": …, "text": "Wi-Fi", "childOrSibling": ["child"], "childOrSiblingSelector": [{…}]}`.

use serde_json::Value;

use toolkit::tree::Node;

/// A node that matches a selector, with its descendants.
#[derive(Clone, Debug)]
pub(crate) struct MatchedNode {
    /// The node.
    pub(crate) node: Node,
}

impl MatchedNode {
    /// Returns its centre.
    pub(crate) fn centre(&self) -> (f32, f32) {
        let (x, y) = self.node.bounds.center();
        (x as f32, y as f32)
    }
}

/// Returns the nodes that match a selector, in reading order.
pub(crate) fn matching(roots: &[Node], selector: &Value) -> Vec<MatchedNode> {
    let mut found = Vec::new();
    for root in roots {
        collect(root, selector, &mut found);
    }
    let axes = selector["childOrSibling"].as_array().cloned().unwrap_or_default();
    let inner = selector["childOrSiblingSelector"].as_array().cloned().unwrap_or_default();
    let mut found = instance(found, selector);
    for (axis, next) in axes.iter().zip(&inner) {
        let mut deeper = Vec::new();
        for node in &found {
            if axis.as_str() == Some("child") {
                node.children.iter().for_each(|child| collect(child, next, &mut deeper));
            } else {
                let parent = roots.iter().find_map(|root| parent_of(root, node));
                parent
                    .into_iter()
                    .flat_map(|parent| &parent.children)
                    .filter(|other| *other != *node)
                    .for_each(|other| collect(other, next, &mut deeper));
            }
        }
        found = instance(deeper, next);
    }
    found.into_iter().cloned().map(|node| MatchedNode { node }).collect()
}

fn instance<'n>(found: Vec<&'n Node>, selector: &Value) -> Vec<&'n Node> {
    match selector["instance"].as_u64().and_then(|instance| usize::try_from(instance).ok()) {
        Some(instance) => found.into_iter().nth(instance).into_iter().collect(),
        None => found,
    }
}

fn parent_of<'n>(root: &'n Node, wanted: &Node) -> Option<&'n Node> {
    if root.children.iter().any(|child| child == wanted) {
        return Some(root);
    }
    root.children.iter().find_map(|child| parent_of(child, wanted))
}

fn collect<'n>(node: &'n Node, selector: &Value, found: &mut Vec<&'n Node>) {
    if fits(node, selector) {
        found.push(node);
    }
    node.children.iter().for_each(|child| collect(child, selector, found));
}

fn fits(node: &Node, selector: &Value) -> bool {
    let Some(wanted) = selector.as_object() else { return false };
    let mut asked = false;
    let all = wanted.iter().all(|(name, value)| {
        let wanted_text = value.as_str().unwrap_or_default();
        let flag = value.as_bool();
        let is = match name.as_str() {
            "text" => node.text == wanted_text,
            "textContains" => node.text.contains(wanted_text),
            "textStartsWith" => node.text.starts_with(wanted_text),
            "textMatches" => pattern(wanted_text, &node.text),
            "className" => node.class == wanted_text,
            "classNameMatches" => pattern(wanted_text, node.class),
            "description" => node.content_desc == wanted_text,
            "descriptionContains" => node.content_desc.contains(wanted_text),
            "descriptionStartsWith" => node.content_desc.starts_with(wanted_text),
            "descriptionMatches" => pattern(wanted_text, &node.content_desc),
            "packageName" => node.package == wanted_text,
            "packageNameMatches" => pattern(wanted_text, &node.package),
            "resourceId" => node.resource_id == wanted_text,
            "resourceIdMatches" => pattern(wanted_text, &node.resource_id),
            "checkable" => Some(node.checkable) == flag,
            "checked" => Some(node.checked) == flag,
            "clickable" => Some(node.clickable) == flag,
            "longClickable" => Some(node.long_clickable) == flag,
            "scrollable" => Some(node.scrollable) == flag,
            "enabled" => Some(node.enabled) == flag,
            "focusable" => Some(node.focusable) == flag,
            "focused" => Some(node.focused) == flag,
            "selected" => Some(node.selected) == flag,
            "index" => value.as_u64() == u64::try_from(node.index).ok(),
            _ => return true,
        };
        asked = true;
        is
    });
    all && asked
}

/// Whether a pattern matches a whole text. Patterns use Java's syntax; selectors need only the part that both regex
/// dialects share.
fn pattern(pattern: &str, text: &str) -> bool {
    regex_lite::Regex::new(&format!("^(?:{pattern})$")).is_ok_and(|pattern| pattern.is_match(text))
}
