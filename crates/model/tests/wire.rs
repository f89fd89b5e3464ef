//! Tests the client against a real server on a loopback port, byte for byte.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]

#[path = "wire/bad.rs"]
mod bad;
#[path = "wire/good.rs"]
mod good;
#[path = "wire/server.rs"]
mod server;

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use model::{Answer, Environment, Message, Model, ModelConfig, ModelError, OpenAi, Part, Picture, Prompt, Role};

use self::server::Server;

/// A clock whose waits take no time and are recorded.
#[derive(Default)]
struct Still(Mutex<Vec<u64>>);

impl Still {
    fn waits(&self) -> Vec<u64> {
        self.0.lock().unwrap().clone()
    }
}

impl Environment for Still {
    fn now(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(784_111_777)
    }

    fn wait(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        self.0.lock().unwrap().push(u64::try_from(time.as_millis()).unwrap());
        Box::pin(std::future::ready(()))
    }
}

/// A client of a test server, with its clock.
struct Asked {
    model: OpenAi,
    world: Arc<Still>,
}

/// The key of every test; it must appear only in the header.
const KEY: &str = "sk-secret-0123456789";

impl Asked {
    fn new(server: &Server, change: impl FnOnce(&mut ModelConfig)) -> Self {
        let mut config = ModelConfig::at(server.url());
        config.model = "tiny".to_owned();
        config.key_env = Some("TEST_KEY".to_owned());
        change(&mut config);
        let world = Arc::new(Still::default());
        let env = |name: &str| (name == "TEST_KEY").then(|| KEY.to_owned());
        let model = OpenAi::new("test", config, env, world.clone()).unwrap();
        Self { model, world }
    }

    async fn answer(&self) -> Result<Answer, ModelError> {
        let answer = self.model.answer(&prompt()).await;
        assert!(!format!("{answer:?}").contains(KEY), "the key is seen: {answer:?}");
        if let Err(error) = &answer {
            assert!(!error.to_string().contains(KEY), "the key is seen: {error}");
        }
        answer
    }
}

fn prompt() -> Prompt {
    let picture = Picture { png: b"PNG"[..].into(), width: 10, height: 20 };
    let shown = vec![Part::Text("Text Sam".to_owned()), Part::Picture(picture)];
    Prompt {
        messages: vec![Message::text(Role::System, "Be brief."), Message { role: Role::User, parts: shown }],
        tools: Vec::new(),
    }
}

/// A chunk of a stream with text.
fn says(text: &str) -> String {
    let chunk = serde_json::json!({"model": "tiny-1", "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]});
    format!("data: {chunk}\n\n")
}

/// The last chunk, the usage, and the end marker.
const END: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n\
    data: {\"choices\":[],\"usage\":{\"prompt_tokens\":75,\"completion_tokens\":31,\"total_tokens\":106}}\n\n\
    data: [DONE]\n\n";
