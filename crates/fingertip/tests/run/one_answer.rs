//! A model over HTTP that answers one request per process and then lets the process wait, so that a process cannot run
//! past the step at which it is to be killed, however late the kill comes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// Decides the next action from the prompt alone.
pub(crate) type Decide = fn(&str) -> Value;

/// The model.
pub(crate) struct OneAnswer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    decide: Decide,
    answered: AtomicBool,
    always: AtomicBool,
    asked: Mutex<Vec<String>>,
}

impl OneAnswer {
    pub(crate) fn start(decide: Decide) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            decide,
            answered: AtomicBool::new(false),
            always: AtomicBool::new(false),
            asked: Mutex::default(),
        });
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&serving);
                std::thread::spawn(move || shared.answer(stream));
            }
        });
        Self { address, shared }
    }

    /// Returns the configuration for it.
    pub(crate) fn config(&self) -> String {
        format!(
            "default_model = \"fake\"\n[models.fake]\nbase_url = \"http://{}/v1\"\nmodel = \"t\"\n\
             dialect = \"openpocket\"\nvision = false\nstream = false\n",
            self.address
        )
    }

    /// Lets the next process ask.
    pub(crate) fn answers_again(&self) {
        self.shared.answered.store(false, Ordering::SeqCst);
    }

    /// Answers every request from now on, for a process that nothing kills.
    pub(crate) fn answers_always(&self) {
        self.shared.always.store(true, Ordering::SeqCst);
    }

    /// Returns all prompts so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.shared.asked.lock().unwrap().clone()
    }
}

impl Shared {
    fn answer(&self, mut stream: TcpStream) -> Option<()> {
        let mut bytes = Vec::new();
        let body = loop {
            let mut more = [0; 65536];
            match stream.read(&mut more).ok()? {
                0 => return None,
                count => bytes.extend_from_slice(&more[..count]),
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let head = head.to_lowercase();
            let length: usize = head.split("content-length:").nth(1)?.lines().next()?.trim().parse().ok()?;
            if body.len() >= length {
                break body.to_owned();
            }
        };
        self.asked.lock().unwrap().push(body.clone());
        // A request of a dead process must not count as the next one's.
        stream.set_nonblocking(true).ok()?;
        if stream.peek(&mut [0]).is_ok() {
            return None;
        }
        stream.set_nonblocking(false).ok()?;
        if self.answered.swap(true, Ordering::SeqCst) && !self.always.load(Ordering::SeqCst) {
            // The process waits for its answer until it is killed.
            return stream.read(&mut [0]).ok().map(drop);
        }
        let asked: Value = serde_json::from_str(&body).ok()?;
        let content = &asked["messages"].as_array()?.last()?["content"];
        let prompt = content.as_str().map_or_else(|| content.to_string(), str::to_owned);
        let said = json!({"thought": "next", "action": (self.decide)(&prompt)}).to_string();
        let message = json!({"role": "assistant", "content": said});
        let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
        let body = json!({"id": "1", "model": "t", "choices": [choice]}).to_string();
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
        write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).ok()
    }
}
