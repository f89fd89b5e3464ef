//! Checks known layouts against the simulated apps: `scenarios/layouts.jsonl` walks through each app, pressing the
//! elements its layout names. Every element of the file must appear on one of the screens.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use device::tree::{Node, Tree};
use serde::Deserialize;
use serde_json::Value;
use sim::profile::{Profile, Screen};

use crate::rig::Phone;
use crate::words::shell;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    package: String,
    /// The profile of the phone that has the app.
    #[serde(default = "user")]
    phone: String,
    /// The steps of the walk: `$ COMMAND`, `> WORDS` to press the element with this text, the name of an element to
    /// press, or a request to the phone's control service.
    walk: Vec<Value>,
    /// Elements that only the real app has; one that is found must be removed from this list.
    #[serde(default)]
    elsewhere: BTreeSet<String>,
}

fn user() -> String {
    "user".to_owned()
}

#[derive(Deserialize)]
struct Layout {
    package: String,
    elements: BTreeMap<String, Vec<Mark>>,
}

#[derive(Deserialize)]
struct Mark {
    id: Option<String>,
    description: Option<String>,
    text: Option<String>,
    class: Option<String>,
}

impl Mark {
    fn fits(&self, node: &Node) -> bool {
        let is = |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
        let id = node.resource_id.rsplit('/').next().unwrap_or_default();
        is(&self.id, id)
            && is(&self.description, node.description.trim())
            && is(&self.text, node.text.trim())
            && self.class.as_deref().is_none_or(|class| node.class.ends_with(class))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn layouts() -> Vec<Layout> {
    let files = std::fs::read_dir(root().join("crates/agent/layouts")).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| !path.ends_with("affordances.json"));
    files.map(|path| serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()).collect()
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("scenarios/layouts.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"))).collect()
}

/// The elements on the phone's screen; empty if the screen is off.
async fn look(phone: &Phone) -> Tree {
    let dump = shell(phone, "uiautomator dump /dev/tty").await;
    device::tree::parse(&dump).unwrap_or_default()
}

/// Finds an element on the screen, by any of its marks.
fn place<'t>(tree: &'t Tree, layout: &Layout, name: &str) -> Option<&'t Node> {
    let marks = layout.elements.get(name)?;
    let fits = |node: &&Node| node.package == layout.package && marks.iter().any(|mark| mark.fits(node));
    tree.nodes.iter().filter(|node| !node.bounds.is_empty()).find(fits)
}

/// Walks through the app and returns the problems of its layout.
async fn check(row: &Row, layout: &Layout) -> Result<(), String> {
    let profile = Profile::built_in(&row.phone).unwrap();
    let phone = Phone::with_apps(Profile { screen: Screen { width: 411, height: 914, density: 160 }, ..profile });
    let mut unseen: BTreeSet<&String> = layout.elements.keys().collect();
    for step in &row.walk {
        let words = step.as_str().unwrap_or_default();
        match words.strip_prefix("$ ") {
            Some(command) => drop(shell(&phone, command).await),
            None if words.is_empty() => drop(phone.control(step).await),
            None => {
                let tree = look(&phone).await;
                let node = match words.strip_prefix("> ") {
                    Some(label) => tree.nodes.iter().find(|node| node.label() == label),
                    None => place(&tree, layout, words),
                };
                let Some(node) = node else {
                    let shown: Vec<&str> =
                        tree.nodes.iter().map(Node::label).filter(|label| !label.is_empty()).collect();
                    return Err(format!("{}: no `{words}` to press among {shown:?}", layout.package));
                };
                let (x, y) = node.bounds.centre();
                shell(&phone, &format!("input tap {x} {y}")).await;
            }
        }
        let tree = look(&phone).await;
        unseen.retain(|name| place(&tree, layout, name).is_none());
    }
    match unseen.iter().eq(row.elsewhere.iter().collect::<Vec<_>>().iter()) {
        true => Ok(()),
        false => Err(format!("{}: not seen: {unseen:?}, expected {:?}", layout.package, row.elsewhere)),
    }
}

#[tokio::test]
async fn what_a_layout_names_stands_in_the_app() {
    let (layouts, rows) = (layouts(), rows());
    let mut wrong = Vec::new();
    for row in &rows {
        match layouts.iter().find(|layout| layout.package == row.package) {
            Some(layout) => wrong.extend(check(row, layout).await.err()),
            None => wrong.push(format!("{}: no such layout", row.package)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_layout_of_an_app_of_ours_is_walked_through() {
    let (layouts, rows) = (layouts(), rows());
    let ours: Vec<&str> = sim::apps::all().iter().map(|make| make().manifest().package).collect();
    let missing: Vec<&str> = layouts
        .iter()
        .map(|layout| layout.package.as_str())
        .filter(|package| ours.contains(package) && !rows.iter().any(|row| row.package == *package))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}
