//! The reference pages without a schema: the operations of plans, the dialects, the rules of the gate, the tools of the
//! MCP server.
//!
//! Each is made from the table that the program itself uses, so it cannot be out of date.

use std::fmt::Write as _;

use action::dialect::{self, DialectName, Grid, ReplyContext, Size};
use action::plan::{self, Choice};

use super::reference::Table;

/// Every page; the index lists them in this order.
pub(crate) const ALL: &[Table] = &[operations, gate, dialects, mcp_tools];

fn operations() -> (&'static str, String) {
    let mut text = String::from(
        "# Operations\n\nThe operations of a plan's steps.\n\n\
         Risk: `harmless` stays on the phone and is changed back by the same words; `outward` reaches other people or \
         leaves something behind; `always_ask` is confirmed by the person every time, whatever the confidence; so is `emergency`, by one word.\n",
    );
    for operation in plan::operations() {
        let risk = serde_json::to_value(operation.risk).ok();
        let risk = risk.as_ref().and_then(|risk| risk.as_str()).unwrap_or_default();
        let reversible = if operation.reversible { "can be undone" } else { "cannot be undone" };
        _ = writeln!(text, "\n## `{}`\n\n{} Risk: `{risk}`; {reversible}.", operation.name, operation.sentence);
        if operation.arguments.is_empty() {
            continue;
        }
        text.push_str("\n| argument | kind | required | meaning |\n| --- | --- | --- | --- |\n");
        for argument in operation.arguments {
            let required = if argument.required { "yes" } else { "no" };
            _ = writeln!(
                text,
                "| `{}` | {} | {required} | {} |",
                argument.name,
                cell(&argument.kind.to_string()),
                cell(argument.sentence)
            );
        }
        let names = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        match operation.choice {
            Choice::Free => {}
            Choice::AnyOf(choice) => _ = writeln!(text, "\nAt least one of {} is needed.", names(choice)),
            Choice::OneOf(choice) => _ = writeln!(text, "\nExactly one of {} is needed.", names(choice)),
        }
    }
    ("operations.md", text)
}

fn gate() -> (&'static str, String) {
    let mut text = String::from(
        "# Gate\n\nWhat may happen at once, what needs a person's approval, and what is never sent.\n\n\
         The strictest matching rule decides; among rules of one verdict, the first in this order gives the reason. \
         `ask` can be approved in advance (`--yes`, a remembered choice), `always_ask` cannot.\n\n\
         | rule | verdict | reason |\n| --- | --- | --- |\n",
    );
    for rule in policy::rules() {
        let verdict = serde_json::to_value(rule.verdict).ok();
        let verdict = verdict.as_ref().and_then(|verdict| verdict.as_str()).unwrap_or_default();
        _ = writeln!(text, "| `{}` | `{verdict}` | {} |", rule.name, cell(rule.reason));
    }
    ("gate.md", text)
}

fn mcp_tools() -> (&'static str, String) {
    let mut text = String::from(
        "# Tools of the MCP server\n\nThe tools that outside agents can call; `docs/mcp.md` shows how.\n\n\
         `device` is one of the ids of `phone_list`; leave it out for the default phone.\n",
    );
    for tool in mcp::server::listed() {
        _ = writeln!(text, "\n## `{}`\n\n{}", tool.name, tool.about);
        let Some(arguments) = tool.input["properties"].as_object().filter(|arguments| !arguments.is_empty()) else {
            continue;
        };
        let required = tool.input["required"].as_array().cloned().unwrap_or_default();
        text.push_str("\n| argument | required | meaning |\n| --- | --- | --- |\n");
        for (name, schema) in arguments {
            let needed = if required.iter().any(|wanted| wanted == name) { "yes" } else { "no" };
            let meaning = schema["description"].as_str().unwrap_or_default();
            _ = writeln!(text, "| `{name}` | {needed} | {} |", cell(meaning));
        }
    }
    ("mcp-tools.md", text)
}

fn dialects() -> (&'static str, String) {
    let mut text = String::from(
        "# Dialects\n\nHow each model family writes its actions, and how it is asked.\n\n\
         The prompts are generated: every example in them is written by the code that reads it back. \
         `fingertip parse --dialect NAME --prompt` prints one for your screen.\n\n\
         | name | models | coordinates |\n| --- | --- | --- |\n",
    );
    for name in DialectName::all() {
        let grid = match name.grid() {
            Some(Grid::Per(n)) => format!("0 to {n}"),
            Some(Grid::Unit) => "0 to 1".to_owned(),
            Some(Grid::Screen) => "pixels of the screen".to_owned(),
            Some(Grid::Picture) => "pixels of the picture sent".to_owned(),
            Some(Grid::Resized) => "pixels of the picture, resized to multiples of 28".to_owned(),
            None => String::new(),
        };
        _ = writeln!(
            text,
            "| [`{0}`](#{1}) | {2} | {grid} |",
            name.as_str(),
            anchor(name.as_str()),
            cell(name.about())
        );
    }
    let context = ReplyContext { screen: Some(Size { w: 1080, h: 2400 }), ..ReplyContext::default() };
    for name in DialectName::all() {
        _ = writeln!(text, "\n## {}\n\n````text\n{}````", name.as_str(), dialect::ask(name, &context));
    }
    ("dialects.md", text)
}

/// Returns the anchor of a heading on its page.
fn anchor(heading: &str) -> String {
    heading.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

/// Escapes text for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
