//! Finds elements by id, description, class, XPath and UiAutomator selectors, on the screen or inside an element. The
//! page source is the same tree as XML.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::elements::{at, walk};
use super::xpath::{Tree, XPath};
use super::{Answer, ELEMENT, Failure, Server, uiselector};
use commands::System;
use framework::Phone;
use toolkit::tree::{self, Node};

/// Returns the first matching element.
pub(super) fn one(
    server: &mut Server,
    phone: &mut Phone,
    context: Option<&str>,
    body: &Value,
) -> Result<String, Failure> {
    let missing = "An element could not be located on the page using the given search parameters";
    all(server, phone, context, body)?.into_iter().next().ok_or_else(|| Failure::new("no such element", missing))
}

/// Returns all matching elements, in reading order.
pub(super) fn all(
    server: &mut Server,
    phone: &mut Phone,
    context: Option<&str>,
    body: &Value,
) -> Result<Vec<String>, Failure> {
    let strategy = body["strategy"].as_str().or(body["using"].as_str()).unwrap_or_default();
    let selector = body["selector"].as_str().or(body["value"].as_str()).unwrap_or_default();
    let inside = context.map(|id| server.elements.get(phone, id)).transpose()?.map(|(path, _)| path);
    let paths = paths(phone, strategy, selector, inside.as_deref())?;
    let roots = phone.nodes();
    let found = paths.into_iter().filter_map(|path| at(&roots, &path).map(|node| (path.clone(), node)));
    Ok(found.map(|(path, node)| server.elements.add(path, node)).collect())
}

/// Returns the positions of the nodes that match a selector.
pub(super) fn paths(
    phone: &mut Phone,
    strategy: &str,
    selector: &str,
    inside: Option<&[usize]>,
) -> Result<Vec<Vec<usize>>, Failure> {
    let package = phone.front().map(|front| front.component.package).unwrap_or_default();
    let simple = |phone: &Phone, fits: &dyn Fn(&Node) -> bool| {
        let mut found = Vec::new();
        walk(&phone.nodes(), &mut Vec::new(), &mut |path, node| {
            if fits(node) {
                found.push(path.to_vec());
            }
        });
        found
    };
    let mut found = match strategy {
        "id" => {
            let whole = if selector.contains(':') { selector.to_owned() } else { format!("{package}:id/{selector}") };
            simple(phone, &|node| node.resource_id == whole || (node.resource_id == format!("android:id/{selector}")))
        }
        "accessibility id" => simple(phone, &|node| node.content_desc == selector),
        "class name" => simple(phone, &|node| node.class == selector),
        "xpath" => {
            let query = XPath::parse(selector).map_err(|why| Failure::new("invalid selector", why))?;
            let roots = phone.nodes();
            let tree = Tree::new(&roots);
            let from = inside.map_or(0, |path| tree.number(path));
            query.select(&tree, from).map_err(|why| Failure::new("invalid selector", why))?
        }
        "-android uiautomator" => uiselector::find(phone, selector)?,
        other => {
            return Err(Failure::new("invalid selector", format!("Locator strategy '{other}' is not supported")));
        }
    };
    if let Some(outer) = inside.filter(|_| strategy != "xpath") {
        found.retain(|path| path.len() > outer.len() && path.starts_with(outer));
    }
    Ok(found)
}

/// Returns the focused element.
pub(super) fn focused(server: &mut Server, phone: &mut Phone) -> Answer {
    let mut found = None;
    let roots = phone.nodes();
    walk(&roots, &mut Vec::new(), &mut |path, node| {
        if node.focused && found.is_none() {
            found = Some((path.to_vec(), node.clone()));
        }
    });
    let missing = || Failure::new("no such element", "There is no focused element");
    let (path, node) = found.ok_or_else(missing)?;
    let id = server.elements.add(path, &node);
    Ok(json!({ELEMENT: id, "ELEMENT": id}))
}

/// Formats the tree as Appium does: a node's name is its class.
pub(super) fn source(phone: &Phone) -> String {
    let display = phone.display();
    let (width, height) = display.current_size();
    let mut out = String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n");
    _ = writeln!(
        out,
        "<hierarchy index=\"0\" class=\"hierarchy\" rotation=\"{}\" width=\"{width}\" height=\"{height}\">",
        display.rotation
    );
    for node in phone.nodes() {
        write_node(&mut out, &node, 1);
    }
    out + "</hierarchy>"
}

fn write_node(out: &mut String, node: &Node, depth: usize) {
    let indent = "  ".repeat(depth);
    _ = write!(out, "{indent}<{}", node.class);
    for name in super::xpath::ATTRIBUTES {
        let value = super::xpath::attribute(node, name).unwrap_or_default();
        // Like Appium, leaves empty attributes out.
        if !value.is_empty() || *name == "text" {
            _ = write!(out, " {name}=\"{}\"", escaped(&value));
        }
    }
    if node.children.is_empty() {
        out.push_str(" />\n");
        return;
    }
    out.push_str(">\n");
    node.children.iter().for_each(|child| write_node(out, child, depth + 1));
    _ = writeln!(out, "{indent}</{}>", node.class);
}

/// A dialog on the screen.
pub(super) struct Alert {
    pub(super) text: String,
    /// The centres of its buttons, from left to right.
    pub(super) buttons: Vec<(f32, f32)>,
}

/// Returns the dialog in front, if the front window is one.
pub(super) fn alert(roots: &[Node]) -> Option<Alert> {
    let (mut is, mut text, mut buttons) = (false, Vec::new(), Vec::new());
    walk(roots, &mut Vec::new(), &mut |_, node| {
        let name = node.resource_id.rsplit('/').next().unwrap_or_default();
        is |= matches!(name, "parentPanel" | "grant_dialog" | "alertTitle");
        if node.class.ends_with("Button") && node.clickable {
            let (x, y) = node.bounds.center();
            buttons.push((x as f32, y as f32));
        } else if !node.text.is_empty() {
            text.push(node.text.clone());
        }
    });
    is.then(|| Alert { text: text.join("\n"), buttons })
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    tree::escape(&mut out, text);
    out
}
