//! The elements that a client holds. Each has a number, and every use looks it up again by its position in the tree and
//! its properties. An element that is gone is stale.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

use super::{Answer, Failure, unknown};
use commands::{Gesture, System};
use framework::Phone;
use toolkit::tree::Node;

/// The maximum number of elements; beyond it, the oldest become stale.
const MOST: u64 = 10_000;

/// The elements found so far.
#[derive(Default)]
pub(super) struct Elements {
    cached: HashMap<String, CachedElement>,
    next: u64,
}

/// The position of an element, and the properties that identify it.
#[derive(Clone, PartialEq)]
struct CachedElement {
    path: Vec<usize>,
    class: &'static str,
    resource_id: String,
    text: String,
    description: String,
}

impl CachedElement {
    fn is(&self, node: &Node) -> bool {
        self.class == node.class && self.resource_id == node.resource_id
    }

    fn says(&self, node: &Node) -> bool {
        self.is(node) && self.text == node.text && self.description == node.content_desc
    }
}

impl Elements {
    /// Returns the id for a node at a position in the tree.
    pub(super) fn add(&mut self, path: Vec<usize>, node: &Node) -> String {
        let (text, description) = (node.text.clone(), node.content_desc.clone());
        let element =
            CachedElement { path, class: node.class, resource_id: node.resource_id.clone(), text, description };
        if let Some((id, _)) = self.cached.iter().find(|(_, other)| **other == element) {
            return id.clone();
        }
        self.next += 1;
        let name = |number: u64| format!("00000000-0000-0001-0000-{number:012x}");
        if self.next > MOST {
            self.cached.remove(&name(self.next - MOST));
        }
        self.cached.insert(name(self.next), element);
        name(self.next)
    }

    /// Returns the current node and its position.
    pub(super) fn get(&self, phone: &Phone, id: &str) -> Result<(Vec<usize>, Node), Failure> {
        let Some(element) = self.cached.get(id) else {
            return Err(Failure::new("no such element", format!("There is no element with the id {id}")));
        };
        let roots = phone.nodes();
        let at_place = at(&roots, &element.path).filter(|node| element.is(node));
        if let Some(node) = at_place {
            return Ok((element.path.clone(), node.clone()));
        }
        let mut found = None;
        walk(&roots, &mut Vec::new(), &mut |path, node| {
            if found.is_none() && element.says(node) {
                found = Some((path.to_vec(), node.clone()));
            }
        });
        let gone = "Cached elements are no longer present in the DOM of the page";
        found.ok_or_else(|| Failure::new("stale element reference", gone))
    }
}

/// Returns the node at a position.
pub(super) fn at<'n>(roots: &'n [Node], path: &[usize]) -> Option<&'n Node> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(roots.get(*first)?, |node, place| node.children.get(*place))
}

/// Visits every node with its position, parents first.
pub(super) fn walk(nodes: &[Node], path: &mut Vec<usize>, visit: &mut impl FnMut(&[usize], &Node)) {
    for (place, node) in nodes.iter().enumerate() {
        path.push(place);
        visit(path, node);
        walk(&node.children, path, visit);
        path.pop();
    }
}

/// Returns the text to type: `text`, or `value` as a list of letters.
pub(super) fn typed(body: &Value) -> String {
    match (&body["text"], &body["value"]) {
        (Value::String(text), _) => text.clone(),
        (_, Value::Array(letters)) => letters.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

/// Runs a command on one element.
pub(super) fn command(
    elements: &mut Elements,
    phone: &mut Phone,
    method: &str,
    id: &str,
    words: &[&str],
    body: &Value,
) -> Answer {
    let (_, node) = elements.get(phone, id)?;
    let (x, y) = node.bounds.center();
    let tap = Gesture::Tap(x as f32, y as f32);
    match (method, words) {
        ("POST", ["click"]) => {
            phone.gesture(tap);
            Ok(Value::Null)
        }
        ("POST", ["clear"]) => {
            phone.gesture(tap);
            phone.clear_text();
            Ok(Value::Null)
        }
        ("POST", ["value"]) => {
            if !node.focused {
                phone.gesture(tap);
            }
            if body["replace"] == true {
                phone.clear_text();
            }
            let text = typed(body);
            // A trailing newline is Enter.
            let (text, enter) = text.strip_suffix('\n').map_or((text.as_str(), false), |text| (text, true));
            phone.commit_text(text);
            if enter {
                phone.key(66, false, 0);
            }
            Ok(Value::Null)
        }
        ("GET", ["text"]) => Ok(Value::String(node.text)),
        ("GET", ["name"]) => Ok(Value::String(node.content_desc)),
        ("GET", ["rect"]) => Ok(rect(&node)),
        ("GET", ["size"]) => Ok(json!({"width": node.bounds.width(), "height": node.bounds.height()})),
        ("GET", ["location" | "location_in_view"]) => Ok(json!({"x": node.bounds.left, "y": node.bounds.top})),
        ("GET", ["displayed"]) => Ok(Value::Bool(!node.bounds.is_empty())),
        ("GET", ["enabled"]) => Ok(Value::Bool(node.enabled)),
        ("GET", ["selected"]) => Ok(Value::Bool(node.selected || node.checked)),
        ("GET", ["attribute", name]) => attribute(&node, name),
        ("GET", ["screenshot"]) => Ok(Value::String(BASE64.encode(phone.picture_of(node.bounds)))),
        _ => Err(unknown(method, &format!("/element/{id}/{}", words.join("/")))),
    }
}

fn rect(node: &Node) -> Value {
    let bounds = node.bounds;
    json!({"x": bounds.left, "y": bounds.top, "width": bounds.width(), "height": bounds.height()})
}

/// Returns an attribute by any of its names, as text, which is WebDriver's only type.
fn attribute(node: &Node, name: &str) -> Answer {
    let name = match name {
        "contentDescription" | "contentDesc" => "content-desc",
        "className" => "class",
        "resourceId" | "id" => "resource-id",
        "longClickable" => "long-clickable",
        other => other,
    };
    let value = match name {
        "name" if node.content_desc.is_empty() => Some(node.text.clone()),
        "name" => Some(node.content_desc.clone()),
        "contentSize" => Some(rect(node).to_string()),
        other => super::xpath::attribute(node, other),
    };
    let missing = || Failure::new("unknown error", format!("'{name}' attribute is unknown for the element"));
    value.map(Value::String).ok_or_else(missing)
}
