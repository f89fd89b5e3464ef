//! A stateless model over HTTP that decides from its prompt alone, with faults at chosen requests.
//!
//! It is honest and careful: it reports success only when the screen or a tool said so. A success without the effect is
//! then the program's fault.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::http::{listen, never_answer, read_message, reply};

/// The number that the model texts.
pub(crate) const NUMBER: &str = "+15550142";
/// The tool that the model calls.
pub(crate) const TOOL: &str = "board__post";

/// Its thought when it calls the tool, by which it later knows that it did.
const POSTING: &str = "I am posting now";

/// Its thought once the person told it what to write.
const DICTATED: &str = "they told me to write |";

/// The model's job.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    /// Nothing; the model is not used.
    None,
    /// Sends these words to [`NUMBER`].
    Text(String),
    /// Posts this word with [`TOOL`].
    Tool(String),
    /// Asks the person what to write, and sends their words to [`NUMBER`].
    Ask,
}

/// A fault of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ModelFault {
    Status500,
    Status429,
    /// Bytes that are not JSON.
    Garbage,
    /// An action that does not exist.
    Nonsense,
    /// An answer without text.
    Empty,
    /// No answer at all.
    Hang,
    /// The connection ends in the middle of the answer.
    CutStream,
    /// The answer arrives in tiny pieces.
    Slow,
}

impl ModelFault {
    pub(crate) const ALL: [Self; 8] = [
        Self::Status500,
        Self::Status429,
        Self::Garbage,
        Self::Nonsense,
        Self::Empty,
        Self::Hang,
        Self::CutStream,
        Self::Slow,
    ];

    /// Its name in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Status500 => "model: 500",
            Self::Status429 => "model: 429",
            Self::Garbage => "model: garbage",
            Self::Nonsense => "model: nonsense",
            Self::Empty => "model: empty",
            Self::Hang => "model: hangs",
            Self::CutStream => "model: cut stream",
            Self::Slow => "model: slow",
        }
    }
}

/// The model.
pub(crate) struct Model {
    address: SocketAddr,
    shared: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    job: Option<Job>,
    faults: Vec<(usize, ModelFault)>,
    asked: usize,
    hit: Vec<ModelFault>,
    last: String,
}

impl Model {
    pub(crate) fn start() -> Self {
        let shared = Arc::new(Mutex::new(State::default()));
        let serving = Arc::clone(&shared);
        let address = listen(move |stream| answer(stream, &serving));
        Self { address, shared }
    }

    /// Prepares a run with its job and the faults by request.
    pub(crate) fn prepare(&self, job: Job, faults: Vec<(usize, ModelFault)>) {
        *self.shared.lock().unwrap() = State { job: Some(job), faults, ..State::default() };
    }

    /// Removes the faults.
    pub(crate) fn heal(&self) {
        self.shared.lock().unwrap().faults.clear();
    }

    /// Returns the faults that occurred, and the last prompt.
    pub(crate) fn met(&self) -> (Vec<ModelFault>, String) {
        let state = self.shared.lock().unwrap();
        (state.hit.clone(), state.last.clone())
    }

    /// Returns the configuration for it, with short time limits.
    pub(crate) fn config(&self, stream: bool) -> String {
        format!(
            "[models.fake]\nbase_url = \"http://{}/v1\"\nmodel = \"t\"\ndialect = \"openpocket\"\nvision = false\n\
             stream = {stream}\ntimeout_s = 4\nconnect_timeout_s = 1\nfirst_token_timeout_s = 0.6\nidle_timeout_s = 0.6\n\
             max_retries = 1\n",
            self.address
        )
    }
}

