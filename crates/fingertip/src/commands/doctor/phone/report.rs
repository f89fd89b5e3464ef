//! The compatibility report: the checks on one phone and their results, with every text of the screen replaced by its
//! kind and length. It holds no serial number, no account, no contact, no picture, and none of the sentences of the
//! checks, which may quote a field, an app or an address.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use device::Tree;
use serde_json::{Value, json};
use task::folder::{Paths, write_private};

use super::Check;

/// How many nodes of a screen are in a report.
const MOST: usize = 400;

/// Writes the report into the data folder. Returns its path.
pub(super) fn write(
    paths: &Paths,
    facts: &[(&'static str, String)],
    checks: &[Check],
    tree: Option<&Tree>,
) -> Result<PathBuf> {
    let folder = paths.root().join("phone-reports");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let model = facts.iter().find(|(name, _)| *name == "ro.product.model").map_or("", |(_, value)| value.as_str());
    let model: String =
        model.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).take(40).collect();
    let model = if model.is_empty() { "phone".to_owned() } else { model };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let file = folder.join(format!("{model}-{now}.json"));
    let text = serde_json::to_vec_pretty(&document(facts, checks, tree))?;
    write_private(&file, &text).with_context(|| format!("cannot write `{}`", file.display()))?;
    Ok(file)
}

fn document(facts: &[(&'static str, String)], checks: &[Check], tree: Option<&Tree>) -> Value {
    let facts: serde_json::Map<String, Value> = facts
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.chars().take(100).collect::<String>().into()))
        .collect();
    let screen = tree.map(|tree| tree.nodes.iter().take(MOST).map(node).collect::<Vec<_>>());
    json!({
        "format": 1,
        "program": env!("CARGO_PKG_VERSION"),
        "phone": facts,
        "checks": checks.iter().map(check).collect::<Vec<_>>(),
        "settings_screen": screen,
    })
}

/// A check without its sentence.
fn check(Check { name, state, said: _, took_ms, quirks }: &Check) -> Value {
    json!({"name": name, "state": state, "took_ms": took_ms, "quirks": quirks})
}

fn node(node: &device::tree::Node) -> Value {
    json!({
        "class": node.class,
        "id": node.resource_id,
        "text": replaced(&node.text),
        "description": replaced(&node.description),
        "bounds": [node.bounds.left, node.bounds.top, node.bounds.right, node.bounds.bottom],
        "clickable": node.state.clickable,
        "scrollable": node.state.scrollable,
    })
}

/// Replaces a text by its shape: `Aa 9` becomes `xx 0`. Other alphabets and signs become `?`.
fn replaced(text: &str) -> String {
    const LONGEST: usize = 60;
    let shape = |sign: char| match sign {
        ' ' => ' ',
        sign if sign.is_ascii_digit() => '0',
        sign if sign.is_alphabetic() => 'x',
        _ => '?',
    };
    text.chars().take(LONGEST).map(shape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::doctor::Health;

    #[test]
    fn no_text_of_a_screen_is_in_a_report() {
        for (text, shape) in [("Anna Müller", "xxxx xxxxxx"), ("+49 170 1", "?00 000 0"), ("王伟 👋", "xx ?"), ("", "")]
        {
            assert_eq!(replaced(text), shape);
        }
        let secret = device::tree::Node { text: "4711 Secret".to_owned(), ..Default::default() };
        let tree = Tree { nodes: vec![secret], ..Tree::default() };
        let said = "the field contains `4711 Secret` instead of the typed text (keys)".to_owned();
        let quirks = crate::commands::doctor::phone::known::shown_by(&said);
        let check = Check { name: "typing", state: Health::Fail, said, took_ms: 12, quirks };
        let text = document(&[("ro.product.model", "Pixel 8".to_owned())], &[check], Some(&tree)).to_string();
        assert!(text.contains("keyboard-eats-text") && text.contains("typing"), "{text}");
        assert!(text.contains("Pixel 8") && text.contains("0000 xxxxxx") && !text.contains("Secret"), "{text}");
    }
}
