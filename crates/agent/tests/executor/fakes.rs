//! A scripted model, person, tools and journal that remember what they were asked.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::dialect::DialectName;
use agent::{Answer, Artefact, Event, Human, JournalEntry, Need, Question, Secret, Task, ToolError, Tools};
use async_trait::async_trait;
use device::{AdbDevice, Observer};
use model::{Model, ModelError, Part, Prompt, Traits, Usage};
use policy::KnownTool;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::rig::{LoggedConnect, Phone};

pub(crate) fn task() -> Task {
    Task { id: "t1".to_owned(), goal: "open the settings".to_owned() }
}

/// One reply, and what happens to the phone just before it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Reply {
    /// The reply: a text, or an object in which `{"at": "Label"}` stands for a position.
    pub(crate) raw: Value,
    /// An error instead.
    pub(crate) error: Option<String>,
    /// The prompt is too long for the model.
    pub(crate) too_long: bool,
    /// Requests to the phone's control service.
    pub(crate) first: Vec<Value>,
    /// Makes the phone unreachable from now on, for so many seconds.
    pub(crate) gone_for: Option<f64>,
    /// The next command that contains this is carried out, and its answer is lost.
    pub(crate) lost: Option<String>,
    pub(crate) tokens: u64,
    pub(crate) cost: Option<f64>,
    pub(crate) takes: f64,
}

impl Reply {
    pub(crate) fn new(raw: Value) -> Self {
        Self { raw, ..Self::default() }
    }
}

pub(crate) struct Scripted {
    replies: Mutex<VecDeque<Reply>>,
    traits: Traits,
    phone: Phone,
    eyes: Arc<AdbDevice<LoggedConnect>>,
    /// Every prompt as text, and how many pictures it had.
    pub(crate) prompts: Arc<Mutex<Vec<(String, usize)>>>,
}

impl Scripted {
    pub(crate) fn new(phone: &Phone, dialect: &str, replies: impl IntoIterator<Item = Reply>) -> Arc<Self> {
        Arc::new(Self {
            replies: Mutex::new(replies.into_iter().collect()),
            traits: Traits::of(DialectName::find(dialect).unwrap()),
            phone: phone.clone(),
            eyes: phone.eyes(),
            prompts: Arc::default(),
        })
    }

    /// Replaces labels by positions.
    async fn place(&self, value: &mut Value) {
        let mut wanted = Vec::new();
        labels(value, &mut wanted);
        if wanted.is_empty() {
            return;
        }
        let tree = self.eyes.tree().await.unwrap();
        let elements = tree.elements();
        let place = |label: &str| {
            let fits = |element: &&device::tree::Element| {
                element.label == label || element.label.starts_with(&format!("{label},"))
            };
            let found = elements.iter().find(fits);
            let known = || elements.iter().map(|element| element.label.as_str()).collect::<Vec<_>>();
            let found = found.unwrap_or_else(|| panic!("there is no `{label}` in {:?}", known()));
            tree.nodes[found.node].bounds.centre()
        };
        put(value, &place);
    }
}

fn labels(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| labels(item, found)),
        Value::Object(fields) => {
            found.extend(fields.get("at").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| labels(field, found));
        }
        _ => {}
    }
}

fn put(value: &mut Value, place: &impl Fn(&str) -> (i32, i32)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| put(item, place)),
        Value::Object(fields) => {
            if let Some(Value::String(label)) = fields.remove("at") {
                let (x, y) = place(&label);
                fields.insert("x".to_owned(), x.into());
                fields.insert("y".to_owned(), y.into());
            }
            fields.values_mut().for_each(|field| put(field, place));
        }
        _ => {}
    }
}

#[async_trait]
impl Model for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn traits(&self) -> &Traits {
        &self.traits
    }

    async fn answer(&self, prompt: &Prompt) -> Result<model::Answer, ModelError> {
        let parts = || prompt.messages.iter().flat_map(|message| &message.parts);
        let text: Vec<&str> = parts()
            .filter_map(|part| match part {
                Part::Text(text) => Some(text.as_str()),
                Part::Picture(_) => None,
            })
            .collect();
        let pictures = parts().filter(|part| matches!(part, Part::Picture(_))).count();
        self.prompts.lock().unwrap().push((text.join("\n"), pictures));
        let reply = self.replies.lock().unwrap().pop_front();
        let Some(mut reply) = reply else {
            return Err(ModelError::Exhausted { file: "the test".to_owned(), answers: 0 });
        };
        self.place(&mut reply.raw).await;
        for request in &reply.first {
            self.phone.control(request).await;
        }
        if reply.lost.is_some() {
            self.phone.lost.lock().unwrap().clone_from(&reply.lost);
        }
        if let Some(seconds) = reply.gone_for {
            self.phone.gone.store(true, Ordering::Relaxed);
            self.phone.adbd.faults.cut_now();
            let gone = Arc::clone(&self.phone.gone);
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
                gone.store(false, Ordering::Relaxed);
            });
        }
        tokio::time::sleep(Duration::from_secs_f64(reply.takes)).await;
        if reply.too_long {
            return Err(ModelError::ContextTooLong { message: "4096 tokens".to_owned() });
        }
        if let Some(message) = reply.error {
            return Err(ModelError::Busy { status: 503, message, retry_after: None, attempts: 1 });
        }
        let raw = match reply.raw {
            Value::String(text) => text,
            raw => raw.to_string(),
        };
        let usage = Usage { input_tokens: reply.tokens, cost: reply.cost, ..Usage::default() };
        Ok(model::Answer { raw, usage, attempts: 1, ..model::Answer::default() })
    }
}

