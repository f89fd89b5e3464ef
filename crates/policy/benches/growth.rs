//! Measures how the cost of every reader of outside text, in `action` and here, grows with the text's length. See the
//! harness.

#[path = "growth/harness.rs"]
mod harness;

use std::hint::black_box;
use std::process::ExitCode;

use action::AgentAction;
use action::dialect::{self, DialectName, ReplyContext, Size};
use action::json::Json;
use action::phone::{McpCall, OpenUrl, Shell};
use action::{os, phone, plan};
use policy::{Action, Actor, Request, Surface, Target, addresses_agent, decide};

use self::harness::{Bench, Reader, Shape};

/// Shapes of replies: long model output, hostile output, and inputs that were once quadratic.
const SHAPES: &[(&str, &str, &str, &str)] = &[
    ("long thought", "Thought: ", "I look at the list and go on. ", "\nAction: click(start_box='(1,2)')"),
    ("long text", "do(action=\"Type\", text=\"", "It's a \\\"long\\\" text, with quotes. ", "\")"),
    ("long JSON text", "{\"thought\":\"t\",\"action\":{\"type\":\"type\",\"text\":\"", "line\\n\\u4f60 ", "\"}}"),
    ("inner quotes", "finish(message=\"", "a \"b\" c ", "\")"),
    ("thinking tags", "", "<think>a", "</think>do(action=\"Back\")"),
    ("open tags", "", "<tool_call>", "{\"action\":\"home\"}"),
    ("open brackets", "{\"action\":", "[", ""),
    ("open calls", "", "do(", ""),
    ("markers", "", "Action: x ", "Action: wait()"),
    ("objects in prose", "", "{x} ", "{\"action\":\"home\"}"),
    ("calls without end", "<function_calls>", "<invoke name=\"click\"><parameter name=\"index\">1", ""),
    ("quotes and commas", "{\"action\":\"type\",\"text\":\"", "\",“", "\"}"),
    ("quotes, one key", "{\"action\":\"type\",\"text\":\"", "\",“ ", "”     :1}"),
];

/// The building blocks of all readers' grammars, and common mistakes.
const FRAGMENTS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "“",
    "”",
    "‘",
    "’",
    "`",
    "```",
    "```json\n",
    ",",
    "，",
    ":",
    "：",
    "\\",
    "\\\"",
    "\\u00",
    "<",
    ">",
    "</",
    "<|",
    " ",
    "\t",
    "\n",
    "    ",
    "\u{feff}",
    "1",
    "-",
    "1e",
    "true",
    "None",
    "a",
    "ü",
    "🎉",
    "\"action\":",
    "\"type\":",
    "\"name\":",
    "\"arguments\":",
    "{\"a\":1},",
    "\"k\":\"v\",",
    "action",
    "Action:",
    "Thought:",
    "Action：",
    "Observation:",
    "Summary:",
    "Actions:",
    "### Action ###",
    "### Thought ###",
    "explain:",
    "action:CLICK",
    "<think>",
    "</think>",
    "<thought",
    "<answer>",
    "</answer>",
    "<tool_call>",
    "</tool_call>",
    "<function_calls>",
    "<invoke name=\"click\">",
    "</invoke>",
    "<parameter name=\"index\">",
    "</parameter>",
    "<function=click>",
    "<parameter=x>",
    "</function>",
    "<computer_env>",
    "<seed:tool_call>",
    "<conclusion>",
    "<point>1 2</point>",
    "<|box_start|>(1,2)<|box_end|>",
    "do(",
    "do(action=",
    "finish(message=\"",
    "click(",
    "click(start_box='(1,2)')",
    "pyautogui.click(",
    "tap(3)",
    "x=1,",
    "text=\"",
    "content='",
    "CLICK <point>[[1,2]]</point>",
    "TYPE [a]",
    "$(",
    "`",
    "&&",
    "||",
    ";",
    "|",
    "<<EOF\n",
    "EOF\n",
    "$((",
    "${a:-",
    "case x in ",
    "esac",
    "if ",
    "rm -rf ",
    "sh -c '",
    "eval ",
    "#",
    "&",
    "https://",
    "?a=",
    "%2e",
    "%",
    "@",
    "/",
    "..",
    "delete ",
    "pay ",
    "ignore ",
    "instructions ",
    "AI agent: ",
    "input tap ",
    "# ",
    "intent:",
    "#Intent;",
    "aWdub3Jl",
    "ﬁ",
    "\u{200b}",
    "\u{202e}",
    "a\u{301}",
];

