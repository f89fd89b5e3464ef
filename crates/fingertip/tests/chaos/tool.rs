//! An MCP server over HTTP whose only tool has a countable effect, with faults at chosen calls.

use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::http::{listen, never_answer, read_message, reply};

/// A fault of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ToolFault {
    /// The tool reports a failure; nothing was posted.
    Fails,
    /// The server rejects the call; nothing was posted.
    Refuses,
    /// It posts, but never answers.
    HangsAfter,
    /// It posts, then the connection ends.
    CutAfter,
    /// It posts nothing, and the connection ends.
    CutBefore,
    /// It posts, but answers with bytes that are not JSON.
    GarbageAfter,
    /// HTTP 500; nothing was posted.
    Status500,
}

impl ToolFault {
    pub(crate) const ALL: [Self; 7] = [
        Self::Fails,
        Self::Refuses,
        Self::HangsAfter,
        Self::CutAfter,
        Self::CutBefore,
        Self::GarbageAfter,
        Self::Status500,
    ];

    /// Its name in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fails => "tool: fails",
            Self::Refuses => "tool: refuses",
            Self::HangsAfter => "tool: acts, hangs",
            Self::CutAfter => "tool: acts, is cut",
            Self::CutBefore => "tool: is cut",
            Self::GarbageAfter => "tool: acts, garbage",
            Self::Status500 => "tool: 500",
        }
    }
}

/// The server.
pub(crate) struct Tool {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    faults: Vec<(usize, ToolFault)>,
    called: usize,
    posted: Vec<String>,
    hit: Vec<ToolFault>,
}

impl Tool {
    pub(crate) fn start() -> Self {
        let shared = Arc::new(Mutex::new(State::default()));
        let serving = Arc::clone(&shared);
        let address = listen(move |stream| answer(stream, &serving));
        Self { address, shared }
    }

    /// Prepares it for a run.
    pub(crate) fn prepare(&self, faults: Vec<(usize, ToolFault)>) {
        *self.shared.lock().unwrap() = State { faults, ..State::default() };
    }

    /// Removes the faults.
    pub(crate) fn heal(&self) {
        self.shared.lock().unwrap().faults.clear();
    }

    /// Returns the posted words.
    pub(crate) fn posted(&self) -> Vec<String> {
        self.shared.lock().unwrap().posted.clone()
    }

    /// Returns the faults that occurred.
    pub(crate) fn met(&self) -> Vec<ToolFault> {
        self.shared.lock().unwrap().hit.clone()
    }

    /// Returns the configuration file for this server.
    pub(crate) fn config(&self) -> Value {
        json!({"mcpServers": {"board": {"url": format!("http://{}/mcp", self.address)}}})
    }
}

fn answer(mut stream: TcpStream, shared: &Mutex<State>) {
    let Ok(Some((head, body))) = read_message(&mut stream) else { return };
    if !head.starts_with("POST") {
        return reply(&mut stream, "405 No", "text/plain", "");
    }
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    let result = match asked["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": asked["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "board", "version": "1"},
        }),
        Some("tools/list") => json!({"tools": [{
            "name": "post",
            "description": "Posts a word on the board.",
            "inputSchema": {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
        }]}),
        Some("ping") => json!({}),
        Some("tools/call") => match call(&mut stream, &asked, shared) {
            Some(result) => result,
            None => return,
        },
        _ if asked.get("id").is_none() => return reply(&mut stream, "202 Accepted", "text/plain", ""),
        _ => return refuse(&mut stream, &asked, -32601, "there is no such method"),
    };
    let said = json!({"jsonrpc": "2.0", "id": asked["id"], "result": result});
    reply(&mut stream, "200 OK", "application/json", &said.to_string());
}

fn refuse(stream: &mut TcpStream, asked: &Value, code: i32, message: &str) {
    let said = json!({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": code, "message": message}});
    reply(stream, "200 OK", "application/json", &said.to_string());
}

/// Executes a call; `None` if there is no answer or it was already written.
fn call(stream: &mut TcpStream, asked: &Value, shared: &Mutex<State>) -> Option<Value> {
    let word = asked["params"]["arguments"]["word"].as_str().unwrap_or_default().to_owned();
    let fault = {
        let mut state = shared.lock().unwrap();
        let place = state.called;
        state.called += 1;
        let fault = state.faults.iter().find(|(at, _)| *at == place).map(|(_, fault)| *fault);
        state.hit.extend(fault);
        let posts = matches!(fault, None | Some(ToolFault::HangsAfter | ToolFault::CutAfter | ToolFault::GarbageAfter));
        if posts {
            state.posted.push(word.clone());
        }
        fault
    };
    let text = |text: String, wrong: bool| json!({"content": [{"type": "text", "text": text}], "isError": wrong});
    match fault {
        None => Some(text(format!("posted {word}"), false)),
        Some(ToolFault::Fails) => Some(text("the board is closed; nothing was posted".to_owned(), true)),
        Some(ToolFault::Refuses) => {
            refuse(stream, asked, -32603, "the board is broken; nothing was posted");
            None
        }
        Some(ToolFault::HangsAfter) => {
            never_answer(stream);
            None
        }
        Some(ToolFault::CutAfter | ToolFault::CutBefore) => None,
        Some(ToolFault::GarbageAfter) => {
            reply(stream, "200 OK", "application/json", "]] no json");
            None
        }
        Some(ToolFault::Status500) => {
            reply(stream, "500 Oops", "text/plain", "nothing was posted");
            None
        }
    }
}