/// `yes`, `always` (yes, remembered), `no`, `cancel`, `silent`, `nobody`, `{"text"}`, `{"code"}`, `{"file"}`, and
/// `{"meanwhile"}` for a request to the phone's control service before a yes.
#[derive(Default)]
pub(crate) struct Person {
    pub(crate) answers: Mutex<VecDeque<Value>>,
    pub(crate) asked: Mutex<Vec<Question>>,
    /// For changes to the phone while the person thinks.
    pub(crate) phone: Option<Phone>,
}

#[async_trait]
impl Human for Person {
    async fn ask(&self, question: &Question) -> Answer {
        self.asked.lock().unwrap().push(question.clone());
        let answer = self.answers.lock().unwrap().pop_front();
        let mut answer = answer.unwrap_or_else(|| json!("nobody"));
        // A person who takes so many seconds.
        if let Some(seconds) = answer["after"].as_f64() {
            tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
            answer = answer["say"].take();
        }
        match answer {
            Value::String(word) => match word.as_str() {
                "yes" => Answer::Yes { remember: false },
                "always" => Answer::Yes { remember: true },
                "no" => Answer::No { why: Some("not today".to_owned()) },
                "approved" => Answer::Approved { artefact: None },
                "cancel" => Answer::Cancel,
                "silent" => std::future::pending().await,
                _ => Answer::Unavailable,
            },
            other if other["meanwhile"].is_object() => {
                self.phone.as_ref().unwrap().control(&other["meanwhile"]).await;
                Answer::Yes { remember: false }
            }
            other if other["file"].is_string() => {
                let name = other["file"].as_str().unwrap().to_owned();
                Answer::Approved { artefact: Some(Artefact::File { name, bytes: b"echo hello".to_vec().into() }) }
            }
            other => match (other["text"].as_str(), other["code"].as_str()) {
                (Some(text), _) => Answer::Text(text.to_owned()),
                (_, Some(code)) => Answer::Approved { artefact: Some(Artefact::Text(Secret::new(code))) },
                _ => Answer::Unavailable,
            },
        }
    }
}

/// Tools by name with their replies: `null` for one that never answers, `{"error"}` for a failure.
#[derive(Default)]
pub(crate) struct Shed(pub(crate) BTreeMap<String, Value>);

#[async_trait]
impl Tools for Shed {
    fn find(&self, name: &str) -> Option<KnownTool> {
        self.0.contains_key(name).then(|| KnownTool { name: name.to_owned(), ..KnownTool::default() })
    }

    async fn offered(&self, _: &Need<'_>) -> Arc<[model::Tool]> {
        let tool = |name: &String| model::Tool {
            name: name.clone(),
            description: "a tool".to_owned(),
            parameters: json!({"type": "object"}),
        };
        self.0.keys().map(tool).collect()
    }

    async fn call(&self, name: &str, args: &Map<String, Value>, _: Duration) -> Result<String, ToolError> {
        match &self.0[name] {
            Value::Null => std::future::pending().await,
            Value::String(said) => Ok(said.replace("ARGS", &Value::Object(args.clone()).to_string())),
            other => Err(ToolError::Failed(other["error"].as_str().unwrap().to_owned())),
        }
    }
}

/// Keeps every line; fails at the `n`-th, if set.
#[derive(Clone, Default)]
pub(crate) struct Journal {
    pub(crate) lines: Arc<Mutex<Vec<JournalEntry>>>,
    pub(crate) full_after: Option<usize>,
}

impl agent::Journal for Journal {
    fn write(&mut self, line: &JournalEntry) -> std::io::Result<()> {
        let mut lines = self.lines.lock().unwrap();
        if self.full_after.is_some_and(|most| lines.len() >= most) {
            return Err(std::io::Error::other("no space left on device"));
        }
        // A line must survive a round trip through JSON.
        let text = serde_json::to_string(line).unwrap();
        let read: JournalEntry = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        lines.push(line.clone());
        Ok(())
    }
}

impl Journal {
    pub(crate) fn json(&self) -> Vec<Value> {
        self.lines.lock().unwrap().iter().map(|line| serde_json::to_value(line).unwrap()).collect()
    }
}

/// Keeps every event.
pub(crate) type Events = Arc<Mutex<Vec<Event>>>;