const CONTEXT: ReplyContext<'static> =
    ReplyContext { screen: Some(Size { w: 1080, h: 2400 }), image: None, elements: &[], tools: &[] };

fn reader(name: &str, read: impl Fn(&str) + 'static) -> Reader {
    Reader { name: name.to_owned(), read: Box::new(read) }
}

/// Judges an action, with the text as the target's label.
fn gate(action: &AgentAction, label: &str) {
    let target =
        Target { label: label.to_owned(), role: String::new(), resource_id: String::new(), package: String::new() };
    let (who, action) = (Actor::Agent("bench".to_owned()), Action::Phone(action));
    let request = Request { who, surface: Surface::Phone, action, target: Some(target), package: None, evidence: None };
    _ = black_box(decide(&request));
}

fn readers() -> Vec<Reader> {
    let mut readers = vec![
        reader("json strict", |text| _ = black_box(Json::strict(text))),
        reader("json loose", |text| _ = black_box(Json::loose(text))),
        reader("normalize", |text| {
            if let Ok(parsed) = Json::loose(text) {
                _ = black_box(phone::normalize(&parsed.value));
            }
        }),
        reader("os", |text| {
            if let Ok(parsed) = Json::loose(text) {
                _ = black_box(os::read_batch(&parsed.value));
                _ = black_box(os::read(&parsed.value));
            }
        }),
        reader("plan", |text| {
            if let Ok(parsed) = Json::loose(text) {
                _ = black_box(plan::read(&parsed.value));
            }
        }),
        reader("gate label", |text| gate(&AgentAction::key("KEYCODE_ENTER"), text)),
        reader("gate shell", |text| gate(&AgentAction::Shell(Shell { command: text.to_owned(), reason: None }), "")),
        reader("gate address", |text| gate(&AgentAction::OpenUrl(OpenUrl { url: text.to_owned(), reason: None }), "")),
        reader("gate injection", |text| _ = black_box(addresses_agent(text))),
        reader("gate tool arguments", |text| {
            let args = [("command", text), ("sql", text), ("url", text), ("to", text)];
            let args = args.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
            let (tool, timeout_sec) = ("t".to_owned(), McpCall::default_timeout());
            gate(&AgentAction::McpCall(McpCall { tool, args, timeout_sec, reason: None }), "");
        }),
        reader("gate tool", |text| {
            let (args, timeout_sec) = (serde_json::Map::new(), McpCall::default_timeout());
            gate(&AgentAction::McpCall(McpCall { tool: text.to_owned(), args, timeout_sec, reason: None }), "");
        }),
    ];
    readers.extend(
        DialectName::all().chain([DialectName::AUTO]).map(|name| {
            reader(name.as_str(), move |text| _ = black_box(dialect::read(name, black_box(text), &CONTEXT)))
        }),
    );
    readers
}

fn main() -> ExitCode {
    let shape = |(name, head, body, tail): &(&str, &str, &str, &str)| -> Shape {
        ((*name).to_owned(), (*head).to_owned(), (*body).to_owned(), (*tail).to_owned(), String::new())
    };
    let mut shapes: Vec<Shape> = SHAPES.iter().map(shape).collect();
    // One key is opened many times, and a long text follows its end.
    let blanks = ("\",“", "”", " ");
    shapes.push((
        "quotes before blanks".to_owned(),
        "{\"text\":\"".to_owned(),
        blanks.0.to_owned(),
        blanks.1.to_owned(),
        blanks.2.to_owned(),
    ));
    harness::run(Bench { readers: readers(), shapes, fragments: FRAGMENTS, size: 8 << 10 })
}
