//! Any text as a command, a label, a tool's name or an address: a verdict, and what is always asked stays so.
#![no_main]

use action::phone::{AgentAction, McpCall, OpenUrl, Shell};
use policy::{Actor, Action, Evidence, Question, Request, Surface, Target, Verdict, addresses_agent, decide, runs, touches, writes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let target = Target { label: text.to_owned(), role: text.to_owned(), resource_id: text.to_owned(), package: text.to_owned() };
    let texts = || text.split('\n').map(str::to_owned).collect::<Vec<_>>();
    let question = Question { dialog: true, floats: true, texts: texts(), choices: texts() };
    let evidence = Evidence { pressed: true, button: true, question: Some(question), screen: texts(), ..Evidence::default() };
    let ask = |action: &AgentAction| {
        let who = Actor::Agent("fuzz".to_owned());
        decide(&Request { who, surface: Surface::Phone, action: Action::Phone(action), target: Some(target.clone()), package: Some(text), evidence: Some(&evidence) })
    };
    let shell = |command: String| AgentAction::Shell(Shell { command, reason: None });
    ask(&AgentAction::key("KEYCODE_ENTER"));
    ask(&AgentAction::tap(1.into(), 1.into()));
    ask(&AgentAction::OpenUrl(OpenUrl { url: text.to_owned(), reason: None }));
    ask(&AgentAction::McpCall(McpCall {
        tool: text.to_owned(),
        args: serde_json::Map::new(),
        timeout_sec: McpCall::default_timeout(),
        reason: None,
    }));
    ask(&shell(text.to_owned()));
    let _ = (touches(text), writes(text), runs(text), addresses_agent(text));
    // Whatever follows it, a command that deletes is asked.
    assert!(ask(&shell(format!("rm -rf /sdcard/x; {text}"))).verdict >= Verdict::AlwaysAsk);
    assert!(ask(&shell(format!("rm -rf /sdcard/x\n{text}"))).verdict >= Verdict::AlwaysAsk);
});