fn answer(mut stream: TcpStream, shared: &Mutex<State>) {
    let Ok(Some((_, body))) = read_message(&mut stream) else { return };
    let Ok(asked) = serde_json::from_slice::<Value>(&body) else { return };
    let messages = asked["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let prompt = messages.iter().map(words).collect::<Vec<_>>().join("\n");
    let (job, fault) = {
        let mut state = shared.lock().unwrap();
        let place = state.asked;
        state.asked += 1;
        state.last.clone_from(&prompt);
        let fault = state.faults.iter().find(|(at, _)| *at == place).map(|(_, fault)| *fault);
        state.hit.extend(fault);
        (state.job.clone().unwrap_or(Job::None), fault)
    };
    let action = decide(&job, &prompt);
    // A long history keeps only the thought of a step.
    let thought = match (action["type"].as_str(), dictated(&prompt)) {
        (Some("mcp_call"), _) => POSTING.to_owned(),
        (_, Some(words)) => format!("{DICTATED}{words}|"),
        _ => "next".to_owned(),
    };
    let said = json!({"thought": thought, "action": action}).to_string();
    let streams = asked["stream"] == true;
    match fault {
        None => whole(&mut stream, &said, streams),
        Some(ModelFault::Status500) => reply(&mut stream, "500 Oops", "text/html", "<h1>Oops</h1>"),
        Some(ModelFault::Status429) => {
            let body = r#"{"error":{"message":"slow down"}}"#;
            let head = "HTTP/1.1 429 Too Many\r\nContent-Type: application/json\r\nRetry-After: 0\r\nConnection: close";
            _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        }
        Some(ModelFault::Garbage) => reply(&mut stream, "200 OK", "application/json", "}{ \u{0} not json"),
        Some(ModelFault::Nonsense) => {
            whole(&mut stream, r#"{"thought":"hm","action":{"type":"teleport","to":"Mars"}}"#, streams);
        }
        Some(ModelFault::Empty) => whole(&mut stream, "", streams),
        Some(ModelFault::Hang) => never_answer(&mut stream),
        Some(ModelFault::CutStream) => {
            let (head, parts) = parts(&said, streams);
            let text = parts.concat();
            _ = stream.write_all(head.as_bytes());
            _ = stream.write_all(&text.as_bytes()[..text.len() / 2]);
        }
        Some(ModelFault::Slow) => {
            let (head, parts) = parts(&said, streams);
            _ = stream.write_all(head.as_bytes());
            for part in parts {
                std::thread::sleep(Duration::from_millis(40));
                if stream.write_all(part.as_bytes()).is_err() {
                    return;
                }
            }
        }
    }
}

/// Returns the text of a message.
fn words(message: &Value) -> String {
    message["content"].as_str().map_or_else(|| message["content"].to_string(), str::to_owned)
}

fn whole(stream: &mut TcpStream, said: &str, streams: bool) {
    let (head, parts) = parts(said, streams);
    _ = stream.write_all((head + &parts.concat()).as_bytes());
}

/// Returns the head of an answer and its body in pieces.
fn parts(said: &str, streams: bool) -> (String, Vec<String>) {
    if !streams {
        let message = json!({"role": "assistant", "content": said});
        let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
        let body = json!({"id": "1", "model": "t", "choices": [choice]}).to_string();
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
        let head = format!("{head}\r\nContent-Length: {}\r\n\r\n", body.len());
        let middle = body.len() / 2;
        return (head, vec![body[..middle].to_owned(), body[middle..].to_owned()]);
    }
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".to_owned();
    let letters: Vec<char> = said.chars().collect();
    let event = |delta: Value, end: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": end});
        format!("data: {}\n\n", json!({"id": "1", "model": "t", "choices": [choice]}))
    };
    let mut parts: Vec<String> =
        letters.chunks(24).map(|piece| event(json!({"content": piece.iter().collect::<String>()}), None)).collect();
    parts.push(event(json!({}), Some("stop")));
    parts.push("data: [DONE]\n\n".to_owned());
    (head, parts)
}

fn decide(job: &Job, prompt: &str) -> Value {
    match job {
        Job::Text(text) => decide_text(text, prompt),
        Job::Ask => match dictated(prompt) {
            Some(words) => decide_text(&words, prompt),
            None => json!({"type": "ask_user", "question": "What should I write?"}),
        },
        Job::Tool(word) => decide_tool(word, prompt),
        Job::None => json!({"type": "fail", "message": "nothing was wanted"}),
    }
}

/// Returns the person's answer: the latest, or the one quoted in an earlier thought.
fn dictated(prompt: &str) -> Option<String> {
    let said = |begin: &str, end: &str| Some(prompt.rsplit_once(begin)?.1.split_once(end)?.0.trim().to_owned());
    said("<person about=\"ask_user\">", "</person>").or_else(|| said(DICTATED, "|"))
}

/// Opens the conversation, types, sends, and finishes when the words appear in the conversation.
fn decide_text(text: &str, prompt: &str) -> Value {
    let screen = prompt.rsplit("<screen").next().unwrap_or_default();
    let line = |part: &str| screen.lines().find(|line| line.contains(part));
    let tap = |line: &str| {
        let place = line.split("at (").nth(1).and_then(|rest| rest.split(')').next()).unwrap_or("0, 0");
        let (x, y) = place.split_once(", ").unwrap_or(("0", "0"));
        json!({"type": "tap", "x": x.parse::<u32>().unwrap_or(0), "y": y.parse::<u32>().unwrap_or(0)})
    };
    let open = json!({"type": "open_url", "url": format!("smsto:{NUMBER}")});
    let (Some(field), Some(_)) = (line("field "), line(&format!("text \"{NUMBER}\""))) else { return open };
    let sent = screen.lines().any(|line| line.contains(text) && !line.contains("field "));
    match line("\"Send SMS\"") {
        _ if sent => json!({"type": "finish", "message": "sent"}),
        Some(button) if field.contains(text) => tap(button),
        _ if field.contains("focused") => json!({"type": "type", "text": text}),
        _ => tap(field),
    }
}

/// Calls the tool, and again only if it was told that nothing was posted.
fn decide_tool(word: &str, prompt: &str) -> Value {
    let call = json!({"type": "mcp_call", "tool": TOOL, "args": {"word": word}, "timeoutSec": 1});
    let Some((_, since)) = prompt.rsplit_once(POSTING) else { return call };
    let told = |parts: &[&str]| parts.iter().any(|part| since.contains(part));
    if told(&[&format!("posted {word}"), "What came of it: done", "it was carried out before"]) {
        json!({"type": "finish", "message": "posted"})
    } else if told(&["nothing was posted", "it was not carried out before", "is not offered"]) {
        call
    } else {
        json!({"type": "fail", "message": "it may have been posted, or the person said no"})
    }
}
